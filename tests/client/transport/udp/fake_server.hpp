/// A fake server that a test controls, and the ports through which a client reaches it. The server makes its
/// messages with the generated protobuf classes, and seals updates with its own keys.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/transport/udp/udp_transport.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/sim/stream_pair.hpp"
#include "proto/world.pb.h"
#include "tests/client/transport/heartbeats.hpp"
#include "tests/support/memory_socket.hpp"
#include "tests/support/proven_stream.hpp"
#include "tests/support/world_datagram.hpp"

namespace synchrono::client::transport {

inline std::int64_t ns(std::int64_t tick) { return Tick{tick}.at(kHeartbeat).count_ns(); }
inline std::int64_t tick_of(std::int64_t time_ns) { return time_ns / kHeartbeat.count_ns(); }

inline AgentMessage message_of(std::uint32_t agent, std::int64_t tick, std::int64_t period = 1,
                               const std::string& state = "s") {
    AgentMessage m;
    m.mutable_header()->set_agent(agent);
    m.mutable_header()->set_time_ns(ns(tick));
    m.mutable_header()->set_period_ns(period * kHeartbeat.count_ns());
    m.mutable_state()->set_type_url("/test.State");
    m.mutable_state()->set_value(state);
    return m;
}

class FakeServer final : public ServerPorts {
  public:
    Result<std::unique_ptr<net::Stream>> connect() override {
        ++connects;
        if (refuses) return fail("nobody listens");
        if (is_absent) return fail_for_now("nobody is there yet");
        auto [ours, theirs] = net::sim::stream_pair(stream);
        channel.emplace(std::move(theirs));
        if (is_unsecured) return std::move(ours);
        return synchrono::testing::proven(std::move(ours), "client", key);
    }
    Result<Datagrams> open_datagrams(std::uint16_t port) override {
        if (refuses_datagrams) return fail("no datagrams today");
        auto made = std::make_unique<synchrono::testing::MemorySocket>(net::Endpoint::loopback(5001));
        socket = made.get();
        address = net::Endpoint::loopback(port);
        return Datagrams{std::move(made), address};
    }

    JoinAccepted acceptance(GatePolicy gate, std::int64_t start = 0) const {
        JoinAccepted a;
        a.set_session(7);
        a.mutable_world_key()->set_key(std::string(as_text(world_key)));
        a.set_udp_port(4000);
        a.set_heartbeat_ns(kHeartbeat.count_ns());
        if (gate.kind == GatePolicy::Kind::exact) {
            a.mutable_gate()->set_exact_lag_heartbeats(gate.heartbeats);
        } else {
            a.mutable_gate()->set_window_heartbeats(gate.heartbeats);
        }
        a.set_start_ns(ns(start));
        a.set_datagram_bytes_max(60'000);
        a.set_silence_limit_ns(1'000'000'000);
        return a;
    }
    void send(const ServerFrame& frame) { channel->send(as_byte_view(frame.SerializeAsString())); }
    void accept(const JoinAccepted& accepted) {
        ServerFrame frame;
        *frame.mutable_accepted() = accepted;
        send(frame);
    }
    void decline(const std::string& text) {
        ServerFrame frame;
        frame.mutable_declined()->set_reason(JoinDeclined::CREDENTIAL);
        frame.mutable_declined()->set_text(text);
        send(frame);
    }
    /// Sends a notice that an agent has joined. Notices are numbered in the order in which they are sent.
    void send_joined(std::uint32_t agent, std::int64_t tick, const std::string& name = "peer") {
        ServerFrame frame;
        frame.mutable_notice()->mutable_joined()->mutable_description()->set_agent(agent);
        frame.mutable_notice()->mutable_joined()->mutable_description()->set_name(name);
        frame.mutable_notice()->mutable_joined()->mutable_description()->set_vehicle("cart");
        frame.mutable_notice()->mutable_joined()->set_time_ns(ns(tick));
        send_notice(frame);
    }
    void send_ended(std::uint32_t agent, std::int64_t tick) {
        ServerFrame frame;
        frame.mutable_notice()->mutable_ended()->set_agent(agent);
        frame.mutable_notice()->mutable_ended()->set_time_ns(ns(tick));
        send_notice(frame);
    }
    void send_key(std::uint32_t number, std::string_view bytes) {
        ServerFrame frame;
        frame.mutable_world_key()->set_number(number);
        frame.mutable_world_key()->set_key(std::string(bytes));
        send(frame);
    }
    void send_stopping(const std::string& text) {
        ServerFrame frame;
        frame.mutable_notice()->mutable_stopping()->set_text(text);
        send_notice(frame);
    }
    void send_notice(ServerFrame& frame) {
        frame.mutable_notice()->set_number(++notices);
        send(frame);
    }

    Bytes sealed(std::string_view head, std::string_view body) {
        return synchrono::testing::sealed_update(sealer, bodies, head, body);
    }
    Bytes sealed(const WorldUpdate& update) {
        return synchrono::testing::sealed_update(sealer, bodies, update);
    }
    void send_datagram(ByteView datagram) { socket->put(address, datagram); }
    void send_update(const WorldUpdate& update) { send_datagram(sealed(update)); }
    /// Returns a whole bundle of `exact`, or the one update of `window`.
    WorldUpdate update(std::int64_t tick, const std::vector<AgentMessage>& messages = {}) const {
        WorldUpdate u;
        for (const auto& message : messages) *u.add_messages() = message;
        u.set_time_ns(ns(tick));
        u.set_parts(1);
        u.set_slowest_ns(ns(tick));
        u.set_slowest_agent(42);
        u.set_received_ns(ns(received));
        u.set_notices(notices);
        u.set_started(true);
        return u;
    }
    /// Returns the datagrams that the client has sent since the last call.
    std::vector<ClientUpdate> take_updates() {
        std::vector<ClientUpdate> updates;
        for (std::size_t i = 0; i < socket->sent_count(); ++i) {
            ByteView payload;
            EXPECT_EQ(socket->sent_to(i), address);
            EXPECT_EQ(opener.open(socket->sent(i), payload), net::Opener::Verdict::ok);
            EXPECT_TRUE(
                updates.emplace_back().ParseFromArray(payload.data(), static_cast<int>(payload.size())));
            last_bytes = std::max(last_bytes, socket->sent(i).size());
        }
        socket->forget_sent();
        return updates;
    }
    std::optional<ClientFrame> request() {
        const auto [event, bytes] = channel->poll();
        if (event != net::FrameChannel::Event::frame) return std::nullopt;
        ClientFrame frame;
        EXPECT_TRUE(frame.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())));
        return frame;
    }

    net::SessionKey key = [] {
        net::SessionKey k;
        for (std::size_t i = 0; i < k.size(); ++i) k[i] = static_cast<std::byte>(0x5a + i);
        return k;
    }();
    net::WorldKey world_key = [] {
        net::WorldKey k;
        k.fill(std::byte{0xa5});
        return k;
    }();
    net::sim::StreamPairOptions stream;
    bool refuses = false, is_absent = false, refuses_datagrams = false, is_unsecured = false;
    int connects = 0;
    std::optional<net::FrameChannel> channel;
    synchrono::testing::MemorySocket* socket = nullptr;  // the client's
    net::Endpoint address;
    net::Sealer sealer{SessionId{7}, key, net::Direction::to_client};
    net::BodySealer bodies{{0, world_key}};
    net::Opener opener{SessionId{7}, key, net::Direction::to_server};
    std::uint64_t notices = 0;
    std::int64_t received = -1;
    std::size_t last_bytes = 0;
};

}  // namespace synchrono::client::transport
