/// The row of an engine of driven agents in the table of engines.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/engine/body_engine.hpp"
#include "client/ground/ground.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

struct EngineEntry {
    std::string_view name;
    /// The names of the kinds of bodies that the engine moves.
    std::vector<std::string_view> moves;
    /// The type URL of the states that its agents publish. All kinds in `moves` have this type of state.
    std::string_view state_type_url;
    /// Returns one line that says why the engine cannot move an agent; empty if it can. Requires an agent
    /// whose kind of body is in `moves`.
    std::string (*objection)(const config::Scenario& scenario, const config::AgentSpec& agent);
    /// Makes an engine for agents without an objection. Entries with the same function share one engine in a
    /// client. Ground that is null is level and dry.
    Result<std::unique_ptr<BodyEngine>> (*make)(const config::Scenario& scenario,
                                                const std::shared_ptr<const Ground>& ground);
    /// The model that the engine uses for this entry's vehicles.
    VehicleModel model = VehicleModel::full;
};

}  // namespace synchrono::client
