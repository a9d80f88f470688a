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

/// The other way round: the one near `guess`, which is that of a neighbour. Nothing: there is none near it,
/// or the picture is folded over there.
std::optional<LensPoint> undistorted(const LensDistortion& lens, LensPoint point, LensPoint guess);

/// The same without a neighbour's, found on the straight way from the middle to `point`.
std::optional<LensPoint> undistorted(const LensDistortion& lens, LensPoint point);

}  // namespace synchrono::geo
