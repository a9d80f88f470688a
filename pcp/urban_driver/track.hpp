/// The line that a vehicle drives: the middles of the ways ahead, one after the other, sampled at even steps,
/// and where it changes lanes or swings round something, the smooth curve from one line to the other.
///
/// Distances along a track are those along the middles of its ways; they go on growing as the track is
/// extended, and begin anew with each begin().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"

namespace synchrono::pcp {

/// A box on the ground.
struct Box {
    Point at, heading;
    double length_m = 0, width_m = 0;
};

/// Where something is beside a track.
struct Beside {
    double from_m = 0, to_m = 0;     // along it, its body
    double left_m = 0, right_m = 0;  // the body's edges to the left of the line; right_m <= left_m
    Point along;                     // the line's direction there
};

/// Threading: one thread.  Borrows: the map.
class Track {
  public:
    static constexpr double kStep = 0.5;  // m

    struct Sample {
        Point at;               // on the line
        Point along;            // unit direction
        double curvature = 0;   // 1/m, to the left positive
        double limit_m_s = 0;   // of the road
        double width_m = 0;     // of the way
        bool junction = false;  // within one
        double aside_m = 0;     // how far the line is to the left of the way's middle
    };
    struct Leg {
        std::uint32_t way;
        double from_m, to_m;  // along the track
    };

    explicit Track(const Map& map) : map_(map) {}

    /// Anew: from `s_m` on `way`, `aside_m` to the left of its middle.
    void begin(std::uint32_t way, double s_m, double aside_m = 0);
    /// From `from_m` on, the line goes over to `aim_m` to the left of the middle within `within_m`.
    void swing(double from_m, double aim_m, double within_m);
    /// One more way at its end. `next` follows the last one.
    void extend(std::uint32_t next);
    /// Forgets what lies more than `keep_m` before `at_m`.
    void forget(double at_m, double keep_m);

    bool empty() const { return samples_.empty(); }
    double begin_m() const { return begin_m_; }
    double end_m() const { return begin_m_ + kStep * static_cast<double>(samples_.size() - 1); }
    std::span<const Sample> samples() const { return samples_; }
    std::span<const Leg> legs() const { return legs_; }
    const Leg& leg_at(double s_m) const;
    double aim_m() const { return aim_m_; }

    /// The sample at or before a distance; the first or last one outside.
    std::size_t index_at(double s_m) const;
    double distance_of(std::size_t index) const { return begin_m_ + kStep * static_cast<double>(index); }
    /// The point at a distance; straight on beyond both ends.
    Point point_at(double s_m) const;
    /// The distance of the place on the track that is nearest to `p`, sought downhill from `near_m`.
    double nearest(Point p, double near_m) const;
    /// Where a box is, if any of it is beside the stretch from `from_m` to `to_m` within `reach_m` of the
    /// line.
    bool beside(const Box& box, double from_m, double to_m, double reach_m, Beside& out) const;

  private:
    void sample_to_end();
    void refine(std::size_t first);
    double aside_at(double s_m) const;

    Map map_;
    std::vector<Sample> samples_;
    std::vector<Leg> legs_;
    double begin_m_ = 0;
    double swing_from_m_ = 0, swing_within_m_ = 1, from_aside_m_ = 0, aim_m_ = 0;
};

/// Where `p` is beside a way: the nearest place of its middle. `at_end` is -1 before it, 1 beyond it.
struct OnWay {
    double s_m = 0, t_m = 0;
    Point along;
    int at_end = 0;
};
OnWay project(const SynWay& way, Point p);

}  // namespace synchrono::pcp
