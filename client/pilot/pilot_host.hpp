/// The seam between an agent's control unit and its pilot. A host decides where and when the pilot computes:
/// while simulated time stands still or while it passes, in the client's process or in another one. The
/// control unit shows the host what the pilot perceives, and later gets an answer that says from when it
/// holds.
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
/// controls before it hold.
struct PilotAnswer {
    Controls controls = {};
    SimTime valid_from = {};
    Posted messages = {};  // they go out when the controls take effect; borrowed until the next begin()
    bool leaves = false;   // the agent's next message is its last
};

/// A client begins the turns of all its pilots before it finishes any, so that hosts may compute side by
/// side. Threading: one thread calls.
class PilotHost {
  public:
    virtual ~PilotHost() = default;

    /// The pilot's turn begins. Requires that the turn before has been answered, and that the answer has
    /// taken effect: a pilot that needs longer than its period misses turns.
    virtual void begin(const Perception& perception) = 0;
    /// The answer of the turn that was begun. While there is none yet, this is called again at each
    /// heartbeat; a host that gives none at first has kept what it needs of the perception.
    virtual std::optional<PilotAnswer> finish() = 0;
    /// Says why the pilot has failed for good; empty while it works. The controls of the answer that comes
    /// with a fault mean nothing: SafePilot sees to it that nobody applies them, and that neither begin() nor
    /// finish() is called after a fault.
    virtual std::string_view fault() const { return {}; }
};

enum class PilotNote { info, warning, error };

/// Hears lines about a pilot, on the thread that calls its host. May be empty.
using PilotNotes = std::function<void(PilotNote, std::string_view)>;

/// The facts that a pilot is made from, whatever its host.
struct PilotSetup {
    AgentId agent;
    std::string name;         // of the agent
    std::string config_json;  // the pilot's own configuration, as the scenario gives it
    std::uint64_t seed = 0;   // of the run
    config::VehicleSpec vehicle;
    geo::Geodetic origin;         // of the world, on the earth
    const SynMap* map = nullptr;  // of the scenario, if it has one; borrowed, to outlive the host
    PilotNotes note;
};

}  // namespace synchrono::client
