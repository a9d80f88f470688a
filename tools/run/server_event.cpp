#include "tools/run/server_event.hpp"

#include <fmt/format.h>
#include <json/json.h>
#include <memory>

namespace synchrono::tools::run {
namespace {

std::string text_of(const Json::Value& object, const char* key) { return object.get(key, "").asString(); }

ServerEvent event_of(const Json::Value& object) {
    const std::string event = text_of(object, "event");
    if (event == "listening") return ServerListening{text_of(object, "address")};
    if (event == "ended") return ServerEnded{text_of(object, "because"), object.get("left", false).asBool()};
    if (event != "progress") return UnknownServerEvent{};
    ServerProgress progress{.sim_s = object.get("sim_s", 0.0).asDouble(),
                            .slowest = text_of(object, "slowest"),
                            .clients = object.get("clients", 0).asUInt(),
                            .agents = object.get("agents", 0).asUInt(),
                            .drift_heartbeats = object.get("drift_heartbeats", 0).asInt64(),
                            .awaited = {},
                            .held_up_by = text_of(object, "held_up_by"),
                            .held_up_s = object.get("held_up_s", 0.0).asDouble()};
    for (const auto& name : object["awaited"]) progress.awaited.push_back(name.asString());
    return progress;
}

/// Returns the result of `read` for the object in the line. Returns nothing when the line is not an object
/// with an event or a field has an unexpected type.
template <typename Read>
auto read_event(std::string_view line, Read read) -> std::optional<decltype(read(Json::Value()))> {
    const std::unique_ptr<Json::CharReader> reader(Json::CharReaderBuilder().newCharReader());
    Json::Value object;
    std::string why;
    try {
        if (reader->parse(line.data(), line.data() + line.size(), &object, &why) && object.isObject() &&
            object["event"].isString()) {
            return read(object);
        }
    } catch (const Json::Exception&) {
        // A field has an unexpected type, or the nesting is too deep.
    }
    return std::nullopt;
}

}  // namespace

Result<ServerEvent> parse_server_event(std::string_view line) {
    if (auto event = read_event(line, event_of)) return std::move(*event);
    return fail(fmt::format("not a line of synchrono-server: {}", line.substr(0, 80)));
}

std::optional<ClientObjection> parse_client_objection(std::string_view line) {
    const auto read = [](const Json::Value& object) -> std::optional<ClientObjection> {
        if (text_of(object, "event") != "objection") return std::nullopt;
        return ClientObjection{AgentId{object["agent"].asUInt()}, text_of(object, "key"),
                               text_of(object, "problem")};
    };
    return read_event(line, read).value_or(std::nullopt);
}

}  // namespace synchrono::tools::run
