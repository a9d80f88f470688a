/// A World over datagrams, with one intake on a socket in memory. A test steps the World by hand and plays
/// its clients. The clients use the generated protobuf classes, so that our codec does not check itself.
#pragma once

#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "proto/world.pb.h"
#include "server/transport/udp/udp_transport.hpp"
#include "server/world.hpp"
#include "tests/support/memory_socket.hpp"
#include "tests/support/proven_stream.hpp"
#include "tests/support/world_datagram.hpp"

namespace synchrono::server::transport {

inline constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);
inline constexpr GatePolicy kWindow2{GatePolicy::Kind::window, 2};
inline constexpr GatePolicy kExact1{GatePolicy::Kind::exact, 1};
inline constexpr const char* kTypeUrl = "/synchrono.VehicleState";

inline std::int64_t ns(std::int64_t tick) { return Tick{tick}.at(kHeartbeat).count_ns(); }
inline std::int64_t tick_of(std::int64_t time_ns) { return time_ns / kHeartbeat.count_ns(); }

inline config::Scenario scenario_of(std::size_t agents, GatePolicy gate) {
    config::Scenario s;
    s.name = "bench";
    s.heartbeat = kHeartbeat;
    s.duration = kHeartbeat * 100;
    s.gate = gate;
    s.silence_limit = WallDuration::seconds(1);
    s.start_limit = WallDuration::seconds(30);
    s.vehicles["cart"].name = "cart";
    for (std::uint32_t i = 0; i < agents; ++i) {
        config::AgentSpec agent;
        agent.id = AgentId{i};
        agent.name = "car" + std::to_string(i);
        agent.vehicle = "cart";
        agent.period = kHeartbeat;
        s.agents.push_back(agent);
    }
    return s;
}

/// One message of a flow. `period` is in heartbeats.
struct FlowMessage {
    std::uint32_t agent;
    std::int64_t tick;
    std::int64_t period = 1;
    float x_m = 0;
    std::string state = "state";
};
inline AgentMessage message_of(const FlowMessage& message) {
    AgentMessage m;
    m.mutable_header()->set_agent(message.agent);
    m.mutable_header()->set_time_ns(ns(message.tick));
    m.mutable_header()->set_period_ns(message.period * kHeartbeat.count_ns());
    m.mutable_header()->set_x_m(message.x_m);
    m.mutable_state()->set_type_url(kTypeUrl);
    m.mutable_state()->set_value(message.state);
    return m;
}
inline ClientUpdate update_of(const std::vector<FlowMessage>& messages, std::int64_t have = -1,
                              bool request = false) {
    ClientUpdate update;
    for (const FlowMessage& message : messages) *update.add_messages() = message_of(message);
    update.set_have_ns(ns(have));
    update.set_request(request);
    return update;
}
inline Bytes sealed(net::Sealer& sealer, std::string_view payload) {
    Bytes datagram(payload.size() + net::kSealBytes);
    std::copy_n(as_byte_view(payload).begin(), payload.size(), datagram.begin() + net::kSealHeadBytes);
    sealer.seal(datagram, payload.size());
    return datagram;
}
inline net::SessionKey key_of(std::string_view bytes) {
    net::SessionKey key{};
    EXPECT_EQ(bytes.size(), key.size());
    std::copy_n(as_byte_view(bytes).begin(), key.size(), key.begin());
    return key;
}

/// Records what the transport asks of its lobby: the frames to send and the connections to close.
class RecordingLobby final : public LobbyPort {
  public:
    void post(LobbyCommand command) override {
        if (const auto* send = std::get_if<SendFrames>(&command)) {
            for (const auto& text : send->frames) {
                ASSERT_TRUE(frames[send->session].emplace_back().ParseFromString(text));
            }
        } else {
            closed.insert(std::get<CloseConnection>(command).session);
        }
    }
    std::vector<Notice> notices(SessionId session) const {
        std::vector<Notice> found;
        if (const auto at = frames.find(session); at != frames.end()) {
            for (const auto& frame : at->second) {
                if (frame.has_notice()) found.push_back(frame.notice());
            }
        }
        return found;
    }
    std::map<SessionId, std::vector<ServerFrame>> frames;
    std::set<SessionId> closed;
};

/// A client that the test plays.
struct Player {
    SessionId session;
    net::Endpoint endpoint;
    JoinAccepted accepted;
    net::Sealer sealer;
    net::UpdateOpener opener;
};

class WorldBench {
  public:
    explicit WorldBench(config::Scenario the_scenario, bool keep_open = false)
        : scenario(std::move(the_scenario)),
          world({.scenario = scenario,
                 .keep_open = keep_open,
                 .least_rate = [this](std::string_view) { return scenario.least_rate; },
                 .on_event = [this](const WorldEvent& event) { events.push_back(event); }}),
          transport({.scenario = scenario,
                     .credentials = credentials_of(scenario),
                     .port = 4000,
                     .note = [this](const std::string& line, bool) { notes.push_back(line); }},
                    world, socket, lobby) {
        transport.add_intake(intake, ring);
    }

    /// Returns the credentials "player" and "rival" of the clients that the test plays, "radio", and "crowd0"
    /// to "crowd255" for many that watch.
    static config::Credentials credentials_of(const config::Scenario& scenario) {
        config::Credentials all{synchrono::testing::credential_for_all(scenario, "player"),
                                synchrono::testing::credential_for_all(scenario, "rival")};
        all.push_back(synchrono::testing::credential_of("radio", {}));
        all.back().radio = true;
        for (int i = 0; i < 256; ++i)
            all.push_back(synchrono::testing::credential_of("crowd" + std::to_string(i), {}, true));
        return all;
    }
    JoinRequest request(const std::vector<std::uint32_t>& agents) const {
        JoinRequest r;
        r.set_protocol_version(PROTOCOL_VERSION_4);
        r.set_scenario_id(std::string(as_text(config::scenario_id(scenario).bytes)));
        for (const auto id : agents) {
            auto& agent = *r.add_agents();
            agent.set_agent(id);
            agent.set_name("car" + std::to_string(id));
            agent.set_vehicle("cart");
            agent.set_state_type_url(kTypeUrl);
        }
        r.mutable_interest()->mutable_whole_world();
        return r;
    }
    /// Returns the key of a session, in place of the key that a secured connection would give. Each session
    /// has a key of its own.
    static net::SessionKey key_of_session(SessionId session) {
        net::SessionKey key{};
        key[0] = static_cast<std::byte>(session.value);
        return key;
    }
    /// Posts a join request and returns the answer.
    ServerFrame ask(const JoinRequest& r, const std::string& client = "player") {
        const SessionId session{++sessions};
        const net::Endpoint peer = net::Endpoint::loopback(static_cast<std::uint16_t>(5000 + sessions));
        EXPECT_TRUE(transport.post(JoinRequested{session, r, peer, client, key_of_session(session)}));
        step();
        const auto& frames = lobby.frames[session];
        return frames.empty() ? ServerFrame() : frames.front();
    }
    Player join(const JoinRequest& r, const std::string& client = "player") {
        const ServerFrame frame = ask(r, client);
        EXPECT_TRUE(frame.has_accepted()) << frame.ShortDebugString();
        const SessionId session{sessions};
        const net::SessionKey key = key_of_session(session);
        return {session, net::Endpoint::loopback(static_cast<std::uint16_t>(5000 + sessions)),
                frame.accepted(), net::Sealer(session, key, net::Direction::to_server),
                net::UpdateOpener(session, key, {0, key_of(frame.accepted().world_key().key())})};
    }
    Player admit(const std::vector<std::uint32_t>& agents, const std::string& client = "player") {
        return join(request(agents), client);
    }

    void send(Player& player, const ClientUpdate& update) {
        socket.put(player.endpoint, sealed(player.sealer, update.SerializeAsString()));
    }
    /// Sends an update, takes a step, and returns the updates that came back.
    std::vector<WorldUpdate> exchange(Player& player, const ClientUpdate& update) {
        send(player, update);
        step();
        return receive(player);
    }
    void step(WallDuration after = WallDuration::milliseconds(1)) {
        now = now + after;
        intake.poll({});
        transport.poll(now);
        for (std::size_t i = 0; i < socket.sent_count(); ++i) {
            const ByteView bytes = socket.sent(i);
            arrived[socket.sent_to(i)].emplace_back(bytes.begin(), bytes.end());
        }
        socket.forget_sent();
    }
    /// Lets time pass in steps so short that the world does not count them as a stall of its own.
    void pass(WallDuration time) {
        for (const WallTime end = now + time; now < end;) step(WallDuration::milliseconds(100));
    }
    std::vector<WorldUpdate> receive(Player& player) {
        std::vector<WorldUpdate> updates;
        for (const Bytes& datagram : arrived[player.endpoint])
            updates.push_back(synchrono::testing::opened_update(player.opener, datagram));
        arrived[player.endpoint].clear();
        return updates;
    }
    std::uint64_t count(WorldCounter counter) const { return world.counters().get(counter); }
    std::uint64_t count(DoorCounter counter) const { return transport.door_counters().get(counter); }
    std::uint64_t count(UdpCounter counter) const { return transport.counters().get(counter); }
    std::uint64_t count(IntakeCounter counter) const { return intake.counters().get(counter); }

    config::Scenario scenario;
    std::vector<std::string> notes;
    RecordingLobby lobby;
    synchrono::testing::MemorySocket socket{net::Endpoint::loopback(4000)};
    SpscRecordRing ring{1 << 20};
    Doorbell bell;
    Intake intake{socket, ring, bell};
    std::vector<WorldEvent> events;
    World world;
    UdpTransport transport;
    WallTime now = WallTime::nanoseconds(1'000'000'000);
    std::uint32_t sessions = 0;
    std::map<net::Endpoint, std::vector<Bytes>> arrived;
};

}  // namespace synchrono::server::transport
