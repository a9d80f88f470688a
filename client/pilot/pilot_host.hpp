/// Where a pilot runs. A host feeds one agent's pilot and gives back its driver inputs; the ACU sees this
/// interface whatever the host is. Here is the in-process host: the pilot is a shared library, and simulated
/// time stands still while it computes.
///
/// A host never gives away an unsafe input. A pilot that reports an error, throws, crashes, does not come
/// back, or answers with a number that is not finite or out of range has failed for good: from then on the
/// vehicle brakes fully with the steering kept as it was last (the safe stop), and one line says why.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "client/body/vehicle_motion.hpp"
#include "client/engine/engine.hpp"
#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/vehicle.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

struct SynMap;
struct SynRadio;
struct SynSensors;

namespace synchrono::client {

/// Threading: one thread.
class PilotHost {
  public:
    virtual ~PilotHost() = default;

    /// The inputs to apply from `now` for `period`. `others` does not contain the ego and holds every agent
    /// that the client knows of, dead-reckoned to `now`, in the order of their ids.
    virtual DriverInputs step(SimTime now, SimDuration period, const VehicleMotion& ego,
                              std::span<const Obstacle> others) = 0;
    /// The signals that are in sight at the next step. Borrowed until it is over.
    virtual void show(std::span<const SignalsInSight* const>) {}
    /// The agent has a radio: from the next step on the pilot is shown it. It is borrowed, and is to outlive
    /// the host. A host whose pilot has no use for one may leave it at that.
    virtual void attach(const SynRadio&) {}
    /// The same for its sensors: what they tell is there at each step.
    virtual void attach(const SynSensors&) {}
    /// Why the pilot is in its safe stop; empty while it drives.
    virtual const std::string& fault() const = 0;
    /// The pilot has said that its agent leaves the world; once said, it stays so.
    virtual bool leaves() const { return false; }
};

enum class PilotNote { info, warning, error };

struct PilotSetup {
    AgentId agent;
    std::string name;         // of the agent
    std::string library;      // a name ("path_follower") or, with a '/' in it, a path to the shared library
    std::string config_json;  // the pilot's own configuration, as the scenario gives it
    std::uint64_t seed = 0;   // of the run
    config::VehicleSpec vehicle;
    const SynMap* map = nullptr;      // of the scenario, if it has one; borrowed, to outlive the host
    std::filesystem::path directory;  // where names are looked up; see default_pilot_directory
    WallDuration limit = WallDuration::milliseconds(500);   // a step that lasts longer does not come back
    WallDuration create_limit = WallDuration::seconds(10);  // nor does a pilot that takes longer to be made
    /// Hears what the pilot has to say and the line of its fault, on the thread that steps it. May be empty.
    std::function<void(PilotNote, std::string_view)> note;
};

/// <directory of this program>/../lib/synchrono/pilots: the same in the build tree and once installed.
std::filesystem::path default_pilot_directory();

/// Whether the library can be loaded and is a pilot; with the error that load_pilot would give.
Result<void> check_pilot_library(const PilotSetup& setup);

/// Loads the library and creates the agent's pilot in it. The error names the file and what is wrong with it:
/// not there, not loadable, no pilot, another ABI version, or the pilot's own objection to its configuration.
Result<std::unique_ptr<PilotHost>> load_pilot(PilotSetup setup);

/// In place of a pilot that could not be loaded: its fault is `why`, the error that load_pilot gave, and the
/// vehicle brakes to a stop.
std::unique_ptr<PilotHost> make_safe_stop(const PilotSetup& setup, std::string_view why);

}  // namespace synchrono::client
