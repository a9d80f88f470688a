// Feeds both ends of the radio's exchange. A server gets any bytes, and joins and batches that have the right
// secrets and any content. A client gets any bytes and any bundle. Kinds of pieces: raw bytes, a frame, a
// frame made plausible, the passing of time.
#include <google/protobuf/stubs/logging.h>

#include "client/link/comm_server_link.hpp"
#include "comm_server/exchange.hpp"
#include "common/base/contract.hpp"
#include "common/net/sim/stream_pair.hpp"
#include "tests/fuzz/pieces.hpp"
#include "tests/support/proven_stream.hpp"

using namespace synchrono;

namespace {

constexpr std::uint32_t kLights = 3, kAgents = 4;

const config::Scenario& scenario() {
    static const config::Scenario the_scenario = [] {
        config::Scenario s;
        s.name = "fuzz";
        s.duration = s.heartbeat * 100;
        s.vehicles["cart"].name = "cart";
        for (std::uint32_t i = 0; i < kLights; ++i) {
            config::AgentSpec agent;
            agent.id = AgentId{i};
            agent.name = "car" + std::to_string(i);
            agent.vehicle = "cart";
            agent.period = s.heartbeat;
            s.agents.push_back(agent);
        }
        config::AgentSpec lights;
        lights.id = AgentId{kLights};
        lights.name = "lights";
        lights.element = config::SignalsElement{"crossing"};
        lights.period = s.heartbeat;
        s.agents.push_back(lights);
        s.intersections["crossing"] = config::load_intersection(SYN_SOURCE_DIR "/maps/crossing.json").value();
        s.radio.emplace();
        s.radio->road_side_units.push_back({AgentId{kAgents}, "unit", {}, "crossing"});
        s.radio->channels[config::Medium::dsrc].model = config::RadioChannel::Model::fading;
        s.radio->channels[config::Medium::dsrc].carrier_sense.emplace();
        return s;
    }();
    return the_scenario;
}

void write_frame(net::Stream& stream, ByteView payload) {
    Bytes bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::byte>(payload.size() >> shift));
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    for (ByteView rest = bytes; !rest.empty();) {
        const auto io = stream.write_some(rest);
        if (io.status != net::Stream::Status::ok) return;
        rest = rest.subspan(io.bytes);
    }
}

void run_server(const std::uint8_t* data, std::size_t size) {
    WallTime now = WallTime::nanoseconds(1'000'000'000);
    comm_server::Exchange exchange({.scenario = scenario(),
                                    .credentials = {testing::credential_for_all(scenario())},
                                    .units = comm_server::make_road_side_units(scenario()).value()},
                                   now);
    exchange.poll(now);
    struct Connection {
        net::Stream* ours;
        std::unique_ptr<net::Stream> theirs;
        std::int64_t tick = 0;
    };
    std::vector<Connection> connections;
    const auto connect = [&] {
        auto [end, theirs] = net::sim::stream_pair({});
        auto ours = testing::proven(std::move(end));
        connections.push_back({ours.get(), std::move(theirs)});
        exchange.events().accepted(std::move(ours), net::Endpoint::loopback(5000));
    };
    const auto join = [&](Connection& connection, RadioJoin request) {
        RadioClientFrame frame;
        request.set_protocol_version(PROTOCOL_VERSION_4);
        request.set_scenario_id(std::string(as_text(config::scenario_id(scenario()).bytes)));
        *frame.mutable_join() = std::move(request);
        write_frame(*connection.theirs, as_byte_view(frame.SerializeAsString()));
    };
    // All agents join first, so that there is something to route.
    for (std::uint32_t i = 0; i < kAgents; ++i) {
        connect();
        RadioJoin request;
        request.add_agents(i);
        join(connections.back(), request);
        exchange.events().readable(*connections.back().ours);
    }
    fuzz::Piece piece;
    for (fuzz::Pieces pieces(data, size); pieces.next(piece) && connections.size() < 64;) {
        Connection& connection = connections[piece.kind / 8 % connections.size()];
        const auto parse = [&](auto& message) {
            return message.ParseFromArray(piece.bytes.data(), static_cast<int>(piece.bytes.size()));
        };
        switch (piece.kind % 8) {
            case 0:
                if (!piece.bytes.empty()) connection.theirs->write_some(piece.bytes);
                break;
            case 1:
                write_frame(*connection.theirs, piece.bytes);
                break;
            case 2: {
                connect();
                if (RadioJoin request; parse(request)) join(connections.back(), request);
                exchange.events().readable(*connections.back().ours);
                continue;
            }
            case 3:
                now = now + WallDuration::milliseconds(300);
                exchange.poll(now);
                continue;
            default: {
                // Sends a batch for the heartbeat that is due, with whatever agents the input names.
                RadioClientFrame frame;
                if (!parse(*frame.mutable_batch())) continue;
                frame.mutable_batch()->set_time_ns(connection.tick * scenario().heartbeat.count_ns());
                if (!frame.batch().more()) ++connection.tick;
                write_frame(*connection.theirs, as_byte_view(frame.SerializeAsString()));
            }
        }
        // The last piece may have ended the connection.
        std::array<std::byte, 4096> heard;
        while (connection.theirs->read_some(heard).status == net::Stream::Status::ok) continue;
        exchange.events().readable(*connection.ours);
    }
    // In the end silence ends all connections, and with them the run.
    for (int i = 0; i < 30 && !exchange.end(); ++i) {
        now = now + WallDuration::milliseconds(400);
        exchange.poll(now);
    }
    SYN_ENSURE(exchange.end().has_value());
}

struct Nobody final : client::link::RadioSink {
    void deliver(const client::link::DeliveredMessage& message,
                 std::span<const client::link::RadioArrival> arrivals) override {
        for (const auto& arrival : arrivals) SYN_ENSURE(arrival.time >= message.sent);
    }
};

void run_client(const std::uint8_t* data, std::size_t size) {
    auto [ours, server] = net::sim::stream_pair({});
    Nobody nobody;
    Counters<client::link::RadioLinkCounter> counters;
    WallTime now = WallTime::nanoseconds(1'000'000'000);
    RadioJoin request;
    request.add_agents(0);
    client::link::CommServerLink link(std::move(ours), request, scenario().heartbeat,
                                      WallDuration::seconds(2), nobody, counters, now);
    RadioServerFrame accepted;
    accepted.mutable_accepted()->set_silence_limit_ns(1'000'000'000);
    fuzz::Piece piece;
    for (fuzz::Pieces pieces(data, size); pieces.next(piece);) {
        RadioServerFrame frame;
        if (piece.kind % 4 == 0 && !piece.bytes.empty()) server->write_some(piece.bytes);
        if (piece.kind % 4 == 1) write_frame(*server, piece.bytes);
        if (piece.kind % 4 == 2) write_frame(*server, as_byte_view(accepted.SerializeAsString()));
        if (piece.kind % 4 == 3 &&
            frame.mutable_bundle()->ParseFromArray(piece.bytes.data(), static_cast<int>(piece.bytes.size())))
            write_frame(*server, as_byte_view(frame.SerializeAsString()));
        now = now + WallDuration::milliseconds(21);
        const Tick before = link.delivered_until();
        const auto stage = link.poll(now, {}, before + 1);
        SYN_ENSURE(link.delivered_until() >= before);
        if (stage == client::link::RadioLink::Status::member) {
            link.keep_alive(now);
        } else if (stage != client::link::RadioLink::Status::joining) {
            SYN_ENSURE(!link.reason().empty());
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
