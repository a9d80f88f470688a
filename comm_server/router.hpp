/// Takes what stations send, heartbeat by heartbeat, and says what becomes of it: ordered by (time, sender,
/// sequence), changed by the scenario's faults, carried by the channel of each message's medium. It knows
/// nothing of clients, connections or wall time, so that its answers depend on what was sent alone.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "comm_server/channel/channel.hpp"
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
    const Bytes* altered = nullptr;  // what arrives, if it is not what was sent
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
    virtual void load(config::Medium medium, SimTime from, SimTime until,
                      std::span<const std::pair<AgentId, float>> busy_ratios) = 0;
};

/// Threading: one thread.  Owns: the channels; borrows the scenario and the sink.
class Router {
  public:
    /// Requires a scenario with a radio.
    Router(const config::Scenario& scenario, RouterSink& sink);

    /// Where an agent is from the heartbeat that is advanced next on. True if it was not there before.
    bool place(AgentId agent, geo::Vec3 position);
    /// True if it was there.
    bool remove(AgentId agent);
    /// Whether what arrives at this agent is lost from now on, since its client does not read.
    void set_deaf(AgentId agent, bool deaf);
    /// Requires an agent that is there, a medium that the scenario has, and a time within the heartbeat that
    /// is advanced next.
    void send(RadioMessage message);
    /// Routes everything that was sent within this heartbeat. Requires ascending heartbeats.
    void advance(Tick tick);
    /// Settles what is still under way after the last heartbeat.
    void finish(Tick last);

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

    const config::Scenario& scenario_;
    RouterSink& sink_;
    std::map<config::Medium, Carrier> carriers_;
    std::vector<RadioMessage> sent_;  // within this heartbeat
    std::vector<bool> there_, deaf_;  // by agent
    std::vector<RadioFate> fates_;
    SimTime load_from_;
};

}  // namespace synchrono::comm_server
