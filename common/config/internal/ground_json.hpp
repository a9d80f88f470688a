/// The ground as a JSON object: a scenario's member "ground".
#pragma once

#include <vector>

#include "common/config/ground.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// The scenario's map and its vehicles must allow for the kind.
void describe(FormReader& form, Ground& ground, const bool& has_map, const std::vector<AgentSpec>& vehicles);
void describe(FormWriter& form, Ground& ground, const bool& has_map, const std::vector<AgentSpec>& vehicles);

}  // namespace synchrono::config
