/// Makes a vehicle's basic safety messages (J2735 BSM), with the times and contents that SAE J2945/1
/// requires. The times of messages and the vehicle's temporary ids depend on the seed, the agent and the
/// periods of both, not on the heartbeat.
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

namespace synchrono::client::radio {

/// The source of one vehicle's messages.
/// Threading: one thread.
class BasicSafetySource {
  public:
    BasicSafetySource(const config::BasicSafety& spec, const config::VehicleSpec& vehicle,
                      const geo::WorldFrame& world, std::uint64_t seed, AgentId agent);

    /// Makes the message that is due in the heartbeat from `now` on, and returns the message's time of
    /// sending; returns nothing if no message is due. The message contains `own`, which is what the vehicle
    /// knows of itself; gear and brakes are taken from its true `motion`. Requires ascending times, which may
    /// have gaps, and a heartbeat no longer than the period of messages.
    std::optional<SimTime> step(SimTime now, SimDuration heartbeat, const body::BodyMotion& motion,
                                const OwnState& own);
    /// Makes the message that is due, as above, for a vehicle that knows its true state.
    std::optional<SimTime> step(SimTime now, SimDuration heartbeat, const body::BodyMotion& motion) {
        return step(now, heartbeat, motion, true_state(motion, figures_));
    }
    /// Returns the last message that step() made.
    const j2735::MessageFrame& message() const { return frame_; }
    /// Returns the temporary id in use at `now`.
    std::uint32_t temporary_id(SimTime now) const;

  private:
    void identify(SimTime now);
    void fill_core(SimTime now, const OwnState& own, const body::BodyMotion& motion);
    void fill_extensions(SimTime now, const OwnState& own);
    void fill_path(SimTime now, const OwnState& own);
    void predict_path(SimTime now, const OwnState& own);

    const config::BasicSafety spec_;
    const config::VehicleFigures figures_;
    const geo::WorldFrame world_;
    const std::uint64_t key_;               // of the random numbers of this source
    const std::int64_t phase_ns_;           // offset of messages within their period
    const std::int64_t identity_phase_ns_;  // offset of changes of identity within their period
    PathHistory path_;
    std::vector<PathHistory::Point> points_;
    std::int64_t next_ = 0;                 // index of the message that is due next
    std::optional<std::int64_t> identity_;  // index of the identity in use
    std::optional<OwnState> last_state_;    // state in the last message
    SimTime last_time_;                     // time of the last message
    j2735::MessageFrame frame_;
};

}  // namespace synchrono::client::radio
