/// The agents of a scenario that are no elements as a JSON array: its member "agents".
#pragma once

#include "common/config/internal/agent_names.hpp"
#include "common/config/internal/data_shelf.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/scenario_times.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::config {

/// What the rest of the scenario says. Agents are added to it and to the names as they are read.
struct AgentContext {
    Scenario& scenario;
    AgentNames& names;
    DataShelf<VehicleSpec>& vehicles;
    DataShelf<SensorSpec>& sensors;
    const ScenarioTimes& times;
    const roadmap::RoadMap* map;  // null: it has none
};

/// Problems go to the node's diagnostics; what they concern keeps its default.
void read_agents(const JsonNode& node, const AgentContext& context);
Json::Value agents_to_json(const AgentContext& context);

}  // namespace synchrono::config
