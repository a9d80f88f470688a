#include "client/engine/chrono_engine_module.hpp"

#include <fmt/format.h>

#include "client/body/machine_state_codec.hpp"
#include "client/module/module.hpp"

namespace synchrono::client::engine {
namespace {

/// Loads the module. Fails if the build was made without Chrono.
Result<const ChronoEngineModule*> chrono_engine_module() {
    if (!module::has_module(kChronoEngineModule)) {
        return fail(
            "this build has no engine 'chrono', because Project Chrono was not found when it was built "
            "(docs/chrono.md)");
    }
    const auto entry = module::load_module(kChronoEngineModule, kChronoEngineEntry);
    if (!entry) return tl::unexpected(entry.error());
    return reinterpret_cast<const ChronoEngineModule* (*)()>(*entry)();
}

std::string objection(const config::Scenario& scenario, const config::AgentSpec& agent) {
    if (!scenario.vehicle_of(agent).has_chrono())
        return fmt::format(
            "vehicle '{}' cannot be used with the engine 'chrono': its file has no key 'chrono'",
            agent.vehicle);
    const auto module = chrono_engine_module();
    if (!module) return module.error().text;
    const auto checked = (*module)->check(scenario, agent);
    return checked ? std::string() : checked.error().text;
}

Result<std::unique_ptr<BodyEngine>> make(const config::Scenario& scenario,
                                         const std::shared_ptr<const ground::Ground>& ground) {
    const auto module = chrono_engine_module();
    if (!module) return tl::unexpected(module.error());
    return (*module)->make(scenario, ground);
}

}  // namespace

EngineEntry chrono_entry() {
    return {.name = config::kChronoEngine,
            .moves = {config::kVehicleKind},
            .state_type_url = body::kMachineStateTypeUrl,
            .objection = objection,
            .make = make};
}

}  // namespace synchrono::client::engine
