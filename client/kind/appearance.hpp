/// How an agent is seen, whether it has a body of some kind or is an element of the world.
#pragma once

#include <string>

#include "client/kind/kind_registry.hpp"

namespace synchrono::client {

SeenAs seen_as(const config::AgentSpec& agent);
/// Length, width and height of the box around it; zeroes for signals.
geo::Vec3 size_of(const config::Scenario& scenario, const config::AgentSpec& agent);
/// Requires an agent that is no signals; so does paint_of.
scenery::Shape shape_of(const config::Scenario& scenario, const config::AgentSpec& agent);
/// The coat of most of its shape.
scenery::Coat paint_of(const config::AgentSpec& agent);
/// Agents with the same name have the same shape, but for its paint.
std::string shape_name(const config::AgentSpec& agent);

}  // namespace synchrono::client
