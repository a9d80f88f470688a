/// What advances the dynamics of one client's agents, whatever computes them. An engine knows nothing of
/// heartbeats on the wire, of pilots or of peers' clients: it is told the driver inputs and where the others
/// are, is advanced, and says how its agents move.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "client/body/look.hpp"
#include "client/body/machinery.hpp"
#include "client/body/obstacle.hpp"
#include "client/body/vehicle_motion.hpp"
#include "client/engine/signals_in_sight.hpp"
#include "client/ground/ground.hpp"
#include "common/base/ids.hpp"
#include "common/config/scenario.hpp"
#include "common/config/vehicle.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

/// All that an engine is shown of the world at the start of a heartbeat. Borrowed.
struct Surroundings {
    SimTime now;
    std::span<const Obstacle> bodies;  // dead-reckoned to `now`, ascending by agent
    std::span<const SignalsInSight> signals;
};

/// What signals show from a moment on, for who tells of them by radio. Borrowed.
struct SignalsNews {
    AgentId agent;
    SimTime time;
    std::span<const signal::GroupSignal> groups;
};

/// How much of a vehicle an engine computes, where it has the choice.
enum class VehicleModel { full, single_track };
/// By the name of an engine in a scenario: "embedded" or "single_track".
std::optional<VehicleModel> model_of(std::string_view engine);

struct NewVehicle {
    config::VehicleSpec vehicle;
    geo::Motion start;  // of the centre of gravity
    VehicleModel model = VehicleModel::full;
    std::optional<int> gear{};  // the one that suits the speed unless told
};

/// Threading: one thread.  Owns: the dynamics of the agents added to it.
class Engine {
  public:
    virtual ~Engine() = default;

    /// Its agents take part in the world from `now` on. Called before they are added, and again whenever they
    /// come back after the world has gone on without them.
    virtual void begin(SimTime) {}
    /// A vehicle that will be added: what takes a while of that is done now, before the world waits for it.
    virtual void prepare(AgentId, const NewVehicle&) {}
    /// Adds an element of the world, which is there from `now` on. Requires an engine of elements.
    virtual void add_element(const config::AgentSpec& element, SimTime now);
    /// Adds a vehicle at rest or in motion. Requires that it is not there yet, that `start` is finite and
    /// an engine of vehicles. The engine may put the agent onto its ground
    /// and keep only the part of the motion that its model can have.
    virtual void add(AgentId agent, const NewVehicle& vehicle) = 0;
    /// Requires that the agent is there; so do the functions below.
    virtual void remove(AgentId agent) = 0;
    /// The inputs that hold from now on. Requires finite numbers within the ranges of DriverInputs.
    virtual void set_inputs(AgentId agent, const DriverInputs& inputs) = 0;
    /// False: `show` would be ignored and need not be called.
    virtual bool wants_others() const { return true; }
    /// The world for the advance that follows, at its start; its own agents are among the others, as they
    /// told of themselves.
    virtual void show(const Surroundings& world) = 0;
    /// Requires a whole number of the engine's steps, at most up to where the world is shown anew. An engine
    /// of vehicles ends the same however that is divided.
    virtual void advance(SimDuration span) = 0;
    /// Valid until the next call that is not `motion`.
    virtual const VehicleMotion& motion(AgentId agent) const = 0;
    virtual Machinery machinery(AgentId agent) const = 0;
    /// What the agent looks like, if the engine knows better than its size.
    virtual std::vector<LookPart> looks(AgentId) const { return {}; }
    /// Where the parts of looks() are, in the world and in their order.
    virtual void look_poses(AgentId, std::vector<geo::Pose>& poses) const { poses.clear(); }
    /// What the agent shows if it is signals, else null. Valid until the next call that changes anything.
    virtual const SignalsInSight* signals(AgentId) const { return nullptr; }
    /// What is new of its signals within the heartbeat that begins now, ascending by time for each of them.
    /// Valid until the next call that changes anything.
    virtual std::span<const SignalsNews> news() const { return {}; }
    /// Nobody could be told the news: with the next heartbeat all is news again.
    virtual void keep_news() {}
    /// The agent's part is over by itself: its next message is its last.
    virtual bool has_ended(AgentId) const { return false; }
};

inline constexpr SimDuration kEmbeddedStepMax = SimDuration::milliseconds(5);

/// The engine that needs nothing but this repository: the models of docs/vehicle-model.md. Each agent's
/// motion depends on its own inputs alone, bit for bit, whoever shares the engine. It ignores what it is
/// shown: its vehicles do not collide. Requires 0 < step <= kEmbeddedStepMax.
std::unique_ptr<Engine> make_embedded_engine(SimDuration step,
                                             std::shared_ptr<const Ground> ground = nullptr);  // level, dry

}  // namespace synchrono::client
