// A sensor of the speeds of the wheels. Each wheel has a scale error that stays for the whole run. An encoder
// counts whole ticks: it assumes that the wheel turned at its present speed during the whole period, and
// carries the fraction of a tick over to the next period, so that no distance is lost. The list is empty if
// the vehicle has no wheels or its engine does not model wheels.
#include <cmath>
#include <limits>
#include <numbers>

#include "client/sensors/random_process.hpp"
#include "client/sensors/sensor.hpp"

namespace synchrono::client::sensors {
namespace {

constexpr double kStands_rad_s = 1e-3;  // a slower wheel counts as standing

class WheelSpeed final : public Sensor {
  public:
    WheelSpeed(const SensorSetup& setup, const config::WheelSpeedSpec& spec)
        : spec_(spec), key_(setup.key), period_s_(setup.spec.period.to_seconds()) {
        const config::VehicleSpec& vehicle = setup.scenario.vehicle_of(setup.agent);
        radius_m_ = vehicle.has_parts() ? vehicle.tyre.radius_m : std::numeric_limits<double>::quiet_NaN();
    }

    void restart() override {
        for (Wheel& wheel : wheels_) wheel.tick = wheel.first_tick;
    }

    void sample(const BodyState& at, std::uint64_t index, Reading& reading) override {
        if (!std::holds_alternative<WheelSpeeds>(reading)) reading = WheelSpeeds{};
        auto& measured = std::get<WheelSpeeds>(reading);
        measured.speeds_rad_s.clear();
        Random random(key_, index);
        if (at.wheels != nullptr) {
            draw_scales(at.wheels->size());
            for (std::size_t i = 0; i < at.wheels->size(); ++i)
                measured.speeds_rad_s.push_back(measure(wheels_[i], (*at.wheels)[i].speed_rad_s, random));
        }
        measured.head = {.speeds_rad_s = measured.speeds_rad_s.data(),
                         .count = static_cast<std::uint32_t>(measured.speeds_rad_s.size()),
                         .reserved = 0,
                         .radius_m = radius_m_};
    }

  private:
    struct Wheel {
        double scale = 1;
        double first_tick = 0;  // share of a tick, from 0 to 1, that has passed when the agent enters
        double tick = 0;        // the same share now
    };

    void draw_scales(std::size_t count) {
        if (wheels_.size() >= count) return;
        wheels_.clear();
        Random device = SampleRandom::of_the_device(key_);
        for (std::size_t i = 0; i < count; ++i) {
            const double scale = 1 + spec_.scale_sigma * normal(device), tick = device.uniform();
            wheels_.push_back({scale, tick, tick});
        }
    }

    double measure(Wheel& wheel, double true_rad_s, Random& random) const {
        const double noise_rad_s = spec_.noise_sigma_rad_s * normal(random);
        if (spec_.ticks_per_turn == 0) return wheel.scale * true_rad_s + noise_rad_s;
        const bool stands = std::abs(true_rad_s) < kStands_rad_s;  // noise alone makes no ticks
        const double rad_s_per_tick = 2 * std::numbers::pi / spec_.ticks_per_turn / period_s_;
        wheel.tick += (wheel.scale * true_rad_s + (stands ? 0 : noise_rad_s)) / rad_s_per_tick;
        const double whole = std::floor(wheel.tick);
        wheel.tick -= whole;
        return whole * rad_s_per_tick;
    }

    const config::WheelSpeedSpec spec_;
    const std::uint64_t key_;
    const double period_s_;
    double radius_m_ = 0;
    std::vector<Wheel> wheels_;
};

}  // namespace

std::unique_ptr<Sensor> make_wheel_speed(const SensorSetup& setup, const config::WheelSpeedSpec& spec) {
    return std::make_unique<WheelSpeed>(setup, spec);
}

}  // namespace synchrono::client::sensors
