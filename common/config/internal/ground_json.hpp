/// The JSON form of a scenario's key "ground".
#pragma once

#include <vector>

#include "common/config/ground.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// Describes the ground. Checks that the scenario's map and vehicles allow the kind of ground.
void describe(FormReader& form, Ground& ground, const bool& has_map, const std::vector<AgentSpec>& vehicles);
void describe(FormWriter& form, Ground& ground, const bool& has_map, const std::vector<AgentSpec>& vehicles);

}  // namespace synchrono::config
