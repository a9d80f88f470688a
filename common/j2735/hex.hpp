/// Converts octets to hexadecimal digits, the form in which people read messages, and back.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "common/base/bytes.hpp"

namespace synchrono::j2735 {

/// Returns the digits in upper case, without spaces.
inline std::string to_hex(ByteView octets) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    std::string text;
    text.reserve(octets.size() * 2);
    for (const std::byte octet : octets) {
        text += kDigits[static_cast<unsigned>(octet) >> 4];
        text += kDigits[static_cast<unsigned>(octet) & 15];
    }
    return text;
}

/// Reads pairs of hexadecimal digits in either case into `octets`. Returns false if the text is anything
/// else; `octets` then means nothing.
inline bool parse_hex(std::string_view text, Bytes& octets) {
    const auto digit = [](char character) {
        if (character >= '0' && character <= '9') return character - '0';
        if (character >= 'A' && character <= 'F') return character - 'A' + 10;
        if (character >= 'a' && character <= 'f') return character - 'a' + 10;
        return -1;
    };
    if (text.size() % 2 != 0) return false;
    octets.resize(text.size() / 2);
    for (std::size_t i = 0; i < octets.size(); ++i) {
        const int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        octets[i] = static_cast<std::byte>(high * 16 + low);
    }
    return true;
}

}  // namespace synchrono::j2735
