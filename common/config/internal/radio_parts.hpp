/// What both halves of reading and writing a scenario's radio need: places, and the names of those who speak.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "common/base/ids.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/internal/words.hpp"
#include "common/config/radio.hpp"

namespace synchrono::config::radio_parts {

inline constexpr int kSeconds = 9, kMilliseconds = 6;  // powers of ten ns
inline constexpr double kCoordinateMax = 1e7;          // m
inline constexpr double kForeverS = 1e6;               // as long as the longest scenario

using Names = std::unordered_map<std::string, AgentId>;

/// The member "footprint" of a building.
void read_footprint(const JsonNode& node, Building& building);
void read_position(const JsonNode& node, geo::Vec3& position);
Json::Value position_to_json(const geo::Vec3& position);

/// Names a sender that is none of the agents. Its number follows those of all who are known so far.
AgentId add_station(const JsonNode& node, const std::string& name, Names& names);

/// The faults, whose ghosts are added to the names. Captured messages need the medium `dsrc`.
std::vector<RadioFault> read_faults(const JsonNode& node, Names& names, bool has_dsrc);
/// `names` are those of all stations, by number.
Json::Value fault_to_json(const RadioFault& fault, const std::vector<std::string>& names);

}  // namespace synchrono::config::radio_parts
