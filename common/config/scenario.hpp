/// A scenario as resolved: every default filled in, groups of agents expanded, vehicles read, names looked
/// up. All programs of a run load the same resolved file, so that they agree on every number; `scenario_id`
/// lets them check. docs/scenario.md tells users how to write one.
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
#include "common/config/chrono.hpp"
#include "common/config/element.hpp"
#include "common/config/ground.hpp"
#include "common/config/map_text.hpp"
#include "common/config/radio.hpp"
#include "common/config/sensor.hpp"
#include "common/config/specification.hpp"
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
    std::optional<double> factor;  // simulated over wall time, more than 0; none: as fast as it goes

    friend bool operator==(const Pace&, const Pace&) = default;
};

/// Which agents a client is told of, its own apart.
struct Interest {
    enum class Kind { world, radius, agents };
    Kind kind = Kind::world;
    double radius_m = 0;          // of `radius`: around each agent of the client
    std::vector<AgentId> agents;  // of `agents`: ascending

    friend bool operator==(const Interest&, const Interest&) = default;
};

/// A line on the ground that agents are placed on and pilots follow; at least two points, no two in a row
/// alike.
struct Path {
    std::vector<std::array<double, 2>> points;  // x, y in m
    bool closed = false;                        // the last point leads back to the first

    friend bool operator==(const Path&, const Path&) = default;
};

/// The engine of elements; no vehicle has it.
inline constexpr const char* kWorldEngine = "world";

struct AgentSpec {
    AgentId id;           // its index in Scenario::agents
    std::string name;     // unique
    std::string vehicle;  // a key of Scenario::vehicles; empty of an element and of another body
    std::string engine = "embedded";
    std::string pilot;         // a shared library's short name, or an absolute path; empty: no pilot
    std::string pilot_config;  // compact JSON object; paths still by name, see pilot_config_json()
    SimDuration pilot_period;  // from one step of the pilot to the next; a whole number of heartbeats
    geo::Vec3 position;        // of the point on the ground under the centre of gravity
    double yaw_deg = 0;        // 0: along x; 90: along y
    double speed_m_s = 0;      // forward
    SimTime enter;             // the heartbeat of its first message
    SimDuration period;        // of its flow; a whole number of heartbeats
    bool radio = true;         // has one, if the scenario has; no element has
    std::vector<MountedSensor> sensors;  // in the order of the scenario; no element has any
    std::optional<Element> element;      // what it is if nobody drives it
    std::optional<Specification> body;   // of what somebody drives and is no vehicle

    /// Requires that it is no element.
    std::string_view kind_of_body() const { return body ? std::string_view(body->kind) : kVehicleKind; }

    double yaw_rad() const { return yaw_deg * geo::kRad; }
    friend bool operator==(const AgentSpec&, const AgentSpec&) = default;
};

struct Scenario {
    std::string name;
    SimDuration heartbeat = SimDuration::milliseconds(5);
    SimDuration step = SimDuration::milliseconds(1);  // of engines; a heartbeat is a whole number of them
    ChronoSettings chrono;                            // of Chrono's engine
    SimDuration duration;                             // a whole number of heartbeats
    std::uint64_t seed = 1;
    GatePolicy gate;
    Pace pace;
    Interest interest;
    WallDuration silence_limit =
        WallDuration::seconds(1);  // until the watchdog shoots a silent client's agents down
    WallDuration start_limit = WallDuration::seconds(30);        // until every expected agent has joined
    WallDuration server_limit = WallDuration::seconds(5);        // until a client gives a silent server up
    WallDuration pilot_limit = WallDuration::milliseconds(500);  // until a step of a pilot counts as hanging
    std::optional<double> sight_m;  // how far pilots see, and not through buildings; none: everything
    bool log_states = true;
    geo::Geodetic origin;              // where on earth the world frame lies
    std::optional<MapText> map;        // none: there are no roads
    Ground ground;                     // what wheels roll on
    std::optional<Radio> radio;        // none: nobody has one, and no communication server runs
    std::optional<ViewSettings> view;  // none: no window unless the command line asks for one
    std::map<std::string, Path> paths;
    std::map<std::string, VehicleSpec> vehicles;
    std::map<std::string, SensorSpec> sensors;
    std::map<std::string, Intersection> intersections;
    std::vector<AgentSpec> agents;  // all that publish: driven bodies, then elements
    std::vector<StaticElement> statics;

    /// Of Radio::exchange. Requires a radio.
    std::int64_t heartbeats_per_exchange() const {
        return std::max<std::int64_t>(radio->exchange / heartbeat, 1);
    }
    /// Requires a vehicle: neither an element nor another body.
    const VehicleSpec& vehicle_of(const AgentSpec& agent) const { return vehicles.at(agent.vehicle); }
    std::size_t vehicle_count() const;  // of `agents`
    friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// The agent as signals; null: it is something else.
const SignalsElement* signals_in(const AgentSpec& agent);
/// The signals of an intersection among `agents`; null: nobody runs them.
const AgentSpec* signals_of(std::string_view intersection, const std::vector<AgentSpec>& agents);

/// All walls of the world, those of its map first: what radio and sight do not pass unweakened.
std::vector<Building> buildings_of(const Scenario& scenario);

/// What the command line says instead of the file.
struct Overrides {
    std::optional<GatePolicy> gate = {};
    std::optional<Pace> pace = {};
    std::optional<SimDuration> duration = {};
    std::optional<std::uint64_t> seed = {};
    /// "path=value", each over the one before; what the members above say is over all of them.
    std::vector<std::string> settings = {};
};

/// Reads, resolves and validates. The error lists every problem, one a line: "file:line: key '...': what is
/// wrong".
Result<Scenario> load_scenario(const std::filesystem::path& file, const Overrides& overrides = {});

/// The same from memory; `file` names the text in messages, and what it names is looked up from where it
/// would lie.
Result<Scenario> read_scenario(std::string_view text, const std::filesystem::path& file,
                               const Overrides& overrides = {});

/// A scenario file that needs no other: reading it gives an equal Scenario. The same text for equal
/// scenarios.
std::string to_json(const Scenario& scenario);

/// A problem of one agent that is found later, by a program of the run, told as load_scenario tells those
/// that it finds. `key` is one of the agent's, such as "pilot.library"; `file` and `overrides` are those that
/// the scenario with the agent was loaded with.
std::string agent_problem(const std::filesystem::path& file, const Overrides& overrides, AgentId agent,
                          std::string_view key, std::string_view what);

/// The configuration that the agent's pilot is given: its own, with the path that key "path" names put in its
/// place as {"closed": ..., "points": [[x, y], ...]}. Requires `agent` to be one of the scenario's.
std::string pilot_config_json(const Scenario& scenario, const AgentSpec& agent);

/// The fingerprint of a resolved scenario.
struct ScenarioId {
    std::array<std::byte, 16> bytes{};

    std::string to_hex() const;
    friend bool operator==(const ScenarioId&, const ScenarioId&) = default;
};
ScenarioId scenario_id(const Scenario& scenario);

}  // namespace synchrono::config
