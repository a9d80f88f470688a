/// How Chrono computes, as a JSON object: a scenario's member "chrono".
#pragma once

#include "common/config/chrono.hpp"
#include "common/config/internal/json_reader.hpp"

namespace synchrono::config {

/// Problems go to the node's diagnostics; what they concern keeps its default, `step` that of the engines.
/// A heartbeat must be a whole number of steps.
ChronoSettings read_chrono_object(const JsonNode& node, SimDuration step, SimDuration heartbeat);
Json::Value chrono_to_json(const ChronoSettings& settings);

}  // namespace synchrono::config
