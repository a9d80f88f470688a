/// The ground of a scenario.
#pragma once

#include <memory>

#include "client/ground/ground.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Made once and asked by all engines of a client; the same scenario gives the same ground to the last bit.
/// Of soil it is the plane that nobody has rolled on yet. Requires a scenario as it was loaded.
std::shared_ptr<const Ground> make_ground(const config::Scenario& scenario);

}  // namespace synchrono::client
