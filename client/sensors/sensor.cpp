#include "client/sensors/sensor.hpp"

namespace synchrono::sensors {

void Sensor::pass(const Instant&, const Instant&) {}

const void* data_of(const Reading& reading) {
    return std::visit(
        [](const auto& held) -> const void* {
            if constexpr (requires { held.head; })
                return &held.head;
            else
                return &held;
        },
        reading);
}

geo::Motion motion_at(const geo::Motion& body, const SensorSetup& setup) {
    geo::Motion motion = body;
    const geo::Vec3 arm = setup.position;
    motion.position = body.position + body.orientation.rotate(arm);
    motion.orientation = body.orientation * setup.orientation;
    motion.velocity = body.velocity + body.orientation.rotate(cross(body.angular_velocity, arm));
    return motion;
}

}  // namespace synchrono::sensors
