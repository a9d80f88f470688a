// Proves that the logs of a real run, with one sensor of each kind on each of two cars, hold every sample,
// and that the export writes the samples as files. Also proves that under `exact` the samples are the same
// whichever client a car is in, and that a client refuses, before the run begins, sensors whose samples a
// log cannot hold.
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <signal.h>
#include <sstream>

#include "tests/common/picture/png_reader.hpp"
#include "tests/process/test_run.hpp"
#include "tools/logs/log_diff.hpp"
#include "tools/reading/log_analysis.hpp"
#include "tools/sensors/sensor_export.hpp"

namespace synchrono::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr SimDuration kDuration = SimDuration::milliseconds(480);
constexpr SimDuration kPeriod = SimDuration::milliseconds(50);
constexpr std::int64_t kSamples = kDuration / kPeriod;
constexpr std::uint32_t kWidth = 32, kHeight = 18;

/// Returns a scenario with two cars on the ring road, each with one sensor of every kind.
config::Scenario cars_with_sensors() {
    auto scenario = ring(2, kDuration, kExact);
    const auto add = [&](const std::string& name, SimDuration period, config::SensorModel model) {
        scenario.sensors[name] = {
            .name = name, .period = period, .delay = SimDuration::milliseconds(5), .model = std::move(model)};
        for (auto& agent : scenario.agents)
            agent.sensors.push_back({.name = name, .sensor = name, .position = {0, 0, 1.2}});
    };
    add("gps", kPeriod, config::GpsSpec{});
    add("imu", SimDuration::milliseconds(5), config::ImuSpec{});
    add("wheels", kPeriod, config::WheelSpeedSpec{});
    add("steering", kPeriod, config::SteeringSpec{});
    add("truth", kPeriod, config::StateSpec{});
    add("roof", kPeriod, config::LidarSpec{.elevations_deg = {0, -10}, .azimuths_deg = {}, .columns = 36});
    add("bumper", kPeriod, config::RadarSpec{});
    add("eye", kPeriod,
        config::CameraSpec{.width = kWidth, .height = kHeight, .depth = true, .classes = true});
    add("seen", kPeriod, config::ObjectsSpec{});
    return scenario;
}

std::unique_ptr<TestRun> run_cars(const std::vector<std::string>& clients) {
    auto run = std::make_unique<TestRun>(cars_with_sensors());
    if (clients.size() == 1) run->add_credential("client0-1", {AgentId{0}, AgentId{1}});
    run->start_server();
    for (const std::string& agents : clients) run->start_client("client" + agents, agents);
    run->expect_clean_ends();
    expect_promise_kept(run->folder());
    return run;
}

std::string text_of(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

std::vector<std::string> lines_of(const std::filesystem::path& file) {
    std::istringstream text(text_of(file));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

/// Returns the names of the files with this extension, in order.
std::set<std::string> names_in(const std::filesystem::path& folder, const std::string& extension) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == extension) names.insert(entry.path().stem());
    }
    return names;
}

/// Returns the file names that the times of the samples give.
std::set<std::string> sample_names() {
    std::set<std::string> names;
    for (std::int64_t i = 1; i <= kSamples; ++i) {
        const std::string ns = std::to_string((kPeriod * i).count_ns());
        names.insert(std::string(15 - ns.size(), '0') + ns);
    }
    return names;
}

TEST(SensorRuns, AllSamplesAreLoggedAndExportedAsFiles) {
    const auto run = run_cars({"0-1"});
    const auto folder = run->folder() / "out";
    const auto counts =
        tools::sensors::export_sensors({.run = run->folder(), .folder = folder}, {}, [](auto, auto) {});
    ASSERT_TRUE(counts) << counts.error().text;
    EXPECT_EQ(counts->sensors, 2u * 9);
    EXPECT_EQ(counts->clouds, 2u * 2 * kSamples);
    EXPECT_EQ(counts->pictures, 2u * 3 * kSamples);
    for (const auto& agent : run->scenario().agents) {
        const auto car = folder / agent.name;
        for (const char* sensor : {"roof", "bumper"}) {
            EXPECT_EQ(names_in(car / sensor, ".pcd"), sample_names());
            for (const std::string& name : names_in(car / sensor, ".pcd")) {
                const std::string cloud = text_of(car / sensor / (name + ".pcd"));
                EXPECT_THAT(cloud, StartsWith("# .PCD v0.7"));
                std::size_t points = 0;
                std::istringstream(cloud.substr(cloud.find("\nPOINTS ") + 8)) >> points;
                const std::size_t point_bytes = sensor == std::string("roof") ? 22 : 24;
                const std::string end = "DATA binary\n";
                EXPECT_EQ(cloud.size() - cloud.find(end) - end.size(), points * point_bytes);
                EXPECT_TRUE(points > 0 || sensor != std::string("roof"))
                    << "the lidar on the roof must see the road";
            }
        }
        EXPECT_EQ(names_in(car / "eye", ".png"), sample_names());
        EXPECT_EQ(names_in(car / "eye" / "depth", ".png"), sample_names());
        EXPECT_EQ(names_in(car / "eye" / "classes", ".png"), sample_names());
        for (const char* part : {".", "depth", "classes"}) {
            const auto picture =
                picture::testing::read_png(text_of(car / "eye" / part / (*sample_names().begin() + ".png")));
            EXPECT_EQ(picture.width, kWidth) << part;
            EXPECT_EQ(picture.height, kHeight) << part;
        }
        EXPECT_THAT(text_of(car / "eye" / "calibration.json"), HasSubstr("plumb_bob"));
        for (const char* table : {"gps/gps", "wheels/wheel_speeds", "steering/steering", "truth/state"}) {
            const auto lines = lines_of(car / (table + std::string(".csv")));
            ASSERT_EQ(lines.size(), 1u + kSamples) << table;
            EXPECT_THAT(lines[1], StartsWith("50000000,")) << table;
            const auto columns = [](const std::string& line) {
                return std::count(line.begin(), line.end(), ',');
            };
            for (const std::string& line : lines) EXPECT_EQ(columns(line), columns(lines[0])) << line;
        }
        EXPECT_GE(lines_of(car / "imu" / "imu.csv").size(), 1u + 10 * kSamples);
        EXPECT_EQ(lines_of(car / "wheels" / "wheel_speeds.csv")[0],
                  "time_ns,radius_m,wheel0_rad_s,wheel1_rad_s,wheel2_rad_s,wheel3_rad_s");
        EXPECT_THAT(lines_of(car / "seen" / "objects.csv").at(0), StartsWith("time_ns,id,kind,"));
        EXPECT_THAT(text_of(car / "frames/frames.csv"), HasSubstr("\n50000000,world," + agent.name + ","));
    }
}

TEST(SensorRuns, MeasureTheSameForAnyDivisionOfCars) {
    const auto one = run_cars({"0-1"}), two = run_cars({"0", "1"});
    const auto compared = tools::logs::compare_runs(one->folder(), two->folder());
    ASSERT_TRUE(compared) << compared.error().text;
    EXPECT_EQ(compared->difference.value_or(""), "");
    EXPECT_GT(compared->sensor_messages, 2u * (10 + 8 + 3) * kSamples);
}

TEST(SensorRuns, ASampleThatIsTooLargeForALogIsRefused) {
    auto scenario = cars_with_sensors();
    auto& lidar = std::get<config::LidarSpec>(scenario.sensors.at("roof").model);
    lidar.columns = 8192;
    lidar.elevations_deg.clear();
    for (int i = 0; i < 256; ++i) lidar.elevations_deg.push_back(20 - 0.1 * i);
    TestRun run(std::move(scenario));
    run.start_server();
    run.start_client("client", "0-1");
    EXPECT_EQ(run.end_of("client").to_string(), "exit 2");
    EXPECT_THAT(run.error_lines_of("client"),
                ::testing::Contains(
                    HasSubstr("a sample of sensor 'roof' may take 49 MiB, but a log takes at most 32 MiB")));
    run.server().signal(SIGTERM);
    run.end_of("server");
}

}  // namespace
}  // namespace synchrono::testing
