/// Finds the data that comes with the programs: scenarios, vehicles, maps and so on.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.hpp"

namespace synchrono::config {

/// Returns the path of a folder of this data, for example "vehicles" or "maps".
std::filesystem::path installed_folder(std::string_view folder);

/// Returns each NAME for which one of the folders contains a file NAME.json or, if `inner` is not empty, a
/// folder NAME with a file of that name. The names come folder by folder, sorted within each folder, and each
/// name occurs once. Leaves out schemas, and folders that cannot be read.
std::vector<std::string> data_names(const std::vector<std::filesystem::path>& folders,
                                    const std::filesystem::path& inner = {});

/// Returns the file of the scenario that a person means. `text` is a file, or the name of a scenario that
/// comes with the programs. A text that looks like a file name is returned unchecked, because reading a
/// missing file is an error anyway. An unknown name is an error here.
Result<std::filesystem::path> find_scenario(std::string_view text);

}  // namespace synchrono::config
