/// Converts between the values of an enumeration and the words that stand for them in JSON.
#pragma once

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/config/internal/json_reader.hpp"

namespace synchrono::config {

/// The words that files use for the values of an enumeration.
template <typename Kind, std::size_t size>
using Words = std::array<std::pair<std::string_view, Kind>, size>;

/// Words that errors list in quotation marks.
template <typename Kind, std::size_t size>
struct QuotedWords : Words<Kind, size> {};

/// Returns the word for a value. In all functions here, `words` are pairs of a word and its value.
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
template <typename Kind, std::size_t size>
std::string list_of(const QuotedWords<Kind, size>& words) {
    std::vector<std::string> all;
    for (const auto& word : words) all.push_back(fmt::format("\"{}\"", word.first));
    return fmt::format("{}", fmt::join(all, ", "));
}

/// Reads one of the words. Returns false, with a problem, if the node is not one of `words`.
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

}  // namespace synchrono::config
