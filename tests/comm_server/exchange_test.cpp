// Proves that the exchange routes a heartbeat's messages as soon as every client has sent its batch for that
// heartbeat, and not before. The answers of the exchange depend only on what the clients have sent. A client
// that dies, cheats or does not read holds nobody up.
#include "comm_server/exchange.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/base/limits.hpp"
#include "tests/comm_server/exchange_fixture.hpp"

namespace synchrono::comm_server {
namespace {

using namespace testing;  // the fixture

TEST_F(ExchangeTest, RoutesAHeartbeatWhenAllBatchesAreThere) {
    FramePeer a = join({0});
    send_frame(a, batch(0, {0}, {{0, "hello"}}));
    EXPECT_EQ(routed_until(a), 0) << "the second client has not joined";
    FramePeer b = join({1});
    ASSERT_EQ(b.frames<RadioServerFrame>().size(), 1u);
    EXPECT_EQ(b.frames<RadioServerFrame>()[0].accepted().start_ns(), 0);
    EXPECT_EQ(b.frames<RadioServerFrame>()[0].accepted().silence_limit_ns(), 1'000'000'000);
    EXPECT_EQ(routed_until(a), 0) << "the second client has sent no batch";
    send_frame(b, batch(0, {1}));
    EXPECT_EQ(routed_until(a), 1);
    EXPECT_EQ(routed_until(b), 1);
    EXPECT_TRUE(deliveries(a).empty()) << "a sender does not hear itself";
    ASSERT_EQ(deliveries(b).size(), 1u);
    const RadioDelivery hello = deliveries(b)[0];
    EXPECT_EQ(hello.sender(), 0u);
    EXPECT_EQ(hello.sequence(), 1u);
    EXPECT_EQ(hello.sent_ns(), 0);
    EXPECT_EQ(hello.medium(), DSRC);
    EXPECT_EQ(hello.payload(), "hello");
    ASSERT_EQ(hello.receiver_size(), 1);
    EXPECT_EQ(hello.receiver(0), 1u);
    EXPECT_EQ(hello.delay_ns(0), 1'000'000);
    EXPECT_EQ(count(ExchangeCounter::sent), 1u);
    EXPECT_EQ(count(ExchangeCounter::delivered), 1u);
}

TEST_F(ExchangeTest, TheFirstConnectionHasTimeToJoin) {
    FramePeer a = connect();
    later(WallDuration::milliseconds(10));
    EXPECT_FALSE(a.is_closed());
    send_frame(a, join_frame({0}));
    EXPECT_EQ(a.frames<RadioServerFrame>().size(), 1u);
}

TEST_F(ExchangeTest, GoesOnWithoutMessages) {
    FramePeer a = join({0}), b = join({1});
    for (std::int64_t tick = 0; tick < 5; ++tick) {
        send_frame(b, batch(tick, {1}));
        EXPECT_EQ(routed_until(b), tick);
        send_frame(a, batch(tick, {0}));
        EXPECT_EQ(routed_until(b), tick + 1);
    }
}

TEST_F(ExchangeTest, HistoryDoesNotDependOnTheOrderOfClients) {
    scenario = make_scenario(4);
    const auto run = [&](std::vector<std::vector<std::uint32_t>> clients) {
        history.text.clear();
        open();
        std::vector<FramePeer> peers;
        for (const auto& agents : clients) peers.push_back(join(agents));
        for (std::int64_t tick = 0; tick < 4; ++tick) {
            for (std::size_t i = 0; i < peers.size(); ++i) {
                std::vector<std::pair<std::uint32_t, std::string>> messages;
                for (const auto agent : clients[i])
                    for (int n = 0; n < 2; ++n) messages.emplace_back(agent, fmt::format("{}.{}", tick, n));
                send_frame(peers[i], batch(tick, clients[i], messages));
            }
        }
        return history.text;
    };
    const std::string reference = run({{0}, {1}, {2}, {3}});
    EXPECT_NE(reference.find("3 8 15000000 3.1: 0=1@16000000 1=1@16000000 2=1@16000000"), std::string::npos)
        << reference;
    EXPECT_EQ(run({{3}, {1}, {0}, {2}}), reference);
    EXPECT_EQ(run({{2, 3}, {0, 1}}), reference);
    EXPECT_EQ(run({{3, 0, 2, 1}}), reference);
}

TEST_F(ExchangeTest, ABatchMayComeInPieces) {
    FramePeer a = join({0}), b = join({1});
    auto first = batch(0, {0}, {{0, "one"}}), second = batch(0, {}, {{0, "two"}});
    first.mutable_batch()->set_more(true);
    send_frame(b, batch(0, {1}));
    send_frame(a, first);
    EXPECT_EQ(routed_until(b), 0);
    send_frame(a, second);
    EXPECT_EQ(routed_until(b), 1);
    EXPECT_EQ(deliveries(b).size(), 2u);
}

TEST_F(ExchangeTest, ALongBundleComesInPieces) {
    FramePeer a = join({0}), b = join({1});
    std::vector<std::pair<std::uint32_t, std::string>> messages;
    for (std::size_t i = 0; i < limits::kRadioMessagesMax; ++i)
        messages.emplace_back(0, std::string(limits::kRadioPayloadBytesMax, 'x'));
    for (std::int64_t tick = 0; tick < 3; ++tick) {
        send_frame(a, batch(tick, {0}, messages));
        send_frame(b, batch(tick, {1}));
        for (int i = 0; i < 4; ++i) {
            b.listen();
            later({});
        }
    }
    EXPECT_EQ(deliveries(b).size(), 3 * limits::kRadioMessagesMax);
    EXPECT_EQ(routed_until(b), 3);
}

TEST_F(ExchangeTest, DeclinesInvalidJoinRequests) {
    const auto answer = [&](auto change) {
        RadioClientFrame frame = join_frame({0});
        change(*frame.mutable_join());
        FramePeer peer = connect();
        send_frame(peer, frame);
        later({});
        EXPECT_TRUE(peer.is_closed());
        return declined(peer);
    };
    EXPECT_EQ(answer([](RadioJoin& j) { j.set_protocol_version(1); }),
              "the server speaks protocol version 4, the client 1");
    EXPECT_EQ(answer([](RadioJoin& j) { j.set_scenario_id("x"); }),
              fmt::format("the server runs another scenario ({} '{}')",
                          config::scenario_id(scenario).to_hex(), scenario.name));
    EXPECT_EQ(answer([](RadioJoin& j) { j.set_start_ns(1); }),
              "start_ns 1: expected a multiple of the heartbeat, not below 0");
    EXPECT_EQ(answer([](RadioJoin& j) { j.set_start_ns(-kHeartbeatNs); }),
              "start_ns -5000000: expected a multiple of the heartbeat, not below 0");
    EXPECT_EQ(answer([](RadioJoin& j) { j.set_start_ns(kHeartbeatNs << 30); }),
              "start_ns 5368709120000000 is after the end of the scenario");
    EXPECT_EQ(answer([](RadioJoin& j) { j.add_agents(0); }), "agents: agent 0 is listed twice");
    EXPECT_EQ(answer([](RadioJoin& j) { j.add_agents(2); }),
              "agent 2 is not among those of the credential 'client'");
    EXPECT_EQ(count(ExchangeCounter::declined), 7u);
    FramePeer stranger = connect();
    stranger.send_frame("nonsense");
    exchange->events().readable(*stranger.ours);
    EXPECT_EQ(declined(stranger), "the first frame is not a RadioJoin");
    EXPECT_EQ(count(ExchangeCounter::dropped_malformed), 1u);
}

TEST_F(ExchangeTest, RefusesInvalidBatches) {
    scenario.agents[1].radio = false;
    struct Case {
        std::function<void(RadioBatch&)> change;
        std::string text;
    };
    const std::vector<Case> cases{
        {[](RadioBatch& b) { b.set_time_ns(kHeartbeatNs); }, "time_ns 5000000: expected 0"},
        {[](RadioBatch& b) { b.mutable_places(0)->set_agent(7); },
         "places: agent 7 does not belong to this client"},
        {[](RadioBatch& b) { b.mutable_places(0)->set_x_m(std::nan("")); },
         "places: agent 0: expected coordinates from -100000000 to 100000000 m"},
        {[](RadioBatch& b) { b.mutable_places(0)->set_z_m(2e8); },
         "places: agent 0: expected coordinates from -100000000 to 100000000 m"},
        {[](RadioBatch& b) { b.mutable_messages(0)->set_agent(9); },
         "messages: agent 9: does not belong to this client, or has no radio"},
        {[](RadioBatch& b) { b.mutable_messages(0)->set_agent(1); },
         "messages: agent 1: does not belong to this client, or has no radio"},
        {[](RadioBatch& b) { b.clear_places(); }, "messages: agent 0: has no place in this heartbeat"},
        {[](RadioBatch& b) { *b.add_places() = b.places(0); }, "places: agent 0 is listed twice"},
        {[](RadioBatch& b) { b.mutable_messages(0)->set_time_ns(kHeartbeatNs); },
         "messages: agent 0: time_ns is outside the heartbeat"},
        {[](RadioBatch& b) { b.mutable_messages(0)->set_time_ns(-1); },
         "messages: agent 0: time_ns is outside the heartbeat"},
        {[](RadioBatch& b) { b.mutable_messages(0)->set_medium(LIGHT); },
         "messages: agent 0: the scenario has no medium 3"},
        {[](RadioBatch& b) { b.mutable_messages(0)->clear_payload(); },
         "messages: agent 0: expected a payload of 1 to 2304 bytes"},
        {[](RadioBatch& b) { b.mutable_messages(0)->set_payload(std::string(2305, 'x')); },
         "messages: agent 0: expected a payload of 1 to 2304 bytes"},
        {[](RadioBatch& b) {
             const RadioSend one = b.messages(0);
             for (std::size_t i = 0; i < 2 * limits::kRadioMessagesMax; ++i) *b.add_messages() = one;
         },
         "messages: more than 128 within one heartbeat"},
    };
    for (const auto& [change, text] : cases) {
        SCOPED_TRACE(text);
        open();
        FramePeer peer = join({0, 1});
        auto frame = batch(0, {0, 1}, {{0, "hello"}});
        change(*frame.mutable_batch());
        send_frame(peer, frame);
        EXPECT_EQ(declined(peer), "RadioBatch: " + text);
        later({});
        EXPECT_TRUE(peer.is_closed());
        EXPECT_EQ(count(ExchangeCounter::dropped_malformed), 1u);
        EXPECT_FALSE(exchange->end()) << "it may come back";
        later(Exchange::kRejoinLimit + WallDuration::milliseconds(1));
        ASSERT_TRUE(exchange->end());
        EXPECT_EQ(exchange->end()->why, "every client is gone; 2 agents were lost");
    }
}

TEST_F(ExchangeTest, RefusesBatchesAheadOfTheGate) {
    FramePeer a = join({0}), b = join({1});
    send_frame(a, batch(0, {0}));
    send_frame(a, batch(1, {0}));
    send_frame(a, batch(2, {0}));
    EXPECT_EQ(declined(a), "");
    send_frame(a, batch(3, {0}));
    EXPECT_EQ(declined(a), "RadioBatch: time_ns 15000000: further ahead than the gate allows");
}

TEST_F(ExchangeTest, ALostClientEndsWithItsLastBatch) {
    FramePeer a = join({0}), b = join({1});
    send_frame(a, batch(0, {0}));
    send_frame(b, batch(0, {1}));
    send_frame(b, batch(1, {1}, {{1, "last words"}}));
    b.stream->close();
    exchange->events().readable(*b.ours);
    send_frame(a, batch(1, {0}));
    EXPECT_EQ(routed_until(a), 2);
    ASSERT_EQ(deliveries(a).size(), 1u) << "the messages it has sent are delivered";
    EXPECT_EQ(deliveries(a)[0].payload(), "last words");
    send_frame(a, batch(2, {0}));
    EXPECT_EQ(routed_until(a), 3) << "a lost client is not waited for";
    EXPECT_NE(history.text.find("car1 ended 10000000"), std::string::npos) << history.text;
    EXPECT_EQ(count(ExchangeCounter::connections_lost), 1u);
    send_frame(a, batch(3, {0}, {{0, "anybody?"}}));
    EXPECT_NE(history.text.find("0 1 15000000 anybody?:\n"), std::string::npos) << history.text;
}

TEST_F(ExchangeTest, ASilentClientIsShotDownAndTheOthersGoOn) {
    FramePeer a = join({0}), b = join({1});
    send_frame(a, batch(0, {0}));
    RadioClientFrame alive;
    alive.mutable_alive();
    for (int i = 0; i < 11; ++i) {
        later(WallDuration::milliseconds(100));
        send_frame(a, alive);
    }
    EXPECT_EQ(count(ExchangeCounter::shot_down), 1u);
    later({});
    EXPECT_TRUE(b.is_closed());
    EXPECT_FALSE(a.is_closed());
    EXPECT_EQ(routed_until(a), 1);
}

TEST_F(ExchangeTest, DoesNotShootDownClientsAfterItsOwnDelay) {
    FramePeer a = join({0}), b = join({1});
    later(WallDuration::seconds(30));
    EXPECT_EQ(count(ExchangeCounter::shot_down), 0u);
    EXPECT_EQ(count(ExchangeCounter::own_stalls), 1u);
    EXPECT_FALSE(a.is_closed());
}

TEST_F(ExchangeTest, ALateClientBeginsAtTheCurrentHeartbeat) {
    scenario = make_scenario(3);
    open();
    FramePeer a = join({0}), b = join({1}), c = join({2});
    for (std::int64_t tick = 0; tick < 3; ++tick) {
        send_frame(a, batch(tick, {0}));
        send_frame(b, batch(tick, {1}));
        if (tick == 0) send_frame(c, last(0));
    }
    later({});
    EXPECT_TRUE(c.is_closed());
    FramePeer early = join({2}, 1);
    EXPECT_EQ(early.frames<RadioServerFrame>().at(0).accepted().start_ns(), 3 * kHeartbeatNs);
    send_frame(a, batch(3, {0}, {{0, "to all"}}));
    send_frame(b, batch(3, {1}));
    EXPECT_EQ(routed_until(a), 3) << "the late client has not sent its batch";
    send_frame(early, batch(3, {2}));
    EXPECT_EQ(routed_until(a), 4);
    EXPECT_EQ(deliveries(early).size(), 1u);
    // The exchange does not wait for a client whose agents start later.
    send_frame(early, last(4));
    FramePeer late = join({2}, 6);
    EXPECT_EQ(late.frames<RadioServerFrame>().at(0).accepted().start_ns(), 6 * kHeartbeatNs);
    for (std::int64_t tick = 4; tick < 7; ++tick) {
        send_frame(a, batch(tick, {0}));
        send_frame(b, batch(tick, {1}));
    }
    EXPECT_EQ(routed_until(a), 6);
    EXPECT_EQ(routed_until(late), 0);
}

TEST_F(ExchangeTest, AReturningClientReplacesItsOldConnection) {
    FramePeer a = join({0}), b = join({1});
    send_frame(a, batch(0, {0}, {{0, "first"}}));
    FramePeer again = join({0});
    EXPECT_EQ(count(ExchangeCounter::taken_over), 1u);
    EXPECT_EQ(again.frames<RadioServerFrame>().at(0).accepted().start_ns(), 0);
    send_frame(again, batch(0, {0}, {{0, "second"}}));
    send_frame(b, batch(0, {1}));
    EXPECT_EQ(routed_until(again), 1);
    ASSERT_EQ(deliveries(b).size(), 1u);
    EXPECT_EQ(deliveries(b)[0].payload(), "second");
    EXPECT_EQ(deliveries(b)[0].sequence(), 2u) << "sequence numbers are not reused";
    later({});
    EXPECT_TRUE(a.is_closed());
}

TEST_F(ExchangeTest, UnderWindowASlowReaderLosesMessagesAndStallsNobody) {
    scenario.gate = {GatePolicy::Kind::window, 2};
    open();
    FramePeer reader = join({0});
    FramePeer slow = connect({.buffer_bytes = 1000});
    send_frame(slow, join_frame({1}));
    const std::string payload(2'000, 'x');
    std::vector<std::pair<std::uint32_t, std::string>> messages(40, {0, payload});
    const auto rounds = static_cast<std::int64_t>(limits::kRadioUnreadBytesMax / (40 * payload.size())) + 5;
    for (std::int64_t tick = 0; tick < rounds; ++tick) {
        send_frame(reader, batch(tick, {0}, messages));
        send_frame(slow, batch(tick, {1}));
        ASSERT_EQ(routed_until(reader), tick + 1);
    }
    EXPECT_GT(count(ExchangeCounter::shed), 0u);
    EXPECT_NE(history.text.find("1=10@"), std::string::npos) << "the log must record the lost messages";
    slow.listen();
    for (int i = 0; i < 20'000; ++i) {
        later({});
        slow.listen();
    }
    const std::uint64_t shed = count(ExchangeCounter::shed);
    send_frame(reader, batch(rounds, {0}, messages));
    send_frame(slow, batch(rounds, {1}));
    EXPECT_EQ(count(ExchangeCounter::shed), shed) << "a client that reads again loses no more messages";
}

TEST_F(ExchangeTest, UnderExactASlowReaderLosesNothing) {
    FramePeer reader = join({0});
    FramePeer slow = connect({.buffer_bytes = 1000});
    send_frame(slow, join_frame({1}));
    const std::string payload(2'000, 'x');
    std::vector<std::pair<std::uint32_t, std::string>> messages(60, {0, payload});
    const auto rounds = static_cast<std::int64_t>(limits::kRadioUnreadBytesMax / (60 * payload.size())) + 5;
    for (std::int64_t tick = 0; tick < rounds; ++tick) {
        send_frame(reader, batch(tick, {0}, messages));
        send_frame(slow, batch(tick, {1}));
        reader.listen();
        reader.heard.clear();
    }
    EXPECT_EQ(count(ExchangeCounter::shed), 0u);
    EXPECT_EQ(count(ExchangeCounter::delivered), static_cast<std::uint64_t>(60 * rounds));
}

TEST_F(ExchangeTest, AReplacementMustSendItsPlace) {
    FramePeer a = join({0}), b = join({1});
    auto more = batch(0, {0});
    more.mutable_batch()->set_more(true);
    send_frame(a, more);
    FramePeer again = join({0});
    auto placeless = batch(0, {}, {{0, "from nowhere"}});
    send_frame(again, placeless);
    EXPECT_EQ(declined(again), "RadioBatch: messages: agent 0: has no place in this heartbeat");
}

TEST_F(ExchangeTest, AReturningClientHearsNothingFromBeforeItsStart) {
    FramePeer a = join({0}), b = join({1});
    send_frame(a, batch(0, {0}));
    send_frame(b, batch(0, {1}));
    FramePeer again = join({0}, 3);
    EXPECT_EQ(again.frames<RadioServerFrame>().at(0).accepted().start_ns(), 3 * kHeartbeatNs);
    EXPECT_NE(history.text.find("car0 ended 5000000"), std::string::npos) << history.text;
    send_frame(b, batch(1, {1}, {{1, "too early"}}));
    send_frame(b, batch(2, {1}));
    send_frame(b, batch(3, {1}, {{1, "in time"}}));
    send_frame(again, batch(3, {0}));
    ASSERT_EQ(deliveries(again).size(), 1u);
    EXPECT_EQ(deliveries(again)[0].payload(), "in time");
}

TEST_F(ExchangeTest, ManyAlteredCopiesComeInSeveralFrames) {
    scenario = make_scenario(200);
    config::RadioFault fault;
    fault.kind = config::RadioFault::Kind::corrupt;
    fault.until = SimTime::nanoseconds(1'000'000'000);
    scenario.radio->faults.push_back(fault);
    open();
    std::vector<std::uint32_t> all(200);
    for (std::uint32_t i = 0; i < 200; ++i) all[i] = i;
    FramePeer peer = join(all);
    std::vector<std::pair<std::uint32_t, std::string>> messages(4, {0, std::string(2'000, 'x')});
    send_frame(peer, batch(0, all, messages));
    for (int i = 0; i < 20; ++i) {
        peer.listen();
        later({});
    }
    EXPECT_EQ(deliveries(peer).size(), 4u * 199u);
    EXPECT_EQ(routed_until(peer), 1);
}

TEST_F(ExchangeTest, ATalkativeClientDoesNotStarveTheOthers) {
    FramePeer a = join({0}), b = join({1});
    RadioClientFrame alive;
    alive.mutable_alive();
    for (int i = 0; i < 1'000; ++i) a.send_frame(alive.SerializeAsString());
    send_frame(a, batch(0, {0}));
    send_frame(b, batch(0, {1}));
    EXPECT_EQ(routed_until(b), 0) << "its frames are not all read yet";
    for (int i = 0; i < 100; ++i) later({});
    EXPECT_EQ(routed_until(b), 1) << "all frames must be read by now";
}

TEST_F(ExchangeTest, WaitsForLostClientsWhenNoneIsLeft) {
    FramePeer a = join({0}), b = join({1});
    for (FramePeer* peer : {&a, &b}) {
        peer->stream->close();
        exchange->events().readable(*peer->ours);
    }
    EXPECT_FALSE(exchange->end());
    later(Exchange::kRejoinLimit);
    EXPECT_FALSE(exchange->end());
    FramePeer again = join({0});
    later(WallDuration::milliseconds(400));
    EXPECT_FALSE(exchange->end());
    send_frame(again, last(exchange->next_heartbeat().index));
    later(Exchange::kRejoinLimit);
    EXPECT_FALSE(exchange->end()) << "the rejoin limit must start again";
    later(WallDuration::milliseconds(1));
    EXPECT_TRUE(exchange->end());
}

TEST_F(ExchangeTest, NamesAgentsThatDidNotJoin) {
    FramePeer a = join({0});
    for (int i = 0; i < 101; ++i) later(WallDuration::milliseconds(100));
    ASSERT_TRUE(exchange->end());
    EXPECT_FALSE(exchange->end()->good);
    EXPECT_EQ(exchange->end()->why, "1 of 2 agents did not join within 10 s (start_limit_s): car1");
    ASSERT_FALSE(a.frames<RadioServerFrame>().empty());
    EXPECT_EQ(a.frames<RadioServerFrame>().back().stopping().text(), exchange->end()->why);
}

TEST_F(ExchangeTest, EndsWhenAllHaveLeft) {
    FramePeer a = join({0}), b = join({1});
    send_frame(a, last(0));
    EXPECT_FALSE(exchange->end());
    send_frame(b, last(0));
    ASSERT_TRUE(exchange->end());
    EXPECT_TRUE(exchange->end()->good);
    EXPECT_EQ(exchange->end()->why, "every client has left");
    open(true);
    FramePeer c = join({0, 1});
    send_frame(c, last(0));
    EXPECT_FALSE(exchange->end()) << "a server that is kept open does not end";
    exchange->stop("enough");
    EXPECT_EQ(exchange->end()->why, "enough");
}

TEST_F(ExchangeTest, SettlesMessagesOnTheAirWhenAllLeave) {
    scenario.radio->channels[config::Medium::dsrc].latency = SimDuration::seconds(2);
    open();
    FramePeer a = join({0, 1});
    send_frame(a, batch(0, {0, 1}, {{0, "slow"}}));
    send_frame(a, last(1));
    EXPECT_NE(history.text.find("slow: 1=1@2000000000"), std::string::npos) << history.text;
}

}  // namespace
}  // namespace synchrono::comm_server
