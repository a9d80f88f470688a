/// The kinds of bodies that a client knows. A row in the table of the .cpp file adds a kind; no other code of
/// a client compares the names of kinds.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "client/kind/body_kind.hpp"

namespace synchrono::client::kind {

/// Returns all kinds.
std::span<const BodyKind* const> body_kinds();
/// Returns the kind of this name; null if there is none.
const BodyKind* kind_named(std::string_view name);
/// Returns the names of all kinds as part of a sentence: "'vehicle' and 'balloon'".
std::string kind_names();
/// Returns in one line why the agent cannot have its body: its kind is unknown, or the kind objects to the
/// agent's specification. Empty if the agent can have its body. Requires an agent that is not an element.
std::string objection_to_body(const config::Scenario& scenario, const config::AgentSpec& agent);
/// Returns the kind of an agent's body. Requires a known kind.
const BodyKind& kind_of(const config::AgentSpec& agent);
/// Returns the kind whose states an agent publishes. For an element of the world that is the kind of
/// vehicles, since elements that move publish the states of vehicles; for any other agent it is the kind of
/// its body.
const BodyKind& publishes_as(const config::AgentSpec& agent);
/// Returns an agent's body as a vehicle, for code that knows vehicles only; null if the body is not a
/// vehicle. Requires a known kind. A kind that returns a vehicle here must have the controls of a vehicle.
const config::VehicleSpec* as_vehicle(const config::Scenario& scenario, const config::AgentSpec& agent);
/// Adds a kind that does not ship with the programs, and borrows it for the rest of the process. Requires a
/// name that no other kind has, and no more than body::kControlsMax controls.
/// Threading: to be called before any other function.
void register_kind(const BodyKind& kind);

}  // namespace synchrono::client::kind
