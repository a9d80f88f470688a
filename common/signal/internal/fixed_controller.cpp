#include "common/signal/internal/fixed_controller.hpp"

#include <algorithm>

namespace synchrono::signal {

namespace {

bool has(const std::vector<config::SignalGroupId>& groups, config::SignalGroupId group) {
    return std::find(groups.begin(), groups.end(), group) != groups.end();
}

}  // namespace

FixedController::FixedController(const config::Signals& signals) {
    const auto& programme = std::get<config::FixedProgramme>(signals.programme);
    cycle_ = programme.cycle;
    offset_ = programme.offset;
    for (const config::SignalGroupId group : signals.groups) {
        timelines_.push_back(timeline_of(group, programme));
        signals_.emplace_back().group = group;
    }
    advance(SimTime{});
}

/// Returns the group's states over one cycle. A state that continues over the end of the cycle comes first
/// and begins before 0.
FixedController::Timeline FixedController::timeline_of(config::SignalGroupId group,
                                                       const config::FixedProgramme& programme) {
    Timeline timeline;
    SimDuration at;
    const auto show = [&](SignalState state, SimDuration duration) {
        if (duration > SimDuration{} && (timeline.empty() || timeline.back().state != state)) {
            timeline.push_back({at, state});
        }
        at = at + duration;
    };
    for (std::size_t i = 0; i < programme.phases.size(); ++i) {
        const config::FixedPhase& phase = programme.phases[i];
        const config::PhaseSignals& own = phase.signals;
        const config::PhaseSignals& next = programme.phases[(i + 1) % programme.phases.size()].signals;
        const bool is_protected = has(own.protected_groups, group);
        if (is_protected || has(own.permissive_groups, group)) {
            const bool goes_on = has(is_protected ? next.protected_groups : next.permissive_groups, group);
            const auto green = is_protected ? SignalState::protected_green : SignalState::permissive_green;
            const auto yellow = is_protected ? SignalState::protected_yellow : SignalState::permissive_yellow;
            show(green, phase.green);
            show(goes_on ? green : yellow, own.yellow);
            show(goes_on ? green : SignalState::stop, own.all_red);
        } else if (has(own.pedestrian_groups, group)) {
            show(SignalState::protected_green, own.walk);
            show(SignalState::protected_yellow, own.pedestrian_clearance);
            show(SignalState::stop, phase.green - own.walk - own.pedestrian_clearance);
            show(SignalState::stop, own.yellow + own.all_red);
        } else {
            show(SignalState::stop, phase.green + own.yellow + own.all_red);
        }
    }
    if (timeline.size() > 1 && timeline.front().state == timeline.back().state) {
        timeline.front().from = timeline.back().from - programme.cycle;
        timeline.pop_back();
    }
    return timeline;
}

void FixedController::observe(SimTime now, std::span<const geo::Vec3>) { advance(now); }

void FixedController::advance(SimTime now) {
    for (std::size_t i = 0; i < signals_.size(); ++i) {
        signals_[i] = at(now, signals_[i].group, timelines_[i]);
    }
}

std::optional<SimTime> FixedController::next_event() const {
    std::optional<SimTime> first;
    for (const GroupSignal& signal : signals_) {
        if (signal.min_end && (!first || *signal.min_end < *first)) first = signal.min_end;
    }
    return first;
}

GroupSignal FixedController::at(SimTime now, config::SignalGroupId group, const Timeline& timeline) const {
    GroupSignal signal;
    signal.group = group;
    signal.state = timeline.front().state;
    if (timeline.size() == 1) return signal;  // the group never changes
    SimDuration position = (now.since_start() - offset_) % cycle_;
    if (position < SimDuration{}) position = position + cycle_;
    if (position >= timeline.front().from + cycle_) position = position - cycle_;
    const auto after = std::upper_bound(timeline.begin(), timeline.end(), position,
                                        [](SimDuration p, const Stretch& s) { return p < s.from; });
    const auto own = after - 1;
    const bool is_last = after == timeline.end();
    const SimDuration end = is_last ? timeline.front().from + cycle_ : after->from;
    signal.state = own->state;
    signal.since = now - (position - own->from);
    signal.min_end = signal.max_end = signal.likely_end = now + (end - position);
    // The same stretch begins again a cycle later; another stretch with the same state may begin earlier.
    SimDuration next = own->from + cycle_;
    for (const Stretch& stretch : timeline) {
        if (stretch.state != own->state) continue;
        const SimDuration from = stretch.from > own->from ? stretch.from : stretch.from + cycle_;
        next = std::min(next, from);
    }
    signal.next = now + (next - position);
    return signal;
}

}  // namespace synchrono::signal
