/// An Intake receives the datagrams of clients: it opens each, checks it against its session, and hands it
/// to the world thread as one record. Each handler has its own Intake on its own socket. The kernel gives
/// all datagrams of one peer to the same socket, so handlers share nothing on the hot path.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <variant>
#include <vector>

#include "common/base/counters.hpp"
#include "common/base/doorbell.hpp"
#include "common/base/limits.hpp"
#include "common/base/mailbox.hpp"
#include "common/base/spsc_record_ring.hpp"
#include "common/net/agent_message.hpp"
#include "common/net/datagram_socket.hpp"
#include "common/net/seal.hpp"
#include "server/transport/handshake/state_types.hpp"

namespace synchrono::server {

enum class IntakeCounter {
    datagrams,
    messages,
    too_short,
    unknown_session,
    wrong_endpoint,
    forged,
    replayed,
    malformed,
    unknown_agent,
    type_changed,
    queue_full,
    count_
};
inline constexpr CounterNames<IntakeCounter> kIntakeCounterNames{"intake.datagrams",
                                                                 "intake.messages",
                                                                 "intake.dropped_too_short",
                                                                 "intake.dropped_unknown_session",
                                                                 "intake.dropped_wrong_endpoint",
                                                                 "intake.dropped_forged",
                                                                 "intake.dropped_replayed",
                                                                 "intake.dropped_malformed",
                                                                 "intake.dropped_unknown_agent",
                                                                 "intake.dropped_type_changed",
                                                                 "intake.dropped_queue_full"};

/// A session as the handlers know it.
struct SessionPass {
    SessionId session;
    net::SessionKey key;
    StateTypes types;
    /// Set by the handler that receives the session's first valid datagram. All handlers share it: somebody
    /// may capture that datagram and send it again from another address, to another handler, which must not
    /// take it for the first one.
    std::shared_ptr<std::atomic<bool>> endpoint_taken;
};
struct SessionGone {
    SessionId session;
};
using IntakeCommand = std::variant<SessionPass, SessionGone>;

/// One datagram as the world thread gets it: this head, then `messages` times a RecordMessage and its
/// bytes.
struct IntakeRecord {
    SessionId session;
    std::uint32_t messages = 0;
    SimTime have;
    net::Endpoint from;
    bool request = false;
};
struct RecordMessage {
    net::AgentHeader header;
    std::uint32_t bytes = 0;  // length of the AgentMessage that follows, padded to eight
};

/// Threading: one thread calls `turn`; any may post and read counters.
/// Owns: its sessions' openers; borrows the socket, the ring and the bell.
class Intake {
  public:
    Intake(net::DatagramSocket& socket, SpscRecordRing& to_world, Doorbell& world_bell);

    /// Takes the datagrams that have arrived, waiting at most `wait_max` for them; returns their number.
    std::size_t turn(WallDuration wait_max);

    [[nodiscard]] bool post(IntakeCommand command) { return commands_.post(std::move(command)); }
    const Counters<IntakeCounter>& counters() const { return counters_; }

  private:
    struct Session {
        SessionPass pass;
        net::Opener opener;
        net::Endpoint endpoint;  // unset until the first valid datagram
    };
    void obey_commands();
    /// Hands the datagram over, or drops and counts it; returns whether the world thread has something new.
    bool take(const net::InDatagram& datagram);
    bool hand_over(const Session& session, const net::ClientUpdateHead& head, const net::Endpoint& from);

    net::DatagramSocket& socket_;
    SpscRecordRing& to_world_;
    Doorbell& world_bell_;
    Mailbox<IntakeCommand> commands_;
    std::vector<IntakeCommand> drained_;
    std::unordered_map<SessionId, Session> sessions_;
    std::vector<net::AgentMessageView> messages_;  // of the current datagram
    Counters<IntakeCounter> counters_;
};

/// Reads a record that an Intake wrote. Calls `visit(session, header, message bytes)` for each message, and
/// returns the head.
template <typename Visit>
IntakeRecord read_intake_record(ByteView record, Visit visit) {
    IntakeRecord head;
    std::memcpy(static_cast<void*>(&head), record.data(), sizeof head);
    std::size_t at = sizeof head;
    for (std::uint32_t i = 0; i < head.messages; ++i) {
        RecordMessage message;
        std::memcpy(static_cast<void*>(&message), record.data() + at, sizeof message);
        at += sizeof message;
        visit(head.session, message.header, record.subspan(at, message.bytes));
        at += (message.bytes + 7) / 8 * 8;
    }
    return head;
}

}  // namespace synchrono::server
