/// What the wheels roll on.
#pragma once

#include "common/geo/vector.hpp"

namespace synchrono::client {

/// The road around a place, as flat as a wheel sees it.
struct GroundPlane {
    geo::Vec3 normal{0, 0, 1};  // unit length, upwards
    double offset = 0;          // normal . point = offset for the points of the plane
    double friction = 0.9;
};

/// Threading: may be asked from several threads at once.
class Ground {
  public:
    virtual ~Ground() = default;
    /// The road below a point.
    virtual GroundPlane below(const geo::Vec3& point) const = 0;
    /// The same plane everywhere, so that asking once is enough.
    virtual bool is_plane() const = 0;
};

class PlaneGround final : public Ground {
  public:
    explicit PlaneGround(const GroundPlane& plane = {}) : plane_(plane) {}
    GroundPlane below(const geo::Vec3&) const override { return plane_; }
    bool is_plane() const override { return true; }

  private:
    GroundPlane plane_;
};

}  // namespace synchrono::client
