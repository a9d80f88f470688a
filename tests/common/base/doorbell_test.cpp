// Proves that no ring is lost, that no ring ends two waits, and that a wait ends by a ring or at its limit.
// In one test two threads answer each other's rings many times: a single lost ring would make a wait fail at
// its limit of a minute.
#include "common/base/doorbell.hpp"

#include <atomic>
#include <cstring>
#include <gtest/gtest.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "common/base/spsc_record_ring.hpp"

namespace synchrono {
namespace {

constexpr WallDuration kNoWait{};
constexpr WallDuration kForever = WallDuration::seconds(60);

TEST(Doorbell, WaitEndsByItsLimitWhenNobodyRings) {
    Doorbell bell;
    const MonotonicClock clock;
    EXPECT_FALSE(bell.wait(kNoWait));
    const WallTime start = clock.now();
    EXPECT_FALSE(bell.wait(WallDuration::milliseconds(2)));
    EXPECT_GE(clock.now() - start, WallDuration::milliseconds(2));
}

TEST(Doorbell, ARingBeforeTheWaitIsRememberedOnce) {
    Doorbell bell;
    bell.ring();
    bell.ring();
    EXPECT_TRUE(bell.wait(kForever));
    EXPECT_FALSE(bell.wait(kNoWait));
}

TEST(Doorbell, WorksAgainAfterATimeout) {
    Doorbell bell;
    EXPECT_FALSE(bell.wait(WallDuration::microseconds(100)));
    bell.ring();
    EXPECT_TRUE(bell.wait(kNoWait));
}

TEST(Doorbell, SleepsOnWhenARingThatIsCountedWakesItLate) {
    Doorbell bell;
    bool is_rung = false;
    std::atomic<bool> done = false;
    std::jthread waiter([&] {
        is_rung = bell.wait(kForever);
        done = true;
    });
    // The bell consists of the word on which the waiter sleeps. A wake reaches it as soon as it sleeps, and
    // another one once it sleeps again.
    for (int woken = 0; woken < 2 && !done;) {
        woken += static_cast<int>(syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&bell),
                                          FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0));
        std::this_thread::yield();
    }
    bell.ring();
    waiter.join();
    EXPECT_TRUE(is_rung);
}

TEST(Doorbell, WakesASleeperEveryTime) {
    constexpr int kCount = 20'000;
    Doorbell ping;
    Doorbell pong;
    std::jthread answerer([&] {
        for (int i = 0; i < kCount; ++i) {
            if (!ping.wait(kForever)) return;
            pong.ring();
        }
    });
    for (int i = 0; i < kCount; ++i) {
        ping.ring();
        ASSERT_TRUE(pong.wait(kForever)) << "lost at " << i;
    }
}

TEST(Doorbell, NothingQueuedBeforeARingIsMissed) {
    constexpr std::uint64_t kCount = 100'000;
    SpscRecordRing ring(256);  // room for 16 records of 8 bytes
    const auto try_push = [&ring](std::uint64_t value) {
        const auto place = ring.reserve(sizeof value);
        if (place.empty()) return false;
        std::memcpy(place.data(), &value, sizeof value);
        ring.commit();
        return true;
    };
    const auto try_pop = [&ring](std::uint64_t& value) {
        const ByteView front = ring.front();
        if (front.empty()) return false;
        std::memcpy(&value, front.data(), sizeof value);
        ring.pop();
        return true;
    };
    Doorbell work;
    Doorbell room;
    std::jthread producer([&] {
        for (std::uint64_t i = 0; i < kCount; ++i) {
            while (!try_push(i)) {
                if (!room.wait(kForever)) return;
            }
            work.ring();
        }
    });
    for (std::uint64_t expected = 0; expected < kCount;) {
        std::uint64_t value = 0;
        bool popped = false;
        while (try_pop(value)) {
            ASSERT_EQ(value, expected++);
            popped = true;
        }
        if (popped) {
            room.ring();
        } else {
            ASSERT_TRUE(work.wait(kForever)) << "a queued value was not announced";
        }
    }
}

TEST(Doorbell, AnyThreadMayRing) {
    constexpr int kThreads = 4;
    constexpr int kRings = 2'000;
    Doorbell bell;
    std::atomic<int> written{0};
    std::vector<std::jthread> ringers;
    for (int t = 0; t < kThreads; ++t) {
        ringers.emplace_back([&] {
            for (int i = 0; i < kRings; ++i) {
                written.fetch_add(1, std::memory_order_relaxed);
                bell.ring();
            }
        });
    }
    // Each thread rings after it has counted, so the wait for the last count always ends.
    while (written.load(std::memory_order_relaxed) < kThreads * kRings) ASSERT_TRUE(bell.wait(kForever));
}

}  // namespace
}  // namespace synchrono
