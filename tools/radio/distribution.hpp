/// How values spread, in little memory however many there are: exact count, mean and extremes, and
/// percentiles to within half a percent. Values are times in ns, from 0 on.
#pragma once

#include <cstdint>
#include <vector>

namespace synchrono::tools {

/// Threading: one thread.
class Distribution {
  public:
    /// Requires a value that is not negative.
    void add(std::int64_t value);

    std::uint64_t count() const { return count_; }
    double mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }
    std::int64_t min() const { return min_; }
    std::int64_t max() const { return max_; }
    /// The value that `share` of all do not exceed; 0 when there are none. Requires a share of 0 to 1.
    std::int64_t quantile(double share) const;

  private:
    struct Bucket {
        std::uint64_t count = 0;
        double sum = 0;  // so that a bucket stands for what is in it: a value that all have comes out exactly
    };
    std::vector<Bucket> buckets_;  // of equal width up to 256, then 128 for each doubling
    std::uint64_t count_ = 0;
    double sum_ = 0;
    std::int64_t min_ = 0, max_ = 0;
};

}  // namespace synchrono::tools
