/// Random numbers that are functions of a key and a counter: the n-th number of a key is the same whenever it
/// is drawn. Each agent has keys of its own, so its draws never change those of another. For simulation,
/// never for secrets.
#pragma once

#include <cstdint>

namespace synchrono {

/// Mixes 64 bits so that nearby inputs give unrelated outputs (the finaliser of SplitMix64).
constexpr std::uint64_t mix_bits(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// A sequence of random numbers for one user, for example `Random(seed, agent)`.
class Random {
  public:
    constexpr explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
        : key_(mix_bits(mix_bits(seed) ^ mix_bits(~stream))) {}

    constexpr std::uint64_t bits() { return mix_bits(key_ + counter_++ * 0xd1342543de82ef95ULL); }
    /// Returns a number uniform in [0, 1).
    constexpr double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    constexpr double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Returns a number uniform in [0, bound). Requires bound > 0. For bounds below 2^32 the bias of the
    /// modulo is below 2^-32.
    constexpr std::uint64_t below(std::uint64_t bound) { return bits() % bound; }
    constexpr bool chance(double probability) { return uniform() < probability; }

  private:
    std::uint64_t key_;
    std::uint64_t counter_ = 0;
};

}  // namespace synchrono
