/// The connections of a client that a fuzz target feeds: a stream in memory whose other end the target
/// holds, and a socket in memory.
#pragma once

#include <memory>

#include "client/transport/udp/udp_transport.hpp"
#include "common/net/sim/stream_pair.hpp"
#include "tests/support/memory_socket.hpp"
#include "tests/support/proven_stream.hpp"

namespace synchrono::fuzz {

inline net::SessionKey the_key() {
    net::SessionKey key;
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::byte>(0x5a + i);
    return key;
}

class ClientPorts final : public client::transport::ServerPorts {
  public:
    Result<std::unique_ptr<net::Stream>> connect() override {
        auto [ours, theirs] = net::sim::stream_pair({.buffer_bytes = 1 << 22});
        outside = std::move(theirs);
        return testing::proven(std::move(ours), "client", the_key());
    }
    Result<Datagrams> open_datagrams(std::uint16_t port) override {
        auto made = std::make_unique<testing::MemorySocket>(net::Endpoint::loopback(5001));
        socket = made.get();
        return Datagrams{std::move(made), net::Endpoint::loopback(port)};
    }
    void send(ByteView bytes) {
        if (!bytes.empty()) outside->write_some(bytes);
    }
    void send_frame(ByteView payload) {
        Bytes bytes;
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<std::byte>(payload.size() >> shift));
        bytes.insert(bytes.end(), payload.begin(), payload.end());
        send(bytes);
    }
    std::unique_ptr<net::Stream> outside;
    testing::MemorySocket* socket = nullptr;  // owned by the client's transport
};

inline JoinAccepted acceptance(GatePolicy gate) {
    JoinAccepted accepted;
    const net::SessionKey key = the_key();
    accepted.set_session(7);
    accepted.mutable_world_key()->set_key(std::string(as_text(key)));
    accepted.set_udp_port(4000);
    accepted.set_heartbeat_ns(5'000'000);
    if (gate.kind == GatePolicy::Kind::exact) {
        accepted.mutable_gate()->set_exact_lag_heartbeats(gate.heartbeats);
    } else {
        accepted.mutable_gate()->set_window_heartbeats(gate.heartbeats);
    }
    accepted.set_datagram_bytes_max(60'000);
    accepted.set_silence_limit_ns(1'000'000'000);
    return accepted;
}

}  // namespace synchrono::fuzz
