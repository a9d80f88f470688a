/// Joins names to a list for a sentence.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace synchrono {

/// Returns "'a', 'b' and 'c'", where a, b and c are what `name_of` returns for each entry.
template <typename Entries, typename NameOf>
std::string listed(const Entries& entries, NameOf name_of) {
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

}  // namespace synchrono
