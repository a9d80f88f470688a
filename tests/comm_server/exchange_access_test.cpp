// Proves that a client takes part in the radio only as its credential allows, that it cannot take over the
// agents of another client, and that what it can make grow has a limit.
#include <gmock/gmock.h>
#include <numeric>

#include "common/base/limits.hpp"
#include "tests/comm_server/exchange_fixture.hpp"

namespace synchrono::comm_server {
namespace {

using namespace testing;  // the fixture

TEST_F(ExchangeTest, NobodyTakesTheAgentOfAnotherCredential) {
    FramePeer owner = join({0, 1});
    FramePeer thief = connect({}, "second");
    send_frame(thief, join_frame({1}));
    EXPECT_EQ(declined(thief), "agents: agent 1 is on the radio with another credential");
    FramePeer greedy = connect({}, "second");
    send_frame(greedy, join_frame({0}));
    EXPECT_EQ(declined(greedy), "agent 0 is not among those of the credential 'second'");
    FramePeer stranger = connect({}, "nobody");
    send_frame(stranger, join_frame({0}));
    EXPECT_EQ(declined(stranger), "the client has no credential of this run");
    EXPECT_FALSE(owner.is_closed());
    EXPECT_EQ(count(ExchangeCounter::declined), 3u);
    EXPECT_EQ(count(ExchangeCounter::taken_over), 0u);
    FramePeer itself = join({0, 1});
    later({});
    EXPECT_TRUE(owner.is_closed()) << "the same client may come back before its old connection has ended";
    EXPECT_EQ(count(ExchangeCounter::taken_over), 1u);
    EXPECT_THAT(notes,
                ::testing::ElementsAre(
                    "client (127.0.0.1:5000) joined with agents 0,1",
                    "second (127.0.0.1:5000) was refused: agents: agent 1 is on the radio with another "
                    "credential",
                    "second (127.0.0.1:5000) was refused: agent 0 is not among those of the credential "
                    "'second'",
                    "nobody (127.0.0.1:5000) was refused: the client has no credential of this run",
                    "client (127.0.0.1:5000) ended: the same client has connected again",
                    "client (127.0.0.1:5000) joined with agents 0,1"));
}

TEST_F(ExchangeTest, ClientsWithoutAgentsAreLimited) {
    FramePeer driver = connect({}, "second");
    send_frame(driver, join_frame({}));
    EXPECT_EQ(declined(driver), "the credential 'second' does not allow to join without agents");
    std::vector<FramePeer> watchers;
    for (std::int64_t i = 0; i < limits::kWatchersPerCredentialMax; ++i) watchers.push_back(join({}));
    for (FramePeer& watcher : watchers) EXPECT_EQ(declined(watcher), "");
    FramePeer more = join({});
    EXPECT_EQ(declined(more),
              "16 clients take part with the credential 'client' and no agents, the most that may");
}

TEST_F(ExchangeTest, ClientsThatComeAndGoLeaveNothingBehind) {
    // The other agent is not there, so nothing is routed meanwhile.
    const auto hang_up = [this](FramePeer& peer) {
        peer.stream->close();
        exchange->events().readable(*peer.ours);
    };
    for (int i = 0; i < 100; ++i) {
        FramePeer watcher = join({}), guest = join({}), driver = join({0});
        EXPECT_EQ(declined(watcher) + declined(guest) + declined(driver), "");
        hang_up(watcher);
        send_frame(guest, last(0));
        if (i % 2 == 0) hang_up(driver);  // the others are taken over
    }
    FramePeer first = join({0}), second = join({1});
    send_frame(first, batch(0, {0}));
    send_frame(second, batch(0, {1}));
    EXPECT_EQ(routed_until(first), 1) << "nobody who has gone is waited for";
}

TEST_F(ExchangeTest, AnUnsecuredConnectionIsDeclined) {
    auto [ours, theirs] = net::sim::stream_pair({});
    FramePeer peer{ours.get(), std::move(theirs), "", false};
    exchange->events().accepted(std::move(ours), net::Endpoint::loopback(5000));
    send_frame(peer, join_frame({0}));
    EXPECT_EQ(declined(peer), "the connection is not secured");
}

TEST_F(ExchangeTest, MessagesThatWaitToBeRoutedAreLimited) {
    // One agent is on the radio and sends nothing, so whatever the others send must wait.
    while (scenario.agents.size() < 12) {
        config::AgentSpec& agent = scenario.agents.emplace_back(scenario.agents[0]);
        agent.id = AgentId{static_cast<std::uint32_t>(scenario.agents.size() - 1)};
        agent.name += std::to_string(agent.id.value);
    }
    scenario.gate.heartbeats = 8;
    open();
    std::vector<std::uint32_t> agents(11);
    std::iota(agents.begin(), agents.end(), 0u);
    FramePeer full = join(agents), idle = join({11});
    const std::string payload(limits::kRadioPayloadBytesMax, 'x');
    for (std::int64_t tick = 0; tick < 17 && declined(full).empty(); ++tick) {
        for (const std::uint32_t agent : agents) {
            RadioClientFrame frame = batch(
                tick, {agent}, std::vector<std::pair<std::uint32_t, std::string>>(64, {agent, payload}));
            frame.mutable_batch()->set_more(agent != agents.back());
            send_frame(full, frame);
        }
    }
    EXPECT_EQ(declined(full), "RadioBatch: messages: more than 16777216 bytes wait to be routed");
    EXPECT_FALSE(idle.is_closed());
}

}  // namespace
}  // namespace synchrono::comm_server
