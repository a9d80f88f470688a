/// The seam between an agent's control unit and its pilot. A host decides where and when the pilot
/// computes: in the client's process or in another one, while simulated time stands still or while it
/// passes. The control unit passes the host a Perception, and later gets an answer that says from which
/// time on it holds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "client/pilot/perception.hpp"
#include "client/radio/outbox.hpp"
#include "common/base/ids.hpp"
#include "common/config/vehicle.hpp"
#include "common/geo/geodetic.hpp"

struct SynMap;

namespace synchrono::client {

/// One decision of a pilot. It takes effect at the first heartbeat at or after `valid_from`; until then the
/// previous controls hold.
struct PilotAnswer {
    Controls controls = {};
    SimTime valid_from = {};
    Posted messages = {};  // sent when the controls take effect; borrowed until the next begin()
    bool leaves = false;   // the agent's next message is its last
};

/// Runs one pilot. A client begins the steps of all its pilots before it finishes any, so that hosts may
/// compute side by side.
/// Threading: one thread calls.
class PilotHost {
  public:
    virtual ~PilotHost() = default;

    /// Begins a step of the pilot. Requires that the step before it has been answered, and that the answer
    /// has taken effect: a pilot that needs longer than its period misses steps.
    virtual void begin(const Perception& perception) = 0;
    /// Returns the answer of the step that was begun, or nothing while it is not there yet; then this is
    /// called again at each heartbeat. A host that returns nothing at first must have copied what it needs
    /// of the perception.
    virtual std::optional<PilotAnswer> finish() = 0;
    /// Returns why the pilot has failed for good; empty while it works. The controls of an answer that
    /// comes with a fault are meaningless: SafePilot makes sure that nobody applies them, and that neither
    /// begin() nor finish() is called after a fault.
    virtual std::string_view fault() const { return {}; }
};

enum class PilotNote { info, warning, error };

/// Gets lines of text about a pilot, on the thread that calls its host. May be empty.
using PilotNotes = std::function<void(PilotNote, std::string_view)>;

/// The facts from which a pilot is made, the same for every host.
struct PilotSetup {
    AgentId agent;
    std::string name;         // of the agent
    std::string config_json;  // the pilot's own configuration, from the scenario
    std::uint64_t seed = 0;   // of the run
    config::VehicleSpec vehicle;
    geo::Geodetic origin;         // place of the world's origin on the earth
    const SynMap* map = nullptr;  // of the scenario; null if it has none. Borrowed; must outlive the host
    PilotNotes note;
};

}  // namespace synchrono::client
