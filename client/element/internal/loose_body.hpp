/// A loose body on the ground. Boxes push it and are not slowed down by it. Two loose bodies that collide
/// exchange momentum according to their masses.
#pragma once

#include <span>
#include <vector>

#include "client/element/element_surroundings.hpp"
#include "common/config/scenario.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::client::element::internal {

/// Returns a loose body with this motion as an obstacle for others. Requires the `spec` of a loose body.
OtherBody as_other(const config::AgentSpec& spec, const geo::Motion& motion);

/// Simulates one loose body.
/// Threading: one thread.  Owns: its motion.
class LooseBody {
  public:
    /// `hit_delay` is the number of heartbeats from a hit until the surroundings contain the motions that the
    /// two bodies have after the hit.
    LooseBody(const config::AgentSpec& spec, std::int64_t hit_delay);

    /// Advances the body. `seen` is this body as the surroundings contain it; null if they do not contain it
    /// yet. `bodies` are all loose bodies, and `boxes` all boxes, at the start of these `seconds`.
    void advance(double seconds, const OtherBody* seen, std::span<const OtherBody> bodies,
                 std::span<const Box> boxes);
    const geo::Motion& motion() const { return motion_; }

  private:
    void hit_bodies(double seconds, const OtherBody& self, std::span<const OtherBody> bodies);
    void find_near_boxes(double seconds, std::span<const Box> boxes);
    void roll(double seconds);
    void push(const Box& box);

    const AgentId agent_;
    const config::BodyElement body_;
    const std::int64_t hit_delay_;
    const double ground_;  // z of the ground
    geo::Vec2 middle_, velocity_;
    geo::Motion motion_;
    std::vector<Box> near_;  // the boxes that the body may touch in this heartbeat
    /// A hit whose outcome the surroundings do not contain yet.
    struct Hit {
        AgentId other;
        std::int64_t heartbeats;  // since the hit
    };
    std::vector<Hit> hits_;
};

}  // namespace synchrono::client::element::internal
