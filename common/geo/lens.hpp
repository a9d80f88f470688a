/// The lens model of Brown and Conrady with the coefficients k1, k2, p1, p2, k3, as calibration tools give
/// them. A point of the picture is given in focal lengths from the middle: x to the right, y down.
#pragma once

#include <array>
#include <optional>

namespace synchrono::geo {

using LensDistortion = std::array<double, 5>;

struct LensPoint {
    double x = 0, y = 0;
};

/// Returns the point at which this lens shows a thing that a lens without distortion would show at `point`.
LensPoint distorted(const LensDistortion& lens, LensPoint point);

/// The inverse of distorted(). It holds for the part around the middle where the lens does not fold the
/// picture over. There each point is the image of exactly one undistorted point.
/// Threading: may be called from several threads at once.
class Undistortion {
  public:
    /// Makes the inverse for points up to the distance `far` from the middle. Returns nothing if, within this
    /// distance, the lens folds the picture over in some direction or squeezes it together too strongly.
    static std::optional<Undistortion> make(const LensDistortion& lens, double far);

    /// Returns the point that distorted() maps to `point`. Requires that `point` is at most `far` from the
    /// middle. The search begins at `neighbour`, by default the middle. It is quicker if `neighbour` is the
    /// result for a point nearby.
    LensPoint operator()(LensPoint point, LensPoint neighbour = {}) const;

  private:
    Undistortion(const LensDistortion& lens, double far, double undistorted_far)
        : lens_(lens), far_(far), undistorted_far_(undistorted_far) {}

    LensDistortion lens_;
    double far_, undistorted_far_;
};

}  // namespace synchrono::geo
