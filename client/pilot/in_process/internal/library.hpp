/// Opens a shared library as a pilot: finds its functions and asks for the version of its interface. Code
/// that runs in a library while it is opened is the pilot's, too, and so is guarded.
#pragma once

#include <filesystem>

#include "client/pilot/in_process/internal/guard.hpp"
#include "common/base/result.hpp"
#include "common/time/wall_clock.hpp"
#include "pcp/synchrono_pilot.h"

namespace synchrono::client::internal {

/// The functions of one library. A library once loaded stays: a pilot's author may have left a thread or an
/// exit handler in it, and several agents share it.
struct Library {
    Code code;
    decltype(&syn_pilot_create) create = nullptr;
    decltype(&syn_pilot_step) step = nullptr;
    decltype(&syn_pilot_destroy) destroy = nullptr;
};

/// The error is one line that names the file. No call into the library may last longer than `limit`.
Result<Library> open_library(const std::filesystem::path& file, WallDuration limit);

}  // namespace synchrono::client::internal
