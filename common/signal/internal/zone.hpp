/// A zone on the ground, of one or more polygons.
#pragma once

#include <vector>

#include "common/config/intersection.hpp"

namespace synchrono::signal {

/// Threading: after construction any thread may ask.  Owns: the corners.
class Zone {
  public:
    /// Requires a detector of the intersection, as the loader accepts it.
    Zone(const config::Intersection& intersection, const config::Detector& detector);

    bool contains(double x_m, double y_m) const;

  private:
    std::vector<std::vector<config::GroundPoint>> polygons_;
    config::GroundPoint low_{}, high_{};  // the corners of a box around all
};

}  // namespace synchrono::signal
