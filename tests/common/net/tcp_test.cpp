// Proves on the loopback interface that streams carry bytes both ways and end as they should. A listener can
// be woken. It survives a lack of descriptors, and callbacks that end streams. A thousand silent connections
// cost little and hinder nobody.
#include "common/net/tcp.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "common/net/frame_channel.hpp"
#include "tests/support/descriptor_limit.hpp"

namespace synchrono::net {
namespace {

using Status = Stream::Status;

constexpr auto kLimit = WallDuration::seconds(20);

struct Owner final : StreamEvents {
    void accepted(std::unique_ptr<Stream> stream, const Endpoint& from) override {
        peers.push_back(from);
        if (on_accepted) on_accepted();
        streams.push_back(std::move(stream));
    }
    void readable(Stream& stream) override {
        ++reads;
        if (on_readable) on_readable(stream);
    }
    void drop(Stream& stream) {
        std::erase_if(streams, [&](const auto& owned) { return owned.get() == &stream; });
    }
    std::vector<std::unique_ptr<Stream>> streams;
    std::vector<Endpoint> peers;
    int reads = 0;
    std::function<void()> on_accepted;
    std::function<void(Stream&)> on_readable;
};

std::unique_ptr<TcpListener> listen() {
    auto listener = TcpListener::open(Endpoint::loopback(0));
    if (!listener) {
        ADD_FAILURE() << listener.error().text;
        std::abort();
    }
    return std::move(*listener);
}

std::unique_ptr<Stream> connect(const Endpoint& to) {
    auto stream = tcp_connect(to, kLimit);
    if (!stream) {
        ADD_FAILURE() << stream.error().text;
        std::abort();
    }
    return std::move(*stream);
}

/// Runs the listener until `done` returns true; returns false if that takes more than about 10 s.
bool run_until(TcpListener& listener, Owner& owner, const std::function<bool()>& done) {
    for (int i = 0; i < 1000; ++i) {
        if (done()) return true;
        listener.run_for(WallDuration::milliseconds(10), owner);
    }
    return done();
}

std::string read_all(Stream& stream) {
    std::string text;
    std::array<std::byte, 1000> chunk;
    for (;;) {
        const auto io = stream.read_some(chunk);
        if (io.status != Status::ok) return text;
        text += as_text(ByteView(chunk).first(io.bytes));
    }
}

TEST(Tcp, CarriesBytesBothWays) {
    auto listener = listen();
    Owner owner;
    auto client = connect(listener->local());
    ASSERT_EQ(client->write_some(as_byte_view("hello")).bytes, 5u);
    std::string heard;
    owner.on_readable = [&](Stream& stream) {
        heard += read_all(stream);
        stream.write_some(as_byte_view("answer"));
    };
    ASSERT_TRUE(run_until(*listener, owner, [&] { return heard == "hello"; })) << heard;
    EXPECT_TRUE(owner.peers.at(0).is_loopback());

    client->wait_readable(kLimit);
    EXPECT_EQ(read_all(*client), "answer");
    std::array<std::byte, 10> chunk;
    EXPECT_EQ(client->read_some(chunk).status, Status::would_block);
}

TEST(Tcp, TheEndComesOnceAndForGood) {
    auto listener = listen();
    Owner owner;
    auto client = connect(listener->local());
    std::array<std::byte, 10> chunk;
    int closed = 0;
    owner.on_readable = [&](Stream& stream) {
        if (stream.read_some(chunk).status == Status::closed) ++closed;
    };
    ASSERT_TRUE(run_until(*listener, owner, [&] { return owner.streams.size() == 1; }));
    client.reset();
    ASSERT_TRUE(run_until(*listener, owner, [&] { return closed == 1; }));
    const int reads = owner.reads;
    for (int i = 0; i < 3; ++i) listener->run_for({}, owner);
    EXPECT_EQ(owner.reads, reads);  // a dead stream causes no busy loop
    EXPECT_EQ(owner.streams[0]->read_some(chunk).status, Status::closed);
    EXPECT_EQ(owner.streams[0]->write_some(as_byte_view("x")).status, Status::closed);
}

TEST(Tcp, ClosingOneEndClosesTheOther) {
    auto listener = listen();
    Owner owner;
    auto client = connect(listener->local());
    ASSERT_TRUE(run_until(*listener, owner, [&] { return owner.streams.size() == 1; }));
    owner.streams[0]->write_some(as_byte_view("last words"));
    owner.streams[0]->close();
    std::array<std::byte, 100> chunk;
    EXPECT_EQ(owner.streams[0]->read_some(chunk).status, Status::closed);
    client->wait_readable(kLimit);
    EXPECT_EQ(read_all(*client), "last words");
    client->wait_readable(kLimit);
    EXPECT_EQ(client->read_some(chunk).status, Status::closed);
}

TEST(Tcp, ReadableIsRepeatedUntilAllIsRead) {
    auto listener = listen();
    Owner owner;
    std::string heard;
    owner.on_readable = [&](Stream& stream) {
        std::array<std::byte, 1> one;
        if (stream.read_some(one).bytes == 1) heard += as_text(one);
    };
    auto client = connect(listener->local());
    ASSERT_EQ(client->write_some(as_byte_view("abcdef")).bytes, 6u);
    EXPECT_TRUE(run_until(*listener, owner, [&] { return heard == "abcdef"; }));
    EXPECT_EQ(owner.reads, 6);
}

TEST(Tcp, AFullStreamBlocksAndContinues) {
    auto listener = listen();
    Owner owner;
    auto client = connect(listener->local());
    ASSERT_TRUE(run_until(*listener, owner, [&] { return owner.streams.size() == 1; }));
    FrameChannel out(std::move(client)), in(std::move(owner.streams[0]));
    constexpr int kFrames = 40;
    for (int i = 0; i < kFrames; ++i) out.send(Bytes(limits::kFrameBytesMax, static_cast<std::byte>(i)));
    EXPECT_GT(out.unsent_bytes(), 0u);
    int received = 0;
    for (int i = 0; i < 100'000 && received < kFrames; ++i) {
        ASSERT_TRUE(out.flush());
        const auto polled = in.poll();
        if (polled.event == FrameChannel::Event::nothing)
            in.stream().wait_readable(WallDuration::milliseconds(10));
        if (polled.event != FrameChannel::Event::frame) continue;
        ASSERT_EQ(polled.frame.size(), limits::kFrameBytesMax);
        ASSERT_EQ(polled.frame.back(), static_cast<std::byte>(received));
        ++received;
    }
    EXPECT_EQ(received, kFrames);
    EXPECT_EQ(out.unsent_bytes(), 0u);
}

TEST(TcpListener, CallbacksMayEndAnyStream) {
    auto listener = listen();
    Owner owner;
    std::vector<std::unique_ptr<Stream>> clients;
    for (int i = 0; i < 10; ++i) {
        clients.push_back(connect(listener->local()));
        clients.back()->write_some(as_byte_view("x"));
    }
    int dropped = 0;
    owner.on_readable = [&](Stream& stream) {
        // The callback ends the stream that it was called for, and another.
        owner.drop(stream);
        ++dropped;
        if (!owner.streams.empty()) {
            owner.streams.pop_back();
            ++dropped;
        }
    };
    EXPECT_TRUE(run_until(*listener, owner, [&] { return dropped == 10; }));
    EXPECT_TRUE(owner.streams.empty());
}

TEST(TcpListener, StreamsMayOutliveIt) {
    auto listener = listen();
    Owner owner;
    auto client = connect(listener->local());
    ASSERT_TRUE(run_until(*listener, owner, [&] { return owner.streams.size() == 1; }));
    const Endpoint where = listener->local();
    listener.reset();
    ASSERT_EQ(client->write_some(as_byte_view("still")).bytes, 5u);
    owner.streams[0]->wait_readable(kLimit);
    EXPECT_EQ(read_all(*owner.streams[0]), "still");
    EXPECT_FALSE(tcp_connect(where, kLimit));
}

TEST(TcpListener, CanBeWokenByAnotherThreadOrBeforehand) {
    auto listener = listen();
    Owner owner;
    listener->wake();
    listener->run_for(WallDuration::seconds(3600), owner);  // returns only because of the call to wake
    std::thread waker([&] { listener->wake(); });
    listener->run_for(WallDuration::seconds(3600), owner);
    waker.join();
}

TEST(TcpListener, CanBeWokenInItsOwnCallback) {
    auto listener = listen();
    Owner owner;
    owner.on_accepted = [&] { listener->wake(); };
    auto client = connect(listener->local());
    listener->run_for(WallDuration::seconds(3600), owner);
    EXPECT_EQ(owner.streams.size(), 1u);
}

TEST(TcpListener, SaysWhyItCannotOpen) {
    auto first = listen();
    const auto second = TcpListener::open(first->local());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().text,
              "cannot bind TCP " + first->local().to_string() + ": Address already in use");
}

TEST(TcpConnect, SaysWhyItFails) {
    auto listener = listen();
    const Endpoint where = listener->local();
    listener.reset();
    const auto refused = tcp_connect(where, kLimit);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, "cannot connect to " + where.to_string() + ": Connection refused");
    EXPECT_TRUE(refused.error().temporary);
}

TEST(TcpConnect, GivesUpAtItsLimit) {
    // This socket never accepts and has the shortest queue, so nobody answers once the queue is full.
    const int deaf = ::socket(AF_INET, SOCK_STREAM, 0);
    const Endpoint any = Endpoint::loopback(0);
    ASSERT_EQ(::bind(deaf, static_cast<const sockaddr*>(any.data()), static_cast<socklen_t>(any.size())), 0);
    ASSERT_EQ(::listen(deaf, 0), 0);
    sockaddr_storage bound{};
    socklen_t size = sizeof bound;
    ASSERT_EQ(::getsockname(deaf, reinterpret_cast<sockaddr*>(&bound), &size), 0);
    const auto where = Endpoint::from_sockaddr(&bound, size);
    std::vector<std::unique_ptr<Stream>> queued;
    std::string why;
    for (int i = 0; i < 10 && why.empty(); ++i) {
        auto stream = tcp_connect(where, WallDuration::milliseconds(20));
        if (stream) {
            queued.push_back(std::move(*stream));
        } else {
            why = stream.error().text;
        }
    }
    EXPECT_EQ(why, "cannot connect to " + where.to_string() + ": Connection timed out");
    ::close(deaf);
}

TEST(TcpListener, SurvivesALackOfDescriptors) {
    auto listener = listen();
    Owner owner;
    auto client = connect(listener->local());
    {
        const testing::DescriptorLimit limit;
        ASSERT_TRUE(limit.set(3));  // fewer than are open, so that no other can be opened
        ASSERT_TRUE(run_until(*listener, owner, [&] { return listener->accept_failures() >= 2; }));
        EXPECT_TRUE(owner.streams.empty());
    }
    EXPECT_TRUE(run_until(*listener, owner, [&] { return owner.streams.size() == 1; }));
}

std::size_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t pages = 0, resident = 0;
    statm >> pages >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

TEST(TcpListener, AcceptsOthersDespiteAThousandSilentConnections) {
    constexpr std::size_t kSilent = 1000;
    const testing::DescriptorLimit limit;
    if (limit.before.rlim_cur < 2 * kSilent + 200) {
        ASSERT_TRUE(limit.set(std::min<rlim_t>(limit.before.rlim_max, 2 * kSilent + 200)));
    }
    auto listener = listen();
    Owner owner;
    std::vector<int> silent;
    const Endpoint to = listener->local();
    const auto add_silent = [&] {
        const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        ASSERT_GE(fd, 0);
        silent.push_back(fd);
        ASSERT_EQ(::connect(fd, static_cast<const sockaddr*>(to.data()), static_cast<socklen_t>(to.size())),
                  0);
    };
    // The first connections cause the allocations that are made only once.
    for (int i = 0; i < 50; ++i) add_silent();
    ASSERT_TRUE(run_until(*listener, owner, [&] { return owner.streams.size() == silent.size(); }));
    const std::size_t before = resident_bytes();
    while (silent.size() < kSilent) {
        for (int i = 0; i < 50; ++i) add_silent();
        ASSERT_TRUE(run_until(*listener, owner, [&] { return owner.streams.size() == silent.size(); }));
    }
    const std::size_t grown = resident_bytes() - std::min(before, resident_bytes());
    EXPECT_LT(grown, kSilent * 16 * 1024) << "a silent connection costs " << grown / kSilent << " bytes";

    std::string heard;
    owner.on_readable = [&](Stream& stream) { heard += read_all(stream); };
    auto honest = connect(listener->local());
    ASSERT_EQ(honest->write_some(as_byte_view("hello")).bytes, 5u);
    EXPECT_TRUE(run_until(*listener, owner, [&] { return heard == "hello"; }));
    EXPECT_EQ(owner.reads, 1);
    for (const int fd : silent) ::close(fd);
}

}  // namespace
}  // namespace synchrono::net
