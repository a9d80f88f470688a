/// Reads and writes the elements of a scenario: its member "elements", a JSON array.
#pragma once

#include <vector>

#include "common/config/internal/agent_names.hpp"
#include "common/config/internal/intersections.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/scenario_times.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// The parts of the scenario that elements refer to, and the lists to which reading adds them.
struct ElementContext {
    AgentNames& names;               // of agents; reading adds elements that publish
    std::vector<AgentSpec>& agents;  // likewise
    std::vector<StaticElement>& statics;
    IntersectionShelf& intersections;
    const ScenarioTimes& times;
};

/// Reads the elements. Reports problems to the node's diagnostics; a member with a problem keeps its
/// default.
void read_elements(const JsonNode& node, const ElementContext& context);

/// Returns all elements, those that publish first.
Json::Value elements_to_json(const ElementContext& context);

}  // namespace synchrono::config
