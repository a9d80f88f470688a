// Proves that the sensors of a client's agents get the right input at the right times. They get the motion of
// the vehicle that carries them from the engine. They get the wheels of this vehicle only when a sensor
// measures wheels. They get only those other agents that the vehicle's agent may know of.
#include "client/acu/sensing.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

#include "client/scenery/palette.hpp"
#include "tests/client/sensors/lidar_fixture.hpp"
#include "tests/client/sensors/ray_fixture.hpp"

namespace synchrono::client::acu {
namespace {

using sensors::testing::at_ms;
using sensors::testing::scenario_with;
using sensors::testing::truck_at;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Samples = std::vector<std::string>;

/// An engine whose agents are where the test puts them. Counts how often it is asked for wheels.
class FakeEngine final : public engine::Engine {
  public:
    void remove(AgentId) override {}
    void set_surroundings(const engine::Surroundings&) override {}
    void advance(SimDuration) override {}
    const body::BodyMotion& motion(AgentId agent) const override { return motions.at(agent); }
    body::Machinery machinery(AgentId) const override {
        ++asked_for_wheels;
        return {.wheels = std::vector<body::Wheel>(4, body::Wheel{.speed_rad_s = 11}),
                .engine_rpm = 0,
                .gear = 1};
    }
    std::map<AgentId, body::BodyMotion> motions;
    mutable int asked_for_wheels = 0;
};

/// Three trucks that do not hide each other, with 14, 73 and 81 metres between them, and heartbeats of five
/// milliseconds.
struct SensingTest : ::testing::Test {
    SensingTest() {
        scenario.heartbeat = SimDuration::milliseconds(5);
        const double x_m[]{0, 10, 80}, y_m[]{0, 10, -10};
        for (std::uint32_t i = 0; i < 3; ++i) {
            body::BodyMotion& motion = engine.motions[AgentId{i}];
            static_cast<geo::Motion&>(motion) = truck_at(scenario, x_m[i], y_m[i]);
            sights.push_back({.obstacle = {.agent = AgentId{i}, .motion = motion},
                              .silhouette = {},
                              .published_x_m = static_cast<float>(x_m[i]),
                              .published_y_m = static_cast<float>(y_m[i])});
        }
    }
    void mount(std::uint32_t agent, const std::string& name, std::int64_t period_ms,
               config::SensorModel model) {
        scenario.sensors[name] = {.name = name,
                                  .period = SimDuration::milliseconds(period_ms),
                                  .delay = {},
                                  .model = std::move(model)};
        scenario.agents[agent].sensors.push_back({.name = name, .sensor = name, .position = {0, 0, 4}});
    }
    /// Makes a new Sensing with all agents.
    Sensing& make() {
        std::vector<AgentId> ids;
        for (const config::AgentSpec& agent : scenario.agents) ids.push_back(agent.id);
        sensing.reset();
        world = ray_world_for(scenario, ids, nullptr);
        sensing.emplace(
            scenario, world.get(), engine,
            [this](AgentId agent, std::size_t sensor, const SynSample& sample, const geo::Motion&) {
                const config::MountedSensor& mounted = scenario.agents[agent.value].sensors[sensor];
                std::string text = mounted.name + "@" + std::to_string(sample.time_ns / 1'000'000);
                if (mounted.name == "objects")
                    text += " sees " + std::to_string(static_cast<const SynObjects*>(sample.data)->count);
                if (mounted.name == "state")
                    text += " x " + std::to_string(
                                        std::lround(static_cast<const SynMotion*>(sample.data)->position.x));
                if (mounted.name == "lidar") {
                    const auto& cloud = *static_cast<const SynPointCloud*>(sample.data);
                    for (std::uint32_t i = 0; i < cloud.count; ++i) ahead_m.push_back(cloud.points[i].x);
                }
                measured.push_back(text);
            });
        for (const config::AgentSpec& agent : scenario.agents) sensing->add(agent);
        return *sensing;
    }
    void scan(std::int64_t now_ms) { sensing->scan(at_ms(now_ms), sights, {}); }

    config::Scenario scenario = scenario_with("");
    FakeEngine engine;
    std::vector<Sight> sights;
    std::unique_ptr<sensors::RayWorld> world;
    std::optional<Sensing> sensing;
    Samples measured;
    std::vector<float> ahead_m;  // how far ahead of the lidar each point is
};

TEST_F(SensingTest, AnAgentWithoutSensorsHasNoSuite) {
    mount(0, "state", 5, config::StateSpec{});
    make();
    Sensing empty(scenario, nullptr, engine, {});
    EXPECT_NE(empty.add(scenario.agents[0]), nullptr);
    EXPECT_EQ(empty.add(scenario.agents[1]), nullptr);
}

TEST_F(SensingTest, ARayWorldIsMadeOnlyForSensorsWithRays) {
    mount(0, "state", 5, config::StateSpec{});
    mount(1, "objects", 5, config::ObjectsSpec{});
    EXPECT_EQ(ray_world_for(scenario, {AgentId{0}}, nullptr), nullptr);
    EXPECT_NE(ray_world_for(scenario, {AgentId{0}, AgentId{1}}, nullptr), nullptr);
}

TEST_F(SensingTest, KnowsWhetherAnySensorHasRays) {
    mount(0, "state", 5, config::StateSpec{});
    EXPECT_FALSE(make().has_rays());
    mount(1, "objects", 5, config::ObjectsSpec{});
    EXPECT_TRUE(make().has_rays());
}

TEST_F(SensingTest, MeasuresOnlyForAgentsInTheWorld) {
    mount(0, "state", 5, config::StateSpec{});
    make();
    scan(0);
    scan(5);
    EXPECT_THAT(measured, IsEmpty());
    sensing->start(AgentId{0}, at_ms(10));
    scan(10);
    engine.motions.at(AgentId{0}).position.x = 2;
    scan(15);
    engine.motions.at(AgentId{0}).position.x = 3;
    scan(20);
    EXPECT_THAT(measured, ElementsAre("state@15 x 2", "state@20 x 3"));
    sensing->stop(AgentId{0});
    scan(25);
    EXPECT_THAT(measured, ::testing::SizeIs(2));
}

TEST_F(SensingTest, MeasuresSamplesThatAreDueBetweenHeartbeats) {
    mount(0, "state", 2, config::StateSpec{});
    make().start(AgentId{0}, at_ms(0));
    scan(0);
    for (std::int64_t now = 1; now < 5; ++now) sensing->measure(at_ms(now));
    EXPECT_THAT(measured, ElementsAre("state@2 x 0", "state@4 x 0"));
}

TEST_F(SensingTest, APieceDividesThePeriodsOfAllPresentSensors) {
    mount(0, "quick", 2, config::StateSpec{});
    mount(1, "slow", 10, config::StateSpec{});
    EXPECT_EQ(make().measuring_interval(), SimDuration::milliseconds(5))
        << "without agents it is a heartbeat";
    sensing->start(AgentId{1}, at_ms(0));
    EXPECT_EQ(sensing->measuring_interval(), SimDuration::milliseconds(5)) << "heartbeats are enough";
    sensing->start(AgentId{0}, at_ms(0));
    EXPECT_EQ(sensing->measuring_interval(), SimDuration::milliseconds(1));
    sensing->stop(AgentId{1});
    EXPECT_EQ(sensing->measuring_interval(), SimDuration::milliseconds(1));
    sensing->stop(AgentId{0});
    EXPECT_EQ(sensing->measuring_interval(), SimDuration::milliseconds(5));
}

TEST_F(SensingTest, AsksForWheelsOnlyWhenTheyAreMeasured) {
    mount(0, "wheels", 10, config::WheelSpeedSpec{});
    mount(0, "state", 5, config::StateSpec{});
    make().start(AgentId{0}, at_ms(0));
    for (const std::int64_t now : {0, 5}) scan(now);
    EXPECT_EQ(engine.asked_for_wheels, 0);
    scan(10);
    EXPECT_EQ(engine.asked_for_wheels, 1);
    EXPECT_THAT(measured, ElementsAre("state@5 x 0", "wheels@10", "state@10 x 0"));
}

TEST_F(SensingTest, ScansWhenDueAndTheHeartbeatBeforeIsKnown) {
    mount(0, "objects", 10, config::ObjectsSpec{});
    mount(0, "state", 5, config::StateSpec{});
    make().start(AgentId{0}, at_ms(0));
    EXPECT_FALSE(sensing->needs_scan(at_ms(10))) << "it has not been seen yet";
    scan(0);
    EXPECT_FALSE(sensing->needs_scan(at_ms(5)));
    scan(5);
    EXPECT_TRUE(sensing->needs_scan(at_ms(10)));
    sensing->start(AgentId{0}, at_ms(5));
    EXPECT_FALSE(sensing->needs_scan(at_ms(10))) << "its place before it came back does not count";
}

TEST_F(SensingTest, AbsentAgentsMeasureNothing) {
    mount(0, "objects", 5, config::ObjectsSpec{});
    mount(1, "state", 2, config::StateSpec{});
    make();
    for (const std::uint32_t agent : {0u, 1u}) sensing->start(AgentId{agent}, at_ms(0));
    scan(0);
    EXPECT_TRUE(sensing->needs_scan(at_ms(5)));
    sensing->stop(AgentId{0});
    EXPECT_FALSE(sensing->needs_scan(at_ms(5)));
    sensing->measure(at_ms(2));
    sensing->stop(AgentId{1});
    sensing->measure(at_ms(4));
    scan(5);
    EXPECT_THAT(measured, ElementsAre("state@2 x 10"));
}

TEST_F(SensingTest, ScansAlongThePathOfItsVehicle) {
    // The first column's rays go out at the beginning of the heartbeat, the second's in its middle.
    mount(0, "lidar", 5, sensors::testing::perfect_raster({0}, 2, 4));
    scenario.agents[0].sensors[0].position = {0, 0, 1.5};
    sights[1].obstacle.motion = truck_at(scenario, 30, 0);
    make().start(AgentId{0}, at_ms(0));
    scan(0);
    scan(5);
    for (const auto& [now_ms, x_m] : {std::pair{10, 2.0}, std::pair{15, 6.0}}) {
        engine.motions.at(AgentId{0}).position.x = x_m;
        scan(now_ms);
    }
    ASSERT_THAT(ahead_m, ::testing::SizeIs(6));
    const float still = ahead_m[0];
    EXPECT_NEAR(still, 30 - scenario.vehicles.at("truck").body.length_m / 2, 2);
    const float nearer[]{0, 0, 0, 1, 2, 4};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(still - ahead_m[i], nearer[i], 0.01) << i;
}

TEST_F(SensingTest, RayWorldHoldsBodiesAsTheyMovedInTheHeartbeat) {
    mount(0, "objects", 5, config::ObjectsSpec{});
    make().start(AgentId{0}, at_ms(0));
    sights[1].obstacle.motion.velocity = {20, 0, 0};
    sights[1].brakes = true;
    scan(0);
    for (const std::int64_t now : {5, 10}) {
        scan(now);
        const auto bodies = world->bodies();
        ASSERT_EQ(bodies.size(), 3u);
        for (std::uint32_t i = 0; i < 3; ++i) {
            EXPECT_EQ(bodies[i].agent, AgentId{i});
            EXPECT_EQ(bodies[i].motion.position, sights[i].obstacle.motion.position);
            EXPECT_EQ(bodies[i].brakes, i == 1);
        }
        EXPECT_NEAR(bodies[1].before->position.x, 10 - 0.1, 1e-9);
    }
}

TEST_F(SensingTest, SeesAllBodiesWhenTheInterestIsTheWorld) {
    mount(0, "objects", 5, config::ObjectsSpec{});
    make().start(AgentId{0}, at_ms(0));
    scan(0);
    scan(5);
    EXPECT_THAT(measured, ElementsAre("objects@5 sees 2"));
}

TEST_F(SensingTest, SeesOnlyBodiesOfInterestToItsAgent) {
    scenario.interest = {.kind = config::Interest::Kind::radius, .radius_m = 75, .agents = {}};
    for (const std::uint32_t agent : {0u, 1u}) mount(agent, "objects", 5, config::ObjectsSpec{});
    make();
    for (const std::uint32_t agent : {0u, 1u}) sensing->start(AgentId{agent}, at_ms(0));
    scan(0);
    scan(5);
    EXPECT_THAT(measured, ElementsAre("objects@5 sees 1", "objects@5 sees 2")) << "each from its own place";
}

TEST_F(SensingTest, SeesOnlyLampsOfInterestToItsAgent) {
    scenario = scenario_with(R"({ "name": "lights", "kind": "signals", "intersection": "crossing" },)");
    scenario.heartbeat = SimDuration::milliseconds(5);
    scenario.interest = {.kind = config::Interest::Kind::radius, .radius_m = 75, .agents = {}};
    mount(0, "objects", 5, config::ObjectsSpec{});
    make().start(AgentId{0}, at_ms(0));
    std::vector<body::SignalsInSight> signals(1);
    signals[0].agent = AgentId{3};
    for (config::SignalGroupId group = 1; group <= 40; ++group)
        signals[0].groups.push_back({group, signal::SignalState::stop});
    const auto somebody_shows_red = [&] {
        for (int i = 0; i < 400; ++i) {
            for (int k = 0; k < 60; ++k) {
                const auto ray = sensors::testing::cast_one(
                    *world, {20, 20, 5}, sensors::testing::towards(180 + 90.0 * i / 400, -2 + 4.0 * k / 60),
                    1, 60);
                if (ray.met && ray.surface.kind == SYN_CLASS_SIGNAL &&
                    ray.surface.colour == scenery::palette::kRed)
                    return true;
            }
        }
        return false;
    };
    sensing->scan(at_ms(0), sights, signals);
    sensing->scan(at_ms(5), sights, signals);
    EXPECT_TRUE(somebody_shows_red());
    signals[0].position = {76, 0, 0};
    sensing->scan(at_ms(10), sights, signals);
    EXPECT_FALSE(somebody_shows_red()) << "it learns of near signals only";
}

TEST_F(SensingTest, SkipsBodiesThatTheScenarioDoesNotKnow) {
    mount(0, "objects", 5, config::ObjectsSpec{});
    make().start(AgentId{0}, at_ms(0));
    for (const AgentId id : {AgentId{4}, config::static_id(0)}) {
        Sight& sight = sights.emplace_back(sights[1]);
        sight.obstacle.agent = id;
        sight.obstacle.motion.position = {0, 20, 2};
    }
    scan(0);
    scan(5);
    EXPECT_THAT(measured, ElementsAre("objects@5 sees 2"));
}

}  // namespace
}  // namespace synchrono::client::acu
