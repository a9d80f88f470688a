// Proves what a client sends to the communication server and when. Also proves that the client refuses
// impossible messages from the server, and gives a reason however the connection ends.
#include "client/link/comm_server_link.hpp"

#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>

#include "common/base/limits.hpp"
#include "common/net/sim/stream_pair.hpp"
#include "tests/support/frame_peer.hpp"

namespace synchrono::client::link {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Status = RadioLink::Status;

constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);
constexpr std::int64_t kHeartbeatNs = 5'000'000;
constexpr WallTime kStart = WallTime::nanoseconds(1'000'000'000'000);
constexpr WallDuration kServerLimit = WallDuration::seconds(2);
constexpr WallDuration kSilenceLimit = WallDuration::seconds(1);
constexpr std::int64_t kBeyond_ns = limits::kTimeMax_ns + 1;
constexpr WallDuration kInstant = WallDuration::nanoseconds(1);

struct CommServerLinkTest : ::testing::Test, RadioSink {
    CommServerLinkTest() {
        request.add_agents(3);
        open();
    }
    void open(const net::sim::StreamPairOptions& options = {}) {
        auto [ours, theirs] = net::sim::stream_pair(options);
        server = FramePeer{ours.get(), std::move(theirs), "", false};
        link.emplace(std::move(ours), request, kHeartbeat, kServerLimit, *this, counters, kStart);
    }
    void deliver(const DeliveredMessage& message, std::span<const RadioArrival> arrivals) override {
        std::string text =
            fmt::format("{} from {} at {} by {}, no. {}:", as_text(message.payload), message.sender.value,
                        message.sent.count_ns(), config::to_text(message.medium), message.sequence);
        for (const RadioArrival& one : arrivals)
            text += fmt::format(" {}@{}({})", one.receiver.value, one.time.count_ns(), one.power_dbm);
        heard.push_back(text);
    }
    void send_to_client(const RadioServerFrame& frame) { server.send_frame(frame.SerializeAsString()); }
    /// Polls the link once, so that it reads all that has arrived.
    Status poll(WallTime now = kStart) { return link->poll(now, {}, Tick{1'000'000}); }
    static RadioServerFrame accepted(std::int64_t start_ns,
                                     std::int64_t silence_limit_ns = kSilenceLimit.count_ns()) {
        RadioServerFrame frame;
        frame.mutable_accepted()->set_start_ns(start_ns);
        frame.mutable_accepted()->set_silence_limit_ns(silence_limit_ns);
        return frame;
    }
    void become_member() {
        send_to_client(accepted(3 * kHeartbeatNs));
        ASSERT_EQ(poll(), Status::member);
    }
    static RadioServerFrame bundle(std::int64_t tick) {
        RadioServerFrame frame;
        frame.mutable_bundle()->set_until_ns(tick * kHeartbeatNs);
        return frame;
    }
    /// Adds a message that two of the client's agents hear.
    static RadioDelivery& add_delivery(RadioServerFrame& frame) {
        RadioDelivery& delivery = *frame.mutable_bundle()->add_deliveries();
        delivery.set_sender(9);
        delivery.set_sequence(4);
        delivery.set_sent_ns(100);
        delivery.set_medium(DSRC);
        delivery.set_payload("hello");
        delivery.add_receiver(3);
        delivery.add_delay_ns(7);
        delivery.add_power_dbm(-70);
        delivery.add_receiver(5);
        delivery.add_delay_ns(8);
        delivery.add_power_dbm(0);
        return delivery;
    }
    std::vector<RadioClientFrame> received() { return server.frames<RadioClientFrame>(); }
    std::uint64_t count(RadioLinkCounter counter) const { return counters.get(counter); }

    RadioJoin request;
    Counters<RadioLinkCounter> counters;
    std::vector<std::string> heard;
    FramePeer server{};
    std::optional<CommServerLink> link;
};

TEST_F(CommServerLinkTest, AsksToJoinAndIsAMemberOnceItIsAccepted) {
    EXPECT_EQ(poll(), Status::joining);
    ASSERT_THAT(received(), SizeIs(1));
    EXPECT_EQ(received()[0].join().SerializeAsString(), request.SerializeAsString());
    send_to_client(accepted(3 * kHeartbeatNs));
    EXPECT_EQ(poll(), Status::member);
    EXPECT_EQ(link->start(), Tick{3});
    EXPECT_EQ(link->delivered_until(), Tick{3}) << "nothing arrives before its first heartbeat";
    EXPECT_EQ(link->reason(), "");
}

TEST_F(CommServerLinkTest, WaitsForTheAnswerNoLongerThanItsLimit) {
    EXPECT_EQ(poll(kStart + kServerLimit), Status::joining);
    EXPECT_EQ(poll(kStart + kServerLimit + kInstant), Status::lost);
    EXPECT_EQ(link->reason(), "the communication server did not answer within 2 s");
    EXPECT_TRUE(server.is_closed());
    send_to_client(accepted(0));
    EXPECT_EQ(poll(), Status::lost) << "a lost link stays lost";
}

TEST_F(CommServerLinkTest, SendsABatchWhenItIsFlushed) {
    become_member();
    const Bytes payload(3, std::byte{'x'});
    const AgentPlace places[]{{AgentId{3}, {1, 2, 3}}};
    link->send(Tick{3}, places, {}, {}, false, kStart);
    EXPECT_THAT(received(), SizeIs(1)) << "it waits for the next";
    const std::vector<OutgoingMessage> messages{
        {AgentId{3}, SimTime::nanoseconds(4 * kHeartbeatNs + 1), config::Medium::cv2x, payload}};
    link->send(Tick{4}, {}, messages, {}, true, kStart);
    const auto frames = received();
    ASSERT_THAT(frames, SizeIs(3));
    const RadioBatch& first = frames[1].batch();
    EXPECT_EQ(first.time_ns(), 3 * kHeartbeatNs);
    ASSERT_EQ(first.places_size(), 1);
    EXPECT_EQ(first.places(0).agent(), 3u);
    EXPECT_EQ(first.places(0).x_m(), 1);
    EXPECT_EQ(first.places(0).y_m(), 2);
    EXPECT_EQ(first.places(0).z_m(), 3);
    EXPECT_EQ(first.messages_size(), 0);
    const RadioBatch& second = frames[2].batch();
    EXPECT_EQ(second.time_ns(), 4 * kHeartbeatNs);
    EXPECT_EQ(second.places_size(), 0);
    ASSERT_EQ(second.messages_size(), 1);
    EXPECT_EQ(second.messages(0).agent(), 3u);
    EXPECT_EQ(second.messages(0).time_ns(), 4 * kHeartbeatNs + 1);
    EXPECT_EQ(second.messages(0).medium(), CV2X);
    EXPECT_EQ(second.messages(0).payload(), "xxx");
    EXPECT_FALSE(second.more());
    EXPECT_FALSE(second.last());
    EXPECT_EQ(count(RadioLinkCounter::batches), 2u);
    EXPECT_EQ(count(RadioLinkCounter::sent), 1u);
}

TEST_F(CommServerLinkTest, SendsAllKnownTimesOfSignals) {
    become_member();
    const signal::GroupSignal groups[]{{.group = 2,
                                        .state = signal::SignalState::protected_green,
                                        .since = SimTime::nanoseconds(5),
                                        .min_end = SimTime::nanoseconds(6),
                                        .max_end = SimTime::nanoseconds(7),
                                        .likely_end = SimTime::nanoseconds(8),
                                        .next = SimTime::nanoseconds(9)},
                                       {.group = 4, .state = signal::SignalState::stop, .since = {}}};
    const body::SignalsChange changes[]{{AgentId{3}, SimTime::nanoseconds(3 * kHeartbeatNs + 2), groups}};
    link->send(Tick{3}, {}, {}, changes, true, kStart);
    const RadioClientFrame frame = received().back();
    ASSERT_EQ(frame.batch().signals_size(), 1);
    const RadioSignals& written = frame.batch().signals(0);
    EXPECT_EQ(written.agent(), 3u);
    EXPECT_EQ(written.time_ns(), 3 * kHeartbeatNs + 2);
    ASSERT_EQ(written.groups_size(), 2);
    EXPECT_EQ(written.groups(0).group(), 2u);
    EXPECT_EQ(written.groups(0).state(), 6u);
    EXPECT_EQ(written.groups(0).since_ns(), 5);
    EXPECT_EQ(written.groups(0).min_end_ns(), 6);
    EXPECT_EQ(written.groups(0).max_end_ns(), 7);
    EXPECT_EQ(written.groups(0).likely_end_ns(), 8);
    EXPECT_EQ(written.groups(0).next_ns(), 9);
    EXPECT_FALSE(written.groups(1).has_min_end_ns() || written.groups(1).has_max_end_ns() ||
                 written.groups(1).has_likely_end_ns() || written.groups(1).has_next_ns());
}

TEST_F(CommServerLinkTest, ALongBatchIsSplitIntoFrames) {
    open({.buffer_bytes = 4 << 20});
    become_member();
    const Bytes payload(60'000, std::byte{'x'});
    const std::vector<OutgoingMessage> messages(
        10, {AgentId{3}, SimTime::nanoseconds(3 * kHeartbeatNs), config::Medium::dsrc, payload});
    const SimTime late = SimTime::nanoseconds(limits::kTimeMax_ns);
    const std::vector<signal::GroupSignal> groups(
        1000, {.since = late, .min_end = late, .max_end = late, .likely_end = late, .next = late});
    const std::vector<body::SignalsChange> changes(
        8, {AgentId{3}, SimTime::nanoseconds(3 * kHeartbeatNs), groups});
    const AgentPlace placed[]{{AgentId{3}, {}}};
    link->send(Tick{3}, placed, messages, changes, true, kStart);
    const auto frames = received();
    ASSERT_GT(frames.size(), 4u);
    int places = 0, written = 0, sent = 0;
    for (std::size_t i = 1; i < frames.size(); ++i) {
        const RadioBatch& batch = frames[i].batch();
        EXPECT_EQ(batch.time_ns(), 3 * kHeartbeatNs);
        EXPECT_EQ(batch.more(), i + 1 < frames.size());
        EXPECT_LT(batch.ByteSizeLong(), limits::kFrameBytesMax);
        places += batch.places_size();
        written += batch.signals_size();
        sent += batch.messages_size();
    }
    EXPECT_EQ(places, 1);
    EXPECT_EQ(written, 8);
    EXPECT_EQ(sent, 10);
    EXPECT_EQ(count(RadioLinkCounter::batches), 1u);
}

TEST_F(CommServerLinkTest, ReportsArrivalsAndTheTimeUpToWhichTheyAreKnown) {
    become_member();
    RadioServerFrame frame = bundle(4);
    add_delivery(frame);
    send_to_client(frame);
    EXPECT_EQ(poll(), Status::member);
    EXPECT_THAT(heard, ElementsAre("hello from 9 at 100 by dsrc, no. 4: 3@107(-70) 5@108(0)"));
    EXPECT_EQ(link->delivered_until(), Tick{4});
    EXPECT_EQ(count(RadioLinkCounter::arrivals), 2u);
    EXPECT_EQ(count(RadioLinkCounter::bundles), 1u);

    RadioServerFrame part;  // without a time, since the rest of its bundle is still to come
    add_delivery(part);
    send_to_client(part);
    EXPECT_EQ(poll(), Status::member);
    ASSERT_THAT(heard, SizeIs(2));
    EXPECT_EQ(heard[1], heard[0]) << "each with its own receivers";
    EXPECT_EQ(link->delivered_until(), Tick{4});
    EXPECT_EQ(count(RadioLinkCounter::bundles), 1u);
}

TEST_F(CommServerLinkTest, ReadsNoMoreThanItNeeds) {
    become_member();
    for (const std::int64_t tick : {4, 5, 6}) send_to_client(bundle(tick));
    link->poll(kStart, {}, Tick{5});
    EXPECT_EQ(link->delivered_until(), Tick{5});
    poll();
    EXPECT_EQ(link->delivered_until(), Tick{6});
}

/// A stream that calls `waits` at the beginning of each wait.
class WatchedStream final : public net::Stream {
  public:
    WatchedStream(std::unique_ptr<net::Stream> stream, std::function<void(WallDuration)> waits)
        : stream_(std::move(stream)), waits_(std::move(waits)) {}
    Io read_some(std::span<std::byte> into) override { return stream_->read_some(into); }
    Io write_some(ByteView bytes) override { return stream_->write_some(bytes); }
    void close() override { stream_->close(); }
    void wait_readable(WallDuration limit) override { waits_(limit); }

  private:
    std::unique_ptr<net::Stream> stream_;
    std::function<void(WallDuration)> waits_;
};

TEST_F(CommServerLinkTest, WaitsOnceForNewsUpToItsLimit) {
    auto [ours, theirs] = net::sim::stream_pair();
    server = FramePeer{ours.get(), std::move(theirs), "", false};
    std::vector<WallDuration> waits;
    std::optional<RadioServerFrame> comes;
    auto watched = std::make_unique<WatchedStream>(std::move(ours), [&](WallDuration limit) {
        waits.push_back(limit);
        if (comes) send_to_client(*comes);
        comes.reset();
    });
    link.emplace(std::move(watched), request, kHeartbeat, kServerLimit, *this, counters, kStart);
    const WallDuration limit = WallDuration::milliseconds(20);
    comes = accepted(3 * kHeartbeatNs);
    EXPECT_EQ(link->poll(kStart, {}, Tick{4}), Status::joining);
    EXPECT_THAT(waits, IsEmpty());
    EXPECT_EQ(link->poll(kStart, limit, Tick{3}), Status::member);
    EXPECT_THAT(waits, ElementsAre(limit));
    link->poll(kStart, limit, Tick{4});
    EXPECT_THAT(waits, SizeIs(2)) << "it waits only once though nothing came";
    send_to_client(bundle(4));
    link->poll(kStart, limit, Tick{4});
    EXPECT_EQ(link->delivered_until(), Tick{4});
    EXPECT_THAT(waits, SizeIs(2)) << "it does not wait for frames that are there";
}

TEST_F(CommServerLinkTest, SendsLaterWhatTheConnectionDidNotTake) {
    const Bytes payload(60'000, std::byte{'x'});
    const std::vector<OutgoingMessage> messages{
        {AgentId{3}, SimTime::nanoseconds(3 * kHeartbeatNs), config::Medium::dsrc, payload}};
    for (const bool by_turn : {false, true}) {
        open({.buffer_bytes = 10'000});
        become_member();
        link->send(Tick{3}, {}, messages, {}, true, kStart);
        for (int i = 0; i < 10; ++i) {
            EXPECT_THAT(received(), SizeIs(i < 6 ? 1 : 2)) << by_turn << " " << i;
            if (by_turn) {
                poll();
            } else {
                link->keep_alive(kStart);
            }
        }
    }
}

TEST_F(CommServerLinkTest, RefusesImpossibleAnswers) {
    const std::pair<std::int64_t, std::int64_t> answers[]{
        {-kHeartbeatNs, 1'000'000}, {kHeartbeatNs + 1, 1'000'000}, {0, 0}, {0, -1}};
    for (const auto& [start_ns, silence_limit_ns] : answers) {
        open();
        send_to_client(accepted(start_ns, silence_limit_ns));
        EXPECT_EQ(poll(), Status::lost) << start_ns << " " << silence_limit_ns;
        EXPECT_EQ(link->reason(), "the communication server's RadioAccepted is not well formed");
    }
}

TEST_F(CommServerLinkTest, RefusesImpossibleBundles) {
    const std::string delivery = "the communication server's RadioDelivery is not well formed";
    const auto until = [](std::int64_t ns) {
        return fmt::format(
            "the communication server sent a RadioBundle with until_ns {}: expected a multiple of the "
            "heartbeat, not below {}",
            ns, 3 * kHeartbeatNs);
    };
    struct Row {
        std::string what;
        std::function<void(RadioBundle&, RadioDelivery&)> spoil;
        std::string reason;
    };
    const Row rows[]{
        {"a receiver more", [](auto&, auto& d) { d.add_receiver(6); }, delivery},
        {"a delay more", [](auto&, auto& d) { d.add_delay_ns(6); }, delivery},
        {"a power more", [](auto&, auto& d) { d.add_power_dbm(6); }, delivery},
        {"a delay less", [](auto&, auto& d) { d.mutable_delay_ns()->RemoveLast(); }, delivery},
        {"a power less", [](auto&, auto& d) { d.mutable_power_dbm()->RemoveLast(); }, delivery},
        {"no medium", [](auto&, auto& d) { d.set_medium(MEDIUM_UNSPECIFIED); }, delivery},
        {"an unknown medium", [](auto&, auto& d) { d.set_medium(static_cast<Medium>(99)); }, delivery},
        {"sent before the world", [](auto&, auto& d) { d.set_sent_ns(-1); }, delivery},
        {"sent after any run", [](auto&, auto& d) { d.set_sent_ns(kBeyond_ns); }, delivery},
        {"arrived before it was sent", [](auto&, auto& d) { d.set_delay_ns(1, -1); }, delivery},
        {"arrived after any run", [](auto&, auto& d) { d.set_delay_ns(1, kBeyond_ns); }, delivery},
        {"behind the last", [](auto& b, auto&) { b.set_until_ns(2 * kHeartbeatNs); },
         until(2 * kHeartbeatNs)},
        {"between heartbeats", [](auto& b, auto&) { b.set_until_ns(4 * kHeartbeatNs + 1); },
         until(4 * kHeartbeatNs + 1)}};
    for (const Row& row : rows) {
        open();
        become_member();
        RadioServerFrame frame = bundle(4);
        row.spoil(*frame.mutable_bundle(), add_delivery(frame));
        send_to_client(frame);
        EXPECT_EQ(poll(), Status::lost) << row.what;
        EXPECT_EQ(link->reason(), row.reason) << row.what;
        EXPECT_EQ(link->delivered_until(), Tick{3}) << row.what;
    }
}

TEST_F(CommServerLinkTest, EveryEndHasItsReason) {
    struct Row {
        std::function<void(CommServerLinkTest&)> happens;
        Status stage;
        std::string reason;
    };
    const auto frame_of = [](auto fill) {
        return [fill](CommServerLinkTest& test) {
            RadioServerFrame frame;
            fill(frame);
            test.send_to_client(frame);
        };
    };
    const Row rows[]{{frame_of([](auto& frame) { frame.mutable_declined()->set_text("full"); }), Status::lost,
                      "the communication server declined: full"},
                     {frame_of([](auto& frame) { frame.mutable_stopping()->set_text("SIGTERM"); }),
                      Status::stopped, "the communication server stopped: SIGTERM"},
                     {[](CommServerLinkTest& test) { test.server.send_frame("\xff\xff\xff"); }, Status::lost,
                      "the communication server sent a frame that is not a RadioServerFrame"},
                     {[](CommServerLinkTest& test) { test.server.send("\xff\xff\xff\xff"); }, Status::lost,
                      "the communication server sent a frame that is too long"},
                     {[](CommServerLinkTest& test) { test.server.stream->close(); }, Status::lost,
                      "the connection to the communication server is lost"}};
    for (const bool is_member : {false, true}) {
        for (const Row& row : rows) {
            open();
            if (is_member) become_member();
            row.happens(*this);
            EXPECT_EQ(poll(), row.stage) << row.reason;
            EXPECT_EQ(link->reason(), row.reason);
            EXPECT_EQ(link->status(), row.stage);
        }
    }
}

TEST_F(CommServerLinkTest, IgnoresFramesThatItDoesNotExpect) {
    RadioServerFrame early = bundle(4);
    add_delivery(early);
    send_to_client(early);
    EXPECT_EQ(poll(), Status::joining);
    EXPECT_THAT(heard, IsEmpty()) << "it is no member yet";
    become_member();
    send_to_client(accepted(8 * kHeartbeatNs));
    EXPECT_EQ(poll(), Status::member);
    EXPECT_EQ(link->start(), Tick{3}) << "a second acceptance changes nothing";
}

TEST_F(CommServerLinkTest, SendsSignsOfLifeWhileItWaits) {
    link->keep_alive(kStart + kSilenceLimit);
    EXPECT_THAT(received(), SizeIs(1)) << "only members send signs of life";
    become_member();
    const WallDuration quarter = WallDuration::nanoseconds(kSilenceLimit.count_ns() / 4);
    link->keep_alive(kStart + quarter - kInstant);
    EXPECT_THAT(received(), SizeIs(1));
    link->keep_alive(kStart + quarter);
    ASSERT_THAT(received(), SizeIs(2));
    EXPECT_TRUE(received()[1].has_alive());
    link->keep_alive(kStart + quarter + quarter - kInstant);
    EXPECT_THAT(received(), SizeIs(2));
    link->send(Tick{3}, {}, {}, {}, true, kStart + quarter + quarter);
    link->keep_alive(kStart + quarter + quarter + quarter - kInstant);
    EXPECT_THAT(received(), SizeIs(3)) << "a batch is a sign of life too";
    EXPECT_EQ(poll(kStart + kServerLimit + kServerLimit), Status::member) << "a member may wait for ever";
}

TEST_F(CommServerLinkTest, LeavesWithALastBatchAndWaitsForTheEnd) {
    become_member();
    const AgentPlace places[]{{AgentId{3}, {}}};
    link->send(Tick{6}, places, {}, {}, true, kStart);
    link->leave(Tick{7}, kStart);
    link->leave(Tick{8}, kStart);
    ASSERT_THAT(received(), SizeIs(3)) << "once";
    const RadioBatch last = received()[2].batch();
    EXPECT_EQ(last.time_ns(), 7 * kHeartbeatNs);
    EXPECT_TRUE(last.last());
    EXPECT_EQ(last.places_size(), 0) << "its agents have left";
    EXPECT_EQ(poll(kStart + kServerLimit), Status::member);
    link->keep_alive(kStart + kServerLimit);
    EXPECT_THAT(received(), SizeIs(3)) << "no signs of life after it has left";
    send_to_client(bundle(4));
    server.stream->close();
    EXPECT_EQ(link->poll(kStart + kServerLimit, {}, Tick{3}), Status::left)
        << "a closed connection ends the link now";
    EXPECT_EQ(link->reason(), "left");
}

using CommServerLinkDeathTest = CommServerLinkTest;

TEST_F(CommServerLinkDeathTest, OnlyMembersSend) {
    const auto send = [this] { link->send(Tick{3}, {}, {}, {}, true, kStart); };
    EXPECT_DEATH(send(), "requirement failed") << "it is no member yet";
    become_member();
    link->leave(Tick{3}, kStart);
    EXPECT_DEATH(send(), "requirement failed") << "it has left";
}

TEST_F(CommServerLinkTest, LeavingBeforeTheFirstHeartbeatEndsThere) {
    become_member();
    link->leave(Tick{1}, kStart);
    EXPECT_EQ(received().back().batch().time_ns(), 3 * kHeartbeatNs);
}

TEST_F(CommServerLinkTest, WaitsForItsReleaseNoLongerThanItsLimit) {
    become_member();
    link->leave(Tick{7}, kStart);
    EXPECT_EQ(poll(kStart + kServerLimit + kInstant), Status::lost);
    EXPECT_EQ(link->reason(), "the communication server did not confirm within 2 s that this client leaves");
}

TEST_F(CommServerLinkTest, LeavesWithoutABatchBeforeItIsAMember) {
    link->leave(Tick{7}, kStart);
    EXPECT_THAT(received(), SizeIs(1));
}

TEST_F(CommServerLinkTest, JoinsWithTheDataThatTheServerChecks) {
    config::Scenario scenario;
    scenario.heartbeat = kHeartbeat;
    scenario.server_limit = kServerLimit;
    std::unique_ptr<net::Stream> ours;
    CommServerLinks links(scenario,
                          [&]() -> Result<std::unique_ptr<net::Stream>> { return std::move(ours); });
    auto [near, theirs] = net::sim::stream_pair();
    server = FramePeer{near.get(), std::move(theirs), "", false};
    ours = std::move(near);
    ASSERT_TRUE(links.connect());
    const AgentId agents[]{AgentId{3}, AgentId{5}};
    const std::unique_ptr<RadioLink> made = links.join(agents, Tick{4}, *this, counters, kStart);
    const auto frames = received();
    ASSERT_THAT(frames, SizeIs(1));
    const RadioJoin& join = frames[0].join();
    EXPECT_EQ(join.protocol_version(), static_cast<std::uint32_t>(PROTOCOL_VERSION_4));
    EXPECT_EQ(join.scenario_id(), as_text(config::scenario_id(scenario).bytes));
    EXPECT_THAT(join.agents(), ElementsAre(3u, 5u));
    EXPECT_EQ(join.start_ns(), 4 * kHeartbeatNs);
    EXPECT_EQ(made->poll(kStart + kServerLimit, {}, Tick{1}), Status::joining);
    EXPECT_EQ(made->poll(kStart + kServerLimit + kInstant, {}, Tick{1}), Status::lost);
}

TEST_F(CommServerLinkTest, CountsInTheHeartbeatsOfTheScenario) {
    config::Scenario scenario;
    scenario.heartbeat = kHeartbeat * 2;
    auto ends = net::sim::stream_pair();
    server = FramePeer{ends.first.get(), std::move(ends.second), "", false};
    CommServerLinks links(scenario,
                          [&]() -> Result<std::unique_ptr<net::Stream>> { return std::move(ends.first); });
    ASSERT_TRUE(links.connect());
    const std::unique_ptr<RadioLink> made = links.join({}, Tick{3}, *this, counters, kStart);
    EXPECT_EQ(received()[0].join().start_ns(), 6 * kHeartbeatNs);
    send_to_client(accepted(6 * kHeartbeatNs));
    EXPECT_EQ(made->poll(kStart, {}, Tick{3}), Status::member);
    EXPECT_EQ(made->start(), Tick{3});
}

TEST_F(CommServerLinkDeathTest, EachLinkNeedsAConnectionOfItsOwn) {
    const config::Scenario scenario;
    CommServerLinks links(
        scenario, []() -> Result<std::unique_ptr<net::Stream>> { return net::sim::stream_pair().first; });
    const auto join = [&] { links.join({}, Tick{0}, *this, counters, kStart); };
    EXPECT_DEATH(join(), "requirement failed");
    ASSERT_TRUE(links.connect());
    join();
    EXPECT_DEATH(join(), "requirement failed") << "the first link has taken the connection";
}

TEST_F(CommServerLinkTest, ReportsWhyTheServerCannotBeReached) {
    const config::Scenario scenario;
    CommServerLinks links(
        scenario, []() -> Result<std::unique_ptr<net::Stream>> { return fail("nobody listens there"); });
    const auto connected = links.connect();
    ASSERT_FALSE(connected);
    EXPECT_EQ(connected.error().text, "nobody listens there");
}

TEST_F(CommServerLinkTest, ABrokenConnectionIsNoticedWhereverItBreaks) {
    bool went_through = false;
    for (std::uint64_t n = 1; !went_through; ++n) {
        ASSERT_LT(n, 100u);
        open({.fail_at = n});
        send_to_client(accepted(3 * kHeartbeatNs));
        Status stage = poll();
        if (stage == Status::member) {
            link->send(Tick{3}, {}, {}, {}, true, kStart);
            send_to_client(bundle(4));
            stage = poll();
        }
        went_through = stage == Status::member && link->delivered_until() == Tick{4};
        if (!went_through) {
            EXPECT_EQ(stage, Status::lost) << n;
            EXPECT_EQ(link->reason(), "the connection to the communication server is lost");
        }
    }
}

}  // namespace
}  // namespace synchrono::client::link
