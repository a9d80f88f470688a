// Feeds both ends of the handshake. A lobby and its world get any bytes, and any join request with the right
// secrets. A client gets any bytes, any frame and any acceptance. Kinds of pieces: raw bytes, a frame, a
// request or acceptance made plausible, the passing of time.
#include <google/protobuf/stubs/logging.h>

#include "common/base/contract.hpp"
#include "server/transport/udp/lobby.hpp"
#include "server/transport/udp/udp_transport.hpp"
#include "server/world.hpp"
#include "tests/fuzz/client_ports.hpp"
#include "tests/fuzz/pieces.hpp"
#include "tests/support/proven_stream.hpp"

using namespace synchrono;

namespace {

const config::Scenario& scenario() {
    static const config::Scenario the_scenario = [] {
        config::Scenario s;
        s.name = "fuzz";
        s.duration = s.heartbeat * 100;
        s.vehicles["cart"].name = "cart";
        for (std::uint32_t i = 0; i < 3; ++i) {
            config::AgentSpec agent;
            agent.id = AgentId{i};
            agent.name = "car" + std::to_string(i);
            agent.vehicle = "cart";
            agent.period = s.heartbeat;
            s.agents.push_back(agent);
        }
        return s;
    }();
    return the_scenario;
}

struct Server {
    Server()
        : world({.scenario = scenario(), .keep_open = true}),
          transport({.scenario = scenario(),
                     .credentials = {testing::credential_for_all(scenario())},
                     .port = 4000},
                    world, socket, lobby),
          lobby(transport) {
        transport.add_intake(intake, ring);
        lobby.poll(now);
    }
    void step() {
        lobby.poll(now);
        intake.poll({});
        transport.poll(now);
        lobby.poll(now);
    }
    testing::MemorySocket socket{net::Endpoint::loopback(4000)};
    SpscRecordRing ring{1 << 16};
    Doorbell bell;
    server::transport::Intake intake{socket, ring, bell};
    WallTime now = WallTime::nanoseconds(1'000'000'000);
    server::World world;
    server::transport::UdpTransport transport;
    server::transport::Lobby lobby;
};

Bytes framed(ByteView payload) {
    Bytes bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::byte>(payload.size() >> shift));
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    return bytes;
}

void run_server(const std::uint8_t* data, std::size_t size) {
    Server server;
    std::vector<std::unique_ptr<net::Stream>> outside;
    fuzz::Piece piece;
    for (fuzz::Pieces pieces(data, size); pieces.next(piece);) {
        auto [end, theirs] = net::sim::stream_pair({.bytes_max = 1 + piece.kind / 4});
        auto ours = testing::proven(std::move(end));
        net::Stream* const stream = ours.get();
        Bytes bytes(piece.bytes.begin(), piece.bytes.end());
        bool honest = false;
        if (piece.kind % 4 == 1) bytes = framed(piece.bytes);
        if (piece.kind % 4 == 2) {
            ClientFrame frame;
            JoinRequest& join = *frame.mutable_join();
            if (!join.ParseFromArray(piece.bytes.data(), static_cast<int>(piece.bytes.size()))) continue;
            join.set_protocol_version(PROTOCOL_VERSION_4);
            join.set_scenario_id(std::string(as_text(config::scenario_id(scenario()).bytes)));
            bytes = framed(as_byte_view(frame.SerializeAsString()));
            honest = true;
        }
        if (piece.kind % 4 == 3) {
            server.now = server.now + WallDuration::milliseconds(400);
            server.step();
            continue;
        }
        server.lobby.events().accepted(std::move(ours), net::Endpoint::loopback(5000));
        for (ByteView rest = bytes; !rest.empty();) {
            const auto io = theirs->write_some(rest);
            if (io.status != net::Stream::Status::ok) break;
            rest = rest.subspan(io.bytes);
        }
        for (int i = 0; i < 4; ++i) server.lobby.events().readable(*stream);
        const auto joins = server.world.counters().get(server::WorldCounter::joins);
        server.step();
        SYN_ENSURE(honest || server.world.counters().get(server::WorldCounter::joins) == joins);
        outside.push_back(std::move(theirs));
    }
    // Nobody sends anything more, so silence ends every connection and every client.
    for (int i = 0; i < 20; ++i) {
        server.now = server.now + WallDuration::milliseconds(400);
        server.step();
    }
    SYN_ENSURE(server.world.status().clients == 0);
}

struct Nobody final : client::transport::FlowSink {
    bool wants_messages() const override { return true; }
    void add_agent(AgentId, std::string_view, std::string_view, Tick) override {}
    void end_agent(AgentId, Tick) override {}
    void add_message(const net::AgentMessageView&, Tick) override {}
    void complete_bundle(Tick) override {}
    void set_slowest(AgentId, Tick) override {}
};

void run_client(const std::uint8_t* data, std::size_t size) {
    fuzz::ClientPorts ports;
    Counters<client::transport::UdpCounter> counters;
    JoinRequest request;
    request.add_agents()->set_agent(3);
    WallTime now = WallTime::nanoseconds(1'000'000'000);
    client::transport::UdpTransport link(ports, request, WallDuration::seconds(2), counters, now);
    Nobody nobody;
    fuzz::Piece piece;
    for (fuzz::Pieces pieces(data, size); pieces.next(piece);) {
        if (piece.kind % 4 == 0) ports.send(piece.bytes);
        if (piece.kind % 4 == 1) ports.send_frame(piece.bytes);
        if (piece.kind % 4 == 2) {
            // The acceptance is plausible except for the fields that the input sets.
            ServerFrame frame;
            *frame.mutable_accepted() = fuzz::acceptance({GatePolicy::Kind::window, 2});
            JoinAccepted own;
            if (!own.ParseFromArray(piece.bytes.data(), static_cast<int>(piece.bytes.size()))) continue;
            frame.mutable_accepted()->MergeFrom(own);
            ports.send_frame(as_byte_view(frame.SerializeAsString()));
        }
        now = now + WallDuration::milliseconds(21);
        const auto stage = link.poll(now, {}, &nobody);
        if (stage == client::transport::Transport::Status::member) {
            SYN_ENSURE(link.terms() && link.terms()->heartbeat > SimDuration{} &&
                       link.terms()->gate.heartbeats >= 1);
        } else if (stage != client::transport::Transport::Status::joining) {
            return;
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    google::protobuf::SetLogHandler(nullptr);
    run_server(data, size);
    run_client(data, size);
    return 0;
}
