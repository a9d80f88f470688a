/// All parts of one vehicle in a Chrono system, as a whole: they can be moved together, take over the state
/// of another vehicle of the same kind that has settled, and be removed without a trace.
#pragma once

#include <chrono/physics/ChSystem.h>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace synchrono::client::internal {

namespace ch = ::chrono;

/// The places and velocities of a vehicle's parts, relative to a frame at rest.
struct EnsembleState {
    struct BodyState {
        ch::ChVector3d position;
        ch::ChQuaterniond rotation;
        ch::ChVector3d velocity, turning;  // turning: angular velocity, in the body's own frame
    };
    struct ShaftState {
        double angle = 0, speed = 0;
    };
    std::vector<BodyState> bodies;
    std::vector<ShaftState> shafts;
};

/// The parts of one vehicle.
/// Threading: one thread.  Owns: its items, with the system that has them; borrows the system.
class Ensemble {
  public:
    /// Begins an empty ensemble. All that is added to the system from now on until close() belongs to it.
    explicit Ensemble(ch::ChSystem& system);
    void close();
    /// Removes the items that are still in the system.
    ~Ensemble();
    Ensemble(const Ensemble&) = delete;
    Ensemble& operator=(const Ensemble&) = delete;

    /// Returns the state relative to `frame`.
    EnsembleState state(const ch::ChFrame<>& frame) const;
    /// Sets the state relative to `frame`. Requires the state of a vehicle of the same kind.
    void set_state(const EnsembleState& state, const ch::ChFrame<>& frame);
    /// Adds a velocity to that of all bodies.
    void push(const ch::ChVector3d& velocity);
    const std::vector<std::shared_ptr<ch::ChBody>>& bodies() const { return bodies_; }

  private:
    void each_item(const std::function<void(const std::shared_ptr<ch::ChPhysicsItem>&)>& visit) const;

    ch::ChSystem& system_;
    std::size_t bodies_from_, shafts_from_, links_from_, others_from_;
    std::vector<std::shared_ptr<ch::ChBody>> bodies_;
    std::vector<std::shared_ptr<ch::ChShaft>> shafts_;
    std::vector<std::shared_ptr<ch::ChLinkBase>> links_;
    std::vector<std::shared_ptr<ch::ChPhysicsItem>> others_;
};

}  // namespace synchrono::client::internal
