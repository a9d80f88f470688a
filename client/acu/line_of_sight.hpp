/// Decides what a pilot can see with its eyes: everything that is near enough and not wholly behind
/// buildings. The test is made in two dimensions, in the plan seen from above. Vehicles hide nothing.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "client/body/obstacle.hpp"
#include "common/geo/footprints.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::client::acu {

/// The points of a body that are tested for being in sight: its centre, then its four corners.
using Silhouette = std::array<geo::Vec3, 5>;
/// Returns the silhouette of a body at the position and orientation of its motion.
Silhouette silhouette_of(const body::Obstacle& body);

/// The range of sight and the buildings that block it.
/// Threading: one thread.  Owns: the buildings.
class LineOfSight {
  public:
    /// Without a range everything is in sight, buildings or not.
    LineOfSight(std::optional<double> range_m, std::span<const geo::Footprints::Outline> buildings);

    /// Returns the place of the eyes in a vehicle: the middle of its front half.
    static geo::Vec3 eye_of(const geo::Motion& vehicle, double length_m);

    /// Returns whether the centre of the body is within the range, and buildings leave at least one point
    /// of the silhouette visible.
    bool sees(geo::Vec3 eye, const Silhouette& body);
    /// Returns whether the place is within the range and no building hides it.
    bool sees(geo::Vec3 eye, geo::Vec3 place);

  private:
    bool is_near(geo::Vec3 eye, geo::Vec3 place) const;

    const std::optional<double> range_m_;  // none: everything is in sight
    geo::Footprints buildings_;
};

}  // namespace synchrono::client::acu
