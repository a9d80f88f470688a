/// A zone on the ground, made of one or more polygons.
#pragma once

#include <vector>

#include "common/config/intersection.hpp"

namespace synchrono::signal {

/// The zone that a detector watches.
/// Threading: const functions from any thread.  Owns: the corners.
class Zone {
  public:
    /// Requires a detector of this intersection that the loader accepts.
    Zone(const config::Intersection& intersection, const config::Detector& detector);

    bool contains(double x_m, double y_m) const;

  private:
    std::vector<std::vector<config::GroundPoint>> polygons_;
    config::GroundPoint low_{}, high_{};  // a box around all polygons
};

}  // namespace synchrono::signal
