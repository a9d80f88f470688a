/// The kinds of bodies that a client knows. A row in the table of the .cpp file adds a kind; no other code
/// compares the names of kinds.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "client/kind/body_kind.hpp"

namespace synchrono::client {

/// Returns all kinds.
std::span<const BodyKind* const> body_kinds();
/// Returns the kind of that name; null if it is unknown.
const BodyKind* kind_named(std::string_view name);
/// Returns the names of all kinds as part of a sentence: "'vehicle' and 'balloon'".
std::string kind_names();
/// Returns in one line why the agent cannot have its body: the kind is unknown, or objects to the
/// specification. Empty if the agent can have it. Requires an agent that is no element.
std::string objection_to_body(const config::Scenario& scenario, const config::AgentSpec& agent);
/// Returns the kind of an agent's body. Requires that it is known.
const BodyKind& kind_of(const config::AgentSpec& agent);
/// Returns the kind whose states an agent publishes: that of its body, and for an element of the world the
/// vehicle, since elements that move publish the states of vehicles.
const BodyKind& publishes_as(const config::AgentSpec& agent);
/// Returns an agent's body as a vehicle for code that knows vehicles only; null if it is not one. Requires
/// a known kind, whose controls are those of a vehicle if it returns one.
const config::VehicleSpec* as_vehicle(const config::Scenario& scenario, const config::AgentSpec& agent);
/// Adds a kind that does not ship with the programs; it is borrowed for the rest of the process. Requires a
/// name that no other kind has, and no more controls than kControlsMax.
/// Threading: before any other function is called.
void register_kind(const BodyKind& kind);

}  // namespace synchrono::client
