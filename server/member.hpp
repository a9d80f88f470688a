/// Who takes part in the world, as the world knows it: a client with its agents, its interest, and how far it
/// has come. How a member is reached lies behind MemberLink, and nothing here knows it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/config/scenario.hpp"
#include "common/time/gate_policy.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::server {

/// What a client that asks to come in says of itself.
struct JoinWish {
    std::string client_name;
    std::vector<AgentDescription> agents;
    config::Interest interest;
};

/// What the world says to one that it lets in.
struct Welcome {
    SimDuration heartbeat;
    GatePolicy gate;
    Tick start;    // its first heartbeat
    Tick reached;  // the world has come this far
    WallDuration silence_limit;
};

/// Why the world does not let one in, as it is told.
struct Declined {
    JoinDeclined::Reason reason;
    std::string text;  // one line
};

/// The same, with what counts it.
template <typename Counter>
struct Objection {
    Counter counter;
    Declined declined;
};

class MemberLink;

struct Member {
    MemberId id;
    std::string client_name;
    std::vector<AgentId> agents;  // live ones, ascending
    config::Interest interest;
    MemberLink& link;
    WallTime heard;             // when something valid last came from it, or its admission
    WallTime moved;             // when `received` last rose, or others were waited for
    Tick have;                  // `exact`: newest bundle it holds; `window`: slowest it heard of
    std::uint64_t notices = 0;  // given to it so far
    bool asked = false;         // it is owed an answer
    Tick received{-1};          // its own agents' messages have arrived up to here, those that ended included
};

/// The way from the world to one member: the server's side of the seam that transport.hpp is on the client's.
/// Who implements it says the same words by whatever it carries them, in their order, and lets nothing be
/// lost but updates, for which the client asks again.
/// Threading: the world thread.
class MemberLink {
  public:
    virtual ~MemberLink() = default;
    /// Comes first and once: the client is in the world.
    virtual void welcome(const Member& member, const Welcome& welcome) = 0;
    /// Something that every member learns, with its number, before the first update that refers to it.
    virtual void notice(const Notice& notice) = 0;
    /// Tells what is new in the world within the member's interest; with `answer` all that it lacks, or how
    /// the world stands.
    virtual void tell(const Member& member, bool answer) = 0;
    /// No more notices will come, and the client may be gone once it has heard those that came.
    virtual void finish() = 0;
    /// Finishes, and it is no member any more. The link may end with this.
    virtual void dismiss() = 0;
};

}  // namespace synchrono::server
