// Proves that sockets of the Unix domain become streams and listeners when they are handed over, that a
// descriptor that cannot be adopted is closed and refused, and that streams and listeners own their
// descriptors.
#include "common/net/socket_stream.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

#include "tests/support/descriptor_limit.hpp"

namespace synchrono::net {
namespace {

using Status = Stream::Status;

constexpr auto kLimit = WallDuration::seconds(20);

struct Unix {
    /// Opens a listening socket under a name that the kernel picks and that is in no folder.
    Unix() {
        sockaddr_un any{};
        any.sun_family = AF_UNIX;
        EXPECT_EQ(::bind(descriptor, reinterpret_cast<sockaddr*>(&any), sizeof any.sun_family), 0);
        EXPECT_EQ(::listen(descriptor, 16), 0);
        EXPECT_EQ(::getsockname(descriptor, reinterpret_cast<sockaddr*>(&name), &size), 0);
    }
    int connect() const {
        const int client = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        EXPECT_EQ(::connect(client, reinterpret_cast<const sockaddr*>(&name), size), 0);
        return client;
    }
    int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un name{};
    socklen_t size = sizeof name;
};

struct Owner final : StreamEvents {
    void accepted(std::unique_ptr<Stream> stream, const Endpoint& from) override {
        peers.push_back(from);
        streams.push_back(std::move(stream));
    }
    void readable(Stream& stream) override {
        std::array<std::byte, 100> chunk;
        const auto io = stream.read_some(chunk);
        if (io.status == Status::closed) ++ended;
        heard += as_text(ByteView(chunk).first(io.bytes));
    }
    std::vector<std::unique_ptr<Stream>> streams;
    std::vector<Endpoint> peers;
    std::string heard;
    int ended = 0;
};

template <typename Done>
bool run_until(SocketListener& listener, Owner& owner, Done done) {
    for (int i = 0; i < 1000 && !done(); ++i) listener.run_for(WallDuration::milliseconds(10), owner);
    return done();
}

bool is_open(int descriptor) { return ::fcntl(descriptor, F_GETFD) != -1; }

TEST(SocketListener, AcceptsStreamsOfAnotherProtocol) {
    const Unix door;
    const auto listener = SocketListener::adopt(door.descriptor);
    ASSERT_TRUE(listener) << listener.error().text;
    Owner owner;
    const auto client = adopt_stream(door.connect());
    ASSERT_TRUE(client) << client.error().text;
    ASSERT_EQ((*client)->write_some(as_byte_view("hello")).bytes, 5u);
    ASSERT_TRUE(run_until(**listener, owner, [&] { return owner.heard == "hello"; }));
    EXPECT_TRUE(owner.peers.at(0).is_nowhere()) << "a Unix socket has no IP address";

    owner.streams.at(0)->write_some(as_byte_view("answer"));
    (*client)->wait_readable(kLimit);
    std::array<std::byte, 100> chunk;
    const auto io = (*client)->read_some(chunk);
    EXPECT_EQ(as_text(ByteView(chunk).first(io.bytes)), "answer");
    EXPECT_EQ((*client)->read_some(chunk).status, Status::would_block);
    (*client)->close();
    EXPECT_TRUE(run_until(**listener, owner, [&] { return owner.ended == 1; }));
}

TEST(SocketListener, ClosesAdoptedDescriptors) {
    const Unix door;
    SocketListener::adopt(door.descriptor).value().reset();
    EXPECT_FALSE(is_open(door.descriptor));
    const Unix other;
    const int client = other.connect();
    adopt_stream(client).value().reset();
    EXPECT_FALSE(is_open(client));
    ::close(other.descriptor);
}

TEST(SocketListener, RefusesDescriptorsThatAreNoSocket) {
    const auto listener = SocketListener::adopt(-1);
    ASSERT_FALSE(listener);
    EXPECT_EQ(listener.error().text, "Bad file descriptor");
    const auto stream = adopt_stream(-1);
    ASSERT_FALSE(stream);
    EXPECT_EQ(stream.error().text, "Bad file descriptor");
}

TEST(SocketListener, ReportsALackOfDescriptorsAndClosesTheGivenOne) {
#if defined(SYN_ADDRESS_SANITIZER)
    GTEST_SKIP()
        << "the sanitizer asks a pipe whether an object that is thrown can be read, and needs descriptors";
#endif
    const Unix door;
    const int client = door.connect();
    const testing::DescriptorLimit limit;
    ASSERT_TRUE(limit.set(3));  // fewer than are open, so that no other can be opened
    for (const int given : {client, door.descriptor}) {
        const std::string why =
            given == client ? adopt_stream(given).error().text : SocketListener::adopt(given).error().text;
        EXPECT_EQ(why, "Too many open files");
        EXPECT_FALSE(is_open(given));
    }
}

}  // namespace
}  // namespace synchrono::net
