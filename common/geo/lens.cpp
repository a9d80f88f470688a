#include "common/geo/lens.hpp"

#include <cmath>

namespace synchrono::geo {
namespace {

/// How what lens.hpp calls distorted changes with the point.
struct Slopes {
    double xx, xy, yx, yy;
};

Slopes slopes(const LensDistortion& lens, LensPoint at) {
    const auto [k1, k2, p1, p2, k3] = lens;
    const double x = at.x, y = at.y, r2 = x * x + y * y;
    const double radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
    const double steeper = 2 * (k1 + r2 * (2 * k2 + r2 * 3 * k3));
    const double across = x * y * steeper + 2 * (p1 * x + p2 * y);
    return {radial + x * x * steeper + 2 * p1 * y + 6 * p2 * x, across, across,
            radial + y * y * steeper + 6 * p1 * y + 2 * p2 * x};
}

}  // namespace

LensPoint distorted(const LensDistortion& lens, LensPoint point) {
    const auto [k1, k2, p1, p2, k3] = lens;
    const double x = point.x, y = point.y, r2 = x * x + y * y;
    const double radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
    return {x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y};
}

std::optional<LensPoint> undistorted(const LensDistortion& lens, LensPoint point, LensPoint guess) {
    constexpr int kStepsMax = 20;
    constexpr double kSmall = 1e-13, kFolded = 1e-3;
    LensPoint at = guess;
    for (int step = 0; step < kStepsMax; ++step) {
        const LensPoint there = distorted(lens, at);
        const double dx = point.x - there.x, dy = point.y - there.y;
        const Slopes s = slopes(lens, at);
        const double area = s.xx * s.yy - s.xy * s.yx;
        if (!(area > kFolded) || !(s.xx + s.yy > 0)) return std::nullopt;
        if (std::hypot(dx, dy) < kSmall * (1 + std::hypot(point.x, point.y))) return at;
        at.x += (s.yy * dx - s.xy * dy) / area;
        at.y += (s.xx * dy - s.yx * dx) / area;
    }
    return std::nullopt;
}

std::optional<LensPoint> undistorted(const LensDistortion& lens, LensPoint point) {
    // Short steps, so that none leads over a fold to where the picture is the right way round again.
    constexpr int kSteps = 200;
    constexpr double kShrunk = 50;
    const double step = std::hypot(point.x, point.y) / kSteps;
    LensPoint at{};
    for (int i = 1; i <= kSteps; ++i) {
        const double share = static_cast<double>(i) / kSteps;
        const auto next = undistorted(lens, {point.x * share, point.y * share}, at);
        if (!next || std::hypot(next->x - at.x, next->y - at.y) > kShrunk * step) return std::nullopt;
        at = *next;
    }
    return at;
}

}  // namespace synchrono::geo
