// Measures how much of their heartbeats honest clients keep while a member of their world floods the server
// with 50,000 datagrams a second. Each kind of flood is printed beside the quiet rate, and beside the same
// flood to a socket of the flooder's own that nobody reads, which shows what the flooder itself takes from
// the machine.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unistd.h>

#include "bench/table.hpp"
#include "bench/world_process.hpp"
#include "client/body/vehicle_state_codec.hpp"
#include "client/transport/handshake/join_request.hpp"
#include "common/base/random.hpp"
#include "common/net/agent_message.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/seal.hpp"
#include "common/net/tls.hpp"
#include "common/net/udp_socket.hpp"
#include "common/realtime/sleep.hpp"

namespace {

using namespace synchrono;

constexpr int kDatagramsEachSecond = 50'000;
constexpr WallDuration kEach = WallDuration::seconds(2);
constexpr WallDuration kLimit = WallDuration::seconds(10);

/// The kinds of datagrams with which a member can flood.
enum class Kind { garbage, wrong_tag, replay, request, stale_messages };

struct Flood {
    const char* name;
    Kind kind;
    std::size_t bytes;  // of a datagram, about
    int agents;         // of the flooder, which decide how long its datagrams may be
};
constexpr std::array kFloods{
    Flood{"garbage, 100 B", Kind::garbage, 100, 1},
    Flood{"wrong tag, 100 B", Kind::wrong_tag, 100, 1},
    Flood{"replays, 100 B", Kind::replay, 100, 1},
    Flood{"stale messages, 100 B", Kind::stale_messages, 100, 1},
    Flood{"requests", Kind::request, 40, 1},
    Flood{"14 messages, 1.4 kB", Kind::stale_messages, 1'400, 1},
    Flood{"wrong tag, 59 kB, 1 agent", Kind::wrong_tag, 59'000, 1},
    Flood{"600 messages, 59 kB, 1 agent", Kind::stale_messages, 59'000, 1},
    Flood{"wrong tag, 59 kB, 60 agents", Kind::wrong_tag, 59'000, 60},
    Flood{"600 messages, 59 kB, 60 agents", Kind::stale_messages, 59'000, 60},
};

/// The membership of the flooder.
struct Member {
    net::FrameChannel channel;
    std::unique_ptr<net::UdpSocket> socket;
    SessionId session;
    net::SessionKey key;
};

Member join(const config::Scenario& scenario, const config::Credential& own, const net::Endpoint& server) {
    client::transport::Participation participation;
    for (const AgentId id : own.agents) {
        const config::AgentSpec& agent = scenario.agents[id.value];
        participation.agents.push_back(
            {id, agent.name, agent.vehicle, std::string(client::body::kVehicleStateTypeUrl)});
    }
    ClientFrame frame;
    *frame.mutable_join() = client::transport::join_request(config::scenario_id(scenario), participation);
    net::FrameChannel channel(net::connect_secured(server, {own.name, own.secret}, kLimit).value());
    channel.send(as_byte_view(frame.SerializeAsString()));
    for (;;) {
        const auto [event, bytes] = channel.poll();
        if (event == net::FrameChannel::Event::nothing) {
            channel.stream().wait_readable(kLimit);
            continue;
        }
        ServerFrame answer;
        if (event != net::FrameChannel::Event::frame ||
            !answer.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || !answer.has_accepted()) {
            fmt::print(stderr, "the flooder could not join\n");
            _exit(1);
        }
        const auto port = static_cast<std::uint16_t>(answer.accepted().udp_port());
        auto socket = net::UdpSocket::open({}, {.batch = 50, .connect_to = server.with_port(port)});
        const SessionId session{answer.accepted().session()};
        const net::SessionKey key = channel.stream().proof()->key;
        return {std::move(channel), std::move(socket).value(), session, key};
    }
}

/// Returns the payload of a datagram of this kind.
Bytes payload_of(const Flood& flood, const config::Credential& own) {
    Bytes payload;
    net::append_client_update_head(payload,
                                   {.known_up_to = SimTime{}, .request = flood.kind == Kind::request});
    if (flood.kind != Kind::stale_messages) {
        if (flood.bytes > payload.size() + net::kSealBytes) payload.resize(flood.bytes - net::kSealBytes);
        return payload;
    }
    // The agents enter the world much later, so each of these messages is refused.
    Bytes any, message;
    net::append_any(any, client::body::kVehicleStateTypeUrl, as_byte_view("a state of some bytes......"));
    for (std::size_t i = 0; payload.size() + net::kSealBytes < flood.bytes; ++i) {
        message.clear();
        net::append_agent_message(message,
                                  {.agent = own.agents[i % own.agents.size()],
                                   .time = SimTime{},
                                   .period = SimDuration::milliseconds(5),
                                   .wall = WallTime{},
                                   .x_m = 1,
                                   .y_m = 1,
                                   .z_m = 1},
                                  any);
        net::append_field(payload, net::kMessagesField, message);
    }
    return payload;
}

/// Floods until it is killed: the server, or a socket that nobody reads.
void flood_from(const Flood& flood, bool at_server, const config::Scenario& scenario,
                const config::Credential& own, const net::Endpoint& server) {
    Member member = join(scenario, own, server);
    const auto unread = net::UdpSocket::open(net::Endpoint::loopback(0), {.receive_buffer_bytes = 4 << 20});
    auto to_unread = net::UdpSocket::open({}, {.batch = 50, .connect_to = (*unread)->local()});
    net::UdpSocket& target = at_server ? *member.socket : **to_unread;

    net::Sealer sealer(member.session, member.key, net::Direction::to_server);
    Random random(1);
    const auto seal = [&](Bytes& datagram, const Bytes& payload) {
        datagram.resize(payload.size() + net::kSealBytes);
        std::copy(payload.begin(), payload.end(), datagram.begin() + net::kSealHeadBytes);
        sealer.seal(datagram, payload.size());
    };
    Bytes alive, alive_payload;
    net::append_client_update_head(alive_payload, {.known_up_to = SimTime{}, .request = false});
    const Bytes payload = payload_of(flood, own);
    std::vector<Bytes> datagrams(50);
    for (Bytes& datagram : datagrams) seal(datagram, payload);
    if (flood.kind == Kind::wrong_tag) {
        for (Bytes& datagram : datagrams) {
            // A sequence number that the server has not seen makes it check the tag.
            std::fill(datagram.begin() + 8, datagram.begin() + 11, std::byte{0x55});
            datagram.back() ^= std::byte{1};
        }
    }
    const MonotonicClock clock;
    WallTime due = clock.now(), next_alive = due;
    for (;;) {
        if (clock.now() >= next_alive) {  // so that the server does not take the flooder for dead
            seal(alive, alive_payload);
            const net::OutDatagram out{{}, alive};
            member.socket->send({&out, 1});
            next_alive = next_alive + WallDuration::seconds(1);
        }
        std::vector<net::OutDatagram> out;
        for (Bytes& datagram : datagrams) {
            if (flood.kind == Kind::garbage) {
                for (std::size_t at = 0; at < 16; ++at) datagram[at] = static_cast<std::byte>(random.bits());
            } else if (flood.kind != Kind::wrong_tag && flood.kind != Kind::replay) {
                seal(datagram, payload);
            }
            out.push_back({{}, datagram});
        }
        target.send(out);
        due = due + WallDuration::nanoseconds(1'000'000'000 / kDatagramsEachSecond * 50);
        if (clock.now() < due) sleep_until(due);
    }
}

double rate_with(const Flood* flood, bool at_server) {
    bench::Guest guest;
    if (flood != nullptr) {
        guest.agents = flood->agents;
        guest.play = [flood, at_server](const config::Scenario& scenario, const config::Credential& own,
                                        const net::Endpoint& server) {
            flood_from(*flood, at_server, scenario, own, server);
        };
    }
    return bench::run_world(
               {.clients = 4,
                .agents = 4,
                .gate = {GatePolicy::Kind::window, 2},  // whatever the flooder has received, nobody waits
                .interest = {},
                .guest = guest,
                .clients_decode = false},
               kEach)
        .heartbeats_per_second;
}

}  // namespace

int main() {
    fmt::print(
        stderr,
        "flood: a member sends {} datagrams a second; four honest clients without dynamics, window:2\n",
        kDatagramsEachSecond);
    const bench::Table table({"kind", "quiet, 1/s", "unread", "flooded", "of quiet", "of unread"});
    for (const Flood& flood : kFloods) {
        const double quiet = rate_with(nullptr, true);
        const double unread = rate_with(&flood, false);
        const double flooded = rate_with(&flood, true);
        table.row({flood.name, bench::with_commas(quiet), bench::with_commas(unread),
                   bench::with_commas(flooded), bench::percent(flooded / quiet),
                   bench::percent(flooded / unread)});
    }
    return 0;
}
