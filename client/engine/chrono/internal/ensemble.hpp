/// What one vehicle consists of in a Chrono system: its bodies and shafts as a whole, to be moved, to be
/// started where another of the same kind has settled, and to leave nothing behind.
#pragma once

#include <chrono/physics/ChSystem.h>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace synchrono::client::internal {

namespace ch = ::chrono;

/// How the parts of a vehicle stand and move, seen from a frame at rest.
struct EnsembleState {
    struct BodyState {
        ch::ChVector3d position;
        ch::ChQuaterniond rotation;
        ch::ChVector3d velocity, turning;  // turning: in the body's own frame
    };
    struct ShaftState {
        double angle = 0, speed = 0;
    };
    std::vector<BodyState> bodies;
    std::vector<ShaftState> shafts;
};

/// Threading: one thread.  Owns: its items, with the system that has them; borrows the system.
class Ensemble {
  public:
    /// Nothing yet; what is added to the system from now on to the call of `close` belongs to it.
    explicit Ensemble(ch::ChSystem& system);
    void close();
    /// Takes out of the system what is still there.
    ~Ensemble();
    Ensemble(const Ensemble&) = delete;
    Ensemble& operator=(const Ensemble&) = delete;

    EnsembleState state(const ch::ChFrame<>& frame) const;
    /// Requires a state of the same kind of vehicle.
    void set_state(const EnsembleState& state, const ch::ChFrame<>& frame);
    /// Moves all bodies that much faster.
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
