/// What a vehicle tells of itself by radio: the truth, or what its sensors say of it.
#pragma once

#include <optional>

#include "client/body/body_motion.hpp"
#include "common/config/vehicle.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"
#include "pcp/synchrono_sensors.h"

namespace synchrono::client {

/// Place, accuracy, heading and speed are NaN while they are not known; of a place the height may be.
struct OwnState {
    geo::Vec3 position;     // on the ground under the centre of gravity
    double accuracy_m = 0;  // one standard deviation, each horizontal axis
    double yaw_rad = 0;
    double speed_m_s = 0;  // not negative
    double yaw_rate_rad_s = 0;
    geo::Vec3 acceleration;         // in the vehicle's axes, without gravity
    double steering_angle_rad = 0;  // of the front wheels, to the left positive
};

OwnState unknown_state();
OwnState true_state(const BodyMotion& motion, const config::VehicleFigures& figures);

/// Finds out where its vehicle is, as on-board units do: a fix of the GPS is carried on to the present by
/// the newest speed and yaw rate, and for a while when no other comes. Of several sensors of a kind the
/// first counts. What no sensor tells is on the vehicle's bus, and is true.
/// Threading: one thread.
class SensedState {
  public:
    /// For how long a place is believed without a new fix.
    static constexpr SimDuration kHold = SimDuration::seconds(3);

    explicit SensedState(const config::VehicleFigures& figures) : figures_(figures) {}

    /// `news` is what became known since the last step. Requires times that rise.
    const OwnState& step(SimTime now, const BodyMotion& motion, const SynSensors& news);

  private:
    void find_sensors(const SynSensors& sensors);
    void take(const SynGps& fix, SimTime measured, SimTime now);
    void take(const SynWheelSpeeds& wheels);
    void take(const SynImu& imu);
    /// The ground point after `seconds` at the present speed and yaw rate.
    geo::Vec3 carried_on(geo::Vec3 place, double yaw_rad, double seconds) const;

    config::VehicleFigures figures_;
    const SynSensor *gps_ = nullptr, *imu_ = nullptr, *wheels_ = nullptr, *steering_ = nullptr;
    std::optional<SimTime> stepped_, fixed_;  // when the last fix was measured
    double forward_m_s_ = 0;                  // negative in reverse
    bool reverses_ = false;
    double fix_accuracy_m_ = 0, driven_m_ = 0;  // since the fix
    OwnState state_ = unknown_state();
};

}  // namespace synchrono::client
