/// A pedestrian on the way along the line of the scenario.
#pragma once

#include <cstddef>
#include <functional>

#include "common/config/element.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::client::internal {

/// Threading: one thread.  Owns: where it is on its line; borrows the scenario's entry.
class Walker {
  public:
    explicit Walker(const config::PedestrianElement& spec);

    /// Whether `wait` is over.
    using MayWalk = std::function<bool(const config::PedestrianElement::Wait& wait)>;
    void advance(double seconds, const MayWalk& may_walk);
    const geo::Motion& motion() const { return motion_; }
    /// It has come to the end of a line that is not walked again.
    bool has_arrived() const { return arrived_; }

  private:
    const config::PedestrianElement::Wait* wait_here() const;
    /// Turns to the point after `from_`; false if there is none.
    bool go_on();
    void place(bool walking);

    const config::PedestrianElement& spec_;
    std::size_t from_ = 0, to_ = 0;
    bool back_ = false;
    bool at_point_ = true;  // `from_`, and not yet on the way to `to_`
    double along_ = 0, length_ = 0;
    bool arrived_ = false;
    geo::Motion motion_;
};

}  // namespace synchrono::client::internal
