/// Types for the properties of a key that a description states besides its name and range.
#pragma once

#include <cstddef>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <string_view>

#include "common/base/contract.hpp"

namespace synchrono::config {

inline constexpr std::size_t kCurvePointsMax = 1'000;

/// The number of entries that a list may have.
struct Count {
    std::size_t low = 0;
    std::size_t high = std::numeric_limits<std::size_t>::max();

    bool has(std::size_t count) const { return count >= low && count <= high; }
    bool is_bounded() const { return high != std::numeric_limits<std::size_t>::max(); }
    std::string expectation(std::string_view of_what) const {
        return is_bounded() ? fmt::format("expected {} to {} {}", low, high, of_what)
                            : fmt::format("expected at least {} {}", low, of_what);
    }
};
inline constexpr Count kAnyCount{};

/// Says whether programs always write an object that people may leave out.
enum class Written { always, unless_default };

/// Returns the unit of a time from the end of its key: 9 for seconds and 6 for milliseconds, since these are
/// 10^9 and 10^6 ns. Requires a key that ends with "_s" or "_ms".
inline int unit_power(std::string_view key) {
    SYN_REQUIRE(key.ends_with("_s") || key.ends_with("_ms"));
    return key.ends_with("_ms") ? 6 : 9;
}

}  // namespace synchrono::config
