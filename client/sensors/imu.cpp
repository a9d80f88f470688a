// Three accelerometers and three gyroscopes, specified in the units of data sheets; docs/sensors.md has the
// equations. The specific force is that at the sensor's place; the farther the sensor is from the centre of
// gravity, the more the rotation of the vehicle adds to it. Engines do not give the angular acceleration, so
// it is computed from the angular velocities of this sample and the one before; for the first sample it is
// zero.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "client/sensors/c_values.hpp"
#include "client/sensors/random_process.hpp"
#include "client/sensors/sensor.hpp"
#include "common/geo/angle.hpp"
#include "common/geo/gravity.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::kRad;
using geo::Vec3;

constexpr double kHour_s = 3600;

/// The errors and limits of a triad (three sensors at right angles). They are in m/s^2 or rad/s, per root
/// hertz or root second where stated; `scale` and `misalignment` are plain numbers.
struct TriadSpec {
    double noise = 0;             // white, per root hertz
    double bias_instability = 0;  // the lowest point of the Allan deviation, divided by 0.664
    double random_walk = 0;       // of the bias, per root second
    double bias = 0;              // standard deviation of the constant part, drawn once for the run
    double scale = 0;
    double misalignment = 0;
    double range = 0;
    double resolution = 0;
};

TriadSpec triad_of(const config::AccelerometerSpec& a) {
    constexpr double g = geo::kStandardGravity;
    return {.noise = a.noise_ug_rt_hz * 1e-6 * g,
            .bias_instability = a.bias_instability_ug * 1e-6 * g,
            .random_walk = a.random_walk_ug_rt_h * 1e-6 * g / std::sqrt(kHour_s),
            .bias = a.bias_mg * 1e-3 * g,
            .scale = a.scale_ppm * 1e-6,
            .misalignment = a.misalignment_mrad * 1e-3,
            .range = a.range_g * g,
            .resolution = a.resolution_mg * 1e-3 * g};
}

TriadSpec triad_of(const config::GyroscopeSpec& g) {
    return {.noise = g.noise_deg_rt_h * kRad / std::sqrt(kHour_s),
            .bias_instability = g.bias_instability_deg_h * kRad / kHour_s,
            .random_walk = g.random_walk_deg_h_rt_h * kRad / kHour_s / std::sqrt(kHour_s),
            .bias = g.bias_deg_h * kRad / kHour_s,
            .scale = g.scale_ppm * 1e-6,
            .misalignment = g.misalignment_mrad * 1e-3,
            .range = g.range_deg_s * kRad,
            .resolution = g.resolution_deg_s * kRad};
}

/// The wandering part of one axis's bias: a random walk and flicker noise. Flicker noise has a level Allan
/// deviation; here it is the sum of Gauss-Markov processes whose correlation times are a decade apart. The
/// Allan deviation of the sum is level within 6 % from 1 s to half an hour.
class Bias {
  public:
    Bias() = default;
    Bias(const TriadSpec& spec, double period_s) : walk_(spec.random_walk, period_s) {
        constexpr std::array kCorrelation_s{0.3, 3.0, 30.0, 300.0, 3'000.0};
        const double sigma = spec.bias_instability * std::sqrt(std::numbers::ln10 / std::numbers::pi);
        for (std::size_t i = 0; i < flicker_.size(); ++i)
            flicker_[i] = GaussMarkov(sigma, kCorrelation_s[i], period_s);
    }

    void step(Random& random, Step step) {
        for (GaussMarkov& one : flicker_) one.step(random, step);
        walk_.step(random, step);
    }
    double value() const {
        double sum = walk_.value();
        for (const GaussMarkov& one : flicker_) sum += one.value();
        return sum;
    }

  private:
    std::array<GaussMarkov, 5> flicker_;
    RandomWalk walk_;
};

/// Three accelerometers or three gyroscopes at right angles.
class Triad {
  public:
    Triad(const TriadSpec& spec, double period_s, Random& device)
        : spec_(spec), noise_(spec.noise / std::sqrt(period_s)) {
        for (std::size_t i = 0; i < 3; ++i) {
            bias_[i] = Bias(spec, period_s);
            switched_on_[i] = spec.bias * normal(device);
            for (std::size_t j = 0; j < 3; ++j) {
                const double w = normal(device);
                matrix_[i][j] = i == j ? 1 + spec.scale * w : spec.misalignment * w;
            }
        }
    }

    void step(Random& random, Step step) {
        for (Bias& axis : bias_) axis.step(random, step);
    }

    struct Measured {
        Vec3 value;
        std::uint32_t saturated = 0;  // a bit for each axis: 1 << axis
    };
    Measured measure(Vec3 truth, Random& random) const {
        const std::array in{truth.x, truth.y, truth.z};
        std::array<double, 3> out{};
        std::uint32_t saturated = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            double value = switched_on_[i] + bias_[i].value() + noise_ * normal(random);
            for (std::size_t j = 0; j < 3; ++j) value += matrix_[i][j] * in[j];
            value = quantised(value, spec_.resolution);
            if (std::abs(value) >= spec_.range) saturated |= 1U << i;
            out[i] = std::clamp(value, -spec_.range, spec_.range);
        }
        return {{out[0], out[1], out[2]}, saturated};
    }

  private:
    const TriadSpec spec_;
    const double noise_;  // standard deviation in one sample
    std::array<Bias, 3> bias_;
    std::array<double, 3> switched_on_{};            // the constant part of each axis's bias
    std::array<std::array<double, 3>, 3> matrix_{};  // scale and misalignment
};

class Imu final : public Sensor {
  public:
    Imu(const SensorSetup& setup, const config::ImuSpec& spec)
        : Imu(setup, spec, SampleRandom::of_the_device(setup.key)) {}

    void restart() override {
        random_.restart();
        last_.reset();
    }

    void sample(const BodyState& at, std::uint64_t index, Reading& reading) override {
        Random random = random_.advance(index, [&](Random& r, Step step) {
            accelerometer_.step(r, step);
            gyroscope_.step(r, step);
        });
        const Vec3 turning = at.motion.angular_velocity;
        Vec3 turning_change;
        if (last_) turning_change = (turning - last_->turning) * (1 / (at.time - last_->time).to_seconds());
        last_ = {at.time, turning};
        const Vec3 lifted = at.motion.acceleration + Vec3{0, 0, geo::kGravity};
        const Vec3 force = at.motion.orientation.conjugate().rotate(lifted) + cross(turning_change, arm_) +
                           cross(turning, cross(turning, arm_));
        const Triad::Measured felt = accelerometer_.measure(from_body_.rotate(force), random),
                              turned = gyroscope_.measure(from_body_.rotate(turning), random);
        reading = SynImu{.acceleration = to_c(felt.value),
                         .angular_velocity = to_c(turned.value),
                         .saturated = felt.saturated | turned.saturated << 3,
                         .reserved = 0};
    }

  private:
    Imu(const SensorSetup& setup, const config::ImuSpec& spec, Random device)
        : arm_(setup.position),
          from_body_(setup.orientation.conjugate()),
          random_(setup.key),
          accelerometer_(triad_of(spec.accelerometer), setup.spec.period.to_seconds(), device),
          gyroscope_(triad_of(spec.gyroscope), setup.spec.period.to_seconds(), device) {}

    struct Turning {
        SimTime time;
        Vec3 turning;
    };

    const Vec3 arm_;  // from the centre of gravity to the sensor, m, body frame
    const geo::Quaternion from_body_;
    SampleRandom random_;
    Triad accelerometer_, gyroscope_;
    std::optional<Turning> last_;  // at the sample before
};

}  // namespace

std::unique_ptr<Sensor> make_imu(const SensorSetup& setup, const config::ImuSpec& spec) {
    return std::make_unique<Imu>(setup, spec);
}

}  // namespace synchrono::client::sensors
