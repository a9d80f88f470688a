/// The times of a scenario against which the times of its parts are checked: heartbeat and duration.
#pragma once

#include <cstdint>
#include <fmt/format.h>

#include "common/base/limits.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

inline constexpr Range kDuration{0, 1e6, true};      // s; so few nanoseconds that a double keeps each exactly
inline constexpr Range kHeartbeat{0, 10'000, true};  // ms

struct ScenarioTimes {
    SimDuration heartbeat;
    SimDuration duration;         // 0: unknown
    bool heartbeat_known = true;  // false: the key was wrong, so the check is left out
    /// Whether agents may enter after the end; these are taken out once the scenario has been read.
    bool some_stay_out = false;

    bool is_on_heartbeat(SimDuration time) const {
        return !heartbeat_known || time % heartbeat == SimDuration{};
    }
    std::string not_on_heartbeat() const {
        return fmt::format("expected a whole number of heartbeats of {} ms",
                           static_cast<double>(heartbeat.count_ns()) / 1e6);
    }
};

/// Describes a period: a whole number of heartbeats, at most `most`.
template <typename Form>
void describe_period(Form& form, const char* key, SimDuration& out, std::int64_t most,
                     const ScenarioTimes& times) {
    const auto node =
        form.time(key, out, {0, kHeartbeat.high * static_cast<double>(most), true}, Need::optional);
    if (!node) return;
    if (!times.is_on_heartbeat(out)) {
        node->problem(times.not_on_heartbeat());
    } else if (times.heartbeat_known && out > times.heartbeat * most) {
        node->problem(fmt::format("expected at most {} heartbeats", most));
    }
}

/// Describes when an agent enters and the period of its flow.
template <typename Form>
void describe_flow(Form& form, AgentSpec& agent, const ScenarioTimes& times) {
    const auto enter = form.time("enter_s", agent.enter, {0, kDuration.high}, Need::optional);
    if (enter && !times.is_on_heartbeat(agent.enter.since_start())) {
        enter->problem(times.not_on_heartbeat());
    } else if (enter && !times.some_stay_out && times.duration > SimDuration{} &&
               agent.enter.since_start() >= times.duration) {
        enter->problem(fmt::format("expected less than the duration of {} s",
                                   static_cast<double>(times.duration.count_ns()) / 1e9));
    }
    if (Form::kReads) agent.period = times.heartbeat;
    describe_period(form, "period_ms", agent.period, limits::kPeriodMax, times);
}

}  // namespace synchrono::config
