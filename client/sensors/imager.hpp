/// The image sensor chip of a camera. It adds noise to the light, limits the sum to the saturation, rounds it
/// to the steps of the analogue-to-digital converter, and encodes the result as sRGB.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "common/base/random.hpp"
#include "common/config/sensor.hpp"

namespace synchrono::client::sensors {

/// Threading: none of its own.
class Imager {
  public:
    explicit Imager(const config::CameraSpec& spec);

    /// Writes the picture of `light` into `pixels`: red, green and blue of each pixel, row by row. Values in
    /// `light` are linear, where 1 saturates the chip; values in `pixels` are sRGB. The noise depends only on
    /// the light, on `key`, `index` and the place in the picture. Requires spans of the same length.
    void develop(std::span<const float> light, std::uint64_t key, std::uint64_t index,
                 std::span<std::uint8_t> pixels) const;

  private:
    float dark_, shot_;  // variance of the noise without light, and its increase up to saturation
};

}  // namespace synchrono::client::sensors
