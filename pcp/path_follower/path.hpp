/// A path in the plane for a pilot to drive, sampled at even steps, with the direction and the curvature at
/// each sample. The distance of a sample along the path is its index times spacing(), whatever the spacing of
/// the points that a user draws.
#pragma once

#include <cstddef>
#include <vector>

#include "pcp/driving/plane.hpp"

namespace synchrono::pcp {

/// An open or closed path.
/// Threading: const functions from any thread.
class Path {
  public:
    struct Sample {
        Point at;
        Point along;           // unit direction
        double curvature = 0;  // 1/m, left positive
    };

    /// Throws std::runtime_error if the points make no path, and says why.
    Path(const std::vector<Point>& points, bool closed);

    double length() const { return length_; }
    double spacing() const { return spacing_; }
    bool closed() const { return closed_; }
    const std::vector<Sample>& samples() const { return samples_; }

    /// Returns the sample `steps` after sample `index`. A closed path begins again after its end; an open one
    /// stays at its last sample.
    std::size_t after(std::size_t index, std::size_t steps) const;
    /// Returns the sample nearest to `p` out of all. Where the path passes `p` twice it prefers the pass that
    /// leads where `heading` points.
    std::size_t nearest(Point p, Point heading) const;
    /// Returns the nearest sample that can be reached from sample `from` by steps that each come nearer. This
    /// is quick and serves for a point that moves.
    std::size_t nearest_from(Point p, std::size_t from) const;
    /// Returns the point `s` metres after sample `index`. An open path goes on straight beyond its end.
    Point ahead(std::size_t index, double s) const;

  private:
    std::vector<Sample> samples_;
    double length_ = 0;
    double spacing_ = 0;
    bool closed_;
};

}  // namespace synchrono::pcp
