#include "tools/server_event.hpp"

#include <fmt/format.h>
#include <json/json.h>
#include <memory>

namespace synchrono::tools {
namespace {

std::string text_of(const Json::Value& object, const char* key) { return object.get(key, "").asString(); }

ServerEvent event_of(const Json::Value& object) {
    const std::string event = text_of(object, "event");
    if (event == "listening") return ServerListening{text_of(object, "address")};
    if (event == "ended") return ServerEnded{text_of(object, "because")};
    if (event != "progress") return ServerOther{};
    ServerProgress progress{.sim_s = object.get("sim_s", 0.0).asDouble(),
                            .slowest = text_of(object, "slowest"),
                            .clients = object.get("clients", 0).asUInt(),
                            .agents = object.get("agents", 0).asUInt(),
                            .drift_heartbeats = object.get("drift_heartbeats", 0).asInt64(),
                            .awaited = {}};
    for (const auto& name : object["awaited"]) progress.awaited.push_back(name.asString());
    return progress;
}

}  // namespace

Result<ServerEvent> parse_server_event(std::string_view line) {
    const std::unique_ptr<Json::CharReader> reader(Json::CharReaderBuilder().newCharReader());
    Json::Value object;
    std::string why;
    try {
        if (reader->parse(line.data(), line.data() + line.size(), &object, &why) && object.isObject() &&
            object["event"].isString()) {
            return event_of(object);
        }
    } catch (const Json::Exception&) {
        // A field of another type than agreed, or nesting without end.
    }
    return fail(fmt::format("not a line of synchrono-server: {}", line.substr(0, 80)));
}

}  // namespace synchrono::tools
