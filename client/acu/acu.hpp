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

/// Threading: the client's loop thread.  Owns: pilot and applet; borrows the scenario's entry, engine and
/// sight.
class Acu {
  public:
    /// Requires an engine of elements for an element, else one of bodies. `pilot` may be null: then the
    /// controls stay at zero. So may `applet`: then the agent has no radio. So may `suite`: then it has no
    /// sensors.
    Acu(const config::Scenario& scenario, const config::AgentSpec& spec, std::unique_ptr<PilotHost> pilot,
        std::unique_ptr<Applet> applet, sensors::Suite* suite, Engine& engine, LineOfSight& sight);

    AgentId id() const { return spec_.id; }
    const config::AgentSpec& spec() const { return spec_; }
    bool has_pilot() const { return pilot_ != nullptr; }
    bool is_active() const { return active_; }
    /// Its pilot or engine wished so, and its last message has been said: it is in no world any more.
    bool has_left() const { return left_; }
    /// Its next message is to be its last.
    void leave() { leaves_ = true; }
    /// Why the pilot is in its safe stop; empty while it drives.
    std::string pilot_fault() const { return pilot_ ? std::string(pilot_->fault()) : std::string(); }

    /// The agent's first message is of this heartbeat: from there on it is in the engine and speaks.
    void set_entry(Tick entry);
    Tick next_message() const { return next_message_; }
    /// Puts the agent into the engine when its time has come; whether that was now.
    bool enter_if_due(Tick now);
    bool speaks_at(Tick now) const { return active_ && now == next_message_; }
    /// Composes the message of this heartbeat; the flow's last when `last` is this one, or when the pilot
    /// wishes to leave or the engine is done with it: then the agent is out of the engine and has left.
    /// Requires speaks_at(now).
    net::AgentHeader compose(Tick now, Tick last, WallTime wall, Bytes& any);

    /// Whether the pilot's rhythm has a turn at this heartbeat.
    bool pilot_steps_at(Tick now) const { return active_ && pilot_ && (now - entry_) % pilot_period_ == 0; }
    /// The heartbeat at `now` begins: the vehicle says by radio what it says by itself, and if it is the
    /// pilot's turn, the pilot is shown what it sees among `all` that its client knows of, ascending by id,
    /// and among the signals, what its radio has heard and its sensors have measured. A pilot that is still
    /// computing, or whose answer does not hold yet, misses the turn. An agent without a pilot hears at every
    /// heartbeat.
    void begin(Tick now, std::span<const Sight> all, std::span<const SignalsInSight> signals);
    /// Takes the pilot's answer if there is one, and lets it take effect if its time has come. A client
    /// begins the heartbeat for all of its agents before it finishes it for any.
    void finish(Tick now);
    /// The agent's radio; null if it has none.
    Applet* applet() { return applet_.get(); }

  private:
    bool pilot_is_free_at(SimTime now) const {
        return !computes_ && (!answer_ || answer_->valid_from <= now);
    }
    /// The pilot's controls hold from here on, its messages go out, and it may be that the agent leaves.
    void take_effect_if_due(SimTime now);

    const config::Scenario& scenario_;
    const config::AgentSpec& spec_;
    std::unique_ptr<Applet> applet_;  // outlives the pilot that it is shown to
    sensors::Suite* const suite_;     // the same
    std::unique_ptr<PilotHost> pilot_;
    bool computes_ = false;              // its turn has begun and has no answer yet
    std::optional<PilotAnswer> answer_;  // that has not taken effect yet
    Engine& engine_;
    const BodyKind& kind_;               // whose states it publishes
    const std::string_view state_type_;  // the type URL of its messages
    LineOfSight& sight_;
    const std::int64_t period_, pilot_period_;  // heartbeats
    double length_m_ = 0;                       // of its body, once it has entered
    bool active_ = false, leaves_ = false, left_ = false;
    Tick entry_, next_message_;

    std::vector<Obstacle> others_;
    std::vector<const SignalsInSight*> lights_;
    StateWriter state_;
};

}  // namespace synchrono::client
