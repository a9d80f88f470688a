/// Proves that a vehicle is refused before the run begins, with one clear line, if Chrono cannot simulate the
/// vehicle or lacks a file for it.
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/client/engine/chrono/chrono_fixture.hpp"

namespace synchrono::client::engine {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string problem_of(const config::VehicleSpec& vehicle, const config::ChronoSettings& settings = {}) {
    const auto good = check_chrono(settings, vehicle);
    return good ? "" : good.error().text;
}

auto one_line(const std::string& part, const std::string& other = "") {
    return AllOf(HasSubstr(part), HasSubstr(other), Not(HasSubstr("\n")));
}

/// Gives each test a data folder of its own.
struct ChronoCheckOwnData : testing::Test {
    fs::path data =
        fs::path(testing::TempDir()) /
        (std::string("chrono_check_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    config::ChronoSettings settings{.data = data.string()};
    config::VehicleSpec vehicle = vehicle_named("hmmwv");

    void SetUp() override {
        fs::remove_all(data);
        fs::create_directories(data / "vehicle");
        vehicle.chrono = {
            .vehicle = "v.json", .engine = "e.json", .transmission = "t.json", .tyres = {"w.json"}};
    }
    void TearDown() override { fs::remove_all(data); }
    void write(const std::string& name, const std::string& text) {
        std::ofstream(data / "vehicle" / name) << text;
    }
};

TEST(ChronoCheck, AcceptsTheShippedVehiclesThatHaveChronosFiles) {
    for (const char* name : {"hmmwv", "sedan", "citybus", "audi", "truck", "hmmwv_rigid", "m113"}) {
        const config::VehicleSpec vehicle = vehicle_named(name);
        EXPECT_EQ(problem_of(vehicle),
                  vehicle.has_chrono()
                      ? ""
                      : "vehicle 'truck' has no key 'chrono', which names Chrono's files for it")
            << name;
    }
}

TEST(ChronoCheck, RefusesAVehicleWithoutChronosFiles) {
    config::VehicleSpec vehicle = vehicle_named("hmmwv");
    vehicle.chrono = {};
    EXPECT_THAT(problem_of(vehicle), one_line("vehicle 'hmmwv' has no key 'chrono'"));
}

TEST(ChronoCheck, RefusesAMissingFile) {
    config::VehicleSpec vehicle = vehicle_named("hmmwv");
    vehicle.chrono.engine = "hmmwv/powertrain/Steam.json";
    EXPECT_THAT(problem_of(vehicle),
                one_line("chrono.engine: ", "hmmwv/powertrain/Steam.json: no such file"));
}

TEST(ChronoCheck, RefusesAFileOfAnotherKind) {
    config::VehicleSpec vehicle = vehicle_named("hmmwv");
    std::swap(vehicle.chrono.engine, vehicle.chrono.transmission);
    EXPECT_THAT(problem_of(vehicle),
                one_line("chrono.engine: ", "describes a 'Transmission', expected 'Engine'"));
}

TEST(ChronoCheck, RefusesDeformableTyres) {
    config::VehicleSpec vehicle = vehicle_named("hmmwv");
    vehicle.chrono.tyres = {"hmmwv/tire/HMMWV_ReissnerTire.json"};
    EXPECT_THAT(problem_of(vehicle),
                one_line("chrono.tyre: ", "template 'ReissnerTire' is not supported, only"));
}

TEST(ChronoCheck, RefusesAManualGearbox) {
    config::VehicleSpec vehicle = vehicle_named("audi");
    vehicle.chrono.transmission = "audi/json/audi_ManualTransmissionShafts.json";
    EXPECT_THAT(problem_of(vehicle), one_line("chrono.transmission: ", "a pilot does not shift gears"));
}

TEST(ChronoCheck, RefusesTyresForAnotherNumberOfAxles) {
    config::VehicleSpec vehicle = vehicle_named("hmmwv");
    vehicle.chrono.tyres.resize(3, vehicle.chrono.tyres.front());
    EXPECT_THAT(problem_of(vehicle),
                one_line("chrono.tyre: 3 files, expected one, or one for each of 2 axles"));
}

TEST(ChronoCheck, RefusesATrackedVehicleDeclaredAsWheeled) {
    config::VehicleSpec vehicle = vehicle_named("m113");
    vehicle.chrono.tracked = false;
    vehicle.chrono.tyres = vehicle_named("hmmwv").chrono.tyres;
    EXPECT_THAT(problem_of(vehicle),
                one_line("template 'TrackedVehicle' is not supported, only WheeledVehicle"));
}

TEST(ChronoCheck, RefusesAMissingDataFolder) {
    const config::ChronoSettings settings{.data = "/nowhere"};
    EXPECT_THAT(problem_of(vehicle_named("hmmwv"), settings),
                one_line("Chrono's data is not in /nowhere (the scenario's chrono.data)"));
    EXPECT_FALSE(make_chrono_engine(settings).has_value());
}

TEST(ChronoCheck, TheScenariosDataFolderOverridesTheEnvironments) {
    ASSERT_EQ(setenv("CHRONO_DATA_DIR", "/elsewhere", 1), 0);
    EXPECT_THAT(problem_of(vehicle_named("hmmwv")),
                one_line("/elsewhere (the environment's CHRONO_DATA_DIR)"));
    EXPECT_THAT(problem_of(vehicle_named("hmmwv"), {.data = "/nowhere"}), one_line("/nowhere"));
    unsetenv("CHRONO_DATA_DIR");
    EXPECT_EQ(problem_of(vehicle_named("hmmwv")), "");
}

TEST_F(ChronoCheckOwnData, RefusesAFileThatIsNotJson) {
    write("v.json", "{ \"Name\": ");
    EXPECT_THAT(problem_of(vehicle, settings), one_line("chrono.vehicle: ", "v.json: is not JSON: "));
}

TEST_F(ChronoCheckOwnData, RefusesAFileWithoutATemplate) {
    write("v.json", R"({ "Name": "v", "Type": "Vehicle" })");
    EXPECT_THAT(problem_of(vehicle, settings), one_line("v.json: key 'Template': expected a string"));
}

TEST_F(ChronoCheckOwnData, RefusesAFileThatNamesAMissingFile) {
    write("v.json", R"({ "Name": "v", "Type": "Vehicle", "Template": "WheeledVehicle",
                         "Axles": [ { "Suspension Input File": "s.json" } ] })");
    EXPECT_THAT(problem_of(vehicle, settings), one_line("s.json: no such file", "named by"));
}

TEST_F(ChronoCheckOwnData, ReadsAFileThatNamesItselfOnlyOnce) {
    write("v.json", R"({ "Name": "v", "Type": "Vehicle", "Template": "WheeledVehicle",
                         "Axles": [ { "Suspension Input File": "s.json" } ] })");
    write("s.json", R"({ "Name": "s", "Type": "x", "Template": "x", "A Input File": "s.json" })");
    EXPECT_THAT(problem_of(vehicle, settings), one_line("chrono.engine: ", "e.json: no such file"));
}

TEST_F(ChronoCheckOwnData, RefusesWhatChronoItselfRefuses) {
    const fs::path real = fs::path(SYN_CHRONO_DATA) / "vehicle";
    fs::copy(real / "hmmwv", data / "vehicle/hmmwv", fs::copy_options::recursive);
    vehicle.chrono = vehicle_named("hmmwv").chrono;
    EXPECT_EQ(problem_of(vehicle, settings), "");
    write("hmmwv/steering/HMMWV_PitmanArm.json",
          R"({ "Name": "s", "Type": "Steering", "Template": "Tiller" })");
    EXPECT_THAT(problem_of(vehicle, settings),
                one_line("Chrono cannot build it: ", "Steering type not supported"));
}

}  // namespace
}  // namespace synchrono::client::engine
