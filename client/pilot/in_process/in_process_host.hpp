/// The host for pilots that are shared libraries (pcp/synchrono_pilot.h) in the client's own process.
/// Simulated time stands still while such a pilot computes, so its answer comes at once and holds at once.
///
/// A pilot that crashes, throws, returns an error or does not return from a call causes a fault of its host,
/// and as a rule harms no other agent (guard.hpp says when it does). The pilot gets no further steps. After a
/// crash or a hang none of its functions is called any more; after any other fault the pilot is destroyed
/// with its host. The host itself carries out the functions that the pilot may call (messages as JSON,
/// sending, places on the earth), from the perception that the host was given.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "client/pilot/pilot_host.hpp"
#include "common/base/result.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client::pilot {

/// Returns the folder of the pilots, <folder of this program>/../lib/synchrono/pilots, both in the build tree
/// and in an installation.
std::filesystem::path default_pilot_directory();

/// The pilot to be created, and the library that contains it.
struct InProcessSetup {
    PilotSetup pilot;
    std::string library;  // a name ("path_follower") or, with a '/' in it, a path to the shared library
    std::filesystem::path directory = default_pilot_directory();  // where a name is searched for
    WallDuration limit = WallDuration::milliseconds(500);         // a step that takes longer counts as hung
    WallDuration create_limit = WallDuration::seconds(10);        // the same limit for loading and creating
};

/// Returns the file of a library that is named as in InProcessSetup.
std::filesystem::path file_of(const std::string& library,
                              const std::filesystem::path& directory = default_pilot_directory());

/// Returns the names of agent and pilot for lines of text: "agent 'car7': pilot 'my_pilot'".
std::string label_of(const InProcessSetup& setup);

/// Checks that the library can be loaded and is a pilot. The error is the one that load_pilot() would return.
Result<void> check_pilot_library(const InProcessSetup& setup);

/// Loads the library and creates the agent's pilot in it. The error names the file and says what is wrong:
/// the file does not exist, cannot be loaded, is not a pilot or has another ABI version, or the pilot
/// crashes, hangs or objects to its configuration.
Result<std::unique_ptr<PilotHost>> load_pilot(InProcessSetup setup);

}  // namespace synchrono::client::pilot
