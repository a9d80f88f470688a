/// What a vehicle says of itself: its basic safety messages (J2735 BSM), at their times and with their
/// contents, as SAE J2945/1 wants them. Times and identities depend on the seed and the agent alone, not on
/// the heartbeat.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "client/body/body_motion.hpp"
#include "client/radio/own_state.hpp"
#include "client/radio/path_history.hpp"
#include "common/base/ids.hpp"
#include "common/config/radio.hpp"
#include "common/config/vehicle.hpp"
#include "common/geo/geodetic.hpp"
#include "common/j2735/message_frame.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

/// Threading: one thread.
class BasicSafetySource {
  public:
    BasicSafetySource(const config::BasicSafety& spec, const config::VehicleSpec& vehicle,
                      const geo::WorldFrame& world, std::uint64_t seed, AgentId agent);

    /// When the message of the heartbeat that begins at `now` goes out, within it; none where none is due.
    /// `own` is what the vehicle knows of itself at `now`, and what message() then tells, and `motion` how it
    /// really moves. Requires heartbeats that follow one another, gaps allowed, none longer than the period.
    std::optional<SimTime> step(SimTime now, SimDuration heartbeat, const BodyMotion& motion,
                                const OwnState& own);
    /// The same of a vehicle that knows the truth.
    std::optional<SimTime> step(SimTime now, SimDuration heartbeat, const BodyMotion& motion) {
        return step(now, heartbeat, motion, true_state(motion, figures_));
    }
    /// The last one that step() made.
    const j2735::MessageFrame& message() const { return frame_; }
    /// The one in use at `now`.
    std::uint32_t temporary_id(SimTime now) const;

  private:
    void identify(SimTime now);
    void tell_core(SimTime now, const OwnState& own, const BodyMotion& motion);
    void tell_extensions(SimTime now, const OwnState& own);
    void tell_path(SimTime now, const OwnState& own);
    void predict_path(SimTime now, const OwnState& own);

    const config::BasicSafety spec_;
    const config::VehicleFigures figures_;
    const geo::WorldFrame world_;
    const std::uint64_t key_;
    const std::int64_t phase_ns_;           // of messages within the period
    const std::int64_t identity_phase_ns_;  // of changes of identity within theirs
    PathHistory path_;
    std::vector<PathHistory::Point> points_;
    std::int64_t next_ = 0;                 // index of the message that is due next
    std::optional<std::int64_t> identity_;  // index of the one in use
    std::optional<OwnState> told_;          // in the last message
    SimTime told_at_;
    j2735::MessageFrame frame_;
};

}  // namespace synchrono::client
