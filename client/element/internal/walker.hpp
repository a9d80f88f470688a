/// Moves a pedestrian along the line that the scenario gives it.
#pragma once

#include <cstddef>
#include <functional>

#include "common/config/element.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::client::element::internal {

/// One pedestrian under way.
/// Threading: one thread.  Owns: the place on the line; borrows the scenario's entry.
class Walker {
  public:
    explicit Walker(const config::PedestrianElement& spec);

    /// Returns whether `wait` is over.
    using MayWalk = std::function<bool(const config::PedestrianElement::Wait& wait)>;
    /// Walks on for `seconds`, but stops at a wait that is not over.
    void advance(double seconds, const MayWalk& may_walk);
    const geo::Motion& motion() const { return motion_; }
    /// Returns whether the pedestrian has come to the end of a line that is not repeated.
    bool has_arrived() const { return arrived_; }

  private:
    const config::PedestrianElement::Wait* wait_here() const;
    /// Turns towards the point that comes after `from_`; returns false if there is none.
    bool go_on();
    /// Sets the motion from the place on the line.
    void place(bool walking);

    const config::PedestrianElement& spec_;
    std::size_t from_ = 0, to_ = 0;  // indices of points on the line
    bool back_ = false;              // walks towards the first point
    bool at_point_ = true;           // stands at `from_`, not yet on the way to `to_`
    double along_ = 0, length_ = 0;  // metres walked from `from_`, and metres from there to `to_`
    bool arrived_ = false;
    geo::Motion motion_;
};

}  // namespace synchrono::client::element::internal
