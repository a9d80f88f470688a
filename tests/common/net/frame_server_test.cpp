// Proves that frames reach the owner in order, and that each answer reaches the right peer. A stranger that
// sends nothing, sends too much or never reads costs no more than the limits allow, and delays no other peer.
#include "common/net/frame_server.hpp"

#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <sys/resource.h>

#include "common/net/sim/stream_pair.hpp"
#include "tests/support/frame_peer.hpp"

namespace synchrono::net {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr WallTime kStart = WallTime::nanoseconds(1'000'000'000'000);
constexpr WallDuration kInstant = WallDuration::nanoseconds(1);
constexpr WallDuration kLimit = FrameServer::kProofLimit;

/// A frame that is plain text and not a protobuf message. With this type a FramePeer reads text.
struct TextFrame : std::string {
    bool ParseFromArray(const char* data, int size) {
        assign(data, static_cast<std::size_t>(size));
        return true;
    }
};

struct FrameServerTest : ::testing::Test, FrameServer::Owner {
    FrameServerTest() { open({.unread_bytes_max = 1000}); }
    void open(const FrameServer::Bounds& bounds) {
        server.emplace(*this, bounds);
        server->poll(kStart);
    }
    void on_frame(SessionId session, const Peer& peer, ByteView frame) override {
        heard.push_back(fmt::format("{}: {}", session.value, as_text(frame)));
        EXPECT_EQ(peer.address, Endpoint::loopback(static_cast<std::uint16_t>(5000 + session.value)));
        if (frame_hook) frame_hook(session);
    }
    void on_refused(const Peer& peer, std::string_view why) override {
        refused.push_back(fmt::format("{}: {}", to_text(peer), why));
    }
    void on_oversized_frame(SessionId session, const Peer&) override {
        heard.push_back(fmt::format("{} oversized", session.value));
        if (oversized_hook) oversized_hook(session);
    }
    void on_connection_ended(SessionId session) override {
        heard.push_back(fmt::format("{} gone", session.value));
    }

    FramePeer connect(const sim::StreamPairOptions& options = {}) {
        auto [ours, theirs] = sim::stream_pair(options);
        FramePeer peer{ours.get(), std::move(theirs), "", false};
        server->accepted(std::move(ours), Endpoint::loopback(static_cast<std::uint16_t>(5000 + ++connected)));
        return peer;
    }
    /// Requires that the server has not dropped the peer's connection.
    void send_text(FramePeer& peer, const std::string& text) {
        peer.send_frame(text);
        server->readable(*peer.ours);
    }
    void announce_too_much(FramePeer& peer) {
        const std::size_t bytes = limits::kFrameBytesMax + 1;
        peer.send(std::string{static_cast<char>(bytes >> 24), static_cast<char>(bytes >> 16),
                              static_cast<char>(bytes >> 8), static_cast<char>(bytes)});
        server->readable(*peer.ours);
    }
    void send(std::uint32_t session, const std::string& text) {
        server->send(SessionId{session}, as_byte_view(text));
    }
    static std::vector<std::string> texts(FramePeer& peer) {
        const std::vector<TextFrame> frames = peer.frames<TextFrame>();
        return {frames.begin(), frames.end()};
    }
    std::uint64_t count(FrameServerCounter counter) const { return server->counters().get(counter); }

    std::uint32_t connected = 0;
    std::vector<std::string> heard, refused;
    std::function<void(SessionId)> frame_hook, oversized_hook;
    std::optional<FrameServer> server;
};

TEST_F(FrameServerTest, PassesFramesOnInOrderAndCarriesAnswers) {
    FramePeer a = connect(), b = connect();
    a.send_frame("one");
    send_text(a, "two");
    send_text(b, "other");
    EXPECT_THAT(heard, ElementsAre("1: one", "1: two", "2: other"));
    send(1, "answer");
    send(1, "more");
    EXPECT_THAT(texts(a), ElementsAre("answer", "more"));
    EXPECT_THAT(texts(b), IsEmpty());
    EXPECT_EQ(count(FrameServerCounter::connections), 2u);
    EXPECT_EQ(server->unsent_bytes(SessionId{1}), 0u);
    EXPECT_TRUE(server->all_sent());
}

TEST_F(FrameServerTest, ASilentNewcomerIsClosedInTime) {
    FramePeer silent = connect(), half = connect();
    half.send(std::string("\0\0", 2));
    server->readable(*half.ours);
    server->poll(kStart + kLimit);
    EXPECT_FALSE(silent.is_closed());
    EXPECT_FALSE(half.is_closed());
    server->poll(kStart + kLimit + kInstant);
    EXPECT_TRUE(silent.is_closed());
    EXPECT_TRUE(half.is_closed()) << "half a frame does not count as one";
    EXPECT_EQ(count(FrameServerCounter::silent), 2u);
    EXPECT_THAT(heard, IsEmpty()) << "the owner hears nothing of silent newcomers";
}

TEST_F(FrameServerTest, AKnownPeerMayBeSilent) {
    FramePeer peer = connect();
    send_text(peer, "hello");
    server->poll(kStart + WallDuration::seconds(3600));
    EXPECT_FALSE(peer.is_closed());
    EXPECT_EQ(count(FrameServerCounter::silent), 0u);
}

TEST_F(FrameServerTest, TheOldestSilentNewcomerGivesWayToTheNewest) {
    open({.unread_bytes_max = 1000, .pending_max = 2});
    FramePeer known = connect();
    send_text(known, "hello");
    FramePeer older = connect(), newer = connect();
    EXPECT_EQ(count(FrameServerCounter::evicted), 0u);
    FramePeer newest = connect();
    EXPECT_EQ(count(FrameServerCounter::evicted), 1u);
    EXPECT_TRUE(older.is_closed());
    for (FramePeer* stays : {&known, &newer, &newest}) EXPECT_FALSE(stays->is_closed());
    send_text(newer, "so I say it");
    FramePeer another = connect();
    EXPECT_EQ(count(FrameServerCounter::evicted), 1u) << "a peer that has sent a frame leaves its place";
    EXPECT_THAT(heard, ElementsAre("1: hello", "3: so I say it"));
}

TEST_F(FrameServerTest, ATooLongFirstFrameMayBeAnswered) {
    oversized_hook = [&](SessionId session) {
        send(session.value, "too long");
        server->close(session);
    };
    FramePeer peer = connect();
    announce_too_much(peer);
    EXPECT_THAT(heard, ElementsAre("1 oversized"));
    server->poll(kStart + kInstant);
    EXPECT_THAT(texts(peer), ElementsAre("too long"));
    EXPECT_TRUE(peer.is_closed());
    EXPECT_EQ(count(FrameServerCounter::oversized), 1u);
    EXPECT_THAT(heard, ElementsAre("1 oversized")) << "a peer that the owner closed is not reported as gone";
}

TEST_F(FrameServerTest, ATooLongFirstFrameEndsTheConnection) {
    FramePeer peer = connect();
    announce_too_much(peer);
    EXPECT_TRUE(peer.is_closed());
    EXPECT_THAT(heard, ElementsAre("1 oversized"));
}

TEST_F(FrameServerTest, ATooLongLaterFrameEndsTheConnection) {
    FramePeer peer = connect();
    send_text(peer, "hello");
    announce_too_much(peer);
    EXPECT_TRUE(peer.is_closed());
    EXPECT_EQ(count(FrameServerCounter::oversized), 1u);
    EXPECT_THAT(heard, ElementsAre("1: hello", "1 gone"));
}

TEST_F(FrameServerTest, APeerThatLeavesTooMuchUnreadIsClosed) {
    FramePeer peer = connect({.buffer_bytes = 100}), other = connect();
    send_text(peer, "hello");
    send_text(other, "hello");
    send(1, std::string(1000, 'x'));  // 1004 with the length; the peer's buffer has taken 100
    EXPECT_EQ(server->unsent_bytes(SessionId{1}), 904u);
    EXPECT_FALSE(server->all_sent());
    server->poll(kStart);
    EXPECT_EQ(count(FrameServerCounter::slow_readers), 0u) << "this many bytes may wait";
    send(1, std::string(93, 'y'));
    server->poll(kStart);
    EXPECT_EQ(count(FrameServerCounter::slow_readers), 1u);
    EXPECT_THAT(heard, ElementsAre("1: hello", "2: hello", "1 gone"));
    EXPECT_EQ(server->unsent_bytes(SessionId{1}), 0u);
    EXPECT_TRUE(server->all_sent());
    EXPECT_FALSE(other.is_closed());
    send(1, "nobody hears this");
    server->close(SessionId{1});
}

TEST_F(FrameServerTest, QueuedBytesAreWrittenInLaterTurns) {
    FramePeer peer = connect({.buffer_bytes = 100});
    send_text(peer, "hello");
    const std::string text(900, 'x');
    send(1, text);
    for (int i = 0; i < 20 && !server->all_sent(); ++i) {
        peer.listen();
        server->poll(kStart);
    }
    EXPECT_THAT(texts(peer), ElementsAre(text));
    EXPECT_TRUE(server->all_sent());
}

TEST_F(FrameServerTest, AClosedPeerReadsItsQueueAndIsNotHeard) {
    FramePeer peer = connect({.buffer_bytes = 100});
    send_text(peer, "hello");
    send(1, std::string(300, 'x'));
    server->close(SessionId{1});
    send_text(peer, "unheard");
    for (int i = 0; i < 20 && !peer.is_closed(); ++i) server->poll(kStart);
    EXPECT_TRUE(peer.is_closed());
    EXPECT_THAT(texts(peer), ElementsAre(std::string(300, 'x')));
    EXPECT_THAT(heard, ElementsAre("1: hello"));
}

TEST_F(FrameServerTest, AClosedPeerThatDoesNotReadIsDroppedInTime) {
    FramePeer peer = connect({.buffer_bytes = 100});
    send_text(peer, "hello");
    send(1, std::string(300, 'x'));
    server->poll(kStart + kLimit);
    server->close(SessionId{1});
    server->poll(kStart + kLimit + kLimit);
    EXPECT_FALSE(server->all_sent());
    server->poll(kStart + kLimit + kLimit + kInstant);
    EXPECT_TRUE(server->all_sent());
    EXPECT_EQ(count(FrameServerCounter::slow_readers), 1u);
    EXPECT_THAT(heard, ElementsAre("1: hello"));
}

TEST_F(FrameServerTest, ReportsTheEndOfKnownPeersOnly) {
    FramePeer known = connect(), stranger = connect();
    send_text(known, "hello");
    known.send_frame("last words");
    known.stream.reset();
    stranger.stream.reset();
    server->readable(*known.ours);
    server->readable(*stranger.ours);
    EXPECT_THAT(heard, ElementsAre("1: hello", "1: last words", "1 gone"));
}

TEST_F(FrameServerTest, ABusyPeerDoesNotBlockTheOthers) {
    FramePeer talker = connect(), other = connect();
    for (int i = 0; i < 99; ++i) talker.send_frame("again");
    send_text(talker, "again");
    EXPECT_THAT(heard, SizeIs(32));
    send_text(other, "me too");
    EXPECT_EQ(heard.back(), "2: me too");
    for (const std::size_t so_far : {65u, 97u, 101u, 101u}) {
        server->poll(kStart);
        EXPECT_THAT(heard, SizeIs(so_far)) << "buffered bytes need no readable event";
    }
}

TEST_F(FrameServerTest, TheOwnerMayCloseFromWithinAFrame) {
    frame_hook = [&](SessionId session) { server->close(session); };
    FramePeer peer = connect();
    peer.send_frame("one");
    send_text(peer, "two");
    server->poll(kStart);
    EXPECT_THAT(heard, ElementsAre("1: one"));
    EXPECT_TRUE(peer.is_closed());
}

/// A stream whose other end gives its proof when the test says so.
class LateProof final : public Stream {
  public:
    LateProof(std::unique_ptr<Stream> stream, const bool& is_proven, std::string name)
        : stream_(std::move(stream)), is_proven_(is_proven), proof_{std::move(name), {}} {}
    Io read_some(std::span<std::byte> into) override { return stream_->read_some(into); }
    Io write_some(ByteView bytes) override { return stream_->write_some(bytes); }
    void close() override { stream_->close(); }
    void wait_readable(WallDuration) override {}
    const StreamProof* proof() const override { return is_proven_ ? &proof_ : nullptr; }

  private:
    std::unique_ptr<Stream> stream_;
    const bool& is_proven_;
    StreamProof proof_;
};

struct FrameServerProofTest : FrameServerTest {
    FramePeer connect_as(const std::string& name, const bool& is_proven) {
        auto [end, theirs] = sim::stream_pair({});
        auto ours = std::make_unique<LateProof>(std::move(end), is_proven, name);
        FramePeer peer{ours.get(), std::move(theirs), "", false};
        server->accepted(std::move(ours), Endpoint::loopback(static_cast<std::uint16_t>(5000 + ++connected)));
        server->readable(*peer.ours);
        return peer;
    }
};

TEST_F(FrameServerProofTest, APeerHasOneLimitForItsProofAndAnotherForItsFirstFrame) {
    open({.unread_bytes_max = 1000, .proof_limit = kLimit, .first_frame_limit = kLimit * 3});
    bool is_proven = false;
    FramePeer slow = connect_as("slow", is_proven);
    server->poll(kStart + kLimit);
    EXPECT_FALSE(slow.is_closed());
    is_proven = true;
    server->readable(*slow.ours);
    server->poll(kStart + kLimit * 4);
    EXPECT_FALSE(slow.is_closed()) << "its time begins anew with the proof";
    server->poll(kStart + kLimit * 4 + kInstant);
    EXPECT_TRUE(slow.is_closed());
    EXPECT_THAT(refused, ElementsAre("slow (127.0.0.1:5001): no frame came in time"));
    EXPECT_EQ(count(FrameServerCounter::silent), 1u);
}

TEST_F(FrameServerProofTest, OneNameCannotHoldManyConnectionsWithoutAFrame) {
    const bool is_proven = true;
    std::vector<FramePeer> peers;
    for (std::size_t i = 0; i < FrameServer::kFramelessPerNameMax; ++i)
        peers.push_back(connect_as("greedy", is_proven));
    FramePeer other = connect_as("modest", is_proven);
    EXPECT_THAT(refused, IsEmpty());
    FramePeer more = connect_as("greedy", is_proven);
    EXPECT_TRUE(peers.front().is_closed()) << "the oldest makes room";
    EXPECT_FALSE(peers.back().is_closed() || other.is_closed() || more.is_closed());
    EXPECT_THAT(refused,
                ElementsAre("greedy (127.0.0.1:5001): too many connections with this credential have "
                            "sent no frame"));
    send_text(more, "hello");
    EXPECT_THAT(heard, ElementsAre("6: hello"));
}

TEST_F(FrameServerProofTest, ALackOfDescriptorsDropsTheOldestThatIsSilent) {
    const bool is_proven = true;
    FramePeer busy = connect();
    send_text(busy, "hello");
    FramePeer silent = connect_as("silent", is_proven);
    FramePeer newer = connect();
    server->descriptors_exhausted();
    EXPECT_TRUE(silent.is_closed());
    EXPECT_FALSE(busy.is_closed() || newer.is_closed());
    EXPECT_EQ(count(FrameServerCounter::evicted), 1u);
    server->descriptors_exhausted();
    EXPECT_TRUE(newer.is_closed());
    server->descriptors_exhausted();
    EXPECT_FALSE(busy.is_closed()) << "who has sent a frame stays";
    EXPECT_THAT(refused, SizeIs(2));
}

TEST_F(FrameServerTest, SecuresStreamsIfItCanFindSecrets) {
    const Secret secret = make_secret();
    server.emplace(*this, FrameServer::Bounds{.unread_bytes_max = 1000},
                   [&secret](std::string_view name) { return name == "holder" ? &secret : nullptr; });
    server->poll(kStart);
    auto [ours, theirs] = sim::stream_pair({});
    Stream& end = *ours;
    FrameChannel client(secure_as_client(std::move(theirs), {"holder", secret}));
    server->accepted(std::move(ours), Endpoint::loopback(static_cast<std::uint16_t>(5000 + ++connected)));
    client.queue(as_byte_view("hello"));
    for (int i = 0; i < 10 && heard.empty(); ++i) {
        client.flush();
        client.poll();
        server->readable(end);
    }
    EXPECT_THAT(heard, ElementsAre("1: hello"));
    FramePeer plain = connect();
    plain.send_frame("hello");
    server->readable(*plain.ours);
    EXPECT_TRUE(plain.is_closed());
    EXPECT_EQ(count(FrameServerCounter::unproven), 1u);
    EXPECT_THAT(refused, SizeIs(1));
}

TEST(PendingConnections, LeaveMostDescriptorsToMembers) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit few{200, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    EXPECT_EQ(pending_connections_max(), 50u);
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_LE(pending_connections_max(), limits::kPendingHandshakesMax);
}

}  // namespace
}  // namespace synchrono::net
