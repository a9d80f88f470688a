// Proves that only the owner of signals can set what road-side units send about them, that impossible
// signals are refused with one line, and that the signals are forgotten when their owner has gone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "comm_server/exchange.hpp"
#include "common/base/limits.hpp"
#include "common/j2735/codec.hpp"
#include "common/net/sim/stream_pair.hpp"
#include "tests/support/frame_peer.hpp"
#include "tests/support/proven_stream.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::comm_server {
namespace {

constexpr std::int64_t kHeartbeatNs = 100'000'000;
constexpr std::uint32_t kCar = 0, kLights = 1;

config::Scenario make_scenario() {
    config::Scenario s;
    s.name = "signals";
    s.heartbeat = SimDuration::nanoseconds(kHeartbeatNs);
    s.duration = SimDuration::seconds(100);
    s.gate = {GatePolicy::Kind::exact, 1};
    s.vehicles["sedan"] = sedan();
    s.intersections["crossing"] = config::load_intersection(SYN_SOURCE_DIR "/maps/crossing.json").value();
    for (const char* name : {"car", "lights"}) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(s.agents.size())};
        agent.name = name;
        agent.vehicle = "sedan";
        agent.period = s.heartbeat;
        s.agents.push_back(agent);
    }
    s.agents[kLights].element = config::SignalsElement{"crossing"};
    s.agents[kLights].radio = false;
    s.radio.emplace();
    s.radio->channels[config::Medium::dsrc] = {};
    s.radio->road_side_units.push_back({AgentId{2}, "unit", {}, "crossing"});
    return s;
}

/// Records the SPAT messages that the unit sends.
struct Candidate final : RadioRecorder {
    void on_settled(const Settled& settled) override {
        const auto frame = j2735::decode(settled.message.payload);
        if (const auto* spat = frame ? std::get_if<j2735::Spat>(&frame->value) : nullptr)
            spats.push_back(*spat);
    }
    void on_load(config::Medium, SimTime, SimTime, std::span<const std::pair<AgentId, float>>) override {}
    void on_station(const RadioStation&, SimTime) override {}
    void on_routed(SimTime) override {}
    std::vector<j2735::Spat> spats;
};

struct ExchangeSignals : ::testing::Test {
    ExchangeSignals() {
        exchange.emplace(ExchangeSetup{.scenario = scenario,
                                       .credentials = {synchrono::testing::credential_for_all(scenario)},
                                       .units = make_road_side_units(scenario).value(),
                                       .recorder = &heard},
                         WallTime::nanoseconds(1'000'000'000));
        car = join({kCar});
        world = join({kLights});
    }
    FramePeer join(const std::vector<std::uint32_t>& agents) {
        auto [end, theirs] = net::sim::stream_pair({});
        auto ours = synchrono::testing::proven(std::move(end));
        FramePeer peer{ours.get(), std::move(theirs), "", false};
        exchange->events().accepted(std::move(ours), net::Endpoint::loopback(5000));
        RadioClientFrame frame;
        RadioJoin& join = *frame.mutable_join();
        join.set_protocol_version(PROTOCOL_VERSION_4);
        join.set_scenario_id(std::string(as_text(config::scenario_id(scenario).bytes)));
        for (const auto agent : agents) join.add_agents(agent);
        send_frame(peer, frame);
        return peer;
    }
    void send_frame(FramePeer& peer, const RadioClientFrame& frame) {
        peer.send_frame(frame.SerializeAsString());
        exchange->events().readable(*peer.ours);
    }
    static RadioClientFrame batch(std::int64_t tick, std::uint32_t agent) {
        RadioClientFrame frame;
        frame.mutable_batch()->set_time_ns(tick * kHeartbeatNs);
        frame.mutable_batch()->add_places()->set_agent(agent);
        return frame;
    }
    /// Adds signals that have been red since the beginning of the run and stay red for at least another
    /// second.
    RadioSignals& add_signals(RadioClientFrame& frame, std::int64_t time_ns) const {
        RadioSignals& added = *frame.mutable_batch()->add_signals();
        added.set_agent(kLights);
        added.set_time_ns(time_ns);
        for (const auto group : scenario.intersections.at("crossing").signals->groups) {
            RadioSignalGroup& one = *added.add_groups();
            one.set_group(group);
            one.set_state(3);
            one.set_min_end_ns(time_ns + 1'000'000'000);
        }
        return added;
    }
    std::string answer(FramePeer& peer) {
        const auto frames = peer.frames<RadioServerFrame>();
        return frames.empty() ? "nothing" : frames.back().declined().text();
    }

    config::Scenario scenario = make_scenario();
    Candidate heard;
    std::optional<Exchange> exchange;
    FramePeer car{}, world{};
};

TEST_F(ExchangeSignals, AreSentByTheUnitFromTheirTimeOn) {
    // The unit with the number 2 sends 14 ms after the beginning of each tenth of a second.
    for (std::int64_t tick = 0; tick < 4; ++tick) {
        RadioClientFrame frame = batch(tick, kLights);
        if (tick == 1) add_signals(frame, tick * kHeartbeatNs + 10'000'000).mutable_groups(0)->set_state(6);
        if (tick == 2) add_signals(frame, tick * kHeartbeatNs + 20'000'000).mutable_groups(0)->set_state(8);
        send_frame(world, frame);
        send_frame(car, batch(tick, kCar));
    }
    EXPECT_EQ(exchange->next_heartbeat(), Tick{4});
    ASSERT_GE(heard.spats.size(), 2u);
    const auto state_of = [&](std::size_t i) {
        return static_cast<int>(heard.spats[i].intersections[0].states[0].state_time_speed[0].event_state);
    };
    EXPECT_EQ(heard.spats[0].intersections[0].time_stamp, 114)
        << "the unit sends no SPAT before it knows its signals";
    EXPECT_EQ(state_of(0), 6);
    EXPECT_EQ(heard.spats[0].intersections[0].states[0].state_time_speed[0].timing->min_end_time, 11);
    EXPECT_EQ(state_of(1), 6) << "the change comes 6 ms after the unit has sent";
}

TEST_F(ExchangeSignals, AreForgottenWithTheirOwner) {
    RadioClientFrame frame = batch(0, kLights);
    add_signals(frame, 0);
    send_frame(world, frame);
    send_frame(car, batch(0, kCar));
    world.stream.reset();
    exchange->events().readable(*world.ours);
    for (std::int64_t tick = 1; tick < 20; ++tick) send_frame(car, batch(tick, kCar));
    EXPECT_EQ(exchange->next_heartbeat(), Tick{20});
    EXPECT_LE(heard.spats.size(), 1u);
}

struct WrongSignals {
    const char* name;
    void (*tell)(RadioSignals&);
    const char* refusal;
};

class SignalsRefusals : public ExchangeSignals, public ::testing::WithParamInterface<WrongSignals> {};

TEST_P(SignalsRefusals, NameTheMistakeInExactlyOneLine) {
    RadioClientFrame frame = batch(0, kLights);
    GetParam().tell(add_signals(frame, 0));
    send_frame(world, frame);
    EXPECT_EQ(answer(world), std::string("RadioBatch: signals: agent ") + GetParam().refusal);
    send_frame(car, batch(0, kCar));
    EXPECT_EQ(exchange->next_heartbeat(), Tick{1}) << "the others go on";
    EXPECT_TRUE(heard.spats.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, SignalsRefusals,
    ::testing::Values(
        WrongSignals{"Foreign", [](RadioSignals& s) { s.set_agent(kCar); },
                     "0: does not belong to this client"},
        WrongSignals{"Nobody", [](RadioSignals& s) { s.set_agent(99); },
                     "99: does not belong to this client"},
        WrongSignals{"Future", [](RadioSignals& s) { s.set_time_ns(kHeartbeatNs); },
                     "1: time_ns is outside the heartbeat"},
        WrongSignals{"Past", [](RadioSignals& s) { s.set_time_ns(-1); },
                     "1: time_ns is outside the heartbeat"},
        WrongSignals{"TooFew", [](RadioSignals& s) { s.mutable_groups()->RemoveLast(); },
                     "1: expected 12 groups, not 11"},
        WrongSignals{"OtherGroup", [](RadioSignals& s) { s.mutable_groups(2)->set_group(77); },
                     "1: expected group 3, not 77"},
        WrongSignals{"NoState", [](RadioSignals& s) { s.mutable_groups(0)->set_state(4); },
                     "1: group 1: unknown state 4"},
        WrongSignals{"SinceTheFuture", [](RadioSignals& s) { s.mutable_groups(0)->set_since_ns(1); },
                     "1: group 1: since_ns is in the future or out of range"},
        WrongSignals{"SinceEver", [](RadioSignals& s) { s.mutable_groups(0)->set_since_ns(INT64_MIN); },
                     "1: group 1: since_ns is in the future or out of range"},
        WrongSignals{
            "Over", [](RadioSignals& s) { s.mutable_groups(1)->set_min_end_ns(-1); },
            "1: group 2: min_end_ns, max_end_ns, likely_end_ns or next_ns is in the past or out of range"},
        WrongSignals{
            "ForEver", [](RadioSignals& s) { s.mutable_groups(1)->set_next_ns(INT64_MAX); },
            "1: group 2: min_end_ns, max_end_ns, likely_end_ns or next_ns is in the past or out of range"},
        WrongSignals{"Crossed", [](RadioSignals& s) { s.mutable_groups(1)->set_max_end_ns(5); },
                     "1: group 2: min_end_ns is after max_end_ns"},
        WrongSignals{"Conflict",
                     [](RadioSignals& s) {
                         s.mutable_groups(0)->set_state(6);
                         s.mutable_groups(1)->set_state(6);
                     },
                     "1: groups 1 and 2 are in conflict, but both have a protected green"}),
    [](const auto& lie) { return lie.param.name; });

TEST_F(ExchangeSignals, AreRefusedFromAVehicle) {
    RadioClientFrame frame = batch(0, kCar);
    add_signals(frame, 0).set_agent(kCar);
    send_frame(car, frame);
    EXPECT_EQ(answer(car), "RadioBatch: signals: agent 0: is not an element of the kind 'signals'");
}

TEST_F(ExchangeSignals, AreRefusedWithoutAPlace) {
    RadioClientFrame frame = batch(0, kLights);
    frame.mutable_batch()->clear_places();
    add_signals(frame, 0);
    send_frame(world, frame);
    EXPECT_EQ(answer(world), "RadioBatch: signals: agent 1: has no place in this heartbeat");
}

TEST_F(ExchangeSignals, AreRefusedOutOfOrder) {
    RadioClientFrame frame = batch(0, kLights);
    add_signals(frame, 5);
    add_signals(frame, 5);
    send_frame(world, frame);
    EXPECT_EQ(answer(world),
              "RadioBatch: signals: agent 1: time_ns is not after that of the agent's previous signals");
}

TEST_F(ExchangeSignals, AreBoundedWithinAHeartbeat) {
    RadioClientFrame frame = batch(0, kLights);
    for (std::int64_t i = 0; i < limits::kSignalChangesMax; ++i) {
        add_signals(frame, i);
        frame.mutable_batch()->set_more(true);
        send_frame(world, frame);
        frame.mutable_batch()->clear_places();
        frame.mutable_batch()->clear_signals();
    }
    EXPECT_EQ(answer(world), "") << "this number is allowed";
    add_signals(frame, kHeartbeatNs - 1);
    send_frame(world, frame);
    EXPECT_EQ(answer(world), "RadioBatch: signals: agent 1: more than 256 changes within one heartbeat");
}

}  // namespace
}  // namespace synchrono::comm_server
