/// Names for a sentence.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace synchrono {

/// "'a', 'b' and 'c'", of what `name_of(entry)` says of each entry.
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
