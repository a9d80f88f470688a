/// Numbers of the Poisson distribution: how often a random event happens, given how often it happens on
/// average.
#pragma once

#include <cmath>
#include <cstdint>

#include "common/base/random.hpp"

namespace synchrono {

/// Draws a count. Takes one more draw from `random` than the count it returns. Requires a mean from 0 to
/// 500, well below where exp(-mean) would underflow to zero.
inline std::uint32_t poisson(Random& random, double mean) {
    const double end = std::exp(-mean);
    std::uint32_t count = 0;
    for (double product = random.uniform(); product > end; product *= random.uniform()) ++count;
    return count;
}

}  // namespace synchrono
