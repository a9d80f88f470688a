/// The kinds of bodies that a client knows. One row of the table in the .cpp file adds a kind; nothing else
/// compares their names.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "client/kind/body_kind.hpp"

namespace synchrono::client {

/// All that there are.
std::span<const BodyKind* const> body_kinds();
/// Null: there is none of that name.
const BodyKind* kind_named(std::string_view name);
/// The names for a sentence: "'vehicle' and 'balloon'".
std::string kind_names();
/// Why the agent cannot have its body, in one line: of what kind it is, or what its specification says.
/// Empty: it can. Requires no element.
std::string objection_to_body(const config::Scenario& scenario, const config::AgentSpec& agent);
/// The kind of an agent's body. Requires that it is known.
const BodyKind& kind_of(const config::AgentSpec& agent);
/// The kind whose states an agent publishes: that of its body. An element of the world that moves publishes
/// what a vehicle would.
const BodyKind& publishes_as(const config::AgentSpec& agent);
/// The vehicle that an agent's body is to those who know of vehicles alone; null: it is none. Requires a kind
/// that is known and, of one that gives a vehicle, the controls of a vehicle.
const config::VehicleSpec* as_vehicle(const config::Scenario& scenario, const config::AgentSpec& agent);
/// Adds a kind that does not ship with the programs; it is borrowed for as long as the process lives.
/// Requires a name that no other kind has, and no more controls than kControlsMax. Threading: before anything
/// asks for kinds.
void register_kind(const BodyKind& kind);

}  // namespace synchrono::client
