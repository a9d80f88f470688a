/// Parts that the forms of a scenario's radio and of its elements share: places, walls, and the names of
/// senders.
#pragma once

#include <string>

#include "common/base/ids.hpp"
#include "common/config/internal/agent_names.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/radio.hpp"

namespace synchrono::config {

namespace radio_parts {

inline constexpr Range kCoordinate{-1e7, 1e7};  // m
inline constexpr double kForeverS = 1e6;        // s; no scenario lasts longer

/// Adds the name of a road-side unit or a ghost and returns its number, which follows all numbers so far.
/// Adds a problem if the name is taken or there are too many of them.
AgentId add_station(const JsonNode& node, const std::string& name, AgentNames& names);

}  // namespace radio_parts

/// Describes the keys of walls. Both losses may be left out.
template <typename Form>
void describe(Form& form, Building& building) {
    form.points("footprint", building.footprint, radio_parts::kCoordinate, {3}, "corners");
    form.number("wall_loss_db", building.wall_loss_db, {0, 200}, Need::optional);
    form.number("inside_loss_db_m", building.inside_loss_db_m, {0, 200}, Need::optional);
}

/// Describes a fault of the radio and adds its ghost to the names. Captured messages need the medium `dsrc`.
void describe(FormReader& form, RadioFault& fault, AgentNames& names, const bool& has_dsrc);
void describe(FormWriter& form, RadioFault& fault, AgentNames& names, const bool& has_dsrc);

}  // namespace synchrono::config
