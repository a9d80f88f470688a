/// Takes what stations send, heartbeat by heartbeat, and says what becomes of it: ordered by (time, sender,
/// sequence), changed by the scenario's faults, carried by the channel of each message's medium. It knows
/// nothing of clients, connections or wall time, so that its answers depend on what was sent alone.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "comm_server/channel/channel.hpp"
#include "comm_server/faults/faults.hpp"
#include "comm_server/road_side_unit.hpp"
#include "comm_server/signals_told.hpp"
#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/config/scenario.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::comm_server {

struct RadioMessage {
    AgentId sender;
    std::uint64_t sequence = 0;  // of this sender, from 1
    SimTime time;
    config::Medium medium = config::Medium::dsrc;
    Bytes payload;
};

/// What becomes of a message at one receiver.
struct RadioFate {
    Fate fate;
    ByteView altered;  // what arrives; empty: what was sent
};

/// A message whose fate is settled.
struct Settled {
    const RadioMessage& message;
    const Aired& aired;
    std::span<const RadioFate> fates;  // ascending by receiver, a copy after its original
};

/// Hears what became of messages. What it is given is valid during the call.
class RouterSink {
  public:
    virtual ~RouterSink() = default;
    virtual void settled(const Settled& settled) = 0;
};

/// Hears how busy each station found a medium, ascending by station.
class LoadSink {
  public:
    virtual ~LoadSink() = default;
    virtual void load(config::Medium medium, SimTime from, SimTime until,
                      std::span<const std::pair<AgentId, float>> busy_ratios) = 0;
};

/// The scenario's road-side units. The error names the one of which J2735 cannot tell.
Result<std::vector<RoadSideUnit>> make_road_side_units(const config::Scenario& scenario);

/// Threading: one thread.  Owns: channels and road-side units; borrows the scenario and the sinks.
class Router {
  public:
    /// Requires a scenario with a radio, and its road-side units. `loads` may be null.
    Router(const config::Scenario& scenario, std::vector<RoadSideUnit> units, RouterSink& sink,
           LoadSink* loads);

    /// Where an agent is from the heartbeat that is advanced next on. True if it was not there before.
    bool place(AgentId agent, geo::Vec3 position);
    /// True if it was there. Road-side units forget what it told if it is signals.
    bool remove(AgentId agent);
    /// Of signals that are there: road-side units tell of them from now on. Requires a time within the
    /// heartbeat that is advanced next.
    void tell(const SignalsTold& told);
    /// Whether what arrives at this agent is lost from now on, since its client does not read.
    void set_deaf(AgentId agent, bool deaf);
    /// Requires an agent that is there, a medium that the scenario has, and a time within the heartbeat that
    /// is advanced next.
    void send(RadioMessage message);
    /// Routes everything that was sent within this heartbeat. Requires ascending heartbeats.
    void advance(Tick tick);
    /// Settles what is still under way after the last heartbeat.
    void finish(Tick last);

    const Counters<FaultCounter>& fault_counters() const { return faults_.counters(); }
    /// Whether the scenario gives the agent a radio.
    bool has_radio(AgentId agent) const;
    bool carries(config::Medium medium) const { return carriers_.contains(medium); }

  private:
    /// One medium: its channel, and what is on its way there.
    struct Carrier {
        std::unique_ptr<Channel> channel;
        std::unordered_map<std::uint64_t, RadioMessage> under_way;  // looked up, never walked
    };
    class Landing;

    void take_from_units(SimTime from, SimTime until);
    void put_in_order();
    void settle(const RadioMessage& message, const Aired& aired);

    const config::Scenario& scenario_;
    RouterSink& sink_;
    LoadSink* const loads_;
    std::map<config::Medium, Carrier> carriers_;
    Faults faults_;
    std::vector<RoadSideUnit> units_;
    std::vector<std::optional<AgentId>> unit_signals_;  // who runs the signals of each
    std::vector<std::uint64_t> unit_sequences_;
    std::map<AgentId, geo::Vec3> unit_positions_;
    std::vector<RadioMessage> sent_;                   // within this heartbeat
    std::vector<std::optional<geo::Vec3>> positions_;  // by agent, with a radio or without
    std::vector<bool> deaf_;                           // by agent
    std::vector<Reception> receptions_;
    std::vector<RadioFate> fates_;
    SimTime load_from_;
};

}  // namespace synchrono::comm_server
