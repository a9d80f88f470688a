/// The chip of a camera. It adds noise to the light, cuts it off at saturation, rounds it to the steps of its
/// converter, and encodes the result as sRGB, which screens expect.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "common/base/random.hpp"
#include "common/config/sensor.hpp"

namespace synchrono::sensors {

/// Threading: none of its own.
class Imager {
  public:
    explicit Imager(const config::CameraSpec& spec);

    /// Writes the picture of `light` into `pixels`. Light is linear, as a share of what saturates the chip;
    /// pixels are sRGB; each pixel has three values in both. The noise depends only on `key`, `index` and the
    /// place in the picture. Requires spans of the same length.
    void develop(std::span<const float> light, std::uint64_t key, std::uint64_t index,
                 std::span<std::uint8_t> pixels) const;

  private:
    float dark_, shot_;  // variances: in the dark, and what full light adds
};

}  // namespace synchrono::sensors
