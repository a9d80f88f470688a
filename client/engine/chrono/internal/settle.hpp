/// Finds the state of one of Chrono's vehicles that has stood on its springs, or rolled straight on, for a
/// while. It is computed in a separate Chrono system, so that the vehicle can be added to a running one
/// without a jump.
#pragma once

#include <filesystem>
#include <optional>

#include "client/engine/chrono/internal/ensemble.hpp"
#include "common/config/chrono.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::internal {

struct Settled {
    /// Relative to a frame on the ground below the centre of gravity, with x forward.
    EnsembleState state;
    int gear = 0;
};

/// Returns the settled state at this speed, in this gear or in the one that the gearbox chooses. Requires a
/// checked vehicle and a speed that is not negative. The same arguments give the same result.
Settled settle(const config::VehicleSpec& spec, const std::filesystem::path& data,
               const config::ChronoSettings& settings, double speed_m_s, std::optional<int> gear);

}  // namespace synchrono::client::internal
