/// What a pilot can see with the eyes: what is near enough, and not wholly behind buildings. Flat, as seen
/// from above; other vehicles hide nobody.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "client/body/obstacle.hpp"
#include "common/geo/footprints.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::client {

/// The points of a body that are looked at: its centre, then its corners.
using Silhouette = std::array<geo::Vec3, 5>;
Silhouette silhouette_of(const Obstacle& body);

/// Threading: one thread.  Owns: the buildings.
class LineOfSight {
  public:
    /// Without a range everything is seen.
    LineOfSight(std::optional<double> range_m, std::span<const geo::Footprints::Outline> buildings);

    /// Where the eyes are that look from a vehicle: in the middle of its front half.
    static geo::Vec3 eye_of(const geo::Motion& vehicle, double length_m);

    /// Its centre is within the range, and its centre or a corner has no building in between.
    bool sees(geo::Vec3 eye, const Silhouette& body);
    bool sees(geo::Vec3 eye, geo::Vec3 place);

  private:
    bool is_near(geo::Vec3 eye, geo::Vec3 place) const;

    const std::optional<double> range_m_;
    geo::Footprints buildings_;
};

}  // namespace synchrono::client
