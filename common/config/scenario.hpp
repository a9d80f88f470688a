/// A resolved scenario: every default filled in, groups of agents expanded, vehicles read, names looked up.
/// All programs of a run load the same resolved file, so that they agree on every number; scenario_id() lets
/// them check that they have the same file. docs/scenario.md explains to users how to write one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/body_specification.hpp"
#include "common/config/chrono.hpp"
#include "common/config/element.hpp"
#include "common/config/ground.hpp"
#include "common/config/map_text.hpp"
#include "common/config/radio.hpp"
#include "common/config/sensor.hpp"
#include "common/config/vehicle.hpp"
#include "common/config/view.hpp"
#include "common/geo/angle.hpp"
#include "common/geo/geodetic.hpp"
#include "common/geo/vector.hpp"
#include "common/time/gate_policy.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::config {

struct Pace {
    std::optional<double> factor;  // simulated time over wall time, above 0; none: as fast as possible

    friend bool operator==(const Pace&, const Pace&) = default;
};

/// The agents whose states a client receives, besides its own.
struct Interest {
    enum class Kind { world, radius, agents };
    Kind kind = Kind::world;
    double radius_m = 0;          // for `radius`: around each agent of the client
    std::vector<AgentId> agents;  // for `agents`; ascending

    friend bool operator==(const Interest&, const Interest&) = default;
};

/// A line on the ground on which agents are placed and which pilots follow. It has at least two points, and
/// successive points differ.
struct Path {
    std::vector<std::array<double, 2>> points;  // x, y in m
    bool closed = false;                        // the last point leads back to the first

    friend bool operator==(const Path&, const Path&) = default;
};

/// The name of the engine that moves elements; no vehicle has it.
inline constexpr const char* kWorldEngine = "world";

struct AgentSpec {
    AgentId id;           // its index in Scenario::agents
    std::string name;     // unique
    std::string vehicle;  // a key of Scenario::vehicles; empty for elements and other bodies
    std::string engine = "embedded";
    std::string pilot;         // short name of a shared library, or a path as path_of() takes it; empty: none
    std::string pilot_config;  // compact JSON object; paths by name, see pilot_config_json()
    SimDuration pilot_period;  // time from one step of the pilot to the next; a whole number of heartbeats
    geo::Vec3 position;        // the point on the ground under the centre of gravity
    double yaw_deg = 0;        // 0: along x; 90: along y
    double speed_m_s = 0;      // forward
    SimTime enter;             // time of its first message; on a heartbeat
    SimDuration period;        // of its flow; a whole number of heartbeats
    bool radio = true;         // whether the agent has a radio, if the scenario has one; false for elements
    std::vector<MountedSensor> sensors;     // in the order of the scenario; empty for elements
    std::optional<Element> element;         // set if the agent is an element
    std::optional<BodySpecification> body;  // set if the agent is neither an element nor a vehicle

    /// Returns the kind of the agent's body. Requires that the agent is not an element.
    std::string_view kind_of_body() const { return body ? std::string_view(body->kind) : kVehicleKind; }

    double yaw_rad() const { return yaw_deg * geo::kRad; }
    friend bool operator==(const AgentSpec&, const AgentSpec&) = default;
};

/// The folder of a scenario's file. It says where the scenario lies, not what it is, so all folders are
/// equal.
struct ScenarioFolder {
    std::filesystem::path path;
    friend bool operator==(const ScenarioFolder&, const ScenarioFolder&) { return true; }
};

/// The folder, within that of a scenario, whose files move to another machine together with the scenario.
inline constexpr std::string_view kFilesFolder = "files/";

struct Scenario {
    ScenarioFolder folder = {};
    std::string name;
    SimDuration heartbeat = SimDuration::milliseconds(5);
    SimDuration step = SimDuration::milliseconds(1);  // of engines; a heartbeat is a whole number of steps
    ChronoSettings chrono;                            // for Chrono's engine
    SimDuration duration;                             // a whole number of heartbeats
    std::uint64_t seed = 1;
    GatePolicy gate;
    Pace pace;
    Interest interest;
    WallDuration silence_limit = WallDuration::seconds(1);  // until a silent client's agents are removed
    /// Simulated time per wall time that each client must keep while others wait for it. No value:
    /// limits::kLeastRateExternal for external clients, and none for those of `synchrono run`.
    std::optional<double> least_rate;
    WallDuration start_limit = WallDuration::seconds(30);        // until every expected agent has joined
    WallDuration server_limit = WallDuration::seconds(5);        // until a client leaves a silent server
    WallDuration pilot_limit = WallDuration::milliseconds(500);  // until a step of a pilot counts as hanging
    std::optional<double> sight_m;  // how far pilots see, never through buildings; none: everything
    bool log_states = true;
    geo::Geodetic origin;              // the place of the world frame on the earth
    std::optional<MapText> map;        // none: the scenario has no roads
    Ground ground;                     // what wheels roll on
    std::optional<Radio> radio;        // none: no agent has a radio; no communication server runs
    std::optional<ViewSettings> view;  // none: no window unless the command line asks for it
    std::map<std::string, Path> paths;
    std::map<std::string, VehicleSpec> vehicles;
    std::map<std::string, SensorSpec> sensors;
    std::map<std::string, Intersection> intersections;
    std::vector<AgentSpec> agents;  // all that publish: vehicles and other bodies, then elements
    std::vector<StaticElement> statics;
    /// Names of the agents that were taken out because they would enter after the end, which the command line
    /// set. A resolved scenario has none.
    std::vector<std::string> stay_out;

    /// Returns Radio::exchange in heartbeats, at least 1. Requires a radio.
    std::int64_t heartbeats_per_exchange() const {
        return std::max<std::int64_t>(radio->exchange / heartbeat, 1);
    }
    /// Returns the heartbeat up to which a client must have the radio's messages before its step from `tick`,
    /// which is the newest exchange that the gate's rule demands. Requires a radio.
    Tick radio_needed_for(Tick tick) const { return last_exchange(tick + 1 - gate.heartbeats); }
    /// Returns the newest heartbeat, `tick` or earlier, at which the radio exchanges messages.
    Tick last_exchange(Tick tick) const {
        return Tick{tick.index - std::max<std::int64_t>(tick.index, 0) % heartbeats_per_exchange()};
    }
    /// Returns the vehicle of an agent. Requires that the agent is a vehicle.
    const VehicleSpec& vehicle_of(const AgentSpec& agent) const { return vehicles.at(agent.vehicle); }
    std::size_t vehicle_count() const;  // of agents that are not elements
    friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// Returns the agent's signals, or null if the agent is not a signals element.
const SignalsElement* signals_in(const AgentSpec& agent);
/// Returns the agent among `agents` that runs an intersection's signals, or null if none does.
const AgentSpec* signals_of(std::string_view intersection, const std::vector<AgentSpec>& agents);

/// Returns the walls of all buildings, which weaken radio and block sight: those of the map, then those of
/// the radio, then those of elements.
std::vector<Building> buildings_of(const Scenario& scenario);

/// Values on the command line that replace those of the scenario file.
struct Overrides {
    std::optional<GatePolicy> gate = {};
    std::optional<Pace> pace = {};
    std::optional<SimDuration> duration = {};
    std::optional<std::uint64_t> seed = {};
    /// Each is "path=value". They apply in their order; the values above apply last.
    std::vector<std::string> settings = {};
};

/// Reads, resolves and validates a scenario. The error lists the problems, at most twenty, one per line:
/// "file:line: key '...': what is wrong".
Result<Scenario> load_scenario(const std::filesystem::path& file, const Overrides& overrides = {});

/// Reads the same from memory. `file` names the text in errors; file names in the text are relative to the
/// folder of `file`.
Result<Scenario> read_scenario(std::string_view text, const std::filesystem::path& file,
                               const Overrides& overrides = {});

/// Returns a scenario file that needs no other file; reading it gives an equal Scenario. Equal scenarios
/// give the same text.
std::string to_json(const Scenario& scenario);

/// Returns the line for a problem of one agent that a program finds after loading the scenario. It looks like
/// the lines of load_scenario(). `key` is a key of the agent, such as "pilot.library". `file` and `overrides`
/// are those with which the scenario was loaded. If the agent's entry is not found in the file, the line
/// names only the file and the agent's number.
std::string agent_problem(const std::filesystem::path& file, const Overrides& overrides, AgentId agent,
                          std::string_view key, std::string_view what);

/// Returns where a file is that a resolved scenario names: in kFilesFolder beside the scenario, or at an
/// absolute path.
std::filesystem::path path_of(const Scenario& scenario, const std::string& file);

/// Returns the configuration that the agent's pilot receives: AgentSpec::pilot_config. If its key "path"
/// names a path of the scenario, the value is replaced by {"closed": ..., "points": [[x, y], ...]}. Requires
/// an agent of the scenario.
std::string pilot_config_json(const Scenario& scenario, const AgentSpec& agent);

/// The fingerprint of a resolved scenario.
struct ScenarioId {
    std::array<std::byte, 16> bytes{};

    std::string to_hex() const;
    friend bool operator==(const ScenarioId&, const ScenarioId&) = default;
};
ScenarioId scenario_id(const Scenario& scenario);
/// The fingerprint of a text, or of a file's content: 16 bytes.
ScenarioId fingerprint(std::string_view text);

}  // namespace synchrono::config
