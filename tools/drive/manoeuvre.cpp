#include "tools/drive/manoeuvre.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/geo/gravity.hpp"

namespace synchrono::tools::drive {
namespace {

constexpr double kBegin = 0.5;  // in s; the inputs begin to change at this time

double ramp(double t, double seconds) { return std::clamp((t - kBegin) / seconds, 0.0, 1.0); }

/// Holds a constant speed with the throttle, in a closed loop.
class SpeedKeeper {
  public:
    explicit SpeedKeeper(double speed) : speed_(speed) {}
    double throttle(double t, double now) {
        const double missing = speed_ - now;
        sum_ = std::clamp(sum_ + 0.3 * missing * (t - last_), 0.0, 1.0);
        last_ = t;
        return std::clamp(0.3 * missing + sum_, 0.0, 1.0);
    }

  private:
    double speed_, sum_ = 0, last_ = 0;
};

enum class Kind {
    accelerate,
    accelerate_half,
    coast,
    brake,
    brake_hard,
    step,
    sine,
    double_lane,
    slow_turn,
    ramp,
    circle
};

struct Entry {
    ManoeuvreName name;
    Kind kind;
    double speed, duration;  // in m/s and s
};
constexpr Entry kEntries[] = {
    {{"accelerate", "from rest, throttle open within a second"}, Kind::accelerate, 0, 12},
    {{"accelerate_half", "from rest, throttle half open within a second"}, Kind::accelerate_half, 0, 14},
    {{"coast", "throttle closed"}, Kind::coast, 15, 15},
    {{"brake", "braking 0.4"}, Kind::brake, 15, 8},
    {{"brake_hard", "braking 1"}, Kind::brake_hard, 15, 6},
    {{"step_steer", "a step of steering, to about 3 m/s^2, at constant speed"}, Kind::step, 14, 7},
    {{"sine_steer", "two periods of 2 s, at constant speed"}, Kind::sine, 15, 9},
    {{"double_lane", "out of the lane and back, steering by time, at constant speed"},
     Kind::double_lane,
     14,
     8},
    {{"low_speed_turn", "steering 0.7 at walking speed"}, Kind::slow_turn, 3, 12},
    {{"ramp_steer", "steering grows slowly until the tyres slide, at constant speed"}, Kind::ramp, 20, 20},
    {{"circle", "follows a circle of 40 m, faster and faster"}, Kind::circle, 5, 30},
};

class Named final : public Manoeuvre {
  public:
    Named(const Entry& entry, const config::VehicleSpec& vehicle, double speed)
        : entry_(entry), speed_(speed), keeper_(speed) {
        const auto whole = config::figures(vehicle);
        wheelbase_ = whole.wheelbase_m;
        steering_max_ = std::max(whole.steering_angle_max_rad, 0.01);
    }

    double duration_s() const override { return entry_.duration; }
    double initial_speed() const override { return speed_; }

    client::body::DriverInputs inputs(double t, const DriveSample& now) override {
        client::body::DriverInputs inputs;
        const double speed = std::hypot(now.vx, now.vy);
        const double since = t - kBegin;
        switch (entry_.kind) {
            case Kind::accelerate:
                inputs.throttle = ramp(t, 0.5);
                break;
            case Kind::accelerate_half:
                inputs.throttle = 0.5 * ramp(t, 0.5);
                break;
            case Kind::coast:
                break;
            case Kind::brake:
                inputs.braking = 0.4 * ramp(t, 0.3);
                break;
            case Kind::brake_hard:
                inputs.braking = ramp(t, 0.1);
                break;
            case Kind::step:
                inputs.steering = steer_for(3) * ramp(t, 0.2);
                break;
            case Kind::sine:
                if (since > 0 && since < 4)
                    inputs.steering = steer_for(2.5) * std::sin(std::numbers::pi * since);
                break;
            case Kind::double_lane:
                if (since > 0 && since < 2) {
                    inputs.steering = steer_for(3) * std::sin(std::numbers::pi * since);
                } else if (since > 3 && since < 5) {
                    inputs.steering = -steer_for(3) * std::sin(std::numbers::pi * (since - 3));
                }
                break;
            case Kind::slow_turn:
                inputs.steering = 0.7 * ramp(t, 1);
                break;
            case Kind::ramp:
                inputs.steering = std::min(steer_for(0.6 * std::max(since, 0.0)), 1.0);
                break;
            case Kind::circle:
                circle(t, now, inputs);
                return inputs;
        }
        const bool keeps = entry_.kind != Kind::accelerate && entry_.kind != Kind::accelerate_half &&
                           entry_.kind != Kind::coast && entry_.kind != Kind::brake &&
                           entry_.kind != Kind::brake_hard;
        if (keeps) inputs.throttle = keeper_.throttle(t, speed);
        return inputs;
    }

  private:
    /// Returns the steering input, at most 1, that would give the lateral acceleration `lateral`, in m/s^2,
    /// if the vehicle steered neutrally.
    double steer_for(double lateral) const {
        return std::min(1.0, std::atan(wheelbase_ * lateral / (speed_ * speed_)) / steering_max_);
    }

    void circle(double t, const DriveSample& now, client::body::DriverInputs& inputs) {
        constexpr double kRadius = 40;
        const double speed = std::hypot(now.vx, now.vy);
        // The centre of the circle is to the left of the start.
        const double dx = now.x, dy = now.y - kRadius;
        const double outside = std::hypot(dx, dy) - kRadius;
        const double along = std::atan2(dy, dx) + std::numbers::pi / 2;
        const double course = now.yaw + std::atan2(now.vy, std::max(now.vx, 1.0));
        const double astray = std::remainder(along - course, 2 * std::numbers::pi);
        const double curvature = 1 / kRadius + 0.03 * outside + 0.4 * astray / std::max(speed, 5.0) * 2;
        bend_ += 2 * (t - last_) * (1 / kRadius - now.wz / std::max(speed, 1.0));
        last_ = t;
        inputs.steering = std::clamp(std::atan(wheelbase_ * (curvature + bend_)) / steering_max_, -1.0, 1.0);
        const double wanted = std::min(speed_ + 0.4 * t, std::sqrt(0.5 * geo::kGravity * kRadius));
        inputs.throttle = std::clamp(0.4 * (wanted - speed) + 0.1, 0.0, 1.0);
    }

    const Entry& entry_;
    double speed_;
    SpeedKeeper keeper_;
    double wheelbase_, steering_max_;
    double bend_ = 0, last_ = 0;
};

class Replay final : public Manoeuvre {
  public:
    explicit Replay(std::vector<DriveSample> samples) : samples_(std::move(samples)) {}

    double duration_s() const override { return samples_.back().t - samples_.front().t; }
    /// The vehicle begins on a level course, but its body, in whose axes `vx` is, may be pitched.
    double initial_speed() const override { return samples_.front().vx / std::cos(samples_.front().pitch); }
    std::optional<int> initial_gear() const override {
        const int gear = static_cast<int>(samples_.front().gear);
        return gear > 0 ? std::optional(gear) : std::nullopt;
    }

    client::body::DriverInputs inputs(double t, const DriveSample&) override {
        const double at = samples_.front().t + t;
        while (next_ + 1 < samples_.size() && samples_[next_].t <= at) ++next_;
        const DriveSample &a = samples_[next_ - 1], &b = samples_[next_];
        const double share = std::clamp((at - a.t) / (b.t - a.t), 0.0, 1.0);
        const auto mix = [&](double from, double to) { return from + (to - from) * share; };
        return {.steering = mix(a.inputs.steering, b.inputs.steering),
                .throttle = mix(a.inputs.throttle, b.inputs.throttle),
                .braking = mix(a.inputs.braking, b.inputs.braking)};
    }

  private:
    std::vector<DriveSample> samples_;
    std::size_t next_ = 1;
};

}  // namespace

const std::vector<ManoeuvreName>& manoeuvre_names() {
    static const std::vector<ManoeuvreName> names = [] {
        std::vector<ManoeuvreName> all;
        for (const Entry& entry : kEntries) all.push_back(entry.name);
        return all;
    }();
    return names;
}

std::unique_ptr<Manoeuvre> make_manoeuvre(std::string_view name, const config::VehicleSpec& vehicle,
                                          std::optional<double> speed) {
    for (const Entry& entry : kEntries) {
        if (name == entry.name.name)
            return std::make_unique<Named>(entry, vehicle, speed.value_or(entry.speed));
    }
    return nullptr;
}

std::unique_ptr<Manoeuvre> make_replay(std::vector<DriveSample> samples) {
    return std::make_unique<Replay>(std::move(samples));
}

}  // namespace synchrono::tools::drive
