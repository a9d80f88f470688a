/// The engine of driven agents, which have a pilot or a person at the controls. It knows nothing of
/// messages, pilots or other clients: the client's loop gives it the controls and the motions of the other
/// bodies, advances it, and reads how its agents move.
#pragma once

#include <optional>

#include "client/engine/engine.hpp"
#include "common/config/body_specification.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::engine {

/// The model of a vehicle, for engines that have a choice.
enum class VehicleModel { full, single_track };

/// All that an engine needs to know about a body that it is to move.
struct NewBody {
    config::VehicleSpec vehicle;                      // empty for a body that is not a vehicle
    geo::Motion start;                                // of the centre of gravity
    VehicleModel model = VehicleModel::full;          // of `vehicle`
    std::optional<int> gear{};                        // 1: first; empty: the engine chooses by the speed
    std::optional<config::BodySpecification> body{};  // for a body that is not a vehicle
};

/// An engine that moves bodies by controls.
class BodyEngine : public Engine {
  public:
    BodyEngine* bodies() final { return this; }

    /// Does the slow part of add() in advance, for a body that will be added later. The loop calls this
    /// before the rest of the world has to wait for the agent.
    virtual void prepare(AgentId, const NewBody&) {}
    /// Adds a body at rest or in motion. Requires an agent that is not in the engine yet, a kind of body that
    /// the engine moves, and a finite `start`. The engine may put the body onto its ground, and keep only the
    /// part of the motion that its model can represent.
    virtual void add(AgentId agent, const NewBody& body) = 0;
    /// Sets the controls that hold from now on. Requires an agent that is in the engine, and finite numbers
    /// within the ranges of the body's kind.
    virtual void set_controls(AgentId agent, const body::Controls& controls) = 0;
    /// Advances all agents. The result is the same however the span is divided into calls.
    void advance(SimDuration span) override = 0;
};

}  // namespace synchrono::client::engine
