/// Proves which recordings the recorded pilot accepts, and that it repeats the recorded drive in closed loop.
/// With the same vehicle it can repeat the inputs of the drive; with any vehicle it can follow the drive's
/// track.

#include <cstdio>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

#include "client/engine/embedded/embedded_engine.hpp"
#include "pcp/recorded/recording.hpp"
#include "tests/support/pilot_step.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::pcp {
namespace {

using recorded::Recording;
using testing::HasSubstr;

constexpr SimDuration kBeat = SimDuration::milliseconds(5);
constexpr AgentId kCar{0};

std::string why(const std::string& text, Recording::Needs needs) {
    std::istringstream in(text);
    try {
        Recording recording(in, "drive.csv", needs);
    } catch (const std::exception& e) {
        return e.what();
    }
    return "";
}

TEST(Recording, SaysWhatIsWrongAndWhere) {
    const auto places = Recording::Needs::places, inputs = Recording::Needs::inputs;
    EXPECT_EQ(why("", places), "drive.csv:1: expected column names in the first line");
    EXPECT_EQ(why("time_s,x_m\n", places), "drive.csv:1: no column is named 'y_m'");
    EXPECT_EQ(why("time_s,x_m,y_m\n", inputs), "drive.csv:1: no column is named 'steering'");
    EXPECT_EQ(why("time_s,x_m,y_m\n0,0,0\n", places), "drive.csv: expected at least two lines of numbers");
    EXPECT_EQ(why("time_s,x_m,y_m\n0,0,0\n1,a,0\n", places), "drive.csv:3: column 'x_m': expected a number");
    EXPECT_EQ(why("time_s,x_m,y_m\n0,0,0\n1,nan,0\n", places),
              "drive.csv:3: column 'x_m': expected a number");
    EXPECT_EQ(why("time_s,x_m,y_m\n0,0,0\n1,1\n", places), "drive.csv:3: column 'y_m': expected a number");
    EXPECT_EQ(why("time_s,x_m,y_m\n1,0,0\n1,1,0\n", places),
              "drive.csv:3: column 'time_s': expected a later time");
    EXPECT_EQ(why("time_s,x_m,y_m\n0,0,0\n1,0.1,0\n", places), "drive.csv: the vehicle moves less than 1 m");
    EXPECT_EQ(why("time_s,x_m,y_m\n0,0,0\n1,1e9,0\n", places), "drive.csv: the drive is longer than 400 km");
    EXPECT_EQ(why("time_s,steering,throttle,braking\n0,2,0,0\n", inputs),
              "drive.csv:2: column 'steering': expected -1 to 1");
    EXPECT_EQ(why("time_s,steering,throttle,braking\n0,0,0,1.1\n", inputs),
              "drive.csv:2: column 'braking': expected 0 to 1");
    EXPECT_EQ(why("time_s, x_m ,y_m,note\r\n5,0,0,a\r\n\r\n6,1,0,b\r\n", places), "");
}

TEST(Recording, GivesPlaceAndSpeedAtAnyTime) {
    std::istringstream in("y_m,time_s,x_m\n0,10,0\n0,12,20\n0,13,30\n0,14,30\n");
    const Recording drive(in, "drive.csv", Recording::Needs::places);
    EXPECT_EQ(drive.length_s(), 4);
    EXPECT_EQ(drive.driven_m(), 30);
    EXPECT_DOUBLE_EQ(drive.moment_at(1).along_m, 10);
    EXPECT_NEAR(drive.moment_at(1).speed_m_s, 10, 1e-9);
    EXPECT_EQ(drive.moment_at(9).speed_m_s, 0);
    EXPECT_EQ(drive.moment_at(9).along_m, 30);
    EXPECT_NEAR(drive.point_at(12.3).x, 12.3, 1e-9);
    EXPECT_NEAR(drive.nearest_along_m({17.1, 3}, 2), 17.1, 1e-9);
}

/// A fixture with a file in a folder of its own.
class RecordedDrive : public testing::Test {
  protected:
    RecordedDrive() {
        std::string pattern = (std::filesystem::temp_directory_path() / "synchrono_recorded_XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        file_ = (folder_ / "drive.csv").string();
    }
    ~RecordedDrive() override { std::filesystem::remove_all(folder_); }

    static std::unique_ptr<client::engine::BodyEngine> road(const config::VehicleSpec& vehicle) {
        auto engine = client::engine::make_embedded_engine(SimDuration::milliseconds(1));
        geo::Motion start;
        start.velocity = {8, 0, 0};
        engine->add(
            kCar,
            {.vehicle = vehicle, .start = start, .model = client::engine::VehicleModel::full, .gear = {}});
        return engine;
    }
    /// Records a drive that speeds up, turns left and brakes to a stop, and returns its places.
    std::vector<geo::Vec3> record() {
        auto engine = road(sedan());
        std::ofstream out(file_);
        out << "time_s,x_m,y_m,steering,throttle,braking\n";
        std::vector<geo::Vec3> way;
        char line[160];
        for (int i = 0; i < 4'000; ++i) {
            const double t = i * 0.005;
            const client::body::DriverInputs in{t > 4 && t < 8 ? 0.15 : 0, t < 10 ? 0.2 : 0,
                                                t < 12 ? 0.0 : 0.3};
            const geo::Vec3 p = engine->motion(kCar).position;
            way.push_back(p);
            std::snprintf(line, sizeof line, "%.3f,%.6f,%.6f,%.6f,%.6f,%.6f\n", t, p.x, p.y, in.steering,
                          in.throttle, in.braking);
            out << line;
            engine->set_controls(kCar, in);
            engine->advance(kBeat);
        }
        return way;
    }
    std::unique_ptr<client::pilot::PilotHost> pilot(const std::string& more,
                                                    const config::VehicleSpec& vehicle) {
        auto host = client::load_safe_pilot(
            client::pilot_setup_of("recorded", R"({"file":")" + file_ + "\"" + more + "}", vehicle));
        if (!host) {
            refused_ = host.error().text;
            return nullptr;
        }
        return std::move(*host);
    }
    /// Drives the recording again; returns the greatest distance from the recorded place at the same time.
    double replay(const std::string& more, const config::VehicleSpec& vehicle,
                  const std::vector<geo::Vec3>& way) {
        auto engine = road(vehicle);
        auto driver = pilot(more, vehicle);
        EXPECT_TRUE(driver) << refused_;
        if (!driver) return 1e9;
        double off = 0;
        for (std::size_t i = 0; i < way.size(); ++i) {
            off = std::max(off, geo::length(engine->motion(kCar).position - way[i]));
            const SimTime now = SimTime{} + kBeat * static_cast<std::int64_t>(i);
            engine->set_controls(kCar, client::controls_of(*driver, now, kBeat, engine->motion(kCar)));
            engine->advance(kBeat);
        }
        EXPECT_EQ(driver->fault(), "");
        return off;
    }

    std::filesystem::path folder_;
    std::string file_, refused_;
};

TEST_F(RecordedDrive, IsRepeatedByItsInputs) {
    const auto way = record();
    EXPECT_LT(replay(R"(,"mode":"inputs")", sedan(), way), 0.01);
}

TEST_F(RecordedDrive, IsFollowedByItsTrackWithAnyVehicle) {
    const auto way = record();
    EXPECT_LT(replay("", sedan(), way), 1.5);
    EXPECT_LT(replay("", shipped("hmmwv"), way), 3);
}

TEST_F(RecordedDrive, RefusesAWrongConfiguration) {
    record();
    EXPECT_FALSE(pilot(R"(,"mode":"dance")", sedan()));
    EXPECT_THAT(refused_, HasSubstr("key 'mode': expected 'track' or 'inputs'"));
    EXPECT_FALSE(pilot(R"(,"at_end":"fly")", sedan()));
    EXPECT_THAT(refused_, HasSubstr("key 'at_end'"));
    EXPECT_FALSE(pilot(R"(,"loop":true)", sedan()));
    EXPECT_THAT(refused_, HasSubstr("key 'loop': unknown"));
    file_ += ".not";
    EXPECT_FALSE(pilot("", sedan()));
    EXPECT_THAT(refused_, HasSubstr("drive.csv.not: cannot be read"));
}

}  // namespace
}  // namespace synchrono::pcp
