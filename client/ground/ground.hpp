/// The ground on which wheels roll.
#pragma once

#include "common/geo/vector.hpp"

namespace synchrono::client::ground {

/// The ground near a place, approximated by a plane.
struct GroundPlane {
    geo::Vec3 normal{0, 0, 1};  // unit length, upwards
    double offset = 0;          // in metres: normal . point = offset for each point of the plane
    double friction = 0.9;      // coefficient of friction
};

/// The height, slope and friction of the ground at every place.
/// Threading: may be asked from several threads at once.
class Ground {
  public:
    virtual ~Ground() = default;
    /// Returns the ground vertically below a point.
    virtual GroundPlane below(const geo::Vec3& point) const = 0;
    /// Returns whether the ground is the same plane everywhere, so that asking once is enough.
    virtual bool is_plane() const = 0;
};

/// A ground that is one plane.
class PlaneGround final : public Ground {
  public:
    explicit PlaneGround(const GroundPlane& plane = {}) : plane_(plane) {}
    GroundPlane below(const geo::Vec3&) const override { return plane_; }
    bool is_plane() const override { return true; }

  private:
    GroundPlane plane_;
};

}  // namespace synchrono::client::ground
