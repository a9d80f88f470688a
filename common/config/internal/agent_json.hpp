/// Reads and writes a scenario's agents that are not elements: the array under the key "agents".
#pragma once

#include "common/config/internal/agent_names.hpp"
#include "common/config/internal/data_shelf.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/scenario_times.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::config {

/// The parts of the scenario to which agents refer. Reading adds agents to the scenario and their names to
/// `names`.
struct AgentContext {
    Scenario& scenario;
    AgentNames& names;
    DataShelf<VehicleSpec>& vehicles;
    DataShelf<SensorSpec>& sensors;
    const ScenarioTimes& times;
    const roadmap::RoadMap* map;  // null: the scenario has no map
};

/// Reads the agents. Adds problems to the node's diagnostics; the value of a key with a problem keeps its
/// default.
void read_agents(const JsonNode& node, const AgentContext& context);
Json::Value agents_to_json(const AgentContext& context);

}  // namespace synchrono::config
