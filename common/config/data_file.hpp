/// The data that comes with the programs.
#pragma once

#include <filesystem>
#include <string_view>

namespace synchrono::config {

/// Where a folder of it is: "vehicles", "maps".
std::filesystem::path shared_data(std::string_view folder);

}  // namespace synchrono::config
