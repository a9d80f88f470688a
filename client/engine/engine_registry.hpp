/// The engines of driven agents that a client can have, by the names that scenarios give them. One row of the
/// table in the .cpp file adds an engine; nothing else in a client knows engines by their names.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/engine/body_engine.hpp"
#include "client/engine/engine_entry.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Why the engine cannot have the agent, in one line; empty: it can.
std::string objection_of(const EngineEntry& engine, const config::Scenario& scenario,
                         const config::AgentSpec& agent);
/// Null: there is none of that name. Valid as long as the process lives.
const EngineEntry* engine_named(std::string_view name);
/// The names for a sentence: "'embedded', 'single_track' and 'chrono'".
std::string engine_names();
/// Adds an engine that does not ship with the programs. Requires a name that no other engine has, and kinds
/// of bodies that are known and have its type of states. Threading: before anything asks for engines.
void register_engine(const EngineEntry& entry);

/// The type URL of the states that an agent publishes. Requires an element, or an engine that is registered.
std::string_view state_type_url(const config::AgentSpec& agent);
/// The body of an agent as its engine is to add it. Requires an engine that is registered.
NewBody new_body_of(const config::Scenario& scenario, const config::AgentSpec& agent);
/// One engine that moves all these agents, each as its own engine does; of no agents: an engine that only
/// watches. Requires driven agents whose engines have no objection.
Result<std::unique_ptr<BodyEngine>> make_body_engine(const config::Scenario& scenario,
                                                     const std::vector<AgentId>& agents);

}  // namespace synchrono::client
