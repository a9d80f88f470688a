/// Converts between linear light and the numbers in pictures, by the curve of sRGB (IEC 61966-2-1).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace synchrono::picture {

/// Returns the number in a picture that stands for an amount of linear light; both are from 0 to 1.
inline double srgb_from_linear(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}
/// Returns the amount of linear light that a number in a picture stands for; both are from 0 to 1.
inline double linear_from_srgb(double srgb) {
    return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

/// Returns the amount of linear light, from 0 to 1, that a byte of a picture stands for.
inline float linear(std::uint8_t srgb) {
    static const std::array<float, 256> table = [] {
        std::array<float, 256> made{};
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = static_cast<float>(linear_from_srgb(static_cast<double>(i) / 255));
        return made;
    }();
    return table[srgb];
}

}  // namespace synchrono::picture
