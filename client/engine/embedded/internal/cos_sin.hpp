/// Sine and cosine with the same bits on every machine. The results of C libraries may differ in the last
/// bit.
#pragma once

namespace synchrono::client::engine::internal {

struct CosSin {
    double cos, sin;
};

/// Returns the cosine and the sine of an angle in rad by their series, accurate to 1e-13. Requires
/// |angle| <= 1.5.
CosSin cos_sin_of(double angle);

}  // namespace synchrono::client::engine::internal
