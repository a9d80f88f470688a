// The form of a scenario file, by which files are read and resolved scenarios are written. Larger parts have
// their forms in files of their own.
#include "common/config/scenario.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/base/limits.hpp"
#include "common/base/quoted_list.hpp"
#include "common/config/arguments.hpp"
#include "common/config/internal/agent_json.hpp"
#include "common/config/internal/agent_names.hpp"
#include "common/config/internal/chrono_json.hpp"
#include "common/config/internal/data_shelf.hpp"
#include "common/config/internal/element_json.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/internal/ground_json.hpp"
#include "common/config/internal/intersection_json.hpp"
#include "common/config/internal/intersections.hpp"
#include "common/config/internal/measured_path.hpp"
#include "common/config/internal/overlay.hpp"
#include "common/config/internal/path_json.hpp"
#include "common/config/internal/radio_json.hpp"
#include "common/config/internal/scenario_map.hpp"
#include "common/config/internal/scenario_times.hpp"
#include "common/config/internal/sensor_json.hpp"
#include "common/config/internal/vehicle_json.hpp"
#include "common/config/internal/view_json.hpp"

namespace synchrono::config {

namespace {

namespace fs = std::filesystem;

// Beyond 0.5 the short time after which the radio says for whom it waits would count too much.
constexpr Range kLeastRate{0.001, 0.5};
constexpr Range kSight_m{0, 100'000, true};
constexpr Range kLimit{0, 3'600, true};  // s
// Seconds. A client that waits at its gate sends a request at least every 100 ms; the server must hear a
// healthy client twice within the limit.
constexpr Range kSilence{0.2, kLimit.high};
constexpr Range kPilotLimit{0.01, kLimit.high};  // s; a pilot's step is checked a few times within this limit

/// The data that the parts of a scenario share while the scenario is read or written.
/// Borrows: the scenario and the overrides.
struct Parts {
    Parts(Scenario& scenario, const Overrides& instead)
        : overrides(instead),
          vehicles{scenario.vehicles,
                   {.files = {.kind = "vehicle", .folder = "vehicles"},
                    .read = read_vehicle_object,
                    .load = load_vehicle}},
          sensors{scenario.sensors,
                  {.files = {.kind = "sensor", .folder = "vehicles/sensors"},
                   .read = read_sensor_object,
                   .load = load_sensor}} {
        times.heartbeat = scenario.heartbeat;  // used if no heartbeat can be read
        times.some_stay_out = instead.duration.has_value();
        for (const AgentSpec& agent : scenario.agents) names.add(agent.name, agent.id);
    }

    const Overrides& overrides;
    ScenarioTimes times{};
    std::optional<roadmap::RoadMap> map{};
    AgentNames names{};
    DataShelf<VehicleSpec> vehicles;
    DataShelf<SensorSpec> sensors;
};

template <typename Form>
void describe_times(Form& form, Scenario& s, Parts& parts) {
    const auto heartbeat = form.time("heartbeat_ms", s.heartbeat, kHeartbeat, Need::optional),
               step = form.time("step_ms", s.step, kHeartbeat, Need::optional);
    parts.times.heartbeat = s.heartbeat;
    parts.times.heartbeat_known = heartbeat || !form.has("heartbeat_ms", false);
    const bool step_known = step || !form.has("step_ms", false);
    if (parts.times.heartbeat_known && step_known && s.heartbeat % s.step != SimDuration{}) {
        const auto& culprit = step ? step : heartbeat;  // the defaults fit each other
        if (culprit)
            culprit->problem(
                fmt::format("expected a heartbeat to be a whole number of steps, not {} ms of {} ms",
                            static_cast<double>(s.heartbeat.count_ns()) / 1e6,
                            static_cast<double>(s.step.count_ns()) / 1e6));
    }
    if (Form::kReads) s.chrono.step = s.step;
    form.optional_object("chrono", s.chrono, Written::always, s.heartbeat);
    const std::optional<SimDuration>& instead = parts.overrides.duration;
    if (const auto node =
            form.time("duration_s", s.duration, kDuration, instead ? Need::optional : Need::required);
        node && !parts.times.is_on_heartbeat(s.duration))
        node->problem(parts.times.not_on_heartbeat());
    s.duration = parts.times.duration = instead.value_or(s.duration);
}

/// Checks the duration that the command line gives.
void check_duration(SimDuration duration, const ScenarioTimes& times, Diagnostics& diagnostics) {
    if (duration <= SimDuration{} ||
        duration > SimDuration::seconds(static_cast<std::int64_t>(kDuration.high))) {
        diagnostics.add("--duration", {}, fmt::format("expected more than 0 and at most {}", kDuration.high));
    } else if (!times.is_on_heartbeat(duration)) {
        diagnostics.add("--duration", {}, times.not_on_heartbeat());
    }
}

void read_gate(const JsonNode& node, GatePolicy& gate) {
    if (!node.value().isObject()) {
        node.problem(fmt::format(
            "expected {{\"window\": n}} with n from 1 to {}, or {{\"exact\": m}} with m from 1 to {}",
            limits::kWindowMax, limits::kLagMax));
        return;
    }
    FormReader::read(node, gate);
}

void read_pace(const JsonNode& node, Pace& out) {
    std::string text;
    if (!node.read(text)) return;
    const auto pace = parse_pace(text);
    if (pace) {
        out = *pace;
    } else {
        node.problem(pace.error().text);
    }
}

void read_agent_list(const JsonNode& node, const AgentNames& names, std::vector<AgentId>& out) {
    if (!node.is_array()) return;
    for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
        const JsonNode element = node.element(i);
        std::string name;
        if (!element.read(name)) continue;
        if (const auto agent = names.find(name)) {
            out.push_back(*agent);
        } else {
            element.problem(fmt::format("no agent '{}'{}", name, names.expected(name)));
        }
    }
    std::sort(out.begin(), out.end());
    if (std::adjacent_find(out.begin(), out.end()) != out.end()) node.problem("an agent is listed twice");
}

Json::Value agent_list(const std::vector<AgentId>& agents, const AgentNames& names) {
    Json::Value json(Json::arrayValue);
    for (const AgentId agent : agents) json.append(names.of(agent));
    return json;
}

void read_interest(const JsonNode& node, const AgentNames& names, Interest& interest) {
    if (node.value() == "world") return;
    if (node.value().isObject()) {
        FormReader::read(node, interest, names);
    } else {
        node.problem("expected \"world\" or an object");
    }
}

/// Reads the map and takes over its origin, which the scenario's key "origin" may replace later.
void read_map_and_origin(const JsonNode& node, Scenario& scenario, Parts& parts) {
    parts.map = read_map(node, scenario.map);
    if (parts.map) {
        scenario.origin = parts.map->open_drive().origin.value_or(scenario.origin);
    } else {
        node.leave_out(kNoMap);
        node.leave_out(kNoMapForLanes);
    }
}

/// Returns an object whose keys are the names.
template <typename Spec, typename Write>
Json::Value named_to_json(const std::map<std::string, Spec>& specs, Write write) {
    Json::Value json(Json::objectValue);
    for (const auto& [name, spec] : specs) json[name] = write(spec);
    return json;
}

}  // namespace

template <typename Form>
static void describe(Form& form, GatePolicy& gate) {
    using Kind = GatePolicy::Kind;
    const bool window = form.has("window", gate.kind == Kind::window),
               exact = form.has("exact", gate.kind == Kind::exact);
    if constexpr (Form::kReads) {
        if (window == exact) {
            form.node().problem("expected either \"window\" or \"exact\"");
            return;
        }
    }
    gate.kind = window ? Kind::window : Kind::exact;
    const std::int64_t most = window ? limits::kWindowMax : limits::kLagMax;
    form.whole(window ? "window" : "exact", gate.heartbeats, 1, static_cast<std::uint64_t>(most));
}

template <typename Form>
static void describe(Form& form, Interest& interest, const AgentNames& names) {
    using Kind = Interest::Kind;
    const bool radius = form.has("radius_m", interest.kind == Kind::radius),
               agents = form.has("agents", interest.kind == Kind::agents);
    if constexpr (Form::kReads) {
        if (radius == agents) {
            form.node().problem("expected either \"radius_m\" or \"agents\"");
            return;
        }
    }
    interest.kind = radius ? Kind::radius : Kind::agents;
    if (radius) form.number("radius_m", interest.radius_m, {0, kCoordinateMax, true});
    if (agents)
        form.own(
            "agents", [&](const JsonNode& node) { read_agent_list(node, names, interest.agents); },
            [&] { return std::optional(agent_list(interest.agents, names)); });
}

/// Describes the keys in the order in which they depend on each other. An override replaces its key's value
/// at once, so that later keys are checked against it.
template <typename Form>
static void describe(Form& form, Scenario& s, Parts& parts) {
    const Overrides& overrides = parts.overrides;
    form.given("$schema");  // for editors
    form.name("name", s.name);
    describe_times(form, s, parts);
    form.whole("seed", s.seed, 0, ~std::uint64_t{0}, Need::optional);
    s.seed = overrides.seed.value_or(s.seed);
    form.own(
        "gate", [&](const JsonNode& node) { read_gate(node, s.gate); },
        [&] { return std::optional(FormWriter::write(s.gate)); });
    s.gate = overrides.gate.value_or(s.gate);
    form.own(
        "rate", [&](const JsonNode& node) { read_pace(node, s.pace); },
        [&] { return std::optional(Json::Value(to_text(s.pace))); });
    s.pace = overrides.pace.value_or(s.pace);
    form.time("silence_limit_s", s.silence_limit, kSilence, Need::optional);
    form.number("least_rate", s.least_rate, kLeastRate);
    form.time("start_limit_s", s.start_limit, kLimit, Need::optional);
    form.time("server_limit_s", s.server_limit, kLimit, Need::optional);
    // With this default a hanging pilot is noticed before the server's watchdog removes the client's agents.
    if (Form::kReads) s.pilot_limit = s.silence_limit / 2;
    form.time("pilot_limit_s", s.pilot_limit, kPilotLimit, Need::optional);
    form.number("sight_m", s.sight_m, kSight_m);
    form.flag("log_states", s.log_states);
    form.own(
        "paths", [&](const JsonNode& node) { read_paths(node, s.paths); },
        [&] { return std::optional(paths_to_json(s.paths)); });
    form.own(
        "vehicles", [&](const JsonNode& node) { parts.vehicles.read(node); },
        [&] { return std::optional(named_to_json(s.vehicles, vehicle_to_json)); });
    form.own(
        "sensors", [&](const JsonNode& node) { parts.sensors.read(node); },
        [&] { return std::optional(named_to_json(s.sensors, sensor_to_json)); });
    form.own(
        "map", [&](const JsonNode& node) { read_map_and_origin(node, s, parts); },
        [&] { return s.map ? std::optional(map_to_json(*s.map)) : std::nullopt; });
    form.optional_object("origin", s.origin, Written::always);
    const roadmap::RoadMap* const map = parts.map ? &*parts.map : nullptr;
    const AgentContext agents{s, parts.names, parts.vehicles, parts.sensors, parts.times, map};
    form.own(
        "agents", [&](const JsonNode& node) { read_agents(node, agents); },
        [&] { return std::optional(agents_to_json(agents)); }, Need::required);
    const bool has_map = map != nullptr;
    form.optional_object("ground", s.ground, Written::always, has_map, s.agents);
    IntersectionShelf intersections(s.intersections, intersections_with(map));
    form.own(
        "intersections", [&](const JsonNode& node) { intersections.read(node); },
        [&] { return std::optional(named_to_json(s.intersections, intersection_to_json)); });
    const ElementContext elements{parts.names, s.agents, s.statics, intersections, parts.times};
    form.own(
        "elements", [&](const JsonNode& node) { read_elements(node, elements); },
        [&] { return std::optional(elements_to_json(elements)); });
    form.own(
        "interest", [&](const JsonNode& node) { read_interest(node, parts.names, s.interest); },
        [&] {
            return std::optional(s.interest.kind == Interest::Kind::world
                                     ? Json::Value("world")
                                     : FormWriter::write(s.interest, parts.names));
        });
    form.object("view", s.view, parts.names);
    RadioContext radio{parts.names, intersections, s.agents, s.sensors, s.heartbeat};
    form.object("radio", s.radio, radio);
}

/// Takes the agents that would enter after the end out of a scenario. Those behind them get other numbers,
/// and with these other random numbers. Fails if that leaves no vehicle, or if something names one of the
/// agents.
static Result<Scenario> without_late_agents(Scenario scenario, const fs::path& file) {
    const auto is_late = [&scenario](const AgentSpec& agent) {
        return agent.enter.since_start() >= scenario.duration;
    };
    std::vector<std::string> late;
    for (const AgentSpec& agent : scenario.agents)
        if (is_late(agent)) late.push_back(agent.name);
    if (late.empty()) return scenario;
    Json::Value json = parse_own(to_json(scenario));
    for (const char* key : {"agents", "elements"}) {
        Json::Value kept(Json::arrayValue);
        for (const Json::Value& entry : json[key])
            if (std::find(late.begin(), late.end(), entry["name"].asString()) == late.end())
                kept.append(entry);
        if (json.isMember(key)) json[key] = kept;
    }
    if (json["agents"].empty()) return fail("--duration: no vehicle enters before the end");
    auto rest = read_scenario(write_compact(json), file, {});
    if (!rest) {
        // The places in the text are of no use to people, but the first problem is.
        std::string why = rest.error().text.substr(0, rest.error().text.find('\n'));
        why.erase(0, std::min(why.find("key "), why.size()));
        return fail(fmt::format("--duration: {} would enter after the end: {}",
                                quoted_list(late, [](const std::string& name) { return name; }), why));
    }
    rest->stay_out = std::move(late);
    return rest;
}

Result<Scenario> load_scenario(const fs::path& file, const Overrides& overrides) {
    const auto text = read_text_file(file);
    if (!text) return tl::unexpected(text.error());
    return read_scenario(*text, file, overrides);
}

Result<Scenario> read_scenario(std::string_view text, const fs::path& file, const Overrides& overrides) {
    Diagnostics diagnostics;
    const auto json = read_layers(text, file, overrides.settings, diagnostics);
    if (!json) return tl::unexpected(diagnostics.error());
    Scenario scenario;
    std::error_code ignored;
    scenario.folder.path = fs::absolute(file, ignored).parent_path();
    Parts parts(scenario, overrides);
    FormReader::read(JsonNode(*json), scenario, parts);
    if (overrides.duration) check_duration(*overrides.duration, parts.times, diagnostics);
    if (!diagnostics.empty()) return tl::unexpected(diagnostics.error());
    if (overrides.duration) return without_late_agents(std::move(scenario), file);
    return scenario;
}

std::string to_json(const Scenario& given) {
    Scenario scenario = given;
    const Overrides none;
    Parts parts(scenario, none);
    return write_lines(FormWriter::write(scenario, parts));
}

}  // namespace synchrono::config
