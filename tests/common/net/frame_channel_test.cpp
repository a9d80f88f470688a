// Proves that frames survive streams that carry little at a time, and that streams which break at any
// operation or announce too long a frame are noticed.
#include "common/net/frame_channel.hpp"

#include <gtest/gtest.h>
#include <optional>
#include <string>

#include "common/net/sim/stream_pair.hpp"

namespace synchrono::net {
namespace {

using Event = FrameChannel::Event;

std::string of(FrameChannel::Polled polled) {
    switch (polled.event) {
        case Event::frame:
            return "frame " + std::string(as_text(polled.frame));
        case Event::nothing:
            return "nothing";
        case Event::closed:
            return "closed";
        case Event::oversized:
            return "oversized";
    }
    return "?";
}

TEST(FrameChannel, GivesFramesInOrderThenTheEnd) {
    auto [a, b] = sim::stream_pair();
    FrameChannel sender(std::move(a)), receiver(std::move(b));
    EXPECT_EQ(of(receiver.poll()), "nothing");
    for (const char* text : {"one", "", "three"}) sender.send(as_byte_view(text));
    EXPECT_EQ(sender.unsent_bytes(), 0u);
    sender.close();
    for (const char* text : {"frame one", "frame ", "frame three", "closed", "closed"}) {
        EXPECT_EQ(of(receiver.poll()), text);
    }
    EXPECT_FALSE([&] {
        receiver.send(as_byte_view("late"));
        return receiver.flush();
    }());
    EXPECT_EQ(receiver.unsent_bytes(), 0u);
}

TEST(FrameChannel, AssemblesFramesFromSingleBytes) {
    auto [a, b] = sim::stream_pair({.bytes_max = 1});
    FrameChannel sender(std::move(a)), receiver(std::move(b));
    for (int i = 0; i < 50; ++i) sender.send(as_byte_view(std::string(static_cast<std::size_t>(i * 7), 'x')));
    for (int i = 0; i < 50; ++i)
        EXPECT_EQ(of(receiver.poll()), "frame " + std::string(static_cast<std::size_t>(i * 7), 'x'));
    EXPECT_EQ(of(receiver.poll()), "nothing");
}

TEST(FrameChannel, LengthIsBigEndian) {
    auto [a, b] = sim::stream_pair();
    FrameChannel sender(std::move(a));
    sender.send(Bytes(0x0102));
    std::array<std::byte, 4> head;
    ASSERT_EQ(b->read_some(head).bytes, 4u);
    EXPECT_EQ(head, (std::array{std::byte{0}, std::byte{0}, std::byte{1}, std::byte{2}}));
}

TEST(FrameChannel, KeepsBytesThatTheStreamDoesNotTake) {
    auto [a, b] = sim::stream_pair({.buffer_bytes = 10});
    FrameChannel sender(std::move(a)), receiver(std::move(b));
    sender.send(Bytes(100));
    EXPECT_EQ(sender.unsent_bytes(), 94u);
    int polls = 0;
    while (receiver.poll().event == Event::nothing && polls < 100) {
        EXPECT_TRUE(sender.flush());
        ++polls;
    }
    EXPECT_LT(polls, 20);
    EXPECT_EQ(sender.unsent_bytes(), 0u);
}

TEST(FrameChannel, TakesTheLargestFrame) {
    auto [a, b] = sim::stream_pair({.buffer_bytes = 2 * limits::kFrameBytesMax});
    FrameChannel sender(std::move(a)), receiver(std::move(b));
    sender.send(Bytes(limits::kFrameBytesMax));
    const auto polled = receiver.poll();
    ASSERT_EQ(polled.event, Event::frame);
    EXPECT_EQ(polled.frame.size(), limits::kFrameBytesMax);
}

TEST(FrameChannel, RefusesAnOversizedFrameByItsLength) {
    struct Row {
        std::size_t limit, length;
        const char* expected;
    };
    for (const auto& [limit, length, expected] :
         {Row{100, 100, "nothing"}, Row{100, 101, "oversized"}, Row{0, 1, "oversized"},
          Row{limits::kFrameBytesMax, 0xffffffff, "oversized"}}) {
        auto [a, b] = sim::stream_pair();
        FrameChannel receiver(std::move(b), limit);
        std::array<std::byte, 4> head;
        for (std::size_t i = 0; i < 4; ++i) head[i] = static_cast<std::byte>(length >> (24 - 8 * i));
        ASSERT_EQ(a->write_some(head).bytes, 4u);
        EXPECT_EQ(of(receiver.poll()), expected);
        EXPECT_EQ(of(receiver.poll()), expected);
    }
}

TEST(FrameChannel, TheLimitMayBeRaised) {
    auto [a, b] = sim::stream_pair();
    FrameChannel sender(std::move(a)), receiver(std::move(b), 5);
    sender.send(as_byte_view("hello"));
    sender.send(as_byte_view("longer"));
    EXPECT_EQ(of(receiver.poll()), "frame hello");
    receiver.set_frame_bytes_max(6);
    EXPECT_EQ(of(receiver.poll()), "frame longer");
}

TEST(FrameChannel, AnIncompleteFrameIsDiscarded) {
    auto [a, b] = sim::stream_pair();
    FrameChannel receiver(std::move(b));
    ASSERT_EQ(a->write_some(as_byte_view(std::string_view("\0\0\0\5hell", 8))).bytes, 8u);
    EXPECT_EQ(of(receiver.poll()), "nothing");
    a->close();
    EXPECT_EQ(of(receiver.poll()), "closed");
}

// Exchanges a question, an answer and thanks over a stream that breaks at operation N, for each N from 1
// until the exchange succeeds. Both sides always notice the break, and every frame that they receive is
// whole.
TEST(FrameChannel, SurvivesAFailureAtEveryOperation) {
    std::uint64_t n = 0;
    bool succeeded = false;
    while (!succeeded) {
        ASSERT_LT(++n, 1000u);
        auto [a, b] = sim::stream_pair({.fail_at = n, .bytes_max = 3});
        FrameChannel client(std::move(a)), server(std::move(b));
        client.send(as_byte_view("question"));
        std::string client_saw, server_saw;
        for (int turn = 0; turn < 20 && client_saw != "closed" && server_saw != "closed"; ++turn) {
            if (const auto polled = server.poll(); polled.event != Event::nothing) {
                server_saw = of(polled);
                if (server_saw == "frame question") server.send(as_byte_view("answer"));
                if (server_saw == "frame thanks") {
                    succeeded = true;
                    break;
                }
            }
            if (const auto polled = client.poll(); polled.event != Event::nothing) {
                client_saw = of(polled);
                if (client_saw == "frame answer") client.send(as_byte_view("thanks"));
            }
            server.flush();
            client.flush();
        }
        if (!succeeded) {
            EXPECT_EQ(of(client.poll()), "closed") << n;
            EXPECT_EQ(of(server.poll()), "closed") << n;
            EXPECT_FALSE(client.flush() && server.flush() && client.unsent_bytes() > 0) << n;
        }
    }
    EXPECT_GT(n, 10u);
}

}  // namespace
}  // namespace synchrono::net
