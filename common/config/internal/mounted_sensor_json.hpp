/// Reads and writes the sensors of an agent: its member "sensors", a JSON array.
#pragma once

#include "common/config/internal/data_shelf.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// Reads the sensors. Checks that their periods fit the scenario's steps or heartbeats, and that they fit
/// the agent's vehicle if the scenario has it. Reports problems to the node's diagnostics.
void read_mounted_sensors(const JsonNode& node, const Scenario& scenario, bool times_known,
                          DataShelf<SensorSpec>& shelf, AgentSpec& agent);
/// Returns the array, or nothing if the agent has no sensors.
std::optional<Json::Value> mounted_sensors_to_json(const std::vector<MountedSensor>& sensors,
                                                   DataShelf<SensorSpec>& shelf);

}  // namespace synchrono::config
