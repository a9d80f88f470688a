/// Reads how a user writes the address of a world: `NAME://ADDRESS` selects the transport of that name, and
/// an address alone the usual transport.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/listed.hpp"
#include "common/base/result.hpp"

namespace synchrono::net {

/// Both are views of the text that was split.
struct TransportAddress {
    std::string_view transport;  // empty if the text names none
    std::string_view address;    // in the form that the transport defines
};
TransportAddress split_transport(std::string_view text);

/// Returns the row of a registry that `text` names, with the address. An address alone selects the first
/// row. The error is one line.
template <typename Row>
Result<std::pair<const Row*, std::string_view>> choose_transport(std::string_view text,
                                                                 std::span<const Row> rows) {
    SYN_REQUIRE(!rows.empty());
    const auto [name, address] = split_transport(text);
    if (name.empty()) return std::pair(&rows.front(), address);
    const auto found =
        std::find_if(rows.begin(), rows.end(), [name = name](const Row& row) { return row.name == name; });
    if (found == rows.end()) {
        return fail(fmt::format("address '{}': there is no transport '{}', only {}", text, name,
                                listed(rows, [](const Row& row) { return row.name; })));
    }
    return std::pair(&*found, address);
}

}  // namespace synchrono::net
