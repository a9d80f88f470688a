/// A path in the plane for a pilot to drive, sampled at even steps, with the direction and the curvature at
/// each sample. The distance of a sample along the path is its index times spacing(), however far apart the
/// points are that a user draws.
#pragma once

#include <cstddef>
#include <vector>

#include "pcp/driving/plane.hpp"

namespace synchrono::pcp::path_follower {

/// An open or closed path.
/// Threading: const functions from any thread.
class Path {
  public:
    struct Sample {
        driving::Point at;
        driving::Point along;  // unit direction
        double curvature = 0;  // 1/m, left positive
    };

    /// Throws std::runtime_error if the points make no path, and says why.
    Path(const std::vector<driving::Point>& points, bool closed);

    double length() const { return length_; }
    double spacing() const { return spacing_; }
    bool closed() const { return closed_; }
    const std::vector<Sample>& samples() const { return samples_; }

    /// Returns the index of the sample `steps` after sample `index`. A closed path begins again after its
    /// end; an open one stays at its last sample.
    std::size_t after(std::size_t index, std::size_t steps) const;
    /// Returns the index of the sample nearest to `p`. Where the path passes `p` twice, prefers the samples
    /// that lead where `heading` points.
    std::size_t nearest(driving::Point p, driving::Point heading) const;
    /// Goes from sample `from` along the path as long as each step comes nearer to `p`, and returns the index
    /// of the sample reached. For a point that moves, this is quicker than nearest().
    std::size_t nearest_from(driving::Point p, std::size_t from) const;
    /// Returns the point `s` metres after sample `index`. An open path counts as going straight on beyond its
    /// end. If `s` is negative, the point lies straight back from the sample.
    driving::Point ahead(std::size_t index, double s) const;

  private:
    std::vector<Sample> samples_;
    double length_ = 0;
    double spacing_ = 0;
    bool closed_;
};

}  // namespace synchrono::pcp::path_follower
