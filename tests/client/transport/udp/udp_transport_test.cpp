// Proves the client's side of the protocol: how a client joins and is declined, which of the server's
// messages it accepts, in which order it passes them on, when it asks again, and when it gives up.
#include "client/transport/udp/udp_transport.hpp"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <limits>

#include "tests/client/transport/udp/fake_server.hpp"

namespace synchrono::client::transport {
namespace {

using Status = Transport::Status;
using Calls = std::vector<std::string>;

/// A sink that keeps what it gets as text.
struct SinkRecord final : FlowSink {
    bool wants_messages() const override { return wants; }
    bool wants = true;
    void add_agent(AgentId agent, std::string_view name, std::string_view, Tick first) override {
        add("joined " + std::to_string(agent.value) + "@" + std::to_string(first.index) + " " +
            std::string(name));
    }
    void end_agent(AgentId agent, Tick first_without) override {
        add("ended " + std::to_string(agent.value) + "@" + std::to_string(first_without.index));
    }
    void add_message(const net::AgentMessageView& message, Tick bundle) override {
        add("message " + std::to_string(message.header.agent.value) + "@" +
            std::to_string(tick_of(message.header.time.count_ns())) + " in " + std::to_string(bundle.index));
    }
    void complete_bundle(Tick bundle) override { add("complete " + std::to_string(bundle.index)); }
    void set_slowest(AgentId agent, Tick tick) override {
        add("slowest " + std::to_string(agent.value) + "@" + std::to_string(tick.index));
    }
    void add(std::string text) { heard.push_back(std::move(text)); }
    Calls take() { return std::exchange(heard, {}); }
    Calls heard;
};

struct UdpTransportTest : ::testing::Test {
    UdpTransportTest() {
        for (const std::uint32_t id : {3U, 4U}) join.add_agents()->set_agent(id);
    }
    void start() { link.emplace(server, join, WallDuration::seconds(2), counters, now); }
    Status poll(WallDuration after = {}) {
        now = now + after;
        return link->poll(now, {}, sink_there ? &sink : nullptr);
    }
    void become_member(GatePolicy gate, std::int64_t first = 0) {
        start();
        server.accept(server.acceptance(gate, first));
        EXPECT_EQ(poll(), Status::member);
        EXPECT_EQ(server.take_updates().size(), 1u) << "the first datagram completes the hand-over";
    }
    void publish(std::int64_t tick, std::int64_t known, std::size_t state_bytes = 3) {
        const std::string state(state_bytes, 's');
        std::array<Bytes, 2> anys;
        std::vector<OutgoingState> messages;
        for (std::size_t i = 0; i < 2; ++i) {
            net::append_any(anys[i], "/test.State", as_byte_view(state));
            net::AgentHeader header;
            header.agent = AgentId{3 + static_cast<std::uint32_t>(i)};
            header.time = Tick{tick}.at(kHeartbeat);
            header.period = kHeartbeat;
            messages.push_back({header, anys[i]});
        }
        link->publish(Tick{tick}, messages, Tick{known}, now);
    }
    std::uint64_t count(UdpCounter counter) const { return counters.get(counter); }
    void expect_lost(std::string_view why) {
        EXPECT_EQ(poll(), Status::lost);
        EXPECT_NE(link->reason().find(why), std::string::npos) << link->reason();
        EXPECT_EQ(link->reason().find('\n'), std::string::npos) << "one line";
    }

    FakeServer server;
    JoinRequest join;
    SinkRecord sink;
    bool sink_there = true;
    Counters<UdpCounter> counters;
    WallTime now = WallTime::nanoseconds(5'000'000'000);
    std::optional<UdpTransport> link;
};

TEST_F(UdpTransportTest, AsksToJoinAndIsWelcomed) {
    start();
    EXPECT_EQ(poll(), Status::joining);
    const auto frame = server.request();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->join().SerializeAsString(), join.SerializeAsString());
    EXPECT_FALSE(link->terms());
    server.accept(server.acceptance(kExact1, 12));
    EXPECT_EQ(poll(), Status::member);
    ASSERT_TRUE(link->terms());
    EXPECT_EQ(link->terms()->heartbeat, kHeartbeat);
    EXPECT_EQ(link->terms()->gate, kExact1);
    EXPECT_EQ(link->terms()->start, Tick{12});
    const auto updates = server.take_updates();
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_TRUE(updates[0].request());
    EXPECT_EQ(updates[0].have_ns(), ns(10)) << "it needs nothing from before its entry";
    EXPECT_EQ(count(UdpCounter::requests), 1u);
}

TEST_F(UdpTransportTest, WhenNobodyListensItIsLost) {
    server.refuses = true;
    start();
    expect_lost("nobody listens");
}

TEST_F(UdpTransportTest, SaysWhenALaterAttemptMaySucceed) {
    server.is_absent = true;
    start();
    EXPECT_EQ(poll(), Status::absent);
    EXPECT_EQ(link->reason(), "nobody is there yet");
}

TEST_F(UdpTransportTest, WhenDeclinedItIsLostWithTheServersReason) {
    start();
    server.decline("the client has no credential of this run");
    expect_lost("the server declined: the client has no credential of this run");
}

TEST_F(UdpTransportTest, GivesUpWhenNoAnswerComes) {
    start();
    EXPECT_EQ(poll(WallDuration::seconds(2)), Status::joining);
    now = now + WallDuration::milliseconds(1);
    expect_lost("did not answer the join request within 2 s");
}

TEST_F(UdpTransportTest, GivesUpOnMalformedAnswers) {
    struct Case {
        const char* why;
        std::function<void(FakeServer&)> say;
        const char* reason;
    };
    const auto bad = [](const std::function<void(JoinAccepted&)>& spoil) {
        return [spoil](FakeServer& other) {
            JoinAccepted accepted = other.acceptance(kWindow2);
            spoil(accepted);
            other.accept(accepted);
        };
    };
    const char* const kNotWellFormed = "JoinAccepted is not well formed";
    for (const Case& c : {
             Case{"heartbeat zero", bad([](auto& a) { a.set_heartbeat_ns(0); }), kNotWellFormed},
             Case{"heartbeat below zero", bad([](auto& a) { a.set_heartbeat_ns(-1); }), kNotWellFormed},
             Case{"heartbeat beyond any run", bad([](auto& a) { a.set_heartbeat_ns(std::int64_t{1} << 60); }),
                  kNotWellFormed},
             Case{"start beyond any run",
                  bad([](auto& a) { a.set_start_ns(std::numeric_limits<std::int64_t>::max()); }),
                  kNotWellFormed},
             Case{"no gate", bad([](auto& a) { a.clear_gate(); }), kNotWellFormed},
             Case{"window zero", bad([](auto& a) { a.mutable_gate()->set_window_heartbeats(0); }),
                  kNotWellFormed},
             Case{"window too wide",
                  bad([](auto& a) { a.mutable_gate()->set_window_heartbeats(limits::kWindowMax + 1); }),
                  kNotWellFormed},
             Case{"lag too long",
                  bad([](auto& a) { a.mutable_gate()->set_exact_lag_heartbeats(limits::kLagMax + 1); }),
                  kNotWellFormed},
             Case{"start before the start", bad([](auto& a) { a.set_start_ns(-1); }), kNotWellFormed},
             Case{"short world key", bad([](auto& a) { a.mutable_world_key()->mutable_key()->pop_back(); }),
                  kNotWellFormed},
             Case{"no world key", bad([](auto& a) { a.clear_world_key(); }), kNotWellFormed},
             Case{"no port", bad([](auto& a) { a.set_udp_port(0); }), kNotWellFormed},
             Case{"no possible port", bad([](auto& a) { a.set_udp_port(65'536); }), kNotWellFormed},
             Case{"no patience", bad([](auto& a) { a.set_silence_limit_ns(0); }), kNotWellFormed},
             Case{"tiny datagrams", bad([](auto& a) { a.set_datagram_bytes_max(100); }), kNotWellFormed},
             Case{"no ServerFrame", [](FakeServer& s) { s.channel->send(as_byte_view("\xff\xff")); },
                  "not a ServerFrame"},
             Case{"an oversized frame",
                  [](FakeServer& s) {
                      ASSERT_EQ(s.channel->stream().write_some(as_byte_view("\xff\xff\xff\xff")).bytes, 4u);
                  },
                  "too long"},
             Case{"silence and the end", [](FakeServer& s) { s.channel->close(); }, "without an answer"},
             Case{"no datagrams",
                  [](FakeServer& s) {
                      s.refuses_datagrams = true;
                      s.accept(s.acceptance(kWindow2));
                  },
                  "no datagrams today"},
         }) {
        SCOPED_TRACE(c.why);
        FakeServer other;
        link.emplace(other, join, WallDuration::seconds(2), counters, now);
        c.say(other);
        expect_lost(c.reason);
        EXPECT_FALSE(link->terms());
        EXPECT_EQ(poll(), Status::lost) << "for good";
    }
}

TEST_F(UdpTransportTest, SurvivesAStreamThatBreaksAnywhere) {
    bool whole = false;
    for (std::uint64_t n = 1; n < 300 && !whole; ++n) {
        SCOPED_TRACE(n);
        FakeServer other;
        other.stream = {.fail_at = n, .bytes_max = 9};
        link.emplace(other, join, WallDuration::seconds(2), counters, now);
        for (int i = 0; i < 3; ++i) poll();
        if (other.request()) other.accept(other.acceptance(kWindow2));
        other.channel->flush();
        poll();
        other.send_joined(1, 0);
        other.channel->flush();
        sink.take();
        const Status stage = poll(WallDuration::milliseconds(21));
        const auto heard = sink.take();
        whole = heard == Calls{"joined 1@0 peer"};
        EXPECT_TRUE(stage == Status::member || stage == Status::lost || stage == Status::joining);
        if (stage == Status::lost) {
            EXPECT_FALSE(link->reason().empty());
        }
    }
    EXPECT_TRUE(whole) << "the link must survive for some N";
}

TEST_F(UdpTransportTest, NoticesWaitUntilThereIsASink) {
    start();
    server.accept(server.acceptance(kWindow2));
    server.send_joined(1, 0, "a");
    server.send_joined(2, 5, "b");
    sink_there = false;
    EXPECT_EQ(poll(), Status::member);
    sink_there = true;
    EXPECT_EQ(poll(WallDuration::milliseconds(21)), Status::member);
    EXPECT_EQ(sink.take(), (Calls{"joined 1@0 a", "joined 2@5 b"}));
}

TEST_F(UdpTransportTest, WindowPassesOnMessagesAndTheSlowestPeer) {
    become_member(kWindow2);
    server.send_update(server.update(4, {message_of(1, 5), message_of(2, 4)}));
    poll();
    EXPECT_EQ(sink.take(), (Calls{"message 1@5 in 4", "message 2@4 in 4", "slowest 42@4"}));
    EXPECT_EQ(count(UdpCounter::datagrams), 1u);
    EXPECT_GT(count(UdpCounter::bytes), 0u);
}

TEST_F(UdpTransportTest, BeforeTheStartItGivesOnlyTheAwaitedAgents) {
    become_member(kWindow2);
    WorldUpdate update = server.update(0);
    update.set_started(false);
    for (const std::uint32_t id : {8U, 9U}) update.add_awaited(id);
    server.send_update(update);
    poll();
    EXPECT_EQ(sink.take(), Calls{});
    ASSERT_EQ(link->awaited().size(), 2u);
    EXPECT_EQ(link->awaited()[1], AgentId{9});
    server.send_update(server.update(0));
    poll();
    EXPECT_TRUE(link->awaited().empty());
}

TEST_F(UdpTransportTest, ABundleIsCompleteWithAllItsPartsInAnyOrder) {
    std::vector<std::uint32_t> order{0, 1, 2};
    do {
        become_member(kExact1);
        server.sealer = net::Sealer(SessionId{7}, server.key, net::Direction::to_client);
        sink.take();
        for (std::size_t i = 0; i < order.size(); ++i) {
            WorldUpdate part = server.update(0, {message_of(order[i], 0)});
            part.set_part(order[i]);
            part.set_parts(3);
            server.send_update(part);
            server.send_update(part);  // a repetition, as when the client's request crosses the answer
            poll();
            const Calls heard = sink.take();
            EXPECT_EQ(std::count(heard.begin(), heard.end(), "complete 0"), i == 2 ? 1 : 0);
        }
        server.opener = net::Opener(SessionId{7}, server.key, net::Direction::to_server);
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST_F(UdpTransportTest, ASinkThatWantsNoMessagesStillGetsBundles) {
    become_member(kExact1);
    sink.wants = false;
    server.send_update(server.update(0, {message_of(1, 0)}));
    poll();
    EXPECT_EQ(sink.take(), (Calls{"complete 0"}));
}

TEST_F(UdpTransportTest, BundlesMayOvertakeOneAnother) {
    become_member(kExact1);
    server.send_update(server.update(1, {message_of(1, 1)}));
    server.send_update(server.update(0, {message_of(1, 0)}));
    poll();
    EXPECT_EQ(sink.take(), (Calls{"message 1@1 in 1", "message 1@0 in 0", "complete 0", "complete 1"}));
    server.send_update(server.update(1, {message_of(1, 1)}));
    poll();
    const Calls again = sink.take();
    EXPECT_EQ(std::count(again.begin(), again.end(), "complete 1"), 0) << "each is complete once";
}

TEST_F(UdpTransportTest, PartsThatDisagreeDoNotMakeABundle) {
    become_member(kExact1);
    WorldUpdate part = server.update(0);
    part.set_parts(2);
    server.send_update(part);
    part.set_parts(3);
    part.set_part(1);
    server.send_update(part);
    poll();
    EXPECT_EQ(sink.take(), Calls{});
}

TEST_F(UdpTransportTest, AnAnswerWithoutABundleCompletesNothing) {
    become_member(kExact1);
    WorldUpdate status = server.update(3);
    status.clear_parts();
    server.send_update(status);
    poll();
    EXPECT_EQ(sink.take(), Calls{});
    EXPECT_EQ(count(UdpCounter::datagrams), 1u);
}

TEST_F(UdpTransportTest, NoticesPrecedeTheBundlesThatReferToThem) {
    become_member(kExact1);
    ++server.notices;  // a notice was sent and is still on its way
    server.send_update(server.update(0, {message_of(1, 0)}));
    poll();
    EXPECT_EQ(sink.take(), Calls{"message 1@0 in 0"}) << "not complete: the notice before it has not arrived";
    poll(WallDuration::milliseconds(5));
    EXPECT_EQ(sink.take(), Calls{});
    --server.notices;
    server.send_joined(1, 0);
    poll();
    EXPECT_EQ(sink.take(), (Calls{"joined 1@0 peer", "complete 0"}));
}

TEST_F(UdpTransportTest, PassesOnJoinsAndEnds) {
    become_member(kWindow2);
    server.send_joined(1, 0);
    server.send_ended(1, 9);
    poll(WallDuration::milliseconds(21));
    EXPECT_EQ(sink.take(), (Calls{"joined 1@0 peer", "ended 1@9"}));
}

TEST_F(UdpTransportTest, IsShotDownWhenItsOwnAgentIsEnded) {
    become_member(kWindow2);
    server.send_ended(4, 9);
    server.channel->close();
    EXPECT_EQ(poll(WallDuration::milliseconds(21)), Status::shot_down);
    EXPECT_EQ(poll(), Status::shot_down);
    EXPECT_FALSE(link->reason().empty());
}

TEST_F(UdpTransportTest, IsStoppedWhenTheServerStops) {
    become_member(kWindow2);
    server.send_stopping("every agent has ended");
    server.channel->close();
    EXPECT_EQ(poll(WallDuration::milliseconds(21)), Status::stopped);
    EXPECT_EQ(link->reason(), "every agent has ended");
}

TEST_F(UdpTransportTest, IsLostWithItsConnection) {
    become_member(kWindow2);
    server.channel->close();
    now = now + WallDuration::milliseconds(21);
    expect_lost("the connection to the server is lost");
}

TEST_F(UdpTransportTest, LeavingClosesTheConnection) {
    become_member(kWindow2);
    link->leave();
    EXPECT_EQ(poll(), Status::left);
    EXPECT_EQ(server.channel->poll().event, net::FrameChannel::Event::frame) << "the join request";
    EXPECT_EQ(server.channel->poll().event, net::FrameChannel::Event::closed);
}

TEST_F(UdpTransportTest, DropsForgedAndReplayedDatagrams) {
    become_member(kWindow2);
    const Bytes good = server.sealed(server.update(1, {message_of(1, 1)}));
    const Bytes other = server.sealed(server.update(2, {message_of(1, 2)}));
    Bytes damaged_head = good, damaged_body = good, swapped_body = good;
    damaged_head[net::kUpdateHeadAt + 1] ^= std::byte{4};
    damaged_body.back() ^= std::byte{4};
    const auto body_bytes = static_cast<std::ptrdiff_t>(net::field_bytes(message_of(1, 1).ByteSizeLong()));
    std::copy(other.end() - body_bytes, other.end(), swapped_body.end() - body_bytes);
    net::Sealer stranger(SessionId{7}, net::SessionKey{}, net::Direction::to_client);
    net::Sealer other_session(SessionId{8}, server.key, net::Direction::to_client);
    net::Sealer backwards(SessionId{7}, server.key, net::Direction::to_server);
    std::uint64_t expected = 0;
    for (net::Sealer* sealer : {&stranger, &other_session, &backwards}) {
        server.send_datagram(synchrono::testing::sealed_update(*sealer, server.bodies, server.update(1)));
        ++expected;
    }
    net::BodySealer other_world(net::NumberedKey{});
    server.send_datagram(
        synchrono::testing::sealed_update(server.sealer, other_world, server.update(1, {message_of(1, 1)})));
    for (const Bytes& datagram : {damaged_head, damaged_body, swapped_body}) server.send_datagram(datagram);
    for (std::size_t n = 0; n < good.size(); ++n) server.send_datagram(ByteView(good).first(n));
    poll();
    EXPECT_EQ(count(UdpCounter::dropped_unsealed), expected + 4 + good.size());
    EXPECT_EQ(count(UdpCounter::datagrams), 0u);
    EXPECT_EQ(sink.take(), Calls{});
    server.send_datagram(good);
    server.send_datagram(good);
    poll();
    EXPECT_EQ(sink.take(), (Calls{"message 1@1 in 1", "slowest 42@1"}));
    EXPECT_EQ(count(UdpCounter::dropped_replayed), 1u);
}

TEST_F(UdpTransportTest, TakesNewKeysOfTheWorld) {
    become_member(kWindow2);
    const net::NumberedKey next{1, make_secret()};
    server.send_key(next.number, as_text(next.key));
    poll(WallDuration::milliseconds(25));  // frames are read now and then only
    net::BodySealer bodies(next);
    server.send_datagram(
        synchrono::testing::sealed_update(server.sealer, bodies, server.update(1, {message_of(1, 1)})));
    poll();
    EXPECT_EQ(sink.take(), (Calls{"message 1@1 in 1", "slowest 42@1"}));
    server.send_key(2, "short");
    now = now + WallDuration::milliseconds(25);
    expect_lost("the server's WorldKey is not well formed");
}

TEST_F(UdpTransportTest, DropsMalformedDatagrams) {
    become_member(kExact1);
    const auto bad = [this](const std::function<void(WorldUpdate&)>& spoil) {
        WorldUpdate update = server.update(1);
        spoil(update);
        return server.sealed(update);
    };
    const std::vector<Bytes> datagrams{
        server.sealed(std::string("\x10", 1), ""),              // a head that is cut off
        server.sealed("", std::string("\x0a\x02\xff\xff", 4)),  // a message that cannot be parsed
        bad([](auto& u) { u.set_time_ns(1); }),                 // between heartbeats
        bad([](auto& u) { u.set_part(1); }),                    // part 1 of 1
        bad([](auto& u) { u.set_parts(1'000'000); }),           // more parts than there can be
    };
    for (const Bytes& datagram : datagrams) server.send_datagram(datagram);
    poll();
    EXPECT_EQ(count(UdpCounter::dropped_malformed), datagrams.size());
    EXPECT_EQ(sink.take(), Calls{});
}

TEST_F(UdpTransportTest, SkipsMessagesOffTheHeartbeat) {
    become_member(kWindow2);
    WorldUpdate update = server.update(1, {message_of(1, 1), message_of(2, 1)});
    update.mutable_messages(0)->mutable_header()->set_time_ns(ns(1) + 1);
    server.send_update(update);
    poll();
    EXPECT_EQ(sink.take(), (Calls{"message 2@1 in 1", "slowest 42@1"}));
}

TEST_F(UdpTransportTest, CountsMissingDatagrams) {
    become_member(kWindow2);
    server.send_update(server.update(0));
    for (int i = 0; i < 3; ++i) server.sealed(server.update(0));
    server.send_update(server.update(1));
    poll();
    EXPECT_EQ(count(UdpCounter::missed), 3u);
}

TEST_F(UdpTransportTest, PublishesTheMessagesOfItsAgents) {
    become_member(kWindow2);
    publish(0, -1);
    const auto updates = server.take_updates();
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_FALSE(updates[0].request());
    EXPECT_EQ(updates[0].have_ns(), ns(-1));
    ASSERT_EQ(updates[0].messages_size(), 2);
    EXPECT_EQ(updates[0].messages(0).header().agent(), 3u);
    EXPECT_EQ(updates[0].messages(1).header().time_ns(), ns(0));
    EXPECT_EQ(updates[0].messages(1).state().type_url(), "/test.State");
    EXPECT_EQ(updates[0].messages(1).state().value(), "sss");
    EXPECT_EQ(count(UdpCounter::datagrams_sent), 2u) << "the messages of the hand-over count too";
}

TEST_F(UdpTransportTest, SplitsUpdatesThatAreTooLongForTheServersPath) {
    start();
    JoinAccepted accepted = server.acceptance(kWindow2);
    accepted.set_datagram_bytes_max(1'400);
    server.accept(accepted);
    poll();
    server.take_updates();
    publish(0, -1, 900);
    const auto updates = server.take_updates();
    ASSERT_EQ(updates.size(), 2u);
    EXPECT_EQ(updates[0].messages(0).header().agent(), 3u);
    EXPECT_EQ(updates[1].messages(0).header().agent(), 4u);
    EXPECT_LE(server.last_bytes, 1'400u);
}

TEST_F(UdpTransportTest, RepeatsRequestsAndLostMessagesAtAShutGate) {
    become_member(kWindow2);
    for (std::int64_t tick = 0; tick < 3; ++tick) publish(tick, -1);
    server.received = 0;
    server.send_update(server.update(0));
    poll();
    server.take_updates();
    EXPECT_FALSE(link->all_received());

    link->request_missing(Tick{0}, now);
    EXPECT_TRUE(server.take_updates().empty()) << "not at once";
    const WallTime deadline = link->next_deadline();
    EXPECT_GT(deadline, now);
    EXPECT_LE(deadline - now, WallDuration::milliseconds(100));
    link->request_missing(Tick{0}, deadline - WallDuration::nanoseconds(1));
    EXPECT_TRUE(server.take_updates().empty());
    link->request_missing(Tick{0}, now = deadline);
    const auto updates = server.take_updates();
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_TRUE(updates[0].request());
    EXPECT_EQ(updates[0].have_ns(), ns(0));
    ASSERT_EQ(updates[0].messages_size(), 4) << "heartbeats 1 and 2 of both agents";
    EXPECT_EQ(updates[0].messages(0).header().time_ns(), ns(1));
    EXPECT_EQ(updates[0].messages(3).header().time_ns(), ns(2));

    server.received = 2;
    server.send_update(server.update(0));
    poll();
    EXPECT_TRUE(link->all_received());
    link->request_missing(Tick{0}, now = link->next_deadline());
    EXPECT_EQ(server.take_updates().at(0).messages_size(), 0) << "a received message is not repeated";
}

TEST_F(UdpTransportTest, AsksLessOftenTheLongerNobodyAnswers) {
    become_member(kWindow2);
    publish(0, -1);
    link->request_missing(Tick{-1}, now);
    WallDuration first, last;
    for (int i = 0; i < 15; ++i) {
        const WallDuration wait = link->next_deadline() - now;
        EXPECT_GT(wait, WallDuration{});
        EXPECT_LE(wait, WallDuration::milliseconds(100));
        EXPECT_GE(wait, last);
        if (i == 0) first = wait;
        last = wait;
        link->request_missing(Tick{-1}, now = link->next_deadline());
    }
    EXPECT_GT(last, first);
    // At the next heartbeat the waits begin with the shortest again.
    publish(1, -1);
    link->request_missing(Tick{-1}, now);
    EXPECT_LT(link->next_deadline() - now, last);
}

TEST_F(UdpTransportTest, AClientWithoutMessagesSendsSignsOfLife) {
    become_member(kWindow2);
    std::size_t datagrams = 0;
    for (std::int64_t tick = 0; tick < 1'000; ++tick) {
        now = now + WallDuration::milliseconds(1);
        link->publish(Tick{tick}, {}, Tick{tick}, now);
        datagrams += server.take_updates().size();
    }
    EXPECT_GE(datagrams, 3u) << "a second of silence would end its session";
    EXPECT_LE(datagrams, 100u) << "but not at every heartbeat";
    EXPECT_TRUE(link->all_received());
}

TEST_F(UdpTransportTest, UnderExactItReportsWhatItHasBeforeTheServerWaits) {
    become_member(kExact1);
    std::int64_t acknowledged = 0, behind = 0;
    for (std::int64_t tick = 0; tick < 200; ++tick) {
        link->publish(Tick{tick}, {}, Tick{tick}, now);
        for (const auto& update : server.take_updates()) acknowledged = tick_of(update.have_ns());
        behind = std::max(behind, tick - acknowledged);
    }
    EXPECT_LT(behind, static_cast<std::int64_t>(limits::kHistoryDepth) / 4);
}

TEST_F(UdpTransportTest, GivesUpOnASilentServerButNotOnASlowClient) {
    become_member(kWindow2);
    publish(0, -1);
    // The client was busy for long. It has not been waiting, so the time does not count as silence of the
    // server.
    EXPECT_EQ(poll(WallDuration::seconds(60)), Status::member);
    link->request_missing(Tick{-1}, now);
    EXPECT_EQ(poll(WallDuration::seconds(2)), Status::member);
    server.send_update(server.update(0));
    EXPECT_EQ(poll(WallDuration{}), Status::member);
    EXPECT_EQ(poll(WallDuration::seconds(2)), Status::member) << "the server has sent an update";
    now = now + WallDuration::milliseconds(1);
    expect_lost("the server has been silent for 2 s");
}

TEST_F(UdpTransportTest, ForgeriesAreNoSignOfLife) {
    become_member(kWindow2);
    publish(0, -1);
    link->request_missing(Tick{-1}, now);
    now = now + WallDuration::milliseconds(2'001);
    server.send_datagram(Bytes(100));
    expect_lost("silent");
}

}  // namespace
}  // namespace synchrono::client::transport
