// The truth, to the last bit: what a pilot is shown of its own vehicle anyway, at the times of a sensor and
// as late as one. Of the centre of gravity, wherever it is mounted.
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
