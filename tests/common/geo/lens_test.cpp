// Proves that a lens bends as the model's formula says, that what bends it back finds the point again, and
// that no point is found where the picture is folded over.
#include "common/geo/lens.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace synchrono::geo {
namespace {

constexpr LensDistortion kLens{-0.2, 0.05, 0.002, -0.003, 0.004};

TEST(LensDistortion, MovesPointsAsTheFormulaSays) {
    const LensPoint there = distorted(kLens, {0.5, -0.25});
    const double r2 = 0.3125, radial = 1 - 0.2 * r2 + 0.05 * r2 * r2 + 0.004 * r2 * r2 * r2;
    EXPECT_NEAR(there.x, 0.5 * radial + 2 * 0.002 * 0.5 * -0.25 - 0.003 * (r2 + 2 * 0.25), 1e-15);
    EXPECT_NEAR(there.y, -0.25 * radial + 0.002 * (r2 + 2 * 0.0625) + 2 * -0.003 * 0.5 * -0.25, 1e-15);
}

TEST(LensDistortion, IsUndoneToTheLastDigits) {
    for (double x = -0.9; x < 1; x += 0.3) {
        for (double y = -0.6; y < 0.7; y += 0.2) {
            const auto back = undistorted(kLens, distorted(kLens, {x, y}));
            ASSERT_TRUE(back) << x << " " << y;
            EXPECT_NEAR(back->x, x, 1e-11);
            EXPECT_NEAR(back->y, y, 1e-11);
        }
    }
}

TEST(LensDistortion, IsNotUndoneWhereThePictureIsFoldedOver) {
    // r - r^3 / 2 comes to 0.544 and no further.
    constexpr LensDistortion kFolds{-0.5, 0, 0, 0, 0};
    EXPECT_TRUE(undistorted(kFolds, {0.54, 0}));
    EXPECT_FALSE(undistorted(kFolds, {0.55, 0}));
    // This one comes back further out: not by a way that leads there.
    constexpr LensDistortion kReturns{-0.5, 0.08, 0, 0, 0};
    EXPECT_FALSE(undistorted(kReturns, {0.8, 0}));
}

}  // namespace
}  // namespace synchrono::geo
