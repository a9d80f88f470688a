// Writing: the resolved scenario as a file, what a pilot is given of it, and its fingerprint.
#include <json/reader.h>
#include <sodium.h>

#include "common/base/bytes.hpp"
#include "common/base/contract.hpp"
#include "common/config/arguments.hpp"
#include "common/config/internal/chrono_json.hpp"
#include "common/config/internal/element_json.hpp"
#include "common/config/internal/ground_json.hpp"
#include "common/config/internal/intersection_json.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/mounted_sensor_json.hpp"
#include "common/config/internal/radio_json.hpp"
#include "common/config/internal/scenario_map.hpp"
#include "common/config/internal/sensor_json.hpp"
#include "common/config/internal/vehicle_json.hpp"
#include "common/config/internal/view_json.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

namespace {

// Times are below 10^15 ns, so the nearest double to the decimal prints as that decimal again.
double in_seconds(std::int64_t ns) { return static_cast<double>(ns) / 1e9; }
double in_milliseconds(SimDuration d) { return static_cast<double>(d.count_ns()) / 1e6; }

Json::Value path_to_json(const Path& path) {
    Json::Value json(Json::objectValue);
    json["closed"] = path.closed;
    Json::Value& points = json["points"] = Json::Value(Json::arrayValue);
    for (const auto& [x, y] : path.points) {
        Json::Value& point = points.append(Json::Value(Json::arrayValue));
        point.append(x);
        point.append(y);
    }
    return json;
}

Json::Value agent_to_json(const Scenario& scenario, const AgentSpec& agent) {
    Json::Value json(Json::objectValue);
    json["name"] = agent.name;
    json["vehicle"] = agent.vehicle;
    json["engine"] = agent.engine;
    if (!agent.pilot.empty()) {
        json["pilot"]["library"] = agent.pilot;
        json["pilot"]["config"] = parse_own(agent.pilot_config);
        json["pilot"]["period_ms"] = in_milliseconds(agent.pilot_period);
    }
    Json::Value& position = json["place"]["position"] = Json::Value(Json::arrayValue);
    for (const double x : {agent.position.x, agent.position.y, agent.position.z}) position.append(x);
    json["place"]["yaw_deg"] = agent.yaw_deg;
    json["speed_m_s"] = agent.speed_m_s;
    json["enter_s"] = in_seconds(agent.enter.count_ns());
    json["period_ms"] = in_milliseconds(agent.period);
    json["radio"] = agent.radio;
    if (!agent.sensors.empty()) json["sensors"] = mounted_sensors_to_json(agent.sensors);
    SYN_REQUIRE(scenario.vehicles.contains(agent.vehicle));
    return json;
}

}  // namespace

std::string to_json(const Scenario& scenario) {
    Json::Value json(Json::objectValue);
    json["name"] = scenario.name;
    json["heartbeat_ms"] = in_milliseconds(scenario.heartbeat);
    json["step_ms"] = in_milliseconds(scenario.step);
    json["chrono"] = chrono_to_json(scenario.chrono);
    json["duration_s"] = in_seconds(scenario.duration.count_ns());
    json["seed"] = Json::Value(Json::UInt64{scenario.seed});
    json["gate"][scenario.gate.kind == GatePolicy::Kind::exact ? "exact" : "window"] =
        Json::Value(Json::Int64{scenario.gate.heartbeats});
    json["rate"] = to_text(scenario.pace);
    switch (scenario.interest.kind) {
        case Interest::Kind::world:
            json["interest"] = "world";
            break;
        case Interest::Kind::radius:
            json["interest"]["radius_m"] = scenario.interest.radius_m;
            break;
        case Interest::Kind::agents: {
            Json::Value& agents = json["interest"]["agents"] = Json::Value(Json::arrayValue);
            for (const AgentId agent : scenario.interest.agents) {
                SYN_REQUIRE(agent.value < scenario.agents.size());
                agents.append(scenario.agents[agent.value].name);
            }
        }
    }
    json["silence_limit_s"] = in_seconds(scenario.silence_limit.count_ns());
    json["start_limit_s"] = in_seconds(scenario.start_limit.count_ns());
    json["server_limit_s"] = in_seconds(scenario.server_limit.count_ns());
    json["pilot_limit_s"] = in_seconds(scenario.pilot_limit.count_ns());
    if (scenario.sight_m) json["sight_m"] = *scenario.sight_m;
    json["log_states"] = scenario.log_states;
    json["origin"]["latitude_deg"] = scenario.origin.latitude_deg;
    json["origin"]["longitude_deg"] = scenario.origin.longitude_deg;
    json["origin"]["elevation_m"] = scenario.origin.elevation_m;
    if (scenario.view)
        json["view"] = view_to_json(*scenario.view, scenario.agents.at(scenario.view->agent.value).name);
    if (scenario.map) json["map"] = map_to_json(*scenario.map);
    json["ground"] = ground_to_json(scenario.ground);
    if (scenario.radio) {
        std::vector<std::string> names;
        for (const AgentSpec& agent : scenario.agents) names.push_back(agent.name);
        json["radio"] = radio_to_json(*scenario.radio, names);
    }
    json["paths"] = Json::Value(Json::objectValue);
    for (const auto& [name, path] : scenario.paths) json["paths"][name] = path_to_json(path);
    json["vehicles"] = Json::Value(Json::objectValue);
    for (const auto& [name, vehicle] : scenario.vehicles) json["vehicles"][name] = vehicle_to_json(vehicle);
    json["sensors"] = Json::Value(Json::objectValue);
    for (const auto& [name, sensor] : scenario.sensors) json["sensors"][name] = sensor_to_json(sensor);
    Json::Value& agents = json["agents"] = Json::Value(Json::arrayValue);
    for (const AgentSpec& agent : scenario.agents) {
        if (!agent.element) agents.append(agent_to_json(scenario, agent));
    }
    json["elements"] = elements_to_json(scenario);
    json["intersections"] = Json::Value(Json::objectValue);
    for (const auto& [name, intersection] : scenario.intersections)
        json["intersections"][name] = intersection_to_json(intersection);
    return write_lines(json);
}

std::string pilot_config_json(const Scenario& scenario, const AgentSpec& agent) {
    if (agent.pilot_config.empty()) return "{}";
    Json::Value config = parse_own(agent.pilot_config);
    if (const Json::Value& path = config["path"]; path.isString()) {
        const auto found = scenario.paths.find(path.asString());
        SYN_REQUIRE(found != scenario.paths.end());
        config["path"] = path_to_json(found->second);
    } else if (path.isNull()) {
        config.removeMember("path");  // asking for it made it
    }
    return write_compact(config);
}

std::string ScenarioId::to_hex() const {
    std::string hex;
    for (const std::byte byte : bytes) {
        for (const int shift : {4, 0}) hex += "0123456789abcdef"[(std::to_integer<int>(byte) >> shift) & 15];
    }
    return hex;
}

ScenarioId scenario_id(const Scenario& scenario) {
    SYN_REQUIRE(sodium_init() >= 0);
    const std::string text = to_json(scenario);
    ScenarioId id;
    crypto_generichash(reinterpret_cast<unsigned char*>(id.bytes.data()), id.bytes.size(),
                       reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr, 0);
    return id;
}

}  // namespace synchrono::config
