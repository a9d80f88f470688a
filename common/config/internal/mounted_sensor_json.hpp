/// The sensors of an agent as a JSON array: its member "sensors".
#pragma once

#include "common/config/internal/data_shelf.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// What measures at the scenario's steps or heartbeats must fit them, and a sensor its vehicle, which stands
/// in the scenario if it has been found. Problems go to the node's diagnostics.
void read_mounted_sensors(const JsonNode& node, const Scenario& scenario, bool times_known,
                          DataShelf<SensorSpec>& shelf, AgentSpec& agent);
/// Nothing where there are none.
std::optional<Json::Value> mounted_sensors_to_json(const std::vector<MountedSensor>& sensors,
                                                   DataShelf<SensorSpec>& shelf);

}  // namespace synchrono::config
