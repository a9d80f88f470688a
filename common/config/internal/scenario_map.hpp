/// Reads and writes the parts of a scenario that concern its map: the map itself, its origin on the earth,
/// and agents that start on a road.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "common/config/internal/form.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::config {

/// Reads the member "map", which says where the map is or, in a resolved scenario, holds it. Returns
/// nothing, with a problem, if the map cannot be had.
std::optional<roadmap::RoadMap> read_map(const JsonNode& node, std::optional<MapText>& text);
Json::Value map_to_json(const MapText& map);

/// Describes the member "origin"; without it, the origin of the map is used.
void describe(FormReader& form, geo::Geodetic& origin);
void describe(FormWriter& form, geo::Geodetic& origin);

/// The keys of a place on a road, as far as they are there.
struct RoadPlace {
    std::optional<JsonNode> road, lane, s_m, spacing_m;
};

/// Places the agents in the middle of a lane, one after the other along s, each moved along it by
/// `jitter_m`. Reports problems to the nodes' diagnostics, also that the scenario has no map. Returns false
/// without a problem if road, lane or s_m is missing.
bool place_on_road(const RoadPlace& place, const roadmap::RoadMap* map, std::span<AgentSpec> agents,
                   const std::function<double(const AgentSpec&)>& jitter_m);

}  // namespace synchrono::config
