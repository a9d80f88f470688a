#include "client/sensors/sensor.hpp"

#include <cmath>

#include "client/kind/kind_registry.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::client::sensors {

void Sensor::expect(SimTime, std::uint64_t) {}

void Sensor::scan(const BodyState&, const BodyState&) {}

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

Mount mount_of(const config::Scenario& scenario, const config::AgentSpec& agent,
               const config::MountedSensor& mounted) {
    const auto half = [](double deg) { return deg * geo::kRad / 2; };
    const geo::Quaternion yaw{std::cos(half(mounted.yaw_deg)), 0, 0, std::sin(half(mounted.yaw_deg))},
        pitch{std::cos(half(mounted.pitch_deg)), 0, std::sin(half(mounted.pitch_deg)), 0},
        roll{std::cos(half(mounted.roll_deg)), std::sin(half(mounted.roll_deg)), 0, 0};
    const double up_m = kind::kind_of(agent).height_of_cg_m(scenario, agent);
    return {mounted.position - geo::Vec3{0, 0, up_m}, yaw * pitch * roll};
}

geo::Motion motion_at(const geo::Motion& body, const SensorSetup& setup) {
    geo::Motion motion = body;
    const geo::Vec3 arm = setup.position;
    motion.position = body.position + body.orientation.rotate(arm);
    motion.orientation = body.orientation * setup.orientation;
    motion.velocity = body.velocity + body.orientation.rotate(cross(body.angular_velocity, arm));
    return motion;
}

}  // namespace synchrono::client::sensors
