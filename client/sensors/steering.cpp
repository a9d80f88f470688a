// The angle of the front wheels. The true angle is the steering input as the engine applied it, times the
// angle at full lock (the mean of both wheels) from the vehicle's file; a constant bias and noise are added,
// and the sum is rounded to the resolution.

#include "client/sensors/random_process.hpp"
#include "client/sensors/sensor.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::kRad;

class Steering final : public Sensor {
  public:
    Steering(const SensorSetup& setup, const config::SteeringSpec& spec)
        : spec_(spec),
          angle_max_rad_(config::figures(setup.scenario.vehicle_of(setup.agent)).steering_angle_max_rad),
          key_(setup.key) {
        Random device = SampleRandom::of_the_device(setup.key);
        bias_deg_ = spec.bias_sigma_deg * normal(device);
    }

    void sample(const BodyState& at, std::uint64_t index, Reading& reading) override {
        Random random(key_, index);
        const double true_deg = at.motion.applied[body::DriverInputs::kSteering] * angle_max_rad_ / kRad;
        const double deg = true_deg + bias_deg_ + spec_.noise_sigma_deg * normal(random);
        reading = SynSteeringAngle{quantised(deg, spec_.resolution_deg) * kRad};
    }

  private:
    const config::SteeringSpec spec_;
    const double angle_max_rad_;
    const std::uint64_t key_;
    double bias_deg_ = 0;
};

}  // namespace

std::unique_ptr<Sensor> make_steering(const SensorSetup& setup, const config::SteeringSpec& spec) {
    return std::make_unique<Steering>(setup, spec);
}

}  // namespace synchrono::client::sensors
