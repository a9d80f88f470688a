/// Opens a shared library as a pilot: finds the pilot's functions and checks the version of their interface.
/// Opening a library may run its code, so a Guard guards that as well.
#pragma once

#include <filesystem>

#include "client/pilot/in_process/internal/guard.hpp"
#include "common/base/result.hpp"
#include "common/time/wall_clock.hpp"
#include "pcp/synchrono_pilot.h"

namespace synchrono::client::pilot::internal {

/// The functions of one library. A library that has been loaded is never unloaded: several agents may share
/// it, and it may have started a thread or registered an exit handler.
struct Library {
    Code code;
    decltype(&syn_pilot_create) create = nullptr;
    decltype(&syn_pilot_step) step = nullptr;
    decltype(&syn_pilot_destroy) destroy = nullptr;
};

/// Opens the library. Loading it, and each call into it, counts as hung after `limit`. The error is one line
/// that names the file.
Result<Library> open_library(const std::filesystem::path& file, WallDuration limit);

}  // namespace synchrono::client::pilot::internal
