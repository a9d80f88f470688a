#include "server/transport/udp/udp_transport.hpp"

#include <optional>

#include "common/base/contract.hpp"
#include "server/transport/handshake/server_words.hpp"

namespace synchrono::server {
namespace {

MemberId member_of(SessionId session) { return MemberId{session.value}; }

}  // namespace

/// Reaches one member: by the datagrams of its session and the frames of its connection.
class UdpTransport::Link final : public MemberLink {
  public:
    Link(UdpTransport& transport, const JoinAsked& asked) : Link(transport, asked, net::make_session_key()) {}

    void welcome(const Member& member, const Welcome& welcome) override {
        session_.sent = member.have;
        const Newcomer newcomer = *std::exchange(newcomer_, std::nullopt);
        const SessionPass pass{session_.id, newcomer.key, StateTypes(newcomer.request),
                               std::make_shared<std::atomic<bool>>(false)};
        for (const auto& [intake, ring] : transport_.intakes_) SYN_ENSURE(intake->post(pass));
        ServerFrame frame;
        JoinAccepted& accepted = *frame.mutable_accepted();
        accepted = accepted_as(welcome);
        accepted.set_session(session_.id.value);
        accepted.set_key(std::string(as_text(pass.key)));
        accepted.set_world_key(std::string(as_text(transport_.world_key_)));
        accepted.set_udp_port(transport_.port_);
        accepted.set_datagram_bytes_max(static_cast<std::uint32_t>(session_.datagram_bytes_max));
        say(frame);
    }
    void notice(const Notice& notice) override {
        ServerFrame frame;
        *frame.mutable_notice() = notice;
        say(frame);
    }
    void tell(const Member& member, bool answer) override {
        if (session_.endpoint.is_nowhere()) return;
        transport_.fan_out_.update(member, session_, answer);
        transport_.told_ = true;
    }
    void finish() override {
        post_frames();
        transport_.lobby_.post(CloseConnection{session_.id});
    }
    void dismiss() override {
        for (const auto& [intake, ring] : transport_.intakes_)
            SYN_ENSURE(intake->post(SessionGone{session_.id}));
        finish();
        transport_.links_.erase(SessionId{session_.id});  // a copy: this object ends here
    }

    void set_member(Member* member) { member_ = member; }
    Member& member() { return *member_; }
    /// Sets the address of its datagrams, in both directions; returns whether this was the first one.
    bool found_at(const net::Endpoint& endpoint) {
        if (!session_.endpoint.is_nowhere()) return false;
        session_.endpoint = endpoint;
        return true;
    }
    void post_frames() {
        // One command a step carries all notices: when many clients join at once, each gets a notice about
        // every other.
        if (!frames_.empty()) transport_.lobby_.post(SendFrames{session_.id, std::exchange(frames_, {})});
    }

  private:
    Link(UdpTransport& transport, const JoinAsked& asked, const net::SessionKey& key)
        : transport_(transport),
          session_{.id = asked.session,
                   .sealer = net::Sealer(asked.session, key, net::Direction::to_client),
                   .endpoint = {},
                   .datagram_bytes_max =
                       asked.peer.is_loopback() ? limits::kDatagramBytesMax : limits::kDatagramBytesOffHost,
                   .sent = {}},
          newcomer_(Newcomer{asked.request, key}) {}
    void say(const ServerFrame& frame) {
        frames_.push_back(frame.SerializeAsString());
        transport_.frames_due_ = true;
    }

    UdpTransport& transport_;
    Session session_;
    /// The data that only the welcome needs. The welcome comes while the request still exists, or never.
    struct Newcomer {
        const JoinRequest& request;
        net::SessionKey key;
    };
    std::optional<Newcomer> newcomer_;
    Member* member_ = nullptr;         // belongs to the world
    std::vector<std::string> frames_;  // of this step, for the lobby to send
};

UdpTransport::UdpTransport(const UdpSetup& setup, World& world, net::DatagramSocket& socket, LobbyPort& lobby)
    : port_(setup.port),
      world_(world),
      lobby_(lobby),
      door_(world, setup.scenario, setup.token),
      fan_out_(world.map(), world.selection(), socket, world_key_),
      commands_(4 * limits::kClientsMax) {}

UdpTransport::~UdpTransport() = default;

void UdpTransport::add_intake(Intake& intake, SpscRecordRing& ring) { intakes_.emplace_back(&intake, &ring); }

bool UdpTransport::turn(WallTime now) {
    world_.begin(now);
    const bool commands = obey_commands();
    const bool records = take_records();
    world_.finish();
    if (std::exchange(told_, false)) fan_out_.flush();
    if (std::exchange(frames_due_, false)) {
        for (auto& [session, link] : links_) link->post_frames();
    }
    return commands || records;
}

bool UdpTransport::obey_commands() {
    commands_.drain(drained_);
    for (auto& command : drained_) {
        if (const auto* asked = std::get_if<JoinAsked>(&command)) {
            admit(*asked);
        } else if (const auto* lost = std::get_if<ConnectionLost>(&command)) {
            world_.lost(member_of(lost->session));
        } else {
            world_.stop(std::get<StopAsked>(command).why);
        }
    }
    return !drained_.empty();
}

void UdpTransport::admit(const JoinAsked& asked) {
    const auto [place, added] = links_.try_emplace(asked.session, std::make_unique<Link>(*this, asked));
    SYN_ENSURE(added);
    const auto member = door_.admit(member_of(asked.session), asked.request, *place->second);
    if (member) return place->second->set_member(*member);
    links_.erase(place);
    decline(asked.session, member.error());
}

void UdpTransport::decline(SessionId session, const Declined& why) {
    ServerFrame frame;
    *frame.mutable_declined() = declined_as(why);
    lobby_.post(SendFrames{session, {frame.SerializeAsString()}});
    lobby_.post(CloseConnection{session});
}

bool UdpTransport::take_records() {
    bool any = false;
    for (const auto& [intake, ring] : intakes_) {
        for (ByteView record = ring->front(); !record.empty(); record = ring->front()) {
            any = true;
            take_record(record);
            ring->pop();
        }
    }
    return any;
}

void UdpTransport::take_record(ByteView record) {
    const IntakeRecord head =
        read_intake_record(record, [this](SessionId from, const net::AgentHeader& header, ByteView message) {
            world_.take(member_of(from), header, message);
        });
    const auto found = links_.find(head.session);
    if (found == links_.end()) return counters_.add(UdpCounter::unknown_session);
    Link& link = *found->second;
    world_.heard(link.member(), head.have, head.request);
    // The first answer completes the change from TCP to UDP.
    if (link.found_at(head.from)) world_.owe_answer(link.member());
}

}  // namespace synchrono::server
