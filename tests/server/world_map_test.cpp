// Proves the rules of time on which both gates rest: which messages the map accepts and why it refuses
// others, how far the slowest agent has come, for which agents the start waits, and what the map keeps of
// agents that have ended. Messages differ only in their headers.
#include "server/world_map.hpp"

#include <array>
#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace synchrono::server {
namespace {

using Kind = GatePolicy::Kind;

constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);
constexpr MemberId kMember{1}, kOtherMember{2};
constexpr AgentId kFirst{0}, kSecond{1}, kThird{2};
constexpr Tick kNoCap{std::numeric_limits<std::int64_t>::max()};

WorldMap window_map(std::int64_t n = 2) { return {kHeartbeat, {Kind::window, n}}; }
WorldMap exact_map(std::int64_t lag = 1) { return {kHeartbeat, {Kind::exact, lag}}; }

net::AgentHeader header(AgentId agent, std::int64_t tick, std::int64_t period = 1) {
    net::AgentHeader h;
    h.agent = agent;
    h.time = Tick{tick}.at(kHeartbeat);
    h.period = kHeartbeat * period;
    h.x_m = static_cast<float>(tick);
    return h;
}

/// Returns why the message was refused; empty: it was accepted.
std::string send(WorldMap& map, const net::AgentHeader& h, MemberId session = kMember) {
    const std::string text = "m" + std::to_string(h.time.count_ns());
    const auto refusal = map.accept(session, h, as_byte_view(text));
    if (!refusal) return "";
    switch (*refusal) {
        case Refusal::unknown_agent:
            return "unknown_agent";
        case Refusal::off_heartbeat:
            return "off_heartbeat";
        case Refusal::stale:
            return "stale";
        case Refusal::ahead_of_gate:
            return "ahead_of_gate";
    }
    return "?";
}
std::string send(WorldMap& map, AgentId agent, std::int64_t tick, std::int64_t period = 1) {
    return send(map, header(agent, tick, period));
}
std::int64_t newest_at(const WorldMap& map, AgentId agent, std::int64_t tick) {
    const StateEntry* entry = map.newest_at(*map.find(agent), Tick{tick});
    return entry == nullptr ? -1 : entry->tick.index;
}

struct BothPolicies : ::testing::TestWithParam<Kind> {
    WorldMap map{kHeartbeat, {GetParam(), 2}};
};
INSTANTIATE_TEST_SUITE_P(Policy, BothPolicies, ::testing::Values(Kind::window, Kind::exact),
                         [](const auto& policy) {
                             return policy.param == Kind::window ? "Window" : "Exact";
                         });

TEST_P(BothPolicies, RefusesAgentsOfOtherSessions) {
    map.join(kMember, kFirst, Tick{0});
    EXPECT_EQ(send(map, kSecond, 0), "unknown_agent");
    EXPECT_EQ(send(map, header(kFirst, 0), kOtherMember), "unknown_agent");
    EXPECT_EQ(send(map, kFirst, 0), "");
    map.remove(kFirst, Departure::lost);
    EXPECT_EQ(send(map, kFirst, 1), "unknown_agent");
}

TEST_P(BothPolicies, RefusesTimesOffTheHeartbeat) {
    map.join(kMember, kFirst, Tick{0});
    struct Case {
        const char* why;
        std::int64_t time_ns, period_ns;
    };
    const std::int64_t h = kHeartbeat.count_ns();
    for (const Case& c : {Case{"time between heartbeats", 1, h},
                          {"time before the start", -h, h},
                          {"period between heartbeats", 0, h + 1},
                          {"negative period", 0, -h},
                          {"period too long", 0, (limits::kPeriodMax + 1) * h},
                          {"the least time there is", std::numeric_limits<std::int64_t>::min(), h},
                          {"the least period there is", 0, std::numeric_limits<std::int64_t>::min()},
                          {"the longest period there is", 0, std::numeric_limits<std::int64_t>::max()}}) {
        net::AgentHeader bad = header(kFirst, 0);
        bad.time = SimTime::nanoseconds(c.time_ns);
        bad.period = SimDuration::nanoseconds(c.period_ns);
        EXPECT_EQ(send(map, bad), "off_heartbeat") << c.why;
    }
    EXPECT_EQ(map.accept(kMember, header(kFirst, 0), Bytes(limits::kStateBytesMax + 1)),
              Refusal::off_heartbeat);
    EXPECT_EQ(map.version(), 0u);
    EXPECT_EQ(send(map, kFirst, 0, limits::kPeriodMax), "");
}

TEST_P(BothPolicies, RefusesRepetitions) {
    map.join(kMember, kFirst, Tick{0});
    EXPECT_EQ(send(map, kFirst, 0), "");
    EXPECT_EQ(send(map, kFirst, 0), "stale");
    EXPECT_EQ(send(map, kFirst, 1), "");
    EXPECT_EQ(send(map, kFirst, 0), "stale");
    EXPECT_EQ(map.version(), 2u);
}

TEST_P(BothPolicies, RefusesMessagesBeforeTheEntry) {
    map.join(kMember, kFirst, Tick{1});
    EXPECT_EQ(send(map, kFirst, 0), "stale");
    EXPECT_EQ(send(map, kFirst, 1), "");
}

TEST_P(BothPolicies, RefusesMessagesAheadOfTheGate) {
    map.join(kMember, kFirst, Tick{0});
    map.join(kMember, kSecond, Tick{0});
    for (std::int64_t tick = 0; tick <= 1; ++tick) EXPECT_EQ(send(map, kFirst, tick), "");
    // The slowest agent is at heartbeat -1, so the gate of 2 heartbeats lets no agent go beyond heartbeat 1.
    EXPECT_EQ(send(map, kFirst, 2), "ahead_of_gate");
    EXPECT_EQ(send(map, kFirst, std::numeric_limits<std::int64_t>::max() / kHeartbeat.count_ns()),
              "ahead_of_gate");
    EXPECT_EQ(send(map, kSecond, 0), "");
    ASSERT_TRUE(map.advance(kNoCap));
    EXPECT_EQ(send(map, kFirst, 2), "");
    EXPECT_EQ(send(map, kFirst, 3), "ahead_of_gate");
}

TEST_P(BothPolicies, TheFirstMessageMustObeyTheGateToo) {
    map.join(kMember, kFirst, Tick{0});
    map.join(kMember, kSecond, Tick{2});
    EXPECT_EQ(send(map, kSecond, 2), "ahead_of_gate");
    send(map, kFirst, 0);
    map.advance(kNoCap);
    EXPECT_EQ(send(map, kSecond, 2), "");
}

TEST_P(BothPolicies, ReachedFollowsTheSlowest) {
    map.join(kMember, kFirst, Tick{0});
    map.join(kOtherMember, kSecond, Tick{0});
    EXPECT_EQ(map.reached(), Tick{-1});
    EXPECT_FALSE(map.advance(kNoCap));
    send(map, kFirst, 0);
    send(map, kFirst, 1);
    EXPECT_FALSE(map.advance(kNoCap));
    EXPECT_EQ(map.slowest(), kSecond);
    send(map, header(kSecond, 0), kOtherMember);
    EXPECT_TRUE(map.advance(kNoCap));
    EXPECT_EQ(map.reached(), Tick{0});
    EXPECT_FALSE(map.advance(kNoCap)) << "reached must rise only once";
    EXPECT_EQ(map.slowest(), kSecond);
    EXPECT_EQ(map.covered_up_to(*map.find(kFirst)), Tick{1});
}

TEST_P(BothPolicies, ReachedStaysBelowTheCap) {
    map.join(kMember, kFirst, Tick{0});
    send(map, kFirst, 0);
    send(map, kFirst, 1);
    EXPECT_FALSE(map.advance(Tick{-1}));
    EXPECT_TRUE(map.advance(Tick{0}));
    EXPECT_EQ(map.reached(), Tick{0});
    EXPECT_FALSE(map.advance(Tick{0}));
    EXPECT_TRUE(map.advance(Tick{5}));
    EXPECT_EQ(map.reached(), Tick{1});
}

TEST_P(BothPolicies, ALongerPeriodReachesToTheNextMessage) {
    map.join(kMember, kFirst, Tick{0});
    EXPECT_EQ(send(map, kFirst, 0, 4), "");
    EXPECT_TRUE(map.advance(kNoCap));
    EXPECT_EQ(map.reached(), Tick{3});
    EXPECT_EQ(newest_at(map, kFirst, 3), 0);
    EXPECT_EQ(send(map, kFirst, 4, 2), "");
    EXPECT_TRUE(map.advance(kNoCap));
    EXPECT_EQ(map.reached(), Tick{5});
    // Under `exact` the map keeps older messages, because clients may still ask for them.
    EXPECT_EQ(newest_at(map, kFirst, 3), GetParam() == Kind::exact ? 0 : -1);
    EXPECT_EQ(newest_at(map, kFirst, 5), 4);
}

TEST_P(BothPolicies, ReachedNeverFalls) {
    map.join(kMember, kFirst, Tick{0});
    send(map, kFirst, 0, 8);
    map.advance(kNoCap);
    ASSERT_EQ(map.reached(), Tick{7});
    // The flow sends a message before the time that it announced.
    send(map, kFirst, 5, 1);
    EXPECT_FALSE(map.advance(kNoCap));
    EXPECT_EQ(map.reached(), Tick{7});
}

TEST_P(BothPolicies, ALastMessageFinishesTheAgent) {
    map.join(kMember, kFirst, Tick{0});
    send(map, kFirst, 0);
    EXPECT_TRUE(map.agents_that_left().empty());
    EXPECT_EQ(send(map, kFirst, 1, 0), "");
    EXPECT_EQ(map.agents_that_left(), std::vector{kFirst});
    EXPECT_EQ(send(map, kFirst, 2), "stale") << "a flow that has ended sends no more";
    EXPECT_EQ(map.remove(kFirst, Departure::lost), Tick{2});
    EXPECT_TRUE(map.agents_that_left().empty());
    EXPECT_EQ(map.live_agents(), 0u);
}

TEST_P(BothPolicies, RemovalEndsAnAgentAtItsNextExpectedMessage) {
    map.join(kMember, kFirst, Tick{0});
    map.join(kMember, kSecond, Tick{3});
    send(map, kFirst, 0, 4);
    EXPECT_EQ(map.remove(kFirst, Departure::lost), Tick{4});
    EXPECT_EQ(map.remove(kSecond, Departure::lost), Tick{3}) << "the agent has sent no message";
    EXPECT_EQ(map.find(kFirst), nullptr);
    EXPECT_FALSE(map.is_live(kFirst));
}

TEST_P(BothPolicies, KeepsNothingOfAnAgentThatComesAndGoes) {
    map.join(kMember, kSecond, Tick{0});
    for (int i = 0; i < 10'000; ++i) {
        map.join(kMember, kFirst, map.entry_for_newcomer(std::array{kFirst}));
        map.remove(kFirst, Departure::lost);
    }
    EXPECT_EQ(map.by_id().size(), 1u);
    // An agent that sends a message each time leaves no more entries than the gate lets it send messages
    // ahead.
    for (int i = 0; i < 10'000; ++i) {
        const Tick enter = map.entry_for_newcomer(std::array{kFirst});
        map.join(kMember, kFirst, enter);
        send(map, kFirst, enter.index);
        map.remove(kFirst, Departure::lost);
    }
    EXPECT_LE(map.by_id().size(), 2u + static_cast<std::size_t>(map.gate().heartbeats));
}

TEST_P(BothPolicies, RefusesPlacesThatAreNotFinite) {
    map.join(kMember, kFirst, Tick{0});
    for (const float wrong :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        for (float net::AgentHeader::*const axis :
             {&net::AgentHeader::x_m, &net::AgentHeader::y_m, &net::AgentHeader::z_m}) {
            net::AgentHeader spoilt = header(kFirst, 0);
            spoilt.*axis = wrong;
            EXPECT_EQ(send(map, spoilt), "off_heartbeat");
        }
    }
    EXPECT_EQ(send(map, kFirst, 0), "");
}

TEST_P(BothPolicies, KeepsTheLastMessageOfARemovedAgentForAWhile) {
    map.join(kMember, kFirst, Tick{0});
    map.join(kMember, kSecond, Tick{0});
    send(map, kFirst, 0);
    map.remove(kFirst, Departure::lost);
    const auto kept = [&] { return map.by_id().size() == 2; };
    ASSERT_TRUE(kept());
    const WorldAgent& gone = *map.by_id().front();
    ASSERT_EQ(gone.end, Tick{1});
    EXPECT_NE(map.newest_at(gone, Tick{0}), nullptr);
    if (GetParam() == Kind::exact) {
        EXPECT_EQ(map.newest_at(gone, Tick{1}), nullptr) << "no bundle holds an agent from its end on";
    }
    std::int64_t tick = 0;
    for (; kept() && tick < 200; ++tick) {
        send(map, kSecond, tick);
        map.advance(kNoCap);
    }
    EXPECT_GT(map.reached(), Tick{static_cast<std::int64_t>(limits::kHistoryDepth) / 2});
    EXPECT_LT(tick, 200);
    EXPECT_EQ(map.slowest(), kSecond);
}

TEST_P(BothPolicies, TheStartWaitsForAllExpectedAgents) {
    map.expect(kFirst, Tick{0});
    map.expect(kSecond, Tick{0});
    map.expect(kThird, Tick{9});
    EXPECT_EQ(map.expected_entry(kThird), Tick{9});
    EXPECT_EQ(map.expected_entry(AgentId{77}), std::nullopt);
    EXPECT_EQ(map.awaited(2), (std::vector{kFirst, kSecond}));
    map.join(kMember, kSecond, Tick{0});
    EXPECT_EQ(map.awaited(9), (std::vector{kFirst, kThird}));
    map.join(kMember, kThird, Tick{9});
    send(map, kSecond, 0);
    EXPECT_FALSE(map.advance(kNoCap));
    EXPECT_FALSE(map.started());
    EXPECT_EQ(map.entry_for_newcomer({}), Tick{0});
    map.join(kMember, kFirst, Tick{0});
    EXPECT_TRUE(map.started());
    send(map, kFirst, 0);
    EXPECT_TRUE(map.advance(kNoCap));
    EXPECT_TRUE(map.awaited(9).empty());
}

TEST_P(BothPolicies, AgentsLostBeforeTheStartAreAwaitedAgain) {
    map.expect(kFirst, Tick{0});
    map.expect(kSecond, Tick{0});
    map.join(kMember, kFirst, Tick{0});
    map.remove(kFirst, Departure::lost);
    EXPECT_EQ(map.awaited(9), (std::vector{kFirst, kSecond}));
    map.join(kOtherMember, kFirst, map.entry_for_newcomer(std::array{kFirst}));
    map.join(kOtherMember, kSecond, Tick{0});
    EXPECT_TRUE(map.started());
    map.remove(kFirst, Departure::lost);
    EXPECT_TRUE(map.started()) << "a loss after the start changes nothing";
}

TEST_P(BothPolicies, ANewcomerEntersAheadOfAllAgents) {
    map.join(kMember, kFirst, Tick{0});
    send(map, kFirst, 0);
    map.advance(kNoCap);
    // The fastest agent may be 2 heartbeats ahead, and a newcomer that enters later does not hold it back.
    EXPECT_EQ(map.entry_for_newcomer(std::array{kSecond}), Tick{3});
}

TEST_P(BothPolicies, AReturningAgentEntersAfterItsEarlierMessages) {
    map.join(kMember, kFirst, Tick{0});
    map.join(kMember, kSecond, Tick{0});
    send(map, kFirst, 0, 12);
    send(map, kSecond, 0);
    map.advance(kNoCap);
    EXPECT_EQ(map.remove(kFirst, Departure::lost), Tick{12});
    EXPECT_EQ(map.entry_for_newcomer(std::array{kSecond, kFirst}), Tick{12});
    EXPECT_EQ(map.entry_for_newcomer(std::array{AgentId{9}}), Tick{3});
}

TEST_P(BothPolicies, AnEmptyWorldStandsStill) {
    EXPECT_FALSE(map.advance(kNoCap));
    EXPECT_EQ(map.slowest(), std::nullopt);
    map.join(kMember, kFirst, Tick{0});
    send(map, kFirst, 0);
    map.advance(kNoCap);
    map.remove(kFirst, Departure::lost);
    EXPECT_FALSE(map.advance(kNoCap));
    EXPECT_EQ(map.reached(), Tick{0});
}

TEST_P(BothPolicies, AgentsAreOrderedByNumber) {
    for (const std::uint32_t id : {5U, 1U, 3U}) map.join(kMember, AgentId{id}, Tick{0});
    std::vector<std::uint32_t> ids;
    for (const auto& agent : map.by_id()) ids.push_back(agent->id.value);
    EXPECT_EQ(ids, (std::vector<std::uint32_t>{1, 3, 5}));
}

TEST(WindowMap, TakesTheNewestMessageDespiteGaps) {
    WorldMap map = window_map(4);
    map.join(kMember, kFirst, Tick{0});
    EXPECT_EQ(send(map, kFirst, 0), "");
    EXPECT_EQ(send(map, kFirst, 3), "");
    EXPECT_EQ(send(map, kFirst, 2), "stale") << "a newer message has overtaken it";
    EXPECT_TRUE(map.advance(kNoCap));
    EXPECT_EQ(map.reached(), Tick{3});
}

TEST(ExactMap, TakesMessagesInAnyOrderAndChainsThem) {
    WorldMap map = exact_map(4);
    map.join(kMember, kFirst, Tick{0});
    EXPECT_EQ(send(map, kFirst, 2), "");
    EXPECT_EQ(send(map, kFirst, 1), "");
    EXPECT_EQ(send(map, kFirst, 2), "stale") << "the same message is already waiting";
    EXPECT_FALSE(map.find(kFirst)->has_message());
    EXPECT_FALSE(map.advance(kNoCap)) << "a gap holds the map back";
    EXPECT_EQ(map.version(), 0u);
    EXPECT_EQ(send(map, kFirst, 0), "");
    EXPECT_TRUE(map.advance(kNoCap));
    EXPECT_EQ(map.reached(), Tick{2});
    EXPECT_EQ(map.version(), 3u);
    for (std::int64_t tick = 0; tick <= 2; ++tick) EXPECT_EQ(newest_at(map, kFirst, tick), tick);
}

TEST(ExactMap, ChainsAcrossPeriodsAndEndsWithTheLastMessage) {
    WorldMap map = exact_map(8);
    map.join(kMember, kFirst, Tick{0});
    EXPECT_EQ(send(map, kFirst, 5, 0), "");
    EXPECT_EQ(send(map, kFirst, 3, 2), "");
    EXPECT_TRUE(map.agents_that_left().empty()) << "messages before the last one are still missing";
    EXPECT_EQ(send(map, kFirst, 0, 3), "");
    EXPECT_EQ(map.agents_that_left(), std::vector{kFirst});
    EXPECT_EQ(map.find(kFirst)->newest, Tick{5});
    EXPECT_EQ(map.covered_up_to(*map.find(kFirst)), Tick{5});
}

TEST(ExactMap, KeepsTheHistoryThatASlowClientMayAskFor) {
    WorldMap map = exact_map(1);
    map.join(kMember, kFirst, Tick{0});
    for (std::int64_t tick = 0; tick < 200; ++tick) {
        ASSERT_EQ(send(map, kFirst, tick), "");
        map.advance(kNoCap);
    }
    for (std::int64_t back = 0; back < static_cast<std::int64_t>(limits::kHistoryDepth); ++back) {
        EXPECT_EQ(newest_at(map, kFirst, 199 - back), 199 - back);
    }
}

TEST(WorldMapDeathTest, DiesWhenACallerBreaksTheContract) {
    EXPECT_DEATH(WorldMap(SimDuration{}, {Kind::window, 2}), "requirement failed");
    EXPECT_DEATH(window_map(limits::kWindowMax + 1), "requirement failed");
    EXPECT_DEATH(exact_map(limits::kLagMax + 1), "requirement failed");
    EXPECT_DEATH(exact_map(0), "requirement failed");
    WorldMap map = exact_map();
    map.join(kMember, kFirst, Tick{0});
    EXPECT_DEATH(map.join(kMember, kFirst, Tick{0}), "requirement failed");
    EXPECT_DEATH(map.join(kMember, kSecond, Tick{-1}), "requirement failed");
    EXPECT_DEATH(map.remove(kSecond, Departure::lost), "requirement failed");
    EXPECT_DEATH(map.expect(kSecond, Tick{0}), "requirement failed");
}

TEST(WorldMapStart, WaitsAgainForLostAgentsButNotForThoseThatLeft) {
    for (const Departure ending : {Departure::lost, Departure::left}) {
        WorldMap map(kHeartbeat, {Kind::window, 2});
        map.expect(kFirst, Tick{0});
        map.expect(kSecond, Tick{0});
        map.join(kMember, kFirst, Tick{0});
        map.remove(kFirst, ending);
        EXPECT_EQ(map.awaited(9).size(), ending == Departure::lost ? 2u : 1u);
    }
}

}  // namespace
}  // namespace synchrono::server
