/// Which way each pixel of a camera looks: its lens, turned round once.
#pragma once

#include <cstdint>
#include <vector>

#include "common/config/sensor.hpp"

namespace synchrono::sensors {

/// Directions are told as what they go to the left and up on one metre ahead. Pixels are counted from the top
/// left; the middle of the first is 0, 0.
/// Threading: none of its own.
class Lens {
  public:
    /// Requires a camera that has an undistortion(), as sensor files are checked for. Takes a while.
    explicit Lens(const config::CameraSpec& spec);

    double focal_px() const { return focal_px_; }
    double centre_x() const { return centre_x_; }
    double centre_y() const { return centre_y_; }

    struct Slope {
        float left, up;
    };
    /// Of a pixel's middle.
    Slope middle(std::uint32_t column, std::uint32_t row) const { return slopes_[place(column, row)]; }
    /// Within a pixel: `x`, `y` to the right and down from its middle, -0.5 to 0.5.
    Slope within(std::uint32_t column, std::uint32_t row, float x, float y) const {
        const std::size_t at = place(column, row);
        const Slope &here = slopes_[at], &before = slopes_[at - 1], &after = slopes_[at + 1],
                    &above = slopes_[at - stride_], &below = slopes_[at + stride_];
        const float across = 0.5F * x, down = 0.5F * y;
        return {here.left + across * (after.left - before.left) + down * (below.left - above.left),
                here.up + across * (after.up - before.up) + down * (below.up - above.up)};
    }

  private:
    std::size_t place(std::uint32_t column, std::uint32_t row) const {
        return (row + 1) * stride_ + column + 1;
    }

    double focal_px_, centre_x_, centre_y_;
    std::size_t stride_;
    std::vector<Slope> slopes_;  // with a border of one pixel
};

}  // namespace synchrono::sensors
