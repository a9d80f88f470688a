/// Finds the state that one of Chrono's vehicles has after it has stood on its springs, or rolled straight
/// on, for a while. The state is computed in a separate Chrono system, so that the vehicle can be added to a
/// running system without a jump.
#pragma once

#include <filesystem>
#include <optional>

#include "client/engine/chrono/internal/ensemble.hpp"
#include "common/config/chrono.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::engine::internal {

/// A vehicle that has settled.
struct Settled {
    /// The state relative to a coordinate frame. The origin of the frame is on the ground below the centre of
    /// gravity, and its x axis points forward.
    EnsembleState state;
    int gear = 0;
};

/// Returns the settled state at this speed. Without `gear`, the gearbox chooses the gear. Requires a vehicle
/// that check_chrono() has accepted, and a speed that is not negative. The same arguments give the same
/// result.
Settled settle(const config::VehicleSpec& spec, const std::filesystem::path& data,
               const config::ChronoSettings& settings, double speed_m_s, std::optional<int> gear);

}  // namespace synchrono::client::engine::internal
