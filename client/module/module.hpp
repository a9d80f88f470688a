/// Loads modules: parts of a client that only some clients need and that depend on large libraries. Each
/// module is a shared object, which is loaded when it is needed.
#pragma once

#include <filesystem>
#include <string>

#include "common/base/result.hpp"

namespace synchrono::client::module {

/// Returns the folder of the modules: lib/synchrono next to the folder that contains this program.
std::filesystem::path module_directory();

/// Returns whether the file of the module exists. Loading it may still fail.
bool has_module(const std::string& name);

/// Loads lib/synchrono/NAME.so, which stays loaded until the process ends, and returns the function `entry`
/// of the module. The error is one line.
Result<void*> load_module(const std::string& name, const char* entry);

}  // namespace synchrono::client::module
