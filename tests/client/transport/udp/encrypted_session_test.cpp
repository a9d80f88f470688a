// Proves what is different in a session with a server on another host: it is encrypted, and the clocks of the
// two hosts are compared.
#include <gtest/gtest.h>

#include "tests/client/transport/udp/fake_server.hpp"

namespace synchrono::client::transport {
namespace {

using Status = Transport::Status;

/// A sink that ignores everything.
struct Nothing final : FlowSink {
    void add_agent(AgentId, std::string_view, std::string_view, Tick) override {}
    void end_agent(AgentId, Tick) override {}
    bool wants_messages() const override { return true; }
    void add_message(const net::AgentMessageView&, Tick) override {}
    void complete_bundle(Tick) override {}
    void set_slowest(AgentId, Tick) override {}
};

struct EncryptedSession : ::testing::Test {
    EncryptedSession() { join.add_agents()->set_agent(3); }
    Status poll(WallDuration after = {}) {
        now = now + after;
        return link->poll(now, {}, &nothing);
    }
    void become_member(bool encrypted) {
        if (encrypted) {
            server.sealer =
                net::Sealer(SessionId{7}, server.key, net::Direction::to_client, net::Protection::encrypted);
            server.opener =
                net::Opener(SessionId{7}, server.key, net::Direction::to_server, net::Protection::encrypted);
        }
        link.emplace(server, join, WallDuration::seconds(60), counters, now);
        JoinAccepted accepted = server.acceptance(kWindow2);
        accepted.set_encrypted(encrypted);
        server.accept(accepted);
        EXPECT_EQ(poll(), Status::member);
    }
    void publish(std::int64_t tick) {
        Bytes any;
        net::append_any(any, "/test.State", as_byte_view("state"));
        net::AgentHeader header;
        header.agent = AgentId{3};
        header.time = Tick{tick}.at(kHeartbeat);
        header.period = kHeartbeat;
        const OutgoingState message{header, any};
        link->publish(Tick{tick}, {&message, 1}, Tick{tick}, now);
    }
    /// Returns the times that requests have told since the last call.
    std::vector<std::int64_t> asked() {
        std::vector<std::int64_t> times;
        for (const ClientUpdate& update : server.take_updates()) {
            if (update.request()) times.push_back(update.asked_ns());
        }
        return times;
    }

    FakeServer server;
    JoinRequest join;
    Nothing nothing;
    Counters<UdpCounter> counters;
    WallTime now = WallTime::nanoseconds(5'000'000'000);
    std::optional<UdpTransport> link;
};

TEST_F(EncryptedSession, OpensAndSealsWhatIsEncrypted) {
    become_member(true);
    EXPECT_EQ(server.take_updates().size(), 1u) << "the first request can be opened";
}

TEST_F(EncryptedSession, ComparesTheClocksWithEachRequest) {
    become_member(true);
    EXPECT_EQ(asked(), std::vector<std::int64_t>{5'000'000'000});
    EXPECT_FALSE(link->take_clock_reading());
    WorldUpdate answer = server.update(0);
    server.send_update(answer);
    poll();
    EXPECT_FALSE(link->take_clock_reading()) << "the update answers nothing";
    answer.set_asked_ns(5'000'000'000);
    answer.set_clock_ns(77);
    server.send_update(answer);
    poll(WallDuration::milliseconds(3));
    const auto reading = link->take_clock_reading();
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->asked.count_ns(), 5'000'000'000);
    EXPECT_EQ(reading->server.count_ns(), 77);
    EXPECT_EQ(reading->answered.count_ns(), 5'003'000'000);
    EXPECT_FALSE(link->take_clock_reading()) << "each comparison is taken once";
    answer.set_time_ns(ns(1));
    server.send_update(answer);
    poll(WallDuration::milliseconds(3));
    EXPECT_FALSE(link->take_clock_reading()) << "a later datagram of the same answer says less";
}

TEST_F(EncryptedSession, ComparesThemEveryTenSeconds) {
    for (const bool encrypted : {true, false}) {
        server = FakeServer();
        become_member(encrypted);
        asked();
        publish(0);
        EXPECT_EQ(asked().size(), 0u);
        now = now + WallDuration::seconds(10);
        publish(1);
        EXPECT_EQ(asked().size(), encrypted ? 1u : 0u) << "on one host there is only one clock";
        publish(2);
        EXPECT_EQ(asked().size(), 0u);
    }
}

}  // namespace
}  // namespace synchrono::client::transport
