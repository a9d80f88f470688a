// Feeds the server's intake, and the world map behind it, with raw datagrams and with sealed datagrams of any
// payload. Each datagram is either dropped under one counter or handed over whole. A datagram that is handed
// over has only agents of its session. Kinds of pieces: a raw datagram, a raw datagram that names the
// session, a sealed payload, a sealed payload from another address.
#include <cstring>

#include "common/base/contract.hpp"
#include "server/transport/udp/intake.hpp"
#include "server/world_map.hpp"
#include "tests/fuzz/pieces.hpp"
#include "tests/support/memory_socket.hpp"

using namespace synchrono;
using server::transport::IntakeCounter;

namespace {

constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);

Bytes sealed(net::Sealer& sealer, ByteView payload) {
    Bytes datagram(payload.size() + net::kSealBytes);
    std::copy(payload.begin(), payload.end(), datagram.begin() + net::kSealHeadBytes);
    sealer.seal(datagram, payload.size());
    return datagram;
}

void run(GatePolicy gate, const std::uint8_t* data, std::size_t size) {
    net::SessionKey key;
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::byte>(0x5a + i);
    const SessionId session{7};
    const net::Endpoint home = net::Endpoint::loopback(5001), elsewhere = net::Endpoint::loopback(6666);
    testing::MemorySocket socket(net::Endpoint::loopback(4000));
    SpscRecordRing ring(1 << 16);
    Doorbell bell;
    server::transport::Intake intake(socket, ring, bell);
    server::WorldMap map(kHeartbeat, gate);
    std::vector<server::transport::StateTypes::Row> types;
    for (std::uint32_t i = 0; i < 4; ++i) {
        types.push_back({AgentId{i}, "/x.S"});
        map.join(MemberId{session.value}, AgentId{i}, Tick{0});
    }
    SYN_ENSURE(intake.post(
        server::transport::SessionSetup{session, key, server::transport::StateTypes(std::move(types)),
                                        std::make_shared<std::atomic<bool>>(false), home}));
    net::Sealer sealer(session, key, net::Direction::to_server);

    fuzz::Piece piece;
    for (fuzz::Pieces pieces(data, size); pieces.next(piece);) {
        Bytes datagram(piece.bytes.begin(), piece.bytes.end());
        const unsigned kind = piece.kind % 4;
        if (kind == 1 && datagram.size() >= sizeof session.value)
            std::memcpy(datagram.data(), &session.value, sizeof session.value);
        if (kind >= 2) datagram = sealed(sealer, piece.bytes);
        socket.put(kind == 3 ? elsewhere : home, datagram);
        const Tick before = map.reached();
        intake.poll({});
        while (!ring.empty()) {
            SYN_ENSURE(kind >= 2);
            std::uint32_t messages = 0;
            const auto head = server::transport::read_intake_record(
                ring.front(), [&](SessionId from, const net::AgentHeader& header, ByteView message) {
                    SYN_ENSURE(from == session && header.agent.value < 4);
                    ++messages;
                    map.accept(MemberId{from.value}, header, message);
                });
            SYN_ENSURE(head.session == session && head.messages == messages);
            ring.pop();
        }
        const std::vector<AgentId> finished = map.agents_that_left();
        for (const AgentId agent : finished) map.remove(agent, server::Departure::left);
        map.advance(Tick{std::numeric_limits<std::int64_t>::max()});
        SYN_ENSURE(map.reached() >= before);
        for (const auto& agent : map.by_id()) map.newest_at(*agent, map.reached());
    }
    const auto count = [&](IntakeCounter counter) { return intake.counters().get(counter); };
    SYN_ENSURE(count(IntakeCounter::too_short) + count(IntakeCounter::unknown_session) +
                   count(IntakeCounter::wrong_endpoint) + count(IntakeCounter::forged) +
                   count(IntakeCounter::replayed) + count(IntakeCounter::malformed) +
                   count(IntakeCounter::queue_full) <=
               count(IntakeCounter::datagrams));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    run({GatePolicy::Kind::window, 2}, data, size);
    run({GatePolicy::Kind::exact, 2}, data, size);
    return 0;
}
