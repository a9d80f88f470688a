// Proves how a client takes part in the radio (RadioMember): with which agents it joins, when it knows enough
// for a step, what it sends in a heartbeat, and how it leaves. Also proves which agents hear which messages,
// and from which heartbeat on. The link is a fake.
#include "client/acu/radio_member.hpp"

#include <gtest/gtest.h>
#include <map>

#include "tests/client/radio/radio_fixture.hpp"

namespace synchrono::client::acu {
namespace {

using Status = link::RadioLink::Status;
using Words = std::vector<std::string>;

constexpr SimDuration kBeat = SimDuration::milliseconds(5);

/// The state that the test gives to the fake link, and the calls that the client has made to the link.
struct FakeRadioState {
    Status status = Status::joining;
    Tick start, delivered_until;
    std::string reason;
    std::vector<AgentId> agents;  // of the last join
    Tick entry;                   // of the last join
    link::RadioSink* sink = nullptr;
    int joins = 0, links = 0, alive = 0;
    Words sent;
    std::optional<Tick> left;
    // `wait_max` and `enough` of each call of poll()
    std::vector<std::pair<WallDuration, Tick>> polls;
};

class FakeLink final : public link::RadioLink {
  public:
    explicit FakeLink(FakeRadioState& state) : state_(state) { ++state_.links; }
    ~FakeLink() override { --state_.links; }
    Status poll(WallTime, WallDuration wait_max, Tick enough) override {
        state_.polls.emplace_back(wait_max, enough);
        return state_.status;
    }
    Tick start() const override { return state_.start; }
    Tick delivered_until() const override { return state_.delivered_until; }
    void send(Tick tick, std::span<const link::AgentPlace> places,
              std::span<const link::OutgoingMessage> messages, std::span<const body::SignalsChange> signals,
              bool flush, WallTime) override {
        std::string line = std::to_string(tick.index) + ":";
        for (const link::AgentPlace& placed : places)
            line += " " + std::to_string(placed.agent.value) + " at " +
                    std::to_string(std::lround(placed.position.x));
        for (const link::OutgoingMessage& message : messages)
            line +=
                " " + std::to_string(message.agent.value) + " says " + std::string(as_text(message.payload));
        if (!signals.empty()) line += " and signals";
        state_.sent.push_back(line + (flush ? " now" : ""));
    }
    void keep_alive(WallTime) override { ++state_.alive; }
    void leave(Tick tick, WallTime) override { state_.left = tick; }
    Status status() const override { return state_.status; }
    const std::string& reason() const override { return state_.reason; }

  private:
    FakeRadioState& state_;
};

struct FakeLinks final : link::RadioLinkFactory {
    Result<void> connect() override {
        if (refuses) return fail("nobody listens");
        return {};
    }
    std::unique_ptr<link::RadioLink> join(std::span<const AgentId> agents, Tick start, link::RadioSink& sink,
                                          Counters<link::RadioLinkCounter>&, WallTime) override {
        state.agents.assign(agents.begin(), agents.end());
        state.entry = start;
        state.sink = &sink;
        ++state.joins;
        return std::make_unique<FakeLink>(state);
    }
    FakeRadioState state;
    bool refuses = false;
};

/// Elements that return a change of signals in every heartbeat.
struct FakeSignals final : engine::ElementEngine {
    void add(const config::AgentSpec&, SimTime) override {}
    void remove(AgentId) override {}
    void set_surroundings(const engine::Surroundings&) override {}
    void advance(SimDuration) override {}
    const body::BodyMotion& motion(AgentId) const override { return still; }
    const body::SignalsInSight* signals(AgentId) const override { return nullptr; }
    std::span<const body::SignalsChange> signal_changes() const override { return {&one, 1}; }
    void repeat_changes() override { ++kept; }
    bool has_ended(AgentId) const override { return false; }
    body::BodyMotion still;
    body::SignalsChange one{};
    int kept = 0;
};

/// An engine whose agents each stand at a place of their own, with signals.
struct FakeEngine final : engine::BodyEngine {
    engine::ElementEngine* elements() override { return &signals; }
    void add(AgentId agent, const engine::NewBody&) override {
        motions[agent].position = {100.0 * agent.value, 0, 0};
    }
    void remove(AgentId agent) override { motions.erase(agent); }
    void set_controls(AgentId, const body::Controls&) override {}
    void set_surroundings(const engine::Surroundings&) override {}
    void advance(SimDuration) override {}
    const body::BodyMotion& motion(AgentId agent) const override { return motions.at(agent); }
    std::map<AgentId, body::BodyMotion> motions;
    FakeSignals signals;
};

/// A recorder that keeps which agent heard which message too late.
struct Late final : Recorder {
    void set_time(WallTime) override {}
    void record(AgentId, SimTime, ByteView) override {}
    void record_departure(AgentId, SimTime) override {}
    void record_sample(AgentId, std::size_t, const SynSample&, const geo::Motion&) override {}
    void record_clock(const transport::ClockReading&) override {}
    void record_late(AgentId agent, const radio::Delivery& delivery, SimTime seen) override {
        heard.push_back(std::to_string(agent.value) + " heard " + std::to_string(delivery.sequence) + " at " +
                        std::to_string(seen.since_start() / kBeat));
    }
    Words heard;
};

/// A spectator that keeps the messages that are announced to it.
struct Eavesdropper final : Spectator {
    bool is_due(SimTime, WallTime) override { return false; }
    void show(const Spectacle&) override {}
    void announce_message(AgentId sender, AgentId receiver, std::uint32_t type, SimTime arrives) override {
        all.push_back(std::to_string(sender.value) + " to " + std::to_string(receiver.value) + " type " +
                      std::to_string(type) + " at " + std::to_string(arrives.since_start().count_ns()));
    }
    Words all;
};

struct RadioMemberTest : ::testing::Test {
    RadioMemberTest() : scenario(radio::radio_scenario(3)) {
        scenario.heartbeat = kBeat;
        scenario.gate = {GatePolicy::Kind::exact, 1};
        scenario.radio->exchange = kBeat;
        scenario.radio->basic_safety.reset();
    }
    /// Joins the radio with all agents, which are in the world already. The first batch that the member sends
    /// is that of heartbeat `start`.
    void join(std::int64_t start = 0) {
        member.emplace(
            RadioMemberSetup{.scenario = scenario, .links = links, .engine = engine, .recorder = &recorder});
        ASSERT_TRUE(member->connect());
        acus.reserve(scenario.agents.size());
        for (const config::AgentSpec& spec : scenario.agents) {
            acus.emplace_back(scenario, spec, nullptr, member->make_applet(spec), nullptr, engine, sight);
            acus.back().set_entry(Tick{0});
        }
        member->join(acus, Tick{0}, now);
        state.status = Status::member;
        state.start = state.delivered_until = Tick{start};
        for (Acu& acu : acus) acu.enter_if_due(Tick{0});
    }
    void leave(std::size_t index) {
        acus[index].leave();
        Bytes any;
        acus[index].compose(Tick{0}, Tick{100}, now, any);
    }
    /// Delivers a message that reaches `receivers` at `time`.
    void arrive(SimTime time, std::initializer_list<std::uint32_t> receivers, std::uint64_t sequence = 1) {
        std::vector<link::RadioArrival> arrivals;
        for (const std::uint32_t receiver : receivers) arrivals.push_back({AgentId{receiver}, time, -70});
        const Bytes payload = radio::encoded(radio::safety_frame(7));
        state.sink->deliver(
            {.sender = AgentId{9}, .sequence = sequence, .sent = SimTime{}, .payload = payload}, arrivals);
    }
    /// Joins, has a message arrive at `time`, and returns the heartbeat at which agent 0 first hears the
    /// message, or -1 if it does not hear it within 100 heartbeats.
    std::int64_t heard_at(SimTime time) {
        join();
        arrive(time, {0});
        for (std::int64_t tick = 0; tick < 100; ++tick) {
            acus[0].begin_heartbeat(Tick{tick}, {}, {});
            acus[0].finish_heartbeat(Tick{tick});
            if (!acus[0].applet()->heard().empty()) return tick;
        }
        return -1;
    }
    void step(std::int64_t tick) {
        for (Acu& acu : acus) {
            acu.begin_heartbeat(Tick{tick}, {}, {});
            acu.finish_heartbeat(Tick{tick});
            if (acu.id() != talker) continue;
            outbox.open(acu.applet()->perception().media);
            EXPECT_EQ(outbox.send(SYN_MEDIUM_DEFAULT, "hello", 5), SYN_SENT);
            acu.applet()->post(outbox.close());
        }
        member->exchange(Tick{tick}, now);
    }

    config::Scenario scenario;
    FakeLinks links;
    FakeRadioState& state = links.state;
    FakeEngine engine;
    Late recorder;
    LineOfSight sight{std::nullopt, {}};
    std::optional<AgentId> talker;  // sends a message in every heartbeat
    radio::Outbox outbox;           // the talker's
    std::optional<RadioMember> member;
    std::vector<Acu> acus;
    WallTime now = WallTime::nanoseconds(1'000'000'000);
};

TEST_F(RadioMemberTest, SaysWhyItCannotConnect) {
    member.emplace(RadioMemberSetup{.scenario = scenario, .links = links, .engine = engine});
    links.refuses = true;
    const auto connected = member->connect();
    ASSERT_FALSE(connected);
    EXPECT_EQ(connected.error().text, "nobody listens");
    EXPECT_FALSE(member->is_on());
}

TEST_F(RadioMemberTest, JoinsAndRejoinsWithAgentsThatHaveNotLeft) {
    join();
    EXPECT_EQ(state.agents, (std::vector{AgentId{0}, AgentId{1}, AgentId{2}}));
    EXPECT_EQ(member->status(), Status::member);
    leave(1);
    member->drop();
    EXPECT_FALSE(member->is_on());
    EXPECT_EQ(state.links, 0);
    ASSERT_TRUE(member->connect());
    member->join(acus, Tick{30}, now);
    EXPECT_EQ(state.agents, (std::vector{AgentId{0}, AgentId{2}}));
    EXPECT_EQ(state.entry, Tick{30});
    EXPECT_EQ(state.joins, 2);
}

TEST_F(RadioMemberTest, AnAgentWithoutRadioHasNoApplet) {
    scenario.agents[1].radio = false;
    join();
    EXPECT_NE(acus[0].applet(), nullptr);
    EXPECT_EQ(acus[1].applet(), nullptr);
}

TEST_F(RadioMemberTest, KnowsWhenEnoughHasArrivedForAStep) {
    struct Case {
        GatePolicy gate;
        std::int64_t exchange;  // in heartbeats
        std::int64_t tick;      // at which the step begins
        // The step needs the radio up to heartbeat `needed`, and can use it up to `knows_all`.
        std::int64_t needed, knows_all;
    };
    using enum GatePolicy::Kind;
    for (const Case& c :
         {Case{{exact, 1}, 1, 10, 10, 10}, Case{{exact, 3}, 1, 10, 8, 8}, Case{{exact, 1}, 4, 10, 8, 8},
          Case{{exact, 4}, 4, 10, 4, 4}, Case{{window, 2}, 1, 10, 9, 10}, Case{{window, 4}, 1, 10, 7, 10},
          Case{{window, 4}, 4, 10, 4, 8}, Case{{exact, 8}, 4, 2, -5, -5}}) {
        SCOPED_TRACE(std::to_string(c.gate.heartbeats) + " every " + std::to_string(c.exchange) + " at " +
                     std::to_string(c.tick));
        scenario.gate = c.gate;
        scenario.radio->exchange = kBeat * c.exchange;
        acus.clear();
        join();
        state.delivered_until = Tick{c.needed - 1};
        EXPECT_FALSE(member->has_enough_for(Tick{c.tick}));
        state.delivered_until = Tick{c.needed};
        EXPECT_TRUE(member->has_enough_for(Tick{c.tick}));
        EXPECT_EQ(member->has_all_for(Tick{c.tick}), c.needed == c.knows_all);
        state.delivered_until = Tick{c.knows_all};
        EXPECT_TRUE(member->has_all_for(Tick{c.tick}));
        member->poll(Tick{c.tick}, now);
        EXPECT_EQ(state.polls.back(), std::pair(WallDuration{}, Tick{c.knows_all}))
            << "poll() must read all that is there";
        member->wait(Tick{c.tick}, now, WallDuration::milliseconds(20));
        EXPECT_EQ(state.polls.back(), std::pair(WallDuration::milliseconds(20), Tick{c.needed}))
            << "wait() must end when the step has what it needs";
    }
}

TEST_F(RadioMemberTest, CountsOneWaitPerHeartbeatAndSendsSignsOfLife) {
    join();
    const auto waits = [this] { return member->link_counters().get(link::RadioLinkCounter::waits); };
    for (int i = 0; i < 5; ++i) member->wait(Tick{0}, now, {});
    EXPECT_EQ(waits(), 1u);
    EXPECT_EQ(state.alive, 5);
    step(0);
    member->wait(Tick{1}, now, {});
    EXPECT_EQ(waits(), 2u);
    state.status = Status::joining;
    step(1);
    member->wait(Tick{2}, now, {});
    EXPECT_EQ(waits(), 2u) << "waiting for the answer to a join does not count";
    member->keep_alive(now);
    EXPECT_EQ(state.alive, 8);
}

TEST_F(RadioMemberTest, SendsPlacesMessagesAndSignalsEachHeartbeat) {
    talker = AgentId{1};
    scenario.agents[2].radio = false;
    join();
    step(0);
    leave(0);
    step(1);
    EXPECT_EQ(state.sent, (Words{"0: 0 at 0 1 at 100 2 at 200 1 says hello and signals now",
                                 "1: 1 at 100 2 at 200 1 says hello and signals now"}));
    EXPECT_EQ(engine.signals.kept, 0);
}

TEST_F(RadioMemberTest, FlushesWithTheLastHeartbeatOfAnExchange) {
    scenario.radio->exchange = kBeat * 2;
    scenario.agents.resize(1);
    join();
    for (std::int64_t tick = 0; tick < 4; ++tick) step(tick);
    EXPECT_EQ(state.sent, (Words{"0: 0 at 0 and signals", "1: 0 at 0 and signals now",
                                 "2: 0 at 0 and signals", "3: 0 at 0 and signals now"}));
}

TEST_F(RadioMemberTest, KeepsNewsOfSignalsUntilItsFirstBatch) {
    scenario.agents.resize(1);
    join(2);
    for (std::int64_t tick = 0; tick < 3; ++tick) step(tick);
    EXPECT_EQ(state.sent, Words{"2: 0 at 0 and signals now"});
    EXPECT_EQ(engine.signals.kept, 2);
}

TEST_F(RadioMemberTest, AMessageIsHeardFromTheHeartbeatOfItsArrival) {
    scenario.gate = {GatePolicy::Kind::window, 4};
    EXPECT_EQ(heard_at(Tick{10}.at(kBeat)), 10);
    acus.clear();
    EXPECT_EQ(heard_at(Tick{10}.at(kBeat) + SimDuration::nanoseconds(1)), 11);
}

TEST_F(RadioMemberTest, UnderExactAMessageIsAsLateAsAState) {
    EXPECT_EQ(heard_at(Tick{10}.at(kBeat)), 10);
    acus.clear();
    scenario.gate.heartbeats = 3;
    EXPECT_EQ(heard_at(Tick{10}.at(kBeat)), 12);
}

TEST_F(RadioMemberTest, AMessageIsNeverHeardBeforeItsExchange) {
    scenario.radio->exchange = kBeat * 4;
    EXPECT_EQ(heard_at(Tick{8}.at(kBeat)), 8);
    acus.clear();
    EXPECT_EQ(heard_at(Tick{9}.at(kBeat)), 12);
    acus.clear();
    scenario.gate.heartbeats = 3;
    EXPECT_EQ(heard_at(Tick{9}.at(kBeat)), 14) << "under exact it is later by the lag";
}

TEST_F(RadioMemberTest, OnlyPresentAgentsWithARadioHear) {
    scenario.agents[1].radio = false;
    Eavesdropper spectator;
    join();
    member->set_spectator(&spectator);
    leave(2);
    arrive(Tick{1}.at(kBeat), {0, 1, 2, 77});
    EXPECT_EQ(spectator.all, Words{"9 to 0 type 20 at 5000000"});
    acus[0].begin_heartbeat(Tick{1}, {}, {});
    acus[0].finish_heartbeat(Tick{1});
    ASSERT_EQ(acus[0].applet()->heard().size(), 1u);
    const radio::Delivery& heard = acus[0].applet()->heard()[0];
    EXPECT_EQ(heard.sender, AgentId{9});
    EXPECT_EQ(heard.sequence, 1u);
    EXPECT_EQ(heard.power_dbm, -70);
    EXPECT_EQ(heard.message->payload, radio::encoded(radio::safety_frame(7)));
    EXPECT_EQ(member->counters().get(radio::RadioCounter::heard), 1u);
}

TEST_F(RadioMemberTest, LateMessagesAreRecorded) {
    scenario.gate = {GatePolicy::Kind::window, 4};
    join();
    step(9);
    arrive(Tick{8}.at(kBeat), {0, 1}, 5);
    arrive(Tick{10}.at(kBeat), {0}, 6);
    step(10);
    EXPECT_EQ(recorder.heard, (Words{"0 heard 5 at 10", "1 heard 5 at 10"}));
}

TEST_F(RadioMemberTest, IsOffTheRadioOnceItsLeavingIsSettled) {
    join();
    member->leave(Tick{12}, now);
    EXPECT_EQ(state.left, Tick{12});
    EXPECT_EQ(member->wait_to_leave(now, {}), Status::member);
    EXPECT_EQ(member->link_counters().get(link::RadioLinkCounter::waits), 0u) << "no agent waits for it";
    state.status = Status::left;
    EXPECT_EQ(member->wait_to_leave(now, {}), Status::left);
    member->drop();
    EXPECT_FALSE(member->is_on());
}

TEST_F(RadioMemberTest, SaysWhyItIsLostOrStopped) {
    join();
    for (const Status status : {Status::lost, Status::stopped}) {
        state.status = status;
        state.reason = "enough";
        EXPECT_EQ(member->poll(Tick{0}, now), status);
        EXPECT_EQ(member->status(), status);
        EXPECT_EQ(member->reason(), "enough");
    }
}

}  // namespace
}  // namespace synchrono::client::acu
