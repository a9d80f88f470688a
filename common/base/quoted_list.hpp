/// Joins names into lists, for errors and other lines that people read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/nearest_name.hpp"

namespace synchrono {

/// Returns "'a', 'b' and 'c'", where a, b and c are what `name_of` returns for each entry.
template <typename Entries, typename NameOf>
std::string quoted_list(const Entries& entries, NameOf name_of) {
    std::string all;
    std::size_t left = entries.size();
    for (const auto& entry : entries) {
        if (!all.empty()) all += left == 1 ? " and " : ", ";
        all += '\'';
        all += name_of(entry);
        all += '\'';
        --left;
    }
    return all;
}

/// The most names that a line lists, so that the line stays short in a scenario with a thousand agents.
inline constexpr std::size_t kNamesListed = 6;

/// Returns "a, b, c": what `name_of` returns for each of the first kNamesListed entries. If there are more,
/// for example 5, " and 5 more" follows.
template <typename Entries, typename NameOf>
std::string first_names(const Entries& entries, NameOf name_of) {
    std::string all;
    std::size_t listed = 0;
    for (const auto& entry : entries) {
        if (listed == kNamesListed) return all + " and " + std::to_string(entries.size() - listed) + " more";
        if (listed > 0) all += ", ";
        all += name_of(entry);
        ++listed;
    }
    return all;
}

/// Returns "; expected one of " and the text of first_names(), as the end of an error that refuses the
/// unknown name `text`. If the text is nearly one of the names, the error asks about that one first. Returns
/// an empty text if there are no entries.
template <typename Entries, typename NameOf>
std::string expected_one_of(std::string_view text, const Entries& entries, NameOf name_of) {
    const std::string listed = first_names(entries, name_of);
    if (listed.empty()) return listed;
    std::vector<std::string> names;
    for (const auto& entry : entries) names.emplace_back(name_of(entry));
    return did_you_mean(text, names, "expected one of ") + listed;
}

}  // namespace synchrono
