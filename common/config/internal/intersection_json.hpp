/// An intersection as a JSON object: the root of an intersection file, or a member of "intersections" in a
/// scenario.
#pragma once

#include <string>

#include "common/config/internal/json_reader.hpp"
#include "common/config/intersection.hpp"

namespace synchrono::config {

/// Problems go to the node's diagnostics; what they concern keeps its default. `map` is where its junction is
/// looked for; null: there is none.
Intersection read_intersection_object(const JsonNode& node, std::string name, const roadmap::RoadMap* map);
/// Whether it leaves its lanes to a junction of the map.
bool needs_map(const JsonNode& node);
/// Fills in lanes, and the position if there is none, from the junction. Requires `intersection.junction`.
/// False, with a problem, where they cannot be had from it.
bool derive_lanes(const JsonNode& node, const roadmap::RoadMap* map, Intersection& intersection);
Json::Value intersection_to_json(const Intersection& intersection);

/// What no single key can tell: parts that must fit each other. Requires that each key alone is right.
void check_intersection(const Intersection& intersection, const JsonNode& node);

}  // namespace synchrono::config
