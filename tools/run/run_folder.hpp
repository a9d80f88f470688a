/// Makes the folder of a run. Each run gets a folder of its own, so that nothing is ever overwritten.
#pragma once

#include <filesystem>
#include <string>

#include "common/base/result.hpp"

namespace synchrono::tools::run {

/// Makes the folder `wish`, which may exist if it is empty. If `wish` is "", makes a folder under runs/
/// whose name is the time and `name`. Returns the absolute path.
Result<std::filesystem::path> make_run_folder(const std::filesystem::path& wish, const std::string& name);

}  // namespace synchrono::tools::run
