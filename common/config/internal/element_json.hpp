/// The elements of a scenario as a JSON array: its member "elements".
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "common/config/internal/intersections.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// What the rest of the scenario says, and where elements are added to it.
struct ElementContext {
    std::unordered_map<std::string, AgentId>& names;  // of agents; elements that publish are added
    std::vector<AgentSpec>& agents;                   // the same
    std::vector<StaticElement>& statics;
    IntersectionShelf& intersections;
    std::function<void(JsonObject&, AgentSpec&)> read_flow;  // when it enters, how often it speaks
};

/// Problems go to the node's diagnostics; what they concern keeps its default.
void read_elements(const JsonNode& node, const ElementContext& context);

/// All of them, those that publish first.
Json::Value elements_to_json(const Scenario& scenario);

}  // namespace synchrono::config
