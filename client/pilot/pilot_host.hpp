/// The seam between an agent's control unit and its pilot. A host decides where and when the pilot computes:
/// in the client's process or in another one, while simulated time stands still or while it passes. The
/// control unit passes a Perception to the host, and later takes an answer. The answer says from when on it
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

namespace synchrono::client::pilot {

/// One decision of a pilot. The decision takes effect at the first heartbeat at or after `valid_from`; until
/// then the previous controls hold.
struct PilotAnswer {
    body::Controls controls = {};
    SimTime valid_from = {};
    radio::Posted messages = {};  // sent when the controls take effect; borrowed until the next begin_step()
    bool leaves = false;          // the agent's next message is its last
};

/// Runs one pilot. A client begins the steps of all its pilots before it finishes any step, so that hosts may
/// compute side by side.
/// Threading: one thread calls.
class PilotHost {
  public:
    virtual ~PilotHost() = default;

    /// Begins a step of the pilot. Requires that the previous step has been answered and that its answer has
    /// taken effect. So a pilot that needs longer than its period misses steps.
    virtual void begin_step(const Perception& perception) = 0;
    /// Returns the answer to the step that was begun. Returns nothing while there is no answer yet; then the
    /// function is called again at each heartbeat. A host that returns nothing in the first call must have
    /// copied all that it still needs of the perception.
    virtual std::optional<PilotAnswer> finish_step() = 0;
    /// Returns why the pilot has failed for good; empty while it works. If there is a fault, the controls in
    /// an answer are meaningless: SafePilot makes sure that nobody applies them, and that neither
    /// begin_step() nor finish_step() is called again.
    virtual std::string_view fault() const { return {}; }
};

/// The severity of a line of text about a pilot.
enum class PilotNote { info, warning, error };

/// A function that gets lines of text about a pilot, on the thread that calls the pilot's host; may be empty.
using PilotNotes = std::function<void(PilotNote, std::string_view)>;

/// The facts from which a pilot is made, which are the same for every host.
struct PilotSetup {
    AgentId agent;
    std::string name;         // of the agent
    std::string config_json;  // the pilot's own configuration, from the scenario
    std::uint64_t seed = 0;   // of the run
    config::VehicleSpec vehicle;
    geo::Geodetic origin;         // place of the world's origin on the earth
    const SynMap* map = nullptr;  // of the scenario, borrowed; null if the scenario has none
    PilotNotes note;
};

}  // namespace synchrono::client::pilot
