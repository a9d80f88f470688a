/// Places positive numbers on a scale that divides each octave (a factor of 2) into the same number of equal
/// steps. The position is computed from the bits of the number, and is the index into tables over many orders
/// of magnitude.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace synchrono::comm_server::channel {

/// Returns the number of steps, with a fraction, from 2^`first_octave` to `x`; an octave has 2^`step_bits`
/// steps. Requires a normal number that is not below 2^`first_octave`.
template <int step_bits, int first_octave>
inline float octave_position(float x) {
    constexpr int kPart = 23 - step_bits;
    const std::uint32_t bits =
        std::bit_cast<std::uint32_t>(x) - (static_cast<std::uint32_t>(127 + first_octave) << 23);
    const auto step = static_cast<float>(static_cast<std::int32_t>(bits >> kPart));
    const auto part = static_cast<float>(static_cast<std::int32_t>(bits & ((1U << kPart) - 1)));
    return step + part * (1.0F / static_cast<float>(1U << kPart));
}
/// Returns the number at a whole step: the inverse of octave_position.
template <int step_bits, int first_octave>
inline double octave_value(std::size_t step) {
    constexpr std::size_t kSteps = std::size_t{1} << step_bits;
    const double mantissa = 1.0 + static_cast<double>(step % kSteps) / static_cast<double>(kSteps);
    return std::ldexp(mantissa, first_octave + static_cast<int>(step / kSteps));
}

/// Returns the logarithm to base 2 of a positive normal number, accurate to 1e-6.
inline float fast_log2(float x) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
    // The mantissa is between sqrt(1/2) and sqrt(2), so that the series converges fast.
    const std::uint32_t from_half_root = bits - 0x3f3504f3U;
    const std::int32_t exponent = static_cast<std::int32_t>(from_half_root) >> 23;
    const float mantissa = std::bit_cast<float>(bits - (static_cast<std::uint32_t>(exponent) << 23));
    const float t = (mantissa - 1) / (mantissa + 1), t2 = t * t;
    const float series = t * (2.8853901F + t2 * (0.9617967F + t2 * (0.5770780F + t2 * 0.4121986F)));
    return static_cast<float>(exponent) + series;
}
inline float to_db(float ratio) { return 3.0102999566F * fast_log2(ratio); }
inline double from_db(double db) { return std::pow(10.0, db / 10); }

}  // namespace synchrono::comm_server::channel
