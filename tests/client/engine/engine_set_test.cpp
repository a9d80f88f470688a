// Proves that agents in a set of engines move as they do in an engine of their own, and that a set wants the
// bodies of the world only if one of its engines does.
#include "client/engine/engine_set.hpp"

#include <gtest/gtest.h>

#include "client/engine/embedded/embedded_engine.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::engine {
namespace {

constexpr SimDuration kStep = SimDuration::milliseconds(1), kHeartbeat = SimDuration::milliseconds(5);

NewBody sedan(double speed) {
    NewBody vehicle{.vehicle = config::load_vehicle(SYN_SOURCE_DIR "/vehicles/sedan.json").value(),
                    .start = {}};
    vehicle.start.velocity.x = speed;
    return vehicle;
}

/// An engine that remembers its calls and never moves its agents.
class Watcher final : public BodyEngine {
  public:
    void restart(SimTime now) override { began = now; }
    void add(AgentId, const NewBody&) override { ++agents; }
    void remove(AgentId) override { --agents; }
    void set_controls(AgentId, const body::Controls&) override {}
    void set_surroundings(const Surroundings& world) override { bodies = world.bodies.size(); }
    void advance(SimDuration by) override { advanced = advanced + by; }
    const body::BodyMotion& motion(AgentId) const override { return still; }
    body::Machinery machinery(AgentId) const override { return {.wheels = {}, .gear = 7}; }
    std::vector<body::LookPart> look_of(AgentId) const override {
        return {body::LookPart{body::LookShape{}}};
    }
    void look_poses(AgentId, std::vector<geo::Pose>& poses) const override { poses.assign(1, {}); }

    SimTime began;
    SimDuration advanced;
    std::size_t bodies = 0;
    int agents = 0;
    body::BodyMotion still;
};

TEST(EngineSet, MovesAgentsExactlyAsSeparateEnginesDo) {
    const auto alone = make_embedded_engine(kStep);
    auto watcher = std::make_unique<Watcher>();
    Watcher& other = *watcher;
    std::vector<EngineOfAgents> engines;
    engines.push_back({make_embedded_engine(kStep), {AgentId{0}, AgentId{2}}});
    engines.push_back({std::move(watcher), {AgentId{1}}});
    const auto set = make_engine_set(std::move(engines));
    EXPECT_TRUE(set->uses_surroundings());
    const SimTime now = SimTime{} + SimDuration::seconds(3);
    set->restart(now);
    EXPECT_EQ(other.began, now);

    alone->add(AgentId{0}, sedan(10));
    set->add(AgentId{0}, sedan(10));
    set->add(AgentId{2}, sedan(5));
    set->add(AgentId{1}, sedan(0));
    for (BodyEngine* engine : {alone.get(), set.get()}) engine->set_controls(AgentId{0}, {0.2, 0.5, 0});
    const std::vector<body::Obstacle> bodies(3);
    set->set_surroundings({.now = now, .bodies = bodies, .signals = {}});
    EXPECT_EQ(other.bodies, 3u);
    for (int i = 0; i < 100; ++i) {
        alone->advance(kHeartbeat);
        set->advance(kHeartbeat);
    }
    EXPECT_EQ(set->motion(AgentId{0}).position, alone->motion(AgentId{0}).position);
    EXPECT_EQ(set->machinery(AgentId{0}).engine_rpm, alone->machinery(AgentId{0}).engine_rpm);
    EXPECT_EQ(set->motion(AgentId{1}).position, geo::Vec3{});
    EXPECT_EQ(set->machinery(AgentId{1}).gear, 7);
    EXPECT_EQ(set->look_of(AgentId{1}).size(), 1u);
    EXPECT_TRUE(set->look_of(AgentId{0}).empty());
    std::vector<geo::Pose> poses;
    set->look_poses(AgentId{1}, poses);
    EXPECT_EQ(poses.size(), 1u);
    EXPECT_EQ(other.advanced, kHeartbeat * 100);
    set->remove(AgentId{1});
    EXPECT_EQ(other.agents, 0);
    set->remove(AgentId{0});
    EXPECT_LT(set->motion(AgentId{2}).velocity.x, 6);
}

TEST(EngineSet, WantsNoSurroundingsWhenNoneOfItsEnginesDoes) {
    std::vector<EngineOfAgents> engines;
    engines.push_back({make_embedded_engine(kStep), {AgentId{0}}});
    engines.push_back({make_embedded_engine(kStep), {AgentId{1}}});
    EXPECT_FALSE(make_engine_set(std::move(engines))->uses_surroundings());
}

}  // namespace
}  // namespace synchrono::client::engine
