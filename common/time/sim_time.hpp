/// Simulated time: points and intervals in int64 nanoseconds, and heartbeat indices. It has types of its own,
/// so that no code mixes it with wall time, for example by sleeping for a simulated period. Floating point
/// appears only in to_seconds().
#pragma once

#include <compare>
#include <cstdint>

namespace synchrono {

/// An interval of simulated time.
class SimDuration {
  public:
    constexpr SimDuration() = default;
    static constexpr SimDuration nanoseconds(std::int64_t n) { return SimDuration(n); }
    static constexpr SimDuration microseconds(std::int64_t n) { return SimDuration(n * 1'000); }
    static constexpr SimDuration milliseconds(std::int64_t n) { return SimDuration(n * 1'000'000); }
    static constexpr SimDuration seconds(std::int64_t n) { return SimDuration(n * 1'000'000'000); }

    constexpr std::int64_t count_ns() const { return ns_; }
    /// Returns seconds for an engine's equations or for people. They are rounded, so never convert them back
    /// into time.
    constexpr double to_seconds() const { return static_cast<double>(ns_) * 1e-9; }

    friend constexpr auto operator<=>(SimDuration, SimDuration) = default;
    friend constexpr SimDuration operator+(SimDuration a, SimDuration b) {
        return SimDuration(a.ns_ + b.ns_);
    }
    friend constexpr SimDuration operator-(SimDuration a, SimDuration b) {
        return SimDuration(a.ns_ - b.ns_);
    }
    friend constexpr SimDuration operator*(SimDuration a, std::int64_t n) { return SimDuration(a.ns_ * n); }
    friend constexpr SimDuration operator*(std::int64_t n, SimDuration a) { return SimDuration(a.ns_ * n); }
    friend constexpr std::int64_t operator/(SimDuration a, SimDuration b) { return a.ns_ / b.ns_; }
    friend constexpr SimDuration operator%(SimDuration a, SimDuration b) {
        return SimDuration(a.ns_ % b.ns_);
    }

  private:
    constexpr explicit SimDuration(std::int64_t ns) : ns_(ns) {}
    std::int64_t ns_ = 0;
};

/// A point of simulated time; a run starts at zero.
class SimTime {
  public:
    constexpr SimTime() = default;
    static constexpr SimTime nanoseconds(std::int64_t n) { return SimTime(n); }

    constexpr std::int64_t count_ns() const { return ns_; }
    constexpr SimDuration since_start() const { return SimDuration::nanoseconds(ns_); }
    constexpr double to_seconds() const { return since_start().to_seconds(); }

    friend constexpr auto operator<=>(SimTime, SimTime) = default;
    friend constexpr SimTime operator+(SimTime t, SimDuration d) { return SimTime(t.ns_ + d.count_ns()); }
    friend constexpr SimTime operator-(SimTime t, SimDuration d) { return SimTime(t.ns_ - d.count_ns()); }
    friend constexpr SimDuration operator-(SimTime a, SimTime b) {
        return SimDuration::nanoseconds(a.ns_ - b.ns_);
    }

  private:
    constexpr explicit SimTime(std::int64_t ns) : ns_(ns) {}
    std::int64_t ns_ = 0;
};

/// The index of a heartbeat. Its time is the exact product of index and heartbeat, never a running sum.
struct Tick {
    std::int64_t index = 0;

    friend constexpr auto operator<=>(Tick, Tick) = default;
    friend constexpr Tick operator+(Tick k, std::int64_t n) { return Tick{k.index + n}; }
    friend constexpr Tick operator-(Tick k, std::int64_t n) { return Tick{k.index - n}; }
    friend constexpr std::int64_t operator-(Tick a, Tick b) { return a.index - b.index; }

    constexpr SimTime at(SimDuration heartbeat) const { return SimTime{} + heartbeat * index; }
};

}  // namespace synchrono
