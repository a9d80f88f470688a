/// Makes the ground of a scenario.
#pragma once

#include <memory>

#include "client/ground/ground.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::ground {

/// Makes the ground, which all engines of a client may share. The same scenario always gives exactly the same
/// ground. Soil is made as a plane, which is its shape before anything has driven on it. Requires a scenario
/// that was loaded without errors.
std::shared_ptr<const Ground> make_ground(const config::Scenario& scenario);

}  // namespace synchrono::client::ground
