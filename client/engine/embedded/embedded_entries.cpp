#include "client/engine/embedded/embedded_entries.hpp"

#include <fmt/format.h>

#include "client/body/vehicle_state_codec.hpp"
#include "client/engine/embedded/embedded_engine.hpp"

namespace synchrono::client::engine {
namespace {

std::string milliseconds(SimDuration time) {
    return fmt::format("{} ms", static_cast<double>(time.count_ns()) / 1e6);
}

std::string objection(const config::Scenario& scenario, const config::AgentSpec& agent) {
    if (!scenario.vehicle_of(agent).has_parts())
        return fmt::format("vehicle '{}' can be used only with the engine 'chrono'", agent.vehicle);
    if (scenario.step <= kEmbeddedStepMax) return {};
    return fmt::format("the embedded engines take steps of at most {}; the scenario's step is {}",
                       milliseconds(kEmbeddedStepMax), milliseconds(scenario.step));
}

Result<std::unique_ptr<BodyEngine>> make(const config::Scenario& scenario,
                                         const std::shared_ptr<const ground::Ground>& ground) {
    return make_embedded_engine(scenario.step, ground);
}

EngineEntry entry(std::string_view name, VehicleModel model) {
    return {.name = name,
            .moves = {config::kVehicleKind},
            .state_type_url = body::kVehicleStateTypeUrl,
            .objection = objection,
            .make = make,
            .model = model};
}

}  // namespace

EngineEntry embedded_entry() { return entry("embedded", VehicleModel::full); }
EngineEntry single_track_entry() { return entry("single_track", VehicleModel::single_track); }

}  // namespace synchrono::client::engine
