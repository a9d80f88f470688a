// Proves that boxes overlap if they share ground, whatever their headings, and that the time to collision
// is as computed by hand.
#include "tools/study/box.hpp"

#include <gtest/gtest.h>
#include <numbers>

namespace synchrono::tools::study {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

/// Returns a box 4 m long and 2 m wide.
Box car(double x, double y, double yaw_deg = 0) {
    return {{x, y}, {std::cos(yaw_deg * kDegree), std::sin(yaw_deg * kDegree)}, 2, 1};
}

TEST(Boxes, OverlapWhenTheyShareGround) {
    const struct {
        const char* why;
        Box one, other;
        bool expected;
    } cases[] = {
        {"the same place", car(0, 0), car(0, 0), true},
        {"bumper to bumper, with a gap", car(0, 0), car(4.01, 0), false},
        {"bumper to bumper, touching", car(0, 0), car(4, 0), false},
        {"a little into one another", car(0, 0), car(3.99, 0), true},
        {"side by side in lanes", car(0, 0), car(0, 3.5), false},
        {"side by side, scraping", car(0, 0), car(1, 1.9), true},
        {"across, the nose short of the side", car(0, 0), car(0, 3.01, 90), false},
        {"across, the nose in the side", car(0, 0), car(0, 2.99, 90), true},
        {"corners whose shadows overlap along both roads, but not along the slant", car(0, 0),
         car(3.8, 2.4, 45), false},
        {"one inside the other", car(0, 0), {{0.5, 0}, {0, 1}, 0.2, 0.2}, true},
    };
    for (const auto& c : cases) {
        EXPECT_EQ(overlap(c.one, c.other), c.expected) << c.why;
        EXPECT_EQ(overlap(c.other, c.one), c.expected) << c.why << ", the other way round";
    }
}

TEST(TimeToCollision, AgreesWithACalculationByHand) {
    const struct {
        const char* why;
        Box one;
        geo::Vec2 velocity_one;
        Box other;
        geo::Vec2 velocity_other;
        std::optional<double> expected;
    } cases[] = {
        {"behind: 16 m gap, 8 m/s faster", car(0, 0), {18, 0}, car(20, 0), {10, 0}, 2},
        {"behind, slower", car(0, 0), {8, 0}, car(20, 0), {10, 0}, {}},
        {"behind, as fast", car(0, 0), {10, 0}, car(20, 0), {10, 0}, {}},
        {"head on: 16 m, 20 m/s", car(0, 0), {10, 0}, car(20, 0, 180), {-10, 0}, 0.8},
        {"oncoming in the next lane", car(0, 0), {10, 0}, car(20, 3.5, 180), {-10, 0}, {}},
        // The nose of each car is 30 m before the path of the other car and moves at 10 m/s, so both come to
        // the crossing together.
        {"crossing at a right angle", car(-33, 0), {10, 0}, car(0, -33, 90), {0, 10}, 3},
        {"crossing, the other well ahead", car(-33, 0), {10, 0}, car(0, -20, 90), {0, 20}, {}},
        {"crossing, into the side of a standing car", car(-13, 0), {5, 0}, car(0, 0, 90), {0, 0}, 2},
        {"sideways into the next lane", car(0, 0), {10, 1}, car(0, 3.5), {10, 0}, 1.5},
        {"already there", car(0, 0), {1, 0}, car(1, 0), {0, 0}, 0},
        {"both stand apart", car(0, 0), {0, 0}, car(10, 0), {0, 0}, {}},
        {"moving away", car(0, 0), {-10, 0}, car(10, 0), {0, 0}, {}},
    };
    for (const auto& c : cases) {
        const auto seconds = time_to_collision(c.one, c.velocity_one, c.other, c.velocity_other);
        const auto back = time_to_collision(c.other, c.velocity_other, c.one, c.velocity_one);
        ASSERT_EQ(seconds.has_value(), c.expected.has_value()) << c.why;
        ASSERT_EQ(back.has_value(), c.expected.has_value()) << c.why << ", the other way round";
        if (!c.expected) continue;
        EXPECT_NEAR(*seconds, *c.expected, 1e-9) << c.why;
        EXPECT_NEAR(*back, *c.expected, 1e-9) << c.why << ", the other way round";
    }
}

}  // namespace
}  // namespace synchrono::tools::study
