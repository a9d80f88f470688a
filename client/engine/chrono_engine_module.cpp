#include "client/engine/chrono_engine_module.hpp"

#include <fmt/format.h>

#include "client/body/machine_state_codec.hpp"
#include "client/module/module.hpp"

namespace synchrono::client {
namespace {

/// Loads the module. Fails where the build was made without Chrono.
Result<const ChronoEngineModule*> chrono_engine_module() {
    if (!has_module(kChronoEngineModule)) {
        return fail(
            "this build has no engine 'chrono', as Project Chrono was not found when it was made "
            "(docs/chrono.md)");
    }
    const auto entry = load_module(kChronoEngineModule, kChronoEngineEntry);
    if (!entry) return tl::unexpected(entry.error());
    return reinterpret_cast<const ChronoEngineModule* (*)()>(*entry)();
}

std::string objection(const config::Scenario& scenario, const config::AgentSpec& agent) {
    if (!scenario.vehicle_of(agent).has_chrono())
        return fmt::format("vehicle '{}' names no files of Chrono, its key 'chrono'", agent.vehicle);
    const auto module = chrono_engine_module();
    if (!module) return module.error().text;
    const auto checked = (*module)->check(scenario, agent);
    return checked ? std::string() : checked.error().text;
}

Result<std::unique_ptr<BodyEngine>> make(const config::Scenario& scenario,
                                         const std::shared_ptr<const Ground>& ground) {
    const auto module = chrono_engine_module();
    if (!module) return tl::unexpected(module.error());
    return (*module)->make(scenario, ground);
}

}  // namespace

EngineEntry chrono_entry() {
    return {.name = config::kChronoEngine,
            .moves = {config::kVehicleKind},
            .state_type_url = kMachineStateTypeUrl,
            .objection = objection,
            .make = make};
}

}  // namespace synchrono::client
