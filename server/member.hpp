/// A member of the world is a client that has joined, with its agents, its interest, and how far it has
/// come. MemberLink hides how a member is reached.
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

/// The data that a client gives about itself when it asks to join.
struct JoinWish {
    std::string client_name;
    std::vector<AgentDescription> agents;
    config::Interest interest;
};

/// The data that a client gets when it is admitted.
struct Welcome {
    SimDuration heartbeat;
    GatePolicy gate;
    Tick start;    // the client's first heartbeat
    Tick reached;  // the heartbeat that the world has reached
    WallDuration silence_limit;
};

/// The reason why a client is not admitted, as it is sent to the client.
struct Declined {
    JoinDeclined::Reason reason;
    std::string text;  // one line
};

/// The same reason, with the counter that counts it.
template <typename Counter>
struct Objection {
    Counter counter;
    Declined declined;
};

class MemberLink;

/// A client that is in the world.
struct Member {
    MemberId id;
    std::string client_name;
    std::vector<AgentId> agents;  // live ones, ascending
    config::Interest interest;
    MemberLink& link;
    WallTime heard;             // when its last valid message came; at first, when it was admitted
    WallTime moved;             // when `have` or `received` last rose, or it last held nobody back
    Tick have;                  // `exact`: its newest complete bundle; `window`: newest `reached` it knows
    std::uint64_t notices = 0;  // number of notices sent to it
    bool asked = false;         // it gets an answer at the end of the step
    Tick received{-1};          // messages of its agents, also of ended ones, have all arrived up to this one
};

/// The way from the world to one member; transport.hpp is the other side of it, in the client. An
/// implementation passes on everything, in order, over any medium. Only updates may be lost, because the
/// client asks for them again.
/// Threading: the world thread.
class MemberLink {
  public:
    virtual ~MemberLink() = default;
    /// Sends the first message, once: the client is in the world.
    virtual void welcome(const Member& member, const Welcome& welcome) = 0;
    /// Sends a notice, before the first update that counts it.
    virtual void notice(const Notice& notice) = 0;
    /// Sends what is new in the world within the member's interest. With `answer` it sends all that the
    /// member lacks, or at least how far the world has come.
    virtual void tell(const Member& member, bool answer) = 0;
    /// Ends the notices. The connection may be closed once those that were sent have been received.
    virtual void finish() = 0;
    /// Finishes, and ends the membership. The link may be destroyed by this call.
    virtual void dismiss() = 0;
};

}  // namespace synchrono::server
