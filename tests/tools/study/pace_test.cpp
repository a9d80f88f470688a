// Proves, on wall times made by hand, that the real-time factor of each part of a run is right. Also proves
// for which clients the others waited, how often and for how long.
#include "tools/study/pace.hpp"

#include <gtest/gtest.h>

namespace synchrono::tools::study {
namespace {

constexpr std::int64_t kMs = 1'000'000;

/// Returns drives in steps of 10 ms with these wall times, in ms, for each client.
Drives with(std::vector<std::vector<double>> stamps_ms) {
    Drives drives{.step = SimDuration::milliseconds(10)};
    for (std::size_t i = 0; i < stamps_ms.size(); ++i) {
        ClientPace client{.client = "client" + std::to_string(i)};
        for (const double ms : stamps_ms[i]) client.wall_ns.push_back(static_cast<std::int64_t>(ms * kMs));
        drives.clients.push_back(client);
    }
    return drives;
}

TEST(Pace, TheFactorIsSimulatedOverWallTime) {
    // 20 steps take 5 ms of wall time each, then 20 take 20 ms each.
    std::vector<double> stamps;
    for (int i = 0; i <= 20; ++i) stamps.push_back(100 + 5 * i);
    for (int i = 1; i <= 20; ++i) stamps.push_back(200 + 20 * i);
    const auto pace = find_pace(with({stamps}), 2);
    ASSERT_EQ(pace.moments.size(), 2u);
    EXPECT_NEAR(pace.moments[0].factor, 2, 1e-9);
    EXPECT_NEAR(pace.moments[1].factor, 0.5, 1e-9);
    EXPECT_NEAR(pace.moments[0].from_s, 0, 1e-9);
    EXPECT_NEAR(pace.moments[1].until_s, 0.4, 1e-9);
    EXPECT_TRUE(pace.laggards.empty()) << "a single client holds nobody up";
}

TEST(Pace, TheLastClientHoldsTheOthersUp) {
    std::vector<double> quick, slow, medium;
    for (int i = 0; i <= 20; ++i) {
        quick.push_back(100 + 10 * i);
        medium.push_back(101 + 10 * i + (i >= 15 ? 7 : 0));
        slow.push_back(104 + 10 * i);
    }
    const auto pace = find_pace(with({quick, slow, medium}));
    ASSERT_EQ(pace.laggards.size(), 3u);
    EXPECT_EQ(pace.laggards[0].client, "client1");
    EXPECT_NEAR(pace.laggards[0].last_share, 0.75, 1e-9);
    EXPECT_NEAR(pace.laggards[0].held_up_s, 15 * 0.003, 1e-9);
    EXPECT_EQ(pace.laggards[1].client, "client2");
    EXPECT_NEAR(pace.laggards[1].held_up_s, 5 * 0.004, 1e-9);
    EXPECT_EQ(pace.laggards[2].last_share, 0);
    ASSERT_EQ(pace.laggards[0].share.size(), pace.moments.size());
    EXPECT_NEAR(pace.laggards[0].share[0], 1, 1e-9);
    EXPECT_NEAR(pace.laggards[0].share[1], 0.5, 1e-9);
}

TEST(Pace, NeedsWallTimes) {
    EXPECT_TRUE(find_pace(Drives{.step = SimDuration::milliseconds(10)}).moments.empty());
    EXPECT_TRUE(find_pace(with({{5}})).moments.empty());
    const auto holes = find_pace(with({std::vector<double>(21, 0.0)}));
    ASSERT_EQ(holes.moments.size(), 2u);
    EXPECT_EQ(holes.moments[0].factor, 0);
}

}  // namespace
}  // namespace synchrono::tools::study
