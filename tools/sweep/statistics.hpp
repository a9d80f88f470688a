/// Statistics of small samples: mean, standard deviation, the confidence interval of the mean, and the same
/// for differences within pairs.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

namespace synchrono::tools::sweep {

/// A sample in a few numbers.
struct Summary {
    std::size_t n = 0;
    double mean = 0;
    /// The standard deviation of the sample, with n - 1. A single value has none.
    std::optional<double> deviation = {};
    /// Half the width of the 95 % confidence interval of the mean, by Student's t with n - 1 degrees of
    /// freedom. A single value has none.
    std::optional<double> half_width = {};

    std::optional<double> low95() const;
    std::optional<double> high95() const;
};

/// Summarises the values, which must be finite. Returns nothing if there are no values.
std::optional<Summary> summary_of(std::span<const double> values);

/// The differences within pairs, each of them the second number of the pair minus the first.
struct PairedDifference {
    Summary difference;
    /// Cohen's d_z: the mean of the differences divided by their standard deviation. There is none for a
    /// single pair, or if all differences are equal.
    std::optional<double> d_z = {};
};

/// Summarises the differences within the pairs. Returns nothing if there are no pairs.
std::optional<PairedDifference> paired_difference_of(std::span<const std::pair<double, double>> pairs);

}  // namespace synchrono::tools::sweep
