// Reads any text as a scenario, a vehicle and an intersection, without a crash or undefined behaviour. An
// accepted scenario or intersection is written and read again unchanged; a refusal gives a reason.
#include "common/config/scenario.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "common/config/internal/intersection_json.hpp"
#include "common/signal/signal_controller.hpp"

namespace {

/// Checks that an accepted intersection reads back equal, and that its signals run.
void check(const synchrono::config::Intersection& intersection) {
    using namespace synchrono;
    const std::string text = config::write_compact(config::intersection_to_json(intersection));
    const auto again = config::read_intersection(text, "/elsewhere/x.json");
    if (!again || *again != intersection) std::abort();
    if (!intersection.signals) return;
    const auto signals = signal::make_signal_controller(intersection);
    const geo::Vec3 somewhere = intersection.position;
    for (int i = 0; i < 100; ++i) {
        const SimTime now = SimTime{} + SimDuration::milliseconds(700 * i);
        signals->observe(now, {&somewhere, i % 3 == 0 ? 1u : 0u});
        signals->advance(now + SimDuration::milliseconds(350));
        for (const signal::GroupSignal& group : signals->groups()) {
            if (group.max_end && *group.max_end < *group.min_end) std::abort();
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace synchrono::config;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto vehicle = read_vehicle(text, "/nowhere/v.json");
    if (!vehicle && vehicle.error().text.empty()) std::abort();
    const auto intersection = read_intersection(text, "/nowhere/x.json");
    if (!intersection && intersection.error().text.empty()) std::abort();
    if (intersection) check(*intersection);
    const auto shortened =
        read_scenario(text, "/nowhere/s.json", {.duration = synchrono::SimDuration::seconds(5)});
    if (!shortened && shortened.error().text.empty()) std::abort();
    const auto scenario = read_scenario(text, "/nowhere/s.json");
    if (!scenario) {
        if (scenario.error().text.empty()) std::abort();
        return 0;
    }
    if (scenario->agents.size() > 64) return 0;  // large groups are slow and test nothing new
    const auto again = read_scenario(to_json(*scenario), "/elsewhere/s.json");
    if (!again || *again != *scenario) std::abort();
    for (const AgentSpec& agent : scenario->agents) {
        if (pilot_config_json(*scenario, agent).empty()) std::abort();
    }
    return 0;
}
