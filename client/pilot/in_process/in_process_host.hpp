/// The host for pilots that are shared libraries (pcp/synchrono_pilot.h) in the client's own process.
/// Simulated time stands still while such a pilot computes, so its answer is there at once and holds at once.
///
/// A pilot that crashes, throws, reports an error or does not come back is a fault of the host, and ends
/// nobody else. It is not stepped again; after a crash or a hang nothing of it is called any more, and after
/// anything else it is destroyed with its host. The functions that the pilot may call (messages as JSON,
/// sending, places on the earth) are answered here, from what the host was shown.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "client/pilot/pilot_host.hpp"
#include "common/base/result.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client {

/// <directory of this program>/../lib/synchrono/pilots: the same in the build tree and once installed.
std::filesystem::path default_pilot_directory();

struct InProcessSetup {
    PilotSetup pilot;
    std::string library;  // a name ("path_follower") or, with a '/' in it, a path to the shared library
    std::filesystem::path directory = default_pilot_directory();  // where names are looked up
    WallDuration limit = WallDuration::milliseconds(500);   // a step that lasts longer does not come back
    WallDuration create_limit = WallDuration::seconds(10);  // nor does a pilot that takes longer to be made
};

/// Names agent and pilot in what is said of them: "agent 'car7': pilot 'my_pilot'".
std::string label_of(const InProcessSetup& setup);

/// Whether the library can be loaded and is a pilot; with the error that load_pilot would give.
Result<void> check_pilot_library(const InProcessSetup& setup);

/// Loads the library and creates the agent's pilot in it. The error names the file and what is wrong with it:
/// not there, not loadable, no pilot, another ABI version, or the pilot's own objection to its configuration.
Result<std::unique_ptr<PilotHost>> load_pilot(InProcessSetup setup);

}  // namespace synchrono::client
