// Proves that every fact of a vehicle file arrives, and that each wrong one is refused with its file, line
// and key.
#include "common/config/vehicle.hpp"

#include <gtest/gtest.h>

#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

std::string refusal(const std::string& text, const char* file = "v.json") {
    const auto vehicle = read_vehicle(text, file);
    return vehicle ? "accepted" : vehicle.error().text;
}

std::string replaced(const std::string& from, const std::string& to) {
    std::string text = kVehicleText;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(ReadVehicle, GivesEveryFact) {
    const VehicleSpec v = read_vehicle(kVehicleText, "some/where/truck.json").value();
    const VehicleSpec expected{.name = "truck",
                               .mass_kg = 1500,
                               .yaw_inertia_kg_m2 = 2500,
                               .wheelbase_m = 2.7,
                               .cg_to_front_axle_m = 1.2,
                               .cg_height_m = 0.5,
                               .track_m = 1.5,
                               .length_m = 4.7,
                               .width_m = 1.8,
                               .height_m = 1.5,
                               .tyre = {.cornering_stiffness_front_n_rad = 100000,
                                        .cornering_stiffness_rear_n_rad = 110000,
                                        .friction = 0.9,
                                        .relaxation_length_m = 0.5},
                               .steering_angle_max_rad = 0.6,
                               .drive_force_max_n = 6000,
                               .drive_power_max_w = 100000,
                               .drive = Drive::front,
                               .brake_force_max_n = 14000,
                               .brake_front_share = 0.65,
                               .drag_coefficient_area_m2 = 0.65,
                               .rolling_resistance = 0.01};
    EXPECT_EQ(v, expected);
    EXPECT_EQ(read_vehicle(replaced("\"front\"", "\"rear\""), "v.json")->drive, Drive::rear);
    EXPECT_EQ(read_vehicle(replaced("\"front\"", "\"all\""), "v.json")->drive, Drive::all);
}

TEST(ReadVehicle, RefusesEachWrongFactWithItsLine) {
    const struct {
        const char *from, *to, *refusal;
    } cases[] = {
        {"1500", "0", "v.json:2: key 'mass_kg': expected more than 0 and at most 1000000"},
        {"1500", "-1", "v.json:2: key 'mass_kg': expected more than 0 and at most 1000000"},
        {"1500", "1e7", "v.json:2: key 'mass_kg': expected more than 0 and at most 1000000"},
        {"1500", "1e-400", "v.json:2: key 'mass_kg': expected a number, not 1e-400"},
        {"1500", "\"heavy\"", "v.json:2: key 'mass_kg': expected a number"},
        {"1500", "true", "v.json:2: key 'mass_kg': expected a number"},
        {"1500", "null", "v.json:2: key 'mass_kg': expected a number"},
        {"2500", "0", "v.json:3: key 'yaw_inertia_kg_m2': expected more than 0 and at most 100000000"},
        {"2.7", "0", "v.json:4: key 'wheelbase_m': expected more than 0 and at most 50"},
        {"1.2", "0", "v.json:5: key 'cg_to_front_axle_m': expected more than 0 and at most 50"},
        {"1.2", "2.7", "v.json:5: key 'cg_to_front_axle_m': expected less than the wheelbase of 2.7 m"},
        {"0.5", "0", "v.json:6: key 'cg_height_m': expected more than 0 and at most 20"},
        {"\"track_m\": 1.5", "\"track_m\": 0",
         "v.json:7: key 'track_m': expected more than 0 and at most 20"},
        {"4.7", "101", "v.json:8: key 'length_m': expected more than 0 and at most 100"},
        {"1.8", "0", "v.json:9: key 'width_m': expected more than 0 and at most 100"},
        {"\"height_m\": 1.5", "\"height_m\": 0",
         "v.json:10: key 'height_m': expected more than 0 and at most 100"},
        {": 100000", ": 0",
         "v.json:11: key 'tyre.cornering_stiffness_front_n_rad': expected more than 0 and at most 100000000"},
        {"110000", "0",
         "v.json:12: key 'tyre.cornering_stiffness_rear_n_rad': expected more than 0 and at most 100000000"},
        {"0.9", "3.1", "v.json:13: key 'tyre.friction': expected more than 0 and at most 3"},
        {"0.5}", "0}", "v.json:14: key 'tyre.relaxation_length_m': expected more than 0 and at most 10"},
        {"0.6,", "1.6,", "v.json:15: key 'steering_angle_max_rad': expected more than 0 and at most 1.5"},
        {"\"front\"", "\"left\"", "v.json:16: key 'drive': expected \"front\", \"rear\" or \"all\""},
        {"\"front\"", "4", "v.json:16: key 'drive': expected a string"},
        {"6000", "0", "v.json:17: key 'drive_force_max_n': expected more than 0 and at most 10000000"},
        {"\"drive_power_max_w\": 100000", "\"drive_power_max_w\": 0",
         "v.json:18: key 'drive_power_max_w': expected more than 0 and at most 100000000"},
        {"14000", "0", "v.json:19: key 'brake_force_max_n': expected more than 0 and at most 10000000"},
        {"0.65,", "1.1,", "v.json:20: key 'brake_front_share': expected 0 to 1"},
        {"\"drag_coefficient_area_m2\": 0.65", "\"drag_coefficient_area_m2\": -1",
         "v.json:21: key 'drag_coefficient_area_m2': expected 0 to 100"},
        {"0.01}", "1.1}", "v.json:22: key 'rolling_resistance': expected 0 to 1"},
        {"\"mass_kg\": 1500,", "", "v.json:1: key 'mass_kg': missing"},
        {"\"friction\": 0.9,", "\"friction\": 0.9, \"grip\": 1,",
         "v.json:13: key 'tyre.grip': unknown; known here: cornering_stiffness_front_n_rad, "
         "cornering_stiffness_rear_n_rad, friction, relaxation_length_m"},
    };
    for (const auto& c : cases)
        EXPECT_EQ(refusal(replaced(c.from, c.to)), c.refusal) << c.from << " -> " << c.to;
}

TEST(ReadVehicle, RefusesWhatIsNoVehicle) {
    EXPECT_EQ(refusal("[]"), "v.json:1: expected an object");
    EXPECT_EQ(refusal(kVehicleText, "my car.json"),
              "my car.json: a vehicle's name is that of its file: expected a name: a letter, digit or '_', "
              "then any of "
              "these, '-' and '.'");
    EXPECT_EQ(load_vehicle("/no/such.json").error().text, "/no/such.json: no such file");
}

TEST(ReadVehicle, TellsEveryProblemAtOnce) {
    std::string text = replaced("1500", "0");
    text.replace(text.find("2.7"), 3, "\"long\"");
    EXPECT_EQ(refusal(text),
              "v.json:2: key 'mass_kg': expected more than 0 and at most 1000000\n"
              "v.json:4: key 'wheelbase_m': expected a number");
}

}  // namespace
}  // namespace synchrono::config
