/// Reads and writes a sensor: the root of a sensor file, or an entry of "sensors" in a scenario.
#pragma once

#include <string>

#include "common/config/internal/json_reader.hpp"
#include "common/config/sensor.hpp"

namespace synchrono::config {

/// Reads a sensor. Adds problems to the node's diagnostics; the value of a key with a problem keeps its
/// default.
SensorSpec read_sensor_object(const JsonNode& node, std::string name);
Json::Value sensor_to_json(const SensorSpec& sensor);

}  // namespace synchrono::config
