#include "server/transport/udp/udp_transport.hpp"

#include <fmt/format.h>

#include "common/base/contract.hpp"
#include "common/config/arguments.hpp"
#include "server/transport/handshake/join_messages.hpp"

namespace synchrono::server::transport {
namespace {

// Clients get a new key of the world this long before it is used.
constexpr WallDuration kKeyAhead = WallDuration::seconds(2);

MemberId member_of(SessionId session) { return MemberId{session.value}; }

net::Protection protection_for(const net::Endpoint& peer) {
    return peer.is_loopback() ? net::Protection::sealed : net::Protection::encrypted;
}

/// Returns the length of the longest datagram that a client needs to send: one with all messages of a
/// heartbeat, and room to repeat some small ones. Longer ones would only cost time.
std::size_t longest_from(const JoinRequest& request, std::size_t path_max) {
    return std::min(path_max, limits::kDatagramBytesOffHost +
                                  static_cast<std::size_t>(request.agents_size()) * limits::kStateBytesMax);
}

void write_key(const net::NumberedKey& key, WorldKey& message) {
    message.set_number(key.number);
    message.set_key(std::string(as_text(key.key)));
}

}  // namespace

/// Reaches one member: by the datagrams of its session and the frames of its connection.
class UdpTransport::Link final : public MemberLink {
  public:
    Link(UdpTransport& transport, const JoinRequested& join)
        : transport_(transport),
          who_(net::to_text(join.client, join.peer)),
          session_{.id = join.session,
                   .sealer = net::Sealer(join.session, join.key, net::Direction::to_client,
                                         protection_for(join.peer)),
                   .endpoint = {},
                   .at = transport.on_all_addresses_ ? join.at : net::Endpoint{},
                   .datagram_bytes_max =
                       join.peer.is_loopback() ? limits::kDatagramBytesMax : limits::kDatagramBytesOffHost,
                   .sent = {}},
          newcomer_(&join) {}

    void send_admission(const Member& member, const Admission& admission) override {
        session_.sent = member.known_up_to;
        const JoinRequested& newcomer = *std::exchange(newcomer_, nullptr);
        const SessionSetup setup{session_.id,
                                 newcomer.key,
                                 StateTypes(newcomer.request),
                                 std::make_shared<std::atomic<bool>>(false),
                                 newcomer.peer,
                                 protection_for(newcomer.peer),
                                 longest_from(newcomer.request, session_.datagram_bytes_max)};
        for (const auto& [intake, ring] : transport_.intakes_) SYN_ENSURE(intake->post(setup));
        ServerFrame frame;
        JoinAccepted& accepted = *frame.mutable_accepted();
        accepted = accepted_as(admission);
        accepted.set_session(session_.id.value);
        accepted.set_encrypted(session_.sealer.encrypts());
        net::NumberedKey own{0, make_secret()};
        knows_world_key_ = member.interest.kind == config::Interest::Kind::world;
        if (!knows_world_key_) session_.own_bodies.emplace(own);
        write_key(knows_world_key_ ? transport_.world_key_ : own, *accepted.mutable_world_key());
        accepted.set_udp_port(transport_.port_);
        accepted.set_datagram_bytes_max(static_cast<std::uint32_t>(setup.datagram_bytes_max));
        queue_frame(frame);
        if (transport_.next_key_) send_key(*transport_.next_key_);
        transport_.note_(member.agents.empty()
                             ? fmt::format("{} joined to watch", who_)
                             : fmt::format("{} joined with agents {}", who_, config::to_text(member.agents)),
                         true);
    }
    void send_notice(const Notice& notice) override {
        ServerFrame frame;
        *frame.mutable_notice() = notice;
        queue_frame(frame);
    }
    void send_update(const Member& member, bool answer) override {
        if (session_.endpoint.is_nowhere()) return;
        transport_.fan_out_.update(member, session_, answer);
        transport_.updates_composed_ = true;
    }
    void end_notices() override {
        post_frames();
        transport_.lobby_.post(CloseConnection{session_.id});
    }
    void remove(std::string_view why) override {
        transport_.note_(fmt::format("{} ended: {}", who_, why), true);
        if (knows_world_key_) transport_.key_is_old_ = true;
        for (const auto& [intake, ring] : transport_.intakes_)
            SYN_ENSURE(intake->post(SessionEnd{session_.id}));
        end_notices();
        transport_.links_.erase(SessionId{session_.id});  // a copy of the id, since this destroys the link
    }

    /// Sends a key of the world, if the client needs it.
    void send_key(const net::NumberedKey& key) {
        if (!knows_world_key_) return;
        ServerFrame frame;
        write_key(key, *frame.mutable_world_key());
        queue_frame(frame);
    }
    void set_member(Member* member) { member_ = member; }
    Member& member() { return *member_; }
    /// Sets the member's address for datagrams in both directions and returns true; does nothing and returns
    /// false if the address is set already.
    bool set_first_endpoint(const net::Endpoint& endpoint) {
        if (!session_.endpoint.is_nowhere()) return false;
        session_.endpoint = endpoint;
        return true;
    }
    void set_asked(std::int64_t asked_ns) { session_.asked_ns = asked_ns; }
    void post_frames() {
        // One command a step carries all notices: when many clients join at once, each gets a notice about
        // every other.
        if (!frames_.empty()) transport_.lobby_.post(SendFrames{session_.id, std::exchange(frames_, {})});
    }

  private:
    void queue_frame(const ServerFrame& frame) {
        frames_.push_back(frame.SerializeAsString());
        transport_.frames_due_ = true;
    }

    UdpTransport& transport_;
    const std::string who_;  // name and address of the client
    Session session_;
    /// The request, which only send_admission() needs. It is called while the request still exists, or never.
    const JoinRequested* newcomer_;
    Member* member_ = nullptr;  // belongs to the world
    bool knows_world_key_ = false;
    std::vector<std::string> frames_;  // of this step, for the lobby to send
};

UdpTransport::UdpTransport(const UdpSetup& setup, World& world, net::DatagramSocket& socket, LobbyPort& lobby)
    : port_(setup.port),
      on_all_addresses_(setup.on_all_addresses),
      note_(setup.note),
      world_(world),
      lobby_(lobby),
      door_(world, setup.scenario, setup.credentials),
      pilot_hashes_(setup.scenario),
      fan_out_(world.map(), world.selection(), socket, world_key_, setup.clock),
      commands_(4 * limits::kClientsMax) {}

UdpTransport::~UdpTransport() { world_.set_radio_line(nullptr); }

void UdpTransport::add_intake(Intake& intake, SpscRecordRing& ring) { intakes_.emplace_back(&intake, &ring); }

bool UdpTransport::poll(WallTime now) {
    world_.begin_step(now);
    const bool commands = obey_commands();
    const bool records = handle_records();
    change_key(now);
    world_.finish_step();
    if (std::exchange(updates_composed_, false)) fan_out_.flush();
    if (std::exchange(frames_due_, false)) {
        for (auto& [session, link] : links_) link->post_frames();
    }
    return commands || records;
}

bool UdpTransport::obey_commands() {
    commands_.drain(drained_);
    for (auto& command : drained_) {
        if (const auto* join = std::get_if<JoinRequested>(&command)) {
            admit(*join);
        } else if (const auto* lost = std::get_if<ConnectionLost>(&command)) {
            if (lost->session == radio_) lose_radio();
            world_.remove_lost(member_of(lost->session));
        } else if (const auto* hello = std::get_if<RadioHelloReceived>(&command)) {
            hear_radio(*hello);
        } else if (auto* report = std::get_if<RadioWaitReceived>(&command)) {
            if (report->session == radio_) world_.set_radio_wait(std::move(report->wait));
        } else {
            world_.stop(std::get<StopRequested>(command).why);
        }
    }
    return !drained_.empty();
}

void UdpTransport::admit(const JoinRequested& join) {
    const auto [place, added] = links_.try_emplace(join.session, std::make_unique<Link>(*this, join));
    SYN_ENSURE(added);
    const auto member = door_.admit(member_of(join.session), join.request, join.client, *place->second);
    if (member) {
        for (const std::string& line : pilot_hashes_.compare(join.client, join.request)) note_(line, true);
        return place->second->set_member(*member);
    }
    links_.erase(place);
    decline(join.session, net::to_text(join.client, join.peer), member.error());
}

void UdpTransport::decline(SessionId session, const std::string& who, const Declined& why) {
    note_(fmt::format("{} was refused: {}", who, why.text), true);
    ServerFrame frame;
    *frame.mutable_declined() = declined_as(why);
    lobby_.post(SendFrames{session, {frame.SerializeAsString()}});
    lobby_.post(CloseConnection{session});
}

void UdpTransport::change_key(WallTime now) {
    if (next_key_ && now >= key_changes_at_) {
        world_key_ = *std::exchange(next_key_, std::nullopt);
        fan_out_.set_world_key(world_key_);
    }
    if (next_key_ || !key_is_old_ || world_.ended()) return;
    key_is_old_ = false;
    next_key_ = net::NumberedKey{static_cast<std::uint16_t>(world_key_.number + 1), make_secret()};
    key_changes_at_ = now + kKeyAhead;
    for (auto& [session, link] : links_) link->send_key(*next_key_);
}

void UdpTransport::hear_radio(const RadioHelloReceived& received) {
    const std::string who = net::to_text(received.client, received.peer);
    if (const auto why = door_.objection_to_radio(received.hello, received.client))
        return decline(received.session, who, *why);
    note_(fmt::format("{} reports for the radio", who), true);
    if (radio_) lobby_.post(CloseConnection{*radio_});
    radio_ = received.session;
    world_.set_radio_line(this);
}

void UdpTransport::lose_radio() {
    note_("the communication server's connection ended", true);
    radio_.reset();
    world_.set_radio_line(nullptr);
}

void UdpTransport::expel(const RadioExpulsion& expulsion) {
    ServerFrame frame;
    *frame.mutable_radio_expulsion() = expulsion;
    lobby_.post(SendFrames{*radio_, {frame.SerializeAsString()}});
}

bool UdpTransport::handle_records() {
    bool any = false;
    for (const auto& [intake, ring] : intakes_) {
        for (ByteView record = ring->front(); !record.empty(); record = ring->front()) {
            any = true;
            handle_record(record);
            ring->pop();
        }
    }
    return any;
}

void UdpTransport::handle_record(ByteView record) {
    const IntakeRecord head =
        read_intake_record(record, [this](SessionId from, const net::AgentHeader& header, ByteView message) {
            world_.handle_message(member_of(from), header, message);
        });
    const auto found = links_.find(head.session);
    if (found == links_.end()) return counters_.add(UdpCounter::unknown_session);
    Link& link = *found->second;
    if (head.request) link.set_asked(head.asked_ns);
    world_.note_progress(link.member(), head.known_up_to, head.request);
    // The client's first datagram has come. It gets an answer, so that it knows that UDP works both ways.
    if (link.set_first_endpoint(head.from)) world_.owe_answer(link.member());
}

}  // namespace synchrono::server::transport
