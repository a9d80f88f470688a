/// The window as a JSON object: a scenario's member "view".
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "common/config/internal/json_reader.hpp"
#include "common/config/view.hpp"

namespace synchrono::config {

/// None: there is no such agent.
using AgentByName = std::function<std::optional<AgentId>(const std::string& name)>;

/// Problems go to the node's diagnostics; what they concern keeps its default.
ViewSettings read_view_object(const JsonNode& node, const AgentByName& agent_of);
/// `agent` is the name of the one in `settings`.
Json::Value view_to_json(const ViewSettings& settings, const std::string& agent);

}  // namespace synchrono::config
