#include "common/config/scenario.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unordered_map>

#include "common/base/limits.hpp"
#include "common/base/random.hpp"
#include "common/config/arguments.hpp"
#include "common/config/internal/chrono_json.hpp"
#include "common/config/internal/data_shelf.hpp"
#include "common/config/internal/element_json.hpp"
#include "common/config/internal/ground_json.hpp"
#include "common/config/internal/intersections.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/measured_path.hpp"
#include "common/config/internal/mounted_sensor_json.hpp"
#include "common/config/internal/overlay.hpp"
#include "common/config/internal/radio_json.hpp"
#include "common/config/internal/scenario_map.hpp"
#include "common/config/internal/sensor_json.hpp"
#include "common/config/internal/vehicle_json.hpp"
#include "common/config/internal/view_json.hpp"

namespace synchrono::config {

namespace {

constexpr std::int64_t kPilotPeriodMax = 200;  // heartbeats

namespace fs = std::filesystem;

constexpr int kSeconds = 9, kMilliseconds = 6;  // powers of ten ns
constexpr double kRadiusMax = 100'000;
constexpr Range kCenter{kRadiusMax - kCoordinateMax, kCoordinateMax - kRadiusMax};
constexpr Range kCoordinate{-kCoordinateMax, kCoordinateMax};
constexpr Range kDuration{0, 1e6, true};      // s; fifteen digits, which a double keeps exactly
constexpr Range kHeartbeat{0, 10'000, true};  // ms
constexpr Range kLimit{0, 3'600, true};       // s
// A client that waits at a shut gate asks every 100 ms at the least: one that is well must be heard twice.
constexpr Range kSilence{0.2, kLimit.high};
constexpr Range kPilotLimit{0.01, kLimit.high};  // s; looked at a few times within it
constexpr double kChordErrorMax = 0.01;          // m between a circle and its polygon

/// Turns the tree of one file into a Scenario. One use.
class Resolver {
  public:
    Resolver(const JsonText& json, const Overrides& overrides)
        : root_(JsonNode(json)), diagnostics_(json.diagnostics()), overrides_(overrides) {}

    Scenario resolve() {
        root_.find("$schema");  // for editors
        if (auto node = root_.find("name", Need::required)) node->read_name(scenario_.name);
        read_times();
        std::uint64_t seed = scenario_.seed;
        if (auto node = root_.find("seed")) node->read_whole(0, ~std::uint64_t{0}, seed);
        scenario_.seed = overrides_.seed.value_or(seed);
        if (auto node = root_.find("gate")) read_gate(*node);
        if (overrides_.gate) scenario_.gate = *overrides_.gate;
        if (auto node = root_.find("rate")) read_rate(*node);
        if (overrides_.pace) scenario_.pace = *overrides_.pace;
        read_limit("silence_limit_s", kSilence, scenario_.silence_limit);
        read_limit("start_limit_s", kLimit, scenario_.start_limit);
        read_limit("server_limit_s", kLimit, scenario_.server_limit);
        // So that the watchdog has not lost its patience with the client before.
        scenario_.pilot_limit = scenario_.silence_limit / 2;
        read_limit("pilot_limit_s", kPilotLimit, scenario_.pilot_limit);
        if (auto node = root_.find("sight_m"))
            node->read_number({0, kRadiusMax, true}, scenario_.sight_m.emplace());
        if (auto node = root_.find("log_states")) node->read(scenario_.log_states);
        if (auto node = root_.find("paths")) read_paths(*node);
        if (auto node = root_.find("vehicles")) vehicles_.read(*node);
        if (auto node = root_.find("sensors")) sensors_.read(*node);
        const auto origin = root_.find("origin");
        if (auto node = root_.find("map")) {
            map_ = read_map(*node, scenario_.map);
            if (map_) scenario_.origin = map_->open_drive().origin.value_or(scenario_.origin);
        }
        if (origin) read_origin(*origin, scenario_.origin);
        if (auto node = root_.find("agents", Need::required)) read_agents(*node);
        if (auto node = root_.find("ground"))
            scenario_.ground = read_ground_object(*node, map_.has_value(), scenario_.agents);
        IntersectionShelf intersections(scenario_.intersections, intersections_with(map_ ? &*map_ : nullptr));
        if (auto node = root_.find("intersections")) intersections.read(*node);
        if (auto node = root_.find("elements")) {
            read_elements(*node, {.names = names_,
                                  .agents = scenario_.agents,
                                  .statics = scenario_.statics,
                                  .intersections = intersections,
                                  .read_flow = [this](JsonObject& o, AgentSpec& a) { read_flow(o, a); }});
        }
        if (auto node = root_.find("interest")) read_interest(*node);  // names agents, so after them
        if (auto node = root_.find("view")) {
            scenario_.view =
                read_view_object(*node, [this](const std::string& name) -> std::optional<AgentId> {
                    const auto agent = names_.find(name);
                    return agent == names_.end() ? std::nullopt : std::optional(agent->second);
                });
        }
        if (auto node = root_.find("radio")) {
            scenario_.radio = read_radio_object(*node, {.names = names_,
                                                        .intersections = intersections,
                                                        .agents = scenario_.agents,
                                                        .sensors = scenario_.sensors,
                                                        .heartbeat = scenario_.heartbeat});
        }
        root_.finish();
        return std::move(scenario_);
    }

  private:
    bool read_time(const std::optional<JsonNode>& node, int unit_power, Range range, SimDuration& out) {
        std::int64_t ns = 0;
        if (!node || !node->read_time_ns(unit_power, range, ns)) return false;
        out = SimDuration::nanoseconds(ns);
        return true;
    }

    void read_limit(const char* key, Range range, WallDuration& out) {
        std::int64_t ns = 0;
        if (auto node = root_.find(key); node && node->read_time_ns(kSeconds, range, ns)) {
            out = WallDuration::nanoseconds(ns);
        }
    }

    std::string not_whole_heartbeats() const {
        return fmt::format("expected a whole number of heartbeats of {} ms",
                           static_cast<double>(scenario_.heartbeat.count_ns()) / 1e6);
    }

    /// False, with a problem, unless `time` is a whole number of heartbeats; true if there is none to judge
    /// by.
    bool on_heartbeat(const JsonNode& node, SimDuration time) const {
        return !heartbeat_known_ || time % scenario_.heartbeat == SimDuration{} ||
               node.problem(not_whole_heartbeats());
    }

    void read_times() {
        const auto heartbeat = root_.find("heartbeat_ms");
        const auto step = root_.find("step_ms");
        const auto duration = root_.find("duration_s", overrides_.duration ? Need::optional : Need::required);

        heartbeat_known_ = !heartbeat || read_time(heartbeat, kMilliseconds, kHeartbeat, scenario_.heartbeat);
        const bool step_known = !step || read_time(step, kMilliseconds, kHeartbeat, scenario_.step);
        if (heartbeat_known_ && step_known && scenario_.heartbeat % scenario_.step != SimDuration{}) {
            const JsonNode& culprit = step ? *step : *heartbeat;  // the defaults fit each other
            culprit.problem(
                fmt::format("expected a heartbeat to be a whole number of steps, not {} ms of {} ms",
                            static_cast<double>(scenario_.heartbeat.count_ns()) / 1e6,
                            static_cast<double>(scenario_.step.count_ns()) / 1e6));
        }
        scenario_.chrono.step = scenario_.step;
        if (const auto chrono = root_.find("chrono"))
            scenario_.chrono = read_chrono_object(*chrono, scenario_.step, scenario_.heartbeat);
        if (read_time(duration, kSeconds, kDuration, scenario_.duration)) {
            on_heartbeat(*duration, scenario_.duration);
        }
        if (overrides_.duration) {
            scenario_.duration = *overrides_.duration;
            if (scenario_.duration <= SimDuration{} || scenario_.duration.to_seconds() > kDuration.high) {
                diagnostics_.add("--duration", {},
                                 fmt::format("expected more than 0 and at most {}", kDuration.high));
            } else if (heartbeat_known_ && scenario_.duration % scenario_.heartbeat != SimDuration{}) {
                diagnostics_.add("--duration", {}, not_whole_heartbeats());
            }
        }
    }

    void read_gate(const JsonNode& node) {
        if (!node.value().isObject()) {
            node.problem(
                fmt::format("expected {{\"window\": n}} with n from 1 to {}, or {{\"exact\": m}} with m "
                            "from 1 to {}",
                            limits::kWindowMax, limits::kLagMax));
            return;
        }
        JsonObject object(node);
        const auto window = object.find("window"), exact = object.find("exact");
        object.finish();
        if (window.has_value() == exact.has_value()) {
            node.problem("expected either \"window\" or \"exact\"");
            return;
        }
        std::uint64_t heartbeats = 0;
        const JsonNode& policy = window ? *window : *exact;
        if (policy.read_whole(1, static_cast<std::uint64_t>(window ? limits::kWindowMax : limits::kLagMax),
                              heartbeats)) {
            scenario_.gate = {window ? GatePolicy::Kind::window : GatePolicy::Kind::exact,
                              static_cast<std::int64_t>(heartbeats)};
        }
    }

    void read_rate(const JsonNode& node) {
        std::string text;
        if (!node.read(text)) return;
        const auto pace = parse_pace(text);
        if (pace) {
            scenario_.pace = *pace;
        } else {
            node.problem(pace.error().text);
        }
    }

    void read_paths(const JsonNode& node) {
        each_named(node, [&](const JsonNode& member, const std::string& name) {
            JsonObject object(member);
            const auto circle = object.find("circle"), points = object.find("points"),
                       closed = object.find("closed");
            object.finish();
            if (!member.value().isObject()) return;
            Path path;
            if (circle.has_value() == points.has_value() || (circle && closed)) {
                member.problem("expected either \"circle\" alone or \"points\"");
            } else if (circle ? read_circle(*circle, path) : read_points(*points, closed, path)) {
                scenario_.paths.emplace(name, std::move(path));
            }
        });
    }

    static bool read_circle(const JsonNode& node, Path& path) {
        JsonObject object(node);
        std::array<double, 2> center{};
        double radius = 0;
        const auto center_node = object.find("center", Need::required),
                   radius_node = object.find("radius_m", Need::required);
        object.finish();
        bool good = center_node && center_node->read_numbers(kCenter, center.data(), 2);
        good = radius_node && radius_node->read_number({1, kRadiusMax}, radius) && good;
        if (!good) return false;
        // The chord over an angle a leaves the circle by about radius * a^2 / 8.
        const double angle = std::sqrt(8 * kChordErrorMax / radius);
        const int corners = static_cast<int>(std::ceil(2 * std::numbers::pi / angle));
        for (int i = 0; i < corners; ++i) {
            const double a = 2 * std::numbers::pi * i / corners;
            path.points.push_back({center[0] + radius * std::cos(a), center[1] + radius * std::sin(a)});
        }
        path.closed = true;
        return true;
    }

    static bool read_points(const JsonNode& node, const std::optional<JsonNode>& closed, Path& path) {
        bool good = !closed || closed->read(path.closed);
        if (!node.is_array()) return false;
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            std::array<double, 2> point{};
            good = node.element(i).read_numbers(kCoordinate, point.data(), 2) && good;
            path.points.push_back(point);
        }
        if (path.points.size() < 2) return node.problem("expected at least 2 points");
        if (!good) return false;
        for (std::size_t i = path.closed ? 0 : 1; i < path.points.size(); ++i) {
            const std::size_t before = (i == 0 ? path.points.size() : i) - 1;
            const double gap = std::hypot(path.points[i][0] - path.points[before][0],
                                          path.points[i][1] - path.points[before][1]);
            // Shorter pieces have no direction worth following.
            if (gap < 1e-3) return node.problem(fmt::format("points {} and {} coincide", before, i));
        }
        return true;
    }

    void read_agents(const JsonNode& node) {
        if (!node.is_array()) return;
        if (node.value().empty()) node.problem("expected at least one agent");
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) read_entry(node.element(i));
    }

    /// One entry of "agents": an agent, or a group that differs in name and place only.
    void read_entry(const JsonNode& node) {
        JsonObject object(node);
        if (!node.value().isObject()) return;
        AgentSpec agent;
        std::uint64_t count = 1;
        const auto name_node = object.find("name", Need::required);
        const bool named = name_node && name_node->read_name(agent.name);
        const auto count_node = object.find("count");
        if (count_node) count_node->read_whole(1, limits::kAgentsMax, count);
        if (auto value = object.find("vehicle", Need::required)) {
            if (std::string text; value->read(text)) agent.vehicle = vehicles_.named(*value, text);
        }
        if (auto value = object.find("engine")) value->read_name(agent.engine);
        agent.pilot_period = scenario_.heartbeat;
        if (auto value = object.find("pilot")) read_pilot(*value, agent);
        if (auto value = object.find("speed_m_s")) value->read_number({0, 200}, agent.speed_m_s);
        if (auto value = object.find("radio")) value->read(agent.radio);
        if (auto value = object.find("sensors"))
            read_mounted_sensors(*value, scenario_, heartbeat_known_, sensors_, agent);
        read_flow(object, agent);

        const std::size_t first = scenario_.agents.size();
        if (count > limits::kAgentsMax - first) {
            (count_node ? *count_node : node)
                .problem(fmt::format("expected at most {} agents in all", limits::kAgentsMax));
            count = 0;
        }
        for (std::uint64_t i = 0; i < count; ++i) {
            scenario_.agents.push_back(agent);
            AgentSpec& one = scenario_.agents.back();
            one.id = AgentId{static_cast<std::uint32_t>(first + i)};
            if (count_node && named) one.name += std::to_string(i);
            if (named) keep_name(*name_node, one.name);
        }
        if (auto value = object.find("place", Need::required)) {
            read_place(*value, std::span(scenario_.agents).subspan(first));
        }
        object.finish();
    }

    void keep_name(const JsonNode& node, const std::string& name) {
        if (const std::string wrong = check_name(name); !wrong.empty()) {
            node.problem(fmt::format("'{}': {}", name, wrong));
        } else if (const auto [other, fresh] = names_.emplace(name, scenario_.agents.back().id); !fresh) {
            node.problem(fmt::format("'{}' is agent {} already", name, other->second.value));
        }
    }

    void read_flow(JsonObject& object, AgentSpec& agent) {
        const auto enter_node = object.find("enter_s"), period_node = object.find("period_ms");
        SimDuration enter;
        if (read_time(enter_node, kSeconds, {0, kDuration.high}, enter) && on_heartbeat(*enter_node, enter)) {
            agent.enter = SimTime{} + enter;
            if (scenario_.duration > SimDuration{} && enter >= scenario_.duration) {
                enter_node->problem(fmt::format("expected less than the duration of {} s",
                                                static_cast<double>(scenario_.duration.count_ns()) / 1e9));
            }
        }
        agent.period = scenario_.heartbeat;
        read_period(period_node, limits::kPeriodMax, agent.period);
    }

    /// A whole number of heartbeats, `most` at most.
    void read_period(const std::optional<JsonNode>& node, std::int64_t most, SimDuration& out) {
        const auto limit = static_cast<double>(most);
        if (read_time(node, kMilliseconds, {0, kHeartbeat.high * limit, true}, out) &&
            on_heartbeat(*node, out) && heartbeat_known_ && out > scenario_.heartbeat * most) {
            node->problem(fmt::format("expected at most {} heartbeats", most));
        }
    }

    /// The resolved scenario lies elsewhere, so that paths in it are absolute.
    static std::string absolute_from(const fs::path& directory, const std::string& file) {
        std::error_code error;
        return fs::absolute(directory / file, error).lexically_normal().string();
    }

    void read_pilot(const JsonNode& node, AgentSpec& agent) {
        JsonObject object(node);
        if (auto library = object.find("library", Need::required); library && library->read(agent.pilot)) {
            if (agent.pilot.empty()) library->problem("expected a library");
            if (agent.pilot.find('/') != agent.pilot.npos)
                agent.pilot = absolute_from(library->directory(), agent.pilot);
        }
        read_period(object.find("period_ms"), kPilotPeriodMax, agent.pilot_period);
        agent.pilot_config = "{}";
        if (auto config = object.find("config")) {
            if (!config->value().isObject()) {
                config->problem("expected an object");
            } else {
                static constexpr std::string_view kPath = "path";
                const Json::Value* path = config->value().find(kPath.data(), kPath.data() + kPath.size());
                if (path && path->isString()) path_named(config->child(kPath, *path));
                Json::Value own = config->value();
                static constexpr std::string_view kFile = "file";
                const Json::Value* file = config->value().find(kFile.data(), kFile.data() + kFile.size());
                if (file && file->isString() && !file->asString().empty()) {
                    const JsonNode child = config->child(kFile, *file);
                    own["file"] = absolute_from(child.directory(), file->asString());
                }
                agent.pilot_config = write_compact(own);
            }
        }
        object.finish();
    }

    const Path* path_named(const JsonNode& node) const {
        std::string name;
        if (!node.read(name)) return nullptr;
        const auto found = scenario_.paths.find(name);
        if (found != scenario_.paths.end()) return &found->second;
        node.problem(fmt::format("no path '{}' in \"paths\"", name));
        return nullptr;
    }

    void read_place(const JsonNode& node, std::span<AgentSpec> agents) {
        JsonObject object(node);
        const auto path = object.find("path"), start = object.find("start_m"),
                   spacing = object.find("spacing_m"), position = object.find("position"),
                   yaw = object.find("yaw_deg"), jitter = object.find("jitter_m"), road = object.find("road"),
                   lane = object.find("lane"), s = object.find("s_m");
        object.finish();
        if (!node.value().isObject()) return;
        double jitter_m = 0;
        if (jitter) jitter->read_number({0, 1'000}, jitter_m);
        const bool on_road = road || lane || s;
        const auto jitter_of = [&](const AgentSpec& agent) {
            return luck_of(agent).uniform(-jitter_m, jitter_m);
        };
        const bool placed =
            on_road && place_on_road({road, lane, s, spacing}, map_ ? &*map_ : nullptr, agents, jitter_of);
        if (on_road ? !placed || path || start || position || yaw
                    : path.has_value() == position.has_value() || (path    ? yaw
                                                                   : start ? start
                                                                           : spacing)) {
            node.problem(
                "expected either \"path\", \"start_m\", \"spacing_m\" or \"position\", \"yaw_deg\" or "
                "\"road\", "
                "\"lane\", \"s_m\", \"spacing_m\"");
        } else if (on_road) {
            return;
        } else if (path) {
            place_on_path(*path, start, spacing, jitter_m, agents);
        } else {
            place_at(*position, yaw, jitter_m, agents);
        }
    }

    /// An offset of at most `jitter_m` that belongs to this agent and seed, whatever else is in the scenario.
    Random luck_of(const AgentSpec& agent) const {
        return Random(scenario_.seed ^ 0x706c616365, agent.id.value);  // "place": not the luck of its pilot
    }

    void place_on_path(const JsonNode& node, const std::optional<JsonNode>& start_node,
                       const std::optional<JsonNode>& spacing_node, double jitter_m,
                       std::span<AgentSpec> agents) {
        double start = 0, spacing = 0;
        bool good = !start_node || start_node->read_number({0, kCoordinateMax}, start);
        const bool even = spacing_node && spacing_node->value() == "even";
        if (spacing_node && !even && !spacing_node->value().isNumeric()) {
            good = spacing_node->problem("expected a number or \"even\"");
        } else if (spacing_node && !even) {
            good = spacing_node->read_number({0, kCoordinateMax, true}, spacing) && good;
        } else if (!spacing_node && agents.size() > 1) {
            good = node.problem("expected \"spacing_m\" beside it, as there are several agents");
        }
        const Path* path = path_named(node);
        if (!path || !good || agents.empty()) return;
        const MeasuredPath measured(*path);
        if (even && !path->closed) {
            spacing_node->problem("expected a number, as the path is not closed");
            return;
        }
        if (even) spacing = measured.length() / static_cast<double>(agents.size());
        const double last = start + spacing * static_cast<double>(agents.size() - 1);
        if (last > measured.length()) {
            node.problem(fmt::format("the path is {:.2f} m long; the last agent would be at {:.2f} m",
                                     measured.length(), last));
            return;
        }
        for (std::size_t i = 0; i < agents.size(); ++i) {
            const double jitter = luck_of(agents[i]).uniform(-jitter_m, jitter_m);
            measured.place(start + spacing * static_cast<double>(i) + jitter, agents[i]);
        }
    }

    void place_at(const JsonNode& node, const std::optional<JsonNode>& yaw, double jitter_m,
                  std::span<AgentSpec> agents) {
        std::array<double, 3> position{};
        double yaw_deg = 0;
        bool good = node.read_numbers(kCoordinate, position.data(), 3);
        if (yaw) good = yaw->read_number({-360, 360}, yaw_deg) && good;
        if (agents.size() > 1) good = node.problem("expected \"path\" instead, as there are several agents");
        if (!good || agents.empty()) return;
        Random luck = luck_of(agents[0]);
        const double dx = luck.uniform(-jitter_m, jitter_m), dy = luck.uniform(-jitter_m, jitter_m);
        agents[0].position = {bounded(position[0] + dx), bounded(position[1] + dy), position[2]};
        agents[0].yaw_deg = yaw_deg;
    }

    void read_interest(const JsonNode& node) {
        Interest& interest = scenario_.interest;
        if (node.value() == "world") return;
        if (!node.value().isObject()) {
            node.problem("expected \"world\" or an object");
            return;
        }
        JsonObject object(node);
        const auto radius = object.find("radius_m"), agents = object.find("agents");
        object.finish();
        if (radius.has_value() == agents.has_value()) {
            node.problem("expected either \"radius_m\" or \"agents\"");
        } else if (radius) {
            interest.kind = Interest::Kind::radius;
            radius->read_number({0, kCoordinateMax, true}, interest.radius_m);
        } else if (agents->is_array()) {
            interest.kind = Interest::Kind::agents;
            for (Json::ArrayIndex i = 0; i < agents->value().size(); ++i) {
                const JsonNode element = agents->element(i);
                std::string name;
                if (!element.read(name)) continue;
                const auto agent = names_.find(name);
                if (agent == names_.end()) {
                    element.problem(fmt::format("no agent '{}'", name));
                } else {
                    interest.agents.push_back(agent->second);
                }
            }
            std::sort(interest.agents.begin(), interest.agents.end());
            if (std::adjacent_find(interest.agents.begin(), interest.agents.end()) != interest.agents.end()) {
                agents->problem("expected each agent once");
            }
        }
    }

    JsonObject root_;
    Diagnostics& diagnostics_;
    const Overrides& overrides_;
    Scenario scenario_;
    std::optional<roadmap::RoadMap> map_;
    bool heartbeat_known_ = true;
    std::unordered_map<std::string, AgentId> names_;
    DataShelf<VehicleSpec> vehicles_{scenario_.vehicles,
                                     {.files = {.kind = "vehicle", .folder = "vehicles"},
                                      .read = read_vehicle_object,
                                      .load = load_vehicle}};
    DataShelf<SensorSpec> sensors_{scenario_.sensors,
                                   {.files = {.kind = "sensor", .folder = "vehicles/sensors"},
                                    .read = read_sensor_object,
                                    .load = load_sensor}};
};

}  // namespace

Result<Scenario> load_scenario(const fs::path& file, const Overrides& overrides) {
    const auto text = read_text_file(file);
    if (!text) return tl::unexpected(text.error());
    return read_scenario(*text, file, overrides);
}

Result<Scenario> read_scenario(std::string_view text, const fs::path& file, const Overrides& overrides) {
    Diagnostics diagnostics;
    const auto json = read_layers(text, file, overrides.settings, diagnostics);
    if (!json) return tl::unexpected(diagnostics.error());
    Scenario scenario = Resolver(*json, overrides).resolve();
    if (!diagnostics.empty()) return tl::unexpected(diagnostics.error());
    return scenario;
}

}  // namespace synchrono::config
