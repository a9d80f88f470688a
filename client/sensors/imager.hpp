/// What a camera's chip makes of light: noise, an end to what it can tell, steps, and the curve that screens
/// expect.
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

    /// `light` in linear shares of what the chip can tell, `pixels` in sRGB; three of each a pixel. The noise
    /// depends on (key, index) and the place in the picture alone. Requires as many of both.
    void develop(std::span<const float> light, std::uint64_t key, std::uint64_t index,
                 std::span<std::uint8_t> pixels) const;

  private:
    float dark_, shot_;  // variances, of shares: in the dark, and a share of light
};

}  // namespace synchrono::sensors
