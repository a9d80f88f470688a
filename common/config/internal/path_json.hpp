/// The lines of a scenario as a JSON object: its member "paths".
#pragma once

#include <map>
#include <string>

#include "common/config/internal/json_reader.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// Problems go to the node's diagnostics; a path with any is left out.
void read_paths(const JsonNode& node, std::map<std::string, Path>& paths);
Json::Value paths_to_json(const std::map<std::string, Path>& paths);
Json::Value path_to_json(const Path& path);

}  // namespace synchrono::config
