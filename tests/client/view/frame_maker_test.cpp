// Proves what of a client's world is in the frames for a view, and how often a frame is made. It needs no
// window.
#include "client/view/frame_maker.hpp"

#include <array>
#include <gtest/gtest.h>

#include "client/body/machine_state_codec.hpp"
#include "client/engine/body_engine.hpp"
#include "common/net/agent_message.hpp"
#include "tests/client/view/view_fixture.hpp"

namespace synchrono::view {
namespace {

using client::Peer;
using client::Sight;
using testing::small_world;

/// A view that keeps all frames.
struct FakeView final : View {
    bool is_ready() const override { return ready; }
    void show(const Frame& frame) override { frames.push_back(frame); }
    bool is_closed() const override { return closed; }
    Wish wish() const override { return {}; }
    Result<std::uint64_t> finish() override { return frames.size(); }
    std::vector<Frame> frames;
    bool ready = true, closed = false;
};

/// An engine with one agent, which has one wheel.
struct FakeEngine final : client::BodyEngine {
    void add(AgentId, const client::NewBody&) override {}
    void remove(AgentId) override {}
    void set_controls(AgentId, const client::Controls&) override {}
    void show(const client::Surroundings&) override {}
    void advance(SimDuration) override {}
    const client::BodyMotion& motion(AgentId) const override { return moving; }
    client::Machinery machinery(AgentId) const override { return {.wheels = wheels}; }
    std::vector<client::LookPart> looks(AgentId) const override { return look; }
    void look_poses(AgentId, std::vector<geo::Pose>& poses) const override {
        poses.assign(look.size(), {{1, 2, 3}, {}});
    }
    client::BodyMotion moving;
    std::vector<client::LookPart> look;
    std::vector<client::Wheel> wheels{{{{1, 0, 0}, {}}, 7, 8}};
};

struct FrameMakerTest : ::testing::Test {
    FrameMakerTest() {
        engine.moving.position = {-40, 0, 0.5};
        engine.moving.applied[client::DriverInputs::kBraking] = 1;
        for (const std::uint32_t id : {0u, 1u}) {
            Sight sight;
            sight.obstacle.agent = AgentId{id};
            sight.obstacle.motion.velocity = {10, 0, 0};
            sights.push_back(sight);
        }
    }
    client::Spectacle at(std::int64_t ms, std::int64_t wall_ms = 0) const {
        return {.now = SimTime::nanoseconds(ms * 1'000'000),
                .wall = WallTime{} + WallDuration::milliseconds(wall_ms),
                .sights = sights,
                .signals = {},
                .peers = peers,
                .own = own,
                .engine = engine,
                .behind = 2};
    }
    std::vector<std::int64_t> looks(Rhythm rhythm, std::int64_t wall_ms_per_ms) {
        FrameMaker maker(scenario, view, rhythm);
        std::vector<std::int64_t> times;
        for (std::int64_t ms = 0; ms <= 100; ms += 5) {
            const auto spectacle = at(ms, ms * wall_ms_per_ms);
            if (!maker.wants_look(spectacle.now, spectacle.wall)) continue;
            maker.look(spectacle);
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

TEST_F(FrameMakerTest, PicturesComeBySimulatedTime) {
    const std::vector<std::int64_t> every_40{0, 40, 80};
    EXPECT_EQ(looks(Rhythm::pictures, 0), every_40);
    EXPECT_EQ(looks(Rhythm::pictures, 50), every_40);
}

TEST_F(FrameMakerTest, AWindowsFramesComeByWallTime) {
    EXPECT_EQ(looks(Rhythm::window, 1), (std::vector<std::int64_t>{0, 35, 70}));
    EXPECT_EQ(looks(Rhythm::window, 100).size(), 21u) << "each heartbeat";
}

TEST_F(FrameMakerTest, OnlyAWindowTellsOfWallTime) {
    for (const Rhythm rhythm : {Rhythm::window, Rhythm::pictures}) {
        FrameMaker maker(scenario, view, rhythm);
        maker.look(at(0, 0));
        maker.look(at(100, 50));
        const Frame& frame = view.frames.back();
        EXPECT_EQ(frame.drift.has_value(), rhythm == Rhythm::window);
        ASSERT_EQ(frame.real_time_factor.has_value(), rhythm == Rhythm::window);
        EXPECT_NEAR(frame.real_time_factor.value_or(2), 2, 1e-9);
    }
}

TEST_F(FrameMakerTest, ABodyIsSeenAsTheClientSeesIt) {
    sights[1].obstacle.seen_as = client::SeenAs::object;
    FrameMaker maker(scenario, view, Rhythm::window);
    maker.look(at(0));
    EXPECT_EQ(view.frames.back().bodies.at(0).seen_as, client::SeenAs::vehicle);
    EXPECT_EQ(view.frames.back().bodies.at(1).seen_as, client::SeenAs::object);
}

TEST_F(FrameMakerTest, OfItsOwnTheEngineKnowsBest) {
    engine.look.resize(3);
    FrameMaker maker(scenario, view, Rhythm::window);
    maker.look(at(0));
    const Body& body = view.frames.back().bodies.at(0);
    EXPECT_TRUE(body.own);
    EXPECT_EQ(body.motion.position, engine.moving.position);
    EXPECT_EQ(body.motion.applied[client::DriverInputs::kBraking], 1);
    ASSERT_EQ(body.wheels.size(), 1u);
    EXPECT_EQ(body.wheels[0].spin_rad, 7);
    ASSERT_TRUE(body.looks);
    EXPECT_EQ(body.parts.size(), 3u);
}

TEST_F(FrameMakerTest, WheelsOfOthersAreToldOrReckoned) {
    FrameMaker maker(scenario, view, Rhythm::window);
    maker.look(at(0));
    maker.look(at(500));
    const Body& reckoned = view.frames.back().bodies.at(1);
    EXPECT_FALSE(reckoned.own);
    ASSERT_EQ(reckoned.wheels.size(), 4u);
    const double radius_m = scenario.vehicles.at("sedan").tyre.radius_m;
    EXPECT_NEAR(reckoned.wheels[0].spin_rad, 5 / radius_m, 1e-9) << "five metres on";
    EXPECT_NEAR(reckoned.wheels[0].speed_rad_s, 10 / radius_m, 1e-9);

    client::BodyMotion told;
    told.applied[client::DriverInputs::kSteering] = 0.5;
    Bytes state, any;
    client::append_machine_state(state, told,
                                 {.wheels = std::vector<client::Wheel>(6, {{{1, 0, 0}, {}}, 0, 0})});
    net::append_any(any, client::kMachineStateTypeUrl, state);
    peers.push_back({.id = AgentId{1}, .name = {}, .vehicle = {}, .header = {}, .any = any});
    maker.look(at(540));
    EXPECT_EQ(view.frames.back().bodies.at(1).wheels.size(), 6u);
    EXPECT_EQ(view.frames.back().bodies.at(1).motion.applied[client::DriverInputs::kSteering], 0.5);
}

TEST_F(FrameMakerTest, WheelsThatTellOnlyTheirSpeedsTurnByThem) {
    engine.wheels.assign(4, {{}, 0, 3});
    engine.wheels[2].speed_rad_s = 0;  // locked
    FrameMaker maker(scenario, view, Rhythm::window);
    maker.look(at(0));
    maker.look(at(500));
    const Body& body = view.frames.back().bodies.at(0);
    ASSERT_EQ(body.wheels.size(), 4u);
    EXPECT_NEAR(body.wheels[0].spin_rad, 1.5, 1e-9);
    EXPECT_EQ(body.wheels[2].spin_rad, 0);
    EXPECT_GT(body.wheels[0].pose.position.x, 1) << "ahead of the middle";
}

TEST_F(FrameMakerTest, RadioMessagesAreLitForAMoment) {
    FrameMaker maker(scenario, view, Rhythm::window);
    maker.heard(AgentId{1}, AgentId{0}, 20, SimTime::nanoseconds(100'000'000));
    maker.look(at(50));
    EXPECT_TRUE(view.frames.back().links.empty()) << "not there yet";
    maker.look(at(150));
    ASSERT_EQ(view.frames.back().links.size(), 1u);
    EXPECT_NEAR(view.frames.back().links[0].age_s, 0.05, 1e-9);
    EXPECT_EQ(view.frames.back().links[0].type, 20u);
    maker.look(at(400));
    EXPECT_TRUE(view.frames.back().links.empty());
}

TEST_F(FrameMakerTest, NobodyLooksThroughAClosedWindow) {
    FrameMaker maker(scenario, view, Rhythm::pictures);
    view.closed = true;
    EXPECT_FALSE(maker.wants_look(at(0).now, at(0).wall));
    view.ready = false;
    EXPECT_FALSE(maker.is_ready()) << "as the view says";
}

}  // namespace
}  // namespace synchrono::view
