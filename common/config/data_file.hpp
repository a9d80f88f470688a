/// The data that comes with the programs.
#pragma once

#include <filesystem>
#include <string_view>

#include "common/base/result.hpp"

namespace synchrono::config {

/// Where a folder of it is: "vehicles", "maps".
std::filesystem::path shared_data(std::string_view folder);

/// The scenario that a person means: a file, or the name of one that comes with the programs. Whether a text
/// that looks like a file's name is one turns out when it is read; a name that is none fails here.
Result<std::filesystem::path> find_scenario(std::string_view text);

}  // namespace synchrono::config
