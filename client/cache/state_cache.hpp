/// Holds the states of all agents that a client knows of, and the gate that keeps the client in step with
/// the others. One piece of code serves both policies of the gate:
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

namespace synchrono::client {

/// An agent, as far as it is visible. Borrowed from the cache.
struct Peer {
    AgentId id;
    std::string_view name;
    std::string_view vehicle;
    Tick newest{-1};          // heartbeat of its newest visible message
    net::AgentHeader header;  // of that message
    ByteView any;             // the state in that message: the serialised Any
};

/// The gate's answer to the question whether a step may begin.
struct Verdict {
    bool go = false;
    Tick known{-1};  // `window`: how far the slowest agent is known to be; `exact`: the last bundle consumed
    std::optional<AgentId> slowest;  // the agent that holds us back, if that is known
};

/// The cache of one client. Its transport fills it, as a FlowSink.
/// Threading: confined to the client's loop thread.  Owns: copies of all messages.
class StateCache final : public FlowSink {
  public:
    /// Makes a cache for a client whose first heartbeat is `start`. Publishing at `start` needs the gate's
    /// permission, too, as if it were the end of a step.
    StateCache(SimDuration heartbeat, GatePolicy gate, Tick start);

    /// Adds an agent of this client. Messages from the world about it are ignored: the other agents of this
    /// client see it by own_message(), with the same delay as everybody else's, so that results do not
    /// depend on which agents share a client.
    void add_own(AgentId agent, std::string_view name, std::string_view vehicle);
    /// Adds a message that one of this client's agents has published.
    void own_message(const net::AgentHeader& header, ByteView any);

    /// Returns whether the step that ends at `t` may begin. Never blocks.
    Verdict check(Tick t) const;
    /// Begins the step that ends at `t`: makes the messages visible that may be seen in it. Requires
    /// check(t).go, and `t` later than any before.
    void step_to(Tick t);
    /// Returns the agents that are visible since the last step_to, by ascending id, own agents included.
    /// Valid until the next call of any other function.
    std::span<const Peer> peers();

    /// Returns the agents that have left on purpose and whose end is visible, ascending. An agent that joins
    /// again is removed from them.
    std::span<const AgentId> departed() const { return departed_; }

    /// Sets a function that is called for each message when it becomes visible, in order. For tests and for
    /// logs of what was seen.
    void set_tap(std::function<void(const Peer&)> tap) { tap_ = std::move(tap); }

    /// Turns off the reading of the others' messages, for a client in which nobody needs them. The gate still
    /// works.
    void ignore_messages() { wants_messages_ = false; }
    bool wants_messages() const override { return wants_messages_; }

    void joined(AgentId agent, std::string_view name, std::string_view vehicle, Tick first) override;
    void ended(AgentId agent, Tick first_without) override;
    void left(AgentId agent) override;
    void message(const net::AgentMessageView& message, Tick bundle) override;
    void complete(Tick bundle) override;
    void slowest(AgentId agent, Tick tick) override;

  private:
    // The part of a peer that every heartbeat touches. All of these lie side by side, in the order in which
    // bundles name the agents: with a hundred clients on one machine, the processor's caches are cold each
    // time that a client runs.
    struct Visible {
        AgentId id;
        std::uint32_t any_bytes = 0;
        Tick newest{-1};
        net::AgentHeader header;
        bool own = false;
    };
    struct Facts {
        std::string name, vehicle;
        Tick first;
        std::optional<Tick> end;
        bool left = false;  // the agent ends, or has ended, on purpose
    };
    /// A message that may not be seen yet, and the place of its state among the bytes of its bundle.
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
    std::size_t know(AgentId agent);
    void forget(std::size_t index);
    void take(std::size_t index, const net::AgentHeader& header, ByteView any, Tick bundle);
    void show(std::size_t index, const net::AgentHeader& header, ByteView any);
    Waiting& waiting_for(Tick bundle);
    bool in_sight(const Visible& peer) const;
    Peer peer_at(std::size_t index) const;

    const SimDuration heartbeat_;
    const GatePolicy gate_;
    std::vector<Visible> visible_;  // by ascending id
    std::vector<Facts> facts_;      // of the same agents
    Bytes anys_;                    // newest visible states of the same agents, any_room_ bytes each
    std::size_t any_room_ = 256;
    std::size_t guess_ = 0;  // where the next message's agent probably is
    std::size_t ended_ = 0;  // number of agents in facts_ that have an end
    std::vector<AgentId> departed_;
    std::vector<Peer> peers_;
    bool wants_messages_ = true;
    Tick now_;  // the end of the step under way
    std::function<void(const Peer&)> tap_;
    // window
    std::optional<AgentId> slowest_;
    std::optional<Tick> slowest_tick_;
    // exact
    std::vector<Waiting> waiting_;  // bundles that are not visible yet, in any order
    std::vector<Waiting> spare_;    // used bundles, for their memory; the last used one is at the back
    Tick consumed_;                 // every bundle up to here is visible
    Tick complete_through_;         // every bundle up to here is complete
    std::array<Tick, 64> complete_;
    static_assert(limits::kBundlesAheadMax < 64, "each bundle has its place");
};

}  // namespace synchrono::client
