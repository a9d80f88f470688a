/// The places, directions and times of a LiDAR's rays. A sweep consists of columns. The rays of a column, one
/// for each beam, go out at once. Columns go out one after the other, but in a flash all go out together.
/// Rays are cast in strips of up to sixteen neighbouring columns. A packet of a strip holds one ray per
/// column for as many beams as the packet has room for.
#pragma once

#include <cstdint>
#include <vector>

#include "client/sensors/glide.hpp"
#include "client/sensors/ray_world.hpp"
#include "common/config/sensor.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::sensors {

/// Columns `first` to `first + count - 1` of a sweep, and the numbers that all rays of a column share. Lane k
/// of each packet belongs to the strip's column k % width.
struct LidarStrip {
    static constexpr std::uint32_t kColumnsMax = RayPacket::kRays;
    using Lanes = RayPacket::Each<float>;

    std::uint32_t first = 0, count = 0;
    std::uint32_t width = 0;  // `count` rounded up to a power of two
    std::uint32_t shift = 0;  // binary logarithm of `width`: lane k belongs to the packet's beam k >> shift
    std::uint32_t packets = 0;
    alignas(64) Lanes x, y, z, time;  // of the rays: origin and time, as in RayPacket
    alignas(64) Lanes cosine, sine;   // of the column's azimuth
    // The axes of each column (ahead, left and up), in the world frame.
    alignas(64) Lanes ahead_x, ahead_y, ahead_z;
    alignas(64) Lanes left_x, left_y, left_z;
    alignas(64) Lanes up_x, up_y, up_z;
    alignas(64) Lanes far_m;  // how far the rays go, m; negative: the lane has no column
};

/// The pattern in which one LiDAR scans.
/// Threading: may be called from several threads at once.
class LidarScan {
  public:
    LidarScan(const config::LidarSpec& spec, SimDuration period);

    std::uint32_t columns() const { return static_cast<std::uint32_t>(times_.size()); }
    std::uint32_t beams() const { return beams_; }
    std::size_t rays() const { return std::size_t{columns()} * beams_; }
    /// Returns when a column goes out, counted from the beginning of the sweep. Later columns do not go out
    /// earlier; in a flash all go out at the end.
    SimDuration time_of(std::uint32_t column) const { return times_[column]; }
    /// Returns the first column that goes out at `since_begin` or later; columns() if there is none.
    std::uint32_t first_from(SimDuration since_begin) const;

    /// Prepares a strip of the sweep that began at `begin`. The strip has the columns from `first` up to, but
    /// not including, `end`, and at most kColumnsMax of them. The columns must go out during `glide`, the
    /// motion of the sensor in one heartbeat.
    void strip(std::uint32_t first, std::uint32_t end, SimTime begin, const Glide& glide,
               LidarStrip& strip) const;
    /// Fills in the rays of one of the strip's packets, ready to be cast.
    void aim(const LidarStrip& strip, std::uint32_t packet, RayPacket& rays) const;
    /// Writes the directions of the rays that aim() fills in, in the sensor's frame.
    void directions(const LidarStrip& strip, std::uint32_t packet, LidarStrip::Lanes& x, LidarStrip::Lanes& y,
                    LidarStrip::Lanes& z) const;

  private:
    struct Beams {
        alignas(64) LidarStrip::Lanes x, y, z;
    };
    /// Writes for each lane of a packet the direction of the beam to which the lane belongs.
    void beams_of(const LidarStrip& strip, std::uint32_t packet, Beams& beams) const;

    std::uint32_t beams_;
    float range_m_;
    std::vector<SimDuration> times_;
    std::vector<float> cosines_, sines_;  // of the columns' azimuths
    std::vector<float> x_, y_, z_;        // directions of the beams in a column straight ahead
};

}  // namespace synchrono::client::sensors
