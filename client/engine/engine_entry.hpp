/// What an engine of driven agents says of itself to the table of engines.
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
    /// The names of the kinds of bodies that it moves.
    std::vector<std::string_view> moves;
    /// The type URL of the states that its agents publish: one that all these kinds have.
    std::string_view state_type_url;
    /// Why it cannot have the agent, whose body is of a kind that it moves, in one line; empty: it can.
    std::string (*objection)(const config::Scenario& scenario, const config::AgentSpec& agent);
    /// An engine for agents to which it has no objection. Entries with the same function share one engine in
    /// a client. Ground that is null is level and dry.
    Result<std::unique_ptr<BodyEngine>> (*make)(const config::Scenario& scenario,
                                                const std::shared_ptr<const Ground>& ground);
    /// How much it is asked to compute of a vehicle.
    VehicleModel model = VehicleModel::full;
};

}  // namespace synchrono::client
