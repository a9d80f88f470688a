/// The controller of an actuated programme: one or two rings of phases that meet at barriers. A phase stays
/// green until its minimum and its pedestrians' times are over, another phase waits, and either nobody came
/// for the passage time or the maximum is over. States change only at observations and when timers run out.
#pragma once

#include <array>
#include <vector>

#include "common/signal/internal/zone.hpp"
#include "common/signal/signal_controller.hpp"

namespace synchrono::signal {

/// The phases of one side of the barriers are green together.
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
        bool called = false;  // its detectors, which lock calls, saw somebody since its last green
        bool green = false;

        bool pedestrian() const { return !spec.signals.pedestrian_groups.empty(); }
        /// Returns whether the phase wants green; with `lasting`, whether it will want green until it gets
        /// it.
        bool waits(bool lasting = false) const;
        SimDuration green_least() const;
        SimDuration green_most() const;
        SimDuration clearing() const { return spec.signals.yellow + spec.signals.all_red; }
    };
    struct Ring {
        enum class Interval { idle, green, clearing };
        Interval interval = Interval::idle;
        std::size_t phase = 0;  // valid in green and clearing
        SimTime green_from;
        SimTime left;                       // since when the detectors of the green phase have been empty
        std::optional<SimTime> waits_from;  // since when another phase waits, so that the maximum runs
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
    bool elsewhere_waits(const Ring& ring, bool lasting = false) const;
    bool other_side_waits(bool lasting = false) const;
    bool ready(const Ring& ring) const;
    /// Returns the first phase of the ring on this side that waits: `later` after the green one, `earlier`
    /// anywhere.
    std::optional<std::size_t> later(const Ring& ring, bool lasting = false) const;
    std::optional<std::size_t> earlier(const Ring& ring) const;
    std::optional<std::size_t> waiting(std::size_t ring, std::uint8_t side) const;

    SimTime earliest_end(const Ring& ring) const;
    std::optional<SimTime> latest_end(const Ring& ring) const;
    SimTime latest_crossing() const;
    SimTime own_maximum(const Ring& ring) const;
    SimTime earliest_release(const Ring& ring) const;
    void refresh(SimTime since);
    SignalState state_of(config::SignalGroupId group) const;
    void tell_times(GroupSignal& signal) const;
    void tell_red(GroupSignal& signal) const;
    const Ring* ring_of(config::SignalGroupId group) const;

    std::vector<Phase> phases_;
    std::array<std::vector<std::size_t>, 2> sequences_;  // phases of each ring, by side and then as listed
    std::array<Ring, 2> rings_;
    std::uint8_t side_ = 1, sides_ = 1;
    bool crossing_ = true;  // between two sides, as at the start
    bool started_ = false;
    SimTime now_;
    std::vector<GroupSignal> signals_;
};

}  // namespace synchrono::signal
