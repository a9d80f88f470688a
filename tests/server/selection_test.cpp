// Proves which messages of a bundle a member may see, by its interest and by what it has seen before,
// whatever transport carries them. The test recognises a message by its bytes.
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
    void welcome(const Member&, const Welcome&) override {}
    void notice(const Notice&) override {}
    void tell(const Member&, bool) override {}
    void finish() override {}
    void dismiss() override {}
};

/// A world in which the agents 0 to 4 of other members stand ten metres apart, and ours, 9, beside agent 2.
struct World {
    explicit World(GatePolicy gate) : map(kHeartbeat, gate) {
        for (std::uint32_t i = 0; i < 5; ++i) map.join(kOthers, AgentId{i}, Tick{0});
        map.join(kUs, AgentId{9}, Tick{0});
    }
    void say(std::uint32_t agent, std::int64_t tick, float x_m) {
        const net::AgentHeader header{.agent = AgentId{agent},
                                      .time = Tick{tick}.at(kHeartbeat),
                                      .period = kHeartbeat,
                                      .wall = {},
                                      .x_m = x_m};
        const std::string text = std::to_string(agent) + "@" + std::to_string(tick);
        EXPECT_FALSE(map.accept(agent == 9 ? kUs : kOthers, header, as_byte_view(text)));
    }
    void beat(std::int64_t tick, float first_m = 0) {
        for (std::uint32_t i = 0; i < 5; ++i) say(i, tick, first_m + 10.0F * static_cast<float>(i));
        say(9, tick, 21);
        EXPECT_TRUE(map.advance(Tick{std::numeric_limits<std::int64_t>::max()}));
        selection.forget();
    }
    std::vector<std::string> seen(config::Interest interest, BundleKey bundle, MemberId who = kUs) {
        const Member member{.id = who,
                            .client_name = "client",
                            .agents = {},
                            .interest = std::move(interest),
                            .link = link,
                            .heard = {},
                            .moved = {},
                            .have = Tick{-1}};
        std::vector<std::string> messages;
        selection.each(member, bundle, [&](ByteView message) { messages.emplace_back(as_text(message)); });
        return messages;
    }
    NoLink link;
    WorldMap map;
    Selection selection{map};
};

TEST(Selection, WhoSeesTheWholeWorldSeesItself) {
    World world(kExact);
    world.beat(0);
    const auto all = ElementsAre("0@0", "1@0", "2@0", "3@0", "4@0", "9@0");
    EXPECT_THAT(world.seen({}, {Tick{0}}), all);
    std::vector<std::string> shared;
    world.selection.each_of_world({Tick{0}}, [&](ByteView m) { shared.emplace_back(as_text(m)); });
    EXPECT_THAT(shared, all);
}

TEST(Selection, ARadiusIsAroundEachOfTheMembersAgentsWhereTheyWereInThatBundle) {
    World world(kExact);
    world.beat(0);
    world.beat(1, 1'000);
    EXPECT_THAT(world.seen({Kind::radius, 12, {}}, {Tick{0}}), ElementsAre("1@0", "2@0", "3@0"));
    EXPECT_THAT(world.seen({Kind::radius, 5, {}}, {Tick{0}}), ElementsAre("2@0")) << "each radius its own";
    EXPECT_THAT(world.seen({Kind::radius, 12, {}}, {Tick{1}}), IsEmpty()) << "they have left it behind";
    EXPECT_THAT(world.seen({Kind::radius, 12, {}}, {Tick{0}}, MemberId{3}), IsEmpty())
        << "without agents nothing is near";
}

TEST(Selection, PlacesAreLookedUpAnewWhenTheMapHasChanged) {
    World world(kWindow);
    world.beat(0);
    EXPECT_THAT(world.seen({Kind::radius, 5, {}}, {Tick{0}}), ElementsAre("2@0"));
    world.say(4, 1, 21);
    world.selection.forget();
    EXPECT_THAT(world.seen({Kind::radius, 5, {}}, {Tick{0}}), ElementsAre("2@0", "4@1"));
}

TEST(Selection, AgentsThatWereAskedForAreSeenAsLongAsABundleHoldsThem) {
    World world(kExact);
    world.beat(0);
    world.map.remove(AgentId{3}, Ending::lost);
    const config::Interest some{Kind::agents, 0, {AgentId{1}, AgentId{3}, AgentId{77}}};
    EXPECT_THAT(world.seen(some, {Tick{0}}), ElementsAre("1@0", "3@0"));
    EXPECT_THAT(world.seen(some, {Tick{1}}), ElementsAre("1@0")) << "its newest, until the next";
    EXPECT_THAT(world.seen({Kind::agents, 0, {}}, {Tick{0}}), IsEmpty());
}

TEST(Selection, UnderWindowOnlyWhatIsNewIsSeen) {
    World world(kWindow);
    world.beat(0);
    const std::uint64_t seen = world.map.version();
    world.say(3, 1, 30);
    EXPECT_THAT(world.seen({}, {Tick{0}, seen}), ElementsAre("3@1"));
    EXPECT_THAT(world.seen({}, {Tick{0}, world.map.version()}), IsEmpty());
    world.map.remove(AgentId{3}, Ending::lost);
    EXPECT_THAT(world.seen({}, {Tick{0}}), ElementsAre("0@0", "1@0", "2@0", "4@0", "9@0"))
        << "to one who begins, who is gone is old news";
}

}  // namespace
}  // namespace synchrono::server
