/// Reads and writes the paths of a scenario: the object under the key "paths".
#pragma once

#include <map>
#include <string>

#include "common/config/internal/json_reader.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// Reads the paths. Adds problems to the node's diagnostics; a path with a problem is left out.
void read_paths(const JsonNode& node, std::map<std::string, Path>& paths);
Json::Value paths_to_json(const std::map<std::string, Path>& paths);
Json::Value path_to_json(const Path& path);

}  // namespace synchrono::config
