// Proves which messages of a bundle a member may see. This depends on the member's interest and on what the
// member has seen before, not on the transport. The test recognises a message by its bytes.
#include "server/selection.hpp"

#include <gmock/gmock.h>
#include <limits>

namespace synchrono::server {
namespace {

using Kind = config::Interest::Kind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);
constexpr MemberId kUs{1}, kOthers{2};
constexpr GatePolicy kWindow{GatePolicy::Kind::window, 2}, kExact{GatePolicy::Kind::exact, 1};

struct NoLink final : MemberLink {
    void send_admission(const Member&, const Admission&) override {}
    void send_notice(const Notice&) override {}
    void send_update(const Member&, bool) override {}
    void end_notices() override {}
    void remove(std::string_view) override {}
};

/// A world in which the agents 0 to 4 of another member stand ten metres apart, and our agent, 9, beside
/// agent 2.
struct World {
    explicit World(GatePolicy gate) : map(kHeartbeat, gate) {
        for (std::uint32_t i = 0; i < 5; ++i) map.join(kOthers, AgentId{i}, Tick{0});
        map.join(kUs, AgentId{9}, Tick{0});
    }
    void send(std::uint32_t agent, std::int64_t tick, float x_m) {
        const net::AgentHeader header{.agent = AgentId{agent},
                                      .time = Tick{tick}.at(kHeartbeat),
                                      .period = kHeartbeat,
                                      .wall = {},
                                      .x_m = x_m};
        const std::string text = std::to_string(agent) + "@" + std::to_string(tick);
        EXPECT_FALSE(map.accept(agent == 9 ? kUs : kOthers, header, as_byte_view(text)));
    }
    void send_heartbeat(std::int64_t tick, float first_m = 0) {
        for (std::uint32_t i = 0; i < 5; ++i) send(i, tick, first_m + 10.0F * static_cast<float>(i));
        send(9, tick, 21);
        EXPECT_TRUE(map.advance(Tick{std::numeric_limits<std::int64_t>::max()}));
        selection.discard_positions();
    }
    std::vector<std::string> seen(config::Interest interest, BundleKey bundle, MemberId who = kUs) {
        const Member member{.id = who,
                            .client_name = "client",
                            .agents = {},
                            .interest = std::move(interest),
                            .link = link,
                            .last_heard = {},
                            .hold_up = account,
                            .known_up_to = Tick{-1}};
        std::vector<std::string> messages;
        selection.each(member, bundle, [&](ByteView message) { messages.emplace_back(as_text(message)); });
        return messages;
    }
    NoLink link;
    HoldUpAccount account;
    WorldMap map;
    Selection selection{map};
};

TEST(Selection, AMemberThatSeesTheWorldSeesItsOwnAgents) {
    World world(kExact);
    world.send_heartbeat(0);
    const auto all = ElementsAre("0@0", "1@0", "2@0", "3@0", "4@0", "9@0");
    EXPECT_THAT(world.seen({}, {Tick{0}}), all);
    std::vector<std::string> shared;
    world.selection.each_of_world({Tick{0}}, [&](ByteView m) { shared.emplace_back(as_text(m)); });
    EXPECT_THAT(shared, all);
}

TEST(Selection, ARadiusIsAroundTheMembersAgentsInThatBundle) {
    World world(kExact);
    world.send_heartbeat(0);
    world.send_heartbeat(1, 1'000);
    EXPECT_THAT(world.seen({Kind::radius, 12, {}}, {Tick{0}}), ElementsAre("1@0", "2@0", "3@0"));
    EXPECT_THAT(world.seen({Kind::radius, 5, {}}, {Tick{0}}), ElementsAre("2@0"))
        << "each member has its own radius";
    EXPECT_THAT(world.seen({Kind::radius, 12, {}}, {Tick{1}}), IsEmpty())
        << "the other agents are out of reach by then";
    EXPECT_THAT(world.seen({Kind::radius, 12, {}}, {Tick{0}}, MemberId{3}), IsEmpty())
        << "without agents nothing is near";
}

TEST(Selection, PlacesAreReadAgainWhenTheMapHasChanged) {
    World world(kWindow);
    world.send_heartbeat(0);
    EXPECT_THAT(world.seen({Kind::radius, 5, {}}, {Tick{0}}), ElementsAre("2@0"));
    world.send(4, 1, 21);
    world.selection.discard_positions();
    EXPECT_THAT(world.seen({Kind::radius, 5, {}}, {Tick{0}}), ElementsAre("2@0", "4@1"));
}

TEST(Selection, NamedAgentsAreSeenWhileABundleHoldsThem) {
    World world(kExact);
    world.send_heartbeat(0);
    world.map.remove(AgentId{3}, Departure::lost);
    const config::Interest some{Kind::agents, 0, {AgentId{1}, AgentId{3}, AgentId{77}}};
    EXPECT_THAT(world.seen(some, {Tick{0}}), ElementsAre("1@0", "3@0"));
    EXPECT_THAT(world.seen(some, {Tick{1}}), ElementsAre("1@0"))
        << "a live agent keeps its newest message until the next";
    EXPECT_THAT(world.seen({Kind::agents, 0, {}}, {Tick{0}}), IsEmpty());
}

TEST(Selection, UnderWindowOnlyNewMessagesAreSeen) {
    World world(kWindow);
    world.send_heartbeat(0);
    const std::uint64_t seen = world.map.version();
    world.send(3, 1, 30);
    EXPECT_THAT(world.seen({}, {Tick{0}, seen}), ElementsAre("3@1"));
    EXPECT_THAT(world.seen({}, {Tick{0}, world.map.version()}), IsEmpty());
    world.map.remove(AgentId{3}, Departure::lost);
    EXPECT_THAT(world.seen({}, {Tick{0}}), ElementsAre("0@0", "1@0", "2@0", "4@0", "9@0"))
        << "a newcomer is not sent agents that have gone";
}

}  // namespace
}  // namespace synchrono::server
