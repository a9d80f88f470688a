/// The lens model of Brown and Conrady with the coefficients k1, k2, p1, p2, k3, as calibration tools give
/// them. Points are measured from the middle of the picture, to the right and down, in focal lengths.
#pragma once

#include <array>
#include <optional>

namespace synchrono::geo {

using LensDistortion = std::array<double, 5>;

struct LensPoint {
    double x = 0, y = 0;
};

/// Returns where the picture shows what a lens without distortion would show at `point`.
LensPoint distorted(const LensDistortion& lens, LensPoint point);

/// The inverse of distorted(), for the part of the picture around its middle where the lens does not fold
/// over: there each point has exactly one original, which is found from any starting point.
/// Threading: may be called from several threads at once.
class Undistortion {
  public:
    /// Returns nothing if, before it reaches the distance `far` from the middle, the lens folds the picture
    /// over in some direction or squeezes the world together too strongly.
    static std::optional<Undistortion> make(const LensDistortion& lens, double far);

    /// Returns the point that distorted() maps to `point`. Requires that `point` is at most `far` from the
    /// middle. It is quickest if `neighbour` is the result for a point nearby.
    LensPoint operator()(LensPoint point, LensPoint neighbour = {}) const;

  private:
    Undistortion(const LensDistortion& lens, double far, double undistorted_far)
        : lens_(lens), far_(far), undistorted_far_(undistorted_far) {}

    LensDistortion lens_;
    double far_, undistorted_far_;
};

}  // namespace synchrono::geo
