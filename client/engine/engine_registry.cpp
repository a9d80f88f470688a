#include "client/engine/engine_registry.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>

#include "client/element/element_registry.hpp"
#include "client/engine/chrono_engine_module.hpp"
#include "client/engine/embedded/embedded_engine.hpp"
#include "client/engine/embedded/embedded_entries.hpp"
#include "client/engine/engine_set.hpp"
#include "client/ground/make_ground.hpp"
#include "client/kind/kind_registry.hpp"
#include "common/base/contract.hpp"
#include "common/base/quoted_list.hpp"

namespace synchrono::client::engine {
namespace {

/// Returns whether all kinds of bodies that the engine moves are registered and have its type of states.
bool suits_kinds(const EngineEntry& entry) {
    return std::all_of(entry.moves.begin(), entry.moves.end(), [&entry](std::string_view name) {
        const kind::BodyKind* const kind = kind::kind_named(name);
        return kind != nullptr && kind->state_named(entry.state_type_url) != nullptr;
    });
}

std::deque<EngineEntry> shipped() {
    std::deque<EngineEntry> table{embedded_entry(), single_track_entry(), chrono_entry()};
    SYN_REQUIRE(std::all_of(table.begin(), table.end(), suits_kinds));
    return table;
}

/// Returns the table. It is a deque, so that pointers to its rows stay valid when a row is added.
std::deque<EngineEntry>& entries() {
    static std::deque<EngineEntry> table = shipped();
    return table;
}

const EngineEntry& entry_of(const config::AgentSpec& agent) {
    const EngineEntry* entry = engine_named(agent.engine);
    SYN_REQUIRE(entry != nullptr);
    return *entry;
}

}  // namespace

const EngineEntry* engine_named(std::string_view name) {
    const auto& table = entries();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [name](const EngineEntry& entry) { return entry.name == name; });
    return found == table.end() ? nullptr : &*found;
}

std::string objection_of(const EngineEntry& engine, const config::Scenario& scenario,
                         const config::AgentSpec& agent) {
    const std::string_view kind = agent.kind_of_body();
    if (std::find(engine.moves.begin(), engine.moves.end(), kind) == engine.moves.end())
        return fmt::format("the engine '{}' cannot move a body of the kind '{}'", engine.name, kind);
    return engine.objection(scenario, agent);
}

std::string engine_names() {
    return quoted_list(entries(), [](const EngineEntry& entry) { return entry.name; });
}

void register_engine(const EngineEntry& entry) {
    SYN_REQUIRE(!entry.name.empty() && engine_named(entry.name) == nullptr && suits_kinds(entry));
    entries().push_back(entry);
}

std::string_view state_type_url(const config::AgentSpec& agent) {
    if (!agent.element) return entry_of(agent).state_type_url;
    return element::element_kind(*agent.element).state_type_url();
}

NewBody new_body_of(const config::Scenario& scenario, const config::AgentSpec& agent) {
    geo::Motion start;
    start.position = agent.position;
    start.orientation = geo::Quaternion::from_yaw(agent.yaw_rad());
    start.velocity = start.orientation.rotate({agent.speed_m_s, 0, 0});
    return {.vehicle = agent.body ? config::VehicleSpec() : scenario.vehicle_of(agent),
            .start = start,
            .model = entry_of(agent).model,
            .gear = {},
            .body = agent.body};
}

Result<std::unique_ptr<BodyEngine>> make_body_engine(const config::Scenario& scenario,
                                                     const std::vector<AgentId>& agents) {
    if (agents.empty()) return make_embedded_engine(std::min(scenario.step, kEmbeddedStepMax));
    struct Share {
        decltype(EngineEntry::make) make;
        std::vector<AgentId> agents;
    };
    std::vector<Share> shares;
    for (const AgentId id : agents) {
        const auto make = entry_of(scenario.agents[id.value]).make;
        auto share =
            std::find_if(shares.begin(), shares.end(), [make](const Share& one) { return one.make == make; });
        if (share == shares.end()) share = shares.insert(shares.end(), Share{make, {}});
        share->agents.push_back(id);
    }
    const auto ground = ground::make_ground(scenario);
    std::vector<EngineOfAgents> engines;
    for (Share& share : shares) {
        auto engine = share.make(scenario, ground);
        if (!engine || shares.size() == 1) return engine;
        engines.push_back({std::move(*engine), std::move(share.agents)});
    }
    return make_engine_set(std::move(engines));
}

}  // namespace synchrono::client::engine
