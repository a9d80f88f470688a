// Proves how the loop of a client works over a fake transport: which agents it joins with, what they publish
// and when, how flows end, late entries, pacing by absolute deadlines, stopping, rejoining and giving up.
#include "client/acu/client_node.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>

#include "client/body/vehicle_state_codec.hpp"
#include "client/kind/kind_registry.hpp"
#include "client/pilot/safe_pilot.hpp"
#include "tests/client/transport/fake_transport.hpp"

namespace synchrono::client {
namespace {

using State = ClientNode::State;
using Words = std::vector<std::string>;

/// An engine that moves nobody and counts its calls.
struct FakeEngine final : BodyEngine {
    void add(AgentId agent, const NewBody& vehicle) override {
        motions[agent] = BodyMotion{vehicle.start, {}};
        models[agent] = vehicle.model;
        log.push_back("add " + std::to_string(agent.value) + " after " + std::to_string(advances));
    }
    void remove(AgentId agent) override { motions.erase(agent); }
    void set_controls(AgentId agent, const Controls& controls) override {
        motions.at(agent).applied = controls;
    }
    bool wants_others() const override { return wants; }
    void show(const Surroundings& world) override {
        shown.assign(world.bodies.begin(), world.bodies.end());
        lamps.assign(world.signals.begin(), world.signals.end());
        ++shows;
    }
    void advance(SimDuration heartbeat) override {
        EXPECT_EQ(heartbeat, kHeartbeat);
        ++advances;
    }
    const BodyMotion& motion(AgentId agent) const override { return motions.at(agent); }
    Machinery machinery(AgentId) const override { return {}; }
    std::map<AgentId, BodyMotion> motions;
    std::map<AgentId, VehicleModel> models;
    std::vector<Obstacle> shown;
    std::vector<SignalsInSight> lamps;
    int advances = 0, shows = 0;
    bool wants = false;
    Words log;
};

/// A pilot that logs when it is asked to begin and to finish.
struct FakePilot final : PilotHost {
    FakePilot(std::string its_name, Words& the_log) : name(std::move(its_name)), log(the_log) {}
    void begin(const Perception&) override { log.push_back("begin " + name); }
    std::optional<PilotAnswer> finish() override {
        log.push_back("finish " + name);
        return PilotAnswer{.controls = {0, 0.5, 0}, .leaves = leaves};
    }
    const std::string name;
    Words& log;
    bool leaves = false;
};

struct NodeTest : ::testing::Test {
    NodeTest() {
        scenario.name = "node";
        scenario.heartbeat = kHeartbeat;
        scenario.duration = kHeartbeat * 5;
        scenario.gate = kWindow2;
        scenario.server_limit = WallDuration::seconds(2);
        scenario.vehicles["cart"].body.length_m = 4;
        add_agent(1, 0);
    }
    void add_agent(std::int64_t period, std::int64_t enter) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(scenario.agents.size())};
        agent.name = "car" + std::to_string(agent.id.value);
        agent.vehicle = "cart";
        agent.period = kHeartbeat * period;
        agent.enter = Tick{enter}.at(kHeartbeat);
        scenario.agents.push_back(agent);
        agents.push_back(agent.id);
    }
    void make_node() {
        node.emplace(NodeSetup{.scenario = scenario, .agents = agents}, world, engine, nullptr);
    }
    void start(std::int64_t entry = 0) {
        make_node();
        turn();
        ASSERT_EQ(world.joined_as.size(), 1u);
        admit(entry);
    }
    void admit(std::int64_t entry) {
        reach.clear();
        for (const AgentId id : agents) {
            const std::int64_t planned = scenario.agents[id.value].enter.since_start() / kHeartbeat;
            reach[id.value] = std::max(entry, planned) - 1;
        }
        world.received = Tick{entry - 1};
        world.admit(scenario.gate, entry);
    }
    ClientNode::Turn turn() { return last = node->turn(now, false); }
    /// Returns the messages published since the last call, as "agent@tick+period". Notes how far they bring
    /// each agent, since in a world without others the agents themselves are the slowest.
    Words said() {
        Words words;
        for (const auto& [header, any] : std::exchange(world.published, {})) {
            const std::int64_t tick = header.time.since_start() / kHeartbeat,
                               period = header.period / kHeartbeat;
            const std::uint32_t agent = header.agent.value;
            words.push_back(std::to_string(agent) + "@" + std::to_string(tick) + "+" +
                            std::to_string(period));
            std::string_view type_url;
            ByteView state;
            EXPECT_TRUE(net::decode_any(any, type_url, state));
            EXPECT_EQ(type_url, kVehicleStateTypeUrl);
            if (period == 0) {
                world.received = std::max(world.received, Tick{tick});
                reach.erase(agent);
            } else {
                reach[agent] = tick + period - 1;
            }
        }
        return words;
    }
    std::int64_t slowest() const {
        std::int64_t least = reach.empty() ? world.received.index : std::numeric_limits<std::int64_t>::max();
        for (const auto& [agent, tick] : reach) least = std::min(least, tick);
        return least;
    }
    void answer() {
        world.received = std::max(world.received, Tick{slowest()});
        world.tell_slowest(slowest());
    }
    /// Runs the node until it has ended, for a quarter of a second of its clock at most.
    void turn_until_ended() {
        for (int i = 0; i < 50 && last.state == State::running; ++i) {
            now = now + WallDuration::milliseconds(5);
            turn();
        }
    }
    /// Runs the node, and the answers of the server, until the node is done or has published heartbeat
    /// `until`.
    Words play(std::int64_t until = 1'000) {
        Words all;
        for (int i = 0; i < 2'000 && last.state == State::running; ++i) {
            now = now + WallDuration::milliseconds(1);
            turn();
            if (last.state != State::running) break;
            const Words words = said();
            all.insert(all.end(), words.begin(), words.end());
            if (!words.empty()) answer();
            if (node->tick().index >= until && !words.empty()) break;
        }
        return all;
    }

    config::Scenario scenario;
    std::vector<AgentId> agents;
    FakeTransports world;
    FakeEngine engine;
    std::optional<ClientNode> node;
    ClientNode::Turn last;
    WallTime now = WallTime::nanoseconds(9'000'000'000);
    std::map<std::uint32_t, std::int64_t> reach;
};

TEST(NodeStages, AreThoseOfTheirPage) {
    std::ifstream page(SYN_SOURCE_DIR "/docs/architecture.md");
    std::vector<std::string> told;
    std::string line;
    while (std::getline(page, line) && line != "## A client's turn") continue;
    while (std::getline(page, line) && !line.starts_with("## ")) {
        if (line.starts_with("| ") && !line.starts_with("| ---"))
            told.push_back(line.substr(2, line.find(" |", 2) - 2));
    }
    ASSERT_FALSE(told.empty());
    told.erase(told.begin());  // the head of the table
    const auto stages = ClientNode::stages();
    EXPECT_EQ(told, Words(stages.begin(), stages.end()));
}

TEST_F(NodeTest, AsksForItsAgentsAndItsInterest) {
    add_agent(1, 0);
    scenario.interest = {config::Interest::Kind::radius, 75, {}};
    start();
    const Participation& participation = world.joined_as.front();
    ASSERT_EQ(participation.agents.size(), 2u);
    EXPECT_EQ(participation.agents[1].id, AgentId{1});
    EXPECT_EQ(participation.agents[1].name, "car1");
    EXPECT_EQ(participation.agents[1].vehicle, "cart");
    EXPECT_EQ(participation.agents[1].state_type_url, kVehicleStateTypeUrl);
    EXPECT_EQ(participation.interest, scenario.interest);
}

TEST_F(NodeTest, SpeaksOfEachHeartbeatAndFinishesWithTheLast) {
    start();
    EXPECT_EQ(play(), (Words{"0@0+1", "0@1+1", "0@2+1", "0@3+1", "0@4+1", "0@5+0"}));
    EXPECT_EQ(last.state, State::finished);
    EXPECT_EQ(engine.advances, 5);
    EXPECT_EQ(node->counters().get(NodeCounter::heartbeats), 6u);
    EXPECT_EQ(node->first_tick(), Tick{0});
    EXPECT_EQ(turn().state, State::finished) << "for good";
}

TEST_F(NodeTest, WaitsAtAShutGateAndCountsIt) {
    start();
    turn();
    EXPECT_EQ(said(), Words{"0@0+1"});
    const auto wait_5_ms = [this] {
        const Tick here = node->tick();
        for (int i = 0; i < 5; ++i) {
            now = now + WallDuration::milliseconds(1);
            turn();
            EXPECT_EQ(node->tick(), here);
        }
        EXPECT_GT(last.wake_at, now);
    };
    wait_5_ms();  // waiting for the start, which does not count as waiting at the gate
    answer();
    for (Tick before{-1}; before < node->tick();) {
        before = node->tick();
        turn();
        turn();
        turn();
    }
    EXPECT_EQ(node->counters().get(NodeCounter::gate_wait_ns), 0u);
    wait_5_ms();
    said();
    answer();
    turn();
    turn();
    EXPECT_EQ(node->counters().get(NodeCounter::gate_waits), 1u);
    EXPECT_GE(node->counters().get(NodeCounter::gate_wait_ns), 5'000'000u);
    EXPECT_GE(node->counters().get(NodeCounter::gate_longest_wait_ns), 5'000'000u);
}

TEST_F(NodeTest, LongerPeriodsEndOnTheLastHeartbeatToo) {
    scenario.duration = kHeartbeat * 10;
    add_agent(4, 0);
    start();
    Words slow;
    for (const auto& word : play()) {
        if (word.starts_with("1@")) slow.push_back(word);
    }
    EXPECT_EQ(slow, (Words{"1@0+4", "1@4+4", "1@8+2", "1@10+0"}));
    EXPECT_EQ(last.state, State::finished);
}

TEST_F(NodeTest, AStopRequestKeepsWhatFlowsHavePromised) {
    scenario.duration = kHeartbeat * 100;
    add_agent(4, 0);
    start();
    play(5);
    node->ask_to_stop();
    const Words words = play();
    EXPECT_EQ(words, (Words{"0@6+1", "0@7+1", "0@8+0", "1@8+0"}));
    EXPECT_EQ(last.state, State::finished);
}

TEST_F(NodeTest, AStopRequestBeforeItHasJoinedEndsItAtOnce) {
    make_node();
    turn();
    node->ask_to_stop();
    EXPECT_EQ(turn().state, State::stopped);
    EXPECT_FALSE(node->reason().empty());
}

TEST_F(NodeTest, AnAgentEntersWhenItsTimeHasCome) {
    scenario.duration = kHeartbeat * 8;
    add_agent(1, 6);
    start();
    Words late;
    for (const auto& word : play()) {
        if (word.starts_with("1@")) late.push_back(word);
    }
    EXPECT_EQ(late, (Words{"1@6+1", "1@7+1", "1@8+0"}));
    EXPECT_EQ(engine.log, (Words{"add 0 after 0", "add 1 after 6"}));
}

TEST_F(NodeTest, AnAgentsEngineIsTheOneOfItsScenario) {
    add_agent(1, 0);
    add_agent(1, 0);
    scenario.agents[1].engine = "single_track";
    start();
    play(1);
    using Models = std::map<AgentId, VehicleModel>;
    EXPECT_EQ(engine.models, (Models{{AgentId{0}, VehicleModel::full},
                                     {AgentId{1}, VehicleModel::single_track},
                                     {AgentId{2}, VehicleModel::full}}));
}

TEST_F(NodeTest, BeginsTheTurnsOfAllPilotsBeforeItFinishesAny) {
    add_agent(1, 0);
    add_agent(1, 0);
    Words log;
    make_node();
    for (const AgentId id : agents)
        node->set_pilot(id, std::make_unique<FakePilot>(std::to_string(id.value), log));
    turn();
    admit(0);
    play(1);
    ASSERT_GE(log.size(), 6u);
    log.resize(6);  // the calls of the first heartbeat
    EXPECT_EQ(log, (Words{"begin 0", "begin 1", "begin 2", "finish 0", "finish 1", "finish 2"}));
    for (const AgentId id : agents) EXPECT_EQ(engine.motions.at(id).applied, (DriverInputs{0, 0.5, 0}));
    EXPECT_EQ(node->pilot_faults(), Words{});
}

TEST_F(NodeTest, TellsWhichOfItsPilotsAreInTheirSafeStop) {
    add_agent(1, 0);
    Words log;
    make_node();
    node->set_pilot(agents[0], std::make_unique<FakePilot>("0", log));
    node->set_pilot(agents[1],
                    std::make_unique<SafePilot>(kind_of({}), "agent 'car1': no such pilot", nullptr));
    turn();
    admit(0);
    play(1);
    EXPECT_EQ(node->pilot_faults(), Words{"agent 'car1': no such pilot; the vehicle brakes to a stop"});
    EXPECT_EQ(engine.motions.at(agents[1]).applied, (DriverInputs{0, 0, 1}));
}

TEST_F(NodeTest, WhoEntersLateIsNotSilentUntilThen) {
    scenario.agents[0].enter = Tick{400}.at(kHeartbeat);
    scenario.duration = kHeartbeat * 500;
    start();
    turn();
    // The other agents advance by one heartbeat every five milliseconds.
    WallTime spoke = now;
    WallDuration longest;
    for (std::int64_t tick = 0; tick < 390; ++tick) {
        now = now + WallDuration::milliseconds(5);
        world.tell_slowest(tick);
        for (int i = 0; i < 3; ++i) turn();
        if (std::exchange(world.signs_of_life, 0) > 0) {
            longest = std::max(longest, now - spoke);
            spoke = now;
        }
    }
    EXPECT_GT(node->tick(), Tick{380});
    EXPECT_LT(std::max(longest, now - spoke), WallDuration::milliseconds(500))
        << "the watchdog waits a second";
}

TEST_F(NodeTest, RefusesAServerOfAnotherGateOrHeartbeat) {
    for (const bool gate : {true, false}) {
        make_node();
        turn();
        world.admit(gate ? kExact1 : kWindow2, 0, gate ? kHeartbeat : SimDuration::milliseconds(1));
        EXPECT_EQ(turn().state, State::failed);
        EXPECT_EQ(node->reason(), "the server's heartbeat or gate is not the scenario's");
    }
}

TEST_F(NodeTest, KeepsToAbsoluteDeadlines) {
    scenario.pace.factor = 2.0;
    scenario.duration = kHeartbeat * 100;
    start();
    turn();
    said();
    answer();
    // Wall time is counted from the first step on.
    turn();
    const WallTime origin = now;
    turn();
    ASSERT_EQ(node->tick(), Tick{1});
    const auto due = [&](std::int64_t tick) { return origin + WallDuration::microseconds(2'500 * tick); };
    EXPECT_TRUE(turn().pacing);
    EXPECT_EQ(last.wake_at, due(1));
    EXPECT_TRUE(said().empty()) << "nothing is said before its time";
    // If called far too late, it publishes at once, and its later deadlines stay as they were.
    now = due(3) + WallDuration::microseconds(100);
    turn();
    EXPECT_EQ(said(), Words{"0@1+1"});
    answer();
    Words words;
    for (int i = 0; i < 20 && !last.pacing; ++i) {
        turn();
        const Words more = said();
        words.insert(words.end(), more.begin(), more.end());
        if (!more.empty()) answer();
    }
    EXPECT_EQ(words, (Words{"0@2+1", "0@3+1"})) << "it catches up";
    EXPECT_TRUE(last.pacing);
    EXPECT_EQ(last.wake_at, due(4));
    EXPECT_GE(node->lateness().late, 2u);
}

TEST_F(NodeTest, HoweverSlowThePaceItShowsThatItLives) {
    scenario.pace.factor = 0.001;  // five seconds of wall time a heartbeat
    scenario.duration = kHeartbeat * 100;
    start();
    play(0);
    turn();
    turn();
    WallTime spoke = now;
    for (int i = 0; i < 12; ++i) {
        ASSERT_LE(last.wake_at - now, WallDuration::milliseconds(400));
        now = std::max(last.wake_at, now + WallDuration::milliseconds(1));
        turn();
        if (std::exchange(world.signs_of_life, 0) > 0) spoke = now;
        EXPECT_LT(now - spoke, WallDuration::milliseconds(600));
    }
    EXPECT_LE(node->tick(), Tick{1});
}

TEST_F(NodeTest, ShotDownItComesBackWhereTheWorldIs) {
    scenario.duration = kHeartbeat * 40;
    start();
    play(3);
    world.end(Transport::Stage::shot_down, "shot down");
    for (int i = 0; i < 50 && node->counters().get(NodeCounter::rejoins) == 0; ++i) {
        now = now + WallDuration::milliseconds(5);
        turn();
    }
    EXPECT_EQ(last.state, State::running);
    turn();
    ASSERT_EQ(world.joined_as.size(), 2u);
    EXPECT_EQ(world.joined_as[1].agents.size(), 1u) << "with the same agents";
    world.published.clear();
    admit(30);
    for (int i = 0; i < 3; ++i) turn();
    world.tell_slowest(29);
    const Words words = play();
    ASSERT_FALSE(words.empty());
    EXPECT_EQ(words.front(), "0@30+1");
    EXPECT_EQ(words.back(), "0@40+0");
    EXPECT_EQ(last.state, State::finished);
    EXPECT_EQ(node->first_tick(), Tick{0});
    EXPECT_EQ(node->counters().get(NodeCounter::rejoins), 1u);
    EXPECT_EQ(engine.log, Words{"add 0 after 0"}) << "its agent goes on where it was";
}

TEST_F(NodeTest, ShotDownOnceItsAgentsHaveLeftItHasFinished) {
    Words log;
    make_node();
    auto pilot = std::make_unique<FakePilot>("0", log);
    pilot->leaves = true;
    node->set_pilot(agents[0], std::move(pilot));
    turn();
    admit(0);
    const auto has_left = [this] {
        return !world.published.empty() && world.published.back().header.period == SimDuration{};
    };
    for (int i = 0; i < 50 && !has_left(); ++i) {
        now = now + WallDuration::milliseconds(1);
        world.tell_slowest(10);
        turn();
    }
    ASSERT_TRUE(has_left());
    world.end(Transport::Stage::shot_down, "shot down");
    turn_until_ended();
    EXPECT_EQ(last.state, State::finished);
    EXPECT_EQ(node->reason(), "all of its agents have left");
    EXPECT_EQ(world.joined_as.size(), 1u) << "there is nobody to bring back";
    EXPECT_EQ(node->counters().get(NodeCounter::rejoins), 0u);
}

TEST_F(NodeTest, EndsAsItsServerDoes) {
    start();
    play(1);
    world.end(Transport::Stage::stopped, "enough");
    turn_until_ended();
    EXPECT_EQ(last.state, State::stopped);
    EXPECT_EQ(node->reason(), "enough");
}

TEST_F(NodeTest, FailsWithOneClearLineWhenTheServerIsLost) {
    start();
    play(1);
    for (int i = 0; i < 50; ++i) {
        now = now + WallDuration::milliseconds(5);
        turn();
    }
    EXPECT_EQ(last.state, State::running) << "how long a world may be silent is not for the node to say";
    world.end(Transport::Stage::lost, "the server has been silent for 2 s");
    turn();
    EXPECT_EQ(last.state, State::failed);
    EXPECT_EQ(node->reason(), "the server has been silent for 2 s");
}

TEST_F(NodeTest, SaysWhomItWaitsFor) {
    scenario.duration = kHeartbeat * 100;
    make_node();
    EXPECT_EQ(node->waiting_for(), "the server");
    start();
    turn();
    world.awaited = {AgentId{0}, AgentId{77}};
    turn();
    EXPECT_EQ(node->waiting_for(), "car0, agent 77");
    world.awaited.clear();
    world.tell_slowest(0);
    for (int i = 0; i < 20; ++i) turn();
    EXPECT_EQ(node->waiting_for(), "agent 42");
}

TEST_F(NodeTest, ShowsTheEngineEverybodyDeadReckoned) {
    scenario.duration = kHeartbeat * 100;
    engine.wants = true;
    add_agent(1, 0);
    start();
    world.tell([](FlowSink& sink) { sink.joined(AgentId{9}, "peer", "cart", Tick{0}); });
    turn();
    turn();
    BodyMotion motion;
    motion.position = {10, 20, 0};
    motion.velocity = {100, 0, 0};
    std::array<std::byte, kVehicleStateBytesMax> bytes;
    Bytes any;
    net::append_any(any, kVehicleStateTypeUrl, ByteView(bytes).first(encode(motion, bytes)));
    net::AgentHeader header;
    header.agent = AgentId{9};
    header.period = kHeartbeat;
    world.tell([&](FlowSink& sink) {
        EXPECT_TRUE(sink.wants_messages());
        sink.message({.header = header, .any = any, .raw = {}}, Tick{0});
    });
    world.tell_slowest(0);
    for (int i = 0; i < 10; ++i) {
        now = now + WallDuration::milliseconds(1);
        turn();
    }
    ASSERT_EQ(node->tick(), Tick{2}) << "as far as the window allows";
    ASSERT_EQ(engine.shown.size(), 3u) << "our own as they told of themselves";
    EXPECT_EQ(engine.shown[0].agent, AgentId{0});
    EXPECT_EQ(engine.shown[2].agent, AgentId{9});
    EXPECT_EQ(engine.shown[2].seen_as, SeenAs::vehicle);
    EXPECT_EQ(engine.shown[2].length_m, 4) << "by the vehicle it announced";
    EXPECT_NEAR(engine.shown[2].motion.position.x, 10.5, 1e-9) << "from heartbeat 0 to 1";
    EXPECT_EQ(engine.shows, 2);
}

/// A spectator that counts its calls and answers as the test wants.
struct FakeSpectator final : Spectator {
    bool is_ready() override { return ready; }
    bool wants_look(SimTime now, WallTime) override {
        asked.push_back(now);
        return wants;
    }
    void look(const Spectacle& spectacle) override {
        looks.push_back(spectacle.now);
        seen = spectacle.sights.size();
        own.assign(spectacle.own.begin(), spectacle.own.end());
        behind = spectacle.behind;
    }
    void heard(AgentId, AgentId, std::uint32_t, SimTime) override {}
    bool ready = true, wants = true;
    std::vector<SimTime> asked, looks;
    std::size_t seen = 0;
    std::vector<AgentId> own;
    std::optional<std::int64_t> behind;
};

TEST_F(NodeTest, ASpectatorSeesEveryHeartbeatThatItWantsAndChangesNothing) {
    start();
    FakeSpectator spectator;
    node->set_spectator(&spectator);
    EXPECT_EQ(play(), (Words{"0@0+1", "0@1+1", "0@2+1", "0@3+1", "0@4+1", "0@5+0"}));
    EXPECT_EQ(last.state, State::finished);
    EXPECT_EQ(spectator.looks.size(), 5u) << "a step each";
    EXPECT_EQ(spectator.seen, 1u) << "our own as it told of itself";
    EXPECT_EQ(spectator.own, agents);
    EXPECT_EQ(spectator.behind, std::nullopt) << "there is no peer";
}

TEST_F(NodeTest, ASpectatorWhoIsNotReadyHoldsTheWorldBackAndNobodyIsTakenForDead) {
    scenario.duration = kHeartbeat * 1000;
    start();
    FakeSpectator spectator;
    node->set_spectator(&spectator);
    play(2);
    spectator.ready = false;
    const Tick held = node->tick();
    world.signs_of_life = 0;
    for (int i = 0; i < 500; ++i) {
        now = now + WallDuration::milliseconds(2);
        EXPECT_TRUE(turn().pacing);
    }
    EXPECT_EQ(node->tick(), held);
    EXPECT_GT(world.signs_of_life, 1u) << "in a second";
    spectator.ready = true;
    answer();
    play(held.index + 2);
    EXPECT_GE(node->tick(), held + 1);
}

}  // namespace
}  // namespace synchrono::client
