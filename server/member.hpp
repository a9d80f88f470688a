/// A member of the world is a client that has joined. Member holds its agents, its interest, and how far it
/// has come; MemberLink hides over which medium it is reached.
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
    // When `known_up_to` or `received_up_to` last rose, or when the member last did not hold the others back.
    WallTime last_progress;
    Tick known_up_to;  // `exact`: its newest complete bundle; `window`: newest `reached` it knows
    std::uint64_t notices_sent = 0;  // number of notices sent to it
    bool answer_due = false;         // it gets an answer at the end of the step
    Tick received_up_to{-1};  // up to here all messages of its agents, ended ones included, have arrived
};

/// The way from the world to one member; its other end, in the client, is client/transport/transport.hpp. An
/// implementation passes on everything, in order, over any medium. Only updates may be lost, because the
/// client asks for them again.
/// Threading: the world thread.
class MemberLink {
  public:
    virtual ~MemberLink() = default;
    /// Sends the first message to a client that is now in the world. Called once.
    virtual void send_admission(const Member& member, const Admission& admission) = 0;
    /// Sends a notice. Called before the first update with Member::notices_sent that includes this notice.
    virtual void send_notice(const Notice& notice) = 0;
    /// Sends the changes in the world that are within the member's interest. With `answer` it sends what the
    /// member lacks, or a part of that, or at least how far the world has come.
    virtual void send_update(const Member& member, bool answer) = 0;
    /// Ends the notices. The connection may be closed once those that were sent have been received.
    virtual void end_notices() = 0;
    /// Ends the notices and the membership. The link may be destroyed by this call.
    virtual void remove() = 0;
};

}  // namespace synchrono::server
