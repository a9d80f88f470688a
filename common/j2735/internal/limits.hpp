/// What encoder, decoder and JSON agree on: bounds of what is kept unknown, names for it, octets and bits as
/// text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "common/base/bytes.hpp"

namespace synchrono::j2735::internal {

inline constexpr unsigned kSmallMax = 63;              // normally small numbers without a length
inline constexpr std::size_t kOpenOctetsMax = 16'383;  // of one open type, unfragmented
inline constexpr std::string_view kAdditionsName = "additions";
inline constexpr std::string_view kAdditionPrefix = "addition-";  // "addition-3": an alternative or value

template <typename Bits>
std::string bit_text(const Bits& bits, unsigned count) {
    std::string text;
    for (unsigned bit = 0; bit < count; ++bit) text += bits.test(bit) ? '1' : '0';
    return text;
}

}  // namespace synchrono::j2735::internal
