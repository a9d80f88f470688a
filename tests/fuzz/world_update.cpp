// Feeds a client's transport, and the state cache behind it, with raw datagrams and with datagrams of any
// payload that are sealed with the valid key, under both gates. Nothing crashes, and an open gate never
// shuts. Kinds of pieces: a raw datagram, a sealed payload, a notice, a step of the client.
#include <cstring>
#include <google/protobuf/stubs/logging.h>

#include "client/cache/state_cache.hpp"
#include "common/base/contract.hpp"
#include "tests/fuzz/client_ports.hpp"
#include "tests/fuzz/pieces.hpp"

using namespace synchrono;

namespace {

void run(GatePolicy gate, const std::uint8_t* data, std::size_t size) {
    fuzz::ClientPorts ports;
    Counters<client::transport::UdpCounter> counters;
    JoinRequest request;
    request.add_agents()->set_agent(3);
    WallTime now = WallTime::nanoseconds(1'000'000'000);
    client::transport::UdpTransport link(ports, request, WallDuration::seconds(2), counters, now);
    ServerFrame frame;
    *frame.mutable_accepted() = fuzz::acceptance(gate);
    ports.send_frame(as_byte_view(frame.SerializeAsString()));
    SYN_ENSURE(link.poll(now, {}, nullptr) == client::transport::Transport::Status::member);

    client::cache::StateCache cache(SimDuration::milliseconds(5), gate, Tick{0});
    cache.add_own(AgentId{3}, "own", "cart");
    net::Sealer sealer(SessionId{7}, fuzz::the_key(), net::Direction::to_client);
    net::BodySealer bodies({0, fuzz::the_key()});
    Tick tick{0}, open{-1};
    fuzz::Piece piece;
    for (fuzz::Pieces pieces(data, size); pieces.next(piece);) {
        // So much time passes with each piece that the transport reads its stream every time.
        now = now + WallDuration::milliseconds(21);
        Bytes datagram(piece.bytes.begin(), piece.bytes.end());
        switch (piece.kind % 4) {
            case 0:
                ports.socket->put(net::Endpoint::loopback(4000), datagram);
                break;
            case 1:
                // The payload serves as head and as body; from each the transport reads only the fields that
                // belong there.
                datagram.insert(datagram.begin(), net::kUpdateHeadAt, std::byte{});
                datagram.resize(datagram.size() + net::kSealTagBytes);
                net::seal_update(sealer, datagram, piece.bytes.size(), bodies.seal(piece.bytes));
                datagram.insert(datagram.end(), piece.bytes.begin(), piece.bytes.end());
                ports.socket->put(net::Endpoint::loopback(4000), datagram);
                break;
            case 2: {
                ServerFrame notice;
                if (notice.mutable_notice()->ParseFromArray(piece.bytes.data(),
                                                            static_cast<int>(piece.bytes.size()))) {
                    ports.send_frame(as_byte_view(notice.SerializeAsString()));
                }
                break;
            }
            default:
                if (cache.check(tick + 1).go) {
                    cache.step_to(tick = tick + 1);
                    for (const auto& peer : cache.peers()) SYN_ENSURE(peer.newest.index >= 0);
                    link.publish(tick, {}, cache.check(tick).known_until, now);
                } else {
                    link.request_missing(cache.check(tick + 1).known_until, now);
                }
        }
        if (link.poll(now, {}, &cache) != client::transport::Transport::Status::member) {
            SYN_ENSURE(!link.reason().empty() || piece.kind % 4 == 2);
            return;
        }
        SYN_ENSURE(open.index < 0 || cache.check(open).go);
        if (cache.check(tick + 1).go) open = tick + 1;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    google::protobuf::SetLogHandler(nullptr);
    run({GatePolicy::Kind::window, 2}, data, size);
    run({GatePolicy::Kind::exact, 1}, data, size);
    return 0;
}
