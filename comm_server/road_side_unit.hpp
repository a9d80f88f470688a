/// A road-side unit: describes its intersection in J2735. Once a second it sends the geometry (MAP), ten
/// times a second what the signals show and for how long (SPAT). Its messages depend only on simulated time
/// and on what the owner of the signals reports. Different units send at different moments of a second,
/// each always at the same one.
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

/// A message to be sent at `time`.
struct DueMessage {
    SimTime time;
    Bytes payload;  // a MessageFrame
};

/// Threading: one thread.  Owns: the messages; nothing is borrowed.
class RoadSideUnit {
  public:
    /// Makes a unit. Requires an intersection that the loader accepts. The error is a line that names the
    /// unit and says why J2735 cannot describe the intersection.
    static Result<RoadSideUnit> make(const config::RoadSideUnit& unit,
                                     const config::Intersection& intersection, const geo::WorldFrame& frame);

    /// Sets what its signals show from `time` on: all groups, in the order of the intersection. Requires an
    /// intersection with signals. `time` must not be before that of an earlier call, nor before the `until`
    /// of the last `advance`.
    void tell(SimTime time, std::span<const signal::GroupSignal> groups);
    /// Forgets its signals because nobody runs them any more. It sends no SPAT until `tell` is called
    /// again.
    void forget_signals();

    /// Returns the messages to be sent from `from` on and before `until`, in the order of time. The result
    /// is valid until the next call. Requires that `from` is before `until`, and not before the `until` of
    /// the last call.
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
    j2735::MessageFrame spat_;  // the last one sent
    bool has_signals_ = false;
    std::vector<signal::GroupSignal> signals_;  // what they show now; empty: unknown
    std::vector<Told> told_;                    // what they will show; entries and their memory are reused
    std::size_t told_count_ = 0;
    std::vector<DueMessage> due_;
    std::size_t due_count_ = 0;
    SimTime until_;
};

}  // namespace synchrono::comm_server
