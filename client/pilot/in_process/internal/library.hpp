/// Opens a shared library as a pilot: finds its functions and checks the version of its interface. Opening
/// a library may run code of it, so that is guarded, too.
#pragma once

#include <filesystem>

#include "client/pilot/in_process/internal/guard.hpp"
#include "common/base/result.hpp"
#include "common/time/wall_clock.hpp"
#include "pcp/synchrono_pilot.h"

namespace synchrono::client::internal {

/// The functions of one library. A loaded library is never unloaded: several agents share it, and it may
/// have a thread or an exit handler.
struct Library {
    Code code;
    decltype(&syn_pilot_create) create = nullptr;
    decltype(&syn_pilot_step) step = nullptr;
    decltype(&syn_pilot_destroy) destroy = nullptr;
};

/// Opens the library. The error is one line that names the file. Each call into the library counts as hung
/// after `limit`.
Result<Library> open_library(const std::filesystem::path& file, WallDuration limit);

}  // namespace synchrono::client::internal
