// Proves that every key of a vehicle file is read, that each wrong value is refused with its file, line and
// key, that parts which do not fit together are refused too, and that the figures of the whole vehicle
// follow from the file.
#include "common/config/vehicle.hpp"

#include <gtest/gtest.h>
#include <numbers>

#include "common/config/internal/vehicle_json.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

std::string refusal(const std::string& text, const char* file = "v.json") {
    const auto vehicle = read_vehicle(text, file);
    return vehicle ? "accepted" : vehicle.error().text;
}

std::string replaced(const std::string& from, const std::string& to, std::string text = kVehicleText) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return text.replace(at, from.size(), to);
}

const std::string kClutch = R"("kind": "clutch", "torque_max_n_m": 440, "engage_rpm": [910, 1510])";
const std::string kConverter =
    R"("kind": "torque_converter", "capacity": [[0, 15], [1, 35]], "torque_ratio": [[0, 2], [0.9, 1], [1, 1]])";

VehicleSpec expected() {
    return {
        .name = "truck",
        .body = {.mass_kg = 1400,
                 .cg_m = 0.1,
                 .cg_height_m = 0.61,
                 .inertia_kg_m2 = {400, 1700, 1900},
                 .roll_yaw_product_kg_m2 = -20,
                 .reference_height_m = 0.3,
                 .length_m = 4.5,
                 .width_m = 1.8,
                 .height_m = 1.5,
                 .drag_area_m2 = 0.65},
        .tyre = {.radius_m = 0.32,
                 .nominal_load_n = 3600,
                 .load_max_n = 12000,
                 .stiffness_n_m = 200000,
                 .damping_n_s_m = 800,
                 .reference_friction = 0.9,
                 .adhesion = 0.95,
                 .rolling_resistance = 0.011,
                 .longitudinal = {.slope_n = {90000, 170000},
                                  .peak_force_n = {3700, 7000},
                                  .peak_slip = {0.12, 0.13},
                                  .sliding_force_n = {2900, 5600},
                                  .sliding_slip = {0.6, 0.7},
                                  .stiffness_n_m = 300000,
                                  .damping_n_s_m = 500},
                 .lateral = {.slope_n = {60000, 100000},
                             .peak_force_n = {3500, 6500},
                             .peak_slip = {0.16, 0.19},
                             .sliding_force_n = {3000, 5700},
                             .sliding_slip = {0.92, 1.1},
                             .stiffness_n_m = 150000,
                             .damping_n_s_m = 410},
                 .trail = {0.17, 0.18},
                 .trail_zero_slip = {0.21, 0.22},
                 .trail_end_slip = {0.5, 0.55},
                 .camber_torque_n_m = 1600},
        .axles = {{.position_m = 1.3,
                   .track_m = 1.55,
                   .unsprung_mass_kg = 40,
                   .wheel_inertia_kg_m2 = 1.21,
                   .suspension = {.spring = {30000, 1000, 20000},
                                  .damper_n_s_m = 2500,
                                  .damper_bend_s_m = 0.51,
                                  .antiroll_n_m = 9000,
                                  .toe = {0.001, 0.02, -0.3},
                                  .camber = {-0.01, -0.4},
                                  .sideways = {-0.05, -1},
                                  .forward = 0.03,
                                  .brake_lift_rad_m = -0.2},
                   .steering_left_rad = {{-1, -0.62}, {0, 0.01}, {1, 0.58}},
                   .steering_right_rad = {{-1, -0.58}, {0, 0.02}, {1, 0.64}},
                   .kingpin_offset_m = 0.061,
                   .kingpin_trail_m = -0.013,
                   .brake_torque_n_m = 2000},
                  {.position_m = -1.4,
                   .track_m = 1.56,
                   .tyres_a_side = 2,
                   .tyre_spacing_m = 0.25,
                   .unsprung_mass_kg = 45,
                   .wheel_inertia_kg_m2 = 1.31,
                   .suspension = {.spring = {28000, 0, 0}, .damper_n_s_m = 2400, .spring_base = 0.71},
                   .brake_torque_n_m = 1100,
                   .drive_share = 1,
                   .differential_inertia_kg_m2 = 0.1,
                   .differential_locked = true}},
        .powertrain = {.engine = {.full_torque_n_m = {{0, 120}, {3000, 260}, {6000, 200}},
                                  .closed_torque_n_m = {{0, 0}, {6000, -60}},
                                  .speed_max_rpm = 6200,
                                  .idle_rpm = 810,
                                  .inertia_kg_m2 = 0.15},
                       .coupling = {.kind = CouplingKind::clutch,
                                    .torque_max_n_m = 440,
                                    .engage_rpm = {910, 1510}},
                       .gearbox = {.ratios = {3.6, 1.9, 1.2},
                                   .shifts = {{{920, 1000}, {2520, 5500}},
                                              {{1110, 2010}, {2600, 5600}},
                                              {{1220, 2100}, {2700, 5700}}},
                                   .shift_pause_s = 0.52,
                                   .input_inertia_kg_m2 = 0.022,
                                   .output_slip_n_m_s = 530},
                       .final_ratio = 3.9,
                       .shaft_inertia_kg_m2 = 0.033,
                       .reaction = 0.53},
    };
}

TEST(ReadVehicle, ReadsEveryKey) {
    const auto v = read_vehicle(kVehicleText, "some/where/truck.json");
    ASSERT_TRUE(v) << v.error().text;
    EXPECT_EQ(*v, expected());

    const CouplingSpec converter = read_vehicle(replaced(kClutch, kConverter), "v.json")->powertrain.coupling;
    EXPECT_EQ(converter, (CouplingSpec{.kind = CouplingKind::torque_converter,
                                       .capacity = {{0, 15}, {1, 35}},
                                       .torque_ratio = {{0, 2}, {0.9, 1}, {1, 1}}}));
    EXPECT_EQ(read_vehicle(replaced(kClutch, R"("kind": "direct")"), "v.json")->powertrain.coupling,
              (CouplingSpec{.kind = CouplingKind::direct}));
    const std::string with_chrono =
        R"("chrono": {"vehicle": "a", "engine": "b", "transmission": "c", "tyre": "d"}, "body")";
    EXPECT_EQ(read_vehicle(replaced("\"body\"", with_chrono), "v.json")->chrono,
              (ChronoSpec{"a", "b", "c", {"d"}}));
}

const std::string kBody = R"("body": {"mass_kg": 12000, "cg_m": -2, "cg_height_m": 1.1,
"inertia_kg_m2": [9000, 40000, 45000], "length_m": 4.9, "width_m": 2.7, "height_m": 2.5})";
const std::string kHandling = R"("handling": {"wheelbase_m": 2.7, "cg_to_front_axle_m": 1.3,
"steering_angle_max_rad": 0.5, "drive_force_max_n": 60000, "drive_power_max_w": 200000, "brake_force_max_n": 90000})";
const std::string kTracked =
    R"("chrono": {"vehicle": "a", "engine": "b", "transmission": "c", "tracked": true})";

TEST(ReadVehicle, ReadsAVehicleForChronoAlone) {
    const VehicleSpec v =
        read_vehicle("{" + kBody + ",\n" + kHandling + ",\n" + kTracked + "}", "v.json").value();
    EXPECT_TRUE(v.has_chrono());
    EXPECT_FALSE(v.has_parts());
    EXPECT_TRUE(v.chrono.tracked);
    const VehicleFigures whole = figures(v);
    EXPECT_EQ(whole.mass_kg, 12000);
    EXPECT_EQ(whole.cg_m, -2);
    EXPECT_EQ(whole.wheelbase_m, 2.7);
    EXPECT_EQ(whole.cg_to_front_axle_m, 1.3);
    EXPECT_EQ(whole.steering_angle_max_rad, 0.5);
    EXPECT_EQ(whole.drive_force_max_n, 60000);
    EXPECT_EQ(whole.drive_power_max_w, 200000);
    EXPECT_EQ(whole.brake_force_max_n, 90000);
    EXPECT_FALSE(read_vehicle(kVehicleText, "v.json")->has_chrono());
    EXPECT_TRUE(read_vehicle(kVehicleText, "v.json")->has_parts());
}

TEST(ReadVehicle, ReadsATyreForEachAxle) {
    const std::string text = replaced(
        "\"body\"",
        R"("chrono": {"vehicle": "a", "engine": "b", "transmission": "c", "tyre": ["d", "e"]}, "body")");
    EXPECT_EQ(read_vehicle(text, "v.json")->chrono.tyres, (std::vector<std::string>{"d", "e"}));
}

TEST(ReadVehicle, RefusesVehiclesNeitherCompleteNorForChronoAlone) {
    const auto of = [](const std::string& parts) { return refusal("{" + parts + "}"); };
    EXPECT_EQ(of(kBody),
              "v.json:1: key 'tyre': missing\nv.json:1: key 'axles': missing\n"
              "v.json:1: key 'powertrain': missing");
    EXPECT_EQ(of(kBody + "," + kTracked), "v.json:1: key 'handling': missing");
    EXPECT_EQ(
        of(kBody + "," + kHandling + R"(, "chrono": {"vehicle": "a", "engine": "b", "transmission": "c"})"),
        "v.json:3: key 'chrono.tyre': missing");
    std::string wheels = kTracked;
    wheels.insert(wheels.size() - 1, R"(, "tyre": "d")");
    EXPECT_EQ(of(kBody + "," + kHandling + "," + wheels),
              "v.json:3: key 'chrono.tyre': a tracked vehicle has none");
    EXPECT_EQ(refusal(replaced("\"body\"", kTracked + ", \"body\"")),
              "v.json:2: key 'chrono.tracked': the parts of this vehicle have wheels");
    EXPECT_EQ(refusal(replaced("\"body\"", kHandling + ", \"body\"")),
              "v.json:2: key 'handling': expected none: it is computed from the vehicle's parts");
    EXPECT_EQ(
        refusal(replaced(
            "\"body\"",
            R"("chrono": {"vehicle": "a", "engine": "b", "transmission": "c", "tyre": ["d"]}, "body")")),
        "accepted");
    EXPECT_EQ(
        refusal(replaced(
            "\"body\"",
            R"("chrono": {"vehicle": "a", "engine": "b", "transmission": "c", "tyre": ["d", "e", "f"]}, "body")")),
        "v.json:2: key 'chrono.tyre': expected one file, or one for each of 2 axles");
}

TEST(ReadVehicle, FillsInTheDefaults) {
    const VehicleSpec v = read_vehicle(kVehicleText, "v.json").value();
    EXPECT_EQ(v.axles[0].tyres_a_side, 1);
    EXPECT_EQ(v.axles[0].suspension.spring_base, 1) << "independent";
    EXPECT_EQ(v.axles[0].drive_share, 0);
    EXPECT_FALSE(v.axles[0].differential_locked);
    EXPECT_TRUE(v.axles[1].steering_left_rad.empty());
    EXPECT_EQ(v.axles[1].suspension.camber, (std::array<double, 2>{}));
    EXPECT_EQ(v.chrono, ChronoSpec{});
    std::string bare = replaced(", \"idle_rpm\": 810, \"inertia_kg_m2\": 0.15", "");
    bare = replaced(kClutch, R"("kind": "direct")", bare);
    EXPECT_EQ(read_vehicle(bare, "v.json")->powertrain.engine.idle_rpm, 0);
}

TEST(WriteVehicle, ReadsBackEqual) {
    const std::string converter = replaced(kClutch, kConverter);
    const std::string chrono = replaced(
        "\"body\"", R"("chrono": {"vehicle": "a", "engine": "b", "transmission": "c", "tyre": ""}, "body")");
    const std::string tracked = "{" + kBody + "," + kHandling + "," + kTracked + "}";
    for (const std::string& text :
         {kVehicleText, converter, chrono, tracked, replaced(kClutch, R"("kind": "direct")")}) {
        const VehicleSpec v = read_vehicle(text, "v.json").value();
        const auto again = read_vehicle(write_lines(vehicle_to_json(v)), "v.json");
        ASSERT_TRUE(again) << again.error().text;
        EXPECT_EQ(*again, v);
    }
}

struct Case {
    std::string from, to, refusal;
};

void expect_refused(std::initializer_list<Case> cases) {
    for (const Case& c : cases)
        EXPECT_EQ(refusal(replaced(c.from, c.to)), "v.json:" + c.refusal) << c.from << " -> " << c.to;
}

TEST(ReadVehicle, RefusesEachWrongValueWithItsLine) {
    expect_refused({
        {"1400", "0", "2: key 'body.mass_kg': expected more than 0 and at most 1000000"},
        {"1400", "1e7", "2: key 'body.mass_kg': expected more than 0 and at most 1000000"},
        {"1400", "1e-400", "2: key 'body.mass_kg': expected a number, not 1e-400"},
        {"1400", "\"heavy\"", "2: key 'body.mass_kg': expected a number"},
        {"1400", "true", "2: key 'body.mass_kg': expected a number"},
        {"1400", "null", "2: key 'body.mass_kg': expected a number"},
        {"\"mass_kg\": 1400, ", "", "2: key 'body.mass_kg': missing"},
        {"1700, ", "", "2: key 'body.inertia_kg_m2': expected an array of 3 numbers"},
        {"1700", "0", "2: key 'body.inertia_kg_m2[1]': expected more than 0 and at most 100000000"},
        {"-20", "-2e8", "3: key 'body.roll_yaw_product_kg_m2': expected -100000000 to 100000000"},
        {"\"drag_area_m2\"", "\"drag\"",
         "4: key 'body.drag': unknown; did you mean 'drag_area_m2'? Known here: cg_height_m, cg_m, "
         "drag_area_m2, height_m, inertia_kg_m2, "
         "length_m, mass_kg, reference_height_m, roll_yaw_product_kg_m2, width_m"},
        {"[90000, 170000]", "90000", "7: key 'tyre.longitudinal.slope_n': expected an array of 2 numbers"},
        {"6500", "-1", "9: key 'tyre.lateral.peak_force_n[1]': expected more than 0 and at most 100000000"},
        {"\"tyres_a_side\": 2", "\"tyres_a_side\": 3",
         "17: key 'axles[1].tyres_a_side': expected a whole number from 1 to 2"},
        {"\"tyres_a_side\": 2", "\"tyres_a_side\": 1.5",
         "17: key 'axles[1].tyres_a_side': expected a whole number from 1 to 2"},
        {"0.71", "1.1", "18: key 'axles[1].suspension.spring_base': expected more than 0 and at most 1"},
        {"true", "1", "19: key 'axles[1].differential_locked': expected true or false"},
        {"\"axles\": [", "\"axles\": [7, ", "12: key 'axles[0]': expected an object"},
        {"\"clutch\"", "\"belt\"",
         "22: key 'powertrain.coupling.kind': expected one of direct, torque_converter, clutch"},
        {"\"clutch\"", "4", "22: key 'powertrain.coupling.kind': expected a string"},
        {"1.9", "0", "23: key 'powertrain.gearbox.ratios[1]': expected more than 0 and at most 1000"},
        {"[3.6, 1.9, 1.2]", "3.6", "23: key 'powertrain.gearbox.ratios': expected an array"},
        {"[3.6, 1.9, 1.2]", "[]", "23: key 'powertrain.gearbox.ratios': expected 1 to 20 numbers"},
        {"[3.6, 1.9, 1.2]", "[1,1,1,1,1, 1,1,1,1,1, 1,1,1,1,1, 1,1,1,1,1, 1]",
         "23: key 'powertrain.gearbox.ratios': expected 1 to 20 numbers"},
        {"\"reaction\": 0.53}", "\"reaction\": 0.53}, \"chrono\": {}",
         "26: key 'chrono.vehicle': missing\n"
         "v.json:26: key 'chrono.engine': missing\n"
         "v.json:26: key 'chrono.transmission': missing\n"
         "v.json:26: key 'chrono.tyre': missing"},
    });
}

TEST(ReadVehicle, RefusesInvalidCurves) {
    const std::string curve = "[[0, 120], [3000, 260], [6000, 200]]";
    const std::string key = "20: key 'powertrain.engine.full_torque_n_m";
    std::string many = "[[0, 1]";
    for (int x = 1; x <= 1000; ++x) many += ", [" + std::to_string(x) + ", 1]";
    expect_refused({
        {curve, "120", key + "': expected an array"},
        {curve, "[]", key + "': expected 2 to 1000 points [x, y]"},
        {curve, "[[0, 120]]", key + "': expected 2 to 1000 points [x, y]"},
        {curve, many + "]", key + "': expected 2 to 1000 points [x, y]"},
        {"[3000, 260]", "3000", key + "[1]': expected a point [x, y]"},
        {"[3000, 260]", "[3000, 260, 1]", key + "[1]': expected a point [x, y]"},
        {"[3000, 260]", "[\"3000\", 260]", key + "[1][0]': expected a number"},
        {"[3000, 260]", "[3000, 2e6]", key + "[1][1]': expected -1000000 to 1000000"},
        {"[3000, 260]", "[2e6, 260]", key + "[1][0]': expected -1000000 to 1000000"},
        {"[3000, 260]", "[0, 260]", key + "[1]': expected x to rise above 0"},
        {"[6000, 200]", "[2999, 200]", key + "[2]': expected x to rise above 3000"},
        {"0.58]]", "1.6]]", "15: key 'axles[0].steering_left_rad[2][1]': expected -1.5 to 1.5"},
    });
}

TEST(ReadVehicle, RefusesInconsistentAxles) {
    const std::string axles = kVehicleText.substr(
        kVehicleText.find("[{\"position_m\""),
        kVehicleText.find("],\n\"powertrain\"") + 1 - kVehicleText.find("[{\"position_m\""));
    const std::string cg =
        "2: key 'body.cg_m': expected the centre of gravity, of the body and of the whole vehicle, behind "
        "the first axle and ahead of the middle of the others";
    expect_refused({
        {axles, "[{}]", "12: key 'axles': expected 2 to 4 objects"},
        {axles, "[{}, {}, {}, {}, {}]", "12: key 'axles': expected 2 to 4 objects"},
        {"-1.4", "1.3", "17: key 'axles[1].position_m': expected axles from the front to the rear"},
        {"\"drive_share\": 1", "\"drive_share\": 0.9",
         "12: key 'axles': expected the drive_share of all axles to sum to 1"},
        {"\"brake_torque_n_m\": 2000}", "\"brake_torque_n_m\": 2000, \"drive_share\": 0.1}",
         "12: key 'axles': expected the drive_share of all axles to sum to 1"},
        {"[30000", "[0", "13: key 'axles[0].suspension.spring': expected a first number above 0"},
        {"[30000, 1000, 20000]", "[30000, 0, -1e7]",
         "13: key 'axles[0].suspension.spring': expected a rate above 0 up to 4 cm from rest, both ways"},
        {"[30000, 1000, 20000]", "[3000, 0, 0]",
         "13: key 'axles[0].suspension.spring': expected springs that give less than 1 m under their load at "
         "rest"},
        {"\"stiffness_n_m\": 200000", "\"stiffness_n_m\": 200",
         "5: key 'tyre.stiffness_n_m': expected a tyre that gives less than 0.6 of its radius under its load "
         "at rest"},
        {"\"unsprung_mass_kg\": 40", "\"unsprung_mass_kg\": 0.04",
         "12: key 'axles[0].unsprung_mass_kg': too small for these springs, dampers and tyres: steps of 1 ms "
         "cannot follow"},
        {"\"wheel_inertia_kg_m2\": 1.21", "\"wheel_inertia_kg_m2\": 0.001",
         "12: key 'axles[0].wheel_inertia_kg_m2': too small for this tyre: steps of 1 ms cannot follow"},
        {"\"mass_kg\": 1400", "\"mass_kg\": 1.4",
         "2: key 'body.mass_kg': too small for these dampers: steps of 1 ms cannot follow"},
        {"\"roll_yaw_product_kg_m2\": -20", "\"roll_yaw_product_kg_m2\": -2000",
         "3: key 'body.roll_yaw_product_kg_m2': expected less than the root of roll times yaw inertia"},
        {"\"cg_m\": 0.1", "\"cg_m\": 1.3", cg},
        {"\"cg_m\": 0.1", "\"cg_m\": -1.4", cg},
        {"-0.62], [0, 0.01], [1, 0.58]]", "-0.62], [0, 0.01], [0.9, 0.58]]",
         "15: key 'axles[0].steering_left_rad': expected points from -1 to 1"},
        {"[[-1, -0.58]", "[[-1.1, -0.58]",
         "15: key 'axles[0].steering_right_rad': expected points from -1 to 1"},
        {"0.64", "-0.64",
         "15: key 'axles[0].steering_right_rad': expected a front wheel that turns to the left at 1: an "
         "angle above 0"},
    });
    const std::size_t right = kVehicleText.find("\"steering_right_rad\"");
    const std::string curve = kVehicleText.substr(right, kVehicleText.find(",\n", right) + 1 - right);
    EXPECT_EQ(refusal(replaced(curve, "")),
              "v.json:12: key 'axles[0]': expected both \"steering_left_rad\" and \"steering_right_rad\", or "
              "neither");
    const std::string no_front_brake = replaced("\"brake_torque_n_m\": 2000", "\"brake_torque_n_m\": 0");
    EXPECT_EQ(refusal(no_front_brake), "accepted");
    EXPECT_EQ(refusal(replaced("\"brake_torque_n_m\": 1100", "\"brake_torque_n_m\": 0", no_front_brake)),
              "v.json:12: key 'axles': expected a brake_torque_n_m above 0 on some axle");
    // The centre of gravity of the body is between the axles. One axle is so heavy that the centre of gravity
    // of the whole vehicle is not.
    const std::size_t last = kVehicleText.find("{\"position_m\": -1.4");
    const std::string rear = kVehicleText.substr(last, kVehicleText.find("],\n\"powertrain\"") - last);
    std::string third = replaced("\"drive_share\": 1", "\"drive_share\": 0",
                                 replaced("-1.4", "-8", replaced("kg\": 45", "kg\": 90000", rear)));
    EXPECT_EQ(refusal(replaced(rear, rear + ", " + third)), "v.json:" + cg);
    // Rear axles may steer in either direction.
    std::string steered = rear;
    steered.insert(
        1, R"("steering_left_rad": [[-1, 0.1], [1, -0.1]], "steering_right_rad": [[-1, 0.1], [1, -0.1]], )");
    EXPECT_EQ(refusal(replaced(rear, steered)), "accepted");
}

TEST(ReadVehicle, RefusesAnInconsistentPowertrain) {
    const std::string shift = ", {\"down_rpm\": [1220, 2100], \"up_rpm\": [2700, 5700]}";
    const std::string clutch =
        "22: key 'powertrain.coupling': a clutch needs \"torque_max_n_m\" above 0 and rising \"engage_rpm\"";
    const std::string converter =
        "22: key 'powertrain.coupling': a torque converter needs \"capacity\" and \"torque_ratio\"";
    const std::string inertia =
        "21: key 'powertrain.engine.inertia_kg_m2': expected more than 0 with this coupling";
    expect_refused({
        {shift, "", "23: key 'powertrain.gearbox.shifts': expected one entry for each of the 3 ratios"},
        {"[1110, 2010]", "[2600, 2010]",
         "24: key 'powertrain.gearbox.shifts[1]': expected down_rpm below up_rpm"},
        {"[1110, 2010]", "[1110, 5601]",
         "24: key 'powertrain.gearbox.shifts[1]': expected down_rpm below up_rpm"},
        {"0.022", "0",
         "25: key 'powertrain.gearbox.input_inertia_kg_m2': expected more than 0 where "
         "\"output_slip_n_m_s\" is"},
        {"\"input_inertia_kg_m2\": 0.022, ", "",
         "23: key 'powertrain.gearbox.input_inertia_kg_m2': expected more than 0 where "
         "\"output_slip_n_m_s\" is"},
        {"\"torque_max_n_m\": 440, ", "", clutch},
        {", \"engage_rpm\": [910, 1510]", "", clutch},
        {"[910, 1510]", "[910, 910]", clutch},
        {kClutch, R"("kind": "torque_converter", "capacity": [[0, 15], [1, 35]])", converter},
        {kClutch, R"("kind": "torque_converter", "torque_ratio": [[0, 15], [1, 35]])", converter},
        {"\"inertia_kg_m2\": 0.15", "\"inertia_kg_m2\": 0", inertia},
        {"[[0, 120], [3000, 260], [6000, 200]]", "[[0, 120], [3000, 0], [6300, 200]]",
         "20: key 'powertrain.engine.full_torque_n_m': expected a torque above 0 before speed_max_rpm"},
    });
    EXPECT_EQ(refusal(replaced("\"inertia_kg_m2\": 0.15", "\"inertia_kg_m2\": 0",
                               replaced(kClutch, R"("kind": "direct")"))),
              "accepted");
}

TEST(ReadVehicle, RefusesTyresThatTurnNegativeAtSomeLoad) {
    const auto refusal_of = [](const char* line, const char* key) {
        return std::string(line) + ": key 'tyre." + key +
               "': expected numbers that stay above 0 when extended in a straight line to zero load and to "
               "load_max_n";
    };
    expect_refused({
        {"[90000, 170000]", "[90000, 360000]",
         refusal_of("7", "longitudinal.slope_n")},  // negative without load
        {"[90000, 170000]", "[90000, 102000]",
         refusal_of("7", "longitudinal.slope_n")},  // negative at 3.33 times the nominal load
        {"[3700, 7000]", "[3700, 4000]", refusal_of("7", "longitudinal.peak_force_n")},
        {"[0.12, 0.13]", "[0.12, 0.24]", refusal_of("7", "longitudinal.peak_slip")},
        {"[2900, 5600]", "[2900, 3000]", refusal_of("8", "longitudinal.sliding_force_n")},
        {"[0.6, 0.7]", "[0.6, 0.3]", refusal_of("8", "longitudinal.sliding_slip")},
        {"[60000, 100000]", "[60000, 60000]", refusal_of("9", "lateral.slope_n")},
        {"[0.21, 0.22]", "[0.21, 0.1]", refusal_of("11", "trail_zero_slip")},
        {"[0.5, 0.55]", "[0.5, 1.0]", refusal_of("11", "trail_end_slip")},
    });
}

TEST(ReadVehicle, RefusesFilesThatAreNotAVehicle) {
    EXPECT_EQ(refusal("[]"), "v.json:1: expected an object");
    EXPECT_EQ(refusal(kVehicleText, "my car.json"),
              "my car.json: a vehicle's name is that of its file: expected a name that begins with a letter, "
              "a digit or '_' and continues with these, '-' or '.'");
    EXPECT_EQ(load_vehicle("/no/such.json").error().text, "/no/such.json: no such file");
}

TEST(ReadVehicle, NamesEveryProblemAtOnce) {
    EXPECT_EQ(refusal(replaced("1400", "0", replaced("0.32", "\"big\""))),
              "v.json:2: key 'body.mass_kg': expected more than 0 and at most 1000000\n"
              "v.json:5: key 'tyre.radius_m': expected a number");
    EXPECT_EQ(refusal(replaced("[30000", "[0", replaced("[910, 1510]", "[910, 0]"))),
              "v.json:13: key 'axles[0].suspension.spring': expected a first number above 0\n"
              "v.json:22: key 'powertrain.coupling': a clutch needs \"torque_max_n_m\" above 0 and rising "
              "\"engage_rpm\"");
}

TEST(Figures, AreThoseOfTheWholeVehicle) {
    const VehicleFigures f = figures(expected());
    EXPECT_DOUBLE_EQ(f.mass_kg, 1400 + 2 * 40 + 2 * 45);
    EXPECT_DOUBLE_EQ(f.cg_m, (1400 * 0.1 + 80 * 1.3 - 90 * 1.4) / 1570);
    EXPECT_DOUBLE_EQ(f.cg_height_m, (1400 * 0.61 + 170 * 0.32) / 1570);
    EXPECT_DOUBLE_EQ(f.wheelbase_m, 2.7);
    EXPECT_DOUBLE_EQ(f.cg_to_front_axle_m, 1.3 - f.cg_m);
    EXPECT_DOUBLE_EQ(f.steering_angle_max_rad, 0.61);
    EXPECT_DOUBLE_EQ(f.drive_force_max_n, 260 * 3.6 * 3.9 / 0.32);
    EXPECT_DOUBLE_EQ(f.drive_power_max_w, 200 * 6000 * std::numbers::pi / 30);
    EXPECT_DOUBLE_EQ(f.brake_force_max_n, 2 * (2000 + 1100) / 0.32);
}

}  // namespace
}  // namespace synchrono::config
