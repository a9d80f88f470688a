/// ClientNode is a client without its program: it joins the world, then steps the control units of its agents
/// from heartbeat to heartbeat, whenever the gate allows that. It is a state machine without a thread of its
/// own: the program's loop calls `run_once` again and again, and so do tests.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/acu/acu.hpp"
#include "client/acu/cpu_shares.hpp"
#include "client/acu/outlook.hpp"
#include "client/acu/radio_member.hpp"
#include "client/acu/recorder.hpp"
#include "client/acu/sensing.hpp"
#include "client/acu/spectator.hpp"
#include "client/cache/state_cache.hpp"
#include "client/transport/transport_factory.hpp"
#include "common/base/counters.hpp"
#include "common/base/shared_counters.hpp"
#include "common/realtime/pacer.hpp"

namespace synchrono::client::acu {

enum class NodeCounter { heartbeats, gate_waits, gate_wait_ns, gate_longest_wait_ns, rejoins, count_ };
inline constexpr CounterNames<NodeCounter> kNodeCounterNames{"node.heartbeats",
                                                             "gate.waits",
                                                             kGateWaitCounter,
                                                             {"gate.longest_wait_ns", OverPrograms::largest},
                                                             "node.rejoins"};

/// The facts from which a ClientNode is made.
struct NodeSetup {
    const config::Scenario& scenario;
    std::vector<AgentId> agents;
    link::RadioLinkFactory* radio = nullptr;          // needed when the scenario has a radio
    std::function<void(std::string_view)> note = {};  // gets each line of text for people
    std::vector<transport::PilotHash> pilots =
        {};                                  // for the server, which compares them with those of others
    std::optional<double> pace = {};         // simulated time over wall time; overrides the scenario's
    sensors::RayWorld* ray_world = nullptr;  // made by ray_world_for(), may be null; borrowed
};

/// The loop of one client, and everything that its agents share.
/// Threading: one thread; counters from any.  Borrows: scenario, transports, radio, engine, recorder, ray
/// world, spectator.
class ClientNode final {
  public:
    ClientNode(NodeSetup setup, transport::TransportFactory& transports, engine::Engine& engine,
               Recorder* recorder);
    /// Sets the pilot of one of our agents. Requires that `run_once` has not been called yet.
    void set_pilot(AgentId agent, std::unique_ptr<pilot::PilotHost> pilot);

    /// Sets the spectator, which must outlive the node. Requires that `run_once` has not been called yet.
    void set_spectator(Spectator* spectator);

    enum class State { running, finished, stopped, failed };
    /// The result of one call of `run_once`.
    struct Outcome {
        State state = State::running;
        WallTime wake_at;     // until then the node has work only if something arrives
        bool pacing = false;  // until `wake_at` there is no work, whatever arrives
    };
    /// Makes one pass: runs stages until one has to wait, but at most to the end of the heartbeat under way.
    /// With `may_wait`, a node without work waits up to 20 ms for the network.
    Outcome run_once(WallTime now, bool may_wait);
    /// Asks the client to leave the world. It leaves at the next heartbeat by which all its flows have sent
    /// the messages that they have promised.
    void ask_to_stop() { stop_asked_ = true; }

    /// Returns why the node failed, stopped or finished.
    const std::string& reason() const { return reason_; }
    Tick tick() const { return tick_; }
    std::optional<Tick> first_tick() const { return first_tick_; }
    const Counters<NodeCounter>& counters() const { return counters_; }
    /// Returns the client's part on the radio; null if the scenario has no radio.
    const RadioMember* radio() const { return radio_ ? &*radio_ : nullptr; }
    const Counters<CpuCounter>& cpu_counters() const { return cpu_.counters(); }
    const Lateness& lateness() const { return pacer_.lateness(); }
    /// Sets a function that gets each message when it becomes visible. For tests, which call this before the
    /// first pass.
    void set_tap(std::function<void(const cache::Peer&)> tap) { tap_ = std::move(tap); }
    /// Returns one line for each of our pilots that is in its safe stop.
    std::vector<std::string> pilot_faults() const;
    /// Returns the names of the agents that the start of the world or the gate waits for; "the server" before
    /// the client has joined; empty if no such agent is known.
    std::string waiting_for() const;

    /// Returns the names of the stages of a pass, in their order.
    static std::vector<std::string_view> stages();

  private:
    /// One stage of a pass. `run` returns an outcome if the pass ends with this stage, and nothing if the
    /// next stage is to follow.
    struct Stage {
        std::string_view name;
        std::optional<Outcome> (ClientNode::*run)();
    };
    static constexpr std::size_t kStageCount = 15;
    /// The indices of the stages with which a pass can begin.
    static constexpr std::size_t kJoin = 0, kHandleStop = 3, kLeave = 6;
    static const std::array<Stage, kStageCount> kStages;
    // Stages that take part in the world and the radio.
    std::optional<Outcome> join();
    std::optional<Outcome> enter();
    std::optional<Outcome> tune_in();
    std::optional<Outcome> handle_stop();
    // Stages that publish the states of our agents at this heartbeat.
    std::optional<Outcome> keep_pace();
    std::optional<Outcome> publish();
    // Stages that wait until the next step may begin, or leave after the last one.
    std::optional<Outcome> leave();
    std::optional<Outcome> wait_for_spectator();
    std::optional<Outcome> pass_gate();
    std::optional<Outcome> receive_radio();
    // Stages of the step to the next heartbeat.
    std::optional<Outcome> observe();
    std::optional<Outcome> sense();
    std::optional<Outcome> decide();
    std::optional<Outcome> send_radio();
    std::optional<Outcome> advance();

    /// Ends the run in this state.
    Outcome end(State state, std::string reason);
    /// Reacts to a transport that is not, or not yet, a member: ends the run, begins to join again, or waits.
    Outcome settle(transport::Transport::Status status);
    /// Reacts to a server that could not be reached: tries again until the scenario's start limit has passed,
    /// unless the client has already been in the world.
    Outcome settle_unreached(const Error& error);
    /// Reacts to a radio that is not a member: drops the membership that has ended, or ends the run.
    Outcome settle_radio();
    Outcome wait_for_gate();
    Outcome wait_for_radio();
    void keep_alive();
    void begin_step();
    void update_spectator();
    bool has_left(AgentId agent) const;
    bool all_left() const;
    bool has_elements() const;
    /// Returns whether the client takes part in a radio, or has asked to.
    bool on_radio() const { return radio_ && radio_->is_on(); }
    /// Returns the simulated time at the beginning of this heartbeat.
    SimTime time() const { return tick_.at(setup_.scenario.heartbeat); }

    NodeSetup setup_;
    transport::TransportFactory& transports_;
    engine::Engine& engine_;
    Recorder* recorder_;
    Spectator* spectator_ = nullptr;
    Outlook outlook_;
    LineOfSight sight_;
    Sensing sensing_;
    std::size_t begins_with_ = kJoin;   // index of the next pass's first stage; the earlier ones are done
    WallTime now_;                      // of the pass under way
    WallDuration wait_max_;             // how long the pass under way may wait for the network
    std::optional<RadioMember> radio_;  // outlives the control units
    std::vector<Acu> acus_;             // ascending by agent
    std::map<AgentId, std::unique_ptr<pilot::PilotHost>> pilots_;
    std::unique_ptr<transport::Transport> transport_;
    std::optional<cache::StateCache> cache_;
    std::function<void(const cache::Peer&)> tap_;
    Pacer pacer_;
    // Whether the pace has begun, and whether `due_` has been set for this heartbeat.
    bool pacer_started_ = false, paced_ = false;
    WallTime due_;      // when the pace lets this heartbeat be published
    Tick tick_, last_;  // the heartbeat under way, and the last one at which we publish
    std::optional<Tick> first_tick_;
    std::optional<WallTime> tried_since_;  // when a server could not be reached for the first time
    std::optional<WallTime> radio_lost_;   // since when the radio has been lost
    bool left_world_ = false;              // we have left the transport; the radio may not know yet
    // Whether we have published at this heartbeat, whether wait_for_gate() has polled the transport at this
    // heartbeat, and whether ask_to_stop() was called.
    bool published_ = false, fresh_ = false, stop_asked_ = false;
    bool needs_outlook_ = false;  // a pilot, a sensor, the engine or a spectator needs the others' states
    std::optional<WallTime> blocked_since_;  // when the gate was first found shut for this step
    std::vector<Bytes> anys_;                // the states in outgoing_
    std::vector<transport::OutgoingState> outgoing_;
    std::vector<AgentId> own_;  // our agents in the engine, for the spectator
    std::string reason_;
    State state_ = State::running;
    Counters<NodeCounter> counters_;
    CpuShares cpu_;
};

}  // namespace synchrono::client::acu
