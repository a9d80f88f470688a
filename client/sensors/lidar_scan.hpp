/// Where and when the rays of a LiDAR go out. A sweep is its columns one after the other, each with all
/// beams; rays are cast in strips of up to sixteen neighbouring columns, whose packets have columns side by
/// side and as many beams below each other as there is room for.
#pragma once

#include <cstdint>
#include <vector>

#include "client/sensors/glide.hpp"
#include "client/sensors/ray_world.hpp"
#include "common/config/sensor.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::sensors {

/// Columns `first` to `first + count` of a sweep, and what the rays of each have in common. Lane k of a
/// packet belongs to the column k % width.
struct LidarStrip {
    static constexpr std::uint32_t kColumnsMax = RayPacket::kRays;
    using Lanes = RayPacket::Each<float>;

    std::uint32_t first = 0, count = 0;
    std::uint32_t width = 0;  // the power of two that `count` needs
    std::uint32_t shift = 0;  // which one: lane k belongs to the packet's beam k >> shift
    std::uint32_t packets = 0;
    alignas(64) Lanes x, y, z, time;              // of packets
    alignas(64) Lanes cosine, sine;               // of the column's azimuth
    alignas(64) Lanes ahead_x, ahead_y, ahead_z;  // the world's axes of the column
    alignas(64) Lanes left_x, left_y, left_z;
    alignas(64) Lanes up_x, up_y, up_z;
    alignas(64) Lanes far_m;  // negative: no column
};

/// Threading: may be asked from several threads at once.
class LidarScan {
  public:
    LidarScan(const config::LidarSpec& spec, SimDuration period);

    std::uint32_t columns() const { return static_cast<std::uint32_t>(times_.size()); }
    std::uint32_t beams() const { return beams_; }
    std::size_t rays() const { return std::size_t{columns()} * beams_; }
    /// When a column goes out, from the beginning of the sweep. They ascend.
    SimDuration time_of(std::uint32_t column) const { return times_[column]; }
    /// The first column that goes out at that time or later; columns() if none does.
    std::uint32_t first_from(SimDuration since_begin) const;

    /// Columns from `first` on, at most up to `end`, of the sweep that began at `begin`.
    void strip(std::uint32_t first, std::uint32_t end, SimTime begin, const Glide& glide,
               LidarStrip& strip) const;
    /// One of the strip's packets, ready to be cast.
    void aim(const LidarStrip& strip, std::uint32_t packet, RayPacket& rays) const;
    /// The same directions in the frame of the sensor.
    void look(const LidarStrip& strip, std::uint32_t packet, LidarStrip::Lanes& x, LidarStrip::Lanes& y,
              LidarStrip::Lanes& z) const;

  private:
    struct Beams {
        alignas(64) LidarStrip::Lanes x, y, z;
    };
    /// Those of a packet's lanes.
    void beams_of(const LidarStrip& strip, std::uint32_t packet, Beams& beams) const;

    std::uint32_t beams_;
    float range_m_;
    std::vector<SimDuration> times_;
    std::vector<float> cosines_, sines_;  // of columns
    std::vector<float> x_, y_, z_;        // of beams, in a column that looks ahead
};

}  // namespace synchrono::sensors
