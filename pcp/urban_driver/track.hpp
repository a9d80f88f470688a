/// The line that a vehicle drives, sampled at even steps. It follows the middles of the ways ahead. Where the
/// vehicle changes lanes or swings round an obstacle, it is a smooth curve from one line to the other.
///
/// Distances along a track are measured along the middles of its ways. They keep growing as the track is
/// extended, and start from 0 with each restart().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"

namespace synchrono::pcp::urban_driver {

/// A rectangle on the ground.
struct Box {
    driving::Point at, heading;
    double length_m = 0, width_m = 0;
};

/// The place of a body relative to a track.
struct Beside {
    double from_m = 0, to_m = 0;     // of the body, along the track
    double left_m = 0, right_m = 0;  // of the body's edges, to the left of the line; right_m <= left_m
    driving::Point along;            // the line's direction there
};

/// The line ahead of the vehicle and a stretch behind it.
/// Threading: one thread.  Borrows: the map.
class Track {
  public:
    static constexpr double kStep = 0.5;  // m

    struct Sample {
        driving::Point at;      // on the line
        driving::Point along;   // unit direction
        double curvature = 0;   // 1/m, positive to the left
        double limit_m_s = 0;   // of the road
        double width_m = 0;     // of the way
        bool junction = false;  // lies within a junction
        double aside_m = 0;     // how far the line is to the left of the way's middle
    };
    struct Leg {  // the part of the track that is on one way
        std::uint32_t way;
        double from_m, to_m;  // along the track
    };

    explicit Track(const Map& map) : map_(map) {}

    /// Starts a new track at `s_m` on `way`, `aside_m` to the left of its middle.
    void restart(std::uint32_t way, double s_m, double aside_m = 0);
    /// Leads the line over to `aim_m` to the left of the middle, beginning at `from_m` and within a length of
    /// `within_m`.
    void swing(double from_m, double aim_m, double within_m);
    /// Adds a way at the end of the track. Requires that `next` follows the last one.
    void extend(std::uint32_t next);
    /// Removes the part that lies more than `keep_m` before `at_m`.
    void forget(double at_m, double keep_m);

    bool empty() const { return samples_.empty(); }
    double begin_m() const { return begin_m_; }
    double end_m() const { return begin_m_ + kStep * static_cast<double>(samples_.size() - 1); }
    std::span<const Sample> samples() const { return samples_; }
    std::span<const Leg> legs() const { return legs_; }
    const Leg& leg_at(double s_m) const;
    double aim_m() const { return aim_m_; }

    /// Returns the index of the sample at or before a distance. Outside the track, returns that of the first
    /// or the last sample.
    std::size_t index_at(double s_m) const;
    double distance_of(std::size_t index) const { return begin_m_ + kStep * static_cast<double>(index); }
    /// Returns the point at a distance; the track goes straight on beyond both ends.
    driving::Point point_at(double s_m) const;
    /// Returns the distance at which the track is nearest to `p`. Searches from `near_m` in the direction in
    /// which the track comes nearer to `p`, and stops where the track leads away again.
    double nearest_m(driving::Point p, double near_m) const;
    /// Returns whether any part of a box is within `reach_m` of the stretch of the line from `from_m` to
    /// `to_m`, and writes to `out` where that part is.
    bool beside(const Box& box, double from_m, double to_m, double reach_m, Beside& out) const;

  private:
    void sample_to_end();
    /// Computes the directions and curvatures of the samples from number `first` on.
    void refine(std::size_t first);
    double aside_at(double s_m) const;

    Map map_;
    std::vector<Sample> samples_;
    std::vector<Leg> legs_;
    double begin_m_ = 0;
    // The line is from_aside_m_ to the left up to swing_from_m_, and aim_m_ after a further swing_within_m_.
    double swing_from_m_ = 0, swing_within_m_ = 1, from_aside_m_ = 0, aim_m_ = 0;
};

/// The place of a point relative to a way.
struct OnWay {
    double s_m = 0, t_m = 0;  // along the way, and to the left of its middle
    driving::Point along;     // the way's direction there
    int at_end = 0;           // -1: before the way, 1: beyond its end
};
/// Returns the place of `p` relative to a way, by the nearest point of the way's middle.
OnWay project(const SynWay& way, driving::Point p);

}  // namespace synchrono::pcp::urban_driver
