/// Proves that docs/write-a-pilot.md shows the examples that are compiled, and that the first of them
/// drives.

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

#include "client/engine/embedded/embedded_engine.hpp"
#include "tests/support/pilot_step.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::pcp {
namespace {

std::string file(const std::string& name) {
    std::ifstream in(std::string(SYN_SOURCE_DIR) + "/" + name);
    EXPECT_TRUE(in) << name;
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

TEST(WriteAPilot, ThePageContainsTheCompiledExamples) {
    for (const std::string path : {"pcp/example/straight_ahead.cpp", "pcp/example/brake_warning.cpp"}) {
        const std::string example = file(path);
        ASSERT_FALSE(example.empty());
        EXPECT_NE(file("docs/write-a-pilot.md").find("```cpp\n" + example + "```"), std::string::npos)
            << "copy " << path << " into the page as it is";
    }
}

TEST(WriteAPilot, TheExampleDrivesStraightAhead) {
    constexpr SimDuration kBeat = SimDuration::milliseconds(5);
    constexpr AgentId kAgent{0};
    const auto host = client::load_safe_pilot(client::pilot_setup_of("straight_ahead", "{}", sedan()));
    ASSERT_TRUE(host) << host.error().text;
    const auto engine = client::engine::make_embedded_engine(SimDuration::milliseconds(1));
    geo::Motion start;
    start.orientation = geo::Quaternion::from_yaw(0.5);
    engine->add(
        kAgent,
        {.vehicle = sedan(), .start = start, .model = client::engine::VehicleModel::full, .gear = {}});
    for (int beat = 0; beat < 4000; ++beat) {
        engine->set_controls(
            kAgent, client::controls_of(**host, Tick{beat}.at(kBeat), kBeat, engine->motion(kAgent)));
        engine->advance(kBeat);
    }
    EXPECT_NEAR(engine->motion(kAgent).velocity.x, 10, 0.5);
    EXPECT_NEAR(engine->motion(kAgent).orientation.yaw(), 0, 0.01);
}

}  // namespace
}  // namespace synchrono::pcp
