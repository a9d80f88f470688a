/// A sensor as a JSON object: the root of a sensor file, or a member of "sensors" in a scenario.
#pragma once

#include <string>

#include "common/config/internal/json_reader.hpp"
#include "common/config/sensor.hpp"

namespace synchrono::config {

/// Problems go to the node's diagnostics; what they concern keeps its default.
SensorSpec read_sensor_object(const JsonNode& node, std::string name);
Json::Value sensor_to_json(const SensorSpec& sensor);

}  // namespace synchrono::config
