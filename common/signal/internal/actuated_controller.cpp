#include "common/signal/internal/actuated_controller.hpp"

#include <algorithm>
#include <utility>

#include "common/base/contract.hpp"

namespace synchrono::signal {

namespace {

bool has(const std::vector<config::SignalGroupId>& groups, config::SignalGroupId group) {
    return std::find(groups.begin(), groups.end(), group) != groups.end();
}

/// Returns the state of a vehicle group while the phase is green; `stop` if the group is not in the phase.
SignalState green_of(const config::PhaseSignals& signals, config::SignalGroupId group) {
    if (has(signals.protected_groups, group)) return SignalState::protected_green;
    if (has(signals.permissive_groups, group)) return SignalState::permissive_green;
    return SignalState::stop;
}

bool is_in(const config::PhaseSignals& signals, config::SignalGroupId group) {
    return green_of(signals, group) != SignalState::stop || has(signals.pedestrian_groups, group);
}

}  // namespace

bool ActuatedController::Phase::waits(bool lasting) const {
    if (green) return false;
    return spec.recall != config::Recall::none || pedestrian() || called || (!lasting && occupied);
}

SimDuration ActuatedController::Phase::green_min() const {
    return std::max(spec.min_green, spec.signals.walk + spec.signals.pedestrian_clearance);
}

SimDuration ActuatedController::Phase::green_max() const { return std::max(spec.max_green, green_min()); }

ActuatedController::ActuatedController(const config::Intersection& intersection) {
    const config::Signals& signals = *intersection.signals;
    for (const config::ActuatedPhase& spec : std::get<config::ActuatedProgramme>(signals.programme).phases) {
        Phase phase{.spec = spec, .zones = {}};
        for (const config::Detector& detector : spec.detectors)
            phase.zones.emplace_back(intersection, detector);
        sides_ = std::max(sides_, spec.side);
        sequences_.at(spec.ring - 1u).push_back(phases_.size());
        phases_.push_back(std::move(phase));
    }
    for (auto& sequence : sequences_) {
        std::stable_sort(sequence.begin(), sequence.end(), [&](std::size_t a, std::size_t b) {
            return phases_[a].spec.side < phases_[b].spec.side;
        });
    }
    side_ = sides_;  // so that the first side is next
    for (const config::SignalGroupId group : signals.groups) signals_.emplace_back().group = group;
}

void ActuatedController::observe(SimTime now, std::span<const geo::Vec3> places) {
    SYN_REQUIRE(!started_ || now > now_);
    run(now - SimDuration::nanoseconds(1));
    now_ = now;
    for (Phase& phase : phases_) {
        const bool was = phase.occupied;
        phase.occupied = std::any_of(phase.zones.begin(), phase.zones.end(), [&](const Zone& zone) {
            return std::any_of(places.begin(), places.end(),
                               [&](const geo::Vec3& place) { return zone.contains(place.x, place.y); });
        });
        if (phase.occupied && !phase.green && phase.spec.locks_calls) phase.called = true;
        if (!was || phase.occupied || !phase.green) continue;
        rings_.at(phase.spec.ring - 1u).empty_since = now;
    }
    started_ = true;
    process();
    for (GroupSignal& signal : signals_) set_times(signal);
}

void ActuatedController::advance(SimTime now) {
    SYN_REQUIRE(!started_ || now >= now_);
    run(now);
    for (GroupSignal& signal : signals_) set_times(signal);
}

/// Processes all events up to `until`. Before the first observation nothing happens.
void ActuatedController::run(SimTime until) {
    if (!started_) return;
    while (const auto event = next_event()) {
        if (*event > until) break;
        now_ = *event;
        process();
    }
    now_ = std::max(now_, until);
}

/// Returns when the next timer runs out.
std::optional<SimTime> ActuatedController::next_event() const {
    std::optional<SimTime> first;
    const auto consider = [&](SimTime time) {
        if (time > now_ && (!first || time < *first)) first = time;
    };
    for (const Ring& ring : rings_) {
        if (ring.interval == Ring::Interval::clearing) {
            consider(ring.yellow_until);
            consider(ring.red_until);
        } else if (ring.interval == Ring::Interval::green) {
            const Phase& phase = phase_of(ring);
            consider(ring.green_from + phase.green_min());
            consider(ring.green_from + phase.spec.signals.walk);
            consider(ring.green_from + phase.spec.signals.walk + phase.spec.signals.pedestrian_clearance);
            consider(ring.empty_since + phase.spec.passage);
            if (ring.waits_from) consider(*ring.waits_from + phase.spec.max_green);
        }
    }
    return first;
}

/// Makes all changes that are due at `now_`. One change may make another due, but every green lasts for a
/// while, so the loop ends.
void ActuatedController::process() {
    while (finish_clearing() || enter_side() || start_idle_rings() || end_greens()) {
    }
    refresh(now_);
}

bool ActuatedController::finish_clearing() {
    bool changed = false;
    for (Ring& ring : rings_) {
        if (ring.interval != Ring::Interval::clearing || ring.red_until > now_) continue;
        ring.interval = Ring::Interval::idle;
        changed = true;
        if (const auto next = std::exchange(ring.next, std::nullopt)) start(ring, *next);
    }
    return changed;
}

/// Enters the next side that has a waiting phase, once all rings are idle. Tries the current side last.
bool ActuatedController::enter_side() {
    for (const Ring& ring : rings_) {
        if (ring.interval != Ring::Interval::idle) return false;
    }
    crossing_ = true;
    for (std::uint8_t i = 0; i < sides_; ++i) {
        const auto side = static_cast<std::uint8_t>((side_ + i) % sides_ + 1);
        if (!waiting(0, side) && !waiting(1, side)) continue;
        side_ = side;
        crossing_ = false;
        for (std::size_t r = 0; r < rings_.size(); ++r) {
            auto phase = waiting(r, side);
            for (const std::size_t p : sequences_[r]) {
                const config::ActuatedPhase& spec = phases_[p].spec;
                if (!phase && spec.side == side && spec.dual_entry) phase = p;
            }
            if (phase) start(rings_[r], *phase);
        }
        return true;
    }
    return false;
}

/// Starts idle rings that had no waiting phase when the side was entered and have one now, unless a phase of
/// another side waits.
bool ActuatedController::start_idle_rings() {
    if (crossing_ || other_side_waits()) return false;
    bool changed = false;
    for (std::size_t r = 0; r < rings_.size(); ++r) {
        if (rings_[r].interval != Ring::Interval::idle) continue;
        if (const auto phase = waiting(r, side_)) {
            start(rings_[r], *phase);
            changed = true;
        }
    }
    return changed;
}

bool ActuatedController::end_greens() {
    bool changed = false, all_ready = true;
    for (Ring& ring : rings_) {
        if (ring.interval == Ring::Interval::clearing) all_ready = false;
        if (ring.interval != Ring::Interval::green) continue;
        if (!elsewhere_waits(ring)) {
            ring.waits_from.reset();
        } else if (!ring.waits_from) {
            ring.waits_from = now_;
        }
        const auto next = later(ring);
        if (!ready(ring)) {
            all_ready = false;
        } else if (next) {
            end(ring, next);
            all_ready = false;
            changed = true;
        }
    }
    if (other_side_waits()) {
        if (!all_ready) return changed;
        crossing_ = true;
        for (Ring& ring : rings_) {
            if (ring.interval == Ring::Interval::green) end(ring, std::nullopt);
        }
        return true;
    }
    for (Ring& ring : rings_) {
        if (ring.interval != Ring::Interval::green || !ready(ring)) continue;
        if (const auto next = first_waiting(ring)) {
            end(ring, next);
            changed = true;
        }
    }
    return changed;
}

void ActuatedController::start(Ring& ring, std::size_t index) {
    Phase& phase = phases_[index];
    phase.green = true;
    phase.called = false;
    ring.interval = Ring::Interval::green;
    ring.phase = index;
    ring.green_from = ring.empty_since = now_;
    ring.waits_from.reset();
}

void ActuatedController::end(Ring& ring, std::optional<std::size_t> next) {
    Phase& phase = phases_[ring.phase];
    phase.green = false;
    if (phase.occupied && phase.spec.locks_calls) phase.called = true;
    ring.interval = Ring::Interval::clearing;
    ring.next = next;
    ring.yellow_until = now_ + phase.spec.signals.yellow;
    ring.red_until = ring.yellow_until + phase.spec.signals.all_red;
}

bool ActuatedController::elsewhere_waits(const Ring& ring, bool lasting) const {
    const std::uint8_t own = phase_of(ring).spec.ring;
    return std::any_of(phases_.begin(), phases_.end(), [&](const Phase& phase) {
        return (phase.spec.side != side_ || phase.spec.ring == own) && phase.waits(lasting);
    });
}

bool ActuatedController::other_side_waits(bool lasting) const {
    return std::any_of(phases_.begin(), phases_.end(),
                       [&](const Phase& phase) { return phase.spec.side != side_ && phase.waits(lasting); });
}

bool ActuatedController::ready(const Ring& ring) const {
    const Phase& phase = phase_of(ring);
    if (!ring.waits_from || now_ < ring.green_from + phase.green_min()) return false;
    const bool gap = !phase.occupied && phase.spec.recall != config::Recall::max &&
                     now_ >= ring.empty_since + phase.spec.passage;
    return gap || now_ >= *ring.waits_from + phase.spec.max_green;
}

std::optional<std::size_t> ActuatedController::later(const Ring& ring, bool lasting) const {
    const auto& sequence = sequences_.at(phase_of(ring).spec.ring - 1u);
    const auto own = std::find(sequence.begin(), sequence.end(), ring.phase);
    const auto found = std::find_if(own + 1, sequence.end(), [&](std::size_t p) {
        return phases_[p].spec.side == side_ && phases_[p].waits(lasting);
    });
    return found == sequence.end() ? std::nullopt : std::optional(*found);
}

std::optional<std::size_t> ActuatedController::first_waiting(const Ring& ring) const {
    const std::size_t r = phase_of(ring).spec.ring - 1u;
    const auto first = waiting(r, side_);
    return first == ring.phase ? std::nullopt : first;
}

std::optional<std::size_t> ActuatedController::waiting(std::size_t ring, std::uint8_t side) const {
    for (const std::size_t p : sequences_[ring]) {
        if (phases_[p].spec.side == side && phases_[p].waits()) return p;
    }
    return std::nullopt;
}

// The functions from earliest_end() to earliest_release() compute bounds on future times. The bounds hold
// whatever road users come.

SimTime ActuatedController::earliest_end(const Ring& ring) const {
    const Phase& phase = phase_of(ring);
    const SimTime most = ring.waits_from.value_or(now_) + phase.spec.max_green;
    SimTime gap = (phase.occupied ? now_ : ring.empty_since) + phase.spec.passage;
    if (phase.spec.recall == config::Recall::max) gap = most;
    return std::max({now_, ring.green_from + phase.green_min(), std::min(gap, most)});
}

/// Returns the latest time at which the rings leave this side. They leave together, when both are ready.
/// Requires that a phase of another side keeps waiting until it gets green. Therefore the maximum green time
/// of each later phase counts from the beginning of its green, and rings only move forward in their
/// sequences. Each ring may still move forward at the last moment, one ring after the other, so the times of
/// all remaining phases are added.
SimTime ActuatedController::latest_crossing() const {
    SimTime ready = now_;
    SimDuration more;
    for (const Ring& ring : rings_) {
        if (ring.interval == Ring::Interval::idle) continue;
        const Phase& phase = phase_of(ring);
        std::size_t index = ring.phase;
        if (ring.interval == Ring::Interval::green) {
            ready = std::max(ready, own_maximum(ring));
        } else {
            SYN_ENSURE(ring.next);
            index = *ring.next;
            ready = std::max(ready, ring.red_until + phases_[index].green_max());
        }
        const auto& sequence = sequences_.at(phase.spec.ring - 1u);
        for (auto p = std::find(sequence.begin(), sequence.end(), index) + 1;
             p != sequence.end() && phases_[*p].spec.side == side_; ++p) {
            more = more + phases_[index].clearing() + phases_[*p].green_max();
            index = *p;
        }
    }
    return ready + more;
}

/// Returns the latest time at which the ring's phase becomes ready to end. Requires that the maximum green
/// time of the phase is being counted (`ring.waits_from` is set).
SimTime ActuatedController::own_maximum(const Ring& ring) const {
    SYN_ENSURE(ring.waits_from);
    const Phase& phase = phase_of(ring);
    return std::max(*ring.waits_from + phase.spec.max_green, ring.green_from + phase.green_min());
}

std::optional<SimTime> ActuatedController::latest_end(const Ring& ring) const {
    if (ring.waits_from && later(ring, true)) return own_maximum(ring);
    if (ring.waits_from && other_side_waits(true)) return latest_crossing();
    return std::nullopt;
}

/// Returns the time before which no phase of the ring turns green, except the one that is already chosen as
/// next.
SimTime ActuatedController::earliest_release(const Ring& ring) const {
    switch (ring.interval) {
        case Ring::Interval::idle:
            return now_;
        case Ring::Interval::green:
            return earliest_end(ring) + phase_of(ring).clearing();
        case Ring::Interval::clearing:
            break;
    }
    if (!ring.next) return ring.red_until;
    const Phase& next = phases_[*ring.next];
    return ring.red_until + next.green_min() + next.clearing();
}

/// Returns the ring that has the group on this side, or null if none has; at most one does.
const ActuatedController::Ring* ActuatedController::ring_of(config::SignalGroupId group) const {
    for (const Phase& phase : phases_) {
        if (phase.spec.side == side_ && is_in(phase.spec.signals, group)) {
            return &rings_.at(phase.spec.ring - 1u);
        }
    }
    return nullptr;
}

void ActuatedController::refresh(SimTime since) {
    for (GroupSignal& signal : signals_) {
        const SignalState state = state_of(signal.group);
        if (state == signal.state) continue;
        signal.state = state;
        signal.since = since;
    }
}

SignalState ActuatedController::state_of(config::SignalGroupId group) const {
    const Ring* ring = ring_of(group);
    if (ring == nullptr || ring->interval == Ring::Interval::idle) return SignalState::stop;
    const config::PhaseSignals& signals = phase_of(*ring).spec.signals;
    const SignalState green = green_of(signals, group);
    if (ring->interval == Ring::Interval::green) {
        if (green != SignalState::stop) return green;
        if (!has(signals.pedestrian_groups, group)) return SignalState::stop;
        if (now_ < ring->green_from + signals.walk) return SignalState::protected_green;
        return now_ < ring->green_from + signals.walk + signals.pedestrian_clearance
                   ? SignalState::protected_yellow
                   : SignalState::stop;
    }
    if (green == SignalState::stop) return SignalState::stop;
    if (ring->next && green_of(phases_[*ring->next].spec.signals, group) == green) return green;
    if (now_ >= ring->yellow_until) return SignalState::stop;
    return green == SignalState::protected_green ? SignalState::protected_yellow
                                                 : SignalState::permissive_yellow;
}

void ActuatedController::set_times(GroupSignal& signal) const {
    signal.min_end = signal.max_end = signal.likely_end = signal.next = std::nullopt;
    if (!started_) return;
    if (signal.state == SignalState::stop) return set_red_times(signal);
    const Ring& ring = *ring_of(signal.group);
    const Phase& phase = phase_of(ring);
    const config::PhaseSignals& signals = phase.spec.signals;
    const auto exactly = [&](SimTime end) { signal.min_end = signal.max_end = signal.likely_end = end; };
    if (has(signals.pedestrian_groups, signal.group)) {
        const SimTime walk_end = ring.green_from + signals.walk;
        return exactly(signal.state == SignalState::protected_green
                           ? walk_end
                           : walk_end + signals.pedestrian_clearance);
    }
    const bool yellow =
        signal.state == SignalState::protected_yellow || signal.state == SignalState::permissive_yellow;
    if (yellow) return exactly(ring.yellow_until);
    if (ring.interval == Ring::Interval::clearing) {  // still green: the next phase has the group too
        signal.min_end = ring.red_until + phases_[*ring.next].green_min();
        return;
    }
    signal.min_end = earliest_end(ring);
    if (ring.waits_from) signal.likely_end = signal.min_end;
    const bool may_go_on = std::any_of(phases_.begin(), phases_.end(), [&](const Phase& other) {
        return &other != &phase && other.spec.side == side_ && other.spec.ring == phase.spec.ring &&
               green_of(other.spec.signals, signal.group) == signal.state;
    });
    if (!may_go_on) signal.max_end = latest_end(ring);
}

void ActuatedController::set_red_times(GroupSignal& signal) const {
    const Ring* own = ring_of(signal.group);
    if (own != nullptr && own->interval == Ring::Interval::clearing && own->next &&
        is_in(phases_[*own->next].spec.signals, signal.group)) {
        signal.min_end = signal.max_end = signal.likely_end = own->red_until;
        return;
    }
    signal.min_end = own == nullptr || crossing_
                         ? std::max(earliest_release(rings_[0]), earliest_release(rings_[1]))
                         : earliest_release(*own);
}

}  // namespace synchrono::signal
