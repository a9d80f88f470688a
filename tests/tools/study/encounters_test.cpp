// Proves, on drives whose encounters were computed by hand, which collision, conflict or close pass each pair
// has, with its time, place and speeds. Bodies in different lanes or on different levels have no encounters,
// and objects have none with each other.
#include "tools/study/encounters.hpp"

#include <gtest/gtest.h>

#include "tests/tools/study/make_drives.hpp"

namespace synchrono::tools::study {
namespace {

using testing::drive_by;
using testing::straight;
using testing::together;

TEST(Encounters, ACollisionIsListedOnceWithTimePlaceAndSpeeds) {
    // The bodies are 16 m apart, approach at 5 m/s, and drive on through one another.
    const auto found =
        find_encounters(together({straight("a", {0, 0}, {15, 0}, 6), straight("b", {20, 0}, {10, 0}, 6)}));
    ASSERT_EQ(found.collisions.size(), 1u);
    const Encounter& hit = found.collisions[0];
    EXPECT_EQ(hit.one, 0u);
    EXPECT_EQ(hit.other, 1u);
    EXPECT_NEAR(hit.time.to_seconds(), 3.2, 0.011);
    EXPECT_NEAR(hit.place.x, 50, 0.2);
    EXPECT_DOUBLE_EQ(hit.one_m_s, 15);
    EXPECT_DOUBLE_EQ(hit.other_m_s, 10);
    EXPECT_EQ(found.smallest_ttc_s, 0);
    EXPECT_TRUE(found.conflicts.empty()) << "a pair that collided is not also a conflict";
    EXPECT_TRUE(found.close_passes.empty());
}

TEST(Encounters, AConflictIsTheSmallestTimeToCollisionOfAPair) {
    // a drives at 20 m/s towards b, which stands 40 m ahead, and brakes at 10 m/s^2 until it stands at t
    // = 2. With u = 2 - t the gap is 20 + 5 u^2 and the speed 10 u, so the time to collision is 2 / u + u /
    // 2, which is least at the beginning (u = 2): 2 s.
    const auto braking = [](double t) {
        const double u = std::max(0.0, 2 - t);
        return Sample{.x_m = 20 - 5 * u * u, .vx_m_s = static_cast<float>(10 * u)};
    };
    Drives drives = together(
        {drive_by("a", 0, 4, braking), straight("b", {44, 0}, {0, 0}, 4), straight("c", {44, 3}, {0, 0}, 4)});
    auto found = find_encounters(drives);
    EXPECT_TRUE(found.collisions.empty());
    ASSERT_TRUE(found.smallest_ttc_s);
    EXPECT_NEAR(*found.smallest_ttc_s, 2, 1e-6);
    EXPECT_TRUE(found.conflicts.empty()) << "two seconds are not a conflict";
    // With 12 m less the time to collision is u / 2 + 0.8 / u, which is least where u^2 = 1.6.
    for (Sample& sample : drives.drives[0].samples) sample.x_m += 12;
    found = find_encounters(drives);
    ASSERT_EQ(found.conflicts.size(), 1u);
    EXPECT_NEAR(found.conflicts[0].seconds, 2 * std::sqrt(0.4), 0.01);
    EXPECT_NEAR(found.conflicts[0].time.to_seconds(), 2 - std::sqrt(1.6), 0.06);
    EXPECT_EQ(found.smallest_ttc_s, found.conflicts[0].seconds);
}

TEST(Encounters, VehiclesInAdjacentLanesDoNotMeet) {
    const auto found =
        find_encounters(together({straight("a", {0, 0}, {20, 0}, 5), straight("b", {60, 3.5}, {-20, 0}, 5),
                                  straight("c", {5, -3}, {12, 0}, 5)}));
    EXPECT_TRUE(found.collisions.empty());
    EXPECT_TRUE(found.conflicts.empty());
    EXPECT_TRUE(found.close_passes.empty());
    EXPECT_FALSE(found.smallest_ttc_s);
}

TEST(Encounters, AClosePassIsTheGapBetweenTwoOnTheSameGround) {
    // b crosses the path of a in front of a. The rear of b leaves a's lane (y = 1) at t = 3.0, and the nose
    // of a reaches the path of b (x = -1) at t = 3.6.
    const auto found =
        find_encounters(together({straight("a", {-39, 0}, {10, 0}, 8), straight("b", {0, -27}, {0, 10}, 8)}));
    EXPECT_TRUE(found.collisions.empty());
    ASSERT_EQ(found.close_passes.size(), 1u);
    EXPECT_NEAR(found.close_passes[0].seconds, 0.6, 0.11)
        << "ground has a resolution of 0.5 m, which is 50 ms";
    EXPECT_NEAR(found.close_passes[0].time.to_seconds(), 3.6, 0.2);
}

TEST(Encounters, FollowingIsNotAClosePass) {
    const auto found =
        find_encounters(together({straight("a", {0, 0}, {10, 0}, 8), straight("b", {8, 0}, {10, 0}, 8)}));
    EXPECT_TRUE(found.close_passes.empty());
    EXPECT_TRUE(found.conflicts.empty());
}

TEST(Encounters, ABridgeIsNotACrossing) {
    Drive above = straight("b", {0, -33}, {0, 10}, 8);
    for (Sample& sample : above.samples) sample.z_m = 6;
    const auto found = find_encounters(together({straight("a", {-33, 0}, {10, 0}, 8), above}));
    EXPECT_TRUE(found.collisions.empty());
    EXPECT_FALSE(found.smallest_ttc_s);
}

TEST(Encounters, ThingsAndPedestriansConcernVehiclesOnly) {
    Drive cone = straight("cone", {30, 0}, {0, 0}, 5), ball = straight("ball", {30, 0}, {0, 0}, 5);
    cone.kind = ball.kind = Drive::Kind::object;
    EXPECT_TRUE(find_encounters(together({cone, ball})).collisions.empty());
    const auto found = find_encounters(together({cone, straight("a", {0, 0}, {10, 0}, 5)}));
    EXPECT_EQ(found.collisions.size(), 1u);
}

TEST(Encounters, OnlyAgentsPresentAtTheSameTimeMeet) {
    const auto later = drive_by("b", 4, 6, [](double) { return Sample{.x_m = 20}; });
    EXPECT_TRUE(find_encounters(together({straight("a", {0, 0}, {10, 0}, 3), later})).collisions.empty());
    EXPECT_TRUE(find_encounters(Drives{.step = testing::kStep}).collisions.empty());
}

}  // namespace
}  // namespace synchrono::tools::study
