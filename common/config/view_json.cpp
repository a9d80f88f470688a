#include "common/config/internal/view_json.hpp"

#include <fmt/format.h>

#include "common/config/internal/words.hpp"

namespace synchrono::config {
namespace {

constexpr std::pair<std::string_view, ViewCamera> kCameras[] = {{"chase", ViewCamera::chase},
                                                                {"cockpit", ViewCamera::cockpit},
                                                                {"top", ViewCamera::top},
                                                                {"free", ViewCamera::free}};
constexpr std::pair<std::string_view, ViewOpening> kOpenings[] = {
    {"asked", ViewOpening::asked}, {"possible", ViewOpening::possible}, {"always", ViewOpening::always}};
constexpr Range kPixels{160, 4096};

}  // namespace

ViewSettings read_view_object(const JsonNode& node, const AgentByName& agent_of) {
    ViewSettings settings;
    JsonObject object(node);
    std::string name;
    if (auto value = object.find("agent"); value && value->read(name)) {
        const auto agent = agent_of(name);
        if (!agent) value->problem(fmt::format("no agent '{}'", name));
        settings.agent = agent.value_or(settings.agent);
    }
    if (auto value = object.find("camera")) read_word(*value, kCameras, settings.camera);
    double size[2]{};
    if (auto value = object.find("size"); value && value->read_numbers(kPixels, size, 2)) {
        settings.width = static_cast<int>(size[0]);
        settings.height = static_cast<int>(size[1]);
        if (settings.width != size[0] || settings.height != size[1])
            value->problem("expected whole numbers of pixels");
    }
    if (auto value = object.find("open")) read_word(*value, kOpenings, settings.open);
    object.finish();
    return settings;
}

Json::Value view_to_json(const ViewSettings& settings, const std::string& agent) {
    Json::Value json(Json::objectValue);
    json["agent"] = agent;
    json["camera"] = word_for(kCameras, settings.camera);
    json["size"].append(settings.width);
    json["size"].append(settings.height);
    json["open"] = word_for(kOpenings, settings.open);
    return json;
}

}  // namespace synchrono::config
