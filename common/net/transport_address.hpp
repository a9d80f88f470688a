/// How a user says where a world is, or is to be: `NAME://ADDRESS` over the transport of that name, and an
/// address alone over the usual one.
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

/// Views of the text that it was split from.
struct TransportAddress {
    std::string_view transport;  // its name; empty where none is said
    std::string_view address;    // in the transport's own spelling
};
TransportAddress split_transport(std::string_view text);

/// Chooses the row of a registry that `text` names, and gives it with the address. The first row is meant by
/// an address alone. The error is one line.
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
