/// Loads modules: parts of a client that only some clients need and that depend on large libraries. Each is
/// a shared object beside the pilots, and is loaded when it is needed.
#pragma once

#include <filesystem>
#include <string>

#include "common/base/result.hpp"

namespace synchrono::client {

/// Returns the folder of the modules: "lib/synchrono" beside the folder of this program.
std::filesystem::path module_directory();

/// Returns whether this build has the module, which may still fail to load.
bool has_module(const std::string& name);

/// Loads lib/synchrono/NAME.so, which stays loaded to the end of the process, and returns its function
/// `entry`. The error is one line.
Result<void*> load_module(const std::string& name, const char* entry);

}  // namespace synchrono::client
