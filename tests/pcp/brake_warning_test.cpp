/// Proves that the example pilot brake_warning learns from real messages, through the real applet, that a
/// vehicle brakes hard, and that the pilot brakes when it should and only then.

#include <gtest/gtest.h>
#include <memory>

#include "client/engine/embedded/embedded_engine.hpp"
#include "client/radio/applet.hpp"
#include "tests/client/radio/radio_fixture.hpp"
#include "tests/support/pilot_step.hpp"

namespace synchrono::pcp {
namespace {

constexpr SimDuration kBeat = SimDuration::milliseconds(5);
constexpr AgentId kEgo{0}, kOther{1};

/// A road on which the pilot drives at 20 m/s. It knows the other vehicle, which keeps its distance, only
/// by that vehicle's messages.
struct Road {
    config::Scenario scenario = client::radio::radio_scenario();
    client::radio::Air air;
    client::radio::Applet ego{
        client::radio::AppletSetup{.scenario = scenario, .agent = kEgo, .counters = air.counters}};
    client::radio::Applet other{
        client::radio::AppletSetup{.scenario = scenario, .agent = kOther, .counters = air.counters}};
    std::unique_ptr<client::engine::BodyEngine> engine =
        client::engine::make_embedded_engine(SimDuration::milliseconds(1));
    std::unique_ptr<client::pilot::PilotHost> pilot;
    client::body::BodyMotion leader;
    geo::Vec3 gap{60, 0, 0};
    Tick tick;
    bool brakes = false;

    Road() {
        auto loaded = client::load_safe_pilot(client::pilot_setup_of("brake_warning", "{}", sedan()));
        EXPECT_TRUE(loaded) << loaded.error().text;
        pilot = std::move(*loaded);
        geo::Motion start;
        start.velocity = {20, 0, 0};
        engine->add(
            kEgo,
            {.vehicle = sedan(), .start = start, .model = client::engine::VehicleModel::full, .gear = {}});
    }
    void drive(std::int64_t ms, double acceleration_m_s2) {
        for (std::int64_t beat = 0; beat < ms / 5; ++beat) {
            const SimTime now = tick.at(kBeat);
            tick = tick + 1;
            leader.position = engine->motion(kEgo).position + gap;
            leader.acceleration = leader.orientation.rotate({acceleration_m_s2, 0, 0});
            other.step(now, leader);
            ego.step(now, engine->motion(kEgo));
            const client::body::Controls inputs =
                client::answer_of(
                    *pilot,
                    {.now = now, .period = kBeat, .ego = engine->motion(kEgo), .radio = &ego.perception()})
                    .controls;
            brakes = inputs[client::body::DriverInputs::kBraking] > 0.5;
            engine->set_controls(kEgo, inputs);
            engine->advance(kBeat);
            ego.finish();
            for (const client::radio::Applet::Transmission& out : other.finish()) {
                ego.deliver({.sender = kOther,
                             .sequence = 1,
                             .time = out.time + SimDuration::milliseconds(1),
                             .medium = out.medium,
                             .message = air.frames.read(out.payload, out.time)});
            }
        }
    }
};

TEST(BrakeWarning, BrakesWhenAVehicleAheadBrakesHard) {
    Road road;
    road.drive(1'000, -3);
    EXPECT_FALSE(road.brakes);
    EXPECT_NEAR(road.engine->motion(kEgo).velocity.x, 20, 0.5);
    road.drive(110, -6);  // long enough for one message to be sent and received
    EXPECT_TRUE(road.brakes);
    road.drive(500, -6);
    EXPECT_LT(road.engine->motion(kEgo).velocity.x, 18);
}

TEST(BrakeWarning, BrakesForASecondAfterTheLastWarning) {
    Road road;
    road.drive(200, -6);
    EXPECT_TRUE(road.brakes);
    road.drive(900, 0);
    EXPECT_TRUE(road.brakes);
    road.drive(200, 0);
    EXPECT_FALSE(road.brakes);
}

TEST(BrakeWarning, IgnoresVehiclesThatAreNotInTheWay) {
    for (const geo::Vec3 gap :
         {geo::Vec3{-30, 0, 0}, geo::Vec3{60, 3.5, 0}, geo::Vec3{60, -3.5, 0}, geo::Vec3{160, 0, 0}}) {
        Road road;
        road.gap = gap;
        road.drive(500, -6);
        EXPECT_FALSE(road.brakes) << gap.x << ", " << gap.y;
    }
    Road oncoming;
    oncoming.leader.orientation = geo::Quaternion::from_yaw(3.14);
    oncoming.drive(500, -6);
    EXPECT_FALSE(oncoming.brakes);
}

TEST(BrakeWarning, DrivesWithoutARadio) {
    const auto pilot = client::load_safe_pilot(client::pilot_setup_of("brake_warning", "{}", sedan()));
    ASSERT_TRUE(pilot) << pilot.error().text;
    const client::body::DriverInputs inputs =
        client::controls_of(**pilot, SimTime{}, kBeat, client::body::BodyMotion{});
    EXPECT_EQ(inputs.throttle, 1);
    EXPECT_EQ(inputs.braking, 0);
}

}  // namespace
}  // namespace synchrono::pcp
