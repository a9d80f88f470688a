/// Two real basic safety messages, and a function that turns hexadecimal text into octets.
#pragma once

#include <string_view>

#include "common/base/bytes.hpp"

namespace synchrono::comm_server::faults::testing {

inline Bytes from_hex(std::string_view text) {
    const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'A' + 10); };
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(digit(text[i]) << 4 | digit(text[i + 1])));
    return bytes;
}

// A parked vehicle: speed 0, heading 10201 (in units of 0.0125 degrees), no part II.
inline constexpr std::string_view kParked =
    "001425067C0EB5842562E66E8A2B9EA6C96408B97FFFFFFF900027D9637D07D0007FFF8000640FA0";
// A message that has a path history and an air temperature in part II.
inline constexpr std::string_view kWithHistory =
    "00143E4EF2D280000E7426E26103165C6569A56F7F7F7FFFF0021000FD7CEFA1007FFF80000000010038C001009F3FD2D214DE72"
    "FFFE"
    "6400207240D10000004BF0";

}  // namespace synchrono::comm_server::faults::testing
