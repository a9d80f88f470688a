#include "client/sensors/glide.hpp"

#include "client/sensors/ray_world.hpp"

namespace synchrono::client::sensors {

Glide glide_of(const BodyState& from, const BodyState& to, const SensorSetup& setup) {
    const geo::Motion before = motion_at(from.motion, setup), after = motion_at(to.motion, setup);
    const geo::Vec3 origin = setup.world->origin();
    const geo::Quaternion p = before.orientation, q = after.orientation;
    const bool same = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z >= 0;
    return {.from = from.time,
            .to = to.time,
            .place_from = before.position - origin,
            .place_to = after.position - origin,
            .turn_from = p,
            .turn_to = same ? q : geo::Quaternion{-q.w, -q.x, -q.y, -q.z}};
}

}  // namespace synchrono::client::sensors
