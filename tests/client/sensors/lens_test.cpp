// Proves that the ray of each pixel has the direction that the model of Brown and Conrady gives that pixel,
// in the pixel's middle and elsewhere within it.
#include "client/sensors/lens.hpp"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <utility>

#include "common/base/random.hpp"

namespace synchrono::client::sensors {
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

TEST(Lens, RaysMatchTheDistortionAtEveryPixel) {
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
            EXPECT_NEAR(right, column + 0.5, 0.02);  // the pixels of this picture are two degrees wide
            EXPECT_NEAR(low, row + 0.5, 0.02);
        }
    }
}

TEST(Lens, IsMadeForEveryCameraThatPassesTheCheck) {
    Random random(1, 1);
    int passed = 0, refused = 0;
    for (int trial = 0; trial < 300; ++trial) {
        config::CameraSpec spec;
        spec.width = 1 + static_cast<std::uint32_t>(random.below(80));
        spec.height = 1 + static_cast<std::uint32_t>(random.below(80));
        spec.view_deg = random.uniform(1, 170);
        const double strength = std::pow(10.0, random.uniform(-4, 1));
        for (double& k : spec.distortion) k = strength * random.uniform(-1, 1);
        const auto read = config::read_sensor(
            fmt::format(
                R"({{"kind": "camera", "rate_hz": 10, "width": {}, "height": {}, "view_deg": {}, "distortion": [{}]}})",
                spec.width, spec.height, spec.view_deg, fmt::join(spec.distortion, ", ")),
            "one.json");
        (read ? passed : refused) += 1;
        if (!read) continue;
        const Lens lens(spec);
        const auto there = [&](std::uint32_t column, std::uint32_t row) {
            const Lens::Slope slope = lens.middle(column, row);
            const geo::LensPoint point = geo::distorted(spec.distortion, {-slope.left, -slope.up});
            return std::pair{lens.centre_x() + lens.focal_px() * point.x,
                             lens.centre_y() + lens.focal_px() * point.y};
        };
        for (const auto& [column, row] : {std::pair{0U, 0U}, {spec.width - 1, spec.height - 1}}) {
            const auto [u, v] = there(column, row);
            ASSERT_NEAR(u, column, 1e-3) << trial;
            ASSERT_NEAR(v, row, 1e-3) << trial;
        }
    }
    EXPECT_GT(passed, 50);
    EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace synchrono::client::sensors
