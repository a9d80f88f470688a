/// A client: joins the world, then steps the control units of its agents from heartbeat to heartbeat,
/// whenever the gate allows it. It is a state machine without a thread of its own: the program's loop calls
/// `turn` again and again, and so do tests.
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

namespace synchrono::client {

enum class NodeCounter { heartbeats, gate_waits, gate_wait_ns, gate_longest_wait_ns, rejoins, count_ };
inline constexpr CounterNames<NodeCounter> kNodeCounterNames{"node.heartbeats",
                                                             "gate.waits",
                                                             kGateWaitCounter,
                                                             {"gate.longest_wait_ns", OverPrograms::largest},
                                                             "node.rejoins"};

struct NodeSetup {
    const config::Scenario& scenario;
    std::vector<AgentId> agents;
    RadioLinkFactory* radio = nullptr;                // needed when the scenario has a radio
    std::function<void(std::string_view)> note = {};  // gets each line of text that people should read
    std::optional<double> pace = {};         // simulated time over wall time; overrides the scenario's
    sensors::RayWorld* ray_world = nullptr;  // from ray_world_for() the agents; outlives the node
};

/// The loop of one client, and all that its agents have in common.
/// Threading: one thread; counters from any.  Borrows: scenario, transports, radio, engine,
/// recorder, ray world, spectator.
class ClientNode final {
  public:
    ClientNode(NodeSetup setup, TransportFactory& transports, Engine& engine, Recorder* recorder);
    /// Sets the pilot of one of our agents. To be called before the first turn.
    void set_pilot(AgentId agent, std::unique_ptr<PilotHost> pilot);

    /// Sets the spectator, which must outlive the node. To be called before the first turn.
    void set_spectator(Spectator* spectator);

    enum class State { running, finished, stopped, failed };
    /// The result of one call of `turn`.
    struct Turn {
        State state = State::running;
        WallTime wake_at;     // before then the node has work only if something arrives
        bool pacing = false;  // before `wake_at` it has no work at all, whatever arrives
    };
    /// Does all the work that can be done now. With `may_wait` it waits for the network when it has no
    /// work, for some milliseconds at most.
    Turn turn(WallTime now, bool may_wait);
    /// Asks the client to leave the world, which it does at the next heartbeat that the flows allow.
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
    /// Sets a function that gets each message when it becomes visible. For tests.
    void set_tap(std::function<void(const Peer&)> tap) { tap_ = std::move(tap); }
    /// Returns one line for each of our pilots that is in its safe stop.
    std::vector<std::string> pilot_faults() const;
    /// Returns the names of the agents that the start or the gate waits for, or "the server" before the
    /// client has joined; empty if nobody is known.
    std::string waiting_for() const;

    /// Returns the names of a turn's stages, in their order.
    static std::vector<std::string_view> stages();

  private:
    /// One stage of a turn. `run` returns a result if the turn ends with this stage, and nothing if the next
    /// stage follows.
    struct Stage {
        std::string_view name;
        std::optional<Turn> (ClientNode::*run)();
    };
    static constexpr std::size_t kStageCount = 15;
    /// The indices of the stages with which a turn can begin.
    static constexpr std::size_t kJoin = 0, kHeedStop = 3, kLeave = 6;
    static const std::array<Stage, kStageCount> kStages;
    // Stages that take part in the world and the radio.
    std::optional<Turn> join();
    std::optional<Turn> enter();
    std::optional<Turn> tune_in();
    std::optional<Turn> heed_stop();
    // Stages that publish the states of our agents at this heartbeat.
    std::optional<Turn> keep_pace();
    std::optional<Turn> publish();
    // Stages that wait until the next step may begin, or leave after the last one.
    std::optional<Turn> leave();
    std::optional<Turn> hold();
    std::optional<Turn> pass_gate();
    std::optional<Turn> listen();
    // Stages of the step to the next heartbeat.
    std::optional<Turn> look();
    std::optional<Turn> sense();
    std::optional<Turn> decide();
    std::optional<Turn> speak();
    std::optional<Turn> advance();

    Turn end(State state, std::string reason);
    Turn settle(Transport::Stage stage);
    Turn settle_radio();
    Turn wait_for_gate();
    Turn wait_for_radio();
    void keep_alive();
    void begin_step();
    void show_spectator();
    bool has_left(AgentId agent) const;
    bool all_left() const;
    bool has_elements() const;
    /// Returns whether the client takes part in a radio, or has asked to.
    bool on_radio() const { return radio_ && radio_->is_on(); }
    /// Returns the simulated time at the beginning of this heartbeat.
    SimTime time() const { return tick_.at(setup_.scenario.heartbeat); }

    NodeSetup setup_;
    TransportFactory& transports_;
    Engine& engine_;
    Recorder* recorder_;
    Spectator* spectator_ = nullptr;
    Outlook outlook_;
    LineOfSight sight_;
    Sensing sensing_;
    std::size_t begins_with_ = kJoin;   // the next turn's first stage; the stages before it are done
    WallTime now_;                      // of the turn under way
    WallDuration wait_max_;             // how long the turn under way may wait for the network
    std::optional<RadioMember> radio_;  // outlives the control units
    std::vector<Acu> acus_;             // ascending by agent
    std::map<AgentId, std::unique_ptr<PilotHost>> pilots_;
    std::unique_ptr<Transport> link_;
    std::optional<StateCache> cache_;
    std::function<void(const Peer&)> tap_;
    Pacer pacer_;
    bool pacer_started_ = false, paced_ = false;
    WallTime due_;  // when the pace lets this heartbeat be published
    Tick tick_, last_;
    std::optional<Tick> first_tick_;
    bool left_world_ = false;
    bool published_ = false, fresh_ = false, stop_asked_ = false;
    bool looks_around_ = false;  // a pilot, a sensor, the engine or a spectator needs the others' states
    std::optional<WallTime> blocked_since_;
    std::vector<Bytes> anys_;
    std::vector<Outgoing> outgoing_;
    std::vector<AgentId> own_;  // our agents in the engine, for the spectator
    std::string reason_;
    State state_ = State::running;
    Counters<NodeCounter> counters_;
    CpuShares cpu_;
};

}  // namespace synchrono::client
