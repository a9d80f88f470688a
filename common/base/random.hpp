/// Random numbers that depend on what is asked, not on when: each number is a function of a key and a
/// counter, so that no shared stream ties one agent's luck to another's. For simulation, never for secrets.
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

/// A sequence of numbers owned by one user: `Random(seed, who)`.
class Random {
  public:
    constexpr explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
        : key_(mix_bits(mix_bits(seed) ^ mix_bits(~stream))) {}

    constexpr std::uint64_t bits() { return mix_bits(key_ + counter_++ * 0xd1342543de82ef95ULL); }
    /// Uniform in [0, 1).
    constexpr double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    constexpr double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Uniform in [0, bound); requires bound > 0. The bias of the modulo is below 2^-32 for small bounds.
    constexpr std::uint64_t below(std::uint64_t bound) { return bits() % bound; }
    constexpr bool chance(double probability) { return uniform() < probability; }

  private:
    std::uint64_t key_;
    std::uint64_t counter_ = 0;
};

}  // namespace synchrono
