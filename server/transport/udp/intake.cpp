#include "server/transport/udp/intake.hpp"

#include <cstring>

namespace synchrono::server::transport {

static_assert(std::is_trivially_copyable_v<IntakeRecord> && std::is_trivially_copyable_v<RecordMessage>,
              "records are copied as bytes");

/// Returns the bytes that a session with so many agents may send. A second's tokens are several times what an
/// honest client sends at the greatest rates that were measured.
static TokenBucket budget_for(std::size_t agents) {
    const auto per_second = static_cast<double>(limits::kSessionBytesEachSecond +
                                                agents * limits::kSessionBytesEachSecondAndAgent);
    return TokenBucket(per_second, per_second / 8);
}

Intake::Intake(net::DatagramSocket& socket, SpscRecordRing& to_world, Doorbell& world_bell,
               const WallClock* clock)
    : socket_(socket),
      clock_(clock),
      to_world_(to_world),
      world_bell_(world_bell),
      commands_(8 * limits::kClientsMax) {}

std::size_t Intake::poll(WallDuration wait_max) {
    const auto batch = socket_.receive(wait_max);
    // Commands are taken after the datagrams have been received. A session is posted here before its client
    // learns of it, so it is in the mailbox before the session's first datagram can arrive.
    obey_commands();
    if (clock_ != nullptr && !batch.empty()) now_ = clock_->now();
    bool any_handed_over = false;
    for (const auto& datagram : batch) any_handed_over = handle_datagram(datagram) || any_handed_over;
    if (any_handed_over) world_bell_.ring();
    return batch.size();
}

void Intake::obey_commands() {
    commands_.drain(drained_);
    for (auto& command : drained_) {
        if (auto* setup = std::get_if<SessionSetup>(&command)) {
            const SessionId id = setup->session;
            net::Opener opener(id, setup->key, net::Direction::to_server, setup->protection);
            const TokenBucket bytes = budget_for(setup->types.agent_count());
            sessions_.try_emplace(id, Session{std::move(*setup), std::move(opener), bytes, {}});
        } else {
            sessions_.erase(std::get<SessionEnd>(command).session);
        }
    }
}

bool Intake::handle_datagram(const net::InDatagram& datagram) {
    counters_.add(IntakeCounter::datagrams);
    const auto drop = [this](IntakeCounter why) {
        counters_.add(why);
        return false;
    };
    const auto id = net::peek_session(datagram.bytes);
    if (!id) return drop(IntakeCounter::too_short);
    const auto found = sessions_.find(*id);
    if (found == sessions_.end()) return drop(IntakeCounter::unknown_session);
    Session& session = found->second;
    const bool is_elsewhere = session.endpoint.is_nowhere()
                                  ? datagram.from.with_port(0) != session.setup.host.with_port(0)
                                  : datagram.from != session.endpoint;
    if (is_elsewhere) return drop(IntakeCounter::wrong_endpoint);
    if (datagram.bytes.size() > session.setup.datagram_bytes_max) return drop(IntakeCounter::too_long);
    // The check of the seal costs time for each byte, so the budget comes before it. So a stranger who can
    // send in the member's name, and knows its session, can use up the member's budget, as he can fill its
    // network.
    if (clock_ != nullptr && !session.bytes.take(now_, static_cast<double>(datagram.bytes.size())))
        return drop(IntakeCounter::over_budget);

    ByteView payload;
    switch (session.opener.open(datagram.bytes, payload)) {
        case net::Opener::Verdict::ok:
            break;
        case net::Opener::Verdict::too_short:
            return drop(IntakeCounter::too_short);
        case net::Opener::Verdict::wrong_session:
            return drop(IntakeCounter::unknown_session);
        case net::Opener::Verdict::replayed:
            return drop(IntakeCounter::replayed);
        case net::Opener::Verdict::forged:
            return drop(IntakeCounter::forged);
    }
    if (session.endpoint.is_nowhere()) {
        if (session.setup.endpoint_taken->exchange(true)) return drop(IntakeCounter::wrong_endpoint);
        session.endpoint = datagram.from;
    }

    net::ClientUpdateHead head;
    messages_.clear();
    if (!net::decode_client_update_head(payload, head)) return drop(IntakeCounter::malformed);
    net::MessageCursor cursor(payload);
    net::AgentMessageView message;
    std::string_view type_url;
    ByteView state;
    while (cursor.next(message)) {
        if (!net::decode_any(message.any, type_url, state)) return drop(IntakeCounter::malformed);
        switch (session.setup.types.check(message.header.agent, type_url)) {
            case StateTypes::Verdict::announced:
                messages_.push_back(message);
                break;
            case StateTypes::Verdict::unknown_agent:
                counters_.add(IntakeCounter::unknown_agent);
                break;
            case StateTypes::Verdict::type_changed:
                counters_.add(IntakeCounter::type_changed);
                break;
        }
    }
    if (cursor.malformed()) return drop(IntakeCounter::malformed);
    return hand_over(session, head, datagram.from);
}

bool Intake::hand_over(const Session& session, const net::ClientUpdateHead& head, const net::Endpoint& from) {
    std::size_t bytes = sizeof(IntakeRecord);
    for (const auto& message : messages_) bytes += sizeof(RecordMessage) + (message.raw.size() + 7) / 8 * 8;
    const auto room =
        bytes <= to_world_.record_bytes_max() ? to_world_.reserve(bytes) : std::span<std::byte>{};
    if (room.empty()) {
        counters_.add(IntakeCounter::queue_full);
        return false;
    }
    std::byte* at = room.data();
    const auto put = [&at](const void* data, std::size_t n) {
        std::memcpy(at, data, n);
        at += n;
    };
    IntakeRecord record;
    record.session = session.setup.session;
    record.messages = static_cast<std::uint32_t>(messages_.size());
    record.known_up_to = head.known_up_to;
    record.from = from;
    record.request = head.request;
    record.asked_ns = head.asked_ns;
    put(&record, sizeof record);
    for (const auto& message : messages_) {
        const RecordMessage entry{message.header, static_cast<std::uint32_t>(message.raw.size())};
        put(&entry, sizeof entry);
        put(message.raw.data(), message.raw.size());
        at += (8 - message.raw.size() % 8) % 8;
    }
    to_world_.commit();
    counters_.add(IntakeCounter::messages, messages_.size());
    return true;
}

}  // namespace synchrono::server::transport
