/// Nakagami-m fading: the received power is its mean times a random number from the gamma distribution of
/// shape m and mean 1. This number is computed from one uniform number, by the inverse of the distribution,
/// so that a pair of sender and receiver needs one draw, whatever m is.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace synchrono::comm_server::channel {

/// Returns the share of the gamma distribution of shape `m` and mean 1 that lies below `x`. Requires m > 0,
/// x >= 0.
double gamma_below(double m, double x);
/// Returns the x below which this share lies: the inverse of gamma_below. Requires 0 < share < 1.
double gamma_quantile(double m, double share);

/// A table of the quantiles for one m.
/// Threading: any, after construction.
class Fading {
  public:
    explicit Fading(double m);

    /// Returns the quantile of (u + 1/2) / 2^32, from a table whose steps become small towards both tails.
    float draw(std::uint32_t u) const {
        const std::uint32_t side = u >> 31;
        // Twice the distance of u + 1/2 from the nearer end: an odd number, so never zero.
        const std::uint64_t tail = 2 * std::uint64_t{u ^ (0 - side)} + 1;
        const int octave = 63 - std::countl_zero(tail);
        const std::uint64_t scaled = tail << (32 - octave);  // leading one at bit 32
        const std::uint64_t part = scaled & ((std::uint64_t{1} << 32) - 1);
        const std::size_t index = (side * kOctaves + static_cast<std::size_t>(octave)) * (kSteps + 1) +
                                  static_cast<std::size_t>(part >> (32 - kStepBits));
        const float low = table_[index];
        const auto rest =
            static_cast<float>(static_cast<std::int32_t>(part & ((1U << (32 - kStepBits)) - 1)));
        return low + (table_[index + 1] - low) * (rest * (1.0F / (1U << (32 - kStepBits))));
    }

  private:
    static constexpr int kStepBits = 5;
    static constexpr std::size_t kSteps = 1U << kStepBits, kOctaves = 32;
    // Quantiles of the lower tail, then of the upper tail. Each octave of the tail's share has kSteps + 1.
    std::vector<float> table_;
};

}  // namespace synchrono::comm_server::channel
