#include "client/program/pilots.hpp"

#include <spdlog/spdlog.h>

#include "client/kind/kind_registry.hpp"
#include "client/pilot/safe_pilot.hpp"
#include "common/base/contract.hpp"
#include "common/config/map_text.hpp"

namespace synchrono::client {
namespace {

spdlog::level::level_enum level_of(PilotNote note) {
    switch (note) {
        case PilotNote::error:
            return spdlog::level::err;
        case PilotNote::warning:
            return spdlog::level::warn;
        case PilotNote::info:
            break;
    }
    return spdlog::level::info;
}

}  // namespace

std::unique_ptr<MapView> roads_of(const config::Scenario& scenario) {
    if (!scenario.map) return nullptr;
    auto roads = config::road_map_of(*scenario.map);
    SYN_REQUIRE(roads);  // the scenario's loader has read them
    std::vector<JunctionNumber> numbers;
    for (const auto& [name, intersection] : scenario.intersections) {
        if (intersection.junction)
            numbers.push_back({*intersection.junction, intersection.id, intersection.region});
    }
    return std::make_unique<MapView>(std::make_shared<const roadmap::RoadMap>(std::move(*roads)), numbers);
}

InProcessSetup pilot_setup(const config::Scenario& scenario, const config::AgentSpec& agent,
                           const MapView* roads) {
    return {.pilot = {.agent = agent.id,
                      .name = agent.name,
                      .config_json = config::pilot_config_json(scenario, agent),
                      .seed = scenario.seed,
                      .vehicle = scenario.vehicle_of(agent),
                      .origin = scenario.origin,
                      .map = roads != nullptr ? roads->map() : nullptr,
                      .note = {}},
            .library = agent.pilot,
            .limit = scenario.pilot_limit};
}

std::vector<std::pair<AgentId, std::unique_ptr<PilotHost>>> make_pilots(const config::Scenario& scenario,
                                                                        const std::vector<AgentId>& agents,
                                                                        const MapView* roads,
                                                                        const Viewing* view) {
    std::vector<std::pair<AgentId, std::unique_ptr<PilotHost>>> pilots;
    for (const AgentId id : agents) {
        const config::AgentSpec& agent = scenario.agents[id.value];
        if (view != nullptr && view->driven() == id) {
            pilots.emplace_back(id, view->make_driver());
            continue;
        }
        if (agent.pilot.empty()) continue;
        InProcessSetup setup = pilot_setup(scenario, agent, roads);
        setup.pilot.note = [name = agent.name](PilotNote note, std::string_view text) {
            spdlog::log(level_of(note), "{}: {}", name, text);
        };
        const BodyKind& kind = kind_of(agent);
        auto host = load_pilot(setup);
        auto pilot =
            host ? std::make_unique<SafePilot>(std::move(*host), kind, label_of(setup), setup.pilot.note)
                 : std::make_unique<SafePilot>(kind, host.error().text, setup.pilot.note);
        pilots.emplace_back(id, std::move(pilot));
    }
    return pilots;
}

}  // namespace synchrono::client
