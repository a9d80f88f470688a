// Measures how many agent updates per second the server receives, opens, checks and stores in its world map.
// One thread receives the updates and stores them. The floor only calls recvmmsg for such datagrams. Both
// drain a socket buffer that was filled before, so that neither waits for a sender.
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <vector>

#include "bench/floor.hpp"
#include "bench/median.hpp"
#include "bench/table.hpp"
#include "common/base/contract.hpp"
#include "common/base/secret.hpp"
#include "common/net/udp_socket.hpp"
#include "server/transport/udp/intake.hpp"
#include "server/world_map.hpp"

namespace {

using namespace synchrono;
using bench::median;

constexpr WallDuration kEach = WallDuration::milliseconds(700);
constexpr int kRounds = 5;
// The approximate number of datagrams that fill the buffer each time, in both measurements. More datagrams
// would not stay in the processor's cache.
constexpr std::uint32_t kFilling = 200;
std::int64_t beats_a_filling(std::uint32_t clients) {
    return std::clamp<std::int64_t>(kFilling / clients, 1, limits::kWindowMax);
}

/// Clients that seal states of their agents and send them.
class Senders {
  public:
    Senders(std::uint32_t clients, std::uint32_t agents_each, net::Endpoint server)
        : agents_each_(agents_each) {
        for (std::uint32_t c = 0; c < clients; ++c) {
            auto socket =
                net::UdpSocket::open({}, {.batch = 1, .send_buffer_bytes = 4 << 20, .connect_to = server});
            SYN_REQUIRE(socket.has_value());
            const SessionId session{c + 1};
            const net::SessionKey key = make_secret();
            clients_.push_back({std::move(*socket), net::Sealer(session, key, net::Direction::to_server)});
            std::vector<server::transport::StateTypes::Row> types;
            for (std::uint32_t a = 0; a < agents_each; ++a)
                types.push_back({AgentId{c * agents_each + a}, "/synchrono.VehicleState"});
            passes_.push_back({.session = session,
                               .key = key,
                               .types = server::transport::StateTypes(std::move(types)),
                               .endpoint_taken = std::make_shared<std::atomic<bool>>(false),
                               .host = net::Endpoint::loopback(0)});
        }
    }
    const std::vector<server::transport::SessionSetup>& passes() const { return passes_; }

    /// Returns one sealed datagram of each client for this heartbeat.
    std::vector<Bytes> seal(Tick tick) {
        std::vector<Bytes> datagrams;
        const Bytes state(110, std::byte{0x55});
        for (std::uint32_t c = 0; c < clients_.size(); ++c) {
            Bytes datagram(net::kSealHeadBytes);
            net::append_client_update_head(datagram, {.known_up_to = SimTime{}, .request = false});
            for (std::uint32_t a = 0; a < agents_each_; ++a) {
                any_.clear();
                message_.clear();
                net::append_any(any_, "/synchrono.VehicleState", state);
                net::append_agent_message(message_,
                                          {.agent = AgentId{c * agents_each_ + a},
                                           .time = tick.at(kHeartbeat),
                                           .period = kHeartbeat,
                                           .wall = WallTime::nanoseconds(1),
                                           .x_m = 1,
                                           .y_m = 2,
                                           .z_m = 3},
                                          any_);
                net::append_field(datagram, net::kMessagesField, message_);
            }
            const std::size_t payload = datagram.size() - net::kSealHeadBytes;
            datagram.resize(datagram.size() + net::kSealTagBytes);
            clients_[c].sealer.seal(datagram, payload);
            datagrams.push_back(std::move(datagram));
        }
        return datagrams;
    }
    void send(const std::vector<Bytes>& datagrams) {
        for (std::size_t c = 0; c < clients_.size(); ++c) {
            const net::OutDatagram datagram{{}, datagrams[c]};
            clients_[c].socket->send({&datagram, 1});
        }
    }
    static constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);

  private:
    struct Client {
        std::unique_ptr<net::UdpSocket> socket;
        net::Sealer sealer;
    };
    std::uint32_t agents_each_;
    std::vector<Client> clients_;
    std::vector<server::transport::SessionSetup> passes_;
    Bytes any_, message_;
};

struct Rate {
    double datagrams_s = 0;
    std::uint64_t taken = 0, sent = 0;
};

Rate serve(std::uint32_t clients, std::uint32_t agents_each) {
    auto socket = net::UdpSocket::open(net::Endpoint::loopback(0),
                                       {.batch = 64, .receive_buffer_bytes = 4 << 20, .connect_to = {}});
    SYN_REQUIRE(socket.has_value());
    SpscRecordRing ring(8 << 20);
    Doorbell bell;
    server::transport::Intake intake(**socket, ring, bell);
    server::WorldMap map(Senders::kHeartbeat, {GatePolicy::Kind::window, limits::kWindowMax});
    Senders senders(clients, agents_each, (*socket)->local());
    for (const auto& pass : senders.passes()) {
        SYN_REQUIRE(intake.post(pass));
        for (std::uint32_t a = 0; a < agents_each; ++a)
            map.join(MemberId{pass.session.value}, AgentId{(pass.session.value - 1) * agents_each + a},
                     Tick{0});
    }
    const MonotonicClock clock;
    const WallTime end = clock.now() + kEach;
    WallDuration busy;
    Rate rate;
    const std::int64_t beats = beats_a_filling(clients);
    for (Tick tick{0}; clock.now() < end;) {
        for (std::int64_t i = 0; i < beats; ++i, tick = tick + 1) senders.send(senders.seal(tick));
        rate.sent += clients * static_cast<std::uint64_t>(beats) * agents_each;
        const WallTime start = clock.now();
        while (intake.poll(WallDuration{}) > 0) {
            for (ByteView record = ring.front(); !record.empty(); record = ring.front()) {
                server::transport::read_intake_record(
                    record, [&](SessionId session, const net::AgentHeader& header, ByteView message) {
                        if (!map.accept(MemberId{session.value}, header, message)) ++rate.taken;
                    });
                ring.pop();
                map.advance(Tick{INT64_MAX});
            }
        }
        busy = busy + (clock.now() - start);
    }
    rate.datagrams_s = static_cast<double>(rate.taken) / agents_each / busy.to_seconds();
    return rate;
}

}  // namespace

int main() {
    fmt::print(
        stderr,
        "throughput: sealed datagrams through to the world map, against plain recvmmsg of the same; one\n"
        "thread does both halves of the server's work; medians of {} rounds\n",
        kRounds);
    const bench::Table table(
        {"clients", "agents", "recvmmsg, 1/s", "server, 1/s", "ratio", "agent updates, 1/s"});
    struct Shape {
        std::uint32_t clients, agents_each;
    };
    for (const auto [clients, agents] : {Shape{30, 1}, Shape{100, 1}, Shape{30, 10}}) {
        std::vector<double> floors, rates, ratios;
        for (int round = 0; round < kRounds; ++round) {
            Senders senders(clients, agents, net::Endpoint::loopback(9));
            std::vector<Bytes> datagrams;
            for (std::int64_t i = 0; i < beats_a_filling(clients); ++i) {
                for (auto& datagram : senders.seal(Tick{i})) datagrams.push_back(std::move(datagram));
            }
            floors.push_back(bench::floor_drain_rate(datagrams, 64, kEach));
            const Rate rate = serve(clients, agents);
            if (rate.taken != rate.sent) {
                fmt::print(stderr, "only {} of {} updates arrived\n", rate.taken, rate.sent);
                return 1;
            }
            rates.push_back(rate.datagrams_s);
            ratios.push_back(rates.back() / floors.back());
        }
        table.row({std::to_string(clients), std::to_string(clients * agents),
                   bench::with_commas(median(floors)), bench::with_commas(median(rates)),
                   bench::percent(median(ratios)), bench::with_commas(median(rates) * agents)});
    }
    return 0;
}
