#include "tools/sweep/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace synchrono::tools::sweep {
namespace {

constexpr double kConfidence = 0.95;
constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();  // of a difference, relative

}  // namespace

std::optional<double> Summary::low95() const {
    return half_width ? std::optional(mean - *half_width) : std::nullopt;
}

std::optional<double> Summary::high95() const {
    return half_width ? std::optional(mean + *half_width) : std::nullopt;
}

std::optional<Summary> summary_of(std::span<const double> values) {
    if (values.empty()) return std::nullopt;
    const auto n = static_cast<double>(values.size());
    Summary summary{.n = values.size(), .mean = std::accumulate(values.begin(), values.end(), 0.0) / n};
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const bool all_equal = *low == *high;
    if (all_equal) summary.mean = *low;  // avoids a deviation that is only a rounding error
    if (values.size() < 2) return summary;
    double squares = 0;
    for (const double value : values) squares += (value - summary.mean) * (value - summary.mean);
    summary.deviation = all_equal ? 0 : std::sqrt(squares / (n - 1));
    const boost::math::students_t distribution(n - 1);
    summary.half_width =
        boost::math::quantile(distribution, (1 + kConfidence) / 2) * *summary.deviation / std::sqrt(n);
    return summary;
}

std::optional<PairedDifference> paired_difference_of(std::span<const std::pair<double, double>> pairs) {
    std::vector<double> differences;
    double largest = 0;
    for (const auto& [first, second] : pairs) {
        differences.push_back(second - first);
        largest = std::max({largest, std::abs(first), std::abs(second)});
    }
    // Equal differences must not get a deviation, and so an enormous d_z, from the rounding of decimals.
    for (double& difference : differences) {
        if (std::abs(difference - differences[0]) <= kRounding * largest) difference = differences[0];
    }
    const auto summary = summary_of(differences);
    if (!summary) return std::nullopt;
    PairedDifference result{.difference = *summary};
    if (summary->deviation && *summary->deviation > 0) result.d_z = summary->mean / *summary->deviation;
    return result;
}

}  // namespace synchrono::tools::sweep
