// Proves which updates the server sends to each client. A client gets the messages within its interest, in
// parts that the network path to the client carries. It gets messages again when it asks for them, otherwise
// only what is new. The test reads the datagrams with the generated protobuf classes.
#include "server/transport/udp/fan_out.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "tests/server/transport/udp/world_bench.hpp"

namespace synchrono::server::transport {
namespace {

using Kind = config::Interest::Kind;

constexpr Tick kNoCap{std::numeric_limits<std::int64_t>::max()};

/// A link that is never used, because here only the fan-out sends anything to members.
struct NoLink final : MemberLink {
    void send_admission(const Member&, const Admission&) override {}
    void send_notice(const Notice&) override {}
    void send_update(const Member&, bool) override {}
    void end_notices() override {}
    void remove(std::string_view) override {}
};

/// A member together with its session.
struct Reader : Member {
    Session session;
};

struct Bench {
    explicit Bench(GatePolicy gate, std::size_t agents = 0) : map(kHeartbeat, gate) {
        for (std::uint32_t i = 0; i < agents; ++i) map.join(MemberId{1}, AgentId{i}, Tick{0});
    }
    std::optional<Refusal> accept(const FlowMessage& message) {
        const std::string bytes = message_of(message).SerializeAsString();
        net::AgentMessageView view;
        EXPECT_TRUE(net::decode_agent_message(as_byte_view(bytes), view));
        return map.accept(map.find(AgentId{message.agent})->member, view.header, as_byte_view(bytes));
    }
    /// Makes every agent send its message of a heartbeat, and advances the map.
    void send_heartbeat(std::int64_t tick, std::size_t state_bytes = 10) {
        for (const auto& agent : map.by_id()) {
            EXPECT_FALSE(accept({agent->id.value, tick, 1, 10.0F * static_cast<float>(agent->id.value),
                                 std::string(state_bytes, 's')}));
        }
        EXPECT_TRUE(map.advance(kNoCap));
    }
    Reader reader(config::Interest interest = {}, std::uint32_t number = 2) {
        Reader made{{.id = MemberId{number},
                     .client_name = "client",
                     .agents = {},
                     .interest = std::move(interest),
                     .link = link,
                     .last_heard = {},
                     .hold_up = account,
                     .known_up_to = Tick{-1}},
                    {.id = SessionId{number},
                     .sealer = net::Sealer(SessionId{number}, key, net::Direction::to_client),
                     .endpoint = net::Endpoint::loopback(static_cast<std::uint16_t>(5000 + number)),
                     .datagram_bytes_max = limits::kDatagramBytesMax,
                     .sent = Tick{-1}}};
        for (const auto& agent : map.by_id()) {
            if (agent->member == made.id) made.agents.push_back(agent->id);
        }
        return made;
    }
    void update(Reader& reader, bool answer = false) { fan_out.update(reader, reader.session, answer); }
    void flush() {
        fan_out.flush();
        selection.discard_positions();
    }
    /// Updates one member and returns the updates that were sent.
    std::vector<WorldUpdate> updates_for(Reader& reader, bool request = false) {
        update(reader, request);
        flush();
        return sent();
    }
    std::vector<WorldUpdate> sent() {
        std::vector<WorldUpdate> updates;
        for (std::size_t i = 0; i < socket.sent_count(); ++i) {
            const auto session = net::peek_session(socket.sent(i));
            net::UpdateOpener opener(*session, key, world_key);
            updates.push_back(synchrono::testing::opened_update(opener, socket.sent(i)));
            EXPECT_EQ(socket.sent_to(i).port(), 5000 + session->value);
        }
        socket.forget_sent();
        return updates;
    }
    std::uint64_t count(FanOutCounter counter) const { return fan_out.counters().get(counter); }

    net::SessionKey key = make_secret();
    net::NumberedKey world_key{0, make_secret()};
    WorldMap map;
    synchrono::testing::MemorySocket socket{net::Endpoint::loopback(4000)};
    Selection selection{map};
    FanOut fan_out{map, selection, socket, world_key};
    NoLink link;
    HoldUpAccount account;
};

/// Returns the content as "agent@tick agent@tick ...".
std::string content(const std::vector<WorldUpdate>& updates) {
    std::string text;
    for (const auto& update : updates) {
        for (const auto& message : update.messages()) {
            text += (text.empty() ? "" : " ") + std::to_string(message.header().agent()) + "@" +
                    std::to_string(tick_of(message.header().time_ns()));
        }
    }
    return text;
}

TEST(FanOut, SendsTheWholeWorldInOneUpdate) {
    Bench bench(kExact1, 3);
    bench.send_heartbeat(0);
    Reader reader = bench.reader();
    reader.notices_sent = 4;
    reader.received_up_to = Tick{2};
    const auto updates = bench.updates_for(reader);
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_EQ(content(updates), "0@0 1@0 2@0");
    const WorldUpdate& update = updates.front();
    EXPECT_EQ(update.messages(1).SerializeAsString(),
              message_of({1, 0, 1, 10, std::string(10, 's')}).SerializeAsString())
        << "messages must be passed on unchanged";
    EXPECT_EQ(update.time_ns(), ns(0));
    EXPECT_EQ(update.part(), 0u);
    EXPECT_EQ(update.parts(), 1u);
    EXPECT_EQ(update.slowest_ns(), ns(0));
    EXPECT_EQ(update.received_ns(), ns(2));
    EXPECT_EQ(update.notices(), 4u);
    EXPECT_TRUE(update.started());
    EXPECT_EQ(reader.session.sent, Tick{0});
    EXPECT_EQ(bench.count(FanOutCounter::updates), 1u);
    EXPECT_EQ(bench.count(FanOutCounter::datagrams), 1u);
}

TEST(FanOut, ExactSendsEachBundleOnceAndInOrder) {
    Bench bench(kExact1, 2);
    Reader reader = bench.reader();
    bench.send_heartbeat(0);
    EXPECT_EQ(content(bench.updates_for(reader)), "0@0 1@0");
    EXPECT_EQ(content(bench.updates_for(reader)), "") << "nothing is new";
    bench.send_heartbeat(1);
    bench.send_heartbeat(2);
    const auto updates = bench.updates_for(reader);
    EXPECT_EQ(content(updates), "0@1 1@1 0@2 1@2");
    ASSERT_EQ(updates.size(), 2u);
    EXPECT_EQ(updates[0].time_ns(), ns(1));
    EXPECT_EQ(updates[1].time_ns(), ns(2));
    EXPECT_EQ(updates[0].slowest_ns(), ns(2));
}

TEST(FanOut, ExactAnswersWithAllMissingBundlesInPortions) {
    Bench bench(kExact1, 1);
    Reader reader = bench.reader();
    for (std::int64_t tick = 0; tick < 20; ++tick) {
        bench.send_heartbeat(tick);
        bench.updates_for(reader);
    }
    EXPECT_EQ(content(bench.updates_for(reader, true)), "0@0 0@1 0@2 0@3 0@4 0@5 0@6 0@7");
    reader.known_up_to = Tick{7};
    EXPECT_EQ(content(bench.updates_for(reader, true)), "0@8 0@9 0@10 0@11 0@12 0@13 0@14 0@15");
    reader.known_up_to = Tick{17};
    EXPECT_EQ(content(bench.updates_for(reader, true)), "0@18 0@19");
    EXPECT_EQ(reader.session.sent, Tick{19}) << "an answer must not change what was sent";
    EXPECT_EQ(bench.count(FanOutCounter::answers), 3u);
}

TEST(FanOut, ExactBundlesHoldTheNewestMessagesOfSlowFlows) {
    Bench bench(kExact1, 2);
    Reader reader = bench.reader();
    bench.accept({0, 0, 3});
    bench.accept({1, 0});
    bench.map.advance(kNoCap);
    EXPECT_EQ(content(bench.updates_for(reader)), "0@0 1@0");
    bench.accept({1, 1});
    bench.map.advance(kNoCap);
    EXPECT_EQ(content(bench.updates_for(reader)), "0@0 1@1");
}

TEST(FanOut, WindowSendsChangesAndAnswersWithTheWholeWorld) {
    Bench bench(kWindow2, 3);
    Reader reader = bench.reader();
    bench.send_heartbeat(0);
    EXPECT_EQ(content(bench.updates_for(reader)), "0@0 1@0 2@0");
    bench.accept({1, 1});
    EXPECT_EQ(content(bench.updates_for(reader)), "1@1");
    const auto nothing = bench.updates_for(reader);
    ASSERT_EQ(nothing.size(), 1u) << "slowest_ns must still be sent";
    EXPECT_EQ(content(nothing), "");
    EXPECT_EQ(nothing.front().parts(), 1u);
    EXPECT_EQ(content(bench.updates_for(reader, true)), "0@0 1@1 2@0");
    EXPECT_EQ(content(bench.updates_for(reader)), "");
}

TEST(FanOut, WindowSendsOnlyTheNewestMessages) {
    Bench bench(kWindow2, 1);
    Reader reader = bench.reader();
    bench.send_heartbeat(0);
    bench.send_heartbeat(1);
    const auto updates = bench.updates_for(reader);
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_EQ(content(updates), "0@1");
    EXPECT_EQ(updates.front().time_ns(), ns(1));
    EXPECT_EQ(updates.front().slowest_agent(), 0u);
}

TEST(FanOut, ABundleIsCutIntoPartsThatThePathCarries) {
    for (const auto gate : {kExact1, kWindow2}) {
        Bench bench(gate, 40);
        bench.send_heartbeat(0, 200);
        Reader reader = bench.reader();
        reader.session.datagram_bytes_max = limits::kDatagramBytesOffHost;
        bench.update(reader, true);
        bench.flush();
        for (std::size_t i = 0; i < bench.socket.sent_count(); ++i) {
            EXPECT_LE(bench.socket.sent(i).size(), limits::kDatagramBytesOffHost);
        }
        const auto updates = bench.sent();
        EXPECT_GE(updates.size(), 7u);
        EXPECT_LE(updates.size(), 14u) << "parts must be filled";
        std::string expected;
        for (int i = 0; i < 40; ++i) expected += (i > 0 ? " " : "") + std::to_string(i) + "@0";
        EXPECT_EQ(content(updates), expected);
        for (std::size_t i = 0; i < updates.size(); ++i) {
            EXPECT_EQ(updates[i].part(), i);
            EXPECT_EQ(updates[i].parts(), updates.size());
            EXPECT_EQ(updates[i].time_ns(), ns(0));
        }
        EXPECT_EQ(bench.count(FanOutCounter::updates), 1u);
        EXPECT_EQ(bench.count(FanOutCounter::datagrams), updates.size());
    }
}

TEST(FanOut, TheLargestMessagesFitTheSmallestPath) {
    Bench bench(kExact1, 3);
    std::size_t room = limits::kStateBytesMax;
    while (message_of({0, 0, 1, 1, std::string(room, 's')}).ByteSizeLong() > limits::kStateBytesMax) --room;
    bench.send_heartbeat(0, room - 2);
    Reader reader = bench.reader();
    reader.session.datagram_bytes_max = limits::kDatagramBytesOffHost;
    EXPECT_EQ(bench.updates_for(reader).size(), 3u);
}

TEST(FanOut, ARepeatedBundleHasTheSameParts) {
    Bench bench(kExact1, 30);
    for (const config::Interest& interest :
         {config::Interest{},
          config::Interest{
              Kind::agents, 0, {AgentId{1}, AgentId{2}, AgentId{3}, AgentId{20}, AgentId{25}, AgentId{27}}},
          config::Interest{Kind::radius, 65, {}}}) {
        Bench fresh(kExact1, 30);
        fresh.map.join(MemberId{2}, AgentId{30}, Tick{0});
        fresh.send_heartbeat(0, 300);
        Reader reader = fresh.reader(interest);
        reader.session.datagram_bytes_max = limits::kDatagramBytesOffHost;
        const auto first = fresh.updates_for(reader);
        ASSERT_GE(first.size(), 2u);
        for (std::int64_t tick = 1; tick < 6; ++tick)
            fresh.send_heartbeat(tick, 300 + static_cast<std::size_t>(tick) * 20);
        const auto all = fresh.updates_for(reader, true);
        ASSERT_GE(all.size(), first.size());
        for (std::size_t i = 0; i < first.size(); ++i) {
            EXPECT_EQ(all[i].part(), first[i].part());
            EXPECT_EQ(all[i].parts(), first[i].parts());
            EXPECT_EQ(content({all[i]}), content({first[i]}));
        }
    }
}

TEST(FanOut, SendsTheNeighboursOfTheMembersAgents) {
    for (const auto gate : {kExact1, kWindow2}) {
        Bench bench(gate, 20);  // 20 agents, 10 m apart
        bench.map.join(MemberId{2}, AgentId{100}, Tick{0});
        bench.map.join(MemberId{2}, AgentId{101}, Tick{0});
        for (std::uint32_t i = 0; i < 20; ++i) bench.accept({i, 0, 1, 10.0F * static_cast<float>(i)});
        bench.accept({100, 0, 1, 31});
        bench.accept({101, 0, 1, 153});
        bench.map.advance(kNoCap);
        Reader reader = bench.reader({Kind::radius, 12, {}});
        ASSERT_EQ(reader.agents.size(), 2u);
        EXPECT_EQ(content(bench.updates_for(reader)), "2@0 3@0 4@0 15@0 16@0")
            << "neighbours of both agents, without the member's own";
        Reader wide = bench.reader({Kind::radius, 25, {}});
        EXPECT_EQ(content(bench.updates_for(wide)), "1@0 2@0 3@0 4@0 5@0 13@0 14@0 15@0 16@0 17@0")
            << "each member has its own radius";
        Reader nobody = bench.reader({Kind::radius, 12, {}}, 9);
        EXPECT_EQ(content(bench.updates_for(nobody)), "") << "without agents nothing is near";
    }
}

TEST(FanOut, ExactNeighboursAreThoseOfTheBundlesHeartbeat) {
    Bench bench(kExact1, 1);
    bench.map.join(MemberId{2}, AgentId{1}, Tick{0});
    for (std::int64_t tick = 0; tick < 3; ++tick) {
        bench.accept({0, tick, 1, 0});
        bench.accept({1, tick, 1, tick == 1 ? 500.0F : 5.0F});
        bench.map.advance(kNoCap);
    }
    Reader reader = bench.reader({Kind::radius, 10, {}});
    const auto updates = bench.updates_for(reader);
    ASSERT_EQ(updates.size(), 3u);
    EXPECT_EQ(content(updates), "0@0 0@2");
}

TEST(FanOut, SendsTheAgentsThatWereAskedFor) {
    Bench bench(kExact1, 5);
    bench.send_heartbeat(0);
    Reader reader = bench.reader({Kind::agents, 0, {AgentId{1}, AgentId{3}, AgentId{77}}});
    EXPECT_EQ(content(bench.updates_for(reader)), "1@0 3@0");
    Reader none = bench.reader({Kind::agents, 0, {}});
    const auto updates = bench.updates_for(none);
    ASSERT_EQ(updates.size(), 1u) << "an empty bundle must be sent";
    EXPECT_EQ(updates.front().parts(), 1u);
}

TEST(FanOut, ExactBundlesHoldAgentsFromTheirEntryToTheirEnd) {
    Bench bench(kExact1, 2);
    bench.accept({0, 0});
    bench.accept({1, 0, 0});
    bench.map.advance(kNoCap);
    bench.map.remove(AgentId{1}, Departure::lost);
    bench.map.join(MemberId{1}, AgentId{2}, Tick{3});
    for (std::int64_t tick = 1; tick <= 3; ++tick) {
        bench.accept({0, tick});
        if (tick == 3) bench.accept({2, 3});
        bench.map.advance(kNoCap);
    }
    ASSERT_EQ(bench.map.reached(), Tick{3});
    Reader reader = bench.reader();
    EXPECT_EQ(content(bench.updates_for(reader)), "0@0 1@0 0@1 0@2 0@3 2@3");
}

TEST(FanOut, BeforeTheStartAnswersWithAwaitedAgentsOnly) {
    for (const auto gate : {kExact1, kWindow2}) {
        Bench bench(gate);
        for (std::uint32_t i = 0; i < 20; ++i) bench.map.expect(AgentId{i}, Tick{0});
        bench.map.join(MemberId{1}, AgentId{0}, Tick{0});
        bench.accept({0, 0});
        Reader reader = bench.reader();
        EXPECT_TRUE(bench.updates_for(reader).empty());
        const auto updates = bench.updates_for(reader, true);
        ASSERT_EQ(updates.size(), 1u);
        EXPECT_FALSE(updates.front().started());
        EXPECT_EQ(updates.front().parts(), 0u);
        EXPECT_EQ(updates.front().messages_size(), 0);
        ASSERT_EQ(updates.front().awaited_size(), static_cast<int>(net::kAwaitedMax));
        EXPECT_EQ(updates.front().awaited(0), 1u);
    }
}

TEST(FanOut, ExactAnswersEvenWhenNothingIsNew) {
    Bench bench(kExact1, 1);
    bench.send_heartbeat(0);
    Reader reader = bench.reader();
    reader.known_up_to = Tick{0};
    const auto updates = bench.updates_for(reader, true);
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_EQ(updates.front().parts(), 0u) << "the answer must have no bundle";
    EXPECT_EQ(updates.front().slowest_ns(), ns(0));
}

TEST(FanOut, SessionsShareABodyUnderSeparateHeads) {
    Bench bench(kWindow2, 3);
    bench.send_heartbeat(0);
    Reader a = bench.reader({}, 2), b = bench.reader({}, 3), late = bench.reader({}, 4);
    a.notices_sent = 1;
    b.notices_sent = 2;
    for (Reader* s : {&a, &b}) bench.update(*s);
    bench.flush();
    auto updates = bench.sent();
    ASSERT_EQ(updates.size(), 2u);
    EXPECT_EQ(content(updates), "0@0 1@0 2@0 0@0 1@0 2@0");
    EXPECT_EQ(updates[0].notices(), 1u);
    EXPECT_EQ(updates[1].notices(), 2u);
    // The next step uses no body of this step again, whichever member comes first.
    bench.accept({2, 1});
    EXPECT_EQ(content(bench.updates_for(late)), "0@0 1@0 2@1");
    EXPECT_EQ(content(bench.updates_for(a)), "2@1");
}

/// Returns the offset of a datagram's body. The bytes before the body are made for one receiver alone.
std::size_t body_at(ByteView datagram) {
    return net::kUpdateSealBytes + std::to_integer<std::size_t>(datagram[net::kUpdateHeadAt - 2]);
}

TEST(FanOut, SealsASharedBodyOnceAndEachSelectionSeparately) {
    Bench bench(kExact1, 3);
    bench.send_heartbeat(0);
    std::vector<Reader> readers;
    for (std::uint32_t i = 2; i < 5; ++i) readers.push_back(bench.reader({}, i));
    for (std::uint32_t i = 5; i < 8; ++i)
        readers.push_back(bench.reader({Kind::agents, 0, {AgentId{i % 3}}}, i));
    for (Reader& reader : readers) bench.update(reader);
    bench.flush();
    std::set<std::string> seals, bodies;
    for (std::size_t i = 0; i < bench.socket.sent_count(); ++i) {
        const ByteView datagram = bench.socket.sent(i);
        seals.emplace(as_text(datagram.subspan(net::kSealHeadBytes, 8 + net::kSealTagBytes)));
        bodies.emplace(as_text(datagram.subspan(body_at(datagram))));
    }
    EXPECT_EQ(seals.size(), 4u);
    EXPECT_EQ(bodies.size(), 4u);
    EXPECT_EQ(content(bench.sent()), "0@0 1@0 2@0 0@0 1@0 2@0 0@0 1@0 2@0 2@0 0@0 1@0");
}

TEST(FanOut, ComposedUpdatesDoNotChangeBeforeTheyAreSent) {
    // One step composes more bodies of both kinds than the fan-out keeps at once. Members that see the whole
    // world get bundles of different heartbeats, in any order. The other members get more selections than a
    // batch holds.
    Bench bench(kExact1, 4);
    for (std::int64_t tick = 0; tick < 24; ++tick) bench.send_heartbeat(tick, 300);
    std::vector<Reader> readers;
    for (std::uint32_t i = 0; i < 120; ++i) {
        const bool whole = i % 8 == 0;
        readers.push_back(whole ? bench.reader({}, 2 + i)
                                : bench.reader({Kind::agents, 0, {AgentId{i % 4}, AgentId{3}}}, 2 + i));
        readers.back().known_up_to = readers.back().session.sent = Tick{i * 7 % 24 - 1};
        if (i % 3 == 0) readers.back().session.datagram_bytes_max = limits::kDatagramBytesOffHost;
    }
    std::map<std::uint32_t, std::string> expected;
    for (std::size_t i = 0; i < readers.size(); ++i) {
        Reader& reader = readers[i];
        for (std::int64_t k = 1; k <= 8 && reader.session.sent.index + k < 24; ++k) {
            for (std::uint32_t agent = 0; agent < 4; ++agent) {
                if (i % 8 != 0 && agent != i % 4 && agent != 3) continue;
                expected[reader.id.value] += (expected[reader.id.value].empty() ? "" : " ") +
                                             std::to_string(agent) + "@" +
                                             std::to_string(reader.session.sent.index + k);
            }
        }
    }
    for (Reader& reader : readers) bench.update(reader);
    bench.flush();
    std::map<std::uint32_t, std::vector<WorldUpdate>> updates_for;
    for (std::size_t i = 0; i < bench.socket.sent_count(); ++i) {
        const SessionId number = *net::peek_session(bench.socket.sent(i));
        net::UpdateOpener opener(number, bench.key, bench.world_key);
        updates_for[number.value].push_back(synchrono::testing::opened_update(opener, bench.socket.sent(i)));
    }
    for (const Reader& reader : readers)
        EXPECT_EQ(content(updates_for[reader.id.value]), expected[reader.id.value]) << reader.id.value;
}

TEST(FanOut, CountsDatagramsThatTheKernelDropped) {
    Bench bench(kWindow2, 1);
    bench.send_heartbeat(0);
    bench.socket.set_room(1);
    std::vector<Reader> readers;
    for (std::uint32_t i = 2; i < 5; ++i) readers.push_back(bench.reader({}, i));
    for (Reader& reader : readers) bench.update(reader);
    bench.flush();
    EXPECT_EQ(bench.count(FanOutCounter::datagrams), 3u);
    EXPECT_EQ(bench.count(FanOutCounter::send_failures), 2u);
    EXPECT_GT(bench.count(FanOutCounter::bytes), 0u);
}

TEST(FanOut, SendsInBatches) {
    Bench bench(kWindow2, 1);
    bench.send_heartbeat(0);
    std::vector<Reader> readers;
    for (std::uint32_t i = 2; i < 202; ++i) readers.push_back(bench.reader({}, i));
    for (Reader& reader : readers) bench.update(reader);
    EXPECT_EQ(bench.socket.sent_count(), 192u) << "full batches must be sent at once";
    bench.flush();
    EXPECT_EQ(bench.sent().size(), 200u);
}

TEST(FanOutDeathTest, RefusesAnEmptyEndpoint) {
    Bench bench(kWindow2, 1);
    Reader reader = bench.reader();
    reader.session.endpoint = {};
    EXPECT_DEATH(bench.update(reader), "requirement failed");
}

/// A clock that stands.
struct StillClock final : WallClock {
    WallTime now() const override { return WallTime::nanoseconds(1'234); }
};

TEST(FanOut, TellsTheClockOnceToWhoAskedAndToldItsOwn) {
    const StillClock clock;
    Bench bench(kWindow2, 1);
    FanOut fan_out(bench.map, bench.selection, bench.socket, bench.world_key, &clock);
    Reader reader = bench.reader();
    const auto told = [&](bool answer) {
        fan_out.update(reader, reader.session, answer);
        fan_out.flush();
        const auto updates = bench.sent();
        EXPECT_EQ(updates.size(), 1u);
        return std::pair(updates.at(0).asked_ns(), updates.at(0).clock_ns());
    };
    EXPECT_EQ(told(true), std::pair(0L, 0L)) << "it has not told its time";
    reader.session.asked_ns = 55;
    EXPECT_EQ(told(true), std::pair(55L, 1'234L));
    EXPECT_EQ(told(true), std::pair(0L, 0L));
}

}  // namespace
}  // namespace synchrono::server::transport
