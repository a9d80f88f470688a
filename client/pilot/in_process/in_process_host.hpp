/// The host for pilots that are shared libraries (pcp/synchrono_pilot.h) in the client's own process.
/// Simulated time stands still while such a pilot computes, so its answer is there at once and holds at
/// once.
///
/// A pilot that crashes, throws, reports an error or does not return from a call causes a fault of its
/// host, and harms no other agent. It gets no further steps. After a crash or a hang nothing of it is
/// called any more; after any other fault it is destroyed with its host. The functions that the pilot may
/// call (messages as JSON, sending, places on the earth) are answered here, from the perception that the
/// host was given.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "client/pilot/pilot_host.hpp"
#include "common/base/result.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client {

/// Returns <directory of this program>/../lib/synchrono/pilots, in the build tree as in an installation.
std::filesystem::path default_pilot_directory();

struct InProcessSetup {
    PilotSetup pilot;
    std::string library;  // a name ("path_follower") or, with a '/' in it, a path to the shared library
    std::filesystem::path directory = default_pilot_directory();  // where names are looked up
    WallDuration limit = WallDuration::milliseconds(500);         // a step that takes longer counts as hung
    WallDuration create_limit = WallDuration::seconds(10);        // so does a creation that takes longer
};

/// Returns the names of agent and pilot for messages: "agent 'car7': pilot 'my_pilot'".
std::string label_of(const InProcessSetup& setup);

/// Checks that the library can be loaded and is a pilot. The error is the one that load_pilot would return.
Result<void> check_pilot_library(const InProcessSetup& setup);

/// Loads the library and creates the agent's pilot in it. The error names the file and what is wrong: it
/// does not exist, cannot be loaded, is no pilot, has another ABI version, or the pilot objects to its
/// configuration.
Result<std::unique_ptr<PilotHost>> load_pilot(InProcessSetup setup);

}  // namespace synchrono::client
