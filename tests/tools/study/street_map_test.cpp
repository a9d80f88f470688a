// Proves that on a map read from OpenDRIVE a vehicle's passage is found with its roads, turn, stop line and
// signal.
#include "tools/study/street_map.hpp"

#include <gtest/gtest.h>

#include "tests/common/roadmap/map_text.hpp"
#include "tests/tools/study/make_drives.hpp"

namespace synchrono::tools::study {
namespace {

using testing::at_s;
using testing::straight;
using testing::together;

Streets crossing() {
    auto map = std::make_shared<const roadmap::RoadMap>(
        roadmap::testing::make_map(roadmap::testing::map_text("crossing")));
    return streets_of(std::move(map), {{.junction = "100", .intersection = 7}, {.junction = "no such"}});
}

/// Returns a drive north on the inner lane of the right side, from 95 m before the middle. The front reaches
/// the stop line, 27 m before the middle, at 6.6 s, and the end of the crossing, 20 m beyond the middle, at
/// 11.3 s.
Drives northward() { return together({straight("a", {1.75, -95}, {0, 10}, 15)}); }

TEST(StreetMap, APassageIsFoundWithItsStopLineAndSignal) {
    const Streets streets = crossing();
    EXPECT_EQ(streets.road_text("1"), "South (1)");
    EXPECT_EQ(streets.road_text("10"), "10");
    Drives drives = northward();
    auto passages = find_passages(drives, streets);
    ASSERT_EQ(passages.size(), 1u);
    EXPECT_EQ(passages[0].from_road, "1");
    EXPECT_EQ(passages[0].to_road, "3");
    EXPECT_EQ(passages[0].turn, 0);
    EXPECT_NEAR(passages[0].entered.to_seconds(), 6.6, 0.051);
    ASSERT_TRUE(passages[0].left_at);
    EXPECT_NEAR(passages[0].left_at->to_seconds(), 11.3, 0.051);
    EXPECT_FALSE(passages[0].signal) << "the run has no states of signals";

    SignalHistory signals{.name = "lights", .intersection = 7};
    for (std::uint32_t group = 1; group <= 16; ++group) signals.changes.push_back({at_s(0), group, 3});
    for (std::uint32_t group = 1; group <= 16; ++group) signals.changes.push_back({at_s(6.8), group, 6});
    drives.signals = {signals};
    passages = find_passages(drives, streets);
    EXPECT_TRUE(passages[0].ran_red) << "the vehicle passed 0.2 s before green";
    for (SignalChange& change : drives.signals[0].changes) {
        if (change.state == 6) change.time = at_s(6.5);
    }
    EXPECT_EQ(find_passages(drives, streets)[0].signal, 6);
    drives.signals[0].region = 3;
    EXPECT_FALSE(find_passages(drives, streets)[0].signal) << "the signals are of another region";
}

TEST(StreetMap, AVehicleOffTheRoadsMakesNoPassage) {
    EXPECT_TRUE(find_passages(together({straight("a", {60, -95}, {0, 10}, 15)}), crossing()).empty());
}

TEST(StreetMap, FindsTheLaneOfTheVehiclesDirection) {
    const Streets streets = crossing();
    const auto on = streets.nearest({1.75, -60}, 0, 1.57);
    ASSERT_TRUE(on);
    EXPECT_EQ(streets.ways[on->way].road, "1");
    EXPECT_NEAR(on->s_m, 40, 0.01);
    EXPECT_NEAR(*streets.ways[on->way].speed_limit_m_s, 13.4, 0.05);
    EXPECT_FALSE(streets.nearest({1.75, -200}, 0, 1.57));
}

}  // namespace
}  // namespace synchrono::tools::study
