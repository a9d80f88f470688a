// Proves what a client derives from the messages of its peers: the present places, the sizes and the kinds of
// bodies, the states of signals, and the places of boxes. Also proves that a client notices when all vehicles
// have left.
#include "client/acu/outlook.hpp"

#include <gtest/gtest.h>
#include <list>

#include "client/body/machine_state_codec.hpp"
#include "client/body/vehicle_state_codec.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::client::acu {
namespace {

SimTime ms(std::int64_t time) { return SimTime{} + SimDuration::milliseconds(time); }

struct OutlookTest : ::testing::Test {
    OutlookTest() {
        scenario.vehicles["cart"].body.length_m = 4;
        scenario.vehicles["van"].body.length_m = 6;
        scenario.vehicles["van"].body.width_m = 2;
        scenario.vehicles["van"].body.height_m = 3;
        scenario.agents.resize(3);
        scenario.agents[0].vehicle = "cart";
        scenario.agents[1].element = config::PedestrianElement{};
        scenario.agents[2].element = config::BodyElement::of("cone");
        for (std::uint32_t i = 0; i < 3; ++i) scenario.agents[i].id = AgentId{i};
    }
    /// Adds a peer whose newest message has this time and state.
    void add(std::uint32_t agent, std::string_view vehicle, SimTime time, const Bytes& any) {
        cache::Peer peer{.id = AgentId{agent}, .name = {}, .vehicle = vehicle, .header = {}, .any = {}};
        peer.header.agent = peer.id;
        peer.header.time = time;
        peer.header.x_m = 70;
        peer.header.y_m = 80;
        peer.header.z_m = 90;
        peer.any = anys.emplace_back(any);
        peers.push_back(peer);
    }
    static Bytes state(const body::BodyMotion& motion) {
        std::array<std::byte, body::kVehicleStateBytesMax> bytes;
        Bytes any;
        net::append_any(any, body::kVehicleStateTypeUrl, ByteView(bytes).first(body::encode(motion, bytes)));
        return any;
    }
    static Bytes lamp(config::SignalGroupId group) {
        Bytes bytes, any;
        body::SignalsInSight signals;
        signals.groups = {{group, signal::SignalState::stop}};
        body::append_signals_state(bytes, signals);
        net::append_any(any, body::kSignalsStateTypeUrl, bytes);
        return any;
    }
    static body::BodyMotion driving(double speed_m_s, double braking = 0) {
        body::BodyMotion motion;
        motion.position = {10, 20, 0};
        motion.velocity = {speed_m_s, 0, 0};
        motion.applied[body::DriverInputs::kBraking] = braking;
        return motion;
    }

    config::Scenario scenario;
    std::list<Bytes> anys;
    std::vector<cache::Peer> peers;
};

TEST_F(OutlookTest, BodiesAreDeadReckonedToNow) {
    add(0, "cart", ms(5), state(driving(100)));
    add(9, "van", ms(10), state(driving(100)));
    Outlook outlook(scenario);
    outlook.update(peers, ms(10));
    ASSERT_EQ(outlook.sights().size(), 2u);
    EXPECT_NEAR(outlook.sights()[0].obstacle.motion.position.x, 10.5, 1e-9) << "five milliseconds on";
    EXPECT_EQ(outlook.sights()[1].obstacle.motion.position.x, 10) << "sent just now";
    EXPECT_EQ(outlook.sights()[0].published_x_m, 70) << "as its header says, for the rule of interest";
    EXPECT_EQ(outlook.sights()[0].published_y_m, 80);
    ASSERT_EQ(outlook.bodies().size(), 2u);
    EXPECT_EQ(outlook.bodies()[1].agent, AgentId{9});
}

TEST_F(OutlookTest, BodiesAreAsLargeAsTheirVehicleOrElement) {
    add(0, "cart", ms(0), state(driving(0)));
    add(1, "", ms(0), state(driving(0)));
    add(2, "", ms(0), state(driving(0)));
    add(9, "van", ms(0), state(driving(0)));
    add(10, "of no file", ms(0), state(driving(0)));
    Outlook outlook(scenario);
    outlook.update(peers, ms(0));
    const auto bodies = outlook.bodies();
    ASSERT_EQ(bodies.size(), 5u);
    EXPECT_EQ(bodies[0].seen_as, body::SeenAs::vehicle);
    EXPECT_EQ(bodies[0].length_m, 4);
    EXPECT_EQ(bodies[1].seen_as, body::SeenAs::pedestrian);
    EXPECT_EQ(bodies[1].height_m, config::size_of(*scenario.agents[1].element).z);
    EXPECT_EQ(bodies[2].seen_as, body::SeenAs::object);
    EXPECT_EQ(bodies[2].length_m, config::size_of(*scenario.agents[2].element).x);
    EXPECT_EQ(bodies[3].length_m, 6) << "from the vehicle that it announced";
    EXPECT_EQ(bodies[3].width_m, 2);
    EXPECT_EQ(bodies[3].height_m, 3);
    EXPECT_EQ(bodies[4].length_m, 0) << "its size is unknown";
}

TEST_F(OutlookTest, AStateOfAnUnknownTypeStillGivesAPlace) {
    Bytes any;
    net::append_any(any, "/somebody.Elses", Bytes(8));
    add(9, "cart", ms(0), any);
    Outlook outlook(scenario);
    outlook.update(peers, ms(5));
    ASSERT_EQ(outlook.bodies().size(), 1u);
    EXPECT_EQ(outlook.bodies()[0].motion.position, (geo::Vec3{70, 80, 90}));
    EXPECT_FALSE(outlook.sights()[0].brakes);
}

TEST_F(OutlookTest, BrakeLightsGoOnWithThePedal) {
    add(8, "cart", ms(0), state(driving(10, 0.02)));
    add(9, "cart", ms(0), state(driving(10, 0.04)));
    Outlook outlook(scenario);
    outlook.update(peers, ms(0));
    EXPECT_FALSE(outlook.sights()[0].brakes);
    EXPECT_TRUE(outlook.sights()[1].brakes);
}

TEST_F(OutlookTest, SilhouettesAreMadeOnlyWhenSightIsLimited) {
    add(9, "cart", ms(0), state(driving(0)));
    for (const bool limited : {false, true}) {
        if (limited) scenario.sight_m = 100;
        Outlook outlook(scenario);
        outlook.update(peers, ms(0));
        const Sight& sight = outlook.sights()[0];
        EXPECT_EQ(sight.silhouette, limited ? silhouette_of(sight.obstacle) : Silhouette{});
    }
}

TEST_F(OutlookTest, SignalsAreNotBodiesAndUnreadableSignalsAreSkipped) {
    Bytes nonsense;
    net::append_any(nonsense, body::kSignalsStateTypeUrl, Bytes(3, std::byte{0xff}));
    add(0, "cart", ms(0), state(driving(0)));
    add(20, "", ms(0), lamp(1));
    add(21, "", ms(0), nonsense);
    add(22, "", ms(0), lamp(2));
    Outlook outlook(scenario);
    for (int i = 0; i < 2; ++i) {
        outlook.update(peers, ms(5));
        EXPECT_EQ(outlook.bodies().size(), 1u);
        ASSERT_EQ(outlook.signals().size(), 2u);
        EXPECT_EQ(outlook.signals()[0].agent, AgentId{20});
        EXPECT_EQ(outlook.signals()[1].agent, AgentId{22});
        EXPECT_EQ(outlook.signals()[1].groups, (std::vector<body::Lamp>{{2, signal::SignalState::stop}}));
        EXPECT_EQ(outlook.signals()[1].position, (geo::Vec3{70, 80, 90}));
    }
    outlook.update({}, ms(10));
    EXPECT_TRUE(outlook.signals().empty());
}

TEST_F(OutlookTest, BoxesAreListedAfterAllOtherBodies) {
    scenario.statics.resize(1);
    scenario.statics[0].what = config::BoxElement{.position = {1, 2, 0}, .size = {4, 2, 1}};
    add(9, "cart", ms(0), state(driving(0)));
    Outlook outlook(scenario);
    EXPECT_TRUE(outlook.sights().empty()) << "update() has not been called yet";
    outlook.update(peers, ms(0));
    ASSERT_EQ(outlook.sights().size(), 2u);
    const Sight& box = outlook.sights()[1];
    EXPECT_EQ(box.obstacle.agent, config::static_id(0));
    EXPECT_EQ(box.obstacle.seen_as, body::SeenAs::object);
    EXPECT_EQ(box.published_x_m, 1);
    EXPECT_EQ(box.published_y_m, 2);
    EXPECT_EQ(box.silhouette, silhouette_of(box.obstacle));
}

TEST_F(OutlookTest, UpdatingAllocatesNothingAfterWarmUp) {
    for (std::uint32_t i = 3; i < 40; ++i) add(i, i % 2 == 0 ? "cart" : "van", ms(0), state(driving(10)));
    add(40, "", ms(0), lamp(1));
    Outlook outlook(scenario);
    const auto update = [&] {
        outlook.update(peers, ms(5));
        outlook.bodies();
    };
    update();
    const auto before = log::testing::allocations_of_this_thread();
    update();
    EXPECT_EQ(log::testing::allocations_of_this_thread() - before, 0u);
}

TEST(IsDeserted, HoldsOnceAllVehiclesHaveLeft) {
    config::Scenario scenario;
    scenario.agents.resize(4);
    for (std::uint32_t i = 0; i < 4; ++i) scenario.agents[i].id = AgentId{i};
    scenario.agents[2].element = config::BodyElement::of("cone");
    scenario.agents[3].element = config::PedestrianElement{};
    const auto departed = [&](std::vector<AgentId> agents) { return is_deserted(scenario, agents); };
    EXPECT_FALSE(departed({}));
    EXPECT_FALSE(departed({AgentId{0}}));
    EXPECT_FALSE(departed({AgentId{0}, AgentId{3}})) << "elements do not count";
    EXPECT_TRUE(departed({AgentId{0}, AgentId{1}}));
    EXPECT_TRUE(departed({AgentId{0}, AgentId{1}, AgentId{3}}));
    scenario.agents.erase(scenario.agents.begin(), scenario.agents.begin() + 2);
    EXPECT_FALSE(departed({})) << "there never was a vehicle";
}

}  // namespace
}  // namespace synchrono::client::acu
