/// The controls of a body, which its pilot sets and its engine applies. Their number, names and ranges depend
/// on the kind of the body (client/kind/body_kind.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace synchrono::client::body {

/// The greatest number of controls that a kind of body may have.
inline constexpr std::size_t kControlsMax = 8;

/// The values of all controls of one body.
struct Controls {
    std::array<double, kControlsMax> values{};  // in the order of BodyKind::controls(); the rest is zero

    double operator[](std::size_t i) const { return values[i]; }
    double& operator[](std::size_t i) { return values[i]; }
    friend bool operator==(const Controls&, const Controls&) = default;
};

/// One control: its name, and the range of its values.
struct ControlRange {
    std::string_view name;
    double low = 0, high = 0;
};

}  // namespace synchrono::client::body
