#include "common/config/internal/view_json.hpp"

#include <array>
#include <fmt/format.h>

namespace synchrono::config {
namespace {

constexpr Words<ViewCamera, 4> kCameras{{{"chase", ViewCamera::chase},
                                         {"cockpit", ViewCamera::cockpit},
                                         {"top", ViewCamera::top},
                                         {"free", ViewCamera::free}}};
constexpr Words<ViewOpening, 3> kOpenings{
    {{"asked", ViewOpening::asked}, {"possible", ViewOpening::possible}, {"always", ViewOpening::always}}};
constexpr Range kPixels{160, 4096};

void read_agent(const JsonNode& node, const AgentNames& names, AgentId& out) {
    std::string name;
    if (!node.read(name)) return;
    const auto agent = names.find(name);
    if (!agent) node.problem(fmt::format("no agent '{}'{}", name, names.expected(name)));
    out = agent.value_or(out);
}

template <typename Form>
void describe_view(Form& form, ViewSettings& settings, const AgentNames& names) {
    form.own(
        "agent", [&](const JsonNode& node) { read_agent(node, names, settings.agent); },
        [&] { return std::optional(Json::Value(names.of(settings.agent))); });
    form.choice("camera", settings.camera, kCameras, Need::optional);
    std::array<double, 2> size{static_cast<double>(settings.width), static_cast<double>(settings.height)};
    if (const auto node = form.numbers("size", size, kPixels, Need::optional)) {
        settings.width = static_cast<int>(size[0]);
        settings.height = static_cast<int>(size[1]);
        if (settings.width != size[0] || settings.height != size[1])
            node->problem("expected whole numbers of pixels");
    }
    form.choice("open", settings.open, kOpenings, Need::optional);
}

}  // namespace

void describe(FormReader& form, ViewSettings& settings, const AgentNames& names) {
    describe_view(form, settings, names);
}
void describe(FormWriter& form, ViewSettings& settings, const AgentNames& names) {
    describe_view(form, settings, names);
}

}  // namespace synchrono::config
