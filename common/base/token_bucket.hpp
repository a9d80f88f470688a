/// A limit to how often something may happen: a few times at once, and at a steady rate in the long run.
#pragma once

#include <algorithm>

#include "common/time/wall_clock.hpp"

namespace synchrono {

/// A bucket that begins full and fills at a steady rate. Each permission takes one token out of it.
/// Threading: one thread.
class TokenBucket {
  public:
    /// The bucket holds `burst` tokens, and gets `per_second` of them in a second.
    constexpr TokenBucket(double per_second, double burst)
        : per_second_(per_second), burst_(burst), tokens_(burst) {}

    /// Takes so many tokens and returns true, or takes none and returns false if there are fewer. Requires a
    /// `now` that is not before that of an earlier call.
    bool take(WallTime now, double tokens = 1) {
        tokens_ = std::min(burst_, tokens_ + (now - filled_).to_seconds() * per_second_);
        filled_ = now;
        if (tokens_ < tokens) return false;
        tokens_ -= tokens;
        return true;
    }

  private:
    double per_second_, burst_, tokens_;
    WallTime filled_;
};

}  // namespace synchrono
