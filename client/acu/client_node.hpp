/// A client: joins, then turns its agents' control units heartbeat by heartbeat as the gate lets it. The loop
/// is a state machine that is turned, by a thread in the program and by hand in tests.
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
    std::function<void(std::string_view)> note = {};  // hears what people should know, a line each
    std::optional<double> pace = {};                  // simulated over wall time, whatever the scenario says
    sensors::RayWorld* ray_world = nullptr;           // ray_world_for() the agents; outlives the node
};

/// Threading: one thread; counters from any.  Borrows: scenario, transports, radio, engine,
/// recorder, ray world, spectator.
class ClientNode final {
  public:
    ClientNode(NodeSetup setup, TransportFactory& transports, Engine& engine, Recorder* recorder);
    /// Before the first turn: the pilot of one of our agents.
    void set_pilot(AgentId agent, std::unique_ptr<PilotHost> pilot);

    /// Before the first turn; outlives the node.
    void set_spectator(Spectator* spectator);

    enum class State { running, finished, stopped, failed };
    struct Turn {
        State state = State::running;
        WallTime wake_at;     // nothing to do before, unless something arrives
        bool pacing = false;  // nothing at all to do before
    };
    /// Does what there is to do. `may_wait`: waits for the network where there is nothing, some milliseconds
    /// at most.
    Turn turn(WallTime now, bool may_wait);
    /// Leaves the world at the next heartbeat that the flows allow.
    void ask_to_stop() { stop_asked_ = true; }

    /// Why it failed or was stopped.
    const std::string& reason() const { return reason_; }
    Tick tick() const { return tick_; }
    std::optional<Tick> first_tick() const { return first_tick_; }
    const Counters<NodeCounter>& counters() const { return counters_; }
    /// Null where the scenario has no radio.
    const RadioMember* radio() const { return radio_ ? &*radio_ : nullptr; }
    const Counters<CpuCounter>& cpu_counters() const { return cpu_.counters(); }
    const Lateness& lateness() const { return pacer_.lateness(); }
    /// For tests: sees each message as it becomes visible.
    void set_tap(std::function<void(const Peer&)> tap) { tap_ = std::move(tap); }
    /// A line for each of our pilots that is in its safe stop.
    std::vector<std::string> pilot_faults() const;
    /// Who the start or the gate waits for, in words; empty when nobody is known.
    std::string waiting_for() const;

    /// The stages of a turn by their names, in their order.
    static std::vector<std::string_view> stages();

  private:
    /// One stage of a turn. It gives what the turn comes to where that ends with it, and nothing where the
    /// next stage follows.
    struct Stage {
        std::string_view name;
        std::optional<Turn> (ClientNode::*run)();
    };
    static constexpr std::size_t kStageCount = 15;
    /// The stages with which a turn can begin.
    static constexpr std::size_t kJoin = 0, kHeedStop = 3, kLeave = 6;
    static const std::array<Stage, kStageCount> kStages;
    // Taking part.
    std::optional<Turn> join();
    std::optional<Turn> enter();
    std::optional<Turn> tune_in();
    std::optional<Turn> heed_stop();
    // Saying what our agents say of the heartbeat.
    std::optional<Turn> keep_pace();
    std::optional<Turn> publish();
    // Waiting until the next heartbeat may come.
    std::optional<Turn> leave();
    std::optional<Turn> hold();
    std::optional<Turn> pass_gate();
    std::optional<Turn> listen();
    // The step to it.
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
    /// The client takes part in a radio, or asks to.
    bool on_radio() const { return radio_ && radio_->is_on(); }
    /// At the beginning of the heartbeat.
    SimTime time() const { return tick_.at(setup_.scenario.heartbeat); }

    NodeSetup setup_;
    TransportFactory& transports_;
    Engine& engine_;
    Recorder* recorder_;
    Spectator* spectator_ = nullptr;
    Outlook outlook_;
    LineOfSight sight_;
    Sensing sensing_;
    std::size_t begins_with_ = kJoin;   // the stage of the next turn; those before have nothing to do
    WallTime now_;                      // of the turn under way
    WallDuration wait_max_;             // the same: for the network, where there is nothing to do
    std::optional<RadioMember> radio_;  // outlives the control units
    std::vector<Acu> acus_;             // ascending by agent
    std::map<AgentId, std::unique_ptr<PilotHost>> pilots_;
    std::unique_ptr<Transport> link_;
    std::optional<StateCache> cache_;
    std::function<void(const Peer&)> tap_;
    Pacer pacer_;
    bool pacer_started_ = false, paced_ = false;
    WallTime due_;  // of this heartbeat, by the pace
    Tick tick_, last_;
    std::optional<Tick> first_tick_;
    bool left_world_ = false;
    bool published_ = false, fresh_ = false, stop_asked_ = false;
    bool looks_around_ = false;  // a pilot, the engine or a spectator wants to know where the others are
    std::optional<WallTime> blocked_since_;
    std::vector<Bytes> anys_;
    std::vector<Outgoing> outgoing_;
    std::vector<AgentId> own_;  // for the spectator
    std::string reason_;
    State state_ = State::running;
    Counters<NodeCounter> counters_;
    CpuShares cpu_;
};

}  // namespace synchrono::client
