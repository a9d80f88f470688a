/// Computes where agents start: the key "place" of an agent in a scenario.
#pragma once

#include <span>

#include "common/config/internal/json_reader.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::config {

/// Places the agents along a path of the scenario, on a road of `map`, or at a position. `map` is null if the
/// scenario has no map. Adds problems to the node's diagnostics. The random offset of an agent depends only
/// on the seed and the agent's number.
void place_agents(const JsonNode& node, const Scenario& scenario, const roadmap::RoadMap* map,
                  std::span<AgentSpec> agents);
/// Returns the place as a position and a yaw, even if it was given on a path or a road.
Json::Value place_to_json(const AgentSpec& agent);

/// Returns the path that the node names; null, with a problem, if the scenario has no such path.
const Path* path_named(const JsonNode& node, const Scenario& scenario);

}  // namespace synchrono::config
