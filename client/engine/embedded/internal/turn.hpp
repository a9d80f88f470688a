/// Sine and cosine with the same bits on every machine. Those of the C library differ in their last bit.
#pragma once

namespace synchrono::client::internal {

struct Turn {
    double cos, sin;
};

/// Returns both by their series, exact to 1e-13. Requires |angle| <= 1.5.
Turn turn_of(double angle);

}  // namespace synchrono::client::internal
