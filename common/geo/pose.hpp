/// Where something is and how it is turned.
#pragma once

#include "common/geo/vector.hpp"

namespace synchrono::geo {

struct Pose {
    Vec3 position;
    Quaternion orientation;
};

}  // namespace synchrono::geo
