// Proves that every scenario, vehicle, sensor and intersection that ships loads, and so does every example in
// docs/scenario.md.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "common/config/scenario.hpp"

namespace synchrono::config {
namespace {

namespace fs = std::filesystem;
const fs::path kSource = SYN_SOURCE_DIR;

std::vector<fs::path> json_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(".json") && !name.ends_with(".schema.json")) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

TEST(ShippedVehicles, AllLoad) {
    const auto files = json_files(kSource / "vehicles");
    EXPECT_FALSE(files.empty());
    for (const fs::path& file : files) {
        const auto vehicle = load_vehicle(file);
        EXPECT_TRUE(vehicle) << vehicle.error().text;
    }
}

TEST(ShippedSensors, AllLoad) {
    const auto files = json_files(kSource / "vehicles/sensors");
    EXPECT_FALSE(files.empty());
    for (const fs::path& file : files) {
        const auto sensor = load_sensor(file);
        EXPECT_TRUE(sensor) << sensor.error().text;
    }
}

TEST(ShippedIntersections, AllLoad) {
    auto files = json_files(kSource / "maps");
    EXPECT_GE(files.size(), 2u);
    for (const auto& entry : fs::directory_iterator(kSource / "maps")) {
        if (!entry.is_directory()) continue;
        const auto more = json_files(entry.path());
        files.insert(files.end(), more.begin(), more.end());
    }
    for (const fs::path& file : files) {
        const auto intersection = load_intersection(file);
        EXPECT_TRUE(intersection) << intersection.error().text;
    }
}

TEST(ShippedScenarios, AllLoadAndReadBackEqual) {
    const auto files = json_files(kSource / "scenarios");
    EXPECT_GE(files.size(), 3u);
    for (const fs::path& file : files) {
        const auto scenario = load_scenario(file);
        ASSERT_TRUE(scenario) << scenario.error().text;
        EXPECT_EQ(scenario->name, file.stem());
        const auto again = read_scenario(to_json(*scenario), "/elsewhere/s.json");
        ASSERT_TRUE(again) << again.error().text;
        EXPECT_EQ(*again, *scenario) << file;
    }
}

TEST(ShippedScenarios, HaveNoOverlappingAgents) {
    for (const fs::path& file : json_files(kSource / "scenarios")) {
        const Scenario s = load_scenario(file).value();
        for (std::size_t i = 0; i < s.agents.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const AgentSpec &one = s.agents[i], &other = s.agents[j];
                // An agent that enters later may start where the other agent started, because that agent has
                // left by then.
                if (one.element || one.enter != other.enter) continue;
                // If two agents are side by side, their centres must be more than a width apart. If one is
                // behind the other, their centres must be more than a length apart.
                const geo::Quaternion heading = geo::Quaternion::from_yaw(one.yaw_rad());
                const geo::Vec3 gap = heading.conjugate().rotate(one.position - other.position);
                const auto& body = s.vehicle_of(one).body;
                EXPECT_TRUE(std::abs(gap.x) > body.length_m || std::abs(gap.y) > body.width_m)
                    << file << ": " << s.agents[j].name << " and " << s.agents[i].name;
            }
        }
    }
}

TEST(ShippedScenarios, HaveTheNumberOfAgentsOfTheirNames) {
    EXPECT_EQ(load_scenario(kSource / "scenarios/ring_30.json")->agents.size(), 30u);
    const Scenario large = load_scenario(kSource / "scenarios/ring_1000.json").value();
    EXPECT_EQ(large.agents.size(), 1000u);
    EXPECT_EQ(large.interest.kind, Interest::Kind::radius);
}

TEST(TheManual, ContainsScenariosThatLoad) {
    std::ifstream in(kSource / "docs/scenario.md");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::string fence = "```json\n";
    int examples = 0;
    for (std::size_t at = text.find(fence); at != text.npos; at = text.find(fence, at + 1)) {
        const std::size_t from = at + fence.size();
        const auto scenario = read_scenario(text.substr(from, text.find("```\n", from) - from),
                                            kSource / "scenarios/example.json");
        EXPECT_TRUE(scenario) << scenario.error().text;
        ++examples;
    }
    EXPECT_EQ(examples, 3);
}

}  // namespace
}  // namespace synchrono::config
