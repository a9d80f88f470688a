/// Counts how values are distributed. This takes little memory, however many values there are. Count and
/// extremes are exact. The mean is exact but for rounding. Percentiles are off by at most one percent. Values
/// are times in ns and never negative.
#pragma once

#include <cstdint>
#include <vector>

namespace synchrono::tools::radio {

/// A histogram of times whose buckets grow with the values.
/// Threading: one thread.
class Distribution {
  public:
    /// Requires a value that is not negative.
    void add(std::int64_t value);

    std::uint64_t count() const { return count_; }
    double mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }
    std::int64_t min() const { return min_; }
    std::int64_t max() const { return max_; }
    /// Returns the value that the given share of all values does not exceed; 0 when there are no values.
    /// Requires a share from 0 to 1.
    std::int64_t quantile(double share) const;

  private:
    struct Bucket {
        std::uint64_t count = 0;
        double sum = 0;  // for the mean of the bucket: if all its values are equal, a quantile is exact
    };
    std::vector<Bucket> buckets_;  // one for each value below 256, then 128 for each doubling
    std::uint64_t count_ = 0;
    double sum_ = 0;
    std::int64_t min_ = 0, max_ = 0;
};

}  // namespace synchrono::tools::radio
