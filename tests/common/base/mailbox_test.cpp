// Proves that a mailbox keeps order, says when it is full, and loses nothing between threads.
#include "common/base/mailbox.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <thread>

namespace synchrono {
namespace {

TEST(Mailbox, GivesPostsOldestFirst) {
    Mailbox<int> box(10);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(box.post(i));
    std::vector<int> out{99};
    box.drain(out);
    EXPECT_EQ(out, (std::vector{0, 1, 2}));
    box.drain(out);
    EXPECT_TRUE(out.empty()) << "each post is given once";
}

TEST(Mailbox, RefusesPostsWhenFullUntilItIsDrained) {
    Mailbox<int> box(2);
    EXPECT_TRUE(box.post(1));
    EXPECT_TRUE(box.post(2));
    EXPECT_FALSE(box.post(3));
    std::vector<int> out;
    box.drain(out);
    EXPECT_EQ(out, (std::vector{1, 2}));
    EXPECT_TRUE(box.post(4));
}

TEST(Mailbox, CarriesMoveOnlyValues) {
    Mailbox<std::unique_ptr<int>> box(1);
    EXPECT_TRUE(box.post(std::make_unique<int>(7)));
    std::vector<std::unique_ptr<int>> out;
    box.drain(out);
    ASSERT_EQ(out.size(), 1u);
    EXPECT_EQ(*out.front(), 7);
}

TEST(Mailbox, KeepsEachPostersOrderBetweenThreads) {
    constexpr int kPosters = 3, kEach = 2'000;
    Mailbox<std::pair<int, int>> box(64);
    std::vector<std::jthread> posters;
    for (int who = 0; who < kPosters; ++who) {
        posters.emplace_back([&box, who] {
            for (int i = 0; i < kEach; ++i) {
                while (!box.post({who, i})) std::this_thread::yield();
            }
        });
    }
    std::array<int, kPosters> next{};
    std::vector<std::pair<int, int>> out;
    while (std::accumulate(next.begin(), next.end(), 0) < kPosters * kEach) {
        box.drain(out);
        for (const auto& [who, i] : out) ASSERT_EQ(i, next[static_cast<std::size_t>(who)]++);
        std::this_thread::yield();
    }
}

}  // namespace
}  // namespace synchrono
