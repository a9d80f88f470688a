/// What a scenario says of its map and with the words of it: the map itself, where on earth it lies, and
/// agents that start on a road of it.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "common/config/internal/form.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::config {

/// The member "map" of a scenario, which says where to find it or, in a resolved scenario, holds it. None,
/// with a problem, where there is none.
std::optional<roadmap::RoadMap> read_map(const JsonNode& node, std::optional<MapText>& text);
Json::Value map_to_json(const MapText& map);

/// The member "origin", for which the map's may stand.
void describe(FormReader& form, geo::Geodetic& origin);
void describe(FormWriter& form, geo::Geodetic& origin);

/// The keys of a place on a road, those that are there.
struct RoadPlace {
    std::optional<JsonNode> road, lane, s_m, spacing_m;
};

/// Places the agents in the middle of a lane, one after the other along s; `jitter_m` says how far each is
/// moved along it. Problems go to the nodes' diagnostics; without a map, that there is none. False, told to
/// nobody, where road, lane or s_m is missing.
bool place_on_road(const RoadPlace& place, const roadmap::RoadMap* map, std::span<AgentSpec> agents,
                   const std::function<double(const AgentSpec&)>& jitter_m);

}  // namespace synchrono::config
