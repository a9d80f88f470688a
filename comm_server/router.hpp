/// Routes the messages of stations, heartbeat by heartbeat, and passes the outcome at each receiver to a
/// sink. It orders messages by (time, sender, sequence), applies the scenario's faults, and passes each
/// message to the channel of its medium. It knows nothing of clients, connections or wall time, so that its
/// results depend only on the messages and places that it is given.
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
#include "comm_server/signals_report.hpp"
#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/config/scenario.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::comm_server {

/// A message as its sender gave it to the radio.
struct RadioMessage {
    AgentId sender;
    std::uint64_t sequence = 0;  // of this sender, from 1
    SimTime time;
    config::Medium medium = config::Medium::dsrc;
    Bytes payload;
};

/// The outcome of a message at one receiver.
struct FinalFate {
    channel::Fate fate;
    ByteView altered;  // the payload that arrives; empty: the payload that was sent
};

/// A message whose outcome is known at every receiver.
struct Settled {
    const RadioMessage& message;
    const channel::FinishedTransmission& aired;
    std::span<const FinalFate> fates;  // ascending by receiver; a copy follows its original
};

/// Receives the outcomes of messages. The arguments are valid during the call.
class RouterSink {
  public:
    virtual ~RouterSink() = default;
    virtual void on_settled(const Settled& settled) = 0;
};

/// Receives the share of time in which each station found a medium busy, ascending by station.
class LoadSink {
  public:
    virtual ~LoadSink() = default;
    virtual void on_load(config::Medium medium, SimTime from, SimTime until,
                         std::span<const std::pair<AgentId, float>> busy_ratios) = 0;
};

/// Makes the scenario's road-side units. The error names the unit whose intersection J2735 cannot describe.
Result<std::vector<RoadSideUnit>> make_road_side_units(const config::Scenario& scenario);

/// Carries the messages of all media of one scenario.
/// Threading: one thread.  Owns: channels and road-side units; borrows the scenario and the sinks.
class Router {
  public:
    /// Requires a scenario with a radio, and the units that were made from it. `loads` may be null.
    Router(const config::Scenario& scenario, std::vector<RoadSideUnit> units, RouterSink& sink,
           LoadSink* loads);

    /// Sets where an agent is from the next heartbeat on. Returns whether it has a radio and was not there
    /// before.
    bool place(AgentId agent, geo::Vec3 position);
    /// Removes an agent; returns whether it was there and has a radio. If the agent runs signals, their
    /// road-side units forget its reports.
    bool remove(AgentId agent);
    /// Passes a report to the road-side units whose signals the reporting agent runs; they send this state
    /// from then on. Requires a time within the heartbeat that is advanced next.
    void add_signals_report(const SignalsReport& report);
    /// Sets whether messages to this agent are shed from now on because its client does not read them.
    void set_deaf(AgentId agent, bool deaf);
    /// Takes a message to be routed. Requires an agent that is there, a medium that the scenario has, and a
    /// time within the heartbeat that is advanced next.
    void send(RadioMessage message);
    /// Routes all messages of heartbeat `tick`. Requires ascending heartbeats.
    void advance(Tick tick);
    /// Settles the messages that are still under way after the last heartbeat.
    void finish(Tick last);

    const Counters<faults::FaultCounter>& fault_counters() const { return faults_.counters(); }
    /// Returns whether the scenario gives the agent a radio.
    bool has_radio(AgentId agent) const;
    bool carries(config::Medium medium) const { return carriers_.contains(medium); }

  private:
    /// A medium: its channel, and the messages that are under way there.
    struct Carrier {
        std::unique_ptr<channel::Channel> channel;
        // By sender and sequence. Never iterated, because the order of an unordered map is arbitrary.
        std::unordered_map<std::uint64_t, RadioMessage> under_way;
    };
    class CarrierSink;

    void take_from_units(SimTime from, SimTime until);
    void put_in_order();
    void settle(const RadioMessage& message, const channel::FinishedTransmission& aired);

    const config::Scenario& scenario_;
    RouterSink& sink_;
    LoadSink* const loads_;
    std::map<config::Medium, Carrier> carriers_;
    faults::Faults faults_;
    std::vector<RoadSideUnit> units_;
    std::vector<std::optional<AgentId>> unit_signals_;  // by unit: the agent that runs its signals
    std::vector<std::uint64_t> unit_sequences_;
    std::map<AgentId, geo::Vec3> unit_positions_;
    std::vector<RadioMessage> sent_;                   // for the heartbeat that is advanced next
    std::vector<std::optional<geo::Vec3>> positions_;  // by agent, also those without a radio
    std::vector<bool> deaf_;                           // by agent
    std::vector<faults::Reception> receptions_;
    std::vector<FinalFate> fates_;
    SimTime load_from_;
};

}  // namespace synchrono::comm_server
