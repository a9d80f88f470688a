// Proves how a client takes part in the radio, over a fake link: which agents it joins with, when it knows
// enough for a step, what it sends in a heartbeat, which agents hear what and from when on, and how it ends.
#include "client/acu/radio_member.hpp"

#include <gtest/gtest.h>
#include <map>

#include "tests/client/radio/radio_fixture.hpp"

namespace synchrono::client {
namespace {

using Stage = RadioLink::Stage;
using Words = std::vector<std::string>;

constexpr SimDuration kBeat = SimDuration::milliseconds(5);

/// The state that the test gives to the fake link, and the calls that the client made to it.
struct Played {
    Stage stage = Stage::joining;
    Tick start, told;
    std::string reason;
    std::vector<AgentId> agents;  // of the last join
    Tick entry;                   // of the last join
    RadioSink* sink = nullptr;
    int joins = 0, links = 0, alive = 0;
    Words sent;
    std::optional<Tick> left;
    std::vector<std::pair<WallDuration, Tick>> turns;  // how long each would wait, for which heartbeat
};

class FakeLink final : public RadioLink {
  public:
    explicit FakeLink(Played& played) : played_(played) { ++played_.links; }
    ~FakeLink() override { --played_.links; }
    Stage turn(WallTime, WallDuration wait_max, Tick enough) override {
        played_.turns.emplace_back(wait_max, enough);
        return played_.stage;
    }
    Tick start() const override { return played_.start; }
    Tick told() const override { return played_.told; }
    void send(Tick tick, std::span<const RadioPlaced> places, std::span<const RadioOutgoing> messages,
              std::span<const SignalsNews> signals, bool flush, WallTime) override {
        std::string words = std::to_string(tick.index) + ":";
        for (const RadioPlaced& placed : places)
            words += " " + std::to_string(placed.agent.value) + " at " +
                     std::to_string(std::lround(placed.position.x));
        for (const RadioOutgoing& message : messages)
            words +=
                " " + std::to_string(message.agent.value) + " says " + std::string(as_text(message.payload));
        if (!signals.empty()) words += " and signals";
        played_.sent.push_back(words + (flush ? " now" : ""));
    }
    void keep_alive(WallTime) override { ++played_.alive; }
    void leave(Tick tick, WallTime) override { played_.left = tick; }
    Stage stage() const override { return played_.stage; }
    const std::string& reason() const override { return played_.reason; }

  private:
    Played& played_;
};

struct FakeLinks final : RadioLinkFactory {
    Result<void> connect() override {
        if (refuses) return fail("nobody listens");
        return {};
    }
    std::unique_ptr<RadioLink> join(std::span<const AgentId> agents, Tick start, RadioSink& sink,
                                    Counters<RadioLinkCounter>&, WallTime) override {
        played.agents.assign(agents.begin(), agents.end());
        played.entry = start;
        played.sink = &sink;
        ++played.joins;
        return std::make_unique<FakeLink>(played);
    }
    Played played;
    bool refuses = false;
};

/// Elements that always have news of signals.
struct FakeSignals final : ElementEngine {
    void add(const config::AgentSpec&, SimTime) override {}
    void remove(AgentId) override {}
    void show(const Surroundings&) override {}
    void advance(SimDuration) override {}
    const BodyMotion& motion(AgentId) const override { return still; }
    const SignalsInSight* signals(AgentId) const override { return nullptr; }
    std::span<const SignalsNews> news() const override { return {&one, 1}; }
    void keep_news() override { ++kept; }
    bool has_ended(AgentId) const override { return false; }
    BodyMotion still;
    SignalsNews one{};
    int kept = 0;
};

/// An engine whose agents each stand at a place of their own, with signals.
struct FakeEngine final : BodyEngine {
    ElementEngine* elements() override { return &signals; }
    void add(AgentId agent, const NewBody&) override {
        motions[agent].position = {100.0 * agent.value, 0, 0};
    }
    void remove(AgentId agent) override { motions.erase(agent); }
    void set_controls(AgentId, const Controls&) override {}
    void show(const Surroundings&) override {}
    void advance(SimDuration) override {}
    const BodyMotion& motion(AgentId agent) const override { return motions.at(agent); }
    std::map<AgentId, BodyMotion> motions;
    FakeSignals signals;
};

struct Late final : Recorder {
    void begin(WallTime) override {}
    void record(AgentId, SimTime, ByteView) override {}
    void sensed(AgentId, std::size_t, const SynSample&, const geo::Motion&) override {}
    void late(AgentId agent, const Delivery& delivery, SimTime seen) override {
        heard.push_back(std::to_string(agent.value) + " heard " + std::to_string(delivery.sequence) + " at " +
                        std::to_string(seen.since_start() / kBeat));
    }
    Words heard;
};

struct Eavesdropper final : Spectator {
    bool wants_look(SimTime, WallTime) override { return false; }
    void look(const Spectacle&) override {}
    void heard(AgentId sender, AgentId receiver, std::uint32_t type, SimTime arrives) override {
        all.push_back(std::to_string(sender.value) + " to " + std::to_string(receiver.value) + " type " +
                      std::to_string(type) + " at " + std::to_string(arrives.since_start().count_ns()));
    }
    Words all;
};

struct RadioMemberTest : ::testing::Test {
    RadioMemberTest() : scenario(radio_scenario(3)) {
        scenario.heartbeat = kBeat;
        scenario.gate = {GatePolicy::Kind::exact, 1};
        scenario.radio->exchange = kBeat;
        scenario.radio->basic_safety.reset();
    }
    /// Joins the radio with all agents, which are in the world already. The first batch is that of `start`.
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
        played.stage = Stage::member;
        played.start = played.told = Tick{start};
        for (Acu& acu : acus) acu.enter_if_due(Tick{0});
    }
    void leave(std::size_t index) {
        acus[index].leave();
        Bytes any;
        acus[index].compose(Tick{0}, Tick{100}, now, any);
    }
    /// Delivers a message that reaches these agents at `time`.
    void arrive(SimTime time, std::initializer_list<std::uint32_t> receivers, std::uint64_t sequence = 1) {
        std::vector<RadioArrival> arrivals;
        for (const std::uint32_t receiver : receivers) arrivals.push_back({AgentId{receiver}, time, -70});
        const Bytes payload = encoded(safety_frame(7));
        played.sink->delivered(
            {.sender = AgentId{9}, .sequence = sequence, .sent = SimTime{}, .payload = payload}, arrivals);
    }
    /// Returns the heartbeat at which a message that arrives at `time` is first heard.
    std::int64_t heard_at(SimTime time) {
        join();
        arrive(time, {0});
        for (std::int64_t tick = 0; tick < 100; ++tick) {
            acus[0].begin(Tick{tick}, {}, {});
            acus[0].finish(Tick{tick});
            if (!acus[0].applet()->heard().empty()) return tick;
        }
        return -1;
    }
    void step(std::int64_t tick) {
        for (Acu& acu : acus) {
            acu.begin(Tick{tick}, {}, {});
            acu.finish(Tick{tick});
            if (acu.id() != talker) continue;
            outbox.open(acu.applet()->news().media);
            EXPECT_EQ(outbox.send(SYN_MEDIUM_DEFAULT, "hello", 5), SYN_SENT);
            acu.applet()->post(outbox.close());
        }
        member->exchange(Tick{tick}, now);
    }

    config::Scenario scenario;
    FakeLinks links;
    Played& played = links.played;
    FakeEngine engine;
    Late recorder;
    LineOfSight sight{std::nullopt, {}};
    std::optional<AgentId> talker;  // sends a message in every heartbeat
    Outbox outbox;                  // the talker's
    std::optional<RadioMember> member;
    std::vector<Acu> acus;
    WallTime now = WallTime::nanoseconds(1'000'000'000);
};

TEST_F(RadioMemberTest, SaysWhyNobodyCanBeReached) {
    member.emplace(RadioMemberSetup{.scenario = scenario, .links = links, .engine = engine});
    links.refuses = true;
    const auto connected = member->connect();
    ASSERT_FALSE(connected);
    EXPECT_EQ(connected.error().text, "nobody listens");
    EXPECT_FALSE(member->is_on());
}

TEST_F(RadioMemberTest, JoinsWithThoseWhoHaveNotLeftAndAgainWhenItWasDropped) {
    join();
    EXPECT_EQ(played.agents, (std::vector{AgentId{0}, AgentId{1}, AgentId{2}}));
    EXPECT_EQ(member->stage(), Stage::member);
    leave(1);
    member->drop();
    EXPECT_FALSE(member->is_on());
    EXPECT_EQ(played.links, 0);
    ASSERT_TRUE(member->connect());
    member->join(acus, Tick{30}, now);
    EXPECT_EQ(played.agents, (std::vector{AgentId{0}, AgentId{2}}));
    EXPECT_EQ(played.entry, Tick{30});
    EXPECT_EQ(played.joins, 2);
}

TEST_F(RadioMemberTest, AnAgentWithoutRadioHasNoApplet) {
    scenario.agents[1].radio = false;
    join();
    EXPECT_NE(acus[0].applet(), nullptr);
    EXPECT_EQ(acus[1].applet(), nullptr);
}

TEST_F(RadioMemberTest, KnowsWhenEnoughIsToldForAStep) {
    struct Case {
        GatePolicy gate;
        std::int64_t exchange;           // in heartbeats
        std::int64_t tick;               // at which the step begins
        std::int64_t needed, knows_all;  // known up to here: enough for the step, and everything
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
        played.told = Tick{c.needed - 1};
        EXPECT_FALSE(member->is_ready(Tick{c.tick}));
        played.told = Tick{c.needed};
        EXPECT_TRUE(member->is_ready(Tick{c.tick}));
        EXPECT_EQ(member->knows_all(Tick{c.tick}), c.needed == c.knows_all);
        played.told = Tick{c.knows_all};
        EXPECT_TRUE(member->knows_all(Tick{c.tick}));
        member->look(Tick{c.tick}, now);
        EXPECT_EQ(played.turns.back(), std::pair(WallDuration{}, Tick{c.knows_all})) << "looks for all";
        member->wait(Tick{c.tick}, now, WallDuration::milliseconds(20));
        EXPECT_EQ(played.turns.back(), std::pair(WallDuration::milliseconds(20), Tick{c.needed}))
            << "waits for what it needs";
    }
}

TEST_F(RadioMemberTest, CountsOneWaitAHeartbeatAndShowsMeanwhileThatItLives) {
    join();
    const auto waits = [this] { return member->link_counters().get(RadioLinkCounter::waits); };
    for (int i = 0; i < 5; ++i) member->wait(Tick{0}, now, {});
    EXPECT_EQ(waits(), 1u);
    EXPECT_EQ(played.alive, 5);
    step(0);
    member->wait(Tick{1}, now, {});
    EXPECT_EQ(waits(), 2u);
    played.stage = Stage::joining;
    step(1);
    member->wait(Tick{2}, now, {});
    EXPECT_EQ(waits(), 2u) << "an answer is no news";
    member->keep_alive(now);
    EXPECT_EQ(played.alive, 8);
}

TEST_F(RadioMemberTest, SendsPlacesWordsAndSignalsOfEachHeartbeat) {
    talker = AgentId{1};
    scenario.agents[2].radio = false;
    join();
    step(0);
    leave(0);
    step(1);
    EXPECT_EQ(played.sent, (Words{"0: 0 at 0 1 at 100 2 at 200 1 says hello and signals now",
                                  "1: 1 at 100 2 at 200 1 says hello and signals now"}));
    EXPECT_EQ(engine.signals.kept, 0);
}

TEST_F(RadioMemberTest, WhatItSendsLeavesWithTheLastHeartbeatOfAnExchange) {
    scenario.radio->exchange = kBeat * 2;
    scenario.agents.resize(1);
    join();
    for (std::int64_t tick = 0; tick < 4; ++tick) step(tick);
    EXPECT_EQ(played.sent, (Words{"0: 0 at 0 and signals", "1: 0 at 0 and signals now",
                                  "2: 0 at 0 and signals", "3: 0 at 0 and signals now"}));
}

TEST_F(RadioMemberTest, BeforeItsFirstBatchItSaysNothingAndItsNewsAreKept) {
    scenario.agents.resize(1);
    join(2);
    for (std::int64_t tick = 0; tick < 3; ++tick) step(tick);
    EXPECT_EQ(played.sent, Words{"2: 0 at 0 and signals now"});
    EXPECT_EQ(engine.signals.kept, 2);
}

TEST_F(RadioMemberTest, AMessageIsHeardFromTheHeartbeatOnInWhichItArrived) {
    scenario.gate = {GatePolicy::Kind::window, 4};
    EXPECT_EQ(heard_at(Tick{10}.at(kBeat)), 10);
    acus.clear();
    EXPECT_EQ(heard_at(Tick{10}.at(kBeat) + SimDuration::nanoseconds(1)), 11);
}

TEST_F(RadioMemberTest, UnderExactItIsHeardAsLateAsAStateIsSeen) {
    EXPECT_EQ(heard_at(Tick{10}.at(kBeat)), 10);
    acus.clear();
    scenario.gate.heartbeats = 3;
    EXPECT_EQ(heard_at(Tick{10}.at(kBeat)), 12);
}

TEST_F(RadioMemberTest, ItIsNeverHeardBeforeTheExchangeThatBringsIt) {
    scenario.radio->exchange = kBeat * 4;
    EXPECT_EQ(heard_at(Tick{8}.at(kBeat)), 8);
    acus.clear();
    EXPECT_EQ(heard_at(Tick{9}.at(kBeat)), 12);
    acus.clear();
    scenario.gate.heartbeats = 3;
    EXPECT_EQ(heard_at(Tick{9}.at(kBeat)), 14) << "and under exact as much later";
}

TEST_F(RadioMemberTest, OnlyThoseHearWhoAreThereAndHaveARadio) {
    scenario.agents[1].radio = false;
    Eavesdropper spectator;
    join();
    member->set_spectator(&spectator);
    leave(2);
    arrive(Tick{1}.at(kBeat), {0, 1, 2, 77});
    EXPECT_EQ(spectator.all, Words{"9 to 0 type 20 at 5000000"});
    acus[0].begin(Tick{1}, {}, {});
    acus[0].finish(Tick{1});
    ASSERT_EQ(acus[0].applet()->heard().size(), 1u);
    const Delivery& heard = acus[0].applet()->heard()[0];
    EXPECT_EQ(heard.sender, AgentId{9});
    EXPECT_EQ(heard.sequence, 1u);
    EXPECT_EQ(heard.power_dbm, -70);
    EXPECT_EQ(heard.frame->payload, encoded(safety_frame(7)));
    EXPECT_EQ(member->counters().get(RadioCounter::heard), 1u);
}

TEST_F(RadioMemberTest, WhatComesLateIsRecorded) {
    scenario.gate = {GatePolicy::Kind::window, 4};
    join();
    step(9);
    arrive(Tick{8}.at(kBeat), {0, 1}, 5);
    arrive(Tick{10}.at(kBeat), {0}, 6);
    step(10);
    EXPECT_EQ(recorder.heard, (Words{"0 heard 5 at 10", "1 heard 5 at 10"}));
}

TEST_F(RadioMemberTest, LeavesAndIsOnNoRadioOnceThatIsSettled) {
    join();
    member->leave(Tick{12}, now);
    EXPECT_EQ(played.left, Tick{12});
    EXPECT_EQ(member->wait_to_leave(now, {}), Stage::member);
    EXPECT_EQ(member->link_counters().get(RadioLinkCounter::waits), 0u) << "nobody is held up";
    played.stage = Stage::left;
    EXPECT_EQ(member->wait_to_leave(now, {}), Stage::left);
    member->drop();
    EXPECT_FALSE(member->is_on());
}

TEST_F(RadioMemberTest, SaysWhyItIsLostOrStopped) {
    join();
    for (const Stage stage : {Stage::lost, Stage::stopped}) {
        played.stage = stage;
        played.reason = "enough";
        EXPECT_EQ(member->look(Tick{0}, now), stage);
        EXPECT_EQ(member->stage(), stage);
        EXPECT_EQ(member->reason(), "enough");
    }
}

}  // namespace
}  // namespace synchrono::client
