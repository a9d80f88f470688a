/// Where agents start: the member "place" of an agent of a scenario.
#pragma once

#include <span>

#include "common/config/internal/json_reader.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::config {

/// Along a path of the scenario, on a road of its map (null: it has none), or at a position. Problems go to
/// the node's diagnostics. Chance depends on the seed and the number of each agent alone.
void place_agents(const JsonNode& node, const Scenario& scenario, const roadmap::RoadMap* map,
                  std::span<AgentSpec> agents);
/// A position, whichever way led to it.
Json::Value place_to_json(const AgentSpec& agent);

/// The path that the node names; null, with a problem, if there is none.
const Path* path_named(const JsonNode& node, const Scenario& scenario);

}  // namespace synchrono::config
