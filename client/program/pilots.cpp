#include "client/program/pilots.hpp"

#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <spdlog/spdlog.h>

#include "client/kind/kind_registry.hpp"
#include "client/pilot/safe_pilot.hpp"
#include "common/base/contract.hpp"
#include "common/base/limits.hpp"
#include "common/config/map_text.hpp"

namespace synchrono::client {
namespace {

spdlog::level::level_enum level_of(pilot::PilotNote note) {
    switch (note) {
        case pilot::PilotNote::error:
            return spdlog::level::err;
        case pilot::PilotNote::warning:
            return spdlog::level::warn;
        case pilot::PilotNote::info:
            break;
    }
    return spdlog::level::info;
}

/// Loads the agent's pilot, and sets `label` to the names of agent and pilot for lines of text.
Result<std::unique_ptr<pilot::PilotHost>> loaded_pilot(const config::Scenario& scenario,
                                                       const config::AgentSpec& agent,
                                                       const pilot::MapView* roads,
                                                       const pilot::PilotNotes& note, std::string& label) {
    auto setup = pilot_setup(scenario, agent, roads);
    if (!setup) return tl::unexpected(setup.error());
    setup->pilot.note = note;
    label = pilot::label_of(*setup);
    return pilot::load_pilot(std::move(*setup));
}

}  // namespace

std::unique_ptr<pilot::MapView> roads_of(const config::Scenario& scenario) {
    if (!scenario.map) return nullptr;
    auto roads = config::road_map_of(*scenario.map);
    SYN_REQUIRE(roads);  // the scenario's loader has read them
    std::vector<pilot::JunctionNumber> numbers;
    for (const auto& [name, intersection] : scenario.intersections) {
        if (intersection.junction)
            numbers.push_back({*intersection.junction, intersection.id, intersection.region});
    }
    return std::make_unique<pilot::MapView>(std::make_shared<const roadmap::RoadMap>(std::move(*roads)),
                                            numbers);
}

Result<pilot::InProcessSetup> pilot_setup(const config::Scenario& scenario, const config::AgentSpec& agent,
                                          const pilot::MapView* roads) {
    const config::VehicleSpec* const vehicle = kind::as_vehicle(scenario, agent);
    if (vehicle == nullptr)
        return fail(fmt::format("agent '{}': pilot '{}' can drive only vehicles, not a body of the kind '{}'",
                                agent.name, agent.pilot, agent.kind_of_body()));
    return pilot::InProcessSetup{.pilot = {.agent = agent.id,
                                           .name = agent.name,
                                           .config_json = config::pilot_config_json(scenario, agent),
                                           .seed = scenario.seed,
                                           .vehicle = *vehicle,
                                           .origin = scenario.origin,
                                           .map = roads != nullptr ? roads->map() : nullptr,
                                           .note = {}},
                                 .library = config::path_of(scenario, agent.pilot).string(),
                                 .limit = scenario.pilot_limit};
}

std::vector<transport::PilotHash> pilot_hashes(const config::Scenario& scenario,
                                               const std::vector<AgentId>& agents) {
    std::map<std::string, std::string> hashes;
    for (const AgentId id : agents) {
        const config::AgentSpec& agent = scenario.agents[id.value];
        if (agent.pilot.empty() || hashes.contains(agent.pilot)) continue;
        if (hashes.size() == limits::kPilotHashesMax || agent.pilot.size() > limits::kPilotNameBytesMax)
            continue;
        std::ifstream file(pilot::file_of(config::path_of(scenario, agent.pilot).string()), std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(file), {}};
        if (!content.empty()) hashes[agent.pilot] = as_text(config::fingerprint(content).bytes);
    }
    std::vector<transport::PilotHash> all;
    for (auto& [name, hash] : hashes) all.push_back({name, std::move(hash)});
    return all;
}

std::vector<std::pair<AgentId, std::unique_ptr<pilot::PilotHost>>> make_pilots(
    const config::Scenario& scenario, const std::vector<AgentId>& agents, const pilot::MapView* roads,
    std::optional<DrivenByHand> by_hand) {
    std::vector<std::pair<AgentId, std::unique_ptr<pilot::PilotHost>>> pilots;
    for (const AgentId id : agents) {
        const config::AgentSpec& agent = scenario.agents[id.value];
        const bool is_by_hand = by_hand && by_hand->agent == id;
        if (agent.pilot.empty() && !is_by_hand) continue;
        const pilot::PilotNotes note = [name = agent.name](pilot::PilotNote severity, std::string_view text) {
            spdlog::log(level_of(severity), "{}: {}", name, text);
        };
        std::string label = fmt::format("agent '{}': the driver at the window", agent.name);
        auto host = is_by_hand ? Result<std::unique_ptr<pilot::PilotHost>>(std::move(by_hand->driver))
                               : loaded_pilot(scenario, agent, roads, note, label);
        const kind::BodyKind& kind = kind::kind_of(agent);
        auto pilot = host ? std::make_unique<pilot::SafePilot>(std::move(*host), kind, std::move(label), note)
                          : std::make_unique<pilot::SafePilot>(kind, host.error().text, note);
        pilots.emplace_back(id, std::move(pilot));
    }
    return pilots;
}

}  // namespace synchrono::client
