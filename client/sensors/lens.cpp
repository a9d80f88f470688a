#include "client/sensors/lens.hpp"

#include <cmath>
#include <numbers>

#include "common/base/contract.hpp"

namespace synchrono::sensors {

Lens::Lens(const config::CameraSpec& spec)
    : focal_px_(spec.width / 2.0 / std::tan(spec.view_deg / 2 * std::numbers::pi / 180)),
      centre_x_((spec.width - 1) / 2.0),
      centre_y_((spec.height - 1) / 2.0),
      stride_(spec.width + 2),
      slopes_(stride_ * (spec.height + 2)) {
    const auto seen = [&](std::int64_t column, std::int64_t row) {
        return geo::LensPoint{(static_cast<double>(column) - centre_x_) / focal_px_,
                              (static_cast<double>(row) - centre_y_) / focal_px_};
    };
    const auto put = [&](std::int64_t column, std::int64_t row, std::optional<geo::LensPoint> found) {
        SYN_REQUIRE(found.has_value());
        slopes_[static_cast<std::size_t>(row + 1) * stride_ + static_cast<std::size_t>(column + 1)] = {
            static_cast<float>(-found->x), static_cast<float>(-found->y)};
        return *found;
    };
    // From the middle outwards, so that each has a neighbour to begin with.
    const std::int64_t width = spec.width, height = spec.height, column = width / 2, row = height / 2;
    const auto fill_row = [&](std::int64_t y, geo::LensPoint first) {
        for (const std::int64_t step : {1, -1}) {
            geo::LensPoint near = first;
            for (std::int64_t x = column; x >= -1 && x <= width; x += step)
                near = put(x, y, geo::undistorted(spec.distortion, seen(x, y), near));
        }
    };
    const auto middle = geo::undistorted(spec.distortion, seen(column, row));
    SYN_REQUIRE(middle.has_value());
    for (const std::int64_t step : {1, -1}) {
        geo::LensPoint near = *middle;
        for (std::int64_t y = row; y >= -1 && y <= height; y += step) {
            near = put(column, y, geo::undistorted(spec.distortion, seen(column, y), near));
            fill_row(y, near);
        }
    }
}

}  // namespace synchrono::sensors
