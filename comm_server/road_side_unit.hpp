/// A road-side unit: describes its intersection in J2735. Once a second it sends the geometry (MAP), and ten
/// times a second the state of the signals and how long that will last (SPAT). Its messages depend only on
/// simulated time and on the reports of the agent that runs the signals. Up to a hundred units with
/// consecutive ids send at different moments of a second; the moments of one unit are the same in every
/// second.
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

/// Composes the messages of one unit.
/// Threading: one thread.  Owns: the messages.
class RoadSideUnit {
  public:
    /// Makes a unit. Requires an intersection that the loader of scenarios accepts. The error is a line that
    /// names the unit and says why J2735 cannot describe the intersection.
    static Result<RoadSideUnit> make(const config::RoadSideUnit& unit,
                                     const config::Intersection& intersection, const geo::WorldFrame& frame);

    /// Sets the state of the unit's signals from `time` on: all groups, in the order of the intersection.
    /// Requires an intersection with signals, and a `time` that is not before that of an earlier call nor
    /// before the `until` of the last `advance`.
    void add_signals_report(SimTime time, std::span<const signal::GroupSignal> groups);
    /// Forgets the state of the signals because no agent runs them any more. The unit sends no SPAT until
    /// add_signals_report() is called again.
    void forget_signals();

    /// Returns the messages to be sent from `from` on and before `until`, in the order of time. The result
    /// is valid until the next call. Requires that `from` is before `until`, and not before the `until` of
    /// the last call.
    std::span<const DueMessage> advance(SimTime from, SimTime until);

    AgentId id() const { return id_; }

  private:
    RoadSideUnit() = default;
    DueMessage& add(SimTime time);
    void apply_reports(SimTime now);
    void add_spat(SimTime now);

    /// The state of all signal groups from `time` on.
    struct Report {
        SimTime time;
        std::vector<signal::GroupSignal> groups;
    };

    AgentId id_;
    // The offsets of MAP and SPAT within their periods.
    SimDuration map_offset_, spat_offset_;
    Bytes map_;
    j2735::MessageFrame spat_;  // the last SPAT sent
    bool has_signals_ = false;
    std::vector<signal::GroupSignal> signals_;  // their state now; empty: unknown
    std::vector<Report> reports_;               // their later states; entries and their memory are reused
    std::size_t report_count_ = 0;
    std::vector<DueMessage> due_;
    std::size_t due_count_ = 0;
    SimTime until_;
};

}  // namespace synchrono::comm_server
