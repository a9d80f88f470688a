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

/// The problem of places that need a map.
inline constexpr const char* kNoMap = "the scenario has no \"map\"";
/// The problem of intersections that take their lanes from a map.
inline constexpr const char* kNoMapForLanes =
    "there is no map: expected \"map\" in the scenario, or map.xodr beside the file";

/// Reads the key "map", which names the map or, in a resolved scenario, holds its whole text. Returns
/// nothing, with a problem, if the map cannot be found or has problems.
std::optional<roadmap::RoadMap> read_map(const JsonNode& node, std::optional<MapText>& text);
Json::Value map_to_json(const MapText& map);

/// Describes the key "origin". If it is missing, the origin of the map is used.
void describe(FormReader& form, geo::Geodetic& origin);
void describe(FormWriter& form, geo::Geodetic& origin);

/// The keys of a place on a road; empty if missing.
struct RoadPlace {
    std::optional<JsonNode> road, lane, s_m, spacing_m;
};

/// Places the agents in the middle of a lane, spacing_m apart along s, each shifted along s by the result of
/// `jitter_m`. Adds problems to the nodes' diagnostics. `map` is null if the scenario has no map, which is a
/// problem. Returns false, without a problem of its own, if road, lane or s_m is missing.
bool place_on_road(const RoadPlace& place, const roadmap::RoadMap* map, std::span<AgentSpec> agents,
                   const std::function<double(const AgentSpec&)>& jitter_m);

}  // namespace synchrono::config
