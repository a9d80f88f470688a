/// The ground as a JSON object: a scenario's member "ground".
#pragma once

#include <vector>

#include "common/config/ground.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// Problems go to the node's diagnostics; what they concern keeps its default. The scenario's map and its
/// vehicles must allow for the kind.
Ground read_ground_object(const JsonNode& node, bool has_map, const std::vector<AgentSpec>& vehicles);
Json::Value ground_to_json(const Ground& ground);

}  // namespace synchrono::config
