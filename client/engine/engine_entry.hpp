/// One row of the table of engines: an engine of driven agents, and which agents it can move.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/engine/body_engine.hpp"
#include "client/ground/ground.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::engine {

struct EngineEntry {
    std::string_view name;  // as scenarios write it
    /// The names of the kinds of bodies that the engine moves.
    std::vector<std::string_view> moves;
    /// The type URL of the states that the engine's agents publish. Requires that all kinds in `moves` have
    /// this type of state.
    std::string_view state_type_url;
    /// Returns one line that says why the engine cannot move an agent; empty if it can. Requires an agent
    /// whose kind of body is in `moves`.
    std::string (*objection)(const config::Scenario& scenario, const config::AgentSpec& agent);
    /// Makes an engine for agents to which there is no objection. In a client, entries with the same `make`
    /// share one engine. If `ground` is null, the ground is level and dry.
    Result<std::unique_ptr<BodyEngine>> (*make)(const config::Scenario& scenario,
                                                const std::shared_ptr<const ground::Ground>& ground);
    /// The model that the engine uses for this entry's vehicles.
    VehicleModel model = VehicleModel::full;
};

}  // namespace synchrono::client::engine
