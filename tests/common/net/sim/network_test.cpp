// Proves each fault of the simulated network by itself, that a history depends on the seed alone, and that
// `next_delivery` names every event at which a world that jumps from event to event must wake.
#include "common/net/sim/network.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace synchrono::net::sim {
namespace {

using Status = Stream::Status;
constexpr auto ms = [](std::int64_t n) { return WallDuration::milliseconds(n); };

struct SimNetwork : testing::Test {
    Endpoint host(int n, std::uint16_t port = 0) {
        return Endpoint::parse("10.0.0." + std::to_string(n) + ":1")->with_port(port);
    }
    void send(DatagramSocket& from, const Endpoint& to, std::string_view text) {
        const OutDatagram out[] = {{to, as_byte_view(text)}};
        ASSERT_EQ(from.send(out), 1u);
    }
    std::vector<std::string> receive(DatagramSocket& socket) {
        std::vector<std::string> all;
        for (auto batch = socket.receive({}); !batch.empty(); batch = socket.receive({})) {
            for (const auto& datagram : batch) all.emplace_back(as_text(datagram.bytes));
        }
        return all;
    }
    /// Sends the numbers 0 to n-1 from a to b, a millisecond apart. Returns everything that has arrived when
    /// nothing is on its way any more.
    std::vector<std::string> exchange(int n) {
        std::vector<std::string> all;
        const auto drain = [&] { std::ranges::move(receive(*b), std::back_inserter(all)); };
        for (int i = 0; i < n; ++i) {
            send(*a, b->local(), std::to_string(i));
            clock.advance(ms(1));
            drain();
        }
        while (const auto next = network.next_delivery()) {
            clock.set(*next);
            drain();
        }
        return all;
    }

    ManualClock clock;
    Network network{42, clock};
    std::unique_ptr<DatagramSocket> a = network.bind(host(1, 100)), b = network.bind(host(2, 100));
};

TEST_F(SimNetwork, DeliversInOrderWithoutFaults) {
    const auto received = exchange(100);
    ASSERT_EQ(received.size(), 100u);
    for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(received[i], std::to_string(i));
    EXPECT_EQ(network.fates().delivered, 100u);
}

TEST_F(SimNetwork, SendsTwoPiecesAsOneDatagram) {
    const OutDatagram out[] = {{b->local(), as_byte_view("head "), as_byte_view("and tail")}};
    ASSERT_EQ(a->send(out), 1u);
    clock.advance(ms(1));
    EXPECT_EQ(receive(*b), std::vector<std::string>{"head and tail"});
}

TEST_F(SimNetwork, DeliversWhenDueAndNotBefore) {
    network.set_faults({.delay_min = ms(5), .delay_max = ms(5)});
    const WallTime sent = clock.now();
    send(*a, b->local(), "x");
    EXPECT_EQ(network.next_delivery(), sent + ms(5));
    clock.set(sent + ms(5) - WallDuration::nanoseconds(1));
    EXPECT_TRUE(receive(*b).empty());
    clock.set(sent + ms(5));
    const auto batch = b->receive(ms(1000));
    ASSERT_EQ(batch.size(), 1u);
    EXPECT_EQ(batch[0].from, a->local());
    EXPECT_EQ(network.next_delivery(), std::nullopt);
}

TEST_F(SimNetwork, NothingArrivesAtTheInstantItWasSent) {
    send(*a, b->local(), "x");
    EXPECT_TRUE(receive(*b).empty());
    ASSERT_TRUE(network.next_delivery());
    EXPECT_GT(*network.next_delivery(), clock.now());
    clock.set(*network.next_delivery());
    EXPECT_EQ(receive(*b).size(), 1u);
}

TEST_F(SimNetwork, LosesTheGivenShare) {
    network.set_faults({.loss = 0.3});
    const auto received = exchange(10'000);
    EXPECT_NEAR(static_cast<double>(received.size()), 7000, 300);
    EXPECT_EQ(received.size() + network.fates().lost, 10'000u);
}

TEST_F(SimNetwork, DuplicatesTheGivenShare) {
    network.set_faults({.duplicate = 0.1});
    std::map<std::string, int> copies;
    for (const auto& text : exchange(10'000)) ++copies[text];
    EXPECT_EQ(copies.size(), 10'000u);
    const auto twice = std::ranges::count_if(copies, [](const auto& entry) { return entry.second == 2; });
    EXPECT_NEAR(static_cast<double>(twice), 1000, 150);
    EXPECT_EQ(static_cast<std::uint64_t>(twice), network.fates().duplicated);
}

TEST_F(SimNetwork, ReordersWhenDelaysDiffer) {
    network.set_faults({.delay_min = ms(1), .delay_max = ms(20)});
    const auto received = exchange(500);
    ASSERT_EQ(received.size(), 500u);
    const auto as_numbers = [](const std::string& x, const std::string& y) {
        return std::stoi(x) < std::stoi(y);
    };
    EXPECT_FALSE(std::ranges::is_sorted(received, as_numbers));
    // No datagram is later than the longest delay allows.
    for (std::size_t i = 0; i < received.size(); ++i) {
        EXPECT_LE(std::abs(std::stoi(received[i]) - static_cast<int>(i)), 20);
    }
}

TEST_F(SimNetwork, ReplaysMuchLater) {
    network.set_faults({.replay = 0.05, .replay_delay_max = ms(1000)});
    const auto received = exchange(2000);
    std::map<std::string, std::size_t> first;
    std::size_t late = 0;
    for (std::size_t i = 0; i < received.size(); ++i) {
        if (const auto [it, fresh] = first.emplace(received[i], i); !fresh && i - it->second > 100) ++late;
    }
    EXPECT_EQ(first.size(), 2000u);
    EXPECT_EQ(received.size(), 2000 + network.fates().replayed);
    EXPECT_GT(late, network.fates().replayed / 2);
}

TEST_F(SimNetwork, DamagesTheGivenShare) {
    network.set_faults({.corrupt = 0.2});
    const std::string text = "a datagram of some length";
    int damaged = 0, cut = 0;
    for (int i = 0; i < 1000; ++i) {
        send(*a, b->local(), text);
        clock.advance(ms(1));
        const auto received = receive(*b);
        ASSERT_EQ(received.size(), 1u);
        if (received[0] != text) ++damaged;
        if (received[0].size() != text.size()) ++cut;
    }
    EXPECT_EQ(static_cast<std::uint64_t>(damaged), network.fates().corrupted);
    EXPECT_NEAR(damaged, 200, 60);
    EXPECT_GT(cut, 50);
    EXPECT_LT(cut, damaged);
}

TEST_F(SimNetwork, APartitionSeparatesOnlyItsTwoHosts) {
    auto c = network.bind(host(3, 100));
    network.set_partitioned(host(2), host(1), true);
    send(*a, b->local(), "to b");
    send(*b, a->local(), "to a");
    send(*a, c->local(), "to c");
    clock.advance(ms(1));
    EXPECT_TRUE(receive(*a).empty());
    EXPECT_TRUE(receive(*b).empty());
    EXPECT_EQ(receive(*c).size(), 1u);
    EXPECT_EQ(network.fates().cut_off, 2u);
    network.set_partitioned(host(1), host(2), false);
    send(*a, b->local(), "again");
    clock.advance(ms(1));
    EXPECT_EQ(receive(*b), std::vector<std::string>{"again"});
}

TEST_F(SimNetwork, AClosedSocketReceivesNothing) {
    const Endpoint where = b->local();
    send(*a, where, "1");
    b.reset();
    clock.advance(ms(1));
    EXPECT_EQ(network.next_delivery(), std::nullopt);
    EXPECT_EQ(network.fates().nobody_there, 1u);
    b = network.bind(where);
    EXPECT_TRUE(receive(*b).empty());
}

TEST_F(SimNetwork, AnUnreadSocketOverflows) {
    for (int i = 0; i < 5000; ++i) send(*a, b->local(), "x");
    clock.advance(ms(1));
    EXPECT_EQ(receive(*b).size(), 4096u);
    EXPECT_EQ(network.fates().overflowed, 5000u - 4096u);
}

TEST_F(SimNetwork, GivesFreePorts) {
    auto c = network.bind(host(1)), d = network.bind(host(1));
    EXPECT_NE(c->local().port(), 0);
    EXPECT_NE(c->local(), d->local());
}

TEST_F(SimNetwork, InjectsDatagramsFromAnySender) {
    network.set_faults({.loss = 1});
    network.inject(host(9, 9), b->local(), as_byte_view("spoof"));
    clock.advance(ms(1));
    const auto batch = b->receive({});
    ASSERT_EQ(batch.size(), 1u);
    EXPECT_EQ(batch[0].from, host(9, 9));
}

TEST_F(SimNetwork, RefusesTooLongDatagrams) {
    const Bytes huge(65'508);
    const OutDatagram out[] = {{b->local(), huge}};
    EXPECT_EQ(a->send(out), 0u);
}

// Returns the history of a network with all faults of datagrams at once. The history has the time, the sender
// and the text of each datagram received, and the events of a stream.
std::string history(std::uint64_t seed) {
    ManualClock clock;
    Network network(seed, clock);
    std::vector<std::unique_ptr<DatagramSocket>> sockets;
    for (int i = 1; i <= 4; ++i)
        sockets.push_back(network.bind(*Endpoint::parse("10.0.0." + std::to_string(i) + ":5")));
    const Endpoint open = *Endpoint::parse("10.0.0.1:6");
    auto listener = network.listen(open);
    network.set_faults({.loss = 0.2,
                        .duplicate = 0.1,
                        .replay = 0.02,
                        .corrupt = 0.05,
                        .delay_min = ms(1),
                        .delay_max = ms(30)});
    struct Notes final : StreamEvents {
        void accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) override {
            text += "accepted " + peer.to_string() + '\n';
            streams.push_back(std::move(stream));
        }
        void readable(Stream& stream) override {
            std::array<std::byte, 100> chunk;
            const auto io = stream.read_some(chunk);
            text += "read " + std::string(as_text(ByteView(chunk).first(io.bytes))) + '\n';
        }
        std::string text;
        std::vector<std::unique_ptr<Stream>> streams;
    } notes;
    auto stream = network.connect(sockets[1]->local(), open);
    int sent = 0;
    for (int step = 0; step < 3000; ++step) {
        const auto next = network.next_delivery();
        clock.set(sent < 500 || !next ? clock.now() + ms(1) : *next);
        listener->run_for({}, notes);
        for (auto& socket : sockets) {
            for (const auto& in : socket->receive({})) {
                notes.text += std::to_string(clock.now().count_ns()) + ' ' + in.from.to_string() + ' ' +
                              std::string(as_text(in.bytes)) + '\n';
            }
            if (sent >= 500) continue;
            const std::string text = "message " + std::to_string(sent++);
            const OutDatagram out[] = {
                {sockets[static_cast<std::size_t>(sent) % 4]->local(), as_byte_view(text)}};
            socket->send(out);
            stream->write_some(as_byte_view(text));
        }
    }
    stream.reset();
    return notes.text;
}

TEST(SimNetworkSeed, GivesOneHistory) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const auto first = history(seed);
        EXPECT_GT(first.size(), 10'000u);
        EXPECT_TRUE(first == history(seed)) << seed;
        EXPECT_FALSE(first == history(seed + 1)) << seed;
    }
}

struct SimStreams : SimNetwork, StreamEvents {
    void accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) override {
        peers.push_back(peer);
        server.push_back(std::move(stream));
    }
    void readable(Stream& stream) override {
        ++reads;
        if (drops) {
            server.clear();
        } else {
            heard += read(stream);
        }
    }
    std::string read(Stream& stream) {
        std::array<std::byte, 1000> chunk;
        std::string text;
        for (;;) {
            const auto io = stream.read_some(chunk);
            if (io.status != Status::ok) return text + (io.status == Status::closed ? "<end>" : "");
            text += as_text(ByteView(chunk).first(io.bytes));
        }
    }
    void step(WallDuration d) {
        clock.advance(d);
        listener->run_for(ms(1000), *this);
    }
    std::unique_ptr<StreamListener> listener = network.listen(host(1, 80));
    std::vector<Endpoint> peers;
    std::vector<std::unique_ptr<Stream>> server;
    std::string heard;
    int reads = 0;
    bool drops = false;
};

TEST_F(SimStreams, CarryBytesInOrderWithDelay) {
    network.set_faults({.loss = 0.5, .duplicate = 0.5, .delay_min = ms(1), .delay_max = ms(50)});
    auto client = network.connect(host(2), host(1, 80));
    ASSERT_TRUE(client);
    std::string said;
    for (int i = 0; i < 100; ++i) {
        const std::string text = std::to_string(i) + ' ';
        said += text;
        ASSERT_EQ(client->write_some(as_byte_view(text)).bytes, text.size());
        step(ms(1));
    }
    EXPECT_NE(heard, said);
    EXPECT_EQ(said.find(heard), 0u);
    step(ms(50));
    EXPECT_EQ(heard, said);
    EXPECT_TRUE(peers.at(0).same_host(host(2)));
    ASSERT_EQ(server[0]->write_some(as_byte_view("answer")).bytes, 6u);
    clock.advance(ms(50));
    EXPECT_EQ(read(*client), "answer");
}

TEST_F(SimStreams, AreRefusedWithoutAListener) {
    EXPECT_FALSE(network.connect(host(2), host(1, 81)));
    network.set_partitioned(host(1), host(2), true);
    EXPECT_FALSE(network.connect(host(2), host(1, 80)));
    listener.reset();
    EXPECT_FALSE(network.connect(host(3), host(1, 80)));
}

TEST_F(SimStreams, EndAfterAllSentBytes) {
    auto client = network.connect(host(2), host(1, 80));
    client->write_some(as_byte_view("last words"));
    client.reset();
    step(ms(1));
    EXPECT_EQ(heard, "last words<end>");
    EXPECT_EQ(server[0]->write_some(as_byte_view("x")).status, Status::closed);
}

TEST_F(SimStreams, PauseDuringAPartitionAndContinueAfterIt) {
    auto client = network.connect(host(2), host(1, 80));
    step(ms(1));
    network.set_partitioned(host(1), host(2), true);
    client->write_some(as_byte_view("held"));
    step(ms(1000));
    EXPECT_EQ(heard, "");
    EXPECT_EQ(network.next_delivery(), std::nullopt);
    network.set_partitioned(host(1), host(2), false);
    // A world that jumps from event to event must wake for this delivery.
    ASSERT_TRUE(network.next_delivery());
    step(*network.next_delivery() - clock.now());
    EXPECT_EQ(heard, "held");
}

TEST_F(SimStreams, BreakWhenTheirHostFails) {
    auto client = network.connect(host(2), host(1, 80)), other = network.connect(host(3), host(1, 80));
    step(ms(1));
    network.break_streams(host(2));
    EXPECT_EQ(read(*client), "<end>");
    step(ms(1));
    EXPECT_EQ(heard, "<end>");
    EXPECT_EQ(read(*other), "");
    network.break_streams(host(1));
    clock.advance(ms(1));
    EXPECT_EQ(read(*other), "<end>");
}

TEST_F(SimStreams, BlockWhenFullUntilTheyAreRead) {
    auto client = network.connect(host(2), host(1, 80));
    const Bytes chunk(300'000);
    EXPECT_EQ(client->write_some(chunk).bytes, 256u * 1024);
    EXPECT_EQ(client->write_some(chunk).status, Status::would_block);
    step(ms(1));
    EXPECT_EQ(heard.size(), 256u * 1024);
    EXPECT_TRUE(network.next_delivery());  // the writer must wake to go on
    EXPECT_EQ(client->write_some(as_byte_view("x")).status, Status::ok);
}

TEST_F(SimStreams, MayBeEndedInCallbacks) {
    std::vector<std::unique_ptr<Stream>> clients;
    for (int i = 0; i < 5; ++i) {
        clients.push_back(network.connect(host(2), host(1, 80)));
        clients.back()->write_some(as_byte_view("x"));
    }
    drops = true;
    step(ms(1));
    EXPECT_EQ(reads, 1);
    clock.advance(ms(1));
    for (auto& client : clients) EXPECT_EQ(read(*client), "<end>");
}

TEST_F(SimStreams, EndWithTheListenerUnlessAccepted) {
    auto client = network.connect(host(2), host(1, 80));
    listener.reset();
    clock.advance(ms(1));
    EXPECT_EQ(read(*client), "<end>");
}

TEST_F(SimStreams, MayOutliveTheListener) {
    auto client = network.connect(host(2), host(1, 80));
    step(ms(1));
    listener.reset();
    client->write_some(as_byte_view("still"));
    clock.advance(ms(1));
    EXPECT_EQ(read(*server[0]), "still");
}

}  // namespace
}  // namespace synchrono::net::sim
