#include "tools/study/drives.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <variant>

#include "common/geo/vector.hpp"
#include "tools/reading/recorded_state.hpp"
#include "tools/reading/run_logs.hpp"

namespace synchrono::tools::study {
namespace {

constexpr SimDuration kFinest = SimDuration::milliseconds(10);  // samples are at least this far apart
constexpr std::int64_t kSamplesMax = 4'000'000;                 // of all agents together: some 200 MB

Sample sample_of(const VehicleState& state, SimTime time) {
    const auto q = geo::Quaternion{state.qw(), state.qx(), state.qy(), state.qz()}.normalised();
    const geo::Vec3 forward = q.rotate({1, 0, 0});
    const double acceleration = geo::dot(forward, {state.ax_m_s2(), state.ay_m_s2(), state.az_m_s2()});
    return {.time_ns = time.count_ns(),
            .x_m = state.x_m(),
            .y_m = state.y_m(),
            .z_m = static_cast<float>(state.z_m()),
            .yaw_rad = static_cast<float>(q.yaw()),
            .vx_m_s = state.vx_m_s(),
            .vy_m_s = state.vy_m_s(),
            .acceleration_m_s2 = static_cast<float>(acceleration)};
}

bool is_finite(const Sample& s) {
    return std::isfinite(s.x_m) && std::isfinite(s.y_m) && std::isfinite(s.z_m) && std::isfinite(s.yaw_rad) &&
           std::isfinite(s.vx_m_s) && std::isfinite(s.vy_m_s) && std::isfinite(s.acceleration_m_s2);
}

Pose between(const Sample& a, const Sample& b, double share) {
    const auto mix = [share](double from, double to) { return from + share * (to - from); };
    double turn = double{b.yaw_rad} - double{a.yaw_rad};
    if (turn > std::numbers::pi) turn -= 2 * std::numbers::pi;
    if (turn < -std::numbers::pi) turn += 2 * std::numbers::pi;
    return {.place = {mix(a.x_m, b.x_m), mix(a.y_m, b.y_m)},
            .velocity = {mix(a.vx_m_s, b.vx_m_s), mix(a.vy_m_s, b.vy_m_s)},
            .z_m = mix(a.z_m, b.z_m),
            .yaw_rad = a.yaw_rad + share * turn};
}

}  // namespace

std::optional<Pose> DriveCursor::at(SimTime time) {
    const auto& samples = drive_->samples;
    const std::int64_t now_ns = time.count_ns();
    while (next_ < samples.size() && samples[next_].time_ns <= now_ns) ++next_;
    if (next_ == 0) return std::nullopt;
    const Sample& before = samples[next_ - 1];
    if (before.time_ns == now_ns) return between(before, before, 0);
    if (next_ == samples.size()) return std::nullopt;
    const Sample& after = samples[next_];
    const std::int64_t apart_ns = after.time_ns - before.time_ns;
    if (apart_ns > kGap.count_ns()) return std::nullopt;
    return between(before, after,
                   static_cast<double>(now_ns - before.time_ns) / static_cast<double>(apart_ns));
}

std::optional<int> SignalHistory::state_at(std::uint32_t group, SimTime time) const {
    auto after = std::upper_bound(changes.begin(), changes.end(), time,
                                  [](SimTime t, const SignalChange& change) { return t < change.time; });
    while (after != changes.begin()) {
        --after;
        if (after->group == group) return after->state;
    }
    return std::nullopt;
}

SimDuration DriveCollector::step_of(SimDuration heartbeat, std::size_t agents, SimDuration duration) {
    SimDuration step = heartbeat;
    while (step < kFinest) step = step + heartbeat;
    while ((duration / step) * static_cast<std::int64_t>(agents) > kSamplesMax) step = step * 2;
    return step;
}

DriveCollector::DriveCollector(const config::Scenario& scenario)
    : step_(step_of(scenario.heartbeat, scenario.agents.size(), scenario.duration)),
      duration_(scenario.duration) {
    for (const config::AgentSpec& spec : scenario.agents) {
        Agent agent;
        agent.drive.name = spec.name;
        if (spec.element) {
            const geo::Vec3 size = config::size_of(*spec.element);
            agent.drive.length_m = size.x;
            agent.drive.width_m = size.y;
            const bool walks = std::holds_alternative<config::PedestrianElement>(*spec.element);
            agent.drive.kind = walks ? Drive::Kind::pedestrian : Drive::Kind::object;
        } else if (const auto vehicle = scenario.vehicles.find(spec.vehicle);
                   vehicle != scenario.vehicles.end()) {
            agent.drive.length_m = vehicle->second.body.length_m;
            agent.drive.width_m = vehicle->second.body.width_m;
        }
        by_name_.emplace(spec.name, agents_.size());
        agents_.push_back(std::move(agent));
    }
}

void DriveCollector::add(std::string_view program, const log::LogMessage& message) {
    if (const auto agent = reading::agent_of_states(message.channel))
        add_state(program, *agent, message);
    else if (message.channel.topic == reading::kDeparturesTopic)
        add_departure(message);
}

void DriveCollector::add_state(std::string_view program, std::string_view name,
                               const log::LogMessage& message) {
    const std::int64_t now_ns = message.log_time.count_ns();
    const SimDuration now = message.log_time.since_start();
    if (now > duration_ + SimDuration::seconds(1)) return;  // bounds the memory that a damaged log can cost
    if (now % step_ == SimDuration{}) {
        auto client = clients_.find(program);
        if (client == clients_.end()) {
            client = clients_.emplace(program, ClientPace{.client = std::string(program)}).first;
        }
        auto& stamps = client->second.wall_ns;
        const auto step = static_cast<std::size_t>(now / step_);
        if (stamps.size() <= step) stamps.resize(step + 1);
        stamps[step] = std::max(stamps[step], message.publish_time.count_ns());
    }
    const auto known = by_name_.find(name);
    if (known == by_name_.end()) return;
    Agent& agent = agents_[known->second];
    if (agent.kept_ns != INT64_MIN && now_ns >= agent.kept_ns && now_ns - agent.kept_ns < step_.count_ns())
        return;
    if (!reading::parse(message.payload, record_)) return;
    if (const auto state = reading::body_state_of(record_.state())) {
        const Sample sample = sample_of(*state, message.log_time);
        if (!is_finite(sample)) return;
        agent.drive.samples.push_back(sample);
        agent.kept_ns = now_ns;
        return;
    }
    SignalsState shown;
    if (!record_.state().Is<SignalsState>() || !record_.state().UnpackTo(&shown)) return;
    agent.kept_ns = now_ns;
    if (!agent.signals) {
        agent.signals = SignalHistory{.name = std::string(name),
                                      .intersection = static_cast<std::int32_t>(shown.intersection()),
                                      .region = static_cast<std::int32_t>(shown.region())};
    }
    for (int i = 0; i < std::min(shown.group_size(), shown.state_size()); ++i) {
        const std::uint32_t group = shown.group(i);
        const int lamp = static_cast<int>(shown.state(i));
        const auto [before, is_new] = agent.showing.try_emplace(group, lamp);
        if (!is_new && before->second == lamp) continue;
        before->second = lamp;
        agent.signals->changes.push_back({message.log_time, group, lamp});
    }
}

void DriveCollector::add_departure(const log::LogMessage& message) {
    AgentDeparture departure;
    if (!reading::parse(message.payload, departure)) return;
    if (const auto agent = by_name_.find(departure.agent()); agent != by_name_.end())
        agents_[agent->second].drive.left_at = message.log_time;
}

Drives DriveCollector::finish() {
    Drives drives{.step = step_};
    for (Agent& agent : agents_) {
        if (agent.signals) {
            auto& changes = agent.signals->changes;
            std::stable_sort(changes.begin(), changes.end(),
                             [](const SignalChange& a, const SignalChange& b) { return a.time < b.time; });
            drives.signals.push_back(std::move(*agent.signals));
        }
        auto& samples = agent.drive.samples;
        if (samples.empty()) continue;
        // Sorts because an agent that came back may be in several files.
        std::stable_sort(samples.begin(), samples.end(),
                         [](const Sample& a, const Sample& b) { return a.time_ns < b.time_ns; });
        samples.erase(std::unique(samples.begin(), samples.end(),
                                  [](const Sample& a, const Sample& b) { return a.time_ns == b.time_ns; }),
                      samples.end());
        // An agent that came back had not left for good.
        if (agent.drive.left_at && agent.drive.last() > *agent.drive.left_at) agent.drive.left_at.reset();
        drives.end = std::max(drives.end, agent.drive.last());
        drives.drives.push_back(std::move(agent.drive));
    }
    for (auto& [name, client] : clients_) drives.clients.push_back(std::move(client));
    agents_.clear();
    by_name_.clear();
    clients_.clear();
    return drives;
}

}  // namespace synchrono::tools::study
