#include "server/transport/udp/udp_transport.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/base/contract.hpp"

namespace synchrono::server {
namespace {

MemberId member_of(SessionId session) { return MemberId{session.value}; }

config::Interest interest_of(const Interest& wire) {
    config::Interest interest;
    if (wire.has_radius_m()) {
        interest.kind = config::Interest::Kind::radius;
        interest.radius_m = wire.radius_m();
    } else if (wire.has_agents()) {
        interest.kind = config::Interest::Kind::agents;
        for (const auto agent : wire.agents().agent()) interest.agents.push_back(AgentId{agent});
        std::sort(interest.agents.begin(), interest.agents.end());
        interest.agents.erase(std::unique(interest.agents.begin(), interest.agents.end()),
                              interest.agents.end());
    }
    return interest;
}

JoinWish wish_of(const JoinRequest& request) {
    return {.client_name = request.client_name(),
            .agents = {request.agents().begin(), request.agents().end()},
            .interest = interest_of(request.interest())};
}

}  // namespace

/// One member, reached by datagrams of a session and by frames of its connection.
class UdpTransport::Link final : public MemberLink {
  public:
    Link(UdpTransport& transport, const JoinAsked& asked) : Link(transport, asked, net::make_session_key()) {}

    void welcome(const Member& member, const Welcome& welcome) override {
        session_.sent = member.have;
        for (const auto& [intake, ring] : transport_.intakes_) SYN_ENSURE(intake->post(pass_));
        ServerFrame frame;
        JoinAccepted& accepted = *frame.mutable_accepted();
        accepted.set_session(session_.id.value);
        accepted.set_key(std::string(as_text(pass_.key)));
        accepted.set_world_key(std::string(as_text(transport_.world_key_)));
        accepted.set_udp_port(transport_.port_);
        accepted.set_heartbeat_ns(welcome.heartbeat.count_ns());
        if (welcome.gate.kind == GatePolicy::Kind::exact) {
            accepted.mutable_gate()->set_exact_lag_heartbeats(welcome.gate.heartbeats);
        } else {
            accepted.mutable_gate()->set_window_heartbeats(welcome.gate.heartbeats);
        }
        accepted.set_start_ns(welcome.start.at(welcome.heartbeat).count_ns());
        accepted.set_now_ns(welcome.reached.at(welcome.heartbeat).count_ns());
        accepted.set_datagram_bytes_max(static_cast<std::uint32_t>(session_.datagram_bytes_max));
        accepted.set_silence_limit_ns(welcome.silence_limit.count_ns());
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
        transport_.links_.erase(SessionId{session_.id});  // the end of this, and of the number in it
    }

    void set_member(Member* member) { member_ = member; }
    Member& member() { return *member_; }
    /// Where its datagrams come from and go to; true for the first one.
    bool found_at(const net::Endpoint& endpoint) {
        if (!session_.endpoint.is_nowhere()) return false;
        session_.endpoint = endpoint;
        return true;
    }
    void post_frames() {
        // One command a turn, however many notices: a crowd that joins at once tells everybody of everybody.
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
          pass_{asked.session, key, {}, std::make_shared<std::atomic<bool>>(false)} {
        for (const auto& agent : asked.request.agents())
            pass_.agents.push_back({AgentId{agent.agent()}, agent.state_type_url()});
        std::sort(pass_.agents.begin(), pass_.agents.end(),
                  [](const AgentType& a, const AgentType& b) { return a.agent < b.agent; });
    }
    void say(const ServerFrame& frame) {
        frames_.push_back(frame.SerializeAsString());
        transport_.frames_due_ = true;
    }

    UdpTransport& transport_;
    Session session_;
    SessionPass pass_;
    Member* member_ = nullptr;         // the world's
    std::vector<std::string> frames_;  // of this turn, for the lobby to carry
};

UdpTransport::UdpTransport(const UdpSetup& setup, World& world, net::DatagramSocket& socket, LobbyPort& lobby)
    : scenario_(setup.scenario),
      token_(setup.token),
      port_(setup.port),
      scenario_id_(config::scenario_id(setup.scenario)),
      world_(world),
      lobby_(lobby),
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

std::optional<UdpTransport::Objection> UdpTransport::objection(const JoinRequest& request) const {
    if (world_.ended()) return std::nullopt;  // which the world says itself, to whoever asks
    if (request.protocol_version() != PROTOCOL_VERSION_2) {
        return Objection{DoorCounter::declined_version,
                         {JoinDeclined::VERSION,
                          fmt::format("the server speaks protocol version {}, the client {}",
                                      static_cast<int>(PROTOCOL_VERSION_2), request.protocol_version())}};
    }
    if (!net::equal(token_, as_byte_view(request.join_token()))) {
        return Objection{DoorCounter::declined_token,
                         {JoinDeclined::TOKEN, "the join token is not this run's"}};
    }
    if (as_text(scenario_id_.bytes) != request.scenario_id()) {
        return Objection{DoorCounter::declined_scenario,
                         {JoinDeclined::SCENARIO, fmt::format("the server runs another scenario ({} '{}')",
                                                              scenario_id_.to_hex(), scenario_.name)}};
    }
    return std::nullopt;
}

void UdpTransport::admit(const JoinAsked& asked) {
    if (const auto no = objection(asked.request)) {
        counters_.add(no->counter);
        return decline(asked.session, no->declined);
    }
    const auto [place, added] = links_.try_emplace(asked.session, std::make_unique<Link>(*this, asked));
    SYN_ENSURE(added);
    const auto member = world_.admit(member_of(asked.session), wish_of(asked.request), *place->second);
    if (member) return place->second->set_member(*member);
    links_.erase(place);
    decline(asked.session, member.error());
}

void UdpTransport::decline(SessionId session, const Declined& why) {
    ServerFrame frame;
    frame.mutable_declined()->set_reason(why.reason);
    frame.mutable_declined()->set_text(why.text);
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
    if (found == links_.end()) return counters_.add(DoorCounter::unknown_session);
    Link& link = *found->second;
    world_.heard(link.member(), head.have, head.request);
    // The first answer completes the hand-over from TCP.
    if (link.found_at(head.from)) world_.owe_answer(link.member());
}

}  // namespace synchrono::server
