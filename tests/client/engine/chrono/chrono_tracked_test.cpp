/// Proves that a vehicle on tracks stands, drives off, returns its wheels, and leaves nothing behind.
#include <gtest/gtest.h>

#include "tests/client/engine/chrono/chrono_fixture.hpp"

namespace synchrono::client::engine {
namespace {

constexpr AgentId kOne{1};

TEST(ChronoTracked, StandsDrivesOffAndLeaves) {
    const config::VehicleSpec m113 = vehicle_named("m113");
    const auto engine =
        make_chrono_engine(config::ChronoSettings{.step = SimDuration::microseconds(500)}).value();
    engine->add(kOne, {.vehicle = m113, .start = moving({10, 0, 0}, 0, 0)});
    EXPECT_NEAR(engine->motion(kOne).position.x, 10, 0.01);
    EXPECT_NEAR(engine->motion(kOne).position.z, config::figures(m113).cg_height_m, 0.05);
    // Each side has a sprocket, five road wheels and an idler.
    const auto wheels = engine->machinery(kOne).wheels;
    ASSERT_EQ(wheels.size(), 14u);
    EXPECT_GT(wheels[0].pose.position.y, 0.8);
    EXPECT_LT(wheels[1].pose.position.y, -0.8);
    EXPECT_GT(wheels.front().pose.position.x, wheels.back().pose.position.x + 3);

    engine->set_controls(kOne, body::DriverInputs{.throttle = 0.8});
    advance(*engine, 0.5);
    EXPECT_GT(engine->motion(kOne).velocity.x, 0.1);
    EXPECT_GT(engine->motion(kOne).position.x, 10);
    EXPECT_NEAR(engine->motion(kOne).position.y, 0, 0.05);
    EXPECT_GT(engine->machinery(kOne).engine_rpm, 800);

    engine->remove(kOne);
    advance(*engine, 0.05);
}

}  // namespace
}  // namespace synchrono::client::engine
