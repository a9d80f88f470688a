/// The pilot "path_follower": drives along a path at a speed, slower where a curve or the path's end asks for
/// it, and keeps its distance from whoever is ahead on the path.
///
/// Steering is pure pursuit of a point ahead, from where the rear axle is going; how much more the vehicle
/// must be steered in a fast turn than in a slow one is learnt from its yaw rate. Speed is the least of
/// three: the one asked for, the one from which the next curve can be braked for, and the one from which it
/// could still stop behind the vehicle ahead with a time gap in hand. It uses only operations that round
/// alike on every machine.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <json/json.h>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "pcp/path_follower/path.hpp"
#include "pcp/pilot.hpp"

namespace synchrono::pcp {
namespace {

constexpr double kAcceleration = 2.5;     // m/s^2, at most
constexpr double kDeceleration = 2.0;     // m/s^2, planned
constexpr double kDecelerationMax = 9.0;  // m/s^2, in need
constexpr double kSpeedGain = 1.5;        // 1/s, speed error to acceleration
constexpr double kSpeedTrimGain = 0.2;    // 1/s^2, what drag and rolling resistance ask for beyond that
constexpr double kSpeedTrimMax = 1.0;     // m/s^2
constexpr double kLookAheadTime = 1.0;    // s
constexpr double kLookAheadMin = 4.0;     // m
constexpr double kUndersteer = 0.002;     // rad per m/s^2 of lateral acceleration: usual, to begin with
constexpr double kUndersteerGain = 0.5;   // 1/s, how fast it is learnt
constexpr double kUndersteerMax = 0.02;   // rad per m/s^2
constexpr double kYawGain = 1.0;          // of the steering that the missing yaw rate would need
constexpr double kPullMax = 8.0;          // m/s^2, lateral; beyond that no steering helps
constexpr double kCourseSpeed = 3.0;      // m/s; below it the course is where the nose points
constexpr double kSideClearance = 0.5;    // m, between bodies; nearer than that another is in the way
constexpr double kLost = 20.0;            // m from the path: look at all of it again

struct Config {
    std::vector<Point> points;
    bool closed = false;
    double speed_m_s = 0;
    double time_gap_s = 1.5;
    double standstill_gap_m = 3;
    double lateral_acceleration_max_m_s2 = 4;
};

[[noreturn]] void object_to(const std::string& key, const std::string& why) {
    throw std::runtime_error("config: key '" + key + "': " + why);
}

void known_keys(const Json::Value& object, const std::string& prefix, const std::set<std::string>& known) {
    for (const std::string& key : object.getMemberNames())
        if (!known.contains(key)) object_to(prefix + key, "unknown");
}

double number(const Json::Value& root, const std::string& key, double low, double high,
              const double* otherwise) {
    const Json::Value& value = root[key];
    if (value.isNull() && otherwise != nullptr) return *otherwise;
    if (!value.isNumeric()) object_to(key, "expected a number");
    const double n = value.asDouble();
    // Nothing but the comparison is true of a NaN.
    if (!(n >= low && n <= high))
        object_to(key, "expected " + std::to_string(low) + " to " + std::to_string(high));
    return n;
}

Config read_config(const char* text) {
    Json::CharReaderBuilder builder;
    const std::unique_ptr<Json::CharReader> reader(builder.newCharReader());
    const std::string json(text);
    Json::Value root;
    std::string errors;
    if (!reader->parse(json.data(), json.data() + json.size(), &root, &errors) || !root.isObject())
        throw std::runtime_error("config: expected a JSON object " + errors);
    known_keys(root, "",
               {"path", "speed_m_s", "time_gap_s", "standstill_gap_m", "lateral_acceleration_max_m_s2"});

    Config config;
    config.speed_m_s = number(root, "speed_m_s", 0, 100, nullptr);
    config.time_gap_s = number(root, "time_gap_s", 0.5, 10, &config.time_gap_s);
    config.standstill_gap_m = number(root, "standstill_gap_m", 0.5, 100, &config.standstill_gap_m);
    config.lateral_acceleration_max_m_s2 =
        number(root, "lateral_acceleration_max_m_s2", 0.1, 20, &config.lateral_acceleration_max_m_s2);
    const Json::Value& path = root["path"];
    if (!path.isObject()) object_to("path", "expected an object with 'points' and 'closed'");
    known_keys(path, "path.", {"points", "closed"});
    if (!path["points"].isArray()) object_to("path.points", "expected an array of [x, y]");
    for (const Json::Value& point : path["points"]) {
        if (!point.isArray() || point.size() != 2 || !point[0].isNumeric() || !point[1].isNumeric())
            object_to("path.points", "expected an array of [x, y]");
        config.points.push_back({point[0].asDouble(), point[1].asDouble()});
    }
    const Json::Value& closed = path["closed"];
    if (!closed.isNull() && !closed.isBool()) object_to("path.closed", "expected true or false");
    config.closed = closed.isBool() && closed.asBool();
    return config;
}

/// atan to a thousandth of a radian for |t| <= 1.2, which is plenty for a driver.
double small_atan(double t) { return t * (15 + 4 * t * t) / (15 + 9 * t * t); }

class PathFollower final : public Pilot {
  public:
    explicit PathFollower(const Setup& setup)
        : vehicle_(setup.vehicle),
          config_(read_config(setup.config_json)),
          path_(config_.points, config_.closed) {
        plan_speed();
    }

    DriverInputs step(const Input& input) override {
        const double dt = static_cast<double>(input.period_ns) * 1e-9;
        const SynQuaternion& q = input.ego.orientation;
        const Ego ego{.at = {input.ego.position.x, input.ego.position.y},
                      .heading = {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.w * q.z + q.x * q.y)},
                      .velocity = {input.ego.velocity.x, input.ego.velocity.y},
                      .yaw_rate = input.ego.angular_velocity.z};
        locate(ego, input.time_ns);
        DriverInputs inputs;
        inputs.steering = steer(ego, dt);
        drive(ego, input.others, dt, inputs);
        return inputs;
    }

  private:
    struct Ego {
        Point at, heading, velocity;
        double yaw_rate;
        double speed() const { return dot(velocity, heading); }
    };
    struct Leader {
        double gap_m;  // between bodies, along the path
        double speed_m_s;
    };

    /// What each sample allows: its curve's speed, and what the samples after it can still be braked down to.
    void plan_speed() {
        const auto& samples = path_.samples();
        planned_.resize(samples.size());
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const double bend = std::abs(samples[i].curvature);
            const double curve = bend > 1e-6 ? std::sqrt(config_.lateral_acceleration_max_m_s2 / bend) : 1e9;
            planned_[i] = std::min(config_.speed_m_s, curve);
        }
        if (!path_.closed()) planned_.back() = 0;
        // Backwards, and on a closed path once more for what lies across its seam.
        for (int round = 0; round < (path_.closed() ? 2 : 1); ++round) {
            for (std::size_t i = samples.size(); i-- > 0;) {
                const double next = planned_[path_.after(i, 1)];
                planned_[i] =
                    std::min(planned_[i], std::sqrt(next * next + 2 * kDeceleration * path_.spacing()));
            }
        }
        if (!path_.closed()) planned_.back() = 0;
    }

    void locate(const Ego& ego, std::int64_t now_ns) {
        if (!located_) {
            sample_ = path_.nearest(ego.at, ego.heading);
            located_ = true;
            looked_ns_ = now_ns;
            return;
        }
        sample_ = path_.nearest_from(ego.at, sample_);
        const Point off = ego.at - path_.samples()[sample_].at;
        // Looking at the whole path is slow; a vehicle that is off it by design need not do so at every step.
        if (dot(off, off) > kLost * kLost && now_ns - looked_ns_ >= 1'000'000'000) {
            sample_ = path_.nearest(ego.at, ego.heading);
            looked_ns_ = now_ns;
        }
    }

    double steer(const Ego& ego, double dt) {
        const double speed = ego.speed();
        const double rear_m = vehicle_.wheelbase_m - vehicle_.cg_to_front_axle_m;
        const Point left{-ego.heading.y, ego.heading.x};
        const Point rear = ego.at - ego.heading * rear_m;
        Point course = ego.heading;
        if (speed > kCourseSpeed) {
            const Point rear_velocity = ego.velocity - left * (rear_m * ego.yaw_rate);
            course = rear_velocity * (1 / std::sqrt(dot(rear_velocity, rear_velocity)));
        }

        const Path::Sample& here = path_.samples()[sample_];
        const double rear_s = dot(rear - here.at, here.along);
        const double look_ahead = std::max(kLookAheadMin, kLookAheadTime * speed);
        const Point to_target = path_.ahead(sample_, rear_s + look_ahead) - rear;
        const double distance_squared = std::max(dot(to_target, to_target), 1.0);
        const double curvature = 2 * cross(course, to_target) / distance_squared;

        const double tangent = std::clamp(vehicle_.wheelbase_m * curvature, -1.2, 1.2);
        double angle = small_atan(tangent);
        if (speed > kCourseSpeed) {
            const double pull = std::clamp(curvature * speed * speed, -kPullMax, kPullMax);
            const double missing = curvature - ego.yaw_rate / speed;
            understeer_ = std::clamp(understeer_ + kUndersteerGain * vehicle_.wheelbase_m * missing * pull /
                                                       (1 + pull * pull) * dt,
                                     0.0, kUndersteerMax);
            const double angle_per_curvature = vehicle_.wheelbase_m + understeer_ * speed * speed;
            // Turning into a turn faster than the vehicle would by itself, or a heavy one weaves.
            angle += understeer_ * pull + std::clamp(kYawGain * angle_per_curvature * missing, -0.1, 0.1);
        }
        if (!(vehicle_.steering_angle_max_rad > 0)) return 0;
        return std::clamp(angle / vehicle_.steering_angle_max_rad, -1.0, 1.0);
    }

    void drive(const Ego& ego, std::span<const SynOther> others, double dt, DriverInputs& inputs) {
        const double speed = std::max(0.0, ego.speed());
        // Speed follows its plan 1 / gain late, so the plan is read that much ahead.
        const auto early = static_cast<std::size_t>(speed / kSpeedGain / path_.spacing());
        double wanted = std::min(planned_[sample_], planned_[path_.after(sample_, early)]);
        if (const Leader leader = find_leader(ego, speed, others); leader.gap_m < 1e9) {
            const double room = std::max(0.0, leader.gap_m - config_.standstill_gap_m);
            const double reaction = kDeceleration * config_.time_gap_s;
            wanted = std::min(wanted, std::sqrt(reaction * reaction + leader.speed_m_s * leader.speed_m_s +
                                                2 * kDeceleration * room) -
                                          reaction);
        }

        if (wanted < 0.2 && speed < 0.3) {
            trim_m_s2_ = 0;
            inputs.braking = 0.5;  // stand
            return;
        }
        const double error = wanted - speed;
        if (std::abs(error) < 1)
            trim_m_s2_ = std::clamp(trim_m_s2_ + kSpeedTrimGain * error * dt, -kSpeedTrimMax, kSpeedTrimMax);
        const double acceleration =
            std::clamp(kSpeedGain * error + trim_m_s2_, -kDecelerationMax, kAcceleration);
        const double force = vehicle_.mass_kg * acceleration;
        if (force > 0) {
            const double available = vehicle_.drive_force_max_n * speed > vehicle_.drive_power_max_w
                                         ? vehicle_.drive_power_max_w / speed
                                         : vehicle_.drive_force_max_n;
            inputs.throttle = available > 0 ? std::min(1.0, force / available) : 0;
        } else if (vehicle_.brake_force_max_n > 0) {
            inputs.braking = std::min(1.0, -force / vehicle_.brake_force_max_n);
        }
    }

    /// The nearest other on the path ahead, as far as it would have to be braked for; none: an endless gap.
    Leader find_leader(const Ego& ego, double speed, std::span<const SynOther> others) {
        const double horizon = config_.standstill_gap_m + config_.time_gap_s * speed +
                               speed * speed / (2 * kDeceleration) + 2 * vehicle_.length_m;
        near_.clear();
        for (const SynOther& other : others) {
            const Point d = Point{other.motion.position.x, other.motion.position.y} - ego.at;
            if (dot(d, d) < (horizon + 10) * (horizon + 10)) near_.push_back(&other);
        }
        Leader leader{1e9, 0};
        if (near_.empty()) return leader;

        const Path::Sample& here = path_.samples()[sample_];
        const double ego_s = dot(ego.at - here.at, here.along);
        const double spacing = path_.spacing();
        const auto steps = static_cast<std::size_t>(std::min(horizon, path_.length()) / spacing);
        for (std::size_t step = 0; step < steps; ++step) {
            const std::size_t index = path_.after(sample_, step);
            const Path::Sample& sample = path_.samples()[index];
            for (const SynOther* other : near_) {
                const Point d = Point{other->motion.position.x, other->motion.position.y} - sample.at;
                const double side_max = (other->width_m + vehicle_.width_m) / 2 + kSideClearance;
                const double along = dot(d, sample.along);
                // On this sample's stretch of the path, beside nobody, and ahead.
                if (std::abs(along) > spacing || std::abs(cross(sample.along, d)) > side_max) continue;
                const double ahead = spacing * static_cast<double>(step) + along - ego_s;
                if (ahead <= 0) continue;
                const double gap = ahead - (other->length_m + vehicle_.length_m) / 2;
                if (gap >= leader.gap_m) continue;
                const Point velocity{other->motion.velocity.x, other->motion.velocity.y};
                leader = {gap, std::max(0.0, dot(velocity, sample.along))};
            }
            // Whoever is on a later sample is further away.
            if (leader.gap_m < 1e9) break;
            if (!path_.closed() && index + 1 == path_.samples().size()) break;
        }
        return leader;
    }

    SynVehicle vehicle_;
    Config config_;
    Path path_;
    std::vector<double> planned_;  // m/s, by sample
    std::vector<const SynOther*> near_;
    std::size_t sample_ = 0;  // nearest to the ego
    bool located_ = false;
    std::int64_t looked_ns_ = 0;
    double understeer_ = kUndersteer;
    double trim_m_s2_ = 0;
};

}  // namespace
}  // namespace synchrono::pcp

SYN_PILOT(synchrono::pcp::PathFollower);
