/// The direction from which each pixel of a camera gets its light. The formula of the lens computes pixels
/// from directions; this table holds the inverse, computed once.
#pragma once

#include <cstdint>
#include <vector>

#include "common/config/sensor.hpp"

namespace synchrono::client::sensors {

/// A table of directions as slopes: metres to the left and metres up for each metre ahead. Pixels are counted
/// from the top left; the middle of the first pixel is at 0, 0.
/// Threading: none of its own.
class Lens {
  public:
    /// Takes long, because it inverts the formula of the lens for every pixel. Requires that `spec` has an
    /// undistortion(); the loader of sensor files checks this.
    explicit Lens(const config::CameraSpec& spec);

    double focal_px() const { return focal_px_; }
    double centre_x() const { return centre_x_; }
    double centre_y() const { return centre_y_; }

    struct Slope {
        float left, up;
    };
    /// Returns the slope at the middle of a pixel.
    Slope middle(std::uint32_t column, std::uint32_t row) const { return slopes_[place(column, row)]; }
    /// Returns the slope at a place within a pixel: `x` to the right and `y` down from the pixel's middle,
    /// each from -0.5 to 0.5. Interpolates between the neighbouring pixels.
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
    std::vector<Slope> slopes_;  // row by row, with a border of one pixel
};

}  // namespace synchrono::client::sensors
