/// Reads the address of a world as users write it: `NAME://ADDRESS` selects the transport of that name, and
/// an address alone selects the usual transport. Also finds the selected transport among the rows of a
/// registry.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string>
#include <string_view>

#include "common/base/contract.hpp"
#include "common/base/quoted_list.hpp"
#include "common/base/result.hpp"

namespace synchrono::net {

/// The two parts of an address, as views into the text that was split.
struct TransportAddress {
    std::string_view transport;  // empty if the text names none
    std::string_view address;    // as the transport writes it
};
TransportAddress split_transport(std::string_view text);

/// A transport that an address has selected.
template <typename Row>
struct ChosenTransport {
    const Row* row;       // a row of the registry, never null
    std::string address;  // as the transport writes it
};

/// Returns the row of a registry that `text` names, with the address. An address alone selects the first
/// row. Requires at least one row, and a `name` in each. The error is one line.
template <typename Row>
Result<ChosenTransport<Row>> choose_transport(std::string_view text, std::span<const Row> rows) {
    SYN_REQUIRE(!rows.empty());
    const auto [name, address] = split_transport(text);
    if (name.empty()) return ChosenTransport<Row>{&rows.front(), std::string(address)};
    const auto found =
        std::find_if(rows.begin(), rows.end(), [name = name](const Row& row) { return row.name == name; });
    if (found == rows.end()) {
        return fail(fmt::format("address '{}': there is no transport '{}', only {}", text, name,
                                quoted_list(rows, [](const Row& row) { return row.name; })));
    }
    return ChosenTransport<Row>{&*found, std::string(address)};
}

}  // namespace synchrono::net
