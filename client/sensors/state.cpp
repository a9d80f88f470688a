// A sensor without errors: it gives the true motion of the vehicle's centre of gravity, wherever the sensor
// is mounted. A pilot gets this motion without any sensor too, but at each of its steps and without the
// period and the delay of a sensor.
#include "client/sensors/c_values.hpp"
#include "client/sensors/sensor.hpp"

namespace synchrono::client::sensors {
namespace {

class State final : public Sensor {
  public:
    void sample(const BodyState& at, std::uint64_t, Reading& reading) override { reading = to_c(at.motion); }
};

}  // namespace

std::unique_ptr<Sensor> make_state(const SensorSetup&, const config::StateSpec&) {
    return std::make_unique<State>();
}

}  // namespace synchrono::client::sensors
