/// How wrong a vehicle is about itself: a position error that wanders slowly (first-order Gauss-Markov), and
/// errors of speed and heading that are new each time. They depend on the seed, the agent and the number of
/// the observation alone.
#pragma once

#include <cstdint>
#include <optional>

#include "common/base/ids.hpp"
#include "common/config/radio.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

/// Threading: one thread.
class SensedErrors {
  public:
    struct Errors {
        geo::Vec3 position_m;  // each axis by itself
        double speed_m_s = 0;
        double yaw_rad = 0;
    };

    /// Observations are `period` apart.
    SensedErrors(const config::SensedState& spec, SimDuration period, std::uint64_t seed, AgentId agent);
    /// Those of observation `index`. Requires indices that rise; where some are left out, the position has
    /// wandered all the same.
    const Errors& at(std::int64_t index);

  private:
    const config::SensedState spec_;
    const SimDuration period_;
    const std::uint64_t key_;
    std::optional<std::int64_t> last_;
    Errors errors_;
};

}  // namespace synchrono::client
