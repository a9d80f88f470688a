#include "client/kind/vehicle/wheels.hpp"

#include <algorithm>
#include <cmath>

namespace synchrono::client::kind {
namespace {

double on_curve(const config::Curve& curve, double x) {
    if (curve.empty()) return 0;
    if (x <= curve.front().x) return curve.front().y;
    for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
        const config::CurvePoint &a = curve[i], &b = curve[i + 1];
        if (x <= b.x) return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x);
    }
    return curve.back().y;
}

/// Returns the approximate axles of a vehicle whose parts are described in Chrono's files; none for a tracked
/// vehicle.
std::vector<config::AxleSpec> guessed_axles(const config::VehicleSpec& vehicle) {
    if (vehicle.chrono.tracked) return {};
    const config::VehicleFigures figures = config::figures(vehicle);
    std::vector<config::AxleSpec> axles(2);
    axles[0].position_m = figures.cg_m + figures.cg_to_front_axle_m;
    axles[1].position_m = axles[0].position_m - figures.wheelbase_m;
    for (config::AxleSpec& axle : axles) axle.track_m = 0.8 * vehicle.body.width_m;
    const double angle = figures.steering_angle_max_rad;
    axles[0].steering_left_rad = axles[0].steering_right_rad = {{-1, -angle}, {1, angle}};
    return axles;
}

}  // namespace

double wheel_radius_m(const config::VehicleSpec& vehicle) {
    return vehicle.has_parts() ? vehicle.tyre.radius_m : std::clamp(0.25 * vehicle.body.height_m, 0.3, 0.6);
}

std::vector<body::Wheel> wheels_of(const config::VehicleSpec& vehicle, double steering, double rolled_m,
                                   double speed_m_s) {
    std::vector<body::Wheel> wheels;
    const config::VehicleFigures figures = config::figures(vehicle);
    const double radius_m = std::max(wheel_radius_m(vehicle), 0.01);
    const auto guessed = vehicle.has_parts() ? std::vector<config::AxleSpec>() : guessed_axles(vehicle);
    for (const config::AxleSpec& axle : vehicle.has_parts() ? vehicle.axles : guessed) {
        for (const double side : {1.0, -1.0}) {
            const config::Curve& curve = side > 0 ? axle.steering_left_rad : axle.steering_right_rad;
            body::Wheel wheel;
            wheel.pose.position = {axle.position_m - figures.cg_m, side * axle.track_m / 2,
                                   radius_m - figures.cg_height_m};
            wheel.pose.orientation = geo::Quaternion::from_yaw(on_curve(curve, steering));
            wheel.spin_rad = rolled_m / radius_m;
            wheel.speed_rad_s = speed_m_s / radius_m;
            wheels.push_back(wheel);
        }
    }
    return wheels;
}

double wheel_width_m(const config::VehicleSpec& vehicle, std::size_t wheel) {
    const double one_m = std::clamp(0.65 * wheel_radius_m(vehicle), 0.18, 0.34);
    const std::size_t axle = wheel / 2;
    return axle < vehicle.axles.size() && vehicle.axles[axle].tyres_a_side > 1 ? 2 * one_m + 0.05 : one_m;
}

}  // namespace synchrono::client::kind
