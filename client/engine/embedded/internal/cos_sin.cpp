#include "client/engine/embedded/internal/cos_sin.hpp"

#include <array>
#include <cstddef>

namespace synchrono::client::engine::internal {
namespace {

/// 1 / 0!, 1 / 1!, ...
constexpr auto kInverseFactorial = [] {
    std::array<double, 20> all{};
    double factorial = 1;
    for (int n = 0; n < 20; ++n) {
        if (n > 0) factorial *= n;
        all[static_cast<std::size_t>(n)] = 1 / factorial;
    }
    return all;
}();

}  // namespace

CosSin cos_sin_of(double angle) {
    const double q = -angle * angle;
    double cos = 0, sin = 0;
    for (std::size_t n = 18; n > 0; n -= 2) {
        cos = cos * q + kInverseFactorial[n];
        sin = sin * q + kInverseFactorial[n + 1];
    }
    return {1 + q * cos, angle * (1 + q * sin)};
}

}  // namespace synchrono::client::engine::internal
