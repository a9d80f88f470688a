/// The controller of a fixed programme. The programme repeats one cycle, so every state is known in advance.
#pragma once

#include <vector>

#include "common/signal/signal_controller.hpp"

namespace synchrono::signal {

/// Threading: one thread.  Owns: the cycle of each group.
class FixedController : public SignalController {
  public:
    /// Requires signals with a fixed programme.
    explicit FixedController(const config::Signals& signals);

    void observe(SimTime now, std::span<const geo::Vec3> places) override;
    void advance(SimTime now) override;
    std::optional<SimTime> next_event() const override;
    std::span<const GroupSignal> groups() const override { return signals_; }

  private:
    /// A state and the time in the cycle at which it begins. It lasts until the next stretch begins.
    struct Stretch {
        SimDuration from;
        SignalState state;
    };
    using Timeline = std::vector<Stretch>;

    static Timeline timeline_of(config::SignalGroupId group, const config::FixedProgramme& programme);
    GroupSignal at(SimTime now, config::SignalGroupId group, const Timeline& timeline) const;

    SimDuration cycle_, offset_;
    std::vector<Timeline> timelines_;  // in the order of signals_
    std::vector<GroupSignal> signals_;
};

}  // namespace synchrono::signal
