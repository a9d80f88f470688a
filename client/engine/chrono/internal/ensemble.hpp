/// Treats all parts of one vehicle in a Chrono system as a whole: moves them together, gives them the state
/// of a settled vehicle with the same specification, and removes them without a trace.
#pragma once

#include <chrono/physics/ChSystem.h>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace synchrono::client::engine::internal {

namespace ch = ::chrono;

/// The places and velocities of a vehicle's parts, relative to a coordinate frame at rest.
struct EnsembleState {
    struct BodyState {
        ch::ChVector3d position;
        ch::ChQuaterniond rotation;
        ch::ChVector3d velocity, angular_velocity;  // `angular_velocity` is in the body's own axes
    };
    struct ShaftState {
        double angle = 0, speed = 0;
    };
    std::vector<BodyState> bodies;
    std::vector<ShaftState> shafts;
};

/// The parts of one vehicle.
/// Threading: one thread.  Owns: its items, together with the system; borrows the system.
class Ensemble {
  public:
    /// Begins an empty ensemble. Everything that is added to the system before close() belongs to the
    /// ensemble.
    explicit Ensemble(ch::ChSystem& system);
    void close();
    /// Removes the items that are still in the system.
    ~Ensemble();
    Ensemble(const Ensemble&) = delete;
    Ensemble& operator=(const Ensemble&) = delete;

    /// Returns the state relative to `frame`.
    EnsembleState state(const ch::ChFrame<>& frame) const;
    /// Sets the state relative to `frame`. Requires the state of a vehicle with the same specification.
    void set_state(const EnsembleState& state, const ch::ChFrame<>& frame);
    /// Adds `velocity` to the velocity of each body.
    void push(const ch::ChVector3d& velocity);
    /// Makes all bodies turn about the vertical through `centre` by `rate` more, in rad/s.
    void turn(const ch::ChVector3d& centre, double rate);
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

}  // namespace synchrono::client::engine::internal
