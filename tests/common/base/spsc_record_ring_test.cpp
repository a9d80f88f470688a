// Proves that records come out whole, contiguous, aligned and in order, whatever their lengths and wherever
// the memory ends. A model queue says what should come out.
#include "common/base/spsc_record_ring.hpp"

#include <cstring>
#include <deque>
#include <gtest/gtest.h>
#include <thread>

#include "common/base/random.hpp"

namespace synchrono {
namespace {

Bytes pattern(std::size_t n, std::uint64_t seed) {
    Bytes bytes(n);
    Random random(seed, n);
    for (std::byte& b : bytes) b = static_cast<std::byte>(random.bits());
    return bytes;
}

bool put(SpscRecordRing& ring, const Bytes& record) {
    const std::span<std::byte> place = ring.reserve(record.size());
    if (place.empty()) return false;
    EXPECT_EQ(place.size(), record.size());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(place.data()) % 8, 0u);
    std::memcpy(place.data(), record.data(), record.size());
    ring.commit();
    return true;
}

Bytes take(SpscRecordRing& ring) {
    const ByteView record = ring.front();
    Bytes copy(record.begin(), record.end());
    if (!record.empty()) ring.pop();
    return copy;
}

TEST(SpscRecordRing, AnEmptyRingHasNoFront) {
    SpscRecordRing ring(100);
    EXPECT_EQ(ring.capacity_bytes(), 128u);
    EXPECT_EQ(ring.record_bytes_max(), 56u);
    EXPECT_TRUE(ring.front().empty());
    EXPECT_TRUE(ring.empty());
}

TEST(SpscRecordRing, AnUncommittedReservationIsInvisibleAndReplaceable) {
    SpscRecordRing ring(128);
    ASSERT_FALSE(ring.reserve(10).empty());
    EXPECT_TRUE(ring.front().empty());
    EXPECT_EQ(ring.size_bytes(), 0u);
    ASSERT_TRUE(put(ring, pattern(5, 1)));
    EXPECT_EQ(take(ring), pattern(5, 1));
    EXPECT_TRUE(ring.front().empty());
}

TEST(SpscRecordRing, TheFrontStaysUntilItIsPopped) {
    SpscRecordRing ring(128);
    ASSERT_TRUE(put(ring, pattern(9, 1)));
    ASSERT_TRUE(put(ring, pattern(3, 2)));
    EXPECT_EQ(ring.front().size(), 9u);
    EXPECT_EQ(ring.front().size(), 9u);
    ring.pop();
    EXPECT_EQ(ring.front().size(), 3u);
}

TEST(SpscRecordRing, AFullRingRefusesUntilItIsRead) {
    SpscRecordRing ring(64);
    ASSERT_TRUE(put(ring, pattern(24, 1)));
    ASSERT_TRUE(put(ring, pattern(24, 2)));
    EXPECT_FALSE(put(ring, pattern(1, 3)));
    EXPECT_EQ(ring.size_bytes(), 64u);
    EXPECT_EQ(ring.high_water_bytes(), 64u);
    EXPECT_EQ(take(ring), pattern(24, 1));
    EXPECT_TRUE(put(ring, pattern(1, 3)));
    EXPECT_EQ(take(ring), pattern(24, 2));
    EXPECT_EQ(take(ring), pattern(1, 3));
    EXPECT_TRUE(ring.empty());
}

TEST(SpscRecordRing, AnEmptyRingTakesAnyRecordAtAnyPosition) {
    SpscRecordRing probe(256);
    for (std::size_t before = 0; before < 2 * probe.capacity_bytes() / 16; ++before) {
        for (std::size_t n = 1; n <= probe.record_bytes_max(); ++n) {
            SpscRecordRing ring(256);
            for (std::size_t i = 0; i < before; ++i) {
                ASSERT_TRUE(put(ring, pattern(8, i)));
                ASSERT_EQ(take(ring), pattern(8, i));
            }
            ASSERT_TRUE(put(ring, pattern(n, 7))) << before << " before, length " << n;
            ASSERT_EQ(take(ring), pattern(n, 7)) << before << " before, length " << n;
            ASSERT_TRUE(ring.empty());
        }
    }
}

TEST(SpscRecordRing, BehavesLikeAQueueOverManyWraps) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SpscRecordRing ring(512);
        std::deque<Bytes> model;
        Random random(seed);
        std::size_t refused = 0;
        for (int step = 0; step < 5'000; ++step) {
            if (random.chance(0.55)) {
                const Bytes record = pattern(1 + random.below(ring.record_bytes_max()), random.bits());
                if (put(ring, record)) {
                    model.push_back(record);
                } else {
                    ++refused;
                    ASSERT_FALSE(model.empty()) << "seed " << seed << ": an empty ring refused";
                }
            } else if (model.empty()) {
                ASSERT_TRUE(ring.front().empty()) << "seed " << seed;
            } else {
                ASSERT_EQ(take(ring), model.front()) << "seed " << seed << " step " << step;
                model.pop_front();
            }
        }
        EXPECT_GT(refused, 0u) << "seed " << seed;
        for (; !model.empty(); model.pop_front()) ASSERT_EQ(take(ring), model.front()) << "seed " << seed;
        EXPECT_TRUE(ring.front().empty());
    }
}

TEST(SpscRecordRing, TheHighWaterMarkIsTheLongestBacklog) {
    SpscRecordRing ring(256);
    put(ring, pattern(8, 1));
    put(ring, pattern(8, 2));
    while (!take(ring).empty()) {
    }
    put(ring, pattern(8, 3));
    take(ring);
    EXPECT_EQ(ring.high_water_bytes(), 32u);
}

TEST(SpscRecordRing, TwoThreadsExchangeWholeRecordsOfAllLengths) {
    constexpr std::uint64_t kCount = 20'000;
    SpscRecordRing ring(1024);
    const auto record = [&](std::uint64_t i) { return pattern(1 + i * 7 % ring.record_bytes_max(), i); };
    std::jthread producer([&] {
        for (std::uint64_t i = 0; i < kCount; ++i) {
            const Bytes bytes = record(i);
            while (!put(ring, bytes)) std::this_thread::yield();
        }
    });
    for (std::uint64_t i = 0; i < kCount; ++i) {
        while (ring.front().empty()) std::this_thread::yield();
        ASSERT_EQ(take(ring), record(i)) << "record " << i;
    }
    EXPECT_TRUE(ring.empty());
}

TEST(SpscRecordRingDeathTest, RefusesLengthsThatCanNeverFit) {
    SpscRecordRing ring(128);
    EXPECT_DEATH(ring.reserve(0), "requirement failed");
    EXPECT_DEATH(ring.reserve(ring.record_bytes_max() + 1), "requirement failed");
}

TEST(SpscRecordRingDeathTest, RefusesToCommitOrPopWhenThereIsNothing) {
    SpscRecordRing ring(64);
    EXPECT_DEATH(ring.commit(), "requirement failed");
    EXPECT_DEATH(ring.pop(), "requirement failed");
    put(ring, pattern(24, 1));
    put(ring, pattern(24, 2));
    EXPECT_TRUE(ring.reserve(24).empty());
    EXPECT_DEATH(ring.commit(), "requirement failed");
}

}  // namespace
}  // namespace synchrono
