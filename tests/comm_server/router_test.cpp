// Proves that messages are carried in the order of (time, sender, sequence) by the channel of their medium,
// that the scenario's faults apply to them on the way, and that stations are added, removed and made deaf on
// request.
#include "comm_server/router.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <optional>

#include "common/j2735/codec.hpp"

namespace synchrono::comm_server {
namespace {

using config::Medium;
using config::RadioFault;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);
constexpr std::uint32_t kWithoutRadio = 3, kLights = 4, kUnit = 5, kGhost = 6;

SimTime at_us(std::int64_t us) { return SimTime{} + SimDuration::microseconds(us); }

/// Returns a scenario with three cars that have radios, a car without a radio, and signals. All radios in
/// range hear everything a millisecond later.
config::Scenario make_scenario() {
    config::Scenario s;
    s.name = "router";
    s.heartbeat = kHeartbeat;
    for (std::uint32_t i = 0; i <= kLights; ++i) {
        config::AgentSpec agent;
        agent.id = AgentId{i};
        agent.name = fmt::format("agent{}", i);
        agent.radio = i < kWithoutRadio;
        s.agents.push_back(agent);
    }
    s.agents[kLights].element = config::SignalsElement{"crossing"};
    s.radio.emplace();
    s.radio->channels[Medium::dsrc] = {};
    return s;
}

/// A settled message with its fate at each receiver. If a receiver got another payload than the one sent,
/// `altered` has that payload.
struct MessageFates {
    AgentId sender;
    std::uint64_t sequence;
    SimTime time;
    Medium medium;
    std::string payload;
    geo::Vec3 position;
    std::optional<channel::NotSent> not_sent;
    std::vector<channel::Fate> fates;
    std::vector<std::string> altered;
};
struct Load {
    Medium medium;
    SimTime from, until;
    std::size_t stations;
};

struct RouterTest : ::testing::Test, RouterSink, LoadSink {
    void start() {
        auto units = make_road_side_units(scenario);
        ASSERT_TRUE(units) << units.error().text;
        router.emplace(scenario, std::move(*units), *this, this);
    }
    /// Places the three cars in a row, ten metres apart.
    void place_cars() {
        for (std::uint32_t i = 0; i < kWithoutRadio; ++i) router->place(AgentId{i}, {10.0 * i, 0, 0});
    }
    void start_with_cars() {
        start();
        place_cars();
    }
    void on_settled(const Settled& settled) override {
        MessageFates& one = reported.emplace_back(MessageFates{settled.message.sender,
                                                               settled.message.sequence,
                                                               settled.message.time,
                                                               settled.message.medium,
                                                               std::string(as_text(settled.message.payload)),
                                                               settled.aired.position,
                                                               settled.aired.not_sent,
                                                               {},
                                                               {}});
        for (const FinalFate& fate : settled.fates) {
            one.fates.push_back(fate.fate);
            one.altered.emplace_back(as_text(fate.altered));
        }
    }
    void on_load(Medium medium, SimTime from, SimTime until,
                 std::span<const std::pair<AgentId, float>> busy_ratios) override {
        loads.push_back({medium, from, until, busy_ratios.size()});
    }
    void send(std::uint32_t sender, std::uint64_t sequence, SimTime time, const std::string& text = "hello",
              Medium medium = Medium::dsrc) {
        const ByteView bytes = as_byte_view(text);
        router->send({AgentId{sender}, sequence, time, medium, Bytes(bytes.begin(), bytes.end())});
    }
    /// Returns every settled message as "sender.sequence".
    std::vector<std::string> order() const {
        std::vector<std::string> all;
        for (const MessageFates& one : reported)
            all.push_back(fmt::format("{}.{}", one.sender.value, one.sequence));
        return all;
    }
    /// Returns the message's fate at each receiver, as "receiver outcome".
    static std::vector<std::string> fates(const MessageFates& reported) {
        std::vector<std::string> all;
        for (const channel::Fate& fate : reported.fates)
            all.push_back(fmt::format("{} {}", fate.receiver.value, static_cast<int>(fate.outcome)));
        return all;
    }
    static RadioFault fault(RadioFault::Kind kind) {
        RadioFault fault;
        fault.kind = kind;
        fault.until = at_us(1'000'000'000);
        return fault;
    }

    config::Scenario scenario = make_scenario();
    std::vector<MessageFates> reported;
    std::vector<Load> loads;
    std::optional<Router> router;
};

TEST_F(RouterTest, CarriesInTheOrderOfTimeSenderAndSequence) {
    start_with_cars();
    send(2, 1, at_us(1000));
    send(1, 2, at_us(1000));
    send(1, 1, at_us(1000));
    send(0, 1, at_us(2000));
    send(0, 2, at_us(500));
    router->advance(Tick{0});
    EXPECT_THAT(order(), ElementsAre("0.2", "1.1", "1.2", "2.1", "0.1"));
    EXPECT_THAT(fates(reported[0]), ElementsAre("1 1", "2 1"));
    EXPECT_EQ(reported[0].fates[0].delivered, at_us(1500));
    EXPECT_EQ(reported[0].payload, "hello");
    EXPECT_EQ(reported[3].position, (geo::Vec3{20, 0, 0}));
}

TEST_F(RouterTest, APlaceHoldsFromItsHeartbeatOn) {
    start_with_cars();
    send(0, 1, at_us(0));
    router->advance(Tick{0});
    router->place(AgentId{0}, {100, 0, 0});
    send(0, 2, at_us(5000));
    router->advance(Tick{1});
    EXPECT_EQ(reported[0].position, (geo::Vec3{}));
    EXPECT_EQ(reported[1].position, (geo::Vec3{100, 0, 0}));
}

TEST_F(RouterTest, AddsAndRemovesStations) {
    start();
    EXPECT_TRUE(router->place(AgentId{0}, {}));
    EXPECT_FALSE(router->place(AgentId{0}, {1, 0, 0})) << "the station is placed already";
    EXPECT_TRUE(router->place(AgentId{1}, {}));
    EXPECT_FALSE(router->remove(AgentId{2})) << "the station was never placed";
    EXPECT_TRUE(router->remove(AgentId{1}));
    send(0, 1, at_us(0));
    router->advance(Tick{0});
    EXPECT_THAT(fates(reported[0]), IsEmpty());
    EXPECT_TRUE(router->place(AgentId{1}, {})) << "a removed station may be placed again";
    send(0, 2, at_us(5000));
    router->advance(Tick{1});
    EXPECT_THAT(fates(reported[1]), ElementsAre("1 1"));
}

TEST_F(RouterTest, AnAgentWithoutRadioIsNoStation) {
    start_with_cars();
    EXPECT_FALSE(router->has_radio(AgentId{kWithoutRadio}));
    EXPECT_FALSE(router->has_radio(AgentId{99}));
    EXPECT_FALSE(router->place(AgentId{kWithoutRadio}, {}));
    send(0, 1, at_us(0));
    router->advance(Tick{0});
    EXPECT_THAT(fates(reported[0]), ElementsAre("1 1", "2 1"));
    EXPECT_FALSE(router->remove(AgentId{kWithoutRadio}));
}

TEST_F(RouterTest, MessagesToDeafStationsAreLost) {
    start_with_cars();
    router->set_deaf(AgentId{1}, true);
    send(0, 1, at_us(0));
    router->advance(Tick{0});
    EXPECT_THAT(fates(reported[0]), ElementsAre("1 10", "2 1"));
    router->set_deaf(AgentId{1}, false);
    send(0, 2, at_us(5000));
    router->advance(Tick{1});
    EXPECT_THAT(fates(reported[1]), ElementsAre("1 1", "2 1"));
    router->set_deaf(AgentId{1}, true);
    router->remove(AgentId{1});
    router->place(AgentId{1}, {});
    send(0, 3, at_us(10'000));
    router->advance(Tick{2});
    EXPECT_THAT(fates(reported[2]), ElementsAre("1 1", "2 1")) << "a returning station is no longer deaf";
}

TEST_F(RouterTest, DeafnessDoesNotChangeOtherOutcomes) {
    scenario.radio->channels[Medium::dsrc].model = config::RadioChannel::Model::range;
    scenario.radio->channels[Medium::dsrc].range_m = 15;
    start_with_cars();
    for (std::uint32_t i = 0; i < kWithoutRadio; ++i) router->set_deaf(AgentId{i}, true);
    send(0, 1, at_us(0));
    router->advance(Tick{0});
    EXPECT_THAT(fates(reported[0]), ElementsAre("1 10", "2 4"));
}

TEST_F(RouterTest, EachMediumHasAChannelOfItsOwn) {
    for (const Medium medium : {Medium::dsrc, Medium::light})
        scenario.radio->channels[medium].model = config::RadioChannel::Model::fading;
    start_with_cars();
    EXPECT_TRUE(router->carries(Medium::dsrc));
    EXPECT_TRUE(router->carries(Medium::light));
    EXPECT_FALSE(router->carries(Medium::cv2x));
    send(0, 1, at_us(0));
    send(0, 2, at_us(0), "hello", Medium::light);
    send(0, 3, at_us(2500));
    router->advance(Tick{0});
    router->finish(Tick{0});
    ASSERT_THAT(order(), SizeIs(3));
    std::map<std::uint64_t, const MessageFates*> by_sequence;
    for (const MessageFates& one : reported) by_sequence[one.sequence] = &one;
    EXPECT_EQ(by_sequence.at(2)->medium, Medium::light);
    ASSERT_THAT(by_sequence.at(1)->fates, SizeIs(2));
    ASSERT_THAT(by_sequence.at(2)->fates, SizeIs(2)) << "media do not disturb each other";
}

TEST_F(RouterTest, MediaHaveIndependentChance) {
    // The sender sends one message, with one number, once by each medium.
    std::vector<float> powers;
    for (const Medium medium : {Medium::dsrc, Medium::light}) {
        scenario.radio->channels.clear();
        scenario.radio->channels[medium].model = config::RadioChannel::Model::fading;
        reported.clear();
        start_with_cars();
        send(0, 1, at_us(0), "hello", medium);
        router->advance(Tick{0});
        router->finish(Tick{0});
        ASSERT_THAT(reported, SizeIs(1));
        powers.push_back(reported[0].fates.at(0).power_dbm);
    }
    EXPECT_NE(powers[0], powers[1]);
}

TEST_F(RouterTest, MessagesOnTheAirAreSettledLaterOrAtTheEnd) {
    scenario.radio->channels[Medium::dsrc].model = config::RadioChannel::Model::fading;
    start_with_cars();
    send(0, 1, at_us(4500), std::string(500, 'x'));
    router->advance(Tick{0});
    EXPECT_THAT(reported, IsEmpty());
    router->advance(Tick{1});
    EXPECT_THAT(order(), ElementsAre("0.1"));
    send(0, 2, at_us(14'500), std::string(500, 'x'));
    router->advance(Tick{2});
    EXPECT_THAT(reported, SizeIs(1));
    router->finish(Tick{2});
    EXPECT_THAT(order(), ElementsAre("0.1", "0.2"));
}

TEST_F(RouterTest, ReportsTheLoadTenTimesASecond) {
    scenario.radio->channels[Medium::dsrc].model = config::RadioChannel::Model::fading;
    scenario.radio->channels[Medium::dsrc].carrier_sense = config::CarrierSense{};
    start_with_cars();
    for (std::int64_t tick = 0; tick < 41; ++tick) router->advance(Tick{tick});
    ASSERT_THAT(loads, SizeIs(2));
    EXPECT_EQ(loads[0].from, SimTime{});
    EXPECT_EQ(loads[0].until, at_us(100'000));
    EXPECT_EQ(loads[1].from, at_us(100'000));
    EXPECT_EQ(loads[1].until, at_us(200'000));
    EXPECT_EQ(loads[1].stations, 3u);
}

TEST_F(RouterTest, ReportsNoLoadThatTheChannelDoesNotKnow) {
    start_with_cars();
    for (std::int64_t tick = 0; tick < 41; ++tick) router->advance(Tick{tick});
    EXPECT_THAT(loads, IsEmpty());
}

TEST_F(RouterTest, ReportsNoLoadWithoutASink) {
    scenario.radio->channels[Medium::dsrc].model = config::RadioChannel::Model::fading;
    scenario.radio->channels[Medium::dsrc].carrier_sense = config::CarrierSense{};
    router.emplace(scenario, std::vector<RoadSideUnit>{}, *this, nullptr);
    for (std::int64_t tick = 0; tick < 41; ++tick) router->advance(Tick{tick});
    EXPECT_THAT(loads, IsEmpty());
}

TEST_F(RouterTest, SilencedMessagesAreSettledWithoutReceivers) {
    scenario.radio->faults = {fault(RadioFault::Kind::silence)};
    scenario.radio->faults[0].senders = {AgentId{1}};
    start_with_cars();
    send(1, 1, at_us(0));
    send(0, 1, at_us(1));
    router->advance(Tick{0});
    EXPECT_THAT(order(), ElementsAre("1.1", "0.1"));
    EXPECT_EQ(reported[0].not_sent, channel::NotSent::silenced);
    EXPECT_EQ(reported[0].position, (geo::Vec3{10, 0, 0}));
    EXPECT_THAT(reported[0].fates, IsEmpty());
    EXPECT_EQ(reported[1].not_sent, std::nullopt);
    EXPECT_EQ(router->fault_counters().get(faults::FaultCounter::silenced), 1u);
}

TEST_F(RouterTest, SilencedMessagesAreSettledInTheSameOrder) {
    scenario.radio->faults = {fault(RadioFault::Kind::silence)};
    start_with_cars();
    send(2, 1, at_us(1000));
    send(1, 1, at_us(1000));
    send(0, 1, at_us(2000));
    send(0, 2, at_us(500));
    router->advance(Tick{0});
    EXPECT_THAT(order(), ElementsAre("0.2", "1.1", "2.1", "0.1"));
}

TEST_F(RouterTest, FaultsDistinguishTypesOfMessages) {
    scenario.radio->faults = {fault(RadioFault::Kind::silence), fault(RadioFault::Kind::loss),
                              fault(RadioFault::Kind::ghost)};
    scenario.radio->faults[0].types = {18};
    scenario.radio->faults[1].types = {19};
    RadioFault& ghost = scenario.radio->faults[2];
    ghost.types = {20};
    ghost.ghost = AgentId{kGhost};
    ghost.delay = SimDuration::milliseconds(2);
    start_with_cars();
    const auto of_type = [](int type) { return std::string{'\0', static_cast<char>(type)}; };
    for (int type = 18; type <= 21; ++type)
        send(0, static_cast<std::uint64_t>(type), at_us(type), of_type(type));
    router->advance(Tick{0});
    ASSERT_THAT(order(), ElementsAre("0.18", "0.19", "0.20", "0.21", "6.1"));
    EXPECT_EQ(reported[0].not_sent, channel::NotSent::silenced);
    EXPECT_THAT(fates(reported[1]), ElementsAre("1 9", "2 9", "6 9")) << "a ghost is a receiver as well";
    for (const std::size_t i : {2u, 3u}) EXPECT_THAT(fates(reported[i]), ElementsAre("1 1", "2 1", "6 1"));
    EXPECT_EQ(reported[4].payload, of_type(20));
}

TEST_F(RouterTest, ChanceFollowsTheSeedOfTheScenario) {
    // Fates on one medium follow the chance of faults, powers on the other follow the chance of the channel.
    scenario.radio->faults = {fault(RadioFault::Kind::loss)};
    scenario.radio->faults[0].probability = 0.5;
    scenario.radio->channels[Medium::light].model = config::RadioChannel::Model::fading;
    const auto run = [&](std::uint64_t seed) {
        scenario.seed = seed;
        reported.clear();
        start_with_cars();
        for (std::uint64_t n = 1; n <= 20; ++n) {
            const auto us = static_cast<std::int64_t>(n);
            send(0, 2 * n, at_us(100 * us));
            if (n == 1) send(0, 3, at_us(150), "hello", Medium::light);
        }
        router->advance(Tick{0});
        std::pair<std::vector<std::string>, float> seen;
        for (const MessageFates& one : reported) {
            if (one.medium == Medium::light) seen.second = one.fates.at(0).power_dbm;
            for (const std::string& fate : fates(one))
                if (one.medium == Medium::dsrc) seen.first.push_back(fate);
        }
        return seen;
    };
    const auto one = run(1), again = run(1), other = run(2);
    EXPECT_EQ(one, again);
    EXPECT_NE(one.first, other.first);
    EXPECT_NE(one.second, other.second);
}

TEST_F(RouterTest, BuildingsBlockMessages) {
    scenario.radio->channels[Medium::dsrc].model = config::RadioChannel::Model::range;
    scenario.radio->channels[Medium::dsrc].line_of_sight = true;
    scenario.radio->buildings.push_back({.footprint = {{13, -5}, {17, -5}, {17, 5}, {13, 5}}});
    start_with_cars();
    send(0, 1, at_us(0));
    router->advance(Tick{0});
    EXPECT_THAT(fates(reported[0]), ElementsAre("1 1", "2 5"));
}

TEST_F(RouterTest, OnlyGhostFaultsAreStations) {
    scenario.radio->faults = {fault(RadioFault::Kind::delay)};
    start();
    router->place(AgentId{1}, {});
    send(1, 1, at_us(0));
    router->advance(Tick{0});
    EXPECT_THAT(fates(reported[0]), IsEmpty());
}

TEST_F(RouterTest, OnlyTheReceiverOfAFaultGetsTheAlteredPayload) {
    scenario.radio->faults = {fault(RadioFault::Kind::corrupt)};
    scenario.radio->faults[0].receivers = {AgentId{2}};
    scenario.radio->faults[0].bits = 8;
    start_with_cars();
    send(0, 1, at_us(0), "x");
    router->advance(Tick{0});
    EXPECT_THAT(fates(reported[0]), ElementsAre("1 1", "2 2"));
    EXPECT_THAT(reported[0].altered, ElementsAre("", std::string(1, static_cast<char>(~'x'))));
    EXPECT_EQ(reported[0].payload, "x") << "the payload that was sent must not change";
}

TEST_F(RouterTest, GhostsSendFromTheirPlaceAndRepeatNoGhost) {
    RadioFault ghost = fault(RadioFault::Kind::ghost);
    ghost.ghost = AgentId{kGhost};
    ghost.name = "ghost";
    ghost.position = {0, 50, 0};
    ghost.delay = SimDuration::milliseconds(2);
    scenario.radio->faults = {ghost};
    start_with_cars();
    send(0, 7, at_us(0), "boo");
    router->advance(Tick{0});
    EXPECT_THAT(order(), ElementsAre("0.7", "6.1"));
    EXPECT_EQ(reported[1].time, at_us(2000));
    EXPECT_EQ(reported[1].payload, "boo");
    EXPECT_EQ(reported[1].position, (geo::Vec3{0, 50, 0}));
    EXPECT_THAT(fates(reported[1]), ElementsAre("0 1", "1 1", "2 1"));
    router->advance(Tick{1});
    EXPECT_THAT(reported, SizeIs(2)) << "a ghost does not repeat its own messages";
    EXPECT_EQ(router->fault_counters().get(faults::FaultCounter::ghosts_sent), 1u);
}

TEST_F(RouterTest, GhostsRepeatOnTheSameMedium) {
    scenario.radio->channels[Medium::light] = {};
    RadioFault ghost = fault(RadioFault::Kind::ghost);
    ghost.ghost = AgentId{kGhost};
    ghost.delay = SimDuration::milliseconds(2);
    ghost.senders = {AgentId{0}};
    scenario.radio->faults = {ghost};
    start_with_cars();
    send(0, 1, at_us(0), "boo", Medium::light);
    send(0, 2, at_us(4000), "boo", Medium::light);
    send(1, 1, at_us(4500), "no", Medium::light);
    router->advance(Tick{0});
    EXPECT_THAT(order(), ElementsAre("0.1", "6.1", "0.2", "1.1"));
    EXPECT_EQ(reported[1].medium, Medium::light);
    send(1, 2, at_us(5500), "no", Medium::light);
    router->advance(Tick{1});
    EXPECT_THAT(order(), ElementsAre("0.1", "6.1", "0.2", "1.1", "1.2", "6.2"));
    EXPECT_EQ(reported[5].time, at_us(6000));
}

TEST_F(RouterTest, GhostsSendNothingOnAMissingMedium) {
    scenario.radio->channels.clear();
    scenario.radio->channels[Medium::light] = {};
    RadioFault ghost = fault(RadioFault::Kind::ghost);
    ghost.ghost = AgentId{kGhost};
    ghost.captured = {{at_us(0), {std::byte{1}}}};  // captured messages are always sent by DSRC
    scenario.radio->faults = {ghost};
    start_with_cars();
    router->advance(Tick{0});
    EXPECT_THAT(reported, IsEmpty());
}

using RouterDeathTest = RouterTest;

TEST_F(RouterDeathTest, RefusesMessagesOnAMissingMedium) {
    start_with_cars();
    EXPECT_DEATH(send(0, 1, at_us(0), "hello", Medium::light), "requirement failed");
}

struct RouterUnitTest : RouterTest {
    RouterUnitTest() {
        scenario.intersections["crossing"] =
            config::load_intersection(SYN_SOURCE_DIR "/maps/crossing.json").value();
        scenario.radio->road_side_units.push_back({AgentId{kUnit}, "unit", {0, 20, 5}, "crossing"});
        start_with_cars();
    }
    SignalsReport all_red() const {
        SignalsReport signals{AgentId{kLights}, next.at(kHeartbeat), {}};
        for (const auto group : scenario.intersections.at("crossing").signals->groups)
            signals.groups.push_back({.group = group,
                                      .state = signal::SignalState::stop,
                                      .since = {},
                                      .min_end = signals.time + SimDuration::seconds(10)});
        return signals;
    }
    void advance_a_second() {
        for (int i = 0; i < 200; ++i, next = next + 1) router->advance(next);
    }
    /// Counts the MAP and SPAT messages that were settled since the last call.
    std::pair<int, int> maps_and_spats() {
        std::pair<int, int> count;
        for (const MessageFates& one : reported) {
            const auto frame = j2735::decode(as_byte_view(one.payload));
            EXPECT_TRUE(frame);
            if (!frame) continue;
            count.first += std::holds_alternative<j2735::MapData>(frame->value) ? 1 : 0;
            count.second += std::holds_alternative<j2735::Spat>(frame->value) ? 1 : 0;
        }
        reported.clear();
        return count;
    }
    Tick next;
};

TEST_F(RouterUnitTest, TheUnitSendsFromItsPlaceInItsOwnSequence) {
    router->add_signals_report(all_red());
    advance_a_second();
    ASSERT_THAT(reported, SizeIs(11));
    std::vector<std::uint64_t> sequences;
    for (const MessageFates& one : reported) {
        EXPECT_EQ(one.sender, AgentId{kUnit});
        EXPECT_EQ(one.position, (geo::Vec3{0, 20, 5}));
        EXPECT_THAT(fates(one), ElementsAre("0 1", "1 1", "2 1"));
        sequences.push_back(one.sequence);
    }
    EXPECT_THAT(sequences, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    EXPECT_EQ(maps_and_spats(), (std::pair{1, 10}));
}

TEST_F(RouterUnitTest, TheUnitSendsSpatWhileItsSignalsAreRun) {
    advance_a_second();
    EXPECT_EQ(maps_and_spats(), (std::pair{1, 0})) << "no signal state has been set";
    SignalsReport of_others = all_red();
    of_others.agent = AgentId{0};
    router->add_signals_report(of_others);
    advance_a_second();
    EXPECT_EQ(maps_and_spats(), (std::pair{1, 0})) << "the signals belong to another agent";
    EXPECT_FALSE(router->place(AgentId{kLights}, {}));
    router->add_signals_report(all_red());
    router->remove(AgentId{2});
    advance_a_second();
    EXPECT_EQ(maps_and_spats(), (std::pair{1, 10})) << "removing another agent does not matter";
    router->remove(AgentId{kLights});
    advance_a_second();
    EXPECT_EQ(maps_and_spats(), (std::pair{1, 0})) << "signals end with their owner";
}

TEST_F(RouterTest, TheUnitUsesItsTimeAndMediumUnlessItIsSilenced) {
    scenario.heartbeat = SimDuration::milliseconds(10);  // the unit sends between two heartbeats, at 585 ms
    scenario.radio->channels[Medium::light] = {};
    scenario.intersections["crossing"] =
        config::load_intersection(SYN_SOURCE_DIR "/maps/crossing.json").value();
    scenario.radio->road_side_units.push_back(
        {AgentId{kUnit}, "unit", {0, 20, 5}, "crossing", Medium::light});
    scenario.radio->faults = {fault(RadioFault::Kind::silence)};
    scenario.radio->faults[0].from = at_us(1'000'000);
    start_with_cars();
    for (std::int64_t tick = 0; tick < 200; ++tick) router->advance(Tick{tick});
    ASSERT_THAT(order(), ElementsAre("5.1", "5.2"));
    EXPECT_EQ(reported[0].time, at_us(585'000));
    EXPECT_EQ(reported[0].not_sent, std::nullopt);
    EXPECT_EQ(reported[1].not_sent, channel::NotSent::silenced);
    for (const MessageFates& one : reported) {
        EXPECT_EQ(one.medium, Medium::light);
        EXPECT_EQ(one.position, (geo::Vec3{0, 20, 5}));
    }
}

TEST_F(RouterTest, AUnitThatJ2735CannotExpressIsRefusedByName) {
    config::Intersection crossing = config::load_intersection(SYN_SOURCE_DIR "/maps/crossing.json").value();
    scenario.origin = {.latitude_deg = 43, .longitude_deg = -89, .elevation_m = 0};
    crossing.position.y = 9e6;  // beyond the pole
    scenario.intersections["crossing"] = crossing;
    scenario.radio->road_side_units.push_back({AgentId{kUnit}, "unit", {}, "crossing"});
    const auto units = make_road_side_units(scenario);
    ASSERT_FALSE(units);
    EXPECT_THAT(units.error().text, ::testing::HasSubstr("road-side unit unit: intersection crossing: "));
}

}  // namespace
}  // namespace synchrono::comm_server
