/// A loose body on the ground. Boxes push it and are not slowed down by it; two loose bodies exchange
/// momentum by their masses.
#pragma once

#include <span>
#include <vector>

#include "client/element/shown_world.hpp"
#include "common/config/scenario.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::client::internal {

/// Returns a loose body as an obstacle for others. Requires the `spec` of a loose body.
OtherBody as_other(const config::AgentSpec& spec, const geo::Motion& motion);

/// Simulates one loose body.
/// Threading: one thread.  Owns: its motion.
class LooseBody {
  public:
    /// `patience` is the number of heartbeats after which the world shows two bodies as a hit has left them.
    LooseBody(const config::AgentSpec& spec, std::int64_t patience);

    /// Moves the body on. `shown` is this body as the world shows it; null if the world does not show it yet.
    void advance(double seconds, const OtherBody* shown, std::span<const OtherBody> bodies,
                 std::span<const Box> boxes);
    const geo::Motion& motion() const { return motion_; }

  private:
    void meet(double seconds, const OtherBody& self, std::span<const OtherBody> bodies);
    void look_around(double seconds, std::span<const Box> boxes);
    void roll(double seconds);
    void push(const Box& box);

    const AgentId agent_;
    const config::BodyElement body_;
    const std::int64_t patience_;
    const double ground_;
    geo::Vec2 middle_, velocity_;
    geo::Motion motion_;
    std::vector<Box> near_;
    struct Hit {
        AgentId other;
        std::int64_t heartbeats;  // since the hit
    };
    std::vector<Hit> hits_;
};

}  // namespace synchrono::client::internal
