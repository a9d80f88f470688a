// Proves on the loopback interface that batches arrive whole, that errors of a peer do no harm, that a
// datagram which is too long is dropped and counted, and that neither direction allocates memory.
#include "common/net/udp_socket.hpp"

#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <string>

#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::net {
namespace {

const Endpoint kAnyPort = Endpoint::loopback(0);
constexpr auto kSoon = WallDuration::seconds(5);  // never reached: the datagrams were sent already

std::unique_ptr<UdpSocket> open(const UdpOptions& options = {}, const Endpoint& local = kAnyPort) {
    auto socket = UdpSocket::open(local, options);
    if (!socket) {
        ADD_FAILURE() << socket.error().text;
        std::abort();
    }
    return std::move(*socket);
}

struct Received {
    std::string text;
    Endpoint from;
};

std::vector<Received> receive(UdpSocket& socket, std::size_t count) {
    std::vector<Received> all;
    for (int empty = 0; all.size() < count && empty < 3;) {
        const auto batch = socket.receive(kSoon);
        if (batch.empty()) ++empty;
        for (const auto& datagram : batch)
            all.push_back({std::string(as_text(datagram.bytes)), datagram.from});
    }
    return all;
}

TEST(UdpSocket, TransfersMoreThanABatchAtOnce) {
    auto a = open({.batch = 8}), b = open({.batch = 3});
    std::vector<std::string> texts;
    for (int i = 0; i < 50; ++i)
        texts.push_back(std::string(static_cast<std::size_t>(i), static_cast<char>('a' + i % 26)));
    std::vector<OutDatagram> out;
    for (const auto& text : texts) out.push_back({b->local(), as_byte_view(text)});
    EXPECT_EQ(a->send(out), out.size());
    const auto received = receive(*b, texts.size());
    ASSERT_EQ(received.size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_EQ(received[i].text, texts[i]);
        EXPECT_EQ(received[i].from, a->local());
    }
}

TEST(UdpSocket, SendsTwoPiecesAsOneDatagram) {
    auto a = open(), b = open();
    const std::string tail(18'000, 't');
    const OutDatagram out[] = {{b->local(), as_byte_view("one "), as_byte_view(tail)},
                               {b->local(), as_byte_view("alone")},
                               {b->local(), {}, as_byte_view(tail)}};
    EXPECT_EQ(a->send(out), 3u);
    EXPECT_EQ(a->send(std::span(out).first(1)), 1u) << "also as the only datagram";
    const auto received = receive(*b, 4);
    ASSERT_EQ(received.size(), 4u);
    EXPECT_EQ(received[0].text, "one " + tail);
    EXPECT_EQ(received[1].text, "alone");
    EXPECT_EQ(received[2].text, tail);
    EXPECT_EQ(received[3].text, "one " + tail);
}

TEST(UdpSocket, AnswersItsPeers) {
    auto server = open();
    auto client = open({.batch = 2, .connect_to = server->local()}, {});
    EXPECT_TRUE(client->local().is_loopback());
    const OutDatagram hello[] = {{{}, as_byte_view("hello")}};
    ASSERT_EQ(client->send(hello), 1u);
    const auto heard = receive(*server, 1);
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_EQ(heard[0].from, client->local());
    const OutDatagram answer[] = {{heard[0].from, as_byte_view("answer")}};
    ASSERT_EQ(server->send(answer), 1u);
    const auto back = receive(*client, 1);
    ASSERT_EQ(back.size(), 1u);
    EXPECT_EQ(back[0].text, "answer");
    EXPECT_EQ(back[0].from, server->local());
}

TEST(UdpSocket, ABatchOfOneWorksTheSame) {
    auto a = open(), b = open({.batch = 1, .datagram_bytes_max = 10});
    const OutDatagram out[] = {{b->local(), as_byte_view("too long a one")},
                               {b->local(), as_byte_view("ten bytes.")},
                               {b->local(), {}}};
    ASSERT_EQ(a->send(out), 3u);
    std::vector<std::string> texts;
    for (int i = 0; i < 3; ++i) {
        for (const auto& datagram : b->receive(kSoon)) {
            texts.emplace_back(as_text(datagram.bytes));
            EXPECT_EQ(datagram.from, a->local());
        }
    }
    EXPECT_EQ(texts, (std::vector<std::string>{"ten bytes.", ""}));
    EXPECT_EQ(b->oversized(), 1u);
    EXPECT_TRUE(b->receive({}).empty());
}

TEST(UdpSocket, AConnectedSocketHearsOnlyItsPeer) {
    auto server = open(), stranger = open();
    auto client = open({.connect_to = server->local()}, {});
    const OutDatagram spoof[] = {{client->local(), as_byte_view("spoof")}};
    ASSERT_EQ(stranger->send(spoof), 1u);
    const OutDatagram word[] = {{client->local(), as_byte_view("word")}};
    ASSERT_EQ(server->send(word), 1u);
    const auto heard = receive(*client, 1);
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_EQ(heard[0].text, "word");
}

TEST(UdpSocket, DoesNotWaitWhenNotAskedTo) {
    auto socket = open();
    EXPECT_TRUE(socket->receive({}).empty());
    EXPECT_TRUE(socket->receive(WallDuration::milliseconds(1)).empty());
}

TEST(UdpSocket, AVanishedPeerIsNotAnError) {
    auto server = open();
    auto client = open({.connect_to = server->local()}, {});
    const Endpoint where = server->local();
    server.reset();
    const OutDatagram words[] = {{{}, as_byte_view("a")}, {{}, as_byte_view("b")}};
    for (int i = 0; i < 5; ++i) {
        client->send(words);
        EXPECT_TRUE(client->receive({}).empty());
    }
    auto again = open({}, where);
    // The kernel returns the error of an earlier datagram late; no later datagram may be lost
    // because of that.
    EXPECT_EQ(client->send(words), 2u);
    EXPECT_EQ(receive(*again, 2).size(), 2u);
}

TEST(UdpSocket, SkipsDatagramsThatCannotBeSent) {
    auto a = open(), b = open();
    const std::string huge(70'000, 'x');
    const OutDatagram out[] = {{b->local(), as_byte_view("first")},
                               {b->local(), as_byte_view(huge)},
                               {b->local(), as_byte_view("last")}};
    EXPECT_EQ(a->send(out), 2u);
    const auto received = receive(*b, 2);
    ASSERT_EQ(received.size(), 2u);
    EXPECT_EQ(received[1].text, "last");
}

TEST(UdpSocket, DropsAndCountsTooLongDatagrams) {
    auto a = open(), b = open({.datagram_bytes_max = 100});
    const std::string fits(100, 'x'), too_long(101, 'y');
    const OutDatagram out[] = {{b->local(), as_byte_view(too_long)},
                               {b->local(), as_byte_view(fits)},
                               {b->local(), as_byte_view(too_long)},
                               {b->local(), as_byte_view("z")}};
    ASSERT_EQ(a->send(out), 4u);
    const auto received = receive(*b, 2);
    ASSERT_EQ(received.size(), 2u);
    EXPECT_EQ(received[0].text, fits);
    EXPECT_EQ(received[0].from, a->local());
    EXPECT_EQ(received[1].text, "z");
    EXPECT_EQ(b->oversized(), 2u);
}

TEST(UdpSocket, SeveralSocketsMayShareAPort) {
    auto first = open({.share_port = true});
    auto second = open({.share_port = true}, first->local());
    EXPECT_EQ(first->local(), second->local());
    // All datagrams of one sender reach the same socket.
    constexpr std::size_t kSenders = 32;
    std::vector<std::unique_ptr<UdpSocket>> senders;
    for (std::size_t i = 0; i < kSenders; ++i) {
        senders.push_back(open({.batch = 1, .datagram_bytes_max = 100}));
        const OutDatagram out[] = {{first->local(), as_byte_view("x")}, {first->local(), as_byte_view("x")}};
        ASSERT_EQ(senders.back()->send(out), 2u);
    }
    std::map<Endpoint, int> by_sender;
    std::size_t heard = 0;
    for (auto* socket : {first.get(), second.get()}) {
        for (auto batch = socket->receive({}); !batch.empty(); batch = socket->receive({})) {
            for (const auto& datagram : batch) {
                by_sender[datagram.from] += socket == first.get() ? 1 : 100;
                ++heard;
            }
        }
    }
    EXPECT_EQ(heard, 2 * kSenders);
    for (const auto& [from, count] : by_sender) EXPECT_TRUE(count == 2 || count == 200) << from.to_string();
}

TEST(UdpSocket, SaysWhyItCannotOpen) {
    auto first = open();
    const auto second = UdpSocket::open(first->local());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().text,
              "cannot bind UDP " + first->local().to_string() + ": Address already in use");
}

TEST(UdpSocket, SupportsIpv6) {
    const auto local = Endpoint::parse("[::1]:0");
    auto a = UdpSocket::open(*local), b = UdpSocket::open(*local);
    if (!a || !b) GTEST_SKIP() << "this machine has no IPv6";
    const OutDatagram out[] = {{(*b)->local(), as_byte_view("six")}};
    ASSERT_EQ((*a)->send(out), 1u);
    const auto received = receive(**b, 1);
    ASSERT_EQ(received.size(), 1u);
    EXPECT_EQ(received[0].from, (*a)->local());
}

/// Expects that a socket at all addresses, `any`, can answer from each of its addresses.
void expect_answers_from(const char* any, const std::vector<const char*>& hosts) {
    auto everywhere = open({}, *Endpoint::parse(any));
    auto peer = open({}, Endpoint::parse(hosts.front())->with_port(0));
    for (const bool as_batch : {false, true}) {
        std::vector<OutDatagram> out;
        for (const char* host : hosts) {
            out.push_back(
                {peer->local(), as_byte_view("two"), as_byte_view(" pieces"), *Endpoint::parse(host)});
            if (!as_batch) {
                EXPECT_EQ(everywhere->send({&out.back(), 1}), 1u);
            }
        }
        if (as_batch) {
            EXPECT_EQ(everywhere->send(out), out.size());
        }
        const auto received = receive(*peer, hosts.size());
        ASSERT_EQ(received.size(), hosts.size());
        for (std::size_t i = 0; i < hosts.size(); ++i) {
            EXPECT_EQ(received[i].text, "two pieces");
            EXPECT_EQ(received[i].from, Endpoint::parse(hosts[i])->with_port(everywhere->local().port()));
        }
    }
}

TEST(UdpSocket, AnswersFromTheAddressThatItIsTold) {
    expect_answers_from("0.0.0.0:0", {"127.0.0.1:0", "127.0.0.2:0", "127.0.0.77:0"});
}

TEST(UdpSocket, AnswersFromTheIpv6AddressThatItIsTold) {
    if (!UdpSocket::open(*Endpoint::parse("[::1]:0"))) GTEST_SKIP() << "this machine has no IPv6";
    expect_answers_from("[::]:0", {"[::1]:0"});
}

TEST(UdpSocket, GetsTheBufferThatItAsksFor) {
    auto socket = open({.receive_buffer_bytes = 64 * 1024});
    EXPECT_GE(socket->receive_buffer_bytes(), 64 * 1024);
}

TEST(UdpSocket, TransfersDatagramsWithoutAllocating) {
    auto a = open(), b = open();
    std::vector<OutDatagram> out(20, {b->local(), as_byte_view("twenty bytes of data")});
    const auto before = log::testing::allocations_of_this_thread();
    std::size_t received = 0;
    for (int i = 0; i < 10; ++i) {
        a->send(out);
        for (auto batch = b->receive({}); !batch.empty(); batch = b->receive({})) received += batch.size();
    }
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
    EXPECT_EQ(received, 200u);
}

}  // namespace
}  // namespace synchrono::net
