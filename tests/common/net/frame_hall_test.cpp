// Proves that frames reach the owner in order and answers reach their guest, and that a stranger who says
// nothing, says too much or never reads costs no more than the limits allow and holds nobody else up.
#include "common/net/frame_hall.hpp"

#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>

#include "common/net/sim/stream_pair.hpp"
#include "tests/support/frame_peer.hpp"

namespace synchrono::net {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr WallTime kStart = WallTime::nanoseconds(1'000'000'000'000);
constexpr WallDuration kInstant = WallDuration::nanoseconds(1);
constexpr WallDuration kLimit = FrameHall::kFirstFrameLimit;

/// A frame that is plain text and not a protobuf message; lets a FramePeer read what it received.
struct TextFrame : std::string {
    bool ParseFromArray(const char* data, int size) {
        assign(data, static_cast<std::size_t>(size));
        return true;
    }
};

struct FrameHallTest : ::testing::Test, FrameHall::Owner {
    FrameHallTest() { open({.unread_bytes_max = 1000}); }
    void open(const FrameHall::Bounds& bounds) {
        hall.emplace(*this, bounds);
        hall->turn(kStart);
    }
    void frame(SessionId session, const Endpoint& peer, ByteView frame) override {
        heard.push_back(fmt::format("{}: {}", session.value, as_text(frame)));
        EXPECT_EQ(peer, Endpoint::loopback(static_cast<std::uint16_t>(5000 + session.value)));
        if (on_frame) on_frame(session);
    }
    void oversized(SessionId session) override {
        heard.push_back(fmt::format("{} oversized", session.value));
        if (on_oversized) on_oversized(session);
    }
    void gone(SessionId session) override { heard.push_back(fmt::format("{} gone", session.value)); }

    FramePeer connect(const sim::StreamPairOptions& options = {}) {
        auto [ours, theirs] = sim::stream_pair(options);
        FramePeer peer{ours.get(), std::move(theirs), "", false};
        hall->accepted(std::move(ours), Endpoint::loopback(static_cast<std::uint16_t>(5000 + ++connected)));
        return peer;
    }
    /// Requires a peer that the hall has not let go.
    void say(FramePeer& peer, const std::string& text) {
        peer.say_frame(text);
        hall->readable(*peer.ours);
    }
    void announce_too_much(FramePeer& peer) {
        const std::size_t bytes = limits::kFrameBytesMax + 1;
        peer.say(std::string{static_cast<char>(bytes >> 24), static_cast<char>(bytes >> 16),
                             static_cast<char>(bytes >> 8), static_cast<char>(bytes)});
        hall->readable(*peer.ours);
    }
    void send(std::uint32_t session, const std::string& text) {
        hall->send(SessionId{session}, as_byte_view(text));
    }
    static std::vector<std::string> texts(FramePeer& peer) {
        const std::vector<TextFrame> frames = peer.frames<TextFrame>();
        return {frames.begin(), frames.end()};
    }
    std::uint64_t count(HallCounter counter) const { return hall->counters().get(counter); }

    std::uint32_t connected = 0;
    std::vector<std::string> heard;
    std::function<void(SessionId)> on_frame, on_oversized;
    std::optional<FrameHall> hall;
};

TEST_F(FrameHallTest, PassesFramesOnInOrderAndCarriesAnswers) {
    FramePeer a = connect(), b = connect();
    a.say_frame("one");
    say(a, "two");
    say(b, "other");
    EXPECT_THAT(heard, ElementsAre("1: one", "1: two", "2: other"));
    send(1, "answer");
    send(1, "more");
    EXPECT_THAT(texts(a), ElementsAre("answer", "more"));
    EXPECT_THAT(texts(b), IsEmpty());
    EXPECT_EQ(count(HallCounter::connections), 2u);
    EXPECT_EQ(hall->unsent_bytes(SessionId{1}), 0u);
    EXPECT_TRUE(hall->idle());
}

TEST_F(FrameHallTest, AStrangerWhoSaysNothingIsLetGoInTime) {
    FramePeer silent = connect(), half = connect();
    half.say(std::string("\0\0", 2));
    hall->readable(*half.ours);
    hall->turn(kStart + kLimit);
    EXPECT_FALSE(silent.is_closed());
    EXPECT_FALSE(half.is_closed());
    hall->turn(kStart + kLimit + kInstant);
    EXPECT_TRUE(silent.is_closed());
    EXPECT_TRUE(half.is_closed()) << "half a frame is no frame";
    EXPECT_EQ(count(HallCounter::silent), 2u);
    EXPECT_THAT(heard, IsEmpty()) << "the owner never knew of them";
}

TEST_F(FrameHallTest, WhoHasSpokenMayBeSilentFromThenOn) {
    FramePeer peer = connect();
    say(peer, "hello");
    hall->turn(kStart + WallDuration::seconds(3600));
    EXPECT_FALSE(peer.is_closed());
    EXPECT_EQ(count(HallCounter::silent), 0u);
}

TEST_F(FrameHallTest, TheOldestWhoSaidNothingGivesWayToTheNewest) {
    open({.unread_bytes_max = 1000, .silent_max = 2});
    FramePeer known = connect();
    say(known, "hello");
    FramePeer older = connect(), newer = connect();
    EXPECT_EQ(count(HallCounter::evicted), 0u);
    FramePeer newest = connect();
    EXPECT_EQ(count(HallCounter::evicted), 1u);
    EXPECT_TRUE(older.is_closed());
    for (FramePeer* stays : {&known, &newer, &newest}) EXPECT_FALSE(stays->is_closed());
    say(newer, "so I say it");
    FramePeer another = connect();
    EXPECT_EQ(count(HallCounter::evicted), 1u) << "the one that spoke has left its place";
    EXPECT_THAT(heard, ElementsAre("1: hello", "3: so I say it"));
}

TEST_F(FrameHallTest, WhoBeginsWithTooLongAFrameMayBeToldSo) {
    on_oversized = [&](SessionId session) {
        send(session.value, "too long");
        hall->close(session);
    };
    FramePeer peer = connect();
    announce_too_much(peer);
    EXPECT_THAT(heard, ElementsAre("1 oversized"));
    hall->turn(kStart + kInstant);
    EXPECT_THAT(texts(peer), ElementsAre("too long"));
    EXPECT_TRUE(peer.is_closed());
    EXPECT_EQ(count(HallCounter::oversized), 1u);
    EXPECT_THAT(heard, ElementsAre("1 oversized")) << "nobody is gone whom the owner closed";
}

TEST_F(FrameHallTest, WhoBeginsWithTooLongAFrameAndIsNotClosedIsLetGo) {
    FramePeer peer = connect();
    announce_too_much(peer);
    EXPECT_TRUE(peer.is_closed());
    EXPECT_THAT(heard, ElementsAre("1 oversized"));
}

TEST_F(FrameHallTest, ALaterFrameThatIsTooLongEndsTheConnection) {
    FramePeer peer = connect();
    say(peer, "hello");
    announce_too_much(peer);
    EXPECT_TRUE(peer.is_closed());
    EXPECT_EQ(count(HallCounter::oversized), 1u);
    EXPECT_THAT(heard, ElementsAre("1: hello", "1 gone"));
}

TEST_F(FrameHallTest, WhoLeavesTooMuchUnreadIsLetGo) {
    FramePeer peer = connect({.buffer_bytes = 100}), other = connect();
    say(peer, "hello");
    say(other, "hello");
    send(1, std::string(1000, 'x'));  // 1004 with the length; the peer's buffer has taken 100
    EXPECT_EQ(hall->unsent_bytes(SessionId{1}), 904u);
    EXPECT_FALSE(hall->idle());
    hall->turn(kStart);
    EXPECT_EQ(count(HallCounter::slow_readers), 0u) << "so much may wait";
    send(1, std::string(93, 'y'));
    hall->turn(kStart);
    EXPECT_EQ(count(HallCounter::slow_readers), 1u);
    EXPECT_THAT(heard, ElementsAre("1: hello", "2: hello", "1 gone"));
    EXPECT_EQ(hall->unsent_bytes(SessionId{1}), 0u);
    EXPECT_TRUE(hall->idle());
    EXPECT_FALSE(other.is_closed());
    send(1, "nobody hears this");
    hall->close(SessionId{1});
}

TEST_F(FrameHallTest, WhatDoesNotFitAtOnceIsWrittenTurnByTurn) {
    FramePeer peer = connect({.buffer_bytes = 100});
    say(peer, "hello");
    const std::string text(900, 'x');
    send(1, text);
    for (int i = 0; i < 20 && !hall->idle(); ++i) {
        peer.listen();
        hall->turn(kStart);
    }
    EXPECT_THAT(texts(peer), ElementsAre(text));
    EXPECT_TRUE(hall->idle());
}

TEST_F(FrameHallTest, WhoIsClosedReadsWhatIsQueuedAndIsNotHeardAnyMore) {
    FramePeer peer = connect({.buffer_bytes = 100});
    say(peer, "hello");
    send(1, std::string(300, 'x'));
    hall->close(SessionId{1});
    say(peer, "unheard");
    for (int i = 0; i < 20 && !peer.is_closed(); ++i) hall->turn(kStart);
    EXPECT_TRUE(peer.is_closed());
    EXPECT_THAT(texts(peer), ElementsAre(std::string(300, 'x')));
    EXPECT_THAT(heard, ElementsAre("1: hello"));
}

TEST_F(FrameHallTest, WhoIsClosedAndDoesNotReadIsLetGoInTime) {
    FramePeer peer = connect({.buffer_bytes = 100});
    say(peer, "hello");
    send(1, std::string(300, 'x'));
    hall->turn(kStart + kLimit);
    hall->close(SessionId{1});
    hall->turn(kStart + kLimit + kLimit);
    EXPECT_FALSE(hall->idle());
    hall->turn(kStart + kLimit + kLimit + kInstant);
    EXPECT_TRUE(hall->idle());
    EXPECT_EQ(count(HallCounter::slow_readers), 1u);
    EXPECT_THAT(heard, ElementsAre("1: hello"));
}

TEST_F(FrameHallTest, TellsOfTheEndOfThoseWhoHadSpoken) {
    FramePeer known = connect(), stranger = connect();
    say(known, "hello");
    known.say_frame("last words");
    known.stream.reset();
    stranger.stream.reset();
    hall->readable(*known.ours);
    hall->readable(*stranger.ours);
    EXPECT_THAT(heard, ElementsAre("1: hello", "1: last words", "1 gone"));
}

TEST_F(FrameHallTest, OneWhoTalksWithoutEndLeavesTheOthersTheirTurn) {
    FramePeer talker = connect(), other = connect();
    for (int i = 0; i < 99; ++i) talker.say_frame("again");
    say(talker, "again");
    EXPECT_THAT(heard, SizeIs(32));
    say(other, "me too");
    EXPECT_EQ(heard.back(), "2: me too");
    for (const std::size_t so_far : {65u, 97u, 101u, 101u}) {
        hall->turn(kStart);
        EXPECT_THAT(heard, SizeIs(so_far)) << "what was read already is taken without the stream's saying so";
    }
}

TEST_F(FrameHallTest, TheOwnerMayCloseFromWithinAFrame) {
    on_frame = [&](SessionId session) { hall->close(session); };
    FramePeer peer = connect();
    peer.say_frame("one");
    say(peer, "two");
    hall->turn(kStart);
    EXPECT_THAT(heard, ElementsAre("1: one"));
    EXPECT_TRUE(peer.is_closed());
}

}  // namespace
}  // namespace synchrono::net
