/// The appearance of any agent, whether it has a body of some kind or is an element of the world.
#pragma once

#include <string>

#include "client/kind/kind_registry.hpp"

namespace synchrono::client::kind {

/// Returns the category that others see in the agent.
body::SeenAs seen_as(const config::AgentSpec& agent);
/// Returns length, width and height of the box around the agent, in metres; zeroes for signals.
geo::Vec3 size_of(const config::Scenario& scenario, const config::AgentSpec& agent);
/// Returns the agent's shape; empty for signals.
scenery::Shape shape_of(const config::Scenario& scenario, const config::AgentSpec& agent);
/// Returns the coat that covers most of the agent's shape.
scenery::Coat paint_of(const config::AgentSpec& agent);
/// Returns a name for the agent's shape. The shapes of agents with the same name differ at most in their
/// paint.
std::string shape_name(const config::AgentSpec& agent);

}  // namespace synchrono::client::kind
