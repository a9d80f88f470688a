// The form of a scenario's agents, and the expansion of groups into agents.
#include "common/config/internal/agent_json.hpp"

#include <filesystem>
#include <fmt/format.h>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/internal/mounted_sensor_json.hpp"
#include "common/config/internal/path_json.hpp"
#include "common/config/internal/placement.hpp"

namespace synchrono::config {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kPilotPeriodMax = 200;  // heartbeats

/// One entry of the list: an agent, or a group whose agents differ in name and place only.
struct Group {
    AgentSpec agent;
    std::uint64_t count = 1;
    std::optional<JsonNode> name{}, counted{}, place{};  // nodes of these keys; empty if missing
};

/// The pilot of an agent, as an object of the file.
struct Pilot {
    AgentSpec& agent;
};

/// Returns the absolute path of a file, since the resolved scenario will lie in another folder. A file that
/// moves with the scenario keeps its path.
std::string absolute_from(const fs::path& directory, const std::string& file, const Scenario& scenario) {
    std::error_code error;
    const auto folder = fs::absolute(directory / ".", error).lexically_normal();
    if (file.starts_with(kFilesFolder) && folder == (scenario.folder.path / ".").lexically_normal())
        return file;
    return fs::absolute(directory / file, error).lexically_normal().string();
}

const Json::Value* text_in(const Json::Value& object, std::string_view key) {
    const Json::Value* value = object.find(key.data(), key.data() + key.size());
    return value != nullptr && value->isString() ? value : nullptr;
}

void read_pilot_config(const JsonNode& node, const Scenario& scenario, std::string& out) {
    if (!node.value().isObject()) {
        node.problem("expected an object");
        return;
    }
    if (const Json::Value* path = text_in(node.value(), "path"))
        path_named(node.child("path", *path), scenario);
    Json::Value own = node.value();
    if (const Json::Value* file = text_in(node.value(), "file"); file && !file->asString().empty())
        own["file"] = absolute_from(node.child("file", *file).directory(), file->asString(), scenario);
    out = write_compact(own);
}

/// Reads the kind and keeps all other keys unchecked, because only the kind can check them.
void read_body(const JsonNode& node, std::optional<BodySpecification>& out) {
    JsonObject object(node);
    const auto kind = object.find("kind", Need::required);
    BodySpecification body;
    if (!kind || !kind->read_name(body.kind)) return;
    if (body.kind == kVehicleKind) {
        kind->problem("use the key \"vehicle\" for a vehicle, not \"body\"");
        return;
    }
    Json::Value own = node.value();
    own.removeMember("kind");
    body.json = write_compact(own);
    out = std::move(body);
}

Json::Value body_to_json(const BodySpecification& body) {
    Json::Value json = parse_own(body.json);
    json["kind"] = body.kind;
    return json;
}

template <typename Form>
void describe(Form& form, Pilot& pilot, const AgentContext& context) {
    AgentSpec& agent = pilot.agent;
    if (const auto library = form.text("library", agent.pilot)) {
        if (agent.pilot.empty()) library->problem("expected a library");
        if (agent.pilot.find('/') != agent.pilot.npos)
            agent.pilot = absolute_from(library->directory(), agent.pilot, context.scenario);
    }
    describe_period(form, "period_ms", agent.pilot_period, kPilotPeriodMax, context.times);
    if (Form::kReads) agent.pilot_config = "{}";
    form.own(
        "config",
        [&](const JsonNode& node) { read_pilot_config(node, context.scenario, agent.pilot_config); },
        [&] { return std::optional(parse_own(agent.pilot_config)); });
}

template <typename Form>
void describe(Form& form, Group& group, const AgentContext& context) {
    AgentSpec& agent = group.agent;
    group.name = form.name("name", agent.name);
    if constexpr (Form::kReads) {
        form.whole("count", group.count, 1, limits::kAgentsMax, Need::optional);
        group.counted = form.given("count");
        agent.pilot_period = context.times.heartbeat;
    }
    const bool is_vehicle = !form.has("body", agent.body.has_value());
    form.own(
        "vehicle",
        [&](const JsonNode& node) {
            std::string text;
            if (!is_vehicle)
                node.problem("expected either \"vehicle\" or \"body\"");
            else if (node.read(text))
                agent.vehicle = context.vehicles.find_or_load(node, text);
        },
        [&] { return is_vehicle ? std::optional(Json::Value(agent.vehicle)) : std::nullopt; },
        is_vehicle ? Need::required : Need::optional);
    form.own(
        "body", [&](const JsonNode& node) { read_body(node, agent.body); },
        [&] { return agent.body ? std::optional(body_to_json(*agent.body)) : std::nullopt; });
    form.name("engine", agent.engine, Need::optional);
    Pilot pilot{agent};
    if (form.has("pilot", !agent.pilot.empty())) form.object("pilot", pilot, context);
    form.number("speed_m_s", agent.speed_m_s, {0, 200}, Need::optional);
    form.flag("radio", agent.radio);
    form.own(
        "sensors",
        [&](const JsonNode& node) {
            read_mounted_sensors(node, context.scenario, context.times.heartbeat_known, context.sensors,
                                 agent);
        },
        [&] { return mounted_sensors_to_json(agent.sensors, context.sensors); });
    describe_flow(form, agent, context.times);
    form.own(
        "place", [&](const JsonNode& node) { group.place = node; },
        [&] { return std::optional(place_to_json(agent)); }, Need::required);
}

void keep_name(const JsonNode& node, const AgentSpec& agent, AgentNames& names) {
    if (const std::string wrong = check_name(agent.name); !wrong.empty()) {
        node.problem(fmt::format("'{}': {}", agent.name, wrong));
    } else if (const AgentId other = names.add(agent.name, agent.id); other != agent.id) {
        node.problem(fmt::format("the name '{}' is already that of agent {}", agent.name, other.value));
    }
}

void read_group(const JsonNode& node, const AgentContext& context) {
    std::vector<AgentSpec>& agents = context.scenario.agents;
    Group group;
    FormReader::read(node, group, context);
    if (!node.value().isObject()) return;
    const std::size_t first = agents.size();
    if (group.count > limits::kAgentsMax - first) {
        (group.counted ? *group.counted : node)
            .problem(fmt::format("expected at most {} agents in all", limits::kAgentsMax));
        group.count = 0;
    }
    for (std::uint64_t i = 0; i < group.count; ++i) {
        AgentSpec& one = agents.emplace_back(group.agent);
        one.id = AgentId{static_cast<std::uint32_t>(first + i)};
        if (group.counted && group.name) one.name += std::to_string(i);
        if (group.name) keep_name(*group.name, one, context.names);
    }
    if (group.place)
        place_agents(*group.place, context.scenario, context.map, std::span(agents).subspan(first));
}

}  // namespace

void read_agents(const JsonNode& node, const AgentContext& context) {
    if (!node.is_array()) return;
    if (node.value().empty()) node.problem("expected at least one agent");
    for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) read_group(node.element(i), context);
}

Json::Value agents_to_json(const AgentContext& context) {
    Json::Value json(Json::arrayValue);
    for (const AgentSpec& agent : context.scenario.agents) {
        if (agent.element) continue;
        SYN_REQUIRE(agent.body || context.scenario.vehicles.contains(agent.vehicle));
        Group group{.agent = agent};
        json.append(FormWriter::write(group, context));
    }
    return json;
}

std::string pilot_config_json(const Scenario& scenario, const AgentSpec& agent) {
    if (agent.pilot_config.empty()) return "{}";
    Json::Value config = parse_own(agent.pilot_config);
    if (const Json::Value& path = config["path"]; path.isString()) {
        const auto found = scenario.paths.find(path.asString());
        SYN_REQUIRE(found != scenario.paths.end());
        config["path"] = path_to_json(found->second);
    } else if (path.isNull()) {
        config.removeMember("path");  // reading config["path"] has created it
    }
    if (const Json::Value* file = text_in(config, "file"); file && !file->asString().empty())
        config["file"] = path_of(scenario, file->asString()).string();
    return write_compact(config);
}

fs::path path_of(const Scenario& scenario, const std::string& file) {
    return file.starts_with(kFilesFolder) ? scenario.folder.path / file : fs::path(file);
}

}  // namespace synchrono::config
