// Proves when each of the two gates opens, and which states become visible when. Under `window` the newest
// states become visible. Under `exact` only the states whose time has come become visible; they do so in the
// order (time, agent), in whatever order they arrived.
#include "client/cache/state_cache.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include "common/base/random.hpp"

namespace synchrono::client::cache {
namespace {

using Kind = GatePolicy::Kind;
using Seen = std::vector<std::string>;

constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);

struct Cache {
    explicit Cache(GatePolicy gate, std::int64_t start = 0) : cache(kHeartbeat, gate, Tick{start}) {
        cache.set_tap([this](const Peer& peer) { seen.push_back(name(peer)); });
    }
    static std::string name(const Peer& peer) {
        EXPECT_EQ(as_text(peer.any),
                  "any " + std::to_string(peer.id.value) + "@" + std::to_string(peer.newest.index));
        return std::to_string(peer.id.value) + "@" + std::to_string(peer.newest.index);
    }
    static net::AgentHeader header(std::uint32_t agent, std::int64_t tick, std::int64_t period) {
        net::AgentHeader h;
        h.agent = AgentId{agent};
        h.time = Tick{tick}.at(kHeartbeat);
        h.period = kHeartbeat * period;
        return h;
    }
    static Bytes any(std::uint32_t agent, std::int64_t tick) {
        const std::string text = "any " + std::to_string(agent) + "@" + std::to_string(tick);
        const ByteView view = as_byte_view(text);
        return {view.begin(), view.end()};
    }
    void join(std::uint32_t agent, std::int64_t first = 0) {
        cache.add_agent(AgentId{agent}, "car" + std::to_string(agent), "cart", Tick{first});
    }
    /// Gives the cache the message of `agent` for heartbeat `tick`, in the bundle of that heartbeat or of
    /// `bundle`.
    void publish(std::uint32_t agent, std::int64_t tick, std::int64_t period = 1,
                 std::optional<std::int64_t> bundle = {}) {
        const Bytes bytes = any(agent, tick);
        net::AgentMessageView message;
        message.header = header(agent, tick, period);
        message.any = bytes;
        cache.add_message(message, Tick{bundle.value_or(tick)});
    }
    void own(std::uint32_t agent, std::int64_t tick, std::int64_t period = 1) {
        cache.add_own_message(header(agent, tick, period), any(agent, tick));
    }
    void complete(std::int64_t bundle) { cache.complete_bundle(Tick{bundle}); }
    bool go(std::int64_t tick) const { return cache.check(Tick{tick}).go; }
    /// Steps to a heartbeat and returns what became visible.
    Seen step(std::int64_t tick) {
        cache.step_to(Tick{tick});
        return std::exchange(seen, {});
    }
    Seen in_sight() {
        Seen all;
        for (const Peer& peer : cache.peers()) all.push_back(name(peer));
        return all;
    }
    StateCache cache;
    Seen seen;
};

TEST(WindowGate, OpensAsFarAsTheSlowestAllows) {
    Cache c({Kind::window, 2});
    EXPECT_FALSE(c.go(1)) << "nothing is known yet";
    EXPECT_EQ(c.cache.check(Tick{1}).slowest, std::nullopt);
    c.cache.set_slowest(AgentId{5}, Tick{0});
    EXPECT_TRUE(c.go(1));
    EXPECT_TRUE(c.go(2));
    EXPECT_FALSE(c.go(3));
    EXPECT_EQ(c.cache.check(Tick{3}).known_until, Tick{0});
    EXPECT_EQ(c.cache.check(Tick{3}).slowest, AgentId{5});
}

TEST(WindowGate, NeverShutsAgain) {
    Cache c({Kind::window, 2});
    c.cache.set_slowest(AgentId{5}, Tick{4});
    c.cache.set_slowest(AgentId{6}, Tick{2});  // an older value, which arrives after the newer one
    EXPECT_TRUE(c.go(6));
    EXPECT_EQ(c.cache.check(Tick{7}).slowest, AgentId{5});
}

TEST(WindowCache, GivesTheNewestAtOnceAndNothingOlder) {
    Cache c({Kind::window, 2});
    c.join(1);
    c.cache.set_slowest(AgentId{1}, Tick{0});
    c.publish(1, 0);
    c.publish(1, 2);
    c.publish(1, 1);
    c.publish(1, 2);
    EXPECT_EQ(c.step(1), (Seen{"1@0", "1@2"}));
    EXPECT_EQ(c.in_sight(), (Seen{"1@2"}));
    EXPECT_EQ(c.cache.peers()[0].name, "car1");
    EXPECT_EQ(c.cache.peers()[0].vehicle, "cart");
}

TEST(WindowCache, HidesAgentsThatAreUnannouncedOrHaveEnded) {
    Cache c({Kind::window, 2});
    c.cache.set_slowest(AgentId{1}, Tick{0});
    c.publish(1, 0);
    c.join(1);
    c.join(2);
    c.publish(2, 0);
    c.cache.end_agent(AgentId{2}, Tick{1});
    c.publish(2, 1);
    EXPECT_EQ(c.step(1), (Seen{"2@0"}));
    EXPECT_EQ(c.in_sight(), Seen{});
    c.publish(1, 1);
    c.publish(2, 1);
    EXPECT_EQ(c.step(2), (Seen{"1@1"}));
}

TEST(WindowCache, LosesSightOfASilentAgentOnlyAfterAWhile) {
    Cache c({Kind::window, 2});
    c.join(1);
    c.join(2);
    c.publish(1, 0);
    c.publish(2, 0, limits::kPeriodMax);
    c.cache.set_slowest(AgentId{1}, Tick{100});
    std::int64_t lost_at = 0, slow_lost_at = 0;
    for (std::int64_t tick = 1; tick <= 60; ++tick) {
        c.step(tick);
        const Seen sight = c.in_sight();
        if (std::count(sight.begin(), sight.end(), "1@0") == 0 && lost_at == 0) lost_at = tick;
        if (std::count(sight.begin(), sight.end(), "2@0") == 0 && slow_lost_at == 0) slow_lost_at = tick;
    }
    EXPECT_GT(lost_at, 2 + limits::kPeriodMax);
    EXPECT_LT(lost_at, 30);
    EXPECT_EQ(slow_lost_at - lost_at, limits::kPeriodMax - 1) << "the announced period is added to the limit";
}

TEST(ExactGate, OpensWhenEveryBundleUpToTheLagIsComplete) {
    for (const std::int64_t lag : {std::int64_t{1}, std::int64_t{3}, limits::kLagMax}) {
        Cache c({Kind::exact, lag});
        // There is nothing to wait for before the start.
        EXPECT_TRUE(c.go(lag - 1));
        EXPECT_FALSE(c.go(lag));
        c.complete(0);
        EXPECT_TRUE(c.go(lag));
        EXPECT_FALSE(c.go(lag + 1));
        c.step(lag);
        EXPECT_EQ(c.cache.check(Tick{lag + 1}).known_until, Tick{0}) << "the last consumed bundle";
    }
}

TEST(ExactGate, AGapKeepsItShut) {
    Cache c({Kind::exact, 1});
    c.complete(0);
    c.complete(2);
    c.complete(3);
    EXPECT_TRUE(c.go(1));
    EXPECT_FALSE(c.go(2));
    c.complete(1);
    EXPECT_TRUE(c.go(4));
    EXPECT_FALSE(c.go(5));
    c.complete(2);
    EXPECT_FALSE(c.go(5));
}

TEST(ExactCache, OrdersByTimeAndAgentForAnyOrderOfArrival) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        Cache c({Kind::exact, 2});
        const std::int64_t beats = 10;
        const std::uint32_t agents = 6;
        std::vector<std::pair<std::int64_t, std::uint32_t>> order;
        Seen expected;
        for (std::int64_t tick = 0; tick < beats; ++tick) {
            for (std::uint32_t agent = 0; agent < agents; ++agent) {
                order.emplace_back(tick, agent);
                expected.push_back(std::to_string(agent) + "@" + std::to_string(tick));
            }
        }
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
        for (std::uint32_t agent = 0; agent < agents; ++agent) c.join(agent);
        for (const auto& [tick, agent] : order) {
            c.publish(agent, tick);
            if (random.chance(0.3)) c.publish(agent, tick);  // duplicated on its way
        }
        for (std::int64_t tick = beats; tick-- > 0;) c.complete(tick);
        Seen seen;
        for (std::int64_t tick = 1; tick <= beats + 1; ++tick) {
            ASSERT_TRUE(c.go(tick));
            const Seen now = c.step(tick);
            EXPECT_EQ(now.size(), tick < 2 ? 0U : agents) << "only messages whose time has come";
            seen.insert(seen.end(), now.begin(), now.end());
        }
        EXPECT_EQ(seen, expected);
    }
}

TEST(ExactCache, HidesMessagesFromTheFuture) {
    Cache c({Kind::exact, 1});
    c.join(1);
    c.publish(1, 0);
    c.publish(1, 1);
    c.publish(1, 2);
    for (std::int64_t bundle = 0; bundle <= 2; ++bundle) c.complete(bundle);
    EXPECT_EQ(c.step(1), (Seen{"1@0"}));
    EXPECT_EQ(c.in_sight(), (Seen{"1@0"}));
    EXPECT_EQ(c.step(3), (Seen{"1@1", "1@2"}));
}

TEST(ExactCache, RepeatedAndPastMessagesChangeNothing) {
    Cache c({Kind::exact, 1});
    c.join(1);
    c.publish(1, 0);
    c.publish(1, 0);
    c.complete(0);
    EXPECT_EQ(c.step(1), (Seen{"1@0"}));
    c.publish(1, 0);
    c.complete(0);
    c.complete(1);
    EXPECT_EQ(c.step(2), Seen{});
}

TEST(ExactCache, SlowFlowsAreSeenOnceAndStayInSight) {
    Cache c({Kind::exact, 1});
    c.join(1);
    // Each bundle carries the newest message of a slow flow again.
    for (std::int64_t bundle = 0; bundle < 4; ++bundle) {
        c.publish(1, 0, 4, bundle);
        c.complete(bundle);
    }
    EXPECT_EQ(c.step(1), (Seen{"1@0"}));
    for (std::int64_t tick = 2; tick <= 4; ++tick) {
        EXPECT_EQ(c.step(tick), Seen{});
        EXPECT_EQ(c.in_sight(), (Seen{"1@0"}));
    }
    c.complete(4);
    c.step(5);
    EXPECT_EQ(c.in_sight(), Seen{}) << "it did not send when it was due";
}

TEST(ExactCache, AnAgentOutsideTheInterestIsHiddenAndMayComeBack) {
    Cache c({Kind::exact, 1});
    c.join(1);
    c.publish(1, 0);
    c.publish(1, 2);
    for (std::int64_t bundle = 0; bundle <= 2; ++bundle) c.complete(bundle);
    EXPECT_EQ(c.step(1), (Seen{"1@0"}));
    EXPECT_EQ(c.step(2), Seen{});
    EXPECT_EQ(c.in_sight(), Seen{});
    EXPECT_EQ(c.step(3), (Seen{"1@2"}));
    EXPECT_EQ(c.in_sight(), (Seen{"1@2"}));
}

TEST(ExactCache, AnAgentIsSeenUntilItsEnd) {
    Cache c({Kind::exact, 1});
    c.join(1);
    c.join(2);
    for (std::int64_t bundle = 0; bundle <= 3; ++bundle) {
        if (bundle < 2) c.publish(1, bundle);
        c.publish(2, bundle);
        c.complete(bundle);
    }
    c.cache.end_agent(AgentId{1}, Tick{2});  // the end is known before its heartbeat comes
    c.step(1);
    EXPECT_EQ(c.in_sight(), (Seen{"1@0", "2@0"}));
    EXPECT_EQ(c.step(2), (Seen{"1@1", "2@1"})) << "its last message";
    c.step(3);
    EXPECT_EQ(c.in_sight(), (Seen{"2@2"}));
    c.cache.end_agent(AgentId{77}, Tick{2});  // an agent that was never known
}

TEST(ExactCache, AnAgentMayComeBack) {
    for (const bool before_its_end_was_seen : {true, false}) {
        Cache c({Kind::exact, 1});
        c.join(1);
        for (std::int64_t bundle = 0; bundle <= 6; ++bundle) {
            if (bundle < 2 || bundle >= 5) c.publish(1, bundle);
            c.complete(bundle);
        }
        c.cache.end_agent(AgentId{1}, Tick{2});
        if (before_its_end_was_seen) c.join(1, 5);
        Seen seen;
        for (std::int64_t tick = 1; tick <= 7; ++tick) {
            for (const auto& text : c.step(tick)) seen.push_back(text);
            if (tick == 4) {
                EXPECT_EQ(c.in_sight(), Seen{});
                c.join(1, 5);
            }
        }
        EXPECT_EQ(seen, (Seen{"1@0", "1@1", "1@5", "1@6"}));
        EXPECT_EQ(c.in_sight(), (Seen{"1@6"}));
        EXPECT_EQ(c.cache.peers()[0].name, "car1");
    }
}

TEST(WindowCache, AnAgentMayComeBack) {
    Cache c({Kind::window, 2});
    c.cache.set_slowest(AgentId{1}, Tick{10});
    c.join(1);
    c.publish(1, 1);
    c.cache.end_agent(AgentId{1}, Tick{2});
    c.step(2);
    EXPECT_EQ(c.in_sight(), Seen{});
    c.join(1, 5);
    c.publish(1, 5);
    c.step(6);
    EXPECT_EQ(c.in_sight(), (Seen{"1@5"}));
}

TEST(StateCache, OwnAgentsAreSeenAsTheyPublishNotAsTheServerSends) {
    for (const auto gate : {GatePolicy{Kind::window, 2}, GatePolicy{Kind::exact, 1}}) {
        Cache c(gate);
        c.cache.add_own(AgentId{1}, "mine", "cart");
        c.join(2);
        c.cache.set_slowest(AgentId{2}, Tick{0});
        c.publish(1, 0, 1);  // an own agent's message from the server is ignored
        EXPECT_EQ(c.seen, Seen{});
        c.join(1);
        c.own(1, 0);
        c.publish(2, 0);
        c.complete(0);
        Seen seen = c.step(1);
        std::sort(seen.begin(), seen.end());
        EXPECT_EQ(seen, (Seen{"1@0", "2@0"}));
        EXPECT_EQ(c.in_sight(), (Seen{"1@0", "2@0"}));
        EXPECT_EQ(c.cache.peers()[0].name, "mine") << "the server's description of it is ignored";
    }
}

TEST(StateCache, ExactDelaysOwnAgentsLikeAllOthers) {
    Cache c({Kind::exact, 2});
    c.cache.add_own(AgentId{1}, "mine", "cart");
    c.own(1, 0);
    EXPECT_EQ(c.step(1), Seen{});
    c.own(1, 1);
    c.complete(0);
    EXPECT_EQ(c.step(2), (Seen{"1@0"}));
}

TEST(ExactCache, ANewcomerDoesNotWaitForBundlesBeforeItsEntry) {
    Cache c({Kind::exact, 1}, 50);
    c.join(1);
    EXPECT_TRUE(c.go(49));
    // The client enters at heartbeat 50. The bundle of heartbeat 49 may be received, but is not waited for.
    c.publish(1, 49);
    c.complete(49);
    c.publish(1, 50);
    c.complete(50);
    EXPECT_TRUE(c.go(51));
    EXPECT_FALSE(c.go(52));
    c.publish(1, 51);
    c.complete(51);
    c.step(51);
    EXPECT_EQ(c.in_sight(), (Seen{"1@50"}));
}

TEST(ExactCache, CountsAsKnownOnlyBundlesThatItHasRoomFor) {
    // A client without agents may be slower than the world. Its cache counts a heartbeat as known only if it
    // has room for it. The world therefore gets at most half a history ahead of the client, and no complete
    // bundle is lost.
    Cache c({Kind::exact, 1});
    c.join(1);
    std::int64_t published = -1;
    Seen seen;
    for (std::int64_t tick = 1; tick <= 150; ++tick) {
        const auto bound =
            c.cache.check(Tick{tick}).known_until + static_cast<std::int64_t>(limits::kHistoryDepth) / 2;
        while (published < bound.index) {
            c.publish(1, ++published);
            c.complete(published);
        }
        ASSERT_TRUE(c.go(tick));
        for (const auto& text : c.step(tick)) seen.push_back(text);
    }
    ASSERT_EQ(seen.size(), 150u);
    EXPECT_EQ(seen.back(), "1@149");
}

TEST(StateCache, StatesMayBeOfAnySize) {
    StateCache cache(kHeartbeat, {Kind::window, 2}, Tick{0});
    cache.add_agent(AgentId{1}, "a", "", Tick{0});
    cache.add_agent(AgentId{2}, "b", "", Tick{0});
    cache.set_slowest(AgentId{1}, Tick{5});
    const Bytes small(10, std::byte{1}), large(1'000, std::byte{2}), none;
    std::int64_t tick = 0;
    for (const Bytes* bytes : {&small, &large, &none, &small}) {
        for (const std::uint32_t id : {1U, 2U}) {
            net::AgentMessageView message;
            message.header = Cache::header(id, ++tick, 1);
            message.any = id == 1 ? ByteView(small) : ByteView(*bytes);
            cache.add_message(message, Tick{tick});
        }
        ASSERT_EQ(cache.peers().size(), 2u);
        EXPECT_TRUE(
            std::equal(small.begin(), small.end(), cache.peers()[0].any.begin(), cache.peers()[0].any.end()));
        EXPECT_TRUE(std::equal(bytes->begin(), bytes->end(), cache.peers()[1].any.begin(),
                               cache.peers()[1].any.end()));
    }
}

TEST(StateCacheDeathTest, BrokenContractsStopTheProgram) {
    Cache c({Kind::exact, 1});
    c.complete(0);
    EXPECT_DEATH(c.cache.step_to(Tick{2}), "requirement failed") << "the gate is shut";
    c.cache.step_to(Tick{1});
    EXPECT_DEATH(c.cache.step_to(Tick{1}), "requirement failed") << "time does not stand still";
    EXPECT_DEATH(c.own(9, 0), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::cache
