// Proves, on a crossing made by hand, that each movement is counted with the roads that it joins, the times
// that it took, and the state of the signal when the vehicle's front passed the stop line.
#include "tools/study/movements.hpp"

#include <gtest/gtest.h>

#include "tests/tools/study/make_drives.hpp"

namespace synchrono::tools::study {
namespace {

using testing::at_s;
using testing::drive_by;
using testing::straight;
using testing::together;

/// Returns one road from x = -100 to x = 0, a crossing of 20 m, and two roads after it: east straight on,
/// and north after a left turn, which the vehicles of this test take at a right angle at (10, 0).
Streets crossing(double stop_m = 2) {
    Streets streets;
    streets.ways = {
        {.road = "west", .length_m = 100, .speed_limit_m_s = 15, .next = {1, 2}},
        {.road = "c1",
         .length_m = 20,
         .junction = 0,
         .signal_group = 4,
         .stop_m = stop_m,
         .turn = 0,
         .previous = {0},
         .next = {3}},
        {.road = "c2",
         .length_m = 20,
         .junction = 0,
         .signal_group = 5,
         .stop_m = stop_m,
         .turn = 1,
         .previous = {0},
         .next = {4}},
        {.road = "east", .length_m = 100, .previous = {1}},
        {.road = "north", .length_m = 100, .previous = {2}},
    };
    streets.junctions = {{.name = "main", .intersection = 7}};
    streets.nearest = [](geo::Vec2 p, double, double yaw) -> std::optional<Streets::OnWay> {
        if (p.y > 10) return Streets::OnWay{4, p.y - 10};
        if (p.x < -100) return std::nullopt;
        if (p.x < 0) return Streets::OnWay{0, p.x + 100};
        if (p.x < 20) return Streets::OnWay{yaw > 0.5 ? std::size_t{2} : std::size_t{1}, p.x};
        return Streets::OnWay{3, p.x - 20};
    };
    return streets;
}

/// Returns signals whose group 4 is red until `green_s` and whose group 5 is always green.
std::vector<SignalHistory> signals(double green_s) {
    return {{.name = "lights",
             .intersection = 7,
             .changes = {{at_s(0), 4, 3}, {at_s(0), 5, 6}, {at_s(green_s), 4, 6}}}};
}

TEST(Passages, HaveRoadsTimesAndTheSignal) {
    // At 10 m/s the front goes from x = -48 to the stop line, x = -2, in 4.6 s and is beyond the crossing
    // at 6.8 s.
    Drives drives = together({straight("a", {-50, 0}, {10, 0}, 10)});
    drives.signals = signals(4);
    const auto passages = find_passages(drives, crossing());
    ASSERT_EQ(passages.size(), 1u);
    const Passage& p = passages[0];
    EXPECT_EQ(p.from_road, "west");
    EXPECT_EQ(p.to_road, "east");
    EXPECT_EQ(p.turn, 0);
    EXPECT_NEAR(p.entered.to_seconds(), 4.6, 0.051);
    ASSERT_TRUE(p.left_at);
    EXPECT_NEAR(p.left_at->to_seconds(), 6.8, 0.051);
    EXPECT_NEAR(p.place.x, -2, 0.6);
    EXPECT_DOUBLE_EQ(p.speed_m_s, 10);
    EXPECT_EQ(p.signal, 6);
    EXPECT_FALSE(p.ran_red);
}

TEST(Passages, ARedLightIsRunAtTheStopLineAndNotBeyondIt) {
    Drives drives = together({straight("a", {-50, 0}, {10, 0}, 10)});
    drives.signals = signals(4.75);  // the front is at x = -0.5 at this time
    EXPECT_TRUE(find_passages(drives, crossing(2))[0].ran_red);
    EXPECT_FALSE(find_passages(drives, crossing(0))[0].ran_red) << "this stop line is at x = 0";
    // Yellow is not red.
    drives.signals = {{.name = "lights", .intersection = 7, .changes = {{at_s(0), 4, 8}}}};
    EXPECT_FALSE(find_passages(drives, crossing())[0].ran_red);
    // Signals of another intersection say nothing about this one, and without signals no red light is run.
    drives.signals = signals(9);
    drives.signals[0].intersection = 8;
    EXPECT_FALSE(find_passages(drives, crossing())[0].signal);
    drives.signals.clear();
    EXPECT_FALSE(find_passages(drives, crossing())[0].ran_red);
}

TEST(Passages, TheMovementFollowsThePathOfTheVehicle) {
    Drives drives = together({drive_by("a", 0, 12, [](double t) {
        const double way_m = 10 * t - 50;
        return way_m < 10 ? Sample{.x_m = way_m, .vx_m_s = 10}
                          : Sample{.x_m = 10, .y_m = way_m - 10, .yaw_rad = 1.5708F, .vy_m_s = 10};
    })});
    drives.signals = signals(20);
    const auto passages = find_passages(drives, crossing());
    ASSERT_EQ(passages.size(), 1u);
    EXPECT_EQ(passages[0].to_road, "north");
    EXPECT_EQ(passages[0].turn, 1);
    EXPECT_EQ(passages[0].signal, 6) << "the left turn has a signal of its own";
    EXPECT_FALSE(passages[0].ran_red);
}

TEST(Passages, WaitingIsTheTimeStoodBeforeTheStopLine) {
    // The vehicle stands with its front at x = -3 from 4.5 s on, for 10 s.
    Drives drives = together({drive_by("a", 0, 25, [](double t) {
        const bool stands = t >= 4.5 && t < 14.5;
        const double moved_s = std::min(t, 4.5) + std::max(0.0, t - 14.5);
        return Sample{.x_m = -50 + 10 * moved_s, .vx_m_s = stands ? 0.F : 10.F};
    })});
    const auto passages = find_passages(drives, crossing());
    ASSERT_EQ(passages.size(), 1u);
    EXPECT_NEAR(passages[0].waited_s, 10, 0.11);
    EXPECT_NEAR(passages[0].entered.to_seconds(), 14.6, 0.051);
}

TEST(Passages, AnUnfinishedPassageHasNoExit) {
    // A drive that ends inside the crossing has entered and never left. A drive that ends before the
    // crossing, or begins inside, makes no passage.
    const auto ends_inside = find_passages(together({straight("a", {-50, 0}, {10, 0}, 5.5)}), crossing());
    ASSERT_EQ(ends_inside.size(), 1u);
    EXPECT_FALSE(ends_inside[0].left_at);
    EXPECT_EQ(ends_inside[0].to_road, "");
    EXPECT_TRUE(find_passages(together({straight("a", {-50, 0}, {10, 0}, 4)}), crossing()).empty());
    EXPECT_TRUE(find_passages(together({straight("a", {5, 0}, {10, 0}, 4)}), crossing()).empty());
    EXPECT_TRUE(find_passages(together({straight("a", {-50, 0}, {10, 0}, 9)}), Streets{}).empty());
}

TEST(Passages, AVehicleThatTurnsBackMakesNoPassage) {
    const auto touches = drive_by("a", 0, 10, [](double t) {
        return Sample{.x_m = t < 5 ? -50 + 10 * t : -10 * (t - 5), .vx_m_s = 10};
    });
    EXPECT_TRUE(find_passages(together({touches}), crossing()).empty());
}

TEST(Movements, AreCountedByRoads) {
    Drives drives = together({straight("a", {-50, 0}, {10, 0}, 10), straight("b", {-90, 0}, {10, 0}, 9.5)});
    drives.signals = signals(6);
    const Streets streets = crossing();
    const auto movements = movements_of(find_passages(drives, streets), streets);
    ASSERT_EQ(movements.size(), 2u) << "the movement of b ends inside";
    EXPECT_EQ(movements[0].to_road, "");
    EXPECT_EQ(movements[0].left_junction, 0u);
    EXPECT_EQ(movements[1].junction, "main");
    EXPECT_EQ(movements[1].from_road, "west");
    EXPECT_EQ(movements[1].to_road, "east");
    EXPECT_EQ(movements[1].count, 1u);
    EXPECT_EQ(movements[1].red_lights_run, 1u);
    EXPECT_NEAR(movements[1].through_s, 2.2, 0.1);
    EXPECT_EQ(turn_name(1), "left");
}

}  // namespace
}  // namespace synchrono::tools::study
