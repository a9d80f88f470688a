#include "tools/radio/distribution.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "common/base/contract.hpp"

namespace synchrono::tools::radio {

namespace {

constexpr int kDigits = 8;  // a bucket keeps this many leading binary digits of a value
constexpr std::size_t kHalf = std::size_t{1} << (kDigits - 1);

int shift_of(std::uint64_t value) { return std::max(0, static_cast<int>(std::bit_width(value)) - kDigits); }

}  // namespace

void Distribution::add(std::int64_t value) {
    SYN_REQUIRE(value >= 0);
    const auto bits = static_cast<std::uint64_t>(value);
    const int shift = shift_of(bits);
    const std::size_t bucket = static_cast<std::size_t>(shift) * kHalf + (bits >> shift);
    if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
    ++buckets_[bucket].count;
    buckets_[bucket].sum += static_cast<double>(value);
    min_ = count_ == 0 ? value : std::min(min_, value);
    max_ = std::max(max_, value);
    ++count_;
    sum_ += static_cast<double>(value);
}

std::int64_t Distribution::quantile(double share) const {
    SYN_REQUIRE(share >= 0 && share <= 1);
    if (count_ == 0) return 0;
    const auto wanted = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_))));
    std::uint64_t seen = 0;
    for (const Bucket& bucket : buckets_) {
        if ((seen += bucket.count) < wanted) continue;
        // Keeps the mean within 64 bits: as a double, a mean of the largest times may be rounded up.
        constexpr double kExactMax = 9.2e18;
        const double mean = std::min(bucket.sum / static_cast<double>(bucket.count), kExactMax);
        return std::clamp(static_cast<std::int64_t>(std::llround(mean)), min_, max_);
    }
    return max_;
}

}  // namespace synchrono::tools::radio
