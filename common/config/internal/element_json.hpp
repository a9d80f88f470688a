/// Reads and writes the elements of a scenario: the array under the key "elements".
#pragma once

#include <vector>

#include "common/config/internal/agent_names.hpp"
#include "common/config/internal/intersections.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/scenario_times.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// The parts of the scenario to which elements refer, and the lists to which reading adds elements.
struct ElementContext {
    AgentNames& names;               // of agents; reading adds the elements that are agents
    std::vector<AgentSpec>& agents;  // reading adds the elements that are agents
    std::vector<StaticElement>& statics;
    IntersectionShelf& intersections;
    const ScenarioTimes& times;
};

/// Reads the elements. Adds problems to the node's diagnostics; the value of a key with a problem keeps its
/// default.
void read_elements(const JsonNode& node, const ElementContext& context);

/// Returns all elements; those that are agents come first.
Json::Value elements_to_json(const ElementContext& context);

}  // namespace synchrono::config
