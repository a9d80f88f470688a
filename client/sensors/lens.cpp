#include "client/sensors/lens.hpp"

#include "common/base/contract.hpp"

namespace synchrono::client::sensors {

Lens::Lens(const config::CameraSpec& spec)
    : focal_px_(spec.focal_px()),
      centre_x_((spec.width - 1) / 2.0),
      centre_y_((spec.height - 1) / 2.0),
      stride_(spec.width + 2),
      slopes_(stride_ * (spec.height + 2)) {
    const auto undistorted = spec.undistortion();
    SYN_REQUIRE(undistorted.has_value());
    Slope* slope = slopes_.data();
    geo::LensPoint first;
    for (std::int64_t row = -1; row <= spec.height; ++row) {
        geo::LensPoint near = first;
        for (std::int64_t column = -1; column <= spec.width; ++column) {
            near = (*undistorted)({(static_cast<double>(column) - centre_x_) / focal_px_,
                                   (static_cast<double>(row) - centre_y_) / focal_px_},
                                  near);
            if (column == -1) first = near;
            *slope++ = {static_cast<float>(-near.x), static_cast<float>(-near.y)};
        }
    }
}

}  // namespace synchrono::client::sensors
