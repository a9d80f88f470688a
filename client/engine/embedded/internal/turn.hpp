/// Sine and cosine with the same bits on every machine: the C library's own differ in the last one.
#pragma once

namespace synchrono::client::internal {

struct Turn {
    double cos, sin;
};

/// Series for |angle| <= 1.5, exact to 1e-13.
Turn turn_of(double angle);

}  // namespace synchrono::client::internal
