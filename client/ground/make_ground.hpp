/// Makes the ground of a scenario.
#pragma once

#include <memory>

#include "client/ground/ground.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Makes the ground, which all engines of a client may share; the same scenario gives the same ground to
/// the last bit. For soil it is the plane before anybody has driven on it. Requires a scenario that was
/// loaded without errors.
std::shared_ptr<const Ground> make_ground(const config::Scenario& scenario);

}  // namespace synchrono::client
