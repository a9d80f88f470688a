/// Proves that messages become visible in the order of (time, sender, sequence), whatever the order of their
/// arrival; that none is visible before its time; and that the inbox never holds more messages than it has
/// room for.

#include "client/radio/inbox.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tuple>
#include <vector>

#include "common/base/limits.hpp"
#include "common/base/random.hpp"

namespace synchrono::client::radio {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Key = std::tuple<std::int64_t, std::uint32_t, std::uint64_t>;  // ns, sender, sequence

Delivery delivery(const Key& key, float power_dbm = -1) {
    return {.sender = AgentId{std::get<1>(key)},
            .sequence = std::get<2>(key),
            .time = SimTime::nanoseconds(std::get<0>(key)),
            .power_dbm = power_dbm};
}

std::vector<Key> take(Inbox& inbox, std::int64_t ns) {
    std::vector<Delivery> taken;
    inbox.take(SimTime::nanoseconds(ns), taken);
    std::vector<Key> keys;
    for (const Delivery& d : taken) keys.emplace_back(d.time.count_ns(), d.sender.value, d.sequence);
    return keys;
}

TEST(Inbox, GivesNothingBeforeItsTime) {
    Inbox inbox;
    EXPECT_TRUE(inbox.put(delivery({100, 1, 1})));
    EXPECT_THAT(take(inbox, 99), IsEmpty());
    EXPECT_THAT(take(inbox, 100), ElementsAre(Key{100, 1, 1}));
    EXPECT_THAT(take(inbox, 100), IsEmpty());
}

TEST(Inbox, OrdersByTimeThenSenderThenSequence) {
    std::vector<Key> keys;
    for (const std::int64_t ns : {10, 20, 30}) {
        for (const std::uint32_t sender : {1u, 2u, 9u}) {
            for (const std::uint64_t sequence : {1u, 2u, 7u}) keys.emplace_back(ns, sender, sequence);
        }
    }
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE(seed);
        std::vector<Key> shuffled = keys;
        Random random(seed);
        for (std::size_t i = shuffled.size(); i > 1; --i)
            std::swap(shuffled[i - 1], shuffled[random.below(i)]);
        Inbox inbox;
        for (const Key& key : shuffled) EXPECT_TRUE(inbox.put(delivery(key)));
        std::vector<Key> seen = take(inbox, 20);
        EXPECT_EQ(seen.size(), 18u);
        for (const Key& key : take(inbox, 30)) seen.push_back(key);
        EXPECT_EQ(seen, keys);
    }
}

TEST(Inbox, CopiesOfOneMessageKeepTheirOrder) {
    Inbox inbox;
    for (const float power : {-1.F, -2.F, -3.F}) EXPECT_TRUE(inbox.put(delivery({10, 1, 1}, power)));
    std::vector<Delivery> taken;
    inbox.take(SimTime::nanoseconds(10), taken);
    ASSERT_EQ(taken.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(taken[i].power_dbm, -1 - static_cast<float>(i));
}

TEST(Inbox, DropsTheLatestMessageWhenItIsFull) {
    Inbox inbox;
    const auto limit = static_cast<std::int64_t>(limits::kRadioInboxMax);
    for (std::int64_t i = 0; i < limit; ++i) EXPECT_TRUE(inbox.put(delivery({100 + i, 1, 1})));
    EXPECT_FALSE(inbox.put(delivery({100 + limit, 1, 1})));  // has the latest time, so it is dropped itself
    EXPECT_FALSE(inbox.put(delivery({50, 1, 1})));
    EXPECT_EQ(inbox.size(), limits::kRadioInboxMax);
    const auto seen = take(inbox, 1'000'000);
    ASSERT_EQ(seen.size(), limits::kRadioInboxMax);
    EXPECT_EQ(seen.front(), (Key{50, 1, 1})) << "due messages are given however many wait";
    EXPECT_EQ(seen.back(), (Key{100 + limit - 2, 1, 1}));
}

TEST(Inbox, ClearForgetsAllMessages) {
    Inbox inbox;
    EXPECT_TRUE(inbox.put(delivery({1, 1, 1})));
    inbox.clear();
    EXPECT_THAT(take(inbox, 10), IsEmpty());
}

}  // namespace
}  // namespace synchrono::client::radio
