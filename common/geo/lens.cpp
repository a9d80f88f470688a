#include "common/geo/lens.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"

namespace synchrono::geo {
namespace {

/// The partial derivatives of distorted(): `xy` is the derivative of the result's x with respect to y.
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

/// The points that a lens without distortion shows at the same distance r from the middle. The matrix of
/// slopes is symmetric, so at each point the lens stretches the picture along two perpendicular axes. If both
/// stretches are positive throughout a disc, no two points of the disc have the same image. On the circle,
/// the two stretches depend only on t, the cosine of the angle to (p2, p1). So does the distance of the image
/// from the middle.
class Circle {
  public:
    Circle(const LensDistortion& lens, double r) : r_(r) {
        const auto [k1, k2, p1, p2, k3] = lens;
        const double r2 = r * r;
        radial_ = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
        bent_ = r2 * (k1 + r2 * (2 * k2 + r2 * 3 * k3));
        askew_ = 2 * r * std::hypot(p1, p2);
    }

    /// Returns the least value of the smaller stretch on the circle: the minimum over t of radial + bent + 2
    /// askew t - sqrt(bent^2 + askew^2 + 2 bent askew t), which is convex in t.
    double least_stretch() const {
        const auto at_end = [this](double t) {
            return radial_ + bent_ + 2 * askew_ * t - std::abs(bent_ + askew_ * t);
        };
        const double least = std::min(at_end(-1), at_end(1));
        const bool between = bent_ > 0 && 0.75 * bent_ * bent_ + askew_ * askew_ < 2 * bent_ * askew_;
        return between ? std::min(least, radial_ - bent_ / 4 - askew_ * askew_ / bent_) : least;
    }
    /// Returns the least distance from the middle at which the picture shows a point of the circle.
    double nearest() const {
        const double t = askew_ > 0 ? std::clamp(-0.75 * radial_ / askew_, -1.0, 1.0) : 0;
        const double square =
            radial_ * radial_ + 3 * radial_ * askew_ * t + 2 * askew_ * askew_ * t * t + askew_ * askew_ / 4;
        return r_ * std::sqrt(std::max(square, 0.0));
    }

  private:
    double r_, radial_, bent_, askew_;
};

}  // namespace

LensPoint distorted(const LensDistortion& lens, LensPoint point) {
    const auto [k1, k2, p1, p2, k3] = lens;
    const double x = point.x, y = point.y, r2 = x * x + y * y;
    const double radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
    return {x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y};
}

std::optional<Undistortion> Undistortion::make(const LensDistortion& lens, double far) {
    constexpr double kFirst = 1e-6, kStep = 1.002, kLeast = 0.02, kBeyond = 1 + 1e-6;
    const double enough = far * kBeyond;
    // The loop ends: every stretch is above kLeast, so the circles grow in the picture too.
    for (double r = far * kFirst;; r *= kStep) {
        const Circle circle(lens, r);
        if (!(circle.least_stretch() > kLeast)) return std::nullopt;
        if (circle.nearest() > enough) return Undistortion(lens, enough, r);
    }
}

LensPoint Undistortion::operator()(LensPoint point, LensPoint neighbour) const {
    SYN_REQUIRE(std::hypot(point.x, point.y) <= far_);
    constexpr int kStepsMax = 200;
    constexpr double kSmall = 1e-13, kShareMin = 1e-6;
    const double good = kSmall * (1 + std::hypot(point.x, point.y));
    LensPoint at = neighbour, there = distorted(lens_, at);
    double off = std::hypot(point.x - there.x, point.y - there.y);
    // Newton's method; each step is halved until it brings enough progress. In the picture the steps lead to
    // the point almost in a straight line, so they stay in the part that is known not to fold.
    for (int step = 0; step < kStepsMax && off > good; ++step) {
        const Slopes s = slopes(lens_, at);
        const double area = s.xx * s.yy - s.xy * s.yx, dx = point.x - there.x, dy = point.y - there.y;
        const double across = (s.yy * dx - s.xy * dy) / area, down = (s.xx * dy - s.yx * dx) / area;
        double share = 1;
        for (;; share /= 2) {
            if (share < kShareMin) return at;  // as near as floating point allows
            const LensPoint next{at.x + share * across, at.y + share * down},
                next_there = distorted(lens_, next);
            const double next_off = std::hypot(point.x - next_there.x, point.y - next_there.y);
            if (!(next_off < off * (1 - share / 4)) || std::hypot(next.x, next.y) > undistorted_far_ ||
                std::hypot(next_there.x, next_there.y) > far_)
                continue;
            at = next;
            there = next_there;
            off = next_off;
            break;
        }
    }
    return at;
}

}  // namespace synchrono::geo
