/// How a vehicle of Chrono is when it has stood on its springs, or rolled on the straight, for a while: found
/// in a system of its own, so that it may be added to a running one without a jump.
#pragma once

#include <filesystem>
#include <optional>

#include "client/engine/chrono/internal/ensemble.hpp"
#include "common/config/chrono.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::internal {

struct Settled {
    /// From a frame on the ground below the centre of gravity, x forward.
    EnsembleState state;
    int gear = 0;
};

/// Requires a checked vehicle and a speed that is not negative. Deterministic.
Settled settle(const config::VehicleSpec& spec, const std::filesystem::path& data,
               const config::ChronoSettings& settings, double speed_m_s, std::optional<int> gear);

}  // namespace synchrono::client::internal
