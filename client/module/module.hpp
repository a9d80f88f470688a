/// Parts of a client that only some clients need, and that bring large libraries along: each is a shared
/// object beside the pilots, loaded when it is asked for.
#pragma once

#include <filesystem>
#include <string>

#include "common/base/result.hpp"

namespace synchrono::client {

/// Where modules lie: "lib/synchrono" beside the folder of this program.
std::filesystem::path module_directory();

/// Whether this build has the module; it may still fail to load.
bool has_module(const std::string& name);

/// The function `entry` of lib/synchrono/NAME.so, which stays loaded to the end of the process. The error is
/// one line.
Result<void*> load_module(const std::string& name, const char* entry);

}  // namespace synchrono::client
