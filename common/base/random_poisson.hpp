/// Numbers of the Poisson distribution: how often something happens that happens by chance, so many times on
/// average.
#pragma once

#include <cmath>
#include <cstdint>

#include "common/base/random.hpp"

namespace synchrono {

/// Takes one draw more than it returns. Requires a mean from 0 to 500: what it multiplies up to must not
/// vanish.
inline std::uint32_t poisson(Random& random, double mean) {
    const double end = std::exp(-mean);
    std::uint32_t count = 0;
    for (double product = random.uniform(); product > end; product *= random.uniform()) ++count;
    return count;
}

}  // namespace synchrono
