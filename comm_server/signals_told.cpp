#include "comm_server/signals_told.hpp"

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

/// Returns what is impossible in the report of a group at `now_ns`; empty when nothing is.
std::string objection_to(const RadioSignalGroup& told, std::int64_t now_ns) {
    const auto known = std::find_if(std::begin(kStates), std::end(kStates), [&](SignalState state) {
        return static_cast<std::uint32_t>(state) == told.state();
    });
    if (known == std::end(kStates)) return fmt::format("there is no state {}", told.state());
    if (!in_range(told.since_ns()) || told.since_ns() > now_ns) return "since_ns is impossible";
    const auto over = [now_ns](bool has, std::int64_t ns) { return has && (!in_range(ns) || ns < now_ns); };
    if (over(told.has_min_end_ns(), told.min_end_ns()) || over(told.has_max_end_ns(), told.max_end_ns()) ||
        over(told.has_likely_end_ns(), told.likely_end_ns()) || over(told.has_next_ns(), told.next_ns()))
        return "a time to come is impossible";
    if (told.has_min_end_ns() && told.has_max_end_ns() && told.min_end_ns() > told.max_end_ns())
        return "min_end_ns is after max_end_ns";
    return {};
}

GroupSignal group_of(const RadioSignalGroup& told) {
    const auto time = [](bool has, std::int64_t ns) {
        return has ? std::optional(SimTime::nanoseconds(ns)) : std::nullopt;
    };
    return {.group = static_cast<config::SignalGroupId>(told.group()),
            .state = static_cast<SignalState>(told.state()),
            .since = SimTime::nanoseconds(told.since_ns()),
            .min_end = time(told.has_min_end_ns(), told.min_end_ns()),
            .max_end = time(told.has_max_end_ns(), told.max_end_ns()),
            .likely_end = time(told.has_likely_end_ns(), told.likely_end_ns()),
            .next = time(told.has_next_ns(), told.next_ns())};
}

}  // namespace

Result<SignalsTold> read_signals(const RadioSignals& told, const config::Scenario& scenario) {
    const auto wrong = [&](std::string_view what) {
        return fail(fmt::format("signals: agent {}: {}", told.agent(), what));
    };
    const config::Signals* signals = signals_of(scenario, told.agent());
    if (signals == nullptr) return wrong("is no signals");
    const auto count = static_cast<std::size_t>(told.groups_size());
    if (count != signals->groups.size())
        return wrong(fmt::format("expected {} groups, not {}", signals->groups.size(), count));
    SignalsTold read{
        .agent = AgentId{told.agent()}, .time = SimTime::nanoseconds(told.time_ns()), .groups = {}};
    for (std::size_t i = 0; i < count; ++i) {
        const RadioSignalGroup& group = told.groups(static_cast<int>(i));
        if (group.group() != signals->groups[i])
            return wrong(fmt::format("expected group {}, not {}", signals->groups[i], group.group()));
        if (const std::string objection = objection_to(group, told.time_ns()); !objection.empty())
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
            return wrong(fmt::format("groups {} and {} are in conflict and both protected", one, other));
    }
    return read;
}

}  // namespace synchrono::comm_server
