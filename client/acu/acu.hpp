/// The agent control unit (Acu): connects the pilot, the engine and the flow of one agent.
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

namespace synchrono::client::acu {

/// The control unit of one agent, which the client's loop calls at every heartbeat. It brings the agent into
/// the world, publishes the agent's state when its flow is due, and lets its pilot decide.
/// Threading: the client's loop thread.  Owns: pilot and applet; borrows the scenario, the scenario's entry
/// for the agent, the suite, the engine and the line of sight.
class Acu {
  public:
    /// Requires an ElementEngine for an element, and a BodyEngine for any other agent. Each of the pointers
    /// may be null: without a `pilot` the controls stay at zero, without an `applet` the agent has no radio,
    /// and without a `suite` it has no sensors.
    Acu(const config::Scenario& scenario, const config::AgentSpec& spec,
        std::unique_ptr<pilot::PilotHost> pilot, std::unique_ptr<radio::Applet> applet, sensors::Suite* suite,
        engine::Engine& engine, LineOfSight& sight);

    AgentId id() const { return spec_.id; }
    const config::AgentSpec& spec() const { return spec_; }
    bool has_pilot() const { return pilot_ != nullptr; }
    bool is_active() const { return active_; }
    /// Returns whether the agent has left the world for good: its pilot, its engine or leave() asked for
    /// that, and its last message has been composed.
    bool has_left() const { return left_; }
    /// Makes the agent's next message its last.
    void leave() { leaves_ = true; }
    /// Returns why the pilot is in its safe stop; empty while the pilot works, and for an agent without one.
    std::string pilot_fault() const { return pilot_ ? std::string(pilot_->fault()) : std::string(); }

    /// Sets the heartbeat of the agent's first message after the client has joined or rejoined. From that
    /// heartbeat on the agent is in the engine and publishes.
    void set_entry(Tick entry);
    Tick next_message() const { return next_message_; }
    /// Adds the agent to the engine if it is due and not in the engine yet; returns whether it was added now.
    bool enter_if_due(Tick now);
    bool publishes_at(Tick now) const { return active_ && now == next_message_; }
    /// Composes the message of the heartbeat `now`: returns its header, and appends the agent's state to
    /// `any`. The message is the flow's last one in two cases: `now` is `last`, or the agent's pilot, its
    /// engine or leave() has asked to leave. Only in the second case is the agent removed from the engine.
    /// Requires publishes_at(now).
    net::AgentHeader compose(Tick now, Tick last, WallTime wall, Bytes& any);

    /// Returns whether the agent is in the world and has a pilot with a step at this heartbeat.
    bool pilot_steps_at(Tick now) const { return active_ && pilot_ && (now - entry_) % pilot_period_ == 0; }
    /// Begins the heartbeat at `now`. The agent's radio composes the basic safety messages. If the pilot has
    /// a step now, it gets what it can see of `all` and of the signals, what its radio has heard, and what
    /// its sensors have measured. `all` holds the bodies that the client knows of and the static boxes,
    /// ascending by id. A pilot that is still computing, or whose last answer has not taken effect yet,
    /// misses the step. An agent without a pilot takes in its radio messages and samples at every heartbeat.
    void begin_heartbeat(Tick now, std::span<const Sight> all, std::span<const body::SignalsInSight> signals);
    /// Takes the pilot's answer if it has come, and applies the answer if its time has come. A client calls
    /// begin_heartbeat() for all of its agents before it calls this for any, so that their pilots compute
    /// side by side.
    void finish_heartbeat(Tick now);
    /// Returns the agent's radio; null if the agent has none.
    radio::Applet* applet() { return applet_.get(); }

  private:
    bool pilot_is_free_at(SimTime now) const {
        return !computes_ && (!answer_ || answer_->valid_from <= now);
    }
    /// Applies an answer that holds at `now`: sets its controls, posts its messages, and notes whether the
    /// agent is to leave.
    void take_effect_if_due(SimTime now);

    const config::Scenario& scenario_;
    const config::AgentSpec& spec_;
    std::unique_ptr<radio::Applet> applet_;  // outlives the pilot, which reads from the applet
    sensors::Suite* const suite_;            // outlives the pilot, too
    std::unique_ptr<pilot::PilotHost> pilot_;
    bool computes_ = false;                     // the pilot's step has begun and has no answer yet
    std::optional<pilot::PilotAnswer> answer_;  // the last answer, until it takes effect
    engine::Engine& engine_;
    const kind::BodyKind& kind_;         // the kind whose states the agent publishes
    const std::string_view state_type_;  // the type URL of these states
    LineOfSight& sight_;
    const std::int64_t period_, pilot_period_;  // heartbeats
    double length_m_ = 0;                       // of the body; set when it enters
    bool active_ = false, leaves_ = false, left_ = false;
    Tick entry_, next_message_;

    std::vector<body::Obstacle> others_;
    std::vector<const body::SignalsInSight*> lights_;
    StateWriter state_;
};

}  // namespace synchrono::client::acu
