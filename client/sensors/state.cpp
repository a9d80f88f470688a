// The true motion of the vehicle, to the last bit. A pilot gets the same without any sensor, but not at the
// times and with the delay of one. The motion is that of the centre of gravity, wherever the sensor sits.
#include "client/sensors/c_values.hpp"
#include "client/sensors/sensor.hpp"

namespace synchrono::sensors {
namespace {

class State final : public Sensor {
  public:
    void sample(const Instant& at, std::uint64_t, Reading& reading) override { reading = to_c(at.motion); }
};

}  // namespace

std::unique_ptr<Sensor> make_state(const SensorSetup&, const config::StateSpec&) {
    return std::make_unique<State>();
}

}  // namespace synchrono::sensors
