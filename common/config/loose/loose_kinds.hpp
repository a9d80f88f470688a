/// The kinds of loose bodies that scenarios can have. One row of the table in the .cpp file adds a kind;
/// nothing else compares their names.
#pragma once

#include <span>
#include <string_view>

#include "common/config/loose/loose_kind.hpp"

namespace synchrono::config {

/// In the order in which messages list them. Valid until a kind is registered.
std::span<const LooseKind* const> loose_kinds();
/// Null: there is none of that name.
const LooseKind* loose_kind_named(std::string_view name);
/// Adds a kind that does not ship with the programs; it is borrowed for as long as the process lives.
/// Requires a name that no other loose kind has. Threading: before anything asks for kinds.
void register_loose_kind(const LooseKind& kind);

}  // namespace synchrono::config
