/// Wall time: the machine's monotonic clock. Programs read it only through a WallClock, so that a test can
/// replace the clock by one that it sets by hand. Most code takes `now` as a parameter and reads no clock.
#pragma once

#include <compare>
#include <cstdint>

namespace synchrono {

/// An interval of wall time.
class WallDuration {
  public:
    constexpr WallDuration() = default;
    static constexpr WallDuration nanoseconds(std::int64_t n) { return WallDuration(n); }
    static constexpr WallDuration microseconds(std::int64_t n) { return WallDuration(n * 1'000); }
    static constexpr WallDuration milliseconds(std::int64_t n) { return WallDuration(n * 1'000'000); }
    static constexpr WallDuration seconds(std::int64_t n) { return WallDuration(n * 1'000'000'000); }

    constexpr std::int64_t count_ns() const { return ns_; }
    /// Returns seconds, for people to read. Divides by 1e9, since multiplying by 1e-9 would be less exact.
    constexpr double to_seconds() const { return static_cast<double>(ns_) / 1e9; }

    friend constexpr auto operator<=>(WallDuration, WallDuration) = default;
    friend constexpr WallDuration operator+(WallDuration a, WallDuration b) {
        return WallDuration(a.ns_ + b.ns_);
    }
    friend constexpr WallDuration operator-(WallDuration a, WallDuration b) {
        return WallDuration(a.ns_ - b.ns_);
    }
    friend constexpr WallDuration operator*(WallDuration a, std::int64_t n) {
        return WallDuration(a.ns_ * n);
    }
    friend constexpr WallDuration operator/(WallDuration a, std::int64_t n) {
        return WallDuration(a.ns_ / n);
    }

  private:
    constexpr explicit WallDuration(std::int64_t ns) : ns_(ns) {}
    std::int64_t ns_ = 0;
};

/// A point of wall time. Points that different processes of one host have read can be compared until the host
/// reboots.
class WallTime {
  public:
    constexpr WallTime() = default;
    static constexpr WallTime nanoseconds(std::int64_t n) { return WallTime(n); }

    constexpr std::int64_t count_ns() const { return ns_; }

    friend constexpr auto operator<=>(WallTime, WallTime) = default;
    friend constexpr WallTime operator+(WallTime t, WallDuration d) { return WallTime(t.ns_ + d.count_ns()); }
    friend constexpr WallTime operator-(WallTime t, WallDuration d) { return WallTime(t.ns_ - d.count_ns()); }
    friend constexpr WallDuration operator-(WallTime a, WallTime b) {
        return WallDuration::nanoseconds(a.ns_ - b.ns_);
    }

  private:
    constexpr explicit WallTime(std::int64_t ns) : ns_(ns) {}
    std::int64_t ns_ = 0;
};

/// Reads wall time. Threading: `now` may be called from any thread.
class WallClock {
  public:
    virtual ~WallClock() = default;
    virtual WallTime now() const = 0;
};

/// Reads CLOCK_MONOTONIC.
class MonotonicClock final : public WallClock {
  public:
    WallTime now() const override;
};

/// A clock that its owner sets; it begins at one second. Threading: one thread.
class ManualClock final : public WallClock {
  public:
    WallTime now() const override { return now_; }
    void set(WallTime t) { now_ = t; }
    void advance(WallDuration d) { now_ = now_ + d; }

  private:
    WallTime now_ = WallTime::nanoseconds(1'000'000'000);
};

}  // namespace synchrono
