/// The pilot "path_follower": drives along a path at a given speed, slower where a curve or the path's end
/// needs it, and keeps its distance from whoever is ahead on the path.
///
/// It drives at the least of three speeds: the configured one, the one from which it can brake for the next
/// curve, and the one from which it could still stop behind the vehicle ahead with a time gap in hand. The
/// pilot uses only operations that round the same on every machine.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "pcp/driving/internal/config_reader.hpp"
#include "pcp/driving/pedals.hpp"
#include "pcp/driving/steering.hpp"
#include "pcp/path_follower/path.hpp"
#include "pcp/pilot.hpp"

namespace synchrono::pcp::path_follower {
namespace {

constexpr double kAcceleration = 2.5;     // m/s^2, at most
constexpr double kDeceleration = 2.0;     // m/s^2, planned
constexpr double kDecelerationMax = 9.0;  // m/s^2, in an emergency
constexpr double kSpeedGain = 1.5;        // 1/s, from speed error to acceleration
constexpr double kSpeedTrimGain = 0.2;    // 1/s^2, from speed error to the rate of the trim
constexpr double kSpeedTrimMax = 1.0;     // m/s^2; the trim makes up for drag and rolling resistance
constexpr double kSideClearance = 0.5;    // m between bodies, sideways; a nearer body is in the way
constexpr double kLost = 20.0;            // m from the path; a vehicle farther off searches the whole path

struct Config {
    std::vector<driving::Point> points;
    bool closed = false;
    double speed_m_s = 0;
    double time_gap_s = 1.5;
    double standstill_gap_m = 3;
    double lateral_acceleration_max_m_s2 = 4;
};

Config read_config(const char* text) {
    const Json::Value root = driving::internal::read_object(text);
    driving::internal::require_known_keys(
        root, "", {"path", "speed_m_s", "time_gap_s", "standstill_gap_m", "lateral_acceleration_max_m_s2"});

    Config config;
    config.speed_m_s = driving::internal::number(root, "speed_m_s", 0, 100);
    config.time_gap_s = driving::internal::number(root, "time_gap_s", 0.5, 10, config.time_gap_s);
    config.standstill_gap_m =
        driving::internal::number(root, "standstill_gap_m", 0.5, 100, config.standstill_gap_m);
    config.lateral_acceleration_max_m_s2 = driving::internal::number(
        root, "lateral_acceleration_max_m_s2", 0.1, 20, config.lateral_acceleration_max_m_s2);
    const Json::Value& path = root["path"];
    if (!path.isObject())
        driving::internal::refuse_key("path", "expected an object with 'points' and 'closed'");
    driving::internal::require_known_keys(path, "path.", {"points", "closed"});
    if (!path["points"].isArray())
        driving::internal::refuse_key("path.points", "expected an array of [x, y]");
    for (const Json::Value& point : path["points"]) {
        if (!point.isArray() || point.size() != 2 || !point[0].isNumeric() || !point[1].isNumeric())
            driving::internal::refuse_key("path.points", "expected an array of [x, y]");
        config.points.push_back({point[0].asDouble(), point[1].asDouble()});
    }
    config.closed = driving::internal::flag(path, "path.", "closed", false);
    return config;
}

class PathFollower final : public Pilot {
  public:
    explicit PathFollower(const Setup& setup)
        : vehicle_(setup.vehicle),
          config_(read_config(setup.config_json)),
          path_(config_.points, config_.closed),
          steering_(setup.vehicle) {
        plan_speed();
    }

    DriverInputs step(const Input& input) override {
        const double dt = static_cast<double>(input.period_ns) * 1e-9;
        const driving::Ego ego = driving::ego_of(input.ego);
        locate(ego, input.time_ns);
        DriverInputs inputs;
        inputs.steering = steer(ego, dt);
        drive(ego, input.others, dt, inputs);
        return inputs;
    }

  private:
    struct Leader {
        double gap_m;  // between bodies, along the path
        double speed_m_s;
    };

    /// Plans a speed for each sample: the speed that the curve there permits, but low enough to brake for the
    /// samples after it.
    void plan_speed() {
        const auto& samples = path_.samples();
        planned_.resize(samples.size());
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const double bend = std::abs(samples[i].curvature);
            const double curve = bend > 1e-6 ? std::sqrt(config_.lateral_acceleration_max_m_s2 / bend) : 1e9;
            planned_[i] = std::min(config_.speed_m_s, curve);
        }
        if (!path_.closed()) planned_.back() = 0;
        // Goes backwards from the end. A closed path takes two rounds, so that braking for its first samples
        // also reaches back to its last ones.
        for (int round = 0; round < (path_.closed() ? 2 : 1); ++round) {
            for (std::size_t i = samples.size(); i-- > 0;) {
                const double next = planned_[path_.after(i, 1)];
                planned_[i] =
                    std::min(planned_[i], std::sqrt(next * next + 2 * kDeceleration * path_.spacing()));
            }
        }
        if (!path_.closed()) planned_.back() = 0;
    }

    void locate(const driving::Ego& ego, std::int64_t now_ns) {
        if (!located_) {
            sample_ = path_.nearest(ego.at, ego.heading);
            located_ = true;
            searched_ns_ = now_ns;
            return;
        }
        sample_ = path_.nearest_from(ego.at, sample_);
        const driving::Point off = ego.at - path_.samples()[sample_].at;
        // Searching the whole path is slow, so a vehicle that is off it does so at most once a second.
        if (driving::dot(off, off) > kLost * kLost && now_ns - searched_ns_ >= 1'000'000'000) {
            sample_ = path_.nearest(ego.at, ego.heading);
            searched_ns_ = now_ns;
        }
    }

    double steer(const driving::Ego& ego, double dt) {
        const driving::RearAxle rear = steering_.rear_axle(ego);
        const Path::Sample& here = path_.samples()[sample_];
        const double rear_s = driving::dot(rear.at - here.at, here.along);
        return steering_.steer(
            ego, rear, path_.ahead(sample_, rear_s + driving::Steering::look_ahead_m(ego.speed())), dt);
    }

    void drive(const driving::Ego& ego, std::span<const SynOther> others, double dt, DriverInputs& inputs) {
        const double speed = std::max(0.0, ego.speed());
        // The speed follows its plan with a delay of 1 / kSpeedGain, so the plan is read that much ahead.
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
        driving::press_pedals(vehicle_, speed, acceleration, inputs);
    }

    /// Returns the nearest other on the path ahead, up to the distance at which braking would begin; a gap of
    /// 1e9 m if there is none.
    Leader find_leader(const driving::Ego& ego, double speed, std::span<const SynOther> others) {
        const double horizon = config_.standstill_gap_m + config_.time_gap_s * speed +
                               speed * speed / (2 * kDeceleration) + 2 * vehicle_.length_m;
        near_.clear();
        for (const SynOther& other : others) {
            const driving::Point d =
                driving::Point{other.motion.position.x, other.motion.position.y} - ego.at;
            if (driving::dot(d, d) < (horizon + 10) * (horizon + 10)) near_.push_back(&other);
        }
        Leader leader{1e9, 0};
        if (near_.empty()) return leader;

        const Path::Sample& here = path_.samples()[sample_];
        const double ego_s = driving::dot(ego.at - here.at, here.along);
        const double spacing = path_.spacing();
        const auto steps = static_cast<std::size_t>(std::min(horizon, path_.length()) / spacing);
        for (std::size_t step = 0; step < steps; ++step) {
            const std::size_t index = path_.after(sample_, step);
            const Path::Sample& sample = path_.samples()[index];
            for (const SynOther* other : near_) {
                const driving::Point d =
                    driving::Point{other->motion.position.x, other->motion.position.y} - sample.at;
                const double side_max = (other->width_m + vehicle_.width_m) / 2 + kSideClearance;
                const double along = driving::dot(d, sample.along);
                // Skips others that are outside this sample's stretch of the path, or beside the path.
                if (std::abs(along) > spacing || std::abs(driving::cross(sample.along, d)) > side_max)
                    continue;
                const double ahead = spacing * static_cast<double>(step) + along - ego_s;
                if (ahead <= 0) continue;
                const double gap = ahead - (other->length_m + vehicle_.length_m) / 2;
                if (gap >= leader.gap_m) continue;
                const driving::Point velocity{other->motion.velocity.x, other->motion.velocity.y};
                leader = {gap, std::max(0.0, driving::dot(velocity, sample.along))};
            }
            // Others on later samples are further away.
            if (leader.gap_m < 1e9) break;
            if (!path_.closed() && index + 1 == path_.samples().size()) break;
        }
        return leader;
    }

    SynVehicle vehicle_;
    Config config_;
    Path path_;
    driving::Steering steering_;
    std::vector<double> planned_;  // m/s, one for each sample
    std::vector<const SynOther*> near_;
    std::size_t sample_ = 0;  // index of the sample nearest to the ego
    bool located_ = false;
    std::int64_t searched_ns_ = 0;
    double trim_m_s2_ = 0;
};

}  // namespace
}  // namespace synchrono::pcp::path_follower

SYN_PILOT(synchrono::pcp::path_follower::PathFollower);
