/// The radio of a scenario as a JSON object: its member "radio".
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "common/config/internal/intersections.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// What the rest of the scenario says. Road-side units and ghosts are added to the names as they are read.
struct RadioContext {
    std::unordered_map<std::string, AgentId>& names;
    IntersectionShelf& intersections;
    const std::vector<AgentSpec>& agents;
    const std::map<std::string, SensorSpec>& sensors;
    SimDuration heartbeat;
};

/// Problems go to the node's diagnostics; what they concern keeps its default.
Radio read_radio_object(const JsonNode& node, RadioContext context);
Json::Value radio_to_json(const Radio& radio, const std::vector<std::string>& agent_names);

}  // namespace synchrono::config
