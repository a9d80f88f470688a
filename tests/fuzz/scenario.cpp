// The scenario and vehicle loaders on any text: no crash, no undefined behaviour; what is accepted resolves
// to a text that reads back equal, and what is refused is told.
#include "common/config/scenario.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace synchrono::config;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto vehicle = read_vehicle(text, "/nowhere/v.json");
    if (!vehicle && vehicle.error().text.empty()) std::abort();
    const auto scenario = read_scenario(text, "/nowhere/s.json");
    if (!scenario) {
        if (scenario.error().text.empty()) std::abort();
        return 0;
    }
    if (scenario->agents.size() > 64) return 0;  // large groups are slow and teach nothing new
    const auto again = read_scenario(to_json(*scenario), "/elsewhere/s.json");
    if (!again || *again != *scenario) std::abort();
    for (const AgentSpec& agent : scenario->agents) {
        if (pilot_config_json(*scenario, agent).empty()) std::abort();
    }
    return 0;
}
