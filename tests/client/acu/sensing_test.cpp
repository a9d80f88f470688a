// Proves that the sensors of a client's agents are shown the right things at the right times: their own
// vehicle as the engine has it, wheels only when somebody measures them, and of the others what their agent
// may know.
#include "client/acu/sensing.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

#include "tests/client/sensors/ray_fixture.hpp"

namespace synchrono::client {
namespace {

using sensors::testing::at_ms;
using sensors::testing::scenario_with;
using sensors::testing::truck_at;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Samples = std::vector<std::string>;

/// Moves where the test says, and counts who asks for wheels.
class FakeEngine final : public Engine {
  public:
    void remove(AgentId) override {}
    void show(const Surroundings&) override {}
    void advance(SimDuration) override {}
    const VehicleMotion& motion(AgentId agent) const override { return motions.at(agent); }
    Machinery machinery(AgentId) const override {
        ++asked_for_wheels;
        return {.wheels = std::vector<Wheel>(4, Wheel{.speed_rad_s = 11}), .engine_rpm = 0, .gear = 1};
    }
    std::map<AgentId, VehicleMotion> motions;
    mutable int asked_for_wheels = 0;
};

/// Three trucks that hide nothing from each other, with 14, 73 and 81 metres between them; heartbeats of five
/// milliseconds.
struct SensingTest : ::testing::Test {
    SensingTest() {
        scenario.heartbeat = SimDuration::milliseconds(5);
        const double x_m[]{0, 10, 80}, y_m[]{0, 10, -10};
        for (std::uint32_t i = 0; i < 3; ++i) {
            VehicleMotion& motion = engine.motions[AgentId{i}];
            static_cast<geo::Motion&>(motion) = truck_at(scenario, x_m[i], y_m[i]);
            sights.push_back({.obstacle = {.agent = AgentId{i}, .motion = motion},
                              .silhouette = {},
                              .said_x_m = static_cast<float>(x_m[i]),
                              .said_y_m = static_cast<float>(y_m[i])});
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
    /// With those agents that have sensors.
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
                measured.push_back(text);
            });
        for (const config::AgentSpec& agent : scenario.agents) sensing->add(agent);
        return *sensing;
    }
    void look(std::int64_t now_ms) { sensing->look(at_ms(now_ms), sights, {}); }

    config::Scenario scenario = scenario_with("");
    FakeEngine engine;
    std::vector<Sight> sights;
    std::unique_ptr<sensors::RayWorld> world;
    std::optional<Sensing> sensing;
    Samples measured;
};

TEST_F(SensingTest, WhoHasNoSensorsHasNoSuite) {
    mount(0, "state", 5, config::StateSpec{});
    make();
    Sensing empty(scenario, nullptr, engine, {});
    EXPECT_NE(empty.add(scenario.agents[0]), nullptr);
    EXPECT_EQ(empty.add(scenario.agents[1]), nullptr);
}

TEST_F(SensingTest, AWorldIsMadeWhereSomebodyLooksAtIt) {
    mount(0, "state", 5, config::StateSpec{});
    mount(1, "objects", 5, config::ObjectsSpec{});
    EXPECT_EQ(ray_world_for(scenario, {AgentId{0}}, nullptr), nullptr);
    EXPECT_NE(ray_world_for(scenario, {AgentId{0}, AgentId{1}}, nullptr), nullptr);
}

TEST_F(SensingTest, KnowsWhetherSomebodyHasRays) {
    mount(0, "state", 5, config::StateSpec{});
    EXPECT_FALSE(make().has_rays());
    mount(1, "objects", 5, config::ObjectsSpec{});
    EXPECT_TRUE(make().has_rays());
}

TEST_F(SensingTest, MeasuresOfThoseWhoAreInTheWorld) {
    mount(0, "state", 5, config::StateSpec{});
    make();
    look(0);
    look(5);
    EXPECT_THAT(measured, IsEmpty());
    sensing->begin(AgentId{0}, at_ms(10));
    look(10);
    engine.motions.at(AgentId{0}).position.x = 2;
    look(15);
    engine.motions.at(AgentId{0}).position.x = 3;
    look(20);
    EXPECT_THAT(measured, ElementsAre("state@15 x 2", "state@20 x 3"));
    sensing->end(AgentId{0});
    look(25);
    EXPECT_THAT(measured, ::testing::SizeIs(2));
}

TEST_F(SensingTest, MeasuresBetweenHeartbeatsWhatIsDueThere) {
    mount(0, "state", 2, config::StateSpec{});
    make().begin(AgentId{0}, at_ms(0));
    look(0);
    for (std::int64_t now = 1; now < 5; ++now) sensing->observe(at_ms(now));
    EXPECT_THAT(measured, ElementsAre("state@2 x 0", "state@4 x 0"));
}

TEST_F(SensingTest, APieceDividesThePeriodsOfAllWhoAreInTheWorld) {
    mount(0, "quick", 2, config::StateSpec{});
    mount(1, "slow", 10, config::StateSpec{});
    EXPECT_EQ(make().piece(), SimDuration::milliseconds(5)) << "nobody is there: a heartbeat";
    sensing->begin(AgentId{1}, at_ms(0));
    EXPECT_EQ(sensing->piece(), SimDuration::milliseconds(5)) << "heartbeats are enough";
    sensing->begin(AgentId{0}, at_ms(0));
    EXPECT_EQ(sensing->piece(), SimDuration::milliseconds(1));
    sensing->end(AgentId{0});
    EXPECT_EQ(sensing->piece(), SimDuration::milliseconds(5));
}

TEST_F(SensingTest, AsksForWheelsOnlyWhenTheyAreMeasured) {
    mount(0, "wheels", 10, config::WheelSpeedSpec{});
    mount(0, "state", 5, config::StateSpec{});
    make().begin(AgentId{0}, at_ms(0));
    for (const std::int64_t now : {0, 5}) look(now);
    EXPECT_EQ(engine.asked_for_wheels, 0);
    look(10);
    EXPECT_EQ(engine.asked_for_wheels, 1);
    EXPECT_THAT(measured, ElementsAre("state@5 x 0", "wheels@10", "state@10 x 0"));
}

TEST_F(SensingTest, LooksWhenOneWithRaysIsDueAndTheHeartbeatBeforeIsKnown) {
    mount(0, "objects", 10, config::ObjectsSpec{});
    mount(0, "state", 5, config::StateSpec{});
    make().begin(AgentId{0}, at_ms(0));
    EXPECT_FALSE(sensing->looks(at_ms(10))) << "it has not been seen yet";
    look(0);
    EXPECT_FALSE(sensing->looks(at_ms(5)));
    look(5);
    EXPECT_TRUE(sensing->looks(at_ms(10)));
    sensing->begin(AgentId{0}, at_ms(5));
    EXPECT_FALSE(sensing->looks(at_ms(10))) << "where it was before it came back says nothing";
}

TEST_F(SensingTest, SeesAllWhereAllKnowAll) {
    mount(0, "objects", 5, config::ObjectsSpec{});
    make().begin(AgentId{0}, at_ms(0));
    look(0);
    look(5);
    EXPECT_THAT(measured, ElementsAre("objects@5 sees 2"));
}

TEST_F(SensingTest, SeesOnlyWhatIsOfInterestToItsAgent) {
    scenario.interest = {.kind = config::Interest::Kind::radius, .radius_m = 75, .agents = {}};
    for (const std::uint32_t agent : {0u, 1u}) mount(agent, "objects", 5, config::ObjectsSpec{});
    make();
    for (const std::uint32_t agent : {0u, 1u}) sensing->begin(AgentId{agent}, at_ms(0));
    look(0);
    look(5);
    EXPECT_THAT(measured, ElementsAre("objects@5 sees 1", "objects@5 sees 2")) << "each its own";
}

TEST_F(SensingTest, PassesOverWhomTheScenarioDoesNotKnow) {
    mount(0, "objects", 5, config::ObjectsSpec{});
    make().begin(AgentId{0}, at_ms(0));
    for (const AgentId id : {AgentId{4}, config::static_id(0)}) {
        Sight& sight = sights.emplace_back(sights[1]);
        sight.obstacle.agent = id;
        sight.obstacle.motion.position = {0, 20, 2};
    }
    look(0);
    look(5);
    EXPECT_THAT(measured, ElementsAre("objects@5 sees 2"));
}

}  // namespace
}  // namespace synchrono::client
