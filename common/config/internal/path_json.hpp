/// Reads and writes the paths of a scenario: its member "paths", a JSON object.
#pragma once

#include <map>
#include <string>

#include "common/config/internal/json_reader.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// Reads the paths. Reports problems to the node's diagnostics and leaves out a path that has one.
void read_paths(const JsonNode& node, std::map<std::string, Path>& paths);
Json::Value paths_to_json(const std::map<std::string, Path>& paths);
Json::Value path_to_json(const Path& path);

}  // namespace synchrono::config
