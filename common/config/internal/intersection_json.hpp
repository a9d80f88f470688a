/// An intersection as a JSON object: the root of an intersection file, or a member of "intersections" in a
/// scenario.
#pragma once

#include <string>

#include "common/config/internal/json_reader.hpp"
#include "common/config/intersection.hpp"

namespace synchrono::config {

/// Problems go to the node's diagnostics; what they concern keeps its default.
Intersection read_intersection_object(const JsonNode& node, std::string name);
Json::Value intersection_to_json(const Intersection& intersection);

/// What no single key can tell: parts that must fit each other. Requires that each key alone is right.
void check_intersection(const Intersection& intersection, const JsonNode& node);

}  // namespace synchrono::config
