/// A path in the plane as a pilot drives it: sampled at even steps, with the direction and the curvature at
/// each sample. Whatever the spacing of the points that a user draws, a sample's index is its distance along
/// the path.
#pragma once

#include <cstddef>
#include <vector>

#include "pcp/driving/plane.hpp"

namespace synchrono::pcp {

/// Threading: const functions from any thread.
class Path {
  public:
    struct Sample {
        Point at;
        Point along;           // unit direction
        double curvature = 0;  // 1/m, left positive
    };

    /// Throws std::runtime_error that says what is wrong with the points.
    Path(const std::vector<Point>& points, bool closed);

    double length() const { return length_; }
    double spacing() const { return spacing_; }
    bool closed() const { return closed_; }
    const std::vector<Sample>& samples() const { return samples_; }

    /// The sample `steps` after sample `index`: round and round on a closed path, the last one on an open
    /// path.
    std::size_t after(std::size_t index, std::size_t steps) const;
    /// The sample nearest to `p`, from all of them; where the path passes twice, the way that `heading`
    /// points.
    std::size_t nearest(Point p, Point heading) const;
    /// The same from its neighbours, for a point that moves: descends from sample `from`.
    std::size_t nearest_from(Point p, std::size_t from) const;
    /// The point `s` metres after sample `index`; an open path goes on straight beyond its end.
    Point ahead(std::size_t index, double s) const;

  private:
    std::vector<Sample> samples_;
    double length_ = 0;
    double spacing_ = 0;
    bool closed_;
};

}  // namespace synchrono::pcp
