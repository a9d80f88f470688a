/// Finds the data that comes with the programs.
#pragma once

#include <filesystem>
#include <string_view>

#include "common/base/result.hpp"

namespace synchrono::config {

/// Returns where a folder of this data lies, for example "vehicles" or "maps".
std::filesystem::path shared_data(std::string_view folder);

/// Returns the scenario that a person means: a file, or the name of a scenario that comes with the programs.
/// A text that looks like a file name is returned unchecked, since reading it will show whether the file
/// exists; an unknown name fails here.
Result<std::filesystem::path> find_scenario(std::string_view text);

}  // namespace synchrono::config
