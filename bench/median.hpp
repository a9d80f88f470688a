/// The median of some measurements.
#pragma once

#include <algorithm>
#include <vector>

namespace synchrono::bench {

/// Requires at least one value. Of an even number of values, returns the greater of the two in the middle.
inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace synchrono::bench
