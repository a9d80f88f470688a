/// A road-side unit: runs the signals of its intersection and tells of them in J2735, once a second what the
/// intersection looks like (MAP), ten times a second what its signals show and for how long (SPAT). What it
/// says depends on simulated time and on who is where, nothing else. Units speak at different moments of a
/// second, each always at its own.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/radio.hpp"
#include "common/geo/geodetic.hpp"
#include "common/geo/vector.hpp"
#include "common/j2735/message_frame.hpp"
#include "common/signal/signal_controller.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::comm_server {

/// A message that is to be sent at `time`.
struct DueMessage {
    SimTime time;
    Bytes payload;  // a MessageFrame
};

/// Threading: one thread.  Owns: the signals and the messages; nothing is borrowed.
class RoadSideUnit {
  public:
    /// Requires an intersection that the loader accepts. The error, a line that names the unit, tells why
    /// J2735 cannot tell of it.
    static Result<RoadSideUnit> make(const config::RoadSideUnit& unit,
                                     const config::Intersection& intersection, const geo::WorldFrame& frame);

    /// What is to be sent from `from` on, before `until`, in the order of time; `vehicles` is where all are
    /// at `from`. Valid until the next call. Requires `from` not before the last `until`, and less than
    /// `until`.
    std::span<const DueMessage> advance(SimTime from, SimTime until, std::span<const geo::Vec3> vehicles);

    AgentId id() const { return id_; }
    /// What the signals show at the last message; null where there are none.
    const signal::SignalController* signals() const { return signals_.get(); }

  private:
    RoadSideUnit() = default;
    DueMessage& add(SimTime time);
    void tell_signals(SimTime now);

    AgentId id_;
    SimDuration map_offset_, spat_offset_;
    Bytes map_;
    j2735::MessageFrame spat_;  // the last one
    std::unique_ptr<signal::SignalController> signals_;
    std::vector<DueMessage> due_;
    std::size_t due_count_ = 0;
    SimTime until_;
};

}  // namespace synchrono::comm_server
