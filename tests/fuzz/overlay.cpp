// Lays any overlays and settings over a correct scenario, without a crash, undefined behaviour or a tree
// deeper than its bound. A refusal gives a reason; an accepted scenario is the same every time and resolves
// to a scenario that needs no other file. The input holds settings, one on each line, then an empty line,
// then the overlay. The overlay can name the scenario at kBase as its base.
#include "common/config/internal/overlay.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace {

using namespace synchrono::config;

constexpr int kBaseFd = 1000;
constexpr const char* kBase = "/proc/self/fd/1000";  // a file in memory, so that nothing is left behind
constexpr std::size_t kSettingsMax = 16;
constexpr int kDepthMax = 50 + 100 + 2;  // steps of a path, and the depth of the text at its end

void write_base() {
    ScenarioText text{.extra =
                          R"("seed": 3, "radio": {"channels": {"dsrc": {"model": "ideal"}}, "faults": []},)"};
    text.agents = R"({"name": "a", "vehicle": "v", "place": {"position": [0, 0, 0]}},
        {"name": "car.x", "count": 3, "vehicle": "v", "place": {"path": "line", "spacing_m": 8}})";
    const std::string all = text.text();
    const int memory = ::memfd_create("base", 0);
    if (memory < 0 || ::write(memory, all.data(), all.size()) != static_cast<ssize_t>(all.size()))
        std::abort();
    if (::dup2(memory, kBaseFd) != kBaseFd) std::abort();
}

int depth_of(const Json::Value& value) {
    int deepest = 0;
    for (const Json::Value& part : value) deepest = std::max(deepest, depth_of(part));
    return deepest + 1;
}

/// Returns the resolved tree as text, or the errors.
std::string layers(std::string_view text, const std::vector<std::string>& settings) {
    Diagnostics diagnostics;
    const auto json = read_layers(text, "/nowhere/o.json", settings, diagnostics);
    if (!json && diagnostics.empty()) std::abort();
    if (json && depth_of(json->root()) > kDepthMax) std::abort();
    return diagnostics.empty() ? write_compact(json->root()) : diagnostics.error().text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const bool ready = [] {
        write_base();
        return layers("{\"overlay_of\": \"" + std::string(kBase) + "\"}", {}).starts_with('{');
    }();
    if (!ready) std::abort();
    std::string_view text(reinterpret_cast<const char*>(data), size);
    std::vector<std::string> settings;
    while (settings.size() < kSettingsMax) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty()) break;
        settings.emplace_back(line);
    }
    if (layers(text, settings) != layers(text, settings)) std::abort();
    const Overrides overrides{.settings = settings};
    const auto scenario = read_scenario(text, "/nowhere/o.json", overrides);
    if (!scenario) {
        if (scenario.error().text.empty()) std::abort();
        return 0;
    }
    if (scenario->agents.size() > 64) return 0;  // large groups are slow and test nothing new
    const auto again = read_scenario(to_json(*scenario), "/elsewhere/s.json");
    if (!again || *again != *scenario) std::abort();
    return 0;
}
