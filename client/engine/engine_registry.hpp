/// The table of engines of driven agents, by the names that scenarios use. A new row in the .cpp file adds an
/// engine; no client code outside of client/engine knows engines by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/engine/body_engine.hpp"
#include "client/engine/engine_entry.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::engine {

/// Returns one line that says why the engine cannot move the agent; empty if it can.
std::string objection_of(const EngineEntry& engine, const config::Scenario& scenario,
                         const config::AgentSpec& agent);
/// Returns the row of the engine with that name; null if there is none. Valid until the process ends.
const EngineEntry* engine_named(std::string_view name);
/// Returns the names of all engines, for use in a sentence: "'embedded', 'single_track' and 'chrono'".
std::string engine_names();
/// Adds an engine that does not ship with the programs. Requires a name that no other engine has, and that
/// all kinds in `moves` are registered and have the engine's type of states.
/// Threading: before any other function here is called.
void register_engine(const EngineEntry& entry);

/// Returns the type URL of the states that an agent publishes. Requires an element, or an agent whose engine
/// is registered.
std::string_view state_type_url(const config::AgentSpec& agent);
/// Returns an agent's body at the start, for BodyEngine::add(). Requires that its engine is registered.
NewBody new_body_of(const config::Scenario& scenario, const config::AgentSpec& agent);
/// Makes one engine that moves all these agents. It combines the engines that the scenario names for the
/// agents. Without agents it makes an engine for a client that only watches. Requires driven agents to which
/// their engines have no objection.
Result<std::unique_ptr<BodyEngine>> make_body_engine(const config::Scenario& scenario,
                                                     const std::vector<AgentId>& agents);

}  // namespace synchrono::client::engine
