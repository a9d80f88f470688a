// Proves that the ring keeps the order, refuses when full, wraps at any position, and hands values from one
// thread to another without loss. Under the thread sanitizer the two-thread tests prove that the ring's
// memory orders suffice.
#include "common/base/spsc_ring.hpp"

#include <array>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <vector>

namespace synchrono {
namespace {

TEST(SpscRing, CapacityIsRoundedUpToAPowerOfTwo) {
    for (const auto& [wanted, given] : std::vector<std::pair<std::size_t, std::size_t>>{
             {0, 1}, {1, 1}, {2, 2}, {3, 4}, {1000, 1024}, {1024, 1024}}) {
        EXPECT_EQ(SpscRing<int>(wanted).capacity(), given) << wanted;
    }
}

TEST(SpscRing, RefusesToPushWhenFullAndToPopWhenEmpty) {
    SpscRing<int> ring(2);
    int value = -1;
    EXPECT_FALSE(ring.try_pop(value));
    EXPECT_TRUE(ring.empty());
    EXPECT_TRUE(ring.try_push(1));
    EXPECT_TRUE(ring.try_push(2));
    EXPECT_FALSE(ring.try_push(3));
    EXPECT_EQ(ring.size(), 2u);
    EXPECT_TRUE(ring.try_pop(value));
    EXPECT_EQ(value, 1);
    EXPECT_TRUE(ring.try_push(3));
    EXPECT_TRUE(ring.try_pop(value));
    EXPECT_EQ(value, 2);
    EXPECT_TRUE(ring.try_pop(value));
    EXPECT_EQ(value, 3);
    EXPECT_FALSE(ring.try_pop(value));
    EXPECT_EQ(value, 3);
}

TEST(SpscRing, ACapacityOfOneHoldsOneValue) {
    SpscRing<int> ring(1);
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(ring.try_push(i));
        EXPECT_FALSE(ring.try_push(99));
        int value = -1;
        EXPECT_TRUE(ring.try_pop(value));
        EXPECT_EQ(value, i);
    }
}

TEST(SpscRing, BatchesWrapAtEveryPositionAndAreCutToFit) {
    constexpr std::size_t kCapacity = 8;
    for (std::size_t offset = 0; offset < kCapacity; ++offset) {
        for (std::size_t n = 0; n <= kCapacity + 2; ++n) {
            SpscRing<int> ring(kCapacity);
            int value = 0;
            for (std::size_t i = 0; i < offset; ++i) {
                ASSERT_TRUE(ring.try_push(0));
                ASSERT_TRUE(ring.try_pop(value));
            }
            std::vector<int> in(n);
            std::iota(in.begin(), in.end(), 1);
            const std::size_t fits = std::min(n, kCapacity);
            ASSERT_EQ(ring.push(in), fits) << offset << " " << n;
            ASSERT_EQ(ring.size(), fits);
            std::vector<int> out(kCapacity + 2, -1);
            ASSERT_EQ(ring.pop(out), fits) << offset << " " << n;
            for (std::size_t i = 0; i < out.size(); ++i) {
                ASSERT_EQ(out[i], i < fits ? static_cast<int>(i) + 1 : -1) << offset << " " << n;
            }
            ASSERT_TRUE(ring.empty());
        }
    }
}

TEST(SpscRing, PopsNoMoreValuesThanAskedFor) {
    SpscRing<int> ring(8);
    ring.push(std::array{1, 2, 3, 4, 5});
    std::array<int, 3> out{};
    EXPECT_EQ(ring.pop(out), 3u);
    EXPECT_EQ(out, (std::array{1, 2, 3}));
    EXPECT_EQ(ring.pop(out), 2u);
    EXPECT_EQ(out, (std::array{4, 5, 3}));
    EXPECT_EQ(ring.pop({}), 0u);
}

TEST(SpscRing, PushAllOfTwoPartsIsAllOrNothing) {
    SpscRing<int> ring(4);
    const std::array first{1, 2};
    const std::array second{3};
    EXPECT_TRUE(ring.try_push_all(first, second));
    EXPECT_FALSE(ring.try_push_all(first));
    EXPECT_EQ(ring.size(), 3u);
    std::array<int, 4> out{};
    EXPECT_EQ(ring.pop(out), 3u);
    EXPECT_EQ(out, (std::array{1, 2, 3, 0}));
    EXPECT_TRUE(ring.try_push_all(first, first));
    EXPECT_FALSE(ring.try_push_all(second));
}

TEST(SpscRing, TheHighWaterMarkIsTheBacklogOrTheCapacityIfRefused) {
    SpscRing<int> ring(8);
    EXPECT_EQ(ring.high_water(), 0u);
    int value = 0;
    ring.push(std::array{1, 2, 3});
    while (ring.try_pop(value)) {
    }
    EXPECT_EQ(ring.high_water(), 3u);
    ring.push(std::array{1, 2});
    while (ring.try_pop(value)) {
    }
    EXPECT_EQ(ring.high_water(), 3u);
    EXPECT_FALSE(ring.try_push_all(std::array{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(ring.high_water(), 8u);
}

struct Pair {
    std::uint64_t number;
    std::uint64_t complement;
};

TEST(SpscRing, TwoThreadsLoseAndTearNoValue) {
    constexpr std::uint64_t kCount = 200'000;
    SpscRing<Pair> ring(64);
    std::jthread producer([&] {
        for (std::uint64_t i = 0; i < kCount; ++i) {
            while (!ring.try_push({i, ~i})) std::this_thread::yield();
        }
    });
    for (std::uint64_t i = 0; i < kCount; ++i) {
        Pair pair{};
        while (!ring.try_pop(pair)) std::this_thread::yield();
        ASSERT_EQ(pair.number, i);
        ASSERT_EQ(pair.complement, ~i);
    }
    EXPECT_TRUE(ring.empty());
    EXPECT_LE(ring.high_water(), ring.capacity());
}

TEST(SpscRing, TwoThreadsInBatchesOfAllSizesKeepOrder) {
    constexpr std::uint64_t kCount = 200'000;
    SpscRing<std::uint64_t> ring(128);
    std::jthread producer([&] {
        std::array<std::uint64_t, 150> batch{};
        for (std::uint64_t sent = 0; sent < kCount;) {
            const std::size_t n = std::min<std::uint64_t>(1 + sent % batch.size(), kCount - sent);
            std::iota(batch.begin(), batch.end(), sent);
            const std::size_t done = ring.push({batch.data(), n});
            if (done == 0) std::this_thread::yield();
            sent += done;
        }
    });
    std::array<std::uint64_t, 97> batch{};
    for (std::uint64_t received = 0; received < kCount;) {
        const std::size_t n = ring.pop(batch);
        if (n == 0) std::this_thread::yield();
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(batch[i], received + i);
        received += n;
    }
}

TEST(SpscRing, ConsumerNeverSeesAPartOfAnAllOrNothingPush) {
    constexpr std::uint64_t kCount = 50'000;
    SpscRing<std::uint64_t> ring(16);
    std::jthread producer([&] {
        for (std::uint64_t i = 0; i < kCount; ++i) {
            const std::array<std::uint64_t, 2> first{i, i};
            const std::array<std::uint64_t, 1> second{i};
            while (!ring.try_push_all(first, second)) std::this_thread::yield();
        }
    });
    for (std::uint64_t i = 0; i < kCount; ++i) {
        std::array<std::uint64_t, 3> triple{};
        std::size_t n = 0;
        while ((n = ring.pop(triple)) == 0) std::this_thread::yield();
        ASSERT_EQ(n, 3u);
        ASSERT_EQ(triple, (std::array{i, i, i}));
    }
}

}  // namespace
}  // namespace synchrono
