/// The states of all agents that a client knows of, and the gate that keeps the client in step with the
/// others. A bundle holds the newest message of each agent at one heartbeat. The same code serves both
/// policies of the gate; h is the heartbeat:
///   window n: a step that ends at t may begin when every live agent is known to be at t - n*h or later; the
///             newest messages are visible.
///   exact m:  a step that ends at t may begin when every bundle up to t - m*h is complete; the messages up
///             to there, and only those, become visible, in the order (time, agent).
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/transport/flow_sink.hpp"
#include "common/base/limits.hpp"
#include "common/time/gate_policy.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::cache {

/// An agent with its newest visible message. Borrowed from the cache.
struct Peer {
    AgentId id;
    std::string_view name;
    std::string_view vehicle;
    Tick newest{-1};          // heartbeat of the message
    net::AgentHeader header;  // of the message
    ByteView any;             // the state in the message: the serialised Any
};

/// The gate's answer to the question whether a step may begin.
struct Verdict {
    bool go = false;
    // `window`: how far the slowest agent is known to be; `exact`: the last bundle that was made visible.
    Tick known_until{-1};
    std::optional<AgentId> slowest;  // the agent that holds us back, if known
};

/// The cache of one client. Its transport fills it, as a FlowSink.
/// Threading: confined to the client's loop thread.  Owns: copies of all messages.
class StateCache final : public transport::FlowSink {
  public:
    /// Makes a cache for a client whose first heartbeat is `start`. Unless `start` is 0, the client must also
    /// wait for check(start).go before it publishes at `start`, as if a step ended there.
    StateCache(SimDuration heartbeat, GatePolicy gate, Tick start);

    /// Adds an agent of this client. Messages about it from the world are ignored. The client's other agents
    /// see this one through add_own_message(), with the same delay as every other agent, so that results do
    /// not depend on which agents share a client.
    void add_own(AgentId agent, std::string_view name, std::string_view vehicle);
    /// Adds a message that one of this client's agents has published.
    void add_own_message(const net::AgentHeader& header, ByteView any);

    /// Returns whether the step that ends at `t` may begin. Never blocks.
    Verdict check(Tick t) const;
    /// Begins the step that ends at `t`: makes the messages visible that may be seen in this step. Requires
    /// check(t).go, and a `t` later than in all calls before.
    void step_to(Tick t);
    /// Returns the agents that are visible in the step under way, own agents included, ascending by id. Valid
    /// until the next call of any other function.
    std::span<const Peer> peers();

    /// Returns the agents that have left on purpose and whose end is visible, ascending. An agent that joins
    /// again is not among them any more.
    std::span<const AgentId> departed() const { return departed_; }

    /// Sets a function that is called for each message when the message becomes visible, in order. For tests
    /// and for logs of what was seen.
    void set_tap(std::function<void(const Peer&)> tap) { tap_ = std::move(tap); }

    /// Makes the cache ignore the others' messages, for a client in which nobody needs them. The gate still
    /// works.
    void ignore_messages() { wants_messages_ = false; }
    bool wants_messages() const override { return wants_messages_; }

    void add_agent(AgentId agent, std::string_view name, std::string_view vehicle, Tick first) override;
    void end_agent(AgentId agent, Tick first_without) override;
    void mark_departed(AgentId agent) override;
    void add_message(const net::AgentMessageView& message, Tick bundle) override;
    void complete_bundle(Tick bundle) override;
    void set_slowest(AgentId agent, Tick tick) override;

  private:
    // The part of a peer that every heartbeat touches. The parts of all peers lie side by side, in the order
    // in which bundles name the agents. That is fast even when the processor's caches are cold. If a hundred
    // clients share a machine, the caches are cold each time that a client runs.
    struct Visible {
        AgentId id;
        std::uint32_t any_bytes = 0;
        Tick newest{-1};
        net::AgentHeader header;
        bool own = false;
    };
    /// The part of a peer that seldom changes.
    struct Facts {
        std::string name, vehicle;
        Tick first;               // the agent is in the world from here on
        std::optional<Tick> end;  // the first heartbeat without the agent, if it has ended
        bool left = false;        // the agent ends, or has ended, on purpose
    };
    /// A message that may not be seen yet. `any_at` is the place of its state in Waiting::anys.
    struct Hidden {
        AgentId id;
        std::uint32_t any_bytes = 0;
        std::size_t any_at = 0;
        net::AgentHeader header;
    };
    /// A bundle whose messages may not be seen yet (`exact`).
    struct Waiting {
        Tick bundle{-1};
        std::vector<Hidden> messages;
        Bytes anys;  // the states of the messages, one after the other
    };
    bool is_exact() const { return gate_.kind == GatePolicy::Kind::exact; }
    std::optional<std::size_t> find(AgentId agent);
    std::size_t find_or_add(AgentId agent);
    void forget(std::size_t index);
    void store(std::size_t index, const net::AgentHeader& header, ByteView any, Tick bundle);
    void make_visible(std::size_t index, const net::AgentHeader& header, ByteView any);
    Waiting& waiting_for(Tick bundle);
    bool in_sight(const Visible& peer) const;
    Peer peer_at(std::size_t index) const;

    const SimDuration heartbeat_;
    const GatePolicy gate_;
    std::vector<Visible> visible_;  // by ascending id
    std::vector<Facts> facts_;      // of the same agents
    Bytes anys_;                    // newest visible states of the same agents; each has any_room_ bytes
    std::size_t any_room_ = 256;
    std::size_t next_index_ = 0;   // index of the agent that the next message is probably from
    std::size_t ended_count_ = 0;  // number of agents in facts_ that have an end
    std::vector<AgentId> departed_;
    std::vector<Peer> peers_;
    bool wants_messages_ = true;
    Tick now_;  // the end of the step under way
    std::function<void(const Peer&)> tap_;
    // Used under `window` only: how far the slowest live agent is.
    std::optional<AgentId> slowest_;
    std::optional<Tick> slowest_tick_;
    // Used under `exact` only.
    std::vector<Waiting> waiting_;   // bundles that are not visible yet, in any order
    std::vector<Waiting> spare_;     // emptied bundles, kept for their memory; the last one is used first
    Tick consumed_;                  // every bundle up to here is visible
    Tick complete_through_;          // every bundle up to here is complete
    std::array<Tick, 64> complete_;  // the complete bundles near that one, each at its tick modulo 64
    static_assert(limits::kBundlesAheadMax < 64, "each bundle has its place");
};

}  // namespace synchrono::client::cache
