// Proves where circles and boxes touch, as seen from above.
#include "client/element/internal/contact.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace synchrono::client::element::internal {
namespace {

Box car() { return {.middle = {10, 20}, .half_length = 2, .half_width = 1, .velocity = {}}; }

struct Row {
    const char* name;
    geo::Vec2 middle;
    double radius;
    bool touches;
    geo::Vec2 normal;
    double depth;
};

TEST(Contact, IsFoundWhereACircleReachesIntoABox) {
    const double diagonal = std::sqrt(0.5);
    const Row rows[] = {
        {"ahead", {12.4, 20}, 0.5, true, {1, 0}, 0.1},
        {"just ahead of it", {12.51, 20}, 0.5, false, {}, 0},
        {"left", {10, 21.3}, 0.5, true, {0, 1}, 0.2},
        {"at a corner", {12.1, 21.1}, 0.5, true, {diagonal, diagonal}, 0.5 - 0.1 * std::sqrt(2)},
        {"off a corner", {12.4, 21.4}, 0.5, false, {}, 0},
        {"inside, near the back", {8.2, 20.1}, 0.5, true, {-1, 0}, 0.7},
        {"inside, near the right", {10, 19.1}, 0.5, true, {0, -1}, 0.6}};
    for (const Row& row : rows) {
        // Rotating everything about the box's middle changes nothing.
        for (const double turn : {0.0, 0.5, -2.1, std::numbers::pi}) {
            Box box = car();
            box.yaw_rad = turn;
            const auto turned = [turn](geo::Vec2 v) {
                return geo::Vec2{v.x * std::cos(turn) - v.y * std::sin(turn),
                                 v.x * std::sin(turn) + v.y * std::cos(turn)};
            };
            const auto contact = touch(box, box.middle + turned(row.middle - box.middle), row.radius);
            ASSERT_EQ(contact.has_value(), row.touches) << row.name << " " << turn;
            if (!contact) continue;
            EXPECT_NEAR(contact->normal.x, turned(row.normal).x, 1e-9) << row.name << " " << turn;
            EXPECT_NEAR(contact->normal.y, turned(row.normal).y, 1e-9) << row.name << " " << turn;
            EXPECT_NEAR(contact->depth, row.depth, 1e-9) << row.name << " " << turn;
        }
    }
}

TEST(Contact, IsFoundOnAWallOfZeroWidth) {
    const Box wall{.middle = {0, 0}, .half_length = 5, .velocity = {}};
    const auto contact = touch(wall, {1, -0.2}, 0.3);
    ASSERT_TRUE(contact);
    EXPECT_NEAR(contact->normal.y, -1, 1e-12);
    EXPECT_NEAR(contact->depth, 0.1, 1e-12);
    EXPECT_TRUE(touch(wall, {1, 0}, 0.3)) << "a point on the wall may be pushed to either side";
}

TEST(Contact, GivesTheVelocityOfEachPointOfABox) {
    Box box = car();
    box.velocity = {3, 0};
    box.yaw_rate = 2;
    const geo::Vec2 front = box.velocity_at({12, 20});
    EXPECT_DOUBLE_EQ(front.x, 3);
    EXPECT_DOUBLE_EQ(front.y, 4);
    EXPECT_DOUBLE_EQ(box.after(0.5).middle.x, 11.5);
    EXPECT_DOUBLE_EQ(box.after(0.5).yaw_rad, 1);
}

}  // namespace
}  // namespace synchrono::client::element::internal
