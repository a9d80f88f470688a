/// The pilot "recorded": repeats a recorded drive, in one of two modes. "inputs" gives the vehicle the
/// recorded inputs, which repeats the drive if the vehicle and the world are the same. "track" drives any
/// vehicle so that it keeps as near as it can to where the recorded one was at each time.

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>

#include "pcp/driving/internal/config_reader.hpp"
#include "pcp/driving/pedals.hpp"
#include "pcp/driving/steering.hpp"
#include "pcp/pilot.hpp"
#include "pcp/recorded/recording.hpp"

namespace synchrono::pcp::recorded {
namespace {

constexpr double kPlaceGain = 0.5;   // 1/s^2, from the distance behind the recorded vehicle to acceleration
constexpr double kSpeedGain = 1.2;   // 1/s, from the speed error to acceleration
constexpr double kAcceleration = 6;  // m/s^2, at most
constexpr double kBraking = 8;       // m/s^2, at most
constexpr double kStands = 0.3;      // m/s; a slower vehicle stands

struct Config {
    std::string file;
    bool by_track = true;
    bool leaves = false;
};

std::string text(const Json::Value& root, const std::string& key, const std::string& otherwise) {
    const Json::Value& value = root[key];
    if (value.isNull() && !otherwise.empty()) return otherwise;
    if (!value.isString() || value.asString().empty())
        driving::internal::refuse_key(key, "expected a string that is not empty");
    return value.asString();
}

Config read_config(const char* json) {
    const Json::Value root = driving::internal::read_object(json);
    driving::internal::require_known_keys(root, "", {"file", "mode", "at_end"});
    Config config;
    config.file = text(root, "file", "");
    const std::string mode = text(root, "mode", "track"), at_end = text(root, "at_end", "stop");
    if (mode != "track" && mode != "inputs")
        driving::internal::refuse_key("mode", "expected 'track' or 'inputs'");
    if (at_end != "stop" && at_end != "leave")
        driving::internal::refuse_key("at_end", "expected 'stop' or 'leave'");
    config.by_track = mode == "track";
    config.leaves = at_end == "leave";
    return config;
}

Recording read_recording(const Config& config) {
    std::ifstream in(config.file);
    if (!in) throw std::runtime_error(config.file + ": cannot be read");
    return {in, config.file, config.by_track ? Recording::Needs::places : Recording::Needs::inputs};
}

class Recorded final : public Pilot {
  public:
    explicit Recorded(const Setup& setup)
        : config_(read_config(setup.config_json)),
          recording_(read_recording(config_)),
          steering_(setup.vehicle),
          pedals_(setup.vehicle) {}

    DriverInputs step(const Input& input) override {
        if (first_ns_ < 0) first_ns_ = input.time_ns;
        const double time_s = static_cast<double>(input.time_ns - first_ns_) * 1e-9;
        const bool over = time_s >= recording_.length_s();
        DriverInputs inputs;
        if (config_.by_track) {
            inputs = track(driving::ego_of(input.ego), time_s, static_cast<double>(input.period_ns) * 1e-9);
        } else {
            inputs = recording_.inputs_at(time_s);
            if (over) inputs = {inputs.steering, 0, 1, false};
        }
        inputs.leave = over && config_.leaves;
        return inputs;
    }

  private:
    DriverInputs track(const driving::Ego& ego, double time_s, double dt) {
        along_m_ = recording_.nearest_along_m(ego.at, along_m_);
        const Recording::Moment wanted = recording_.moment_at(time_s);
        const double speed = ego.speed();
        DriverInputs inputs;
        const driving::RearAxle rear = steering_.rear_axle(ego);
        const double rear_m = along_m_ - driving::dot(ego.at - rear.at, ego.heading);
        const driving::Point target = recording_.point_at(rear_m + driving::Steering::look_ahead_m(speed));
        inputs.steering = steering_.steer(ego, rear, target, dt);
        const double behind_m = std::clamp(wanted.along_m - along_m_, -20.0, 20.0);
        const double acceleration =
            wanted.acceleration_m_s2 + kSpeedGain * (wanted.speed_m_s - speed) + kPlaceGain * behind_m;
        if (wanted.speed_m_s < kStands && speed < kStands && behind_m < 0.5) {
            pedals_.stand(inputs);
        } else {
            pedals_.press(speed, std::clamp(acceleration, -kBraking, kAcceleration), dt, inputs);
        }
        return inputs;
    }

    Config config_;
    Recording recording_;
    driving::Steering steering_;
    driving::Pedals pedals_;
    std::int64_t first_ns_ = -1;
    double along_m_ = 0;
};

}  // namespace
}  // namespace synchrono::pcp::recorded

SYN_PILOT(synchrono::pcp::recorded::Recorded);
