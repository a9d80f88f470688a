/// What a client knows of the others, and the gate that keeps it in step with them. One piece of code serves
/// both policies:
///   window n: a step that ends at t may begin when every live agent is known to be at t - n*h or later; what
///             is newest is visible.
///   exact m:  a step that ends at t may begin when every bundle up to t - m*h is complete; the messages up to
///             there, and only those, become visible, in the order (time, agent).
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "client/cache/flow_sink.hpp"
#include "common/base/limits.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// Another agent, as far as it is visible.
struct Peer {
    AgentId id;
    std::string name;
    std::string vehicle;
    Tick newest{-1};          // of its visible message
    net::AgentHeader header;  // of that message
    Bytes any;                // its state: the serialised Any
    bool is_new = false;      // became visible by the last `step_to`
};

/// May the step begin?
struct Verdict {
    bool go = false;
    Tick known{-1};                  // how far the slowest is known to be, or which bundle is complete
    std::optional<AgentId> slowest;  // who holds us back, where it is known
};

/// Threading: confined to the client's loop thread.  Owns: what it was told.
class StateCache final : public FlowSink {
  public:
    StateCache(SimDuration heartbeat, config::GatePolicy gate, Tick start);

    /// An agent of this client. What the world says of it is ignored; its fellows in the same client see it as
    /// all others do, by what it publishes, so that nothing depends on who shares a client.
    void add_own(AgentId agent, std::string_view name, std::string_view vehicle);
    void own_message(const net::AgentHeader& header, ByteView any);

    /// May the step that ends at `t` begin? Never blocks.
    Verdict check(Tick t) const;
    /// Begins it: makes visible what it may see. Requires check(t).go, and `t` later than any before.
    void step_to(Tick t);
    /// Those in sight now, by ascending id, own agents included. Valid until the next step_to.
    std::span<const Peer* const> peers() const { return in_sight_; }

    /// Called for each message as it becomes visible, in order. For tests and for logs of what was seen.
    void set_tap(std::function<void(const Peer&)> tap) { tap_ = std::move(tap); }

    void joined(AgentId agent, std::string_view name, std::string_view vehicle, Tick first) override;
    void ended(AgentId agent, Tick first_without) override;
    void message(const net::AgentMessageView& message, Tick bundle) override;
    void complete(Tick bundle) override;
    void slowest(AgentId agent, Tick tick) override;

  private:
    /// A message that came before its time, in the slot of its bundle.
    struct Waiting {
        Tick bundle{-1};  // none
        net::AgentHeader header;
        Bytes any;
    };
    static constexpr std::size_t kBundles = limits::kHistoryDepth;
    struct Known {
        Peer peer;
        std::optional<Tick> end;
        std::array<Waiting, kBundles> waiting;  // `exact` only
    };
    bool is_exact() const { return gate_.kind == config::GatePolicy::Kind::exact; }
    Known& know(AgentId agent);
    void take(Known& known, const net::AgentHeader& header, ByteView any, Tick bundle);
    void show(Known& known, const net::AgentHeader& header, ByteView any);
    void look_around(Tick t);

    const SimDuration heartbeat_;
    const config::GatePolicy gate_;
    std::vector<std::unique_ptr<Known>> peers_;        // by ascending id
    std::unordered_map<AgentId, Known*> index_;
    std::unordered_set<AgentId> own_;
    std::vector<const Peer*> in_sight_;
    std::function<void(const Peer&)> tap_;
    // window
    std::optional<AgentId> slowest_;
    std::optional<Tick> slowest_tick_;
    // exact
    Tick consumed_;                                    // every bundle up to here is visible
    Tick complete_through_;                            // and up to here could be
    std::array<Tick, kBundles> complete_;
};

}  // namespace synchrono::client
