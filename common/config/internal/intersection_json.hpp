/// Reads and writes an intersection: the root of an intersection file, or a member of "intersections" in a
/// scenario.
#pragma once

#include <string>

#include "common/config/internal/json_reader.hpp"
#include "common/config/intersection.hpp"

namespace synchrono::config {

/// Reads an intersection. Reports problems to the node's diagnostics; a member with a problem keeps its
/// default. Its junction is found in `map`; null: there is no map.
Intersection read_intersection_object(const JsonNode& node, std::string name, const roadmap::RoadMap* map);
/// Returns whether the intersection leaves its lanes to a junction of the map.
bool needs_map(const JsonNode& node);
/// Takes the lanes from the junction, and the position too if the file has none. Returns false, with a
/// problem, if the junction cannot provide them. Requires `intersection.junction`.
bool derive_lanes(const JsonNode& node, const roadmap::RoadMap* map, Intersection& intersection);
Json::Value intersection_to_json(const Intersection& intersection);

/// Checks conditions that concern several keys: whether the parts fit each other. Requires that each key
/// alone is right.
void check_intersection(const Intersection& intersection, const JsonNode& node);

}  // namespace synchrono::config
