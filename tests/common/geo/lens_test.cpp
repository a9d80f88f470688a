// Proves that a lens distorts points as the model's formula says, that the inverse finds the original point
// again, and that it finds none where the picture folds over.
#include "common/geo/lens.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "common/base/random.hpp"

namespace synchrono::geo {
namespace {

constexpr LensDistortion kLens{-0.2, 0.05, 0.002, -0.003, 0.004};

TEST(LensDistortion, MovesPointsByItsFormula) {
    const LensPoint there = distorted(kLens, {0.5, -0.25});
    const double r2 = 0.3125, radial = 1 - 0.2 * r2 + 0.05 * r2 * r2 + 0.004 * r2 * r2 * r2;
    EXPECT_NEAR(there.x, 0.5 * radial + 2 * 0.002 * 0.5 * -0.25 - 0.003 * (r2 + 2 * 0.25), 1e-15);
    EXPECT_NEAR(there.y, -0.25 * radial + 0.002 * (r2 + 2 * 0.0625) + 2 * -0.003 * 0.5 * -0.25, 1e-15);
}

TEST(Undistortion, InvertsTheDistortionToTheLastDigits) {
    const auto undistorted = Undistortion::make(kLens, 1.1);
    ASSERT_TRUE(undistorted);
    for (double x = -0.9; x < 1; x += 0.3) {
        for (double y = -0.6; y < 0.7; y += 0.2) {
            for (const LensPoint neighbour : {LensPoint{}, LensPoint{x, y}, LensPoint{0.1, -0.7}}) {
                const LensPoint back = (*undistorted)(distorted(kLens, {x, y}), neighbour);
                EXPECT_NEAR(back.x, x, 1e-11);
                EXPECT_NEAR(back.y, y, 1e-11);
            }
        }
    }
}

TEST(Undistortion, EndsBeforeTheDistortionFoldsOver) {
    // The largest value of r - r^3 / 2 is 0.544.
    constexpr LensDistortion kFolds{-0.5, 0, 0, 0, 0};
    EXPECT_TRUE(Undistortion::make(kFolds, 0.54));
    EXPECT_FALSE(Undistortion::make(kFolds, 0.55));
    // This lens reaches 0.8 only after it has folded over, so the inverse must not find it.
    constexpr LensDistortion kReturns{-0.5, 0.08, 0, 0, 0};
    EXPECT_FALSE(Undistortion::make(kReturns, 0.8));
    // This lens folds over on one side only, between the middle and the corners of a square.
    constexpr LensDistortion kAskew{-0.111354, -0.0218786, -0.00235489, 0.00292733, 0.00543347};
    EXPECT_TRUE(Undistortion::make(kAskew, 0.9));
    EXPECT_FALSE(Undistortion::make(kAskew, 3.3));
}

/// Returns the smaller of the two principal stretches of the lens at a point, computed by differences.
double stretch_at(const LensDistortion& lens, double x, double y) {
    const double step = 1e-6 * std::hypot(x, y);
    const LensPoint right = distorted(lens, {x + step, y}), left = distorted(lens, {x - step, y}),
                    low = distorted(lens, {x, y + step}), high = distorted(lens, {x, y - step});
    const double xx = (right.x - left.x) / (2 * step), xy = (low.x - high.x) / (2 * step),
                 yy = (low.y - high.y) / (2 * step);
    return (xx + yy) / 2 - std::hypot((xx - yy) / 2, xy);
}

TEST(Undistortion, ReachesAsFarAsTheDistortionIsInvertible) {
    Random random(1, 1);
    int reached = 0, folded = 0;
    for (int trial = 0; trial < 120; ++trial) {
        const double strength = std::pow(10.0, random.uniform(-3, 0.5));
        const auto any = [&](double scale) { return strength * scale * random.uniform(-1, 1); };
        const LensDistortion lens{any(1), any(1), any(0.3), any(0.3), any(1)};
        const double far = std::pow(10.0, random.uniform(-1, 1));
        const auto undistorted = Undistortion::make(lens, far);
        (undistorted ? reached : folded) += 1;
        if (undistorted) {
            LensPoint neighbour;
            for (int i = 0; i < 50; ++i) {
                const double angle = random.uniform(0, 2 * std::numbers::pi);
                const double r = i % 2 == 0 ? far : far * random.uniform();
                const LensPoint point{r * std::cos(angle), r * std::sin(angle)};
                neighbour = (*undistorted)(point, neighbour);
                const LensPoint again = distorted(lens, neighbour);
                ASSERT_LT(std::hypot(again.x - point.x, again.y - point.y), 1e-9 * far) << trial;
                ASSERT_GT(stretch_at(lens, neighbour.x, neighbour.y), 0.0199) << trial;
            }
            continue;
        }
        // A refusal must have a reason. The lens must fold over, or nearly do so, on some circle around the
        // middle that does not yet reach far enough as a whole.
        bool found = false;
        for (double r = 1e-3 * far; !found; r *= 1.01) {
            double nearest = 1e300;
            for (int i = 0; i < 100; ++i) {
                const double x = r * std::cos(i * std::numbers::pi / 50),
                             y = r * std::sin(i * std::numbers::pi / 50);
                found |= stretch_at(lens, x, y) < 0.0201;
                const LensPoint there = distorted(lens, {x, y});
                nearest = std::min(nearest, std::hypot(there.x, there.y));
            }
            ASSERT_TRUE(found || nearest < 1.02 * far) << trial;
        }
    }
    EXPECT_GT(reached, 30);
    EXPECT_GT(folded, 30);
}

}  // namespace
}  // namespace synchrono::geo
