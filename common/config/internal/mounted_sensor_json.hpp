/// Reads and writes the sensors of an agent: the array under its key "sensors".
#pragma once

#include "common/config/internal/data_shelf.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// Reads the sensors. If `times_known`, checks that their periods are whole numbers of the scenario's steps
/// or heartbeats. Checks that the agent's body can carry the sensors. Adds problems to the node's
/// diagnostics.
void read_mounted_sensors(const JsonNode& node, const Scenario& scenario, bool times_known,
                          DataShelf<SensorSpec>& shelf, AgentSpec& agent);
/// Returns the array, or nothing if the agent has no sensors.
std::optional<Json::Value> mounted_sensors_to_json(const std::vector<MountedSensor>& sensors,
                                                   DataShelf<SensorSpec>& shelf);

}  // namespace synchrono::config
