/// Where what is run leaves its files: a folder of its own, so that nothing is ever overwritten.
#pragma once

#include <filesystem>
#include <string>

#include "common/base/result.hpp"

namespace synchrono::tools {

/// Makes the folder `wish`, which may exist when it is empty; if none is wished for, one under runs/ that is
/// called after the time and `name`. Absolute.
Result<std::filesystem::path> make_run_folder(const std::filesystem::path& wish, const std::string& name);

}  // namespace synchrono::tools
