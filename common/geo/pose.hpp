/// The place and orientation of something.
#pragma once

#include "common/geo/vector.hpp"

namespace synchrono::geo {

struct Pose {
    Vec3 position;
    Quaternion orientation;
};

}  // namespace synchrono::geo
