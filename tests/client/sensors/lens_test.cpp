// Proves that each pixel looks where the model of Brown and Conrady has what the pixel shows, in the middle
// and elsewhere within it.
#include "client/sensors/lens.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace synchrono::sensors {
namespace {

config::CameraSpec spec_with(std::array<double, 5> distortion) {
    config::CameraSpec spec;
    spec.width = 64;
    spec.height = 36;
    spec.view_deg = 90;
    spec.distortion = distortion;
    return spec;
}

TEST(Lens, WithoutDistortionIsAPinhole) {
    const Lens lens(spec_with({}));
    EXPECT_NEAR(lens.focal_px(), 32, 1e-12);
    EXPECT_EQ(lens.centre_x(), 31.5);
    EXPECT_EQ(lens.centre_y(), 17.5);
    for (std::uint32_t row = 0; row < 36; ++row) {
        for (std::uint32_t column = 0; column < 64; ++column) {
            EXPECT_NEAR(lens.middle(column, row).left, (31.5 - column) / 32, 1e-6);
            EXPECT_NEAR(lens.middle(column, row).up, (17.5 - row) / 32, 1e-6);
            EXPECT_NEAR(lens.within(column, row, 0.25F, -0.5F).left, (31.25 - column) / 32, 1e-6);
            EXPECT_NEAR(lens.within(column, row, 0.25F, -0.5F).up, (18.0 - row) / 32, 1e-6);
        }
    }
}

TEST(Lens, LooksWhereTheDistortionHasThePixel) {
    const config::CameraSpec spec = spec_with({-0.2, 0.05, 0.002, -0.003, -0.004});
    const Lens lens(spec);
    const auto pixel_of = [&](Lens::Slope slope) {
        const geo::LensPoint there = geo::distorted(spec.distortion, {-slope.left, -slope.up});
        return std::pair{31.5 + 32 * there.x, 17.5 + 32 * there.y};
    };
    for (std::uint32_t row = 0; row < 36; ++row) {
        for (std::uint32_t column = 0; column < 64; ++column) {
            const auto [u, v] = pixel_of(lens.middle(column, row));
            EXPECT_NEAR(u, column, 1e-5);
            EXPECT_NEAR(v, row, 1e-5);
            const auto [right, low] = pixel_of(lens.within(column, row, 0.5F, 0.5F));
            EXPECT_NEAR(right, column + 0.5, 0.02);  // pixels of this picture are two degrees wide
            EXPECT_NEAR(low, row + 0.5, 0.02);
        }
    }
}

}  // namespace
}  // namespace synchrono::sensors
