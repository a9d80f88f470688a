/// The appearance of any agent, be it a body of some kind or an element of the world.
#pragma once

#include <string>

#include "client/kind/kind_registry.hpp"

namespace synchrono::client {

/// Returns the category that others see in the agent.
SeenAs seen_as(const config::AgentSpec& agent);
/// Returns length, width and height of the box around the agent; zeroes for signals.
geo::Vec3 size_of(const config::Scenario& scenario, const config::AgentSpec& agent);
/// Returns the agent's shape. Requires an agent other than signals; so does paint_of.
scenery::Shape shape_of(const config::Scenario& scenario, const config::AgentSpec& agent);
/// Returns the coat of most of the agent's shape.
scenery::Coat paint_of(const config::AgentSpec& agent);
/// Returns a name of the agent's shape: agents with the same name differ in paint at most.
std::string shape_name(const config::AgentSpec& agent);

}  // namespace synchrono::client
