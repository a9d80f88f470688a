/// Types for what a description states about a member besides its key and range.
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

/// Says when programs write an object that people may leave out.
enum class Written { always, unless_default };

/// Returns the unit with which the key of a time ends, as a power of ten in nanoseconds.
inline int unit_power(std::string_view key) {
    SYN_REQUIRE(key.ends_with("_s") || key.ends_with("_ms"));
    return key.ends_with("_ms") ? 6 : 9;
}

}  // namespace synchrono::config
