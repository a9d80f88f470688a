// Proves that a drive's file is read correctly and refused if it is wrong, and that a written drive reads
// back the same. Drives are compared as docs/vehicle-model.md says. Also proves what a driver does in each
// manoeuvre.
#include "tools/drive/drive.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <stdlib.h>

#include "tests/support/vehicles.hpp"

namespace synchrono::tools::drive {
namespace {

namespace fs = std::filesystem;

const std::string kColumns =
    "t,throttle,steering,braking,x,y,z,roll,pitch,yaw,vx,vy,wx,wy,wz,ax,ay,w_fl,w_fr,w_rl,w_rr,rpm,gear";

/// A folder with one file. Owns: the folder.
class CsvFile {
  public:
    explicit CsvFile(const std::string& text) {
        std::string name = ::testing::TempDir() + "synchrono_XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
        folder_ = name;
        std::ofstream(path(), std::ios::binary) << text;
    }
    CsvFile(const CsvFile&) = delete;
    ~CsvFile() { fs::remove_all(folder_); }

    fs::path path() const { return folder_ / "d.csv"; }

  private:
    fs::path folder_;
};

std::vector<DriveSample> read(const std::string& text, bool need_motion = false) {
    const CsvFile file(text);
    const auto samples = read_drive(file.path(), need_motion);
    EXPECT_TRUE(samples) << samples.error().text;
    return samples.value();
}

std::string refusal(const std::string& text, bool need_motion = false) {
    const CsvFile file(text);
    const auto samples = read_drive(file.path(), need_motion);
    if (samples) return "accepted";
    const std::string folder = file.path().parent_path().string() + "/", error = samples.error().text;
    return error.starts_with(folder) ? error.substr(folder.size()) : error;
}

TEST(ReadDrive, FindsColumnsByTheirNames) {
    const auto samples = read(
        "note,vx,braking,steering,throttle,t\n"
        "hello,7.5,0.25,-1,0.5,3\n"
        "\n"
        ",,0,1,1e-1,3.25\r\n");
    ASSERT_EQ(samples.size(), 2u);
    EXPECT_EQ(samples[0].t, 3);
    EXPECT_EQ(samples[0].vx, 7.5);
    EXPECT_EQ(samples[0].inputs,
              (client::body::DriverInputs{.steering = -1, .throttle = 0.5, .braking = 0.25}));
    EXPECT_EQ(samples[1].t, 3.25);
    EXPECT_EQ(samples[1].vx, 0) << "only the first row has the initial speed";
    EXPECT_EQ(samples[1].inputs, (client::body::DriverInputs{.steering = 1, .throttle = 0.1, .braking = 0}));
}

TEST(ReadDrive, TakesTheGearOfTheFirstRow) {
    const auto samples = read("t,throttle,steering,braking,vx,gear\n0,0,0,0,5,3\n1,0,0,0\n");
    EXPECT_EQ(samples[0].gear, 3);
    EXPECT_EQ(samples[1].gear, 0);
}

TEST(ReadDrive, RefusesInvalidRowsWithLineAndColumn) {
    const std::string head = "t,throttle,steering,braking,vx\n";
    const struct {
        std::string text, refusal;
    } cases[] = {
        {"t,throttle,braking,vx\n", "d.csv:1: no column 'steering'"},
        {"t,throttle,steering,braking\n", "d.csv:1: no column 'vx'"},
        {head, "d.csv: expected two rows or more"},
        {head + "0,0,0,0,5\n", "d.csv: expected two rows or more"},
        {head + "0,0,0,0,5\n1,0,0,0,5,6\n", "d.csv:3: more fields than columns"},
        {head + "0,0,0,0,5\n1,0,0\n", "d.csv:3: braking: missing"},
        {head + "0,0,0,0\n", "d.csv:2: vx: missing"},
        {head + "0,0,0,0,\n", "d.csv:2: vx: expected a number, not ''"},
        {head + "0,wide,0,0,5\n", "d.csv:2: throttle: expected a number, not 'wide'"},
        {head + "0,0.5 1,0,0,5\n", "d.csv:2: throttle: expected a number, not '0.5 1'"},
        {head + "0,nan,0,0,5\n", "d.csv:2: throttle: expected a number, not 'nan'"},
        {head + "0,0,0,0,inf\n", "d.csv:2: vx: expected a number, not 'inf'"},
        {head + "0,0,0,0,fast\n1,0,0,0\n", "d.csv:2: vx: expected a number, not 'fast'"},
        {head + "0,0,0,0,1e3\n1,0,0,0\n", "d.csv:2: vx: expected -100 to 100"},
        {head + "0,0,0,0,5\n1e7,0,0,0\n", "d.csv: expected times in s, over no more than 3600 s"},
        {"t,t,throttle,steering,braking,vx\n", "d.csv:1: column 't' appears twice"},
        {"", "d.csv: is empty"},
        {"t,throttle,steering,braking,vx,gear\n0,0,0,0,5,1e300\n1,0,0,0\n",
         "d.csv:2: gear: expected a whole number"},
        {head + "0,1.01,0,0,5\n", "d.csv:2: throttle: expected 0 to 1"},
        {head + "0,-0.01,0,0,5\n", "d.csv:2: throttle: expected 0 to 1"},
        {head + "0,0,0,0,5\n1,0,0,2,\n", "d.csv:3: braking: expected 0 to 1"},
        {head + "0,0,0,-1,5\n", "d.csv:2: braking: expected 0 to 1"},
        {head + "0,0,-1.1,0,5\n", "d.csv:2: steering: expected -1 to 1"},
        {head + "0,0,1.1,0,5\n", "d.csv:2: steering: expected -1 to 1"},
        {head + "0,0,0,0,5\n\n0,0,0,0,5\n", "d.csv:4: t: expected a later time"},
    };
    for (const auto& c : cases) EXPECT_EQ(refusal(c.text), c.refusal) << c.text;
    EXPECT_EQ(read_drive("/no/such.csv", false).error().text, "/no/such.csv: no such file");
    EXPECT_EQ(read_drive("/tmp", false).error().text, "/tmp: no such file");
}

TEST(ReadDrive, NeedsAllColumnsWhenMotionIsRequired) {
    const std::string row = "0,0,0,0,0,0,0,0,0,0,5,0,0,0,0,0,0,0,0,0,0,0,1\n";
    const std::string later = "1" + row.substr(1);
    EXPECT_EQ(refusal(kColumns + "\n" + row + later, true), "accepted");
    for (std::size_t from = 0; from < kColumns.size();) {
        const std::size_t to = std::min(kColumns.find(',', from), kColumns.size());
        const std::string name = kColumns.substr(from, to - from);
        std::string without = kColumns;
        without.replace(from, name.size(), "other");
        EXPECT_EQ(refusal(without + "\n" + row + later, true), "d.csv:1: no column '" + name + "'");
        from = to + 1;
    }
    EXPECT_EQ(refusal(kColumns + "\n" + row + "1,0,0,0,0,0,0,0,0,0,,0,0,0,0,0,0,0,0,0,0,0,1\n", true),
              "d.csv:3: vx: expected a number, not ''");
}

TEST(WriteDrive, IsReadBackToTheWrittenDecimals) {
    std::vector<DriveSample> samples(2);
    samples[0] = {.t = 0.01,
                  .inputs = {.steering = -0.1234, .throttle = 0.5678, .braking = 0.25},
                  .x = 12.34567,
                  .y = -1.00001,
                  .z = 0.21875,
                  .roll = 0.012345,
                  .pitch = -0.000001,
                  .yaw = 3.141593,
                  .vx = 20.12345,
                  .vy = -0.00002,
                  .wx = 0.1,
                  .wy = -0.2,
                  .wz = 0.30001,
                  .ax = -9.8123,
                  .ay = 4.5,
                  .wheels = {1.5, 2.5, 3.5, 4.0625},
                  .rpm = 2345.5,
                  .gear = 4};
    samples[1] = samples[0];
    samples[1].t = 0.02;
    const std::string text = to_csv(samples);
    EXPECT_EQ(text.substr(0, text.find('\n')), kColumns);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
    EXPECT_EQ(to_csv(read(text, true)), text);
    const DriveSample back = read(text, true)[0];
    EXPECT_EQ(back.inputs, samples[0].inputs);
    EXPECT_EQ(back.x, samples[0].x);
    EXPECT_EQ(back.yaw, samples[0].yaw);
    EXPECT_EQ(back.wheels, samples[0].wheels);
    EXPECT_EQ(back.gear, 4);
}

/// Returns a turn at 10 to 12 m/s in which speed, yaw rate, lateral acceleration and roll have the ranges 2,
/// 0.2, 2 and 0.02, in SI units.
std::vector<DriveSample> turning(std::size_t count = 101) {
    std::vector<DriveSample> samples(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(count - 1);
        DriveSample& s = samples[i];
        s.t = 0.01 * static_cast<double>(i);
        s.inputs.steering = 0.1;
        s.x = 0.1 * static_cast<double>(i);
        s.vx = 10 + 2 * share;
        s.wz = 0.2 * share;
        s.ay = 2 * share;
        s.roll = -0.02 * share;
    }
    return samples;
}

TEST(Compare, EqualDrivesHaveNoError) {
    const auto errors = compare(turning(), turning());
    EXPECT_EQ(errors.speed, 0);
    EXPECT_EQ(errors.yaw_rate, 0);
    EXPECT_EQ(errors.lateral_acceleration, 0);
    EXPECT_EQ(errors.roll, 0);
    EXPECT_EQ(errors.position_m, 0);
    EXPECT_NEAR(errors.distance_m, 10, 1e-12);
}

TEST(Compare, ErrorsAreRelativeToTheRangeOfTheReference) {
    auto driven = turning();
    for (DriveSample& s : driven) {
        s.vx -= 0.5;
        s.wz += 0.01;
        s.ay += 0.5;
        s.roll += 0.001;
        s.x += 3;
        s.y -= 4;
    }
    driven.resize(150);  // samples after the end of the reference do not count
    const auto errors = compare(driven, turning());
    EXPECT_NEAR(errors.speed, 0.25, 1e-12);
    EXPECT_NEAR(errors.yaw_rate.value(), 0.05, 1e-12);
    EXPECT_NEAR(errors.lateral_acceleration.value(), 0.25, 1e-12);
    EXPECT_NEAR(errors.roll.value(), 0.05, 1e-12);
    EXPECT_NEAR(errors.position_m, 5, 1e-12);
}

TEST(Compare, ErrorsAreRootMeanSquaresAndTheLastPosition) {
    auto driven = turning();
    driven[10].wz += 0.3;
    driven[20].wz -= 0.4;
    driven[50].x += 100;
    const auto errors = compare(driven, turning());
    EXPECT_NEAR(errors.yaw_rate.value(), std::sqrt(0.25 / 101) / 0.2, 1e-12);
    EXPECT_EQ(errors.position_m, 0);
}

TEST(Compare, ComparesSpeedInAnyDirection) {
    auto reference = turning();
    auto driven = reference;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        reference[i].vx = 3;
        reference[i].vy = 4;
        driven[i].vx = 5;
        driven[i].vy = 0;
    }
    EXPECT_NEAR(compare(driven, reference).speed, 0, 1e-12);
}

TEST(Compare, HasNoSteeringErrorsWithoutSteering) {
    auto reference = turning();
    for (DriveSample& s : reference) s.inputs.steering = 0.001;
    const auto errors = compare(turning(), reference);
    EXPECT_FALSE(errors.yaw_rate || errors.lateral_acceleration || errors.roll);
    reference.back().inputs.steering = -0.002;
    EXPECT_TRUE(compare(turning(), reference).yaw_rate);
}

TEST(Compare, LeavesOutTimesWhenTheReferenceHardlyMoves) {
    auto reference = turning();
    auto driven = reference;
    for (std::size_t i = 50; i < reference.size(); ++i) {
        reference[i].vx = 0.3;
        reference[i].vy = 0.4;
        driven[i].vx = driven[i].wz = driven[i].ay = driven[i].roll = 100;
    }
    const auto errors = compare(driven, reference);
    EXPECT_EQ(errors.speed, 0);
    EXPECT_EQ(errors.yaw_rate, 0);
    EXPECT_EQ(errors.roll, 0);
    for (DriveSample& s : reference) s.vx = s.vy = 0;
    EXPECT_EQ(compare(driven, reference).speed, 0) << "the reference never moves";
}

TEST(Compare, DoesNotDivideByEmptyRanges) {
    auto reference = turning();
    for (DriveSample& s : reference) {
        s.vx = 10;
        s.wz = s.ay = s.roll = 0;
    }
    auto driven = reference;
    for (DriveSample& s : driven) {
        s.vx += 0.1;
        s.wz += 0.01;
        s.ay += 0.1;
        s.roll += 0.1 * std::numbers::pi / 180;
    }
    const auto errors = compare(driven, reference);
    EXPECT_NEAR(errors.speed, 0.1 / 1, 1e-12);
    EXPECT_NEAR(errors.yaw_rate.value(), 0.01 / 0.05, 1e-12);
    EXPECT_NEAR(errors.lateral_acceleration.value(), 0.1 / 0.5, 1e-12);
    EXPECT_NEAR(errors.roll.value(), 0.1 / 0.5, 1e-12);
}

/// Returns inputs from 5.0 to 5.4 s that change at 5.2 s.
std::vector<DriveSample> rows() {
    std::vector<DriveSample> samples(3);
    samples[0] = {.t = 5, .inputs = {.steering = -0.5, .throttle = 0.2, .braking = 0}, .vx = 12, .gear = 2};
    samples[1] = {.t = 5.2, .inputs = {.steering = 0.5, .throttle = 0, .braking = 0}};
    samples[2] = {.t = 5.4, .inputs = {.steering = 0.5, .throttle = 0, .braking = 1}};
    return samples;
}

TEST(Replay, InterpolatesInputsBetweenRows) {
    const auto replay = make_replay(rows());
    EXPECT_NEAR(replay->duration_s(), 0.4, 1e-12);
    EXPECT_EQ(replay->initial_speed(), 12);
    EXPECT_EQ(replay->initial_gear(), 2);
    const auto at = [&](double t, double steering, double throttle, double braking) {
        const auto inputs = replay->inputs(t, {});
        EXPECT_NEAR(inputs.steering, steering, 1e-12) << t;
        EXPECT_NEAR(inputs.throttle, throttle, 1e-12) << t;
        EXPECT_NEAR(inputs.braking, braking, 1e-12) << t;
    };
    at(0, -0.5, 0.2, 0);
    at(0.05, -0.25, 0.15, 0);
    at(0.2, 0.5, 0, 0);
    at(0.35, 0.5, 0, 0.75);
    at(0.4, 0.5, 0, 1);
    at(9, 0.5, 0, 1);
    auto without_gear = rows();
    without_gear[0].gear = 0;
    EXPECT_EQ(make_replay(without_gear)->initial_gear(), std::nullopt);
}

TEST(Manoeuvres, AreFoundByTheirNames) {
    EXPECT_GE(manoeuvre_names().size(), 10u);
    for (const ManoeuvreName& name : manoeuvre_names()) {
        const auto manoeuvre = make_manoeuvre(name.name, sedan(), std::nullopt);
        ASSERT_TRUE(manoeuvre) << name.name;
        EXPECT_GT(manoeuvre->duration_s(), 1) << name.name;
        EXPECT_EQ(manoeuvre->initial_gear(), std::nullopt);
        EXPECT_EQ(make_manoeuvre(name.name, sedan(), 7.5)->initial_speed(), 7.5) << name.name;
        EXPECT_NE(std::string(name.description), "");
    }
    EXPECT_EQ(make_manoeuvre("somersault", sedan(), std::nullopt), nullptr);
    EXPECT_EQ(make_manoeuvre("", sedan(), std::nullopt), nullptr);
}

TEST(Manoeuvres, KeepInputsInRangeWhateverTheVehicleDoes) {
    for (const ManoeuvreName& name : manoeuvre_names()) {
        for (const double speed : {0.0, 0.1, 90.0}) {
            auto vehicle = sedan();
            vehicle.axles[0].steering_left_rad.clear();
            vehicle.axles[0].steering_right_rad.clear();
            const auto manoeuvre = make_manoeuvre(name.name, vehicle, speed);
            DriveSample now;
            for (double t = 0; t < manoeuvre->duration_s(); t += 0.05) {
                now.x = 1000 * std::sin(t);
                now.vx = 50 * std::cos(7 * t);
                now.wz = 5 * std::sin(3 * t);
                const auto inputs = manoeuvre->inputs(t, now);
                ASSERT_TRUE(inputs.steering >= -1 && inputs.steering <= 1) << name.name << " " << speed;
                ASSERT_TRUE(inputs.throttle >= 0 && inputs.throttle <= 1) << name.name << " " << speed;
                ASSERT_TRUE(inputs.braking >= 0 && inputs.braking <= 1) << name.name << " " << speed;
            }
        }
    }
}

TEST(Manoeuvres, HardlyDependOnTheStep) {
    for (const ManoeuvreName& name : manoeuvre_names()) {
        DriveSample now;
        now.vx = 10;
        now.wz = 0.2;
        const auto asked_every = [&](double dt) {
            const auto manoeuvre = make_manoeuvre(name.name, sedan(), 10);
            client::body::DriverInputs inputs;
            for (int i = 0; i * dt < 1.5; ++i) inputs = manoeuvre->inputs(i * dt, now);
            return inputs;
        };
        EXPECT_NEAR(asked_every(0.001).steering, asked_every(0.0005).steering, 0.02) << name.name;
        EXPECT_NEAR(asked_every(0.001).throttle, asked_every(0.0005).throttle, 0.02) << name.name;
    }
}

std::vector<DriveSample> drive_named(const char* name, DriveSettings settings = {}) {
    const auto manoeuvre = make_manoeuvre(name, sedan(), std::nullopt);
    return drive(sedan(), *manoeuvre, settings).value();
}

TEST(Manoeuvres, DriveAsTheirNamesSay) {
    EXPECT_GT(drive_named("accelerate").back().vx, 15);
    EXPECT_LT(drive_named("accelerate_half").back().vx, drive_named("accelerate").back().vx);
    EXPECT_LT(std::abs(drive_named("brake").back().vx), 0.1);
    const auto coast = drive_named("coast");
    EXPECT_LT(coast.back().vx, 15);
    EXPECT_GT(coast.back().x, 100);
    const auto step = drive_named("step_steer");
    EXPECT_NEAR(step.back().vx, 14, 1) << "the speed must stay constant";
    EXPECT_NEAR(step.back().ay, 3, 1);
    EXPECT_GT(step.back().yaw, 0) << "the vehicle must turn left";
    for (const char* weave : {"sine_steer", "double_lane"})
        EXPECT_NEAR(drive_named(weave).back().yaw, 0, 0.3) << weave;
    for (const auto& vehicle : {sedan(), truck()}) {
        const auto manoeuvre = make_manoeuvre("circle", vehicle, std::nullopt);
        const auto samples = drive(vehicle, *manoeuvre, {}).value();
        for (const DriveSample& s : samples)
            ASSERT_NEAR(std::hypot(s.x, s.y - 40), 40, 3) << vehicle.name << " at " << s.t;
    }
}

TEST(Drive, SamplesEveryTenMilliseconds) {
    for (const auto step : {SimDuration::milliseconds(1), SimDuration::microseconds(2500)}) {
        for (const char* engine : {"embedded", "single_track"}) {
            const auto replay = make_replay(rows());
            const auto samples = drive(sedan(), *replay, {.engine = engine, .step = step}).value();
            ASSERT_EQ(samples.size(), 41u);
            EXPECT_EQ(samples[0].x, 0);
            EXPECT_EQ(samples[0].y, 0);
            EXPECT_NEAR(samples[0].vx, 12, 0.01);
            EXPECT_NEAR(samples[0].z, sedan().body.reference_height_m, 0.02);
            EXPECT_NEAR(samples[40].x, 12 * 0.4, 0.3);
            for (std::size_t i = 0; i < samples.size(); ++i) {
                EXPECT_NEAR(samples[i].t, 0.01 * static_cast<double>(i), 1e-9);
                EXPECT_NEAR(samples[i].inputs.braking, std::max(0.0, (samples[i].t - 0.2) / 0.2), 1e-9);
            }
            if (engine == std::string("embedded")) {
                EXPECT_EQ(samples[0].gear, 2) << "the gear must come from the file";
                EXPECT_NEAR(samples[0].wheels[2], 12 / sedan().tyre.radius_m, 2);
            }
        }
    }
}

TEST(Drive, BrakingTakesLongerOnASlipperyRoad) {
    EXPECT_GT(drive_named("brake_hard", {.friction = 0.2}).back().x,
              2 * drive_named("brake_hard", {.friction = 0.9}).back().x);
}

TEST(Drive, HardlyDependsOnTheStep) {
    for (const char* name : {"step_steer", "circle"}) {
        const auto fine = drive_named(name, {.step = SimDuration::microseconds(500)});
        const auto errors = compare(drive_named(name), fine);
        EXPECT_LT(errors.speed, 0.01) << name;
        EXPECT_LT(errors.yaw_rate.value(), 0.02) << name;
    }
}

}  // namespace
}  // namespace synchrono::tools::drive
