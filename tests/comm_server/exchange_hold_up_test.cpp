// Proves that the radio says for whom it waits, and that it removes whoever is out of the world, but not a
// client that has come back meanwhile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "comm_server/world_link.hpp"
#include "tests/comm_server/exchange_fixture.hpp"

namespace synchrono::comm_server {
namespace {

using ::testing::ElementsAre;

struct ExchangeHoldUpTest : testing::ExchangeTest {
    FramePeer join_as(const std::string& name, const std::vector<std::uint32_t>& agents,
                      std::int64_t start = 0) {
        FramePeer peer = connect({}, name);
        send_frame(peer, join_frame(agents, start));
        return peer;
    }
    void expel(const std::string& client, std::int64_t start_before,
               const std::vector<std::uint32_t>& agents = {}) {
        RadioExpulsion expulsion;
        expulsion.set_client(client);
        expulsion.set_start_before_ns(start_before * testing::kHeartbeatNs);
        for (const auto agent : agents) expulsion.add_agents(agent);
        exchange->expel(expulsion);
    }
};

TEST_F(ExchangeHoldUpTest, NamesForWhomItWaitsAtEachPoll) {
    FramePeer a = join_as("client", {0});
    later(WallDuration::milliseconds(1));
    EXPECT_EQ(waits.back(), "agents: 1") << "it has not joined yet";
    FramePeer b = join_as("second", {1});
    send_frame(a, batch(0, {0}));
    later(WallDuration::milliseconds(1));
    EXPECT_EQ(waits.back(), "clients: \"second\"");
    send_frame(b, batch(0, {1}));
    EXPECT_EQ(waits.back(), "") << "nobody is to blame while it computes";
    later(WallDuration::milliseconds(1));
    EXPECT_EQ(waits.back(), "heartbeat_ns: 5000000 clients: \"client\" clients: \"second\"");
}

TEST_F(ExchangeHoldUpTest, WhoIsBannedCannotComeBack) {
    FramePeer a = join_as("client", {0}), b = join_as("second", {1});
    RadioExpulsion expulsion;
    expulsion.set_client("second");
    expulsion.set_banned(true);
    exchange->expel(expulsion);
    EXPECT_EQ(count(ExchangeCounter::expelled), 1u);
    FramePeer again = join_as("second", {1});
    EXPECT_EQ(declined(again), "'second' has held the others up, so it stays out of this run");
}

TEST_F(ExchangeHoldUpTest, AnExpulsionOfAgentsLeavesOtherStays) {
    FramePeer a = join_as("client", {0}), b = join_as("client", {1});
    RadioExpulsion expulsion;
    expulsion.set_client("client");
    expulsion.set_start_before_ns(1'000'000'000);
    expulsion.set_of_agents(true);
    expulsion.add_agents(1);
    exchange->expel(expulsion);
    EXPECT_EQ(count(ExchangeCounter::expelled), 1u);
    send_frame(a, batch(0, {0}));
    EXPECT_EQ(routed_until(a), 1);
}

TEST_F(ExchangeHoldUpTest, RemovesAClientThatIsOutOfTheWorld) {
    FramePeer a = join_as("client", {0}), b = join_as("second", {1});
    send_frame(a, batch(0, {0}));
    send_frame(b, batch(0, {1}));
    expel("second", 1, {1});
    EXPECT_EQ(notes.back(), "second (127.0.0.1:5000) ended: it is out of the world");
    EXPECT_EQ(count(ExchangeCounter::expelled), 1u);
    send_frame(a, batch(1, {0}));
    EXPECT_EQ(routed_until(a), 2) << "nobody waits for it any more";
    later({});
    b.listen();
    EXPECT_TRUE(b.closed);
}

TEST_F(ExchangeHoldUpTest, LeavesAClientThatHasComeBackMeanwhile) {
    FramePeer a = join_as("client", {0}), b = join_as("second", {1}, 7);
    expel("second", 7, {1});
    expel("third", 1'000);
    EXPECT_EQ(count(ExchangeCounter::expelled), 0u);
    expel("second", 8);
    EXPECT_EQ(count(ExchangeCounter::expelled), 1u);
}

TEST_F(ExchangeHoldUpTest, StartsWithoutAgentsThatAreOutBeforeTheyJoined) {
    FramePeer a = join_as("client", {0});
    send_frame(a, batch(0, {0}));
    EXPECT_EQ(routed_until(a), 0);
    expel("second", 1, {1, 77});
    EXPECT_EQ(routed_until(a), 1);
    expel("second", 1, {1});
    FramePeer b = join_as("second", {1}, 4);
    for (std::int64_t tick = 1; tick < 4; ++tick) send_frame(a, batch(tick, {0}));
    EXPECT_EQ(routed_until(a), 4) << "the agent may still come";
    send_frame(a, batch(4, {0}));
    EXPECT_EQ(routed_until(a), 4) << "now the radio waits for it";
}

struct WorldLinkTest : ::testing::Test {
    /// Returns why the link has ended, with "!" before it if that was not good.
    std::string poll() {
        const auto end =
            link.poll([this](const RadioExpulsion& expulsion) { expelled.push_back(expulsion.client()); });
        return end ? (end->good ? "" : "!") + end->why : "";
    }
    void answer(const ServerFrame& frame) { server.send(as_byte_view(frame.SerializeAsString())); }

    config::Scenario scenario = testing::make_scenario();
    std::pair<std::unique_ptr<net::Stream>, std::unique_ptr<net::Stream>> pair = net::sim::stream_pair();
    WorldLink link{std::move(pair.first), scenario};
    net::FrameChannel server{std::move(pair.second)};
    std::vector<std::string> expelled;
};

TEST_F(WorldLinkTest, SaysHelloReportsAndPassesOnWhoIsOut) {
    RadioWait wait;
    wait.set_heartbeat_ns(5);
    link.report(wait);
    ClientFrame frame;
    for (const char* const expected : {"hello", "wait"}) {
        const auto polled = server.poll();
        ASSERT_EQ(polled.event, net::FrameChannel::Event::frame) << expected;
        ASSERT_TRUE(frame.ParseFromArray(polled.frame.data(), static_cast<int>(polled.frame.size())));
        EXPECT_EQ(frame.has_radio_hello(), expected == std::string("hello"));
    }
    EXPECT_EQ(frame.radio_wait().heartbeat_ns(), 5);
    ServerFrame out;
    out.mutable_radio_expulsion()->set_client("a");
    answer(out);
    answer(out);
    EXPECT_EQ(poll(), "");
    EXPECT_THAT(expelled, ElementsAre("a", "a"));
}

TEST_F(WorldLinkTest, TellsTheEndOnce) {
    server.close();
    EXPECT_EQ(poll(), "the connection to the dynamics server has ended");
    EXPECT_EQ(poll(), "");
    link.report({});  // does nothing
}

TEST_F(WorldLinkTest, TellsWhyItWasDeclined) {
    ServerFrame no;
    no.mutable_declined()->set_text("another scenario");
    answer(no);
    EXPECT_EQ(poll(), "!the dynamics server declined: another scenario");
}

TEST_F(WorldLinkTest, EndsOnFramesThatAreNotWellFormed) {
    server.send(as_byte_view("\xff\xff"));
    EXPECT_EQ(poll(), "!the dynamics server sent a frame that is not well formed");
}

}  // namespace
}  // namespace synchrono::comm_server
