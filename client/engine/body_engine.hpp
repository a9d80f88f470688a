/// The engine of driven agents, which have a pilot or a person at the controls. It knows nothing of
/// heartbeats on the wire, pilots or other clients: the client's loop gives it the controls and the places
/// of the others, advances it, and reads how its agents move.
#pragma once

#include <optional>

#include "client/engine/engine.hpp"
#include "common/config/specification.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client {

/// The model of a vehicle, for engines that have a choice.
enum class VehicleModel { full, single_track };

/// All that an engine needs to know of a body that it is to move.
struct NewBody {
    config::VehicleSpec vehicle;  // empty for a body that is not a vehicle
    geo::Motion start;            // of the centre of gravity
    VehicleModel model = VehicleModel::full;
    std::optional<int> gear{};                    // none: one that suits the speed
    std::optional<config::Specification> body{};  // for a body that is not a vehicle
};

/// An engine that moves bodies by controls.
class BodyEngine : public Engine {
  public:
    BodyEngine* bodies() final { return this; }

    /// Does the slow part of add() in advance, for a body that will be added later. The loop calls this
    /// before the rest of the world has to wait for the agent.
    virtual void prepare(AgentId, const NewBody&) {}
    /// Adds a body at rest or in motion. Requires an agent that is not in the engine yet, a kind of body
    /// that the engine moves, and a finite `start`. The engine may put the body onto its ground, and keep
    /// only the part of the motion that its model can have.
    virtual void add(AgentId agent, const NewBody& body) = 0;
    /// Sets the controls that hold from now on. Requires an agent that is in the engine, and finite numbers
    /// within the ranges that its kind has for them.
    virtual void set_controls(AgentId agent, const Controls& controls) = 0;
    /// Gives the same result however the span is divided into calls.
    void advance(SimDuration span) override = 0;
};

}  // namespace synchrono::client
