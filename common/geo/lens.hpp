/// The lens of Brown and Conrady, as calibration tools tell of it: k1, k2, p1, p2, k3. Places are seen from
/// the middle of the picture, to the right and down, over the focal length.
#pragma once

#include <array>
#include <optional>

namespace synchrono::geo {

using LensDistortion = std::array<double, 5>;

struct LensPoint {
    double x = 0, y = 0;
};

/// Where the picture has what a lens without distortion would put at `point`.
LensPoint distorted(const LensDistortion& lens, LensPoint point);

/// The other way round, in the part of the picture around its middle that a lens does not fold over: there
/// each point has one answer, and it is found from anywhere.
/// Threading: may be asked from several threads at once.
class Undistortion {
  public:
    /// Nothing: somewhere around, the lens folds the picture over before it comes as far as `far` from the
    /// middle, or crowds too much of the world into it.
    static std::optional<Undistortion> make(const LensDistortion& lens, double far);

    /// What distorted() puts at `point`. Requires one no further from the middle than `far`. Quick from what
    /// it gave for a neighbour.
    LensPoint operator()(LensPoint point, LensPoint neighbour = {}) const;

  private:
    Undistortion(const LensDistortion& lens, double far, double undistorted_far)
        : lens_(lens), far_(far), undistorted_far_(undistorted_far) {}

    LensDistortion lens_;
    double far_, undistorted_far_;
};

}  // namespace synchrono::geo
