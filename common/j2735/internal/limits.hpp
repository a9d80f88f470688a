/// Code that the encoder, the decoder and the JSON code share: limits for content that is not decoded, the
/// names of such content, and bits as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "common/base/bytes.hpp"

namespace synchrono::j2735::internal {

inline constexpr unsigned kSmallMax = 63;              // the greatest "normally small" number
inline constexpr std::size_t kOpenOctetsMax = 16'383;  // of one open type; more would need fragments
inline constexpr std::string_view kAdditionsName = "additions";
inline constexpr std::string_view kAdditionPrefix = "addition-";  // as in "addition-3"

template <typename Bits>
std::string bit_text(const Bits& bits, unsigned count) {
    std::string text;
    for (unsigned bit = 0; bit < count; ++bit) text += bits.test(bit) ? '1' : '0';
    return text;
}

}  // namespace synchrono::j2735::internal
