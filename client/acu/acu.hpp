/// The agent control unit: ties the pilot, the engine and the flow of one agent together.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/acu/sight.hpp"
#include "client/acu/state_codec.hpp"
#include "client/engine/body_engine.hpp"
#include "client/engine/element_engine.hpp"
#include "client/kind/body_kind.hpp"
#include "client/pilot/pilot_host.hpp"
#include "client/radio/applet.hpp"
#include "client/sensors/suite.hpp"
#include "common/config/scenario.hpp"
#include "common/net/agent_message.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

/// The control unit of one agent. The client's loop calls it at every heartbeat: it enters the world,
/// publishes its state when its flow is due, and lets its pilot decide.
/// Threading: the client's loop thread.  Owns: pilot and applet; borrows the scenario's entry, engine and
/// sight.
class Acu {
  public:
    /// Requires an ElementEngine for an element, and a BodyEngine for any other agent. Without a `pilot`
    /// (null) the controls stay at zero, without an `applet` the agent has no radio, without a `suite` no
    /// sensors.
    Acu(const config::Scenario& scenario, const config::AgentSpec& spec, std::unique_ptr<PilotHost> pilot,
        std::unique_ptr<Applet> applet, sensors::Suite* suite, Engine& engine, LineOfSight& sight);

    AgentId id() const { return spec_.id; }
    const config::AgentSpec& spec() const { return spec_; }
    bool has_pilot() const { return pilot_ != nullptr; }
    bool is_active() const { return active_; }
    /// Returns whether the agent has left the world for good: its pilot, its engine or leave() asked for
    /// it, and its last message has been composed.
    bool has_left() const { return left_; }
    /// Makes the agent's next message its last.
    void leave() { leaves_ = true; }
    /// Returns why the pilot is in its safe stop; empty while it drives.
    std::string pilot_fault() const { return pilot_ ? std::string(pilot_->fault()) : std::string(); }

    /// Sets the heartbeat of the agent's first message, from which on the agent is in the engine and
    /// publishes.
    void set_entry(Tick entry);
    Tick next_message() const { return next_message_; }
    /// Adds the agent to the engine if its time has come; returns whether it did so now.
    bool enter_if_due(Tick now);
    bool speaks_at(Tick now) const { return active_ && now == next_message_; }
    /// Composes the message of this heartbeat. It is the flow's last one if `last` is this heartbeat, or if
    /// the agent leaves because its pilot, its engine or leave() asked for it; an agent that leaves is
    /// removed from the engine. Requires speaks_at(now).
    net::AgentHeader compose(Tick now, Tick last, WallTime wall, Bytes& any);

    /// Returns whether the pilot's period has a step at this heartbeat.
    bool pilot_steps_at(Tick now) const { return active_ && pilot_ && (now - entry_) % pilot_period_ == 0; }
    /// Begins the heartbeat at `now`. The vehicle composes the radio messages that it sends by itself. If
    /// the pilot has a step now, the pilot gets what it can see of `all` (every body that the client knows
    /// of, ascending by id) and of the signals, what its radio has heard and what its sensors have
    /// measured. A pilot that is still computing, or whose answer does not hold yet, misses the step.
    /// Without a pilot, the agent takes in its radio messages and samples at every heartbeat.
    void begin(Tick now, std::span<const Sight> all, std::span<const SignalsInSight> signals);
    /// Takes the pilot's answer if it has come, and lets it take effect if its time has come. A client
    /// begins the heartbeat for all of its agents before it finishes it for any, so that their pilots
    /// compute side by side.
    void finish(Tick now);
    /// Returns the agent's radio; null if it has none.
    Applet* applet() { return applet_.get(); }

  private:
    bool pilot_is_free_at(SimTime now) const {
        return !computes_ && (!answer_ || answer_->valid_from <= now);
    }
    /// Lets an answer that holds by `now` take effect: sets its controls, posts its messages, and notes
    /// whether the agent is to leave.
    void take_effect_if_due(SimTime now);

    const config::Scenario& scenario_;
    const config::AgentSpec& spec_;
    std::unique_ptr<Applet> applet_;  // outlives the pilot, which reads from it
    sensors::Suite* const suite_;     // outlives the pilot, too
    std::unique_ptr<PilotHost> pilot_;
    bool computes_ = false;              // the pilot's step has begun and has no answer yet
    std::optional<PilotAnswer> answer_;  // one that has not taken effect yet
    Engine& engine_;
    const BodyKind& kind_;               // the kind whose states the agent publishes
    const std::string_view state_type_;  // the type URL of these states
    LineOfSight& sight_;
    const std::int64_t period_, pilot_period_;  // heartbeats
    double length_m_ = 0;                       // of the body; set when the agent enters
    bool active_ = false, leaves_ = false, left_ = false;
    Tick entry_, next_message_;

    std::vector<Obstacle> others_;
    std::vector<const SignalsInSight*> lights_;
    StateWriter state_;
};

}  // namespace synchrono::client
