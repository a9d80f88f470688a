/// The state of a vehicle that its basic safety messages contain: the true state, or the state that its
/// sensors measure.
#pragma once

#include <optional>

#include "client/body/body_motion.hpp"
#include "common/config/vehicle.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"
#include "pcp/synchrono_sensors.h"

namespace synchrono::client::radio {

/// A vehicle's knowledge of itself. Place, accuracy, heading and speed are NaN while they are not known. The
/// height may be unknown even though the rest of the place is known.
struct OwnState {
    geo::Vec3 position;     // on the ground under the centre of gravity
    double accuracy_m = 0;  // one standard deviation, along each horizontal axis
    double yaw_rad = 0;
    double speed_m_s = 0;  // not negative
    double yaw_rate_rad_s = 0;
    geo::Vec3 acceleration;         // in the vehicle's axes, without gravity
    double steering_angle_rad = 0;  // of the front wheels, positive to the left
};

/// Returns a state with unknown place, accuracy, heading and speed.
OwnState unknown_state();
/// Returns the true state of a vehicle with this motion.
OwnState true_state(const body::BodyMotion& motion, const config::VehicleFigures& figures);

/// Estimates a vehicle's state from its sensors, as on-board units do. The last fix of the GPS is moved on to
/// the present with the newest speed and yaw rate, for up to kHold without a new fix. If there are several
/// sensors of a kind, only the first is used. Without a sensor for yaw rate, acceleration or steering angle,
/// the true value is used, as if it came from the vehicle's bus.
/// Threading: one thread.
class SensedState {
  public:
    /// The place counts as known for this long after the last fix.
    static constexpr SimDuration kHold = SimDuration::seconds(3);

    explicit SensedState(const config::VehicleFigures& figures) : figures_(figures) {}

    /// Returns the estimate at `now`. `new_samples` are the samples that arrived since the last step.
    /// Requires ascending times, and the same array of sensors in `new_samples` at every step.
    const OwnState& step(SimTime now, const body::BodyMotion& motion, const SynSensors& new_samples);

  private:
    void find_sensors(const SynSensors& sensors);
    void use(const SynGps& fix, SimTime measured, SimTime now);
    void use(const SynWheelSpeeds& wheels);
    void use(const SynImu& imu);
    /// Returns where `place` moves within `seconds` at the present speed and yaw rate.
    geo::Vec3 moved_on(geo::Vec3 place, double yaw_rad, double seconds) const;

    config::VehicleFigures figures_;
    const SynSensor *gps_ = nullptr, *imu_ = nullptr, *wheels_ = nullptr, *steering_ = nullptr;
    std::optional<SimTime> stepped_, fix_time_;  // times of the last step and of the last fix's measurement
    double forward_m_s_ = 0;                     // negative in reverse
    bool reverses_ = false;
    double fix_accuracy_m_ = 0, driven_m_ = 0;  // accuracy of the last fix; distance driven since
    OwnState state_ = unknown_state();
};

}  // namespace synchrono::client::radio
