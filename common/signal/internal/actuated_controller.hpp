/// The controller of an actuated programme: one or two rings of phases that meet at barriers. A phase stays
/// green until three conditions hold: its minimum and its pedestrians' times are over, another phase waits,
/// and either its detectors have been empty for the passage time or its maximum is over. States change only
/// at observations and when timers run out.
#pragma once

#include <array>
#include <vector>

#include "common/signal/internal/zone.hpp"
#include "common/signal/signal_controller.hpp"

namespace synchrono::signal {

/// Phases of different rings may be green together if they are on the same side of the barriers.
/// Threading: one thread.  Owns: its copy of the phases, the zones of its detectors.
class ActuatedController : public SignalController {
  public:
    /// Requires signals with an actuated programme.
    explicit ActuatedController(const config::Intersection& intersection);

    void observe(SimTime now, std::span<const geo::Vec3> places) override;
    void advance(SimTime now) override;
    std::optional<SimTime> next_event() const override;
    std::span<const GroupSignal> groups() const override { return signals_; }

  private:
    struct Phase {
        config::ActuatedPhase spec;
        std::vector<Zone> zones;
        bool occupied = false;
        bool called = false;  // its detectors saw somebody since its last green; only if locks_calls
        bool green = false;

        bool pedestrian() const { return !spec.signals.pedestrian_groups.empty(); }
        /// Returns whether the phase wants green. With `lasting`, returns whether it will go on wanting green
        /// until it gets green.
        bool waits(bool lasting = false) const;
        SimDuration green_min() const;
        SimDuration green_max() const;
        SimDuration clearing() const { return spec.signals.yellow + spec.signals.all_red; }
    };
    struct Ring {
        enum class Interval { idle, green, clearing };
        Interval interval = Interval::idle;
        std::size_t phase = 0;  // valid in green and clearing
        SimTime green_from;
        SimTime empty_since;                // from then on the green phase's detectors have been empty
        std::optional<SimTime> waits_from;  // when another phase began to wait; the maximum runs from then
        SimTime yellow_until, red_until;
        std::optional<std::size_t> next;  // on this side; decided when the green ends
    };

    void run(SimTime until);
    void process();
    bool finish_clearing();
    bool enter_side();
    bool start_idle_rings();
    bool end_greens();
    void start(Ring& ring, std::size_t phase);
    void end(Ring& ring, std::optional<std::size_t> next);

    const Phase& phase_of(const Ring& ring) const { return phases_[ring.phase]; }
    /// Returns whether a phase waits that cannot be green together with the green phase of `ring`.
    bool elsewhere_waits(const Ring& ring, bool lasting = false) const;
    bool other_side_waits(bool lasting = false) const;
    /// Returns whether the green of `ring` may end now.
    bool ready(const Ring& ring) const;
    /// Returns the first waiting phase of the ring that comes after the green phase on this side.
    std::optional<std::size_t> later(const Ring& ring, bool lasting = false) const;
    /// Returns the first waiting phase of the ring on this side, before or after the green phase.
    std::optional<std::size_t> first_waiting(const Ring& ring) const;
    /// Returns the first waiting phase of a ring on a side.
    std::optional<std::size_t> waiting(std::size_t ring, std::uint8_t side) const;

    SimTime earliest_end(const Ring& ring) const;
    std::optional<SimTime> latest_end(const Ring& ring) const;
    SimTime latest_crossing() const;
    SimTime own_maximum(const Ring& ring) const;
    SimTime earliest_release(const Ring& ring) const;
    void refresh(SimTime since);
    SignalState state_of(config::SignalGroupId group) const;
    void set_times(GroupSignal& signal) const;
    void set_red_times(GroupSignal& signal) const;
    const Ring* ring_of(config::SignalGroupId group) const;

    std::vector<Phase> phases_;
    std::array<std::vector<std::size_t>, 2> sequences_;  // phases of each ring: by side, then as in the file
    std::array<Ring, 2> rings_;
    std::uint8_t side_ = 1, sides_ = 1;
    bool crossing_ = true;  // no side has been entered: between two sides, or at the start
    bool started_ = false;
    SimTime now_;
    std::vector<GroupSignal> signals_;
};

}  // namespace synchrono::signal
