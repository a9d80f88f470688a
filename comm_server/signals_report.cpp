#include "comm_server/signals_report.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/base/limits.hpp"

namespace synchrono::comm_server {
namespace {

using signal::GroupSignal;
using signal::SignalState;

constexpr SignalState kStates[] = {SignalState::stop, SignalState::permissive_green,
                                   SignalState::protected_green, SignalState::permissive_yellow,
                                   SignalState::protected_yellow};

/// Returns the signals that the agent runs; null when it runs none.
const config::Signals* signals_of(const config::Scenario& scenario, std::uint32_t agent) {
    if (agent >= scenario.agents.size()) return nullptr;
    const config::SignalsElement* const signals = config::signals_in(scenario.agents[agent]);
    return signals == nullptr ? nullptr : &*scenario.intersections.at(signals->intersection).signals;
}

bool in_range(std::int64_t ns) { return ns >= -limits::kTimeMax_ns && ns <= limits::kTimeMax_ns; }

/// Returns the reason why the report of a group is impossible at `now_ns`; empty if it is possible.
std::string objection_to(const RadioSignalGroup& report, std::int64_t now_ns) {
    const auto known = std::find_if(std::begin(kStates), std::end(kStates), [&](SignalState state) {
        return static_cast<std::uint32_t>(state) == report.state();
    });
    if (known == std::end(kStates)) return fmt::format("unknown state {}", report.state());
    if (!in_range(report.since_ns()) || report.since_ns() > now_ns)
        return "since_ns is in the future or out of range";
    const auto over = [now_ns](bool has, std::int64_t ns) { return has && (!in_range(ns) || ns < now_ns); };
    if (over(report.has_min_end_ns(), report.min_end_ns()) ||
        over(report.has_max_end_ns(), report.max_end_ns()) ||
        over(report.has_likely_end_ns(), report.likely_end_ns()) ||
        over(report.has_next_ns(), report.next_ns()))
        return "min_end_ns, max_end_ns, likely_end_ns or next_ns is in the past or out of range";
    if (report.has_min_end_ns() && report.has_max_end_ns() && report.min_end_ns() > report.max_end_ns())
        return "min_end_ns is after max_end_ns";
    return {};
}

GroupSignal group_of(const RadioSignalGroup& report) {
    const auto time = [](bool has, std::int64_t ns) {
        return has ? std::optional(SimTime::nanoseconds(ns)) : std::nullopt;
    };
    return {.group = static_cast<config::SignalGroupId>(report.group()),
            .state = static_cast<SignalState>(report.state()),
            .since = SimTime::nanoseconds(report.since_ns()),
            .min_end = time(report.has_min_end_ns(), report.min_end_ns()),
            .max_end = time(report.has_max_end_ns(), report.max_end_ns()),
            .likely_end = time(report.has_likely_end_ns(), report.likely_end_ns()),
            .next = time(report.has_next_ns(), report.next_ns())};
}

}  // namespace

Result<SignalsReport> read_signals(const RadioSignals& report, const config::Scenario& scenario) {
    const auto wrong = [&](std::string_view what) {
        return fail(fmt::format("signals: agent {}: {}", report.agent(), what));
    };
    const config::Signals* signals = signals_of(scenario, report.agent());
    if (signals == nullptr) return wrong("is not an element of the kind 'signals'");
    const auto count = static_cast<std::size_t>(report.groups_size());
    if (count != signals->groups.size())
        return wrong(fmt::format("expected {} groups, not {}", signals->groups.size(), count));
    SignalsReport read{
        .agent = AgentId{report.agent()}, .time = SimTime::nanoseconds(report.time_ns()), .groups = {}};
    for (std::size_t i = 0; i < count; ++i) {
        const RadioSignalGroup& group = report.groups(static_cast<int>(i));
        if (group.group() != signals->groups[i])
            return wrong(fmt::format("expected group {}, not {}", signals->groups[i], group.group()));
        if (const std::string objection = objection_to(group, report.time_ns()); !objection.empty())
            return wrong(fmt::format("group {}: {}", group.group(), objection));
        read.groups.push_back(group_of(group));
    }
    const auto is_protected = [&](config::SignalGroupId group) {
        return std::any_of(read.groups.begin(), read.groups.end(), [group](const GroupSignal& signal) {
            return signal.group == group && signal.state == SignalState::protected_green;
        });
    };
    for (const auto& [one, other] : signals->conflicts) {
        if (is_protected(one) && is_protected(other))
            return wrong(
                fmt::format("groups {} and {} are in conflict, but both have a protected green", one, other));
    }
    return read;
}

}  // namespace synchrono::comm_server
