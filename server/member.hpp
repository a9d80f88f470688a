/// A member of the world is a client that has joined. Member holds the client's agents, its interest, and how
/// far it has come. MemberLink hides the medium over which the client is reached.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/limits.hpp"
#include "common/base/token_bucket.hpp"
#include "common/config/scenario.hpp"
#include "common/time/gate_policy.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"
#include "proto/handshake.pb.h"
#include "server/hold_ups.hpp"

namespace synchrono::server {

/// The data that a client gives about itself when it asks to join.
struct JoinWish {
    std::string client_name;
    std::vector<AgentDescription> agents;
    config::Interest interest;
};

/// The data that a client gets when it is admitted.
struct Admission {
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

/// The reason why a client is not admitted, with the counter for this reason.
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
    WallTime last_heard;  // when its last valid message came; at first, when it was admitted
    HoldUpAccount& hold_up;
    Tick known_up_to;  // `exact`: its newest complete bundle; `window`: newest `reached` that it knows
    std::uint64_t notices_sent = 0;  // number of notices sent to it
    bool answer_due = false;         // it gets an answer at the end of the step
    bool has_brought_agents = false;
    TokenBucket requests{limits::kRequestsPerSecond, limits::kRequestsBurst};
    // The world has received all messages of its agents up to here, also those of agents that have ended.
    Tick received_up_to{-1};
};

/// The way from the world to one member. The other end, in the client, is client/transport/transport.hpp. An
/// implementation may use any medium. It passes on the admission and all notices, in order. Updates may be
/// lost, because the client asks for them again.
/// Threading: the world thread.
class MemberLink {
  public:
    virtual ~MemberLink() = default;
    /// Sends the first message to a client that is now in the world. Called once.
    virtual void send_admission(const Member& member, const Admission& admission) = 0;
    /// Sends a notice. Called before the first update for which Member::notices_sent counts this notice.
    virtual void send_notice(const Notice& notice) = 0;
    /// Sends the changes in the world that are within the member's interest. With `answer` it sends what the
    /// member lacks, or a part of that. If nothing is there to be sent, the answer says how far the world has
    /// come.
    virtual void send_update(const Member& member, bool answer) = 0;
    /// Ends the notices. The connection may be closed once the notices that were sent have been received.
    virtual void end_notices() = 0;
    /// Ends the notices and the membership, for the reason `why`. This call may destroy the link.
    virtual void remove(std::string_view why) = 0;
};

}  // namespace synchrono::server
