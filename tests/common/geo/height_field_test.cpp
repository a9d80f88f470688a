// Proves that the surface through a grid of heights goes through its nodes, keeps planes, is smooth, does
// not ripple beside a step, goes on level beyond its edges, and fills gaps from their surroundings.
#include "common/geo/height_field.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace synchrono::geo {
namespace {

constexpr std::size_t kColumns = 9, kRows = 7;

template <typename F>
std::vector<float> heights_of(F f) {
    std::vector<float> heights;
    for (std::size_t j = 0; j < kRows; ++j) {
        for (std::size_t i = 0; i < kColumns; ++i)
            heights.push_back(static_cast<float>(f(static_cast<double>(i), static_cast<double>(j))));
    }
    return heights;
}

HeightField field_of(const std::vector<float>& heights, double datum = 0) {
    return HeightField({.x_m = 100, .y_m = -20, .spacing_m = 2, .columns = kColumns, .rows = kRows}, heights,
                       datum);
}

double wavy(double i, double j) { return std::sin(i) + 0.5 * std::cos(1.3 * j + 0.2 * i); }

TEST(HeightField, GoesThroughItsNodesAboveTheDatum) {
    const HeightField field = field_of(heights_of(wavy), 1000);
    for (std::size_t j = 0; j < kRows; ++j) {
        for (std::size_t i = 0; i < kColumns; ++i) {
            const double x = 100 + 2 * static_cast<double>(i), y = -20 + 2 * static_cast<double>(j);
            EXPECT_NEAR(field.at(x, y).height_m, 1000 + wavy(static_cast<double>(i), static_cast<double>(j)),
                        1e-6);
        }
    }
    EXPECT_FALSE(field.is_level());
}

TEST(HeightField, KeepsPlanes) {
    const HeightField field = field_of(heights_of([](double i, double j) { return 3 + 0.5 * i - 0.25 * j; }));
    for (double x = 102.1; x < 114; x += 0.7) {
        for (double y = -17.9; y < -10; y += 0.7) {
            const SurfacePoint rise = field.at(x, y);
            EXPECT_NEAR(rise.height_m, 3 + 0.25 * (x - 100) - 0.125 * (y + 20), 1e-9);
            EXPECT_NEAR(rise.slope_x, 0.25, 1e-9);
            EXPECT_NEAR(rise.slope_y, -0.125, 1e-9);
        }
    }
}

TEST(HeightField, SlopesAreTheDerivativesOfHeights) {
    const HeightField field = field_of(heights_of(wavy));
    constexpr double kStep = 1e-5;
    for (double x = 100.31; x < 116; x += 0.53) {
        for (double y = -19.77; y < -8; y += 0.53) {
            const SurfacePoint rise = field.at(x, y);
            const double dx = field.at(x + kStep, y).height_m - field.at(x - kStep, y).height_m;
            const double dy = field.at(x, y + kStep).height_m - field.at(x, y - kStep).height_m;
            EXPECT_NEAR(rise.slope_x, dx / (2 * kStep), 1e-4);
            EXPECT_NEAR(rise.slope_y, dy / (2 * kStep), 1e-4);
        }
    }
}

TEST(HeightField, IsSmoothBetweenSquares) {
    const HeightField field = field_of(heights_of(wavy));
    for (double along = 0.13; along < 11; along += 0.41) {
        for (const double line : {2.0, 4.0, 8.0}) {
            const SurfacePoint left = field.at(100 + line - 1e-9, -20 + along);
            const SurfacePoint right = field.at(100 + line + 1e-9, -20 + along);
            EXPECT_NEAR(left.height_m, right.height_m, 1e-7);
            EXPECT_NEAR(left.slope_x, right.slope_x, 1e-6);
            EXPECT_NEAR(left.slope_y, right.slope_y, 1e-6);
            const SurfacePoint below = field.at(100 + along, -20 + line - 1e-9);
            const SurfacePoint above = field.at(100 + along, -20 + line + 1e-9);
            EXPECT_NEAR(below.slope_x, above.slope_x, 1e-6);
            EXPECT_NEAR(below.slope_y, above.slope_y, 1e-6);
        }
    }
}

TEST(HeightField, DoesNotRippleBesideAKerb) {
    const HeightField field = field_of(heights_of([](double i, double) { return i < 4 ? 0.0 : 0.15; }));
    for (double x = 100; x <= 116; x += 0.01) {
        const double height = field.at(x, -13.3).height_m;
        EXPECT_GE(height, 0);
        EXPECT_LE(height, 0.15 + 1e-7);
        EXPECT_EQ(x <= 106 ? height : 0, 0) << x;
        EXPECT_NEAR(x >= 108 ? height : 0.15, 0.15, 1e-7) << x;
    }
}

TEST(HeightField, IsLevelBeyondItsEdgesAndFiniteEverywhere) {
    const HeightField field = field_of(heights_of(wavy));
    EXPECT_EQ(field.at(1e9, -14).height_m, field.at(116, -14).height_m);
    EXPECT_NEAR(field.at(1e9, -14).slope_x, 0, 1e-12);
    EXPECT_EQ(field.at(106, -1e300).height_m, field.at(106, -20).height_m);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isfinite(field.at(nan, nan).height_m));
    EXPECT_TRUE(std::isfinite(field.at(-std::numeric_limits<double>::infinity(), nan).height_m));
}

TEST(HeightField, IsLevelWithOneNode) {
    EXPECT_EQ(HeightField().at(5, 5).height_m, 0);
    EXPECT_TRUE(HeightField().is_level());
    const HeightField field({.x_m = 0, .y_m = 0, .spacing_m = 1, .columns = 1, .rows = 1}, {3.5F}, 2);
    EXPECT_EQ(field.at(-8, 9).height_m, 5.5);
}

TEST(FillGaps, InterpolatesFromSideToSide) {
    std::vector<float> heights = heights_of([](double i, double) {
        return i == 0 ? 0.0 : i == 8 ? 8.0 : std::numeric_limits<double>::quiet_NaN();
    });
    fill_gaps(heights, kColumns, kRows);
    for (std::size_t j = 0; j < kRows; ++j) {
        for (std::size_t i = 0; i < kColumns; ++i)
            EXPECT_NEAR(heights[j * kColumns + i], static_cast<double>(i), 0.8);
        for (std::size_t i = 1; i < kColumns; ++i)
            EXPECT_GE(heights[j * kColumns + i], heights[j * kColumns + i - 1]);
    }
}

TEST(FillGaps, LeavesKnownHeights) {
    std::vector<float> heights = heights_of(wavy);
    const std::vector<float> before = heights;
    fill_gaps(heights, kColumns, kRows);
    EXPECT_EQ(heights, before);
    heights[10] = std::numeric_limits<float>::quiet_NaN();
    fill_gaps(heights, kColumns, kRows);
    for (std::size_t i = 0; i < heights.size(); ++i) {
        EXPECT_TRUE(i == 10 || heights[i] == before[i]);
    }
    EXPECT_NEAR(heights[10], (before[9] + before[11] + before[1] + before[19]) / 4, 1e-6);
}

TEST(FillGaps, GivesZeroWithoutAnyHeights) {
    std::vector<float> heights(6, std::numeric_limits<float>::quiet_NaN());
    fill_gaps(heights, 3, 2);
    EXPECT_EQ(heights, std::vector<float>(6, 0.0F));
}

}  // namespace
}  // namespace synchrono::geo
