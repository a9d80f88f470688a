// Proves that only the owner of a session reaches the world thread: only from the one address of the session,
// only once with each datagram, and only with messages of its own agents. Every other datagram is dropped
// under its own counter and changes nothing.
#include "server/transport/udp/intake.hpp"

#include <gtest/gtest.h>

#include "tests/server/transport/udp/world_bench.hpp"

namespace synchrono::server::transport {
namespace {

const net::Endpoint kHome = net::Endpoint::loopback(5001);
const net::Endpoint kElsewhere = net::Endpoint::loopback(6666);
constexpr SessionId kSession{7};

struct SetClock final : WallClock {
    WallTime now() const override { return time; }
    WallTime time = WallTime::nanoseconds(1'000'000'000);
};

struct Handler {
    explicit Handler(std::size_t ring_bytes = 1 << 16) : ring(ring_bytes) {}
    SetClock clock;
    synchrono::testing::MemorySocket socket{net::Endpoint::loopback(4000)};
    SpscRecordRing ring;
    Doorbell bell;
    Intake intake{socket, ring, bell, &clock};

    std::uint64_t count(IntakeCounter counter) const { return intake.counters().get(counter); }
    /// Passes one datagram to the intake, and returns the names of the counters that rose, with "*n" after a
    /// counter that rose by n > 1.
    std::string counters_raised(const net::Endpoint& from, ByteView datagram) {
        const auto before = counts();
        socket.put(from, datagram);
        EXPECT_EQ(intake.poll({}), 1u);
        std::string changed;
        const auto after = counts();
        EXPECT_EQ(after[0], before[0] + 1) << "every datagram is counted";
        for (std::size_t i = 1; i < after.size(); ++i) {
            if (after[i] == before[i]) continue;
            changed += (changed.empty() ? "" : " ") + std::string(kIntakeCounterNames[i].text);
            if (after[i] > before[i] + 1) changed += "*" + std::to_string(after[i] - before[i]);
        }
        return changed;
    }
    std::vector<std::uint64_t> counts() const {
        std::vector<std::uint64_t> all;
        intake.counters().each(kIntakeCounterNames,
                               [&](const CounterName&, std::uint64_t n) { all.push_back(n); });
        return all;
    }
};

struct IntakeTest : ::testing::Test {
    IntakeTest() { EXPECT_TRUE(handler.intake.post(pass)); }
    Bytes datagram_of(const ClientUpdate& update) { return sealed(sealer, update.SerializeAsString()); }
    std::string counters_raised(const Bytes& datagram) { return handler.counters_raised(kHome, datagram); }

    net::SessionKey key = make_secret();
    SessionSetup pass{
        kSession, key,
        StateTypes(std::vector<StateTypes::Row>{{AgentId{0}, kTypeUrl}, {AgentId{1}, kTypeUrl}}),
        std::make_shared<std::atomic<bool>>(false), kHome};
    net::Sealer sealer{kSession, key, net::Direction::to_server};
    Handler handler;
};

TEST_F(IntakeTest, TheFirstDatagramMustComeFromTheClientsHost) {
    const auto elsewhere = net::Endpoint::parse("127.0.0.9:" + std::to_string(kHome.port())).value();
    const Bytes captured = datagram_of(update_of({}));
    EXPECT_EQ(handler.counters_raised(elsewhere, captured), "intake.dropped_wrong_endpoint");
    EXPECT_EQ(handler.counters_raised(kHome.with_port(4711), captured), "") << "the port is free to choose";
    EXPECT_EQ(handler.counters_raised(kHome, datagram_of(update_of({}))), "intake.dropped_wrong_endpoint")
        << "but is fixed from then on";
}

TEST_F(IntakeTest, ChecksNoMoreBytesThanASessionsBudget) {
    constexpr std::size_t kBytes = 50'000;
    Bytes forged(kBytes + net::kSealBytes);
    sealer.seal(forged, kBytes);
    forged.back() ^= std::byte{1};
    const std::size_t each_second =
        limits::kSessionBytesEachSecond + pass.types.agent_count() * limits::kSessionBytesEachSecondAndAgent;
    const auto checked = [&] {
        std::size_t bytes = 0;
        while (counters_raised(forged) == "intake.dropped_forged") bytes += forged.size();
        EXPECT_EQ(counters_raised(forged), "intake.dropped_over_budget");
        return bytes;
    };
    EXPECT_NEAR(static_cast<double>(checked()), static_cast<double>(each_second) / 8, kBytes * 2);
    handler.clock.time = handler.clock.time + WallDuration::milliseconds(10);
    EXPECT_NEAR(static_cast<double>(checked()), static_cast<double>(each_second) / 100, kBytes * 2);
    // Others have budgets of their own.
    pass.session = SessionId{kSession.value + 1};
    pass.endpoint_taken = std::make_shared<std::atomic<bool>>(false);
    ASSERT_TRUE(handler.intake.post(pass));
    sealer = net::Sealer(pass.session, key, net::Direction::to_server);
    EXPECT_EQ(counters_raised(datagram_of(update_of({}))), "");
}

TEST_F(IntakeTest, DropsDatagramsThatAreLongerThanTheClientNeeds) {
    const Bytes whole = datagram_of(update_of({{0, 3, 1, 0, std::string(500, 's')}}));
    EXPECT_EQ(counters_raised(whole), "intake.messages");
    pass.session = SessionId{kSession.value + 1};
    pass.datagram_bytes_max = whole.size() - 1;
    pass.endpoint_taken = std::make_shared<std::atomic<bool>>(false);
    ASSERT_TRUE(handler.intake.post(pass));
    sealer = net::Sealer(pass.session, key, net::Direction::to_server);
    EXPECT_EQ(counters_raised(datagram_of(update_of({{0, 3, 1, 0, std::string(500, 's')}}))),
              "intake.dropped_too_long");
    EXPECT_EQ(counters_raised(datagram_of(update_of({{0, 3, 1, 0, std::string(499, 's')}}))),
              "intake.messages");
}

TEST_F(IntakeTest, OpensEncryptedSessions) {
    pass.session = SessionId{kSession.value + 1};
    pass.protection = net::Protection::encrypted;
    pass.endpoint_taken = std::make_shared<std::atomic<bool>>(false);
    ASSERT_TRUE(handler.intake.post(pass));
    net::Sealer plain(pass.session, key, net::Direction::to_server);
    EXPECT_EQ(counters_raised(sealed(plain, update_of({{0, 3}}).SerializeAsString())),
              "intake.dropped_forged");
    sealer = net::Sealer(pass.session, key, net::Direction::to_server, net::Protection::encrypted);
    EXPECT_EQ(counters_raised(datagram_of(update_of({{0, 3}}))), "intake.messages");
}

TEST_F(IntakeTest, HandsOverAWholeUpdateAtOnce) {
    const ClientUpdate update = update_of({{0, 3, 1, 1.5F}, {1, 4, 2, 2.5F, "another state"}}, 2, true);
    EXPECT_EQ(counters_raised(datagram_of(update)), "intake.messages*2");
    std::vector<std::string> messages;
    const IntakeRecord record = read_intake_record(
        handler.ring.front(), [&](SessionId from, const net::AgentHeader& header, ByteView message) {
            EXPECT_EQ(from, kSession);
            EXPECT_EQ(header.agent.value, messages.size());
            EXPECT_EQ(header.time.count_ns(), ns(3 + static_cast<std::int64_t>(messages.size())));
            messages.emplace_back(as_text(message));
        });
    EXPECT_EQ(messages,
              (std::vector{update.messages(0).SerializeAsString(), update.messages(1).SerializeAsString()}));
    EXPECT_EQ(record.session, kSession);
    EXPECT_EQ(record.known_up_to.count_ns(), ns(2));
    EXPECT_EQ(record.from, kHome);
    EXPECT_TRUE(record.request);
    handler.ring.pop();
    EXPECT_TRUE(handler.ring.empty());
}

TEST_F(IntakeTest, AnUpdateWithoutMessagesIsASignOfLife) {
    EXPECT_EQ(counters_raised(datagram_of(update_of({}))), "");
    EXPECT_FALSE(handler.ring.empty());
}

TEST_F(IntakeTest, DropsShortDatagrams) {
    const Bytes good = datagram_of(update_of({{0, 0}}));
    for (std::size_t n = 0; n < net::kSealBytes; ++n) {
        EXPECT_EQ(counters_raised(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(n))),
                  "intake.dropped_too_short")
            << n;
    }
    EXPECT_EQ(counters_raised(good), "intake.messages");
}

TEST_F(IntakeTest, DropsUnknownSessions) {
    net::Sealer other(SessionId{8}, key, net::Direction::to_server);
    EXPECT_EQ(counters_raised(sealed(other, "")), "intake.dropped_unknown_session");
    ASSERT_TRUE(handler.intake.post(SessionEnd{kSession}));
    EXPECT_EQ(counters_raised(datagram_of(update_of({}))), "intake.dropped_unknown_session")
        << "a session that is gone is unknown";
}

TEST_F(IntakeTest, DropsForgedDatagrams) {
    net::Sealer stranger(kSession, make_secret(), net::Direction::to_server);
    EXPECT_EQ(counters_raised(sealed(stranger, update_of({{0, 0}}).SerializeAsString())),
              "intake.dropped_forged");
    net::Sealer backwards(kSession, key, net::Direction::to_client);
    EXPECT_EQ(counters_raised(sealed(backwards, "")), "intake.dropped_forged")
        << "datagrams of the server's own direction are forged";
    Bytes damaged = datagram_of(update_of({{0, 0}}));
    damaged[20] ^= std::byte{1};
    EXPECT_EQ(counters_raised(damaged), "intake.dropped_forged");
    EXPECT_TRUE(handler.ring.empty());
    EXPECT_EQ(handler.counters_raised(kElsewhere, datagram_of(update_of({}))), "")
        << "a forged datagram must not fix the address";
}

TEST_F(IntakeTest, DropsReplays) {
    const Bytes first = datagram_of(update_of({{0, 0}})), second = datagram_of(update_of({{0, 1}}));
    EXPECT_EQ(counters_raised(second), "intake.messages");
    EXPECT_EQ(counters_raised(first), "intake.messages") << "a datagram that was overtaken is no replay";
    EXPECT_EQ(counters_raised(first), "intake.dropped_replayed");
    EXPECT_EQ(counters_raised(second), "intake.dropped_replayed");
}

TEST_F(IntakeTest, TheFirstValidDatagramSettlesTheEndpoint) {
    EXPECT_EQ(counters_raised(datagram_of(update_of({}))), "");
    EXPECT_EQ(handler.counters_raised(kElsewhere, datagram_of(update_of({}))),
              "intake.dropped_wrong_endpoint");
    EXPECT_EQ(counters_raised(datagram_of(update_of({}))), "");
}

TEST_F(IntakeTest, TheEndpointIsSettledForAllHandlers) {
    Handler other;
    ASSERT_TRUE(other.intake.post(pass));
    const Bytes captured = datagram_of(update_of({{0, 0}}));
    EXPECT_EQ(counters_raised(captured), "intake.messages");
    EXPECT_EQ(other.counters_raised(kElsewhere, captured), "intake.dropped_wrong_endpoint");
    EXPECT_EQ(other.counters_raised(kElsewhere, captured), "intake.dropped_replayed");
    EXPECT_TRUE(other.ring.empty());
    EXPECT_EQ(counters_raised(datagram_of(update_of({{0, 1}}))), "intake.messages")
        << "the session's own client goes on";
}

TEST_F(IntakeTest, DropsMalformedDatagrams) {
    EXPECT_EQ(counters_raised(sealed(sealer, std::string("\x10", 1))), "intake.dropped_malformed") << "head";
    EXPECT_EQ(counters_raised(sealed(sealer, std::string("\x0a\x02\xff\xff", 4))), "intake.dropped_malformed")
        << "message";
    // A bad message spoils the good one before it: a datagram is taken whole or not at all.
    const std::string good = update_of({{0, 0}}).SerializeAsString();
    EXPECT_EQ(counters_raised(sealed(sealer, good + std::string("\x0a\x02\xff\xff", 4))),
              "intake.dropped_malformed");
    EXPECT_EQ(counters_raised(sealed(sealer, std::string("\x0a\x04\x12\x02\x0a\x7f", 6))),
              "intake.dropped_malformed")
        << "state";
    EXPECT_TRUE(handler.ring.empty());
}

TEST_F(IntakeTest, DropsMessagesOfAgentsOfOtherSessions) {
    EXPECT_EQ(counters_raised(datagram_of(update_of({{5, 0}, {0, 0}, {6, 0}}))),
              "intake.messages intake.dropped_unknown_agent*2");
}

TEST_F(IntakeTest, DropsMessagesWhoseTypeHasChanged) {
    ClientUpdate update = update_of({{0, 0}, {1, 0}});
    update.mutable_messages(0)->mutable_state()->set_type_url("/synchrono.Other");
    EXPECT_EQ(counters_raised(datagram_of(update)), "intake.messages intake.dropped_type_changed");
}

TEST_F(IntakeTest, DropsDatagramsWhenTheRingIsFull) {
    Handler small(1024);
    ASSERT_TRUE(small.intake.post(pass));
    pass.endpoint_taken->store(false);
    const ClientUpdate update = update_of({{0, 0, 1, 0, std::string(100, 's')}});
    int taken = 0;
    std::string last;
    while (taken < 100 && (last = small.counters_raised(kHome, datagram_of(update))) == "intake.messages")
        ++taken;
    EXPECT_GT(taken, 0);
    EXPECT_EQ(last, "intake.dropped_queue_full");
    // Once the ring has room, the intake goes on.
    while (!small.ring.empty()) small.ring.pop();
    EXPECT_EQ(small.counters_raised(kHome, datagram_of(update)), "intake.messages");
    // This datagram is too long for a ring of this size, even an empty one.
    while (!small.ring.empty()) small.ring.pop();
    EXPECT_EQ(small.counters_raised(kHome, datagram_of(update_of({{0, 0, 1, 0, std::string(900, 's')}}))),
              "intake.dropped_queue_full");
}

TEST_F(IntakeTest, WakesTheWorldThreadOnlyForValidDatagrams) {
    counters_raised(Bytes(3));
    EXPECT_FALSE(handler.bell.wait(WallDuration{}));
    counters_raised(datagram_of(update_of({})));
    EXPECT_TRUE(handler.bell.wait(WallDuration{}));
}

TEST_F(IntakeTest, UnknownSessionsUseNoMemory) {
    // The intake remembers nothing of sessions that were never announced: each stays unknown.
    for (std::uint32_t i = 0; i < 1000; ++i) {
        Bytes noise(64, static_cast<std::byte>(i));
        const std::uint32_t session = 100 + i;
        std::memcpy(noise.data(), &session, sizeof session);
        ASSERT_EQ(handler.counters_raised(kElsewhere, noise), "intake.dropped_unknown_session");
    }
    EXPECT_EQ(handler.ring.high_water_bytes(), 0u);
}

}  // namespace
}  // namespace synchrono::server::transport
