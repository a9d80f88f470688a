/// The controls of a body: what its pilot sets and its engine applies. How many there are, what they are
/// called and which numbers they may have depends on the kind of the body (client/kind/body_kind.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace synchrono::client {

/// No kind of body has more controls.
inline constexpr std::size_t kControlsMax = 8;

struct Controls {
    std::array<double, kControlsMax>
        values{};  // in the order of the kind's ranges; those beyond them are zero

    double operator[](std::size_t i) const { return values[i]; }
    double& operator[](std::size_t i) { return values[i]; }
    friend bool operator==(const Controls&, const Controls&) = default;
};

/// One control: what it is called, and the numbers that it may have.
struct ControlRange {
    std::string_view name;
    double low = 0, high = 0;
};

}  // namespace synchrono::client
