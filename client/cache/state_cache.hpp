/// What a client knows of the others, and the gate that keeps it in step with them. One piece of code serves
/// both policies:
///   window n: a step that ends at t may begin when every live agent is known to be at t - n*h or later; what
///             is newest is visible.
///   exact m:  a step that ends at t may begin when every bundle up to t - m*h is complete; the messages up
///   to
///             there, and only those, become visible, in the order (time, agent).
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

/// Another agent, as far as it is visible. Borrowed from the cache.
struct Peer {
    AgentId id;
    std::string_view name;
    std::string_view vehicle;
    Tick newest{-1};          // of its visible message
    net::AgentHeader header;  // of that message
    ByteView any;             // its state: the serialised Any
};

/// May the step begin?
struct Verdict {
    bool go = false;
    Tick known{-1};                  // how far the slowest is known to be, or the bundles that were consumed
    std::optional<AgentId> slowest;  // who holds us back, where it is known
};

/// Threading: confined to the client's loop thread.  Owns: what it was told.
class StateCache final : public FlowSink {
  public:
    /// For a client whose first heartbeat is `start`: that it may say anything there is a step like the
    /// others.
    StateCache(SimDuration heartbeat, GatePolicy gate, Tick start);

    /// An agent of this client. What the world says of it is ignored; its fellows in the same client see it
    /// as all others do, by what it publishes, so that nothing depends on who shares a client.
    void add_own(AgentId agent, std::string_view name, std::string_view vehicle);
    void own_message(const net::AgentHeader& header, ByteView any);

    /// May the step that ends at `t` begin? Never blocks.
    Verdict check(Tick t) const;
    /// Begins it: makes visible what it may see. Requires check(t).go, and `t` later than any before.
    void step_to(Tick t);
    /// Those in sight since the last step_to, by ascending id, own agents included. Valid until anything else
    /// is called.
    std::span<const Peer> peers();

    /// Those who have left on purpose, as far as their end may be seen; ascending. One that comes again is
    /// none.
    std::span<const AgentId> departed() const { return departed_; }

    /// Called for each message as it becomes visible, in order. For tests and for logs of what was seen.
    void set_tap(std::function<void(const Peer&)> tap) { tap_ = std::move(tap); }

    /// For a client without pilots, whose engine shows nobody: the gate goes on, the others stay unread.
    void ignore_messages() { wants_messages_ = false; }
    bool wants_messages() const override { return wants_messages_; }

    void joined(AgentId agent, std::string_view name, std::string_view vehicle, Tick first) override;
    void ended(AgentId agent, Tick first_without) override;
    void left(AgentId agent) override;
    void message(const net::AgentMessageView& message, Tick bundle) override;
    void complete(Tick bundle) override;
    void slowest(AgentId agent, Tick tick) override;

  private:
    // What every heartbeat touches of each peer lies side by side, in the order in which bundles name them;
    // with a hundred clients on one machine the caches of the processor are cold at each turn.
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
        bool left = false;  // its end is, or will be, on purpose
    };
    /// A message that may not be seen yet, and where among the bytes of its bundle its state is.
    struct Hidden {
        AgentId id;
        std::uint32_t any_bytes = 0;
        std::size_t any_at = 0;
        net::AgentHeader header;
    };
    /// A bundle of which not every message may be seen yet (`exact`).
    struct Waiting {
        Tick bundle{-1};
        std::vector<Hidden> messages;
        Bytes anys;  // of the messages, one after the other
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
    std::vector<Facts> facts_;      // of the same
    Bytes anys_;                    // of the same, any_room_ bytes each
    std::size_t any_room_ = 256;
    std::size_t guess_ = 0;  // where the next message's agent probably is
    std::size_t ended_ = 0;  // how many have an end
    std::vector<AgentId> departed_;
    std::vector<Peer> peers_;
    bool wants_messages_ = true;
    Tick now_;  // the end of the step under way
    std::function<void(const Peer&)> tap_;
    // window
    std::optional<AgentId> slowest_;
    std::optional<Tick> slowest_tick_;
    // exact
    std::vector<Waiting> waiting_;  // open bundles, in any order
    std::vector<Waiting> spare_;    // their memory, the warmest last
    Tick consumed_;                 // every bundle up to here is visible
    Tick complete_through_;         // and up to here could be
    std::array<Tick, 64> complete_;
    static_assert(limits::kBundlesAheadMax < 64, "each bundle has its place");
};

}  // namespace synchrono::client
