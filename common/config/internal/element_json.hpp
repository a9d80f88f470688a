/// The elements of a scenario as a JSON array: its member "elements".
#pragma once

#include <vector>

#include "common/config/internal/agent_names.hpp"
#include "common/config/internal/intersections.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/scenario_times.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// What the rest of the scenario says, and where elements are added to it.
struct ElementContext {
    AgentNames& names;               // of agents; elements that publish are added
    std::vector<AgentSpec>& agents;  // the same
    std::vector<StaticElement>& statics;
    IntersectionShelf& intersections;
    const ScenarioTimes& times;
};

/// Problems go to the node's diagnostics; what they concern keeps its default.
void read_elements(const JsonNode& node, const ElementContext& context);

/// All of them, those that publish first.
Json::Value elements_to_json(const ElementContext& context);

}  // namespace synchrono::config
