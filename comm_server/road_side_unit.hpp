/// A road-side unit: tells of its intersection in J2735, once a second what the
/// intersection looks like (MAP), ten times a second what its signals show and for how long (SPAT). What it
/// says depends on simulated time and on what it is told of its signals by whoever runs them, nothing else.
/// Units speak at different moments of a second, each always at its own.
#pragma once

#include <span>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/radio.hpp"
#include "common/geo/geodetic.hpp"
#include "common/j2735/message_frame.hpp"
#include "common/signal/signal_controller.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::comm_server {

/// A message that is to be sent at `time`.
struct DueMessage {
    SimTime time;
    Bytes payload;  // a MessageFrame
};

/// Threading: one thread.  Owns: the messages; nothing is borrowed.
class RoadSideUnit {
  public:
    /// Requires an intersection that the loader accepts. The error, a line that names the unit, tells why
    /// J2735 cannot tell of it.
    static Result<RoadSideUnit> make(const config::RoadSideUnit& unit,
                                     const config::Intersection& intersection, const geo::WorldFrame& frame);

    /// From `time` on its signals show this: all groups, in the order of the intersection. Requires an
    /// intersection with signals, and a time not before any told so far nor before the last `until`.
    void tell(SimTime time, std::span<const signal::GroupSignal> groups);
    /// Nobody runs its signals any more; until told again it says nothing of them.
    void forget_signals();

    /// What is to be sent from `from` on, before `until`, in the order of time. Valid until the next call.
    /// Requires `from` not before the last `until`, and less than `until`.
    std::span<const DueMessage> advance(SimTime from, SimTime until);

    AgentId id() const { return id_; }

  private:
    RoadSideUnit() = default;
    DueMessage& add(SimTime time);
    void take_told(SimTime now);
    void tell_signals(SimTime now);

    struct Told {
        SimTime time;
        std::vector<signal::GroupSignal> groups;
    };

    AgentId id_;
    SimDuration map_offset_, spat_offset_;
    Bytes map_;
    j2735::MessageFrame spat_;  // the last one
    bool has_signals_ = false;
    std::vector<signal::GroupSignal> signals_;  // what they show; empty: nobody has said
    std::vector<Told> told_;                    // what they will show; reused, with what they have allocated
    std::size_t told_count_ = 0;
    std::vector<DueMessage> due_;
    std::size_t due_count_ = 0;
    SimTime until_;
};

}  // namespace synchrono::comm_server
