/// An Intake receives the datagrams of clients: it opens each datagram, checks it against its session, and
/// passes it to the world thread as one record. Each handler, a receiving thread, has its own Intake on its
/// own socket. The kernel gives all datagrams of one peer to the same socket, so the handlers need no data in
/// common while they receive.
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
#include "common/base/token_bucket.hpp"
#include "common/net/agent_message.hpp"
#include "common/net/datagram_socket.hpp"
#include "common/net/seal.hpp"
#include "server/transport/handshake/state_types.hpp"

namespace synchrono::server::transport {

enum class IntakeCounter {
    datagrams,
    messages,
    too_short,
    too_long,
    over_budget,
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
                                                                 "intake.dropped_too_long",
                                                                 "intake.dropped_over_budget",
                                                                 "intake.dropped_unknown_session",
                                                                 "intake.dropped_wrong_endpoint",
                                                                 "intake.dropped_forged",
                                                                 "intake.dropped_replayed",
                                                                 "intake.dropped_malformed",
                                                                 "intake.dropped_unknown_agent",
                                                                 "intake.dropped_type_changed",
                                                                 "intake.dropped_queue_full"};

/// A session as the handlers know it.
struct SessionSetup {
    SessionId session;
    net::SessionKey key;
    StateTypes types;
    /// Set by the handler that receives the session's first valid datagram. Somebody may capture that
    /// datagram and send it again from another address, so that another handler receives it. That handler
    /// must not take it for the first one. Therefore all handlers share this flag.
    std::shared_ptr<std::atomic<bool>> endpoint_taken;
    /// The host from which the client has proved who it is. Datagrams from other hosts are not the client's.
    net::Endpoint host = {};
    net::Protection protection = net::Protection::sealed;
    std::size_t datagram_bytes_max = limits::kDatagramBytesMax;  // longer ones are dropped unread
};
/// Makes the handlers forget a session.
struct SessionEnd {
    SessionId session;
};
using IntakeCommand = std::variant<SessionSetup, SessionEnd>;

/// The head of the record for one datagram. For each message of the datagram follow a RecordMessage and the
/// message's bytes.
struct IntakeRecord {
    SessionId session;
    std::uint32_t messages = 0;  // their number
    SimTime known_up_to;
    net::Endpoint from;
    bool request = false;
    std::int64_t asked_ns = 0;
};
/// The head of one message in a record.
struct RecordMessage {
    net::AgentHeader header;
    std::uint32_t bytes = 0;  // length of the AgentMessage that follows; then padding to a multiple of 8
};

/// Receives from one socket.
/// Threading: one thread calls `poll`; any may post and read counters.
/// Owns: its sessions' openers; borrows the socket, the ring, the bell and the clock.
class Intake {
  public:
    /// Without a clock, sessions have no budgets of bytes.
    Intake(net::DatagramSocket& socket, SpscRecordRing& to_world, Doorbell& world_bell,
           const WallClock* clock = nullptr);

    /// Takes the datagrams that have arrived, and waits at most `wait_max` for the first of them. Returns
    /// their number.
    std::size_t poll(WallDuration wait_max);

    [[nodiscard]] bool post(IntakeCommand command) { return commands_.post(std::move(command)); }
    const Counters<IntakeCounter>& counters() const { return counters_; }

  private:
    struct Session {
        SessionSetup setup;
        net::Opener opener;
        TokenBucket bytes;       // that may be checked and decoded; a member that needs more floods
        net::Endpoint endpoint;  // unset until the first valid datagram
    };
    void obey_commands();
    /// Passes the datagram to the world thread and returns true, or drops and counts it and returns false.
    bool handle_datagram(const net::InDatagram& datagram);
    bool hand_over(const Session& session, const net::ClientUpdateHead& head, const net::Endpoint& from);

    net::DatagramSocket& socket_;
    const WallClock* const clock_;
    WallTime now_;  // of the last poll; stands without a clock
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

}  // namespace synchrono::server::transport
