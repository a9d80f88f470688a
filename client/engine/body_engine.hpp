/// The engine of agents that somebody drives. It knows nothing of heartbeats on the wire, of pilots or of
/// other clients: the loop gives it the controls and where the others are, advances it, and asks it how
/// its agents move.
#pragma once

#include <optional>

#include "client/engine/engine.hpp"
#include "common/config/specification.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client {

/// How much of a vehicle an engine computes, where it has the choice.
enum class VehicleModel { full, single_track };

struct NewBody {
    config::VehicleSpec vehicle;  // empty of a body that is no vehicle
    geo::Motion start;            // of the centre of gravity
    VehicleModel model = VehicleModel::full;
    std::optional<int> gear{};                    // none: the one that suits the speed
    std::optional<config::Specification> body{};  // of a body that is no vehicle
};

class BodyEngine : public Engine {
  public:
    BodyEngine* bodies() final { return this; }

    /// A body that will be added: what takes a while of that is done now, before the world waits for it.
    virtual void prepare(AgentId, const NewBody&) {}
    /// Adds a body at rest or in motion. Requires that it is not there yet, that it is of a kind that the
    /// engine moves, and that `start` is finite. The engine may put the agent onto its ground and keep only
    /// the part of the motion that its model can have.
    virtual void add(AgentId agent, const NewBody& body) = 0;
    /// The controls that hold from now on. Requires that the agent is there, and finite numbers within the
    /// ranges that its kind has for them.
    virtual void set_controls(AgentId agent, const Controls& controls) = 0;
    /// The engine ends the same however the span is divided into calls.
    void advance(SimDuration span) override = 0;
};

}  // namespace synchrono::client
