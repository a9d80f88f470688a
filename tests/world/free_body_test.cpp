// Proves that a new kind of body takes part in a fleet once it is registered, without a change to any
// program. The body is read from a scenario file, published, seen and dead-reckoned by others, measured,
// drawn and logged. It moves the same in every run, and is not mistaken for a vehicle.
#include "tests/client/kind/free_body.hpp"

#include <gtest/gtest.h>

#include "client/kind/appearance.hpp"
#include "client/program/agent_check.hpp"
#include "client/program/log_recorder.hpp"
#include "client/program/pilots.hpp"
#include "client/view/scene_maker.hpp"
#include "common/net/agent_message.hpp"
#include "tests/common/log/log_fixture.hpp"
#include "tests/world/fleet.hpp"

namespace synchrono::testing {
namespace {

constexpr AgentId kBall{1};
constexpr std::int64_t kHeartbeats = 60;

/// Returns a fleet of three agents with radios and sensors: the second is a thrown ball, the others are
/// vehicles.
FleetSetup with_a_ball(std::uint64_t seed) {
    client::kind::register_free_body();
    net::sim::Faults faults;
    faults.loss = 0.1 * static_cast<double>(seed % 3);
    faults.delay_min = WallDuration::microseconds(50);
    faults.delay_max = WallDuration::milliseconds(2);
    return {.seed = seed,
            .gate = {GatePolicy::Kind::exact, 1},
            .heartbeats = kHeartbeats,
            .faults = faults,
            .interest = {},
            .radio = true,
            .sensors = true,
            .change = [](config::Scenario& scenario) {
                config::AgentSpec& ball = scenario.agents[kBall.value];
                client::kind::make_free_body(ball, 0.5);
                ball.position.z = 3;
                for (const char* const sensor : {"gps", "state", "lidar"})
                    ball.sensors.push_back({.name = sensor, .sensor = sensor, .position = {0, 0, 0.75}});
            }};
}

/// A view that keeps the scenes that it gets to draw.
struct Screen final : client::view::View {
    bool is_ready() const override { return true; }
    void show(const client::view::Scene& frame) override { frames.push_back(frame); }
    bool is_closed() const override { return false; }
    client::view::Wish wish() const override { return {}; }
    Result<std::uint64_t> finish() override { return frames.size(); }
    std::vector<client::view::Scene> frames;
};

struct FreeBodyTest : log::testing::LogTest {};

TEST_F(FreeBodyTest, IsPublishedSeenAndDrawn) {
    Fleet fleet(with_a_ball(1));
    Screen screen;
    client::view::SceneMaker frames(fleet.scenario(), screen, client::view::Rhythm::pictures);
    fleet.node(0).set_spectator(&frames);
    fleet.run();
    for (const auto& violation : fleet.violations()) ADD_FAILURE() << violation;
    EXPECT_TRUE(fleet.all_finished());

    const Trajectory& states = fleet.trajectories().at(kBall);
    EXPECT_EQ(states.size(), static_cast<std::size_t>(kHeartbeats) + 1);
    for (const auto& [tick, any] : states) {
        std::string_view type_url;
        ByteView state;
        ASSERT_TRUE(net::decode_any(as_byte_view(any), type_url, state));
        EXPECT_EQ(type_url, client::kind::kFreeState);
    }

    const config::AgentSpec& ball = fleet.scenario().agents[kBall.value];
    ASSERT_GE(screen.frames.size(), 5u);
    for (const client::view::Scene& frame : screen.frames) {
        const double t = frame.now.to_seconds();
        if (t == 0) continue;  // no agent has sent a state yet
        ASSERT_EQ(frame.bodies.size(), 3u);
        const client::view::Body& body = frame.bodies[kBall.value];
        EXPECT_EQ(body.agent, kBall);
        EXPECT_FALSE(body.own);
        EXPECT_NEAR(body.motion.position.x, ball.position.x + ball.speed_m_s * t, 1e-6);
        EXPECT_NEAR(body.motion.position.z, 3 - 9.81 / 2 * t * t, 0.01) << "the ball must fall";
        EXPECT_TRUE(body.wheels.empty());
    }
    EXPECT_FALSE(client::kind::shape_of(fleet.scenario(), ball).body.empty());
    EXPECT_EQ(client::sensors::mount_of(fleet.scenario(), ball, ball.sensors[0]).position,
              (geo::Vec3{0, 0, 0.25}))
        << "mounts count from the middle, which rests 0.5 m above the ground";
}

TEST_F(FreeBodyTest, IsReadBackFromAScenarioFile) {
    const Fleet fleet(with_a_ball(1));
    const auto read = config::read_scenario(config::to_json(fleet.scenario()), "s.json");
    ASSERT_TRUE(read) << read.error().text;
    const config::AgentSpec &recorded = read->agents[kBall.value],
                            &ball = fleet.scenario().agents[kBall.value];
    EXPECT_EQ(recorded.body, ball.body);
    EXPECT_EQ(recorded.engine, ball.engine);
    EXPECT_EQ(recorded.sensors, ball.sensors);
    EXPECT_TRUE(client::require_known_bodies(*read));
}

TEST_F(FreeBodyTest, RefusesPilotsOfVehicles) {
    const Fleet fleet(with_a_ball(1));
    config::Scenario scenario = fleet.scenario();
    scenario.agents[kBall.value].pilot = "path_follower";
    const std::string why =
        "agent 'cart1': pilot 'path_follower' can drive only vehicles, not a body of the kind "
        "'test_free_body'";
    const auto setup = client::pilot_setup(scenario, scenario.agents[kBall.value], nullptr);
    ASSERT_FALSE(setup);
    EXPECT_EQ(setup.error().text, why);
    std::vector<client::Objection> objections;
    client::check_agents(scenario, {kBall}, [&](const client::Objection& one) { objections.push_back(one); });
    ASSERT_EQ(objections.size(), 1u);
    EXPECT_EQ(objections[0].key, "pilot.library");
    EXPECT_EQ(objections[0].problem, why);
    const auto pilots = client::make_pilots(scenario, {kBall}, nullptr, std::nullopt);
    ASSERT_EQ(pilots.size(), 1u);
    EXPECT_EQ(pilots[0].second->fault(), why + "; nothing drives the body any more");
}

TEST_F(FreeBodyTest, MovesTheSameOnAnyNetwork) {
    const auto run = [](std::uint64_t seed) {
        Fleet fleet(with_a_ball(seed));
        fleet.run();
        EXPECT_TRUE(fleet.all_finished());
        return fleet.trajectories();
    };
    const auto reference = run(3);
    EXPECT_TRUE(run(4) == reference);
    EXPECT_TRUE(run(5) == reference);
}

TEST_F(FreeBodyTest, IsLoggedAsItWasSent) {
    Fleet fleet(with_a_ball(1));
    fleet.run();
    const Trajectory& states = fleet.trajectories().at(kBall);
    {
        const auto log = log::RunLog::open(path("client.mcap"));
        ASSERT_TRUE(log);
        client::LogRecorder recorder(**log, fleet.scenario(), {kBall});
        for (const auto& [tick, any] : states) {
            recorder.record(kBall, Tick{tick}.at(fleet.scenario().heartbeat), as_byte_view(any));
        }
        ASSERT_TRUE((*log)->close());
    }
    const auto reader = log::LogReader::open(path("client.mcap"));
    ASSERT_TRUE(reader);
    const auto messages = log::testing::messages_of(*reader);
    ASSERT_EQ(messages.size(), states.size());
    AgentRecord record;
    ASSERT_TRUE(record.ParseFromString(messages.back().payload));
    EXPECT_EQ(messages.back().topic, "/agents/cart1");
    EXPECT_EQ(record.state().type_url(), client::kind::kFreeState);
}

}  // namespace
}  // namespace synchrono::testing
