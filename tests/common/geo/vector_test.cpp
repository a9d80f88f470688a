// Proves the algebra of vectors and rotations by cases computed by hand and by identities over many random
// cases.
#include "common/geo/vector.hpp"

#include <gtest/gtest.h>
#include <numbers>

#include "common/base/random.hpp"

namespace synchrono::geo {
namespace {

constexpr double kQuarter = std::numbers::pi / 2;

void expect_near(Vec3 a, Vec3 b, double tolerance = 1e-12) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
    EXPECT_NEAR(a.z, b.z, tolerance);
}

Vec3 any_vector(Random& random) {
    const double x = random.uniform(-9, 9), y = random.uniform(-9, 9), z = random.uniform(-9, 9);
    return {x, y, z};
}

Quaternion any_rotation(Random& random) {
    const Vec3 v = any_vector(random);
    return Quaternion{random.uniform(-9, 9), v.x, v.y, v.z}.normalised();
}

TEST(Vec3, AddsSubtractsAndScales) {
    EXPECT_EQ((Vec3{1, 2, 3} + Vec3{4, 5, 6}), (Vec3{5, 7, 9}));
    EXPECT_EQ((Vec3{4, 5, 6} - Vec3{1, 2, 3}), (Vec3{3, 3, 3}));
    EXPECT_EQ((2 * Vec3{1, 2, 3}), (Vec3{1, 2, 3} * 2));
}

TEST(Vec3, HasProductsAndALength) {
    EXPECT_EQ(dot({1, 2, 3}, {4, -5, 6}), 12);
    EXPECT_EQ(cross({1, 0, 0}, {0, 1, 0}), (Vec3{0, 0, 1}));
    EXPECT_EQ(length({2, 3, 6}), 7);
    Random random(1);
    for (int i = 0; i < 100; ++i) {
        const Vec3 a = any_vector(random), b = any_vector(random);
        EXPECT_NEAR(dot(a, cross(a, b)), 0, 1e-10);
        EXPECT_EQ(cross(a, b), cross(b, a) * -1.0);
    }
}

TEST(Vec2, AddsScalesAndHasProducts) {
    constexpr Vec2 a{3, 4}, b{-1, 2};
    EXPECT_EQ(a + b, (Vec2{2, 6}));
    EXPECT_EQ(a - b, (Vec2{4, 2}));
    EXPECT_EQ(a * 2, (Vec2{6, 8}));
    EXPECT_EQ(dot(a, b), 5);
    EXPECT_EQ(length(a), 5);
}

TEST(Quaternion, TurnsForwardToTheLeftByYaw) {
    expect_near(Quaternion::from_yaw(kQuarter).rotate({1, 0, 0}), {0, 1, 0});
    expect_near(Quaternion::from_yaw(kQuarter).rotate({0, 1, 0}), {-1, 0, 0});
    expect_near(Quaternion::from_yaw(1).rotate({0, 0, 1}), {0, 0, 1});
    expect_near(Quaternion{}.rotate({1, 2, 3}), {1, 2, 3}, 0);
}

TEST(Quaternion, ReturnsTheYawItWasMadeFrom) {
    for (const double yaw : {-3.1, -kQuarter, -0.1, 0.0, 1e-9, 1.0, 3.1}) {
        EXPECT_NEAR(Quaternion::from_yaw(yaw).yaw(), yaw, 1e-12);
    }
}

TEST(Quaternion, KeepsLengthsAndAngles) {
    Random random(2);
    for (int i = 0; i < 100; ++i) {
        const Quaternion q = any_rotation(random);
        const Vec3 a = any_vector(random), b = any_vector(random);
        EXPECT_NEAR(dot(q.rotate(a), q.rotate(b)), dot(a, b), 1e-10);
    }
}

TEST(Quaternion, IsUndoneByItsConjugate) {
    Random random(3);
    for (int i = 0; i < 100; ++i) {
        const Quaternion q = any_rotation(random);
        const Vec3 a = any_vector(random);
        expect_near(q.conjugate().rotate(q.rotate(a)), a, 1e-11);
    }
}

TEST(Quaternion, ComposesFromRightToLeft) {
    Random random(4);
    for (int i = 0; i < 100; ++i) {
        const Quaternion p = any_rotation(random), q = any_rotation(random);
        const Vec3 a = any_vector(random);
        expect_near((p * q).rotate(a), p.rotate(q.rotate(a)), 1e-11);
    }
}

TEST(Quaternion, NormalisesToUnitLengthAndZeroToNoTurn) {
    const Quaternion q = Quaternion{3, 0, 4, 0}.normalised();
    EXPECT_DOUBLE_EQ(q.w, 0.6);
    EXPECT_DOUBLE_EQ(q.y, 0.8);
    const Quaternion none = Quaternion{0, 0, 0, 0}.normalised();
    EXPECT_EQ(none.w, 1);
    EXPECT_EQ(none.x, 0);
}

}  // namespace
}  // namespace synchrono::geo
