/// The kinds of loose bodies that scenarios can use. A new row of the table in the .cpp file adds a kind; no
/// other code compares the names of kinds.
#pragma once

#include <span>
#include <string_view>

#include "common/config/loose/loose_kind.hpp"

namespace synchrono::config {

/// Returns all kinds in the order in which errors list them. Valid until a kind is registered.
std::span<const LooseKind* const> loose_kinds();
/// Returns the kind with this name, or null if there is none.
const LooseKind* loose_kind_named(std::string_view name);
/// Adds a kind that does not ship with the programs; the caller keeps it alive until the process ends.
/// Requires a name that no other loose kind has. Threading: call it before anything uses the kinds.
void register_loose_kind(const LooseKind& kind);

}  // namespace synchrono::config
