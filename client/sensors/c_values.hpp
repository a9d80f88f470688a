/// Conversions of vectors and motions to the C structures of the pilot's interface.
#pragma once

#include "common/geo/motion.hpp"
#include "pcp/synchrono_pilot.h"

namespace synchrono::client::sensors {

inline SynVec3 to_c(const geo::Vec3& v) { return {v.x, v.y, v.z}; }
inline SynMotion to_c(const geo::Motion& m) {
    const geo::Quaternion& q = m.orientation;
    return {to_c(m.position),
            {q.w, q.x, q.y, q.z},
            to_c(m.velocity),
            to_c(m.angular_velocity),
            to_c(m.acceleration)};
}

}  // namespace synchrono::client::sensors
