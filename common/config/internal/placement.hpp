/// Computes where agents start: the member "place" of an agent in a scenario.
#pragma once

#include <span>

#include "common/config/internal/json_reader.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::config {

/// Places the agents along a path of the scenario, on a road of its map (null: it has none), or at a
/// position. Reports problems to the node's diagnostics. Random offsets depend on nothing but the seed and
/// each agent's number.
void place_agents(const JsonNode& node, const Scenario& scenario, const roadmap::RoadMap* map,
                  std::span<AgentSpec> agents);
/// Returns the place as a position, however it was given.
Json::Value place_to_json(const AgentSpec& agent);

/// Returns the path that the node names; null, with a problem, if the scenario has no such path.
const Path* path_named(const JsonNode& node, const Scenario& scenario);

}  // namespace synchrono::config
