/// What is on the air at once: how much power of all senders together each station gets, kept for every span
/// of time between two changes, as long as some transmission that was on the air in it is not settled.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comm_server/channel/channel.hpp"

namespace synchrono::comm_server {

/// One who might hear a transmission, with the powers it gets.
struct Heard {
    std::uint32_t station = 0;
    std::uint32_t chance = 0;  // uniform; what decides whether noise spoils the frame
    float power_mw = 0;        // with fading, behind walls
    float free_mw = 0;         // the same without walls
    float mean_mw = 0;         // without fading, behind walls
    float distance_m = 0;
};

struct OnAir {
    Transmission transmission;
    geo::Vec3 position;
    std::int64_t start = 0, end = 0;  // ns
    bool overlapped = false;          // something else was on the air meanwhile
    bool orphaned = false;            // its sender is gone
    std::vector<Heard> heard;         // ascending by station
};

using OnAirList = std::vector<std::unique_ptr<OnAir>>;

/// Powers are summed as whole numbers of this, so that taking away leaves exactly what was there before.
inline constexpr double kUnit_mw = 1e-15;
inline std::int64_t units(float mw) { return static_cast<std::int64_t>(mw * 1e15F); }

/// Threading: one thread.
class Interference {
  public:
    struct Span {
        std::int64_t from = 0, until = 0;
        std::vector<std::int64_t> units;  // by station
    };

    void resize(std::size_t stations) { sum_.resize(stations); }
    /// `others` are on the air besides. `now` never falls.
    void started(const OnAir& air, const OnAirList& others, std::int64_t now);
    void ended(const OnAir& air, const OnAirList& others, std::int64_t now);
    /// The station hears nothing of what is on the air now.
    void forget(std::uint32_t station) { sum_[station] = 0; }
    /// The times in which more than one was on the air, ascending. Valid until the next change.
    std::span<const Span> spans() const { return {spans_.data(), used_}; }
    /// Nothing before this time is asked for any more.
    void drop_before(std::int64_t time);

  private:
    void close(std::int64_t now);
    void add(const OnAir& air, std::int64_t sign);

    std::int64_t from_ = 0;
    std::size_t count_ = 0;          // on the air
    std::vector<std::int64_t> sum_;  // by station, while more than one is on the air; else zero
    std::vector<Span> spans_;        // the first used_; the rest is kept for its memory
    std::size_t used_ = 0;
};

}  // namespace synchrono::comm_server
