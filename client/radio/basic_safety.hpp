/// What a vehicle says of itself: its basic safety messages (J2735 BSM), at their times and with their
/// contents, as SAE J2945/1 wants them. Times, identities and errors depend on the seed and the agent alone,
/// not on the heartbeat.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "client/engine/vehicle_motion.hpp"
#include "client/radio/path_history.hpp"
#include "client/radio/sensed_state.hpp"
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
    /// `motion` is how the vehicle moves at `now`, and what message() then tells. Requires heartbeats that
    /// follow one another, gaps allowed, none longer than the period.
    std::optional<SimTime> step(SimTime now, SimDuration heartbeat, const VehicleMotion& motion);
    /// The last one that step() made.
    const j2735::MessageFrame& message() const { return frame_; }
    /// The one in use at `now`.
    std::uint32_t temporary_id(SimTime now) const;

  private:
    struct State {
        geo::Vec3 position;  // on the ground
        double yaw_rad = 0;
        double speed_m_s = 0;
        double yaw_rate_rad_s = 0;
    };
    State sense(std::int64_t index, const VehicleMotion& motion);
    void identify(SimTime now);
    void tell_core(SimTime now, const State& state, const VehicleMotion& motion);
    void tell_extensions(SimTime now, const State& state, const VehicleMotion& motion);
    void tell_path(SimTime now, const State& state);
    void predict_path(SimTime now, const State& state);

    const config::BasicSafety spec_;
    const geo::WorldFrame world_;
    const std::uint64_t key_;
    const std::int64_t phase_ns_;           // of messages within the period
    const std::int64_t identity_phase_ns_;  // of changes of identity within theirs
    double cg_height_m_ = 0;
    double steering_wheel_max_rad_ = 0;
    std::optional<SensedErrors> errors_;
    PathHistory path_;
    std::vector<PathHistory::Point> points_;
    std::int64_t next_ = 0;                 // index of the message that is due next
    std::optional<std::int64_t> identity_;  // index of the one in use
    std::optional<State> told_;             // in the last message
    SimTime told_at_;
    j2735::MessageFrame frame_;
};

}  // namespace synchrono::client
