/// What both halves of reading and writing a scenario's radio need: choices by name, places, and the names of
/// those who speak.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/base/ids.hpp"
#include "common/config/internal/json_reader.hpp"
#include "common/config/radio.hpp"

namespace synchrono::config::radio_parts {

inline constexpr int kSeconds = 9, kMilliseconds = 6;  // powers of ten ns
inline constexpr double kCoordinateMax = 1e7;          // m
inline constexpr double kForeverS = 1e6;               // as long as the longest scenario

using Names = std::unordered_map<std::string, AgentId>;

/// `words` are pairs of a word and what it means, here and below.
template <typename Words, typename Value>
std::string word_for(const Words& words, Value value) {
    return std::string(std::find_if(std::begin(words), std::end(words), [&](const auto& word) {
                           return word.second == value;
                       })->first);
}

template <typename Words>
std::string list_of(const Words& words) {
    std::vector<std::string_view> all;
    for (const auto& word : words) all.push_back(word.first);
    return fmt::format("{}", fmt::join(all, ", "));
}

/// False, with a problem, when the node is none of the words.
template <typename Words, typename Value>
bool read_word(const JsonNode& node, const Words& words, Value& value) {
    std::string text;
    if (!node.read(text)) return false;
    for (const auto& [word, meaning] : words) {
        if (text != word) continue;
        value = meaning;
        return true;
    }
    return node.problem(fmt::format("expected one of {}", list_of(words)));
}

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
