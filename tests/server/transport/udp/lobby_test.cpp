// Proves that a stranger on TCP costs no more than one slot. Peers that are silent or slow, or send oversized
// or malformed frames, are refused, counted and disconnected. This holds into whatever pieces their bytes are
// cut and wherever their streams break.
#include "server/transport/udp/lobby.hpp"

#include <gtest/gtest.h>
#include <optional>
#include <string>

#include "common/net/sim/stream_pair.hpp"
#include "tests/support/frame_peer.hpp"
#include "tests/support/proven_stream.hpp"

namespace synchrono::server::transport {
namespace {

constexpr WallTime kStart = WallTime::nanoseconds(1'000'000'000'000);

struct RecordingWorld final : WorldPort {
    bool post(WorldCommand command) override {
        if (busy) return false;
        commands.push_back(std::move(command));
        return true;
    }
    std::vector<SessionId> asked() const { return of<JoinRequested>(); }
    std::vector<SessionId> lost() const { return of<ConnectionLost>(); }
    template <typename Command>
    std::vector<SessionId> of() const {
        std::vector<SessionId> sessions;
        for (const auto& command : commands) {
            if (const auto* found = std::get_if<Command>(&command)) sessions.push_back(found->session);
        }
        return sessions;
    }
    std::vector<WorldCommand> commands;
    bool busy = false;
};

std::string join_frame(const std::string& name = "client") {
    ClientFrame frame;
    frame.mutable_join()->add_agents()->set_name(name);
    return frame.SerializeAsString();
}
std::string notice_frame(const std::string& text = "over") {
    ServerFrame frame;
    frame.mutable_notice()->mutable_stopping()->set_text(text);
    return frame.SerializeAsString();
}

using Peer = FramePeer;
using net::FrameServerCounter;

struct LobbyTest : ::testing::Test {
    LobbyTest() { lobby.poll(now); }
    Peer connect(const net::sim::StreamPairOptions& options = {}) {
        auto [end, theirs] = net::sim::stream_pair(options);
        auto ours = synchrono::testing::proven(std::move(end), "holder", make_secret());
        Peer peer{ours.get(), std::move(theirs), "", false};
        lobby.events().accepted(std::move(ours), net::Endpoint::loopback(5000));
        return peer;
    }
    void later(WallDuration time) { lobby.poll(now = now + time); }
    void send_and_read(Peer& peer, const std::string& payload) {
        peer.send_frame(payload);
        lobby.events().readable(*peer.ours);
    }
    std::uint64_t count(LobbyCounter counter) const { return lobby.counters().get(counter); }
    std::uint64_t count(FrameServerCounter counter) const {
        return lobby.frame_server_counters().get(counter);
    }

    RecordingWorld world;
    std::vector<std::string> notes;
    Lobby lobby{world, [this](const std::string& line, bool) { notes.push_back(line); }};
    WallTime now = kStart;
};

TEST_F(LobbyTest, HandsJoinRequestsToTheWorldAndSendsItsFrames) {
    Peer first = connect(), second = connect();
    send_and_read(second, join_frame("second"));
    send_and_read(first, join_frame("first"));
    ASSERT_EQ(world.asked(), (std::vector{SessionId{2}, SessionId{1}}))
        << "sessions must be numbered in the order of connections";
    EXPECT_EQ(std::get<JoinRequested>(world.commands[1]).request.agents(0).name(), "first");
    EXPECT_EQ(std::get<JoinRequested>(world.commands[1]).peer, net::Endpoint::loopback(5000));
    lobby.post(SendFrames{SessionId{1}, {notice_frame("a")}});
    lobby.post(SendFrames{SessionId{1}, {notice_frame("b")}});
    lobby.post(SendFrames{SessionId{99}, {notice_frame()}});
    later({});
    ASSERT_EQ(first.frames<ServerFrame>().size(), 2u);
    EXPECT_EQ(first.frames<ServerFrame>()[1].notice().stopping().text(), "b");
    EXPECT_TRUE(second.frames<ServerFrame>().empty());
    EXPECT_TRUE(lobby.all_sent());
    EXPECT_EQ(count(FrameServerCounter::connections), 2u);
}

TEST_F(LobbyTest, DropsSilentConnections) {
    Peer peer = connect();
    later(net::FrameServer::kProofLimit);
    peer.listen();
    EXPECT_FALSE(peer.closed);
    later(WallDuration::milliseconds(1));
    peer.listen();
    EXPECT_TRUE(peer.closed);
    EXPECT_EQ(count(FrameServerCounter::silent), 1u);
    EXPECT_TRUE(world.commands.empty());
}

TEST_F(LobbyTest, DropsConnectionsThatNeverFinishTheirFrame) {
    Peer peer = connect();
    for (int i = 0; i < 60; ++i) {
        peer.send(i == 0 ? std::string("\0\0\1\0", 4) : "x");
        lobby.events().readable(*peer.ours);
        later(WallDuration::milliseconds(100));
    }
    peer.listen();
    EXPECT_TRUE(peer.closed) << "a frame that is never finished counts as silence";
    EXPECT_EQ(count(FrameServerCounter::silent), 1u);
}

TEST_F(LobbyTest, AdmittedConnectionsMayStaySilent) {
    Peer peer = connect();
    send_and_read(peer, join_frame());
    later(WallDuration::seconds(10'000));
    peer.listen();
    EXPECT_FALSE(peer.closed);
}

TEST_F(LobbyTest, TheOldestPendingConnectionMakesRoom) {
    Peer admitted = connect();
    send_and_read(admitted, join_frame());
    std::vector<Peer> strangers;
    for (std::size_t i = 0; i < limits::kPendingHandshakesMax; ++i) strangers.push_back(connect());
    EXPECT_EQ(count(FrameServerCounter::evicted), 0u);
    Peer one_more = connect(), another = connect();
    EXPECT_EQ(count(FrameServerCounter::evicted), 2u);
    const auto is_closed = [](Peer& peer) {
        peer.listen();
        return peer.closed;
    };
    EXPECT_FALSE(is_closed(admitted));
    EXPECT_TRUE(is_closed(strangers[0]));
    EXPECT_TRUE(is_closed(strangers[1]));
    EXPECT_FALSE(is_closed(strangers[2]));
    send_and_read(one_more, join_frame());
    EXPECT_EQ(world.asked().size(), 2u) << "a valid request must get through";
    // The slot of `one_more` is free again, so another connection evicts nobody.
    connect();
    EXPECT_EQ(count(FrameServerCounter::evicted), 2u);
}

TEST_F(LobbyTest, AThousandSilentConnectionsHoldOnlyThePendingSlots) {
    std::vector<Peer> strangers;
    for (int i = 0; i < 1000; ++i) strangers.push_back(connect());
    std::size_t open = 0;
    for (auto& stranger : strangers) {
        stranger.listen();
        open += stranger.closed ? 0 : 1;
    }
    EXPECT_EQ(open, limits::kPendingHandshakesMax);
    later(net::FrameServer::kProofLimit + WallDuration::milliseconds(1));
    EXPECT_EQ(count(FrameServerCounter::evicted) + count(FrameServerCounter::silent), 1000u);
}

TEST_F(LobbyTest, RefusesOversizedFramesByTheirLengthAlone) {
    Peer peer = connect();
    const std::size_t n = limits::kFrameBytesMax + 1;
    peer.send(std::string{static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8),
                          static_cast<char>(n)});
    lobby.events().readable(*peer.ours);
    ASSERT_EQ(peer.frames<ServerFrame>().size(), 1u);
    EXPECT_EQ(peer.frames<ServerFrame>()[0].declined().reason(), JoinDeclined::MALFORMED);
    EXPECT_EQ(count(FrameServerCounter::oversized), 1u);
    later({});
    peer.listen();
    EXPECT_TRUE(peer.closed);
    EXPECT_EQ(count(FrameServerCounter::slow_readers), 0u);
}

TEST_F(LobbyTest, CountsAnOversizedFrameOnceAndClosesItsConnection) {
    Peer peer = connect({.buffer_bytes = 16});  // a peer that does not read either
    peer.send(std::string("\xff\xff\xff\xff", 4));
    for (int i = 0; i < 10'000; ++i) {
        peer.stream->write_some(as_byte_view("more and more"));
        lobby.events().readable(*peer.ours);
    }
    EXPECT_EQ(count(FrameServerCounter::oversized), 1u);
    later(net::FrameServer::kProofLimit + WallDuration::milliseconds(1));
    EXPECT_EQ(count(FrameServerCounter::slow_readers), 1u);
    peer.listen();
    EXPECT_TRUE(peer.closed);
    EXPECT_LE(peer.heard.size(), 16u);
}

TEST_F(LobbyTest, AnAdmittedConnectionIsLostByAnOversizedFrame) {
    Peer peer = connect();
    send_and_read(peer, join_frame());
    peer.send(std::string("\xff\xff\xff\xff", 4));
    lobby.events().readable(*peer.ours);
    EXPECT_EQ(world.lost(), std::vector{SessionId{1}});
    EXPECT_EQ(count(FrameServerCounter::oversized), 1u);
    peer.listen();
    EXPECT_TRUE(peer.closed);
}

TEST_F(LobbyTest, RefusesFramesThatAreNoJoinRequest) {
    for (const std::string& payload :
         {std::string(), std::string("\xff\xff"), std::string("\x0a\x7f", 2), std::string("\x22\x00", 2)}) {
        Peer peer = connect();
        send_and_read(peer, payload);
        const auto frames = peer.frames<ServerFrame>();
        ASSERT_EQ(frames.size(), 1u);
        EXPECT_EQ(frames[0].declined().reason(), JoinDeclined::MALFORMED);
        EXPECT_FALSE(frames[0].declined().text().empty());
        later({});
        peer.listen();
        EXPECT_TRUE(peer.closed);
    }
    EXPECT_EQ(count(LobbyCounter::malformed), 4u);
    EXPECT_TRUE(world.commands.empty());
}

TEST_F(LobbyTest, PassesOnTheReportsThatFollowAHelloAndNoOtherLaterFrames) {
    const std::string hello("\x12\x00", 2), report("\x1a\x00", 2);
    Peer peer = connect();
    for (const std::string& payload : {hello, report, std::string("garbage"), hello, report})
        send_and_read(peer, payload);
    ASSERT_EQ(world.commands.size(), 3u);
    EXPECT_TRUE(std::holds_alternative<RadioHelloReceived>(world.commands[0]));
    for (std::size_t i = 1; i < 3; ++i) {
        const auto* received = std::get_if<RadioWaitReceived>(&world.commands[i]);
        ASSERT_NE(received, nullptr);
        EXPECT_EQ(received->session, std::get<RadioHelloReceived>(world.commands[0]).session);
    }
    Peer client = connect();
    send_and_read(client, join_frame());
    send_and_read(client, report);
    EXPECT_EQ(world.commands.size(), 4u) << "a client that has joined cannot report";
}

TEST_F(LobbyTest, DeclinesWhenTheWorldIsTooBusy) {
    Peer peer = connect();
    world.busy = true;
    send_and_read(peer, join_frame());
    ASSERT_EQ(peer.frames<ServerFrame>().size(), 1u);
    EXPECT_EQ(peer.frames<ServerFrame>()[0].declined().reason(), JoinDeclined::FULL);
    EXPECT_EQ(count(LobbyCounter::world_busy), 1u);
}

TEST_F(LobbyTest, ReadsARequestInSingleBytes) {
    Peer peer = connect({.bytes_max = 1});
    peer.send_frame(join_frame("in single bytes"));
    for (int i = 0; i < 100 && world.commands.empty(); ++i) lobby.events().readable(*peer.ours);
    ASSERT_EQ(world.asked().size(), 1u);
    EXPECT_EQ(std::get<JoinRequested>(world.commands[0]).request.agents(0).name(), "in single bytes");
}

TEST_F(LobbyTest, IgnoresLaterFramesOfAnAdmittedConnection) {
    Peer peer = connect();
    send_and_read(peer, join_frame());
    send_and_read(peer, join_frame("again"));
    send_and_read(peer, "nonsense");
    EXPECT_EQ(world.commands.size(), 1u);
    EXPECT_EQ(count(LobbyCounter::malformed), 0u);
}

TEST_F(LobbyTest, DropsSlowReadersOfNotices) {
    Peer slow = connect({.buffer_bytes = 1000});
    send_and_read(slow, join_frame());
    const std::string frame = notice_frame(std::string(100'000, 'n'));
    for (std::size_t bytes = 0; bytes <= limits::kOutboxBytesMax + 1000; bytes += frame.size()) {
        EXPECT_EQ(count(FrameServerCounter::slow_readers), 0u);
        lobby.post(SendFrames{SessionId{1}, {frame}});
        later({});
    }
    EXPECT_EQ(count(FrameServerCounter::slow_readers), 1u);
    EXPECT_EQ(world.lost(), std::vector{SessionId{1}});
    EXPECT_TRUE(lobby.all_sent());
}

TEST_F(LobbyTest, GoesOnWritingAsTheReaderReads) {
    Peer peer = connect({.buffer_bytes = 100});
    send_and_read(peer, join_frame());
    lobby.post(SendFrames{SessionId{1}, {notice_frame(std::string(5'000, 'n'))}});
    later({});
    EXPECT_FALSE(lobby.all_sent());
    for (int i = 0; i < 100; ++i) {
        peer.listen();
        later({});
    }
    EXPECT_TRUE(lobby.all_sent());
    EXPECT_EQ(peer.frames<ServerFrame>().size(), 1u);
}

TEST_F(LobbyTest, ClosesAfterTheLastFramesAreWritten) {
    Peer peer = connect({.buffer_bytes = 100});
    send_and_read(peer, join_frame());
    lobby.post(SendFrames{SessionId{1}, {notice_frame(std::string(1'000, 'n'))}});
    lobby.post(CloseConnection{SessionId{1}});
    for (int i = 0; i < 50 && !peer.closed; ++i) {
        later({});
        peer.listen();
    }
    EXPECT_TRUE(peer.closed);
    EXPECT_EQ(peer.frames<ServerFrame>().size(), 1u);
    EXPECT_TRUE(world.lost().empty()) << "the world has closed this connection itself";
}

TEST_F(LobbyTest, ClosesAConnectionThatNeverReadsItsLastFrames) {
    Peer peer = connect({.buffer_bytes = 100});
    send_and_read(peer, join_frame());
    lobby.post(SendFrames{SessionId{1}, {notice_frame(std::string(1'000, 'n'))}});
    lobby.post(CloseConnection{SessionId{1}});
    later({});
    EXPECT_FALSE(lobby.all_sent());
    later(net::FrameServer::kProofLimit + WallDuration::milliseconds(1));
    EXPECT_TRUE(lobby.all_sent());
    EXPECT_EQ(count(FrameServerCounter::slow_readers), 1u);
}

TEST_F(LobbyTest, ReportsLostAdmittedConnectionsToTheWorld) {
    Peer stranger = connect(), admitted = connect();
    send_and_read(admitted, join_frame());
    for (Peer* peer : {&stranger, &admitted}) {
        peer->stream->close();
        lobby.events().readable(*peer->ours);
    }
    EXPECT_EQ(world.lost(), std::vector{SessionId{2}});
}

TEST_F(LobbyTest, SurvivesAStreamThatBreaksAnywhere) {
    std::optional<std::uint64_t> whole;
    for (std::uint64_t n = 1; n < 200 && !whole; ++n) {
        SCOPED_TRACE(n);
        RecordingWorld record;
        Lobby room(record);
        room.poll(now);
        auto [ours, theirs] = net::sim::stream_pair({.fail_at = n, .bytes_max = 7, .buffer_bytes = 60});
        Peer peer{ours.get(), std::move(theirs), "", false};
        net::Stream* const stream = ours.get();
        room.events().accepted(std::move(ours), net::Endpoint::loopback(5000));
        peer.send_frame(join_frame("breaks"));
        // Calls readable() as a listener does while the stream exists.
        for (int i = 0; i < 4; ++i) room.events().readable(*stream);
        if (!record.asked().empty()) {
            room.post(SendFrames{SessionId{1}, {notice_frame(std::string(100, 'n'))}});
            room.post(CloseConnection{SessionId{1}});
        }
        for (int i = 0; i < 10; ++i) {
            room.poll(now);
            peer.listen();
        }
        if (peer.frames<ServerFrame>().size() == 1 && peer.closed) whole = n;
        EXPECT_LE(record.lost().size(), record.asked().size());
        // Nothing is left in the end, wherever the stream broke.
        room.poll(now + net::FrameServer::kProofLimit + WallDuration::milliseconds(1));
        EXPECT_TRUE(room.all_sent());
        peer.listen();
        EXPECT_TRUE(peer.closed);
    }
    EXPECT_TRUE(whole) << "the stream must survive for some N";
}

}  // namespace
}  // namespace synchrono::server::transport
