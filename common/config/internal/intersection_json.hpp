/// Reads and writes an intersection: the root of an intersection file, or an entry of "intersections" in a
/// scenario.
#pragma once

#include <string>

#include "common/config/internal/json_reader.hpp"
#include "common/config/intersection.hpp"

namespace synchrono::config {

/// Reads an intersection. Adds problems to the node's diagnostics; the value of a key with a problem keeps
/// its default. Finds the intersection's junction in `map`, which is null if there is no map.
Intersection read_intersection_object(const JsonNode& node, std::string name, const roadmap::RoadMap* map);
/// Returns whether the intersection takes its lanes from a junction of the map.
bool needs_map(const JsonNode& node);
/// Takes the lanes from the junction and, if the file has no position, the position too. Returns false, with
/// a problem, if the junction cannot provide them. Requires `intersection.junction`.
bool derive_lanes(const JsonNode& node, const roadmap::RoadMap* map, Intersection& intersection);
Json::Value intersection_to_json(const Intersection& intersection);

/// Checks conditions that concern several keys: whether the parts fit each other. Requires that no key alone
/// had a problem.
void check_intersection(const Intersection& intersection, const JsonNode& node);

}  // namespace synchrono::config
