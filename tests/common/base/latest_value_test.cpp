// Proves that the reader gets the newest value once and whole, never an older one after a newer one, and
// nothing when nothing is new; and that the writer never waits.
#include "common/base/latest_value.hpp"

#include <array>
#include <gtest/gtest.h>
#include <string>
#include <thread>

namespace synchrono {
namespace {

TEST(LatestValue, NothingIsNewBeforeTheFirstWrite) {
    LatestValue<int> latest(5);
    EXPECT_EQ(latest.read(), nullptr);
    EXPECT_EQ(latest.held(), 5);
}

TEST(LatestValue, EachValueIsNewOnce) {
    LatestValue<int> latest;
    latest.write(1);
    const int* value = latest.read();
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(*value, 1);
    EXPECT_EQ(latest.read(), nullptr);
    EXPECT_EQ(latest.held(), 1);
}

TEST(LatestValue, TheNewestOverwritesUnreadValues) {
    LatestValue<std::string> latest;
    for (const char* text : {"a", "b", "c"}) latest.write(text);
    const std::string* value = latest.read();
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(*value, "c");
    EXPECT_EQ(latest.read(), nullptr);
}

TEST(LatestValue, WritingDoesNotChangeTheValueThatTheReaderHolds) {
    LatestValue<int> latest;
    latest.write(1);
    const int* held = latest.read();
    for (int i = 2; i < 10; ++i) latest.write(i);
    EXPECT_EQ(*held, 1);
    EXPECT_EQ(*latest.read(), 9);
}

TEST(LatestValue, DraftIsInvisibleUntilPublished) {
    LatestValue<int> latest;
    latest.draft() = 3;
    EXPECT_EQ(latest.read(), nullptr);
    latest.publish();
    EXPECT_EQ(*latest.read(), 3);
}

TEST(LatestValue, TwoThreadsSeeWholeValuesThatOnlyGrowNewer) {
    constexpr std::uint64_t kCount = 100'000;
    LatestValue<std::array<std::uint64_t, 8>> latest;
    std::jthread writer([&] {
        for (std::uint64_t i = 1; i <= kCount; ++i) {
            latest.draft().fill(i);
            latest.publish();
        }
    });
    std::uint64_t last = 0;
    while (last < kCount) {
        const auto* value = latest.read();
        if (value == nullptr) {
            std::this_thread::yield();
            continue;
        }
        for (const std::uint64_t part : *value) ASSERT_EQ(part, value->front()) << "torn";
        ASSERT_GT(value->front(), last);
        last = value->front();
    }
}

}  // namespace
}  // namespace synchrono
