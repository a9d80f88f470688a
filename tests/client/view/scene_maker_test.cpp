// Proves which parts of a client's world are in the scenes for a view, and how often a scene is made. The
// tests need no window.
#include "client/view/scene_maker.hpp"

#include <array>
#include <gtest/gtest.h>

#include "client/body/machine_state_codec.hpp"
#include "client/engine/body_engine.hpp"
#include "common/net/agent_message.hpp"
#include "tests/client/view/view_fixture.hpp"

namespace synchrono::client::view {
namespace {

using acu::Sight;
using cache::Peer;
using scenery::testing::small_world;

/// A view that keeps all scenes.
struct FakeView final : View {
    bool is_ready() const override { return ready; }
    void show(const Scene& scene) override { scenes.push_back(scene); }
    bool is_closed() const override { return closed; }
    Wish wish() const override { return {}; }
    Result<std::uint64_t> finish() override { return scenes.size(); }
    std::vector<Scene> scenes;
    bool ready = true, closed = false;
};

/// An engine with one agent, which has one wheel.
struct FakeEngine final : engine::BodyEngine {
    void add(AgentId, const engine::NewBody&) override {}
    void remove(AgentId) override {}
    void set_controls(AgentId, const body::Controls&) override {}
    void set_surroundings(const engine::Surroundings&) override {}
    void advance(SimDuration) override {}
    const body::BodyMotion& motion(AgentId) const override { return moving; }
    body::Machinery machinery(AgentId) const override { return {.wheels = wheels}; }
    std::vector<body::LookPart> look_of(AgentId) const override { return look; }
    void look_poses(AgentId, std::vector<geo::Pose>& poses) const override {
        poses.assign(look.size(), {{1, 2, 3}, {}});
    }
    body::BodyMotion moving;
    std::vector<body::LookPart> look;
    std::vector<body::Wheel> wheels{{{{1, 0, 0}, {}}, 7, 8}};
};

struct SceneMakerTest : ::testing::Test {
    SceneMakerTest() {
        engine.moving.position = {-40, 0, 0.5};
        engine.moving.applied[body::DriverInputs::kBraking] = 1;
        for (const std::uint32_t id : {0u, 1u}) {
            Sight sight;
            sight.obstacle.agent = AgentId{id};
            sight.obstacle.motion.velocity = {10, 0, 0};
            sights.push_back(sight);
        }
    }
    acu::Spectacle at(std::int64_t ms, std::int64_t wall_ms = 0) const {
        return {.now = SimTime::nanoseconds(ms * 1'000'000),
                .wall = WallTime{} + WallDuration::milliseconds(wall_ms),
                .sights = sights,
                .signals = {},
                .peers = peers,
                .own = own,
                .engine = engine,
                .behind = 2};
    }
    std::vector<std::int64_t> due_times(Rhythm rhythm, std::int64_t wall_ms_per_ms) {
        SceneMaker maker(scenario, view, rhythm);
        std::vector<std::int64_t> times;
        for (std::int64_t ms = 0; ms <= 100; ms += 5) {
            const auto spectacle = at(ms, ms * wall_ms_per_ms);
            if (!maker.is_due(spectacle.now, spectacle.wall)) continue;
            maker.show(spectacle);
            times.push_back(ms);
        }
        return times;
    }

    const config::Scenario scenario = small_world();
    FakeView view;
    FakeEngine engine;
    std::vector<Sight> sights;
    std::vector<Peer> peers;
    const std::vector<AgentId> own{AgentId{0}};
};

TEST_F(SceneMakerTest, PicturesComeBySimulatedTime) {
    const std::vector<std::int64_t> every_40{0, 40, 80};
    EXPECT_EQ(due_times(Rhythm::pictures, 0), every_40);
    EXPECT_EQ(due_times(Rhythm::pictures, 50), every_40);
}

TEST_F(SceneMakerTest, AWindowsScenesComeByWallTime) {
    EXPECT_EQ(due_times(Rhythm::window, 1), (std::vector<std::int64_t>{0, 35, 70}));
    EXPECT_EQ(due_times(Rhythm::window, 100).size(), 21u) << "each heartbeat";
}

TEST_F(SceneMakerTest, OnlyAWindowShowsFiguresOfWallTime) {
    for (const Rhythm rhythm : {Rhythm::window, Rhythm::pictures}) {
        SceneMaker maker(scenario, view, rhythm);
        maker.show(at(0, 0));
        maker.show(at(100, 50));
        const Scene& scene = view.scenes.back();
        EXPECT_EQ(scene.drift.has_value(), rhythm == Rhythm::window);
        ASSERT_EQ(scene.real_time_factor.has_value(), rhythm == Rhythm::window);
        EXPECT_NEAR(scene.real_time_factor.value_or(2), 2, 1e-9);
    }
}

TEST_F(SceneMakerTest, ABodyHasTheKindThatTheClientSees) {
    sights[1].obstacle.seen_as = body::SeenAs::object;
    SceneMaker maker(scenario, view, Rhythm::window);
    maker.show(at(0));
    EXPECT_EQ(view.scenes.back().bodies.at(0).seen_as, body::SeenAs::vehicle);
    EXPECT_EQ(view.scenes.back().bodies.at(1).seen_as, body::SeenAs::object);
}

TEST_F(SceneMakerTest, OwnBodiesAreTakenFromTheEngine) {
    engine.look.resize(3);
    SceneMaker maker(scenario, view, Rhythm::window);
    maker.show(at(0));
    const Body& body = view.scenes.back().bodies.at(0);
    EXPECT_TRUE(body.own);
    EXPECT_EQ(body.motion.position, engine.moving.position);
    EXPECT_EQ(body.motion.applied[body::DriverInputs::kBraking], 1);
    ASSERT_EQ(body.wheels.size(), 1u);
    EXPECT_EQ(body.wheels[0].spin_rad, 7);
    ASSERT_TRUE(body.look);
    EXPECT_EQ(body.parts.size(), 3u);
}

TEST_F(SceneMakerTest, WheelsOfOthersAreReceivedOrComputed) {
    SceneMaker maker(scenario, view, Rhythm::window);
    maker.show(at(0));
    maker.show(at(500));
    const Body& reckoned = view.scenes.back().bodies.at(1);
    EXPECT_FALSE(reckoned.own);
    ASSERT_EQ(reckoned.wheels.size(), 4u);
    const double radius_m = scenario.vehicles.at("sedan").tyre.radius_m;
    EXPECT_NEAR(reckoned.wheels[0].spin_rad, 5 / radius_m, 1e-9) << "five metres on";
    EXPECT_NEAR(reckoned.wheels[0].speed_rad_s, 10 / radius_m, 1e-9);

    body::BodyMotion published;
    published.applied[body::DriverInputs::kSteering] = 0.5;
    Bytes state, any;
    body::append_machine_state(state, published,
                               {.wheels = std::vector<body::Wheel>(6, {{{1, 0, 0}, {}}, 0, 0})});
    net::append_any(any, body::kMachineStateTypeUrl, state);
    peers.push_back({.id = AgentId{1}, .name = {}, .vehicle = {}, .header = {}, .any = any});
    maker.show(at(540));
    EXPECT_EQ(view.scenes.back().bodies.at(1).wheels.size(), 6u);
    EXPECT_EQ(view.scenes.back().bodies.at(1).motion.applied[body::DriverInputs::kSteering], 0.5);
}

TEST_F(SceneMakerTest, WheelsWithOnlyASpeedTurnByIt) {
    engine.wheels.assign(4, {{}, 0, 3});
    engine.wheels[2].speed_rad_s = 0;  // locked
    SceneMaker maker(scenario, view, Rhythm::window);
    maker.show(at(0));
    maker.show(at(500));
    const Body& body = view.scenes.back().bodies.at(0);
    ASSERT_EQ(body.wheels.size(), 4u);
    EXPECT_NEAR(body.wheels[0].spin_rad, 1.5, 1e-9);
    EXPECT_EQ(body.wheels[2].spin_rad, 0);
    EXPECT_GT(body.wheels[0].pose.position.x, 1) << "ahead of the middle";
}

TEST_F(SceneMakerTest, RadioMessagesAreShownForAMoment) {
    SceneMaker maker(scenario, view, Rhythm::window);
    maker.announce_message(AgentId{1}, AgentId{0}, 20, SimTime::nanoseconds(100'000'000));
    maker.show(at(50));
    EXPECT_TRUE(view.scenes.back().messages.empty()) << "not there yet";
    maker.show(at(150));
    ASSERT_EQ(view.scenes.back().messages.size(), 1u);
    EXPECT_NEAR(view.scenes.back().messages[0].age_s, 0.05, 1e-9);
    EXPECT_EQ(view.scenes.back().messages[0].type, 20u);
    maker.show(at(400));
    EXPECT_TRUE(view.scenes.back().messages.empty());
}

TEST_F(SceneMakerTest, AClosedWindowWantsNoScenes) {
    SceneMaker maker(scenario, view, Rhythm::pictures);
    view.closed = true;
    EXPECT_FALSE(maker.is_due(at(0).now, at(0).wall));
    view.ready = false;
    EXPECT_FALSE(maker.is_ready()) << "it is ready when the view is";
}

}  // namespace
}  // namespace synchrono::client::view
