// Proves how the loop of a client works: with which agents it joins, what they publish and when, how agents
// enter late, and how their flows end. Also proves that the loop keeps absolute deadlines, and when it stops,
// joins again or gives up. The transport is a fake.
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

namespace synchrono::client::acu {
namespace {

using State = ClientNode::State;
using Words = std::vector<std::string>;

/// An engine that moves nobody and counts its calls.
struct FakeEngine final : engine::BodyEngine {
    void add(AgentId agent, const engine::NewBody& vehicle) override {
        motions[agent] = body::BodyMotion{vehicle.start, {}};
        models[agent] = vehicle.model;
        log.push_back("add " + std::to_string(agent.value) + " after " + std::to_string(advances));
    }
    void remove(AgentId agent) override { motions.erase(agent); }
    void set_controls(AgentId agent, const body::Controls& controls) override {
        motions.at(agent).applied = controls;
    }
    bool uses_surroundings() const override { return wants; }
    void set_surroundings(const engine::Surroundings& world) override {
        surroundings.assign(world.bodies.begin(), world.bodies.end());
        lamps.assign(world.signals.begin(), world.signals.end());
        ++settings;
    }
    void advance(SimDuration heartbeat) override {
        EXPECT_EQ(heartbeat, transport::kHeartbeat);
        ++advances;
    }
    const body::BodyMotion& motion(AgentId agent) const override { return motions.at(agent); }
    body::Machinery machinery(AgentId) const override { return {}; }
    std::map<AgentId, body::BodyMotion> motions;
    std::map<AgentId, engine::VehicleModel> models;
    std::vector<body::Obstacle> surroundings;
    std::vector<body::SignalsInSight> lamps;
    int advances = 0, settings = 0;  // calls of advance() and set_surroundings()
    bool wants = false;
    Words log;
};

/// A pilot that logs when it is asked to begin and to finish.
struct FakePilot final : pilot::PilotHost {
    FakePilot(std::string its_name, Words& the_log) : name(std::move(its_name)), log(the_log) {}
    void begin_step(const pilot::Perception&) override { log.push_back("begin " + name); }
    std::optional<pilot::PilotAnswer> finish_step() override {
        log.push_back("finish " + name);
        return pilot::PilotAnswer{.controls = {0, 0.5, 0}, .leaves = leaves};
    }
    const std::string name;
    Words& log;
    bool leaves = false;
};

struct NodeTest : ::testing::Test {
    NodeTest() {
        scenario.name = "node";
        scenario.heartbeat = transport::kHeartbeat;
        scenario.duration = transport::kHeartbeat * 5;
        scenario.gate = transport::kWindow2;
        scenario.server_limit = WallDuration::seconds(2);
        scenario.vehicles["cart"].body.length_m = 4;
        add_agent(1, 0);
    }
    void add_agent(std::int64_t period, std::int64_t enter) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(scenario.agents.size())};
        agent.name = "car" + std::to_string(agent.id.value);
        agent.vehicle = "cart";
        agent.period = transport::kHeartbeat * period;
        agent.enter = Tick{enter}.at(transport::kHeartbeat);
        scenario.agents.push_back(agent);
        agents.push_back(agent.id);
    }
    void make_node() {
        node.emplace(NodeSetup{.scenario = scenario, .agents = agents}, world, engine, nullptr);
    }
    void start(std::int64_t entry = 0) {
        make_node();
        step();
        ASSERT_EQ(world.joined_as.size(), 1u);
        admit(entry);
    }
    void admit(std::int64_t entry) {
        reach.clear();
        for (const AgentId id : agents) {
            const std::int64_t planned =
                scenario.agents[id.value].enter.since_start() / transport::kHeartbeat;
            reach[id.value] = std::max(entry, planned) - 1;
        }
        world.received = Tick{entry - 1};
        world.admit(scenario.gate, entry);
    }
    ClientNode::Outcome step() { return last = node->run_once(now, false); }
    /// Returns the messages published since the last call, each as "agent@tick+period". Updates `reach`,
    /// because slowest() derives the server's answer from it.
    Words published_text() {
        Words words;
        for (const auto& [header, any] : std::exchange(world.published, {})) {
            const std::int64_t tick = header.time.since_start() / transport::kHeartbeat,
                               period = header.period / transport::kHeartbeat;
            const std::uint32_t agent = header.agent.value;
            words.push_back(std::to_string(agent) + "@" + std::to_string(tick) + "+" +
                            std::to_string(period));
            std::string_view type_url;
            ByteView state;
            EXPECT_TRUE(net::decode_any(any, type_url, state));
            EXPECT_EQ(type_url, body::kVehicleStateTypeUrl);
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
        world.deliver_slowest(slowest());
    }
    /// Runs the node until it has ended, but for no more than a quarter of a second of its clock.
    void run_until_ended() {
        for (int i = 0; i < 50 && last.state == State::running; ++i) {
            now = now + WallDuration::milliseconds(5);
            step();
        }
    }
    /// Runs the node with a server that answers each heartbeat. Stops when the node has ended or has
    /// published heartbeat `until`, at the latest after two seconds of the node's clock. Returns what the
    /// node has published.
    Words play(std::int64_t until = 1'000) {
        Words all;
        for (int i = 0; i < 2'000 && last.state == State::running; ++i) {
            now = now + WallDuration::milliseconds(1);
            step();
            if (last.state != State::running) break;
            const Words words = published_text();
            all.insert(all.end(), words.begin(), words.end());
            if (!words.empty()) answer();
            if (node->tick().index >= until && !words.empty()) break;
        }
        return all;
    }

    config::Scenario scenario;
    std::vector<AgentId> agents;
    transport::FakeTransports world;
    FakeEngine engine;
    std::optional<ClientNode> node;
    ClientNode::Outcome last;
    WallTime now = WallTime::nanoseconds(9'000'000'000);
    /// For each of the client's agents, the last heartbeat that its published messages cover.
    std::map<std::uint32_t, std::int64_t> reach;
};

TEST(NodeStages, AgreeWithTheArchitecturePage) {
    std::ifstream page(SYN_SOURCE_DIR "/docs/architecture.md");
    std::vector<std::string> documented;
    std::string line;
    while (std::getline(page, line) && line != "## The stages of a client") continue;
    while (std::getline(page, line) && !line.starts_with("## ")) {
        if (line.starts_with("| ") && !line.starts_with("| ---"))
            documented.push_back(line.substr(2, line.find(" |", 2) - 2));
    }
    ASSERT_FALSE(documented.empty());
    documented.erase(documented.begin());  // the head of the table
    const auto stages = ClientNode::stages();
    EXPECT_EQ(documented, Words(stages.begin(), stages.end()));
}

TEST_F(NodeTest, JoinsWithItsAgentsAndItsInterest) {
    add_agent(1, 0);
    scenario.interest = {config::Interest::Kind::radius, 75, {}};
    start();
    const transport::Participation& participation = world.joined_as.front();
    ASSERT_EQ(participation.agents.size(), 2u);
    EXPECT_EQ(participation.agents[1].id, AgentId{1});
    EXPECT_EQ(participation.agents[1].name, "car1");
    EXPECT_EQ(participation.agents[1].vehicle, "cart");
    EXPECT_EQ(participation.agents[1].state_type_url, body::kVehicleStateTypeUrl);
    EXPECT_EQ(participation.interest, scenario.interest);
}

TEST_F(NodeTest, PublishesEachHeartbeatAndFinishesWithTheLast) {
    start();
    EXPECT_EQ(play(), (Words{"0@0+1", "0@1+1", "0@2+1", "0@3+1", "0@4+1", "0@5+0"}));
    EXPECT_EQ(last.state, State::finished);
    EXPECT_EQ(engine.advances, 5);
    EXPECT_EQ(node->counters().get(NodeCounter::heartbeats), 6u);
    EXPECT_EQ(node->first_tick(), Tick{0});
    EXPECT_EQ(step().state, State::finished) << "it stays finished";
}

TEST_F(NodeTest, CountsItsWaitsAtAShutGate) {
    start();
    step();
    EXPECT_EQ(published_text(), Words{"0@0+1"});
    const auto wait_5_ms = [this] {
        const Tick here = node->tick();
        for (int i = 0; i < 5; ++i) {
            now = now + WallDuration::milliseconds(1);
            step();
            EXPECT_EQ(node->tick(), here);
        }
        EXPECT_GT(last.wake_at, now);
    };
    wait_5_ms();  // waiting for the start, which does not count as waiting at the gate
    answer();
    for (Tick before{-1}; before < node->tick();) {
        before = node->tick();
        step();
        step();
        step();
    }
    EXPECT_EQ(node->counters().get(NodeCounter::gate_wait_ns), 0u);
    wait_5_ms();
    published_text();
    answer();
    step();
    step();
    EXPECT_EQ(node->counters().get(NodeCounter::gate_waits), 1u);
    EXPECT_GE(node->counters().get(NodeCounter::gate_wait_ns), 5'000'000u);
    EXPECT_GE(node->counters().get(NodeCounter::gate_longest_wait_ns), 5'000'000u);
}

TEST_F(NodeTest, LongerPeriodsEndOnTheLastHeartbeatToo) {
    scenario.duration = transport::kHeartbeat * 10;
    add_agent(4, 0);
    start();
    Words slow;
    for (const auto& word : play()) {
        if (word.starts_with("1@")) slow.push_back(word);
    }
    EXPECT_EQ(slow, (Words{"1@0+4", "1@4+4", "1@8+2", "1@10+0"}));
    EXPECT_EQ(last.state, State::finished);
}

TEST_F(NodeTest, AStopRequestLetsFlowsEndAsAnnounced) {
    scenario.duration = transport::kHeartbeat * 100;
    add_agent(4, 0);
    start();
    play(5);
    node->ask_to_stop();
    const Words words = play();
    EXPECT_EQ(words, (Words{"0@6+1", "0@7+1", "0@8+0", "1@8+0"}));
    EXPECT_EQ(last.state, State::finished);
}

TEST_F(NodeTest, AStopRequestBeforeJoiningEndsItAtOnce) {
    make_node();
    step();
    node->ask_to_stop();
    EXPECT_EQ(step().state, State::stopped);
    EXPECT_FALSE(node->reason().empty());
}

TEST_F(NodeTest, AnAgentEntersAtItsEntryTime) {
    scenario.duration = transport::kHeartbeat * 8;
    add_agent(1, 6);
    start();
    Words late;
    for (const auto& word : play()) {
        if (word.starts_with("1@")) late.push_back(word);
    }
    EXPECT_EQ(late, (Words{"1@6+1", "1@7+1", "1@8+0"}));
    EXPECT_EQ(engine.log, (Words{"add 0 after 0", "add 1 after 6"}));
}

TEST_F(NodeTest, AnAgentMovesWithTheEngineOfTheScenario) {
    add_agent(1, 0);
    add_agent(1, 0);
    scenario.agents[1].engine = "single_track";
    start();
    play(1);
    using Models = std::map<AgentId, engine::VehicleModel>;
    EXPECT_EQ(engine.models, (Models{{AgentId{0}, engine::VehicleModel::full},
                                     {AgentId{1}, engine::VehicleModel::single_track},
                                     {AgentId{2}, engine::VehicleModel::full}}));
}

TEST_F(NodeTest, BeginsTheStepsOfAllPilotsBeforeItFinishesAny) {
    add_agent(1, 0);
    add_agent(1, 0);
    Words log;
    make_node();
    for (const AgentId id : agents)
        node->set_pilot(id, std::make_unique<FakePilot>(std::to_string(id.value), log));
    step();
    admit(0);
    play(1);
    ASSERT_GE(log.size(), 6u);
    log.resize(6);  // the calls of the first heartbeat
    EXPECT_EQ(log, (Words{"begin 0", "begin 1", "begin 2", "finish 0", "finish 1", "finish 2"}));
    for (const AgentId id : agents) EXPECT_EQ(engine.motions.at(id).applied, (body::DriverInputs{0, 0.5, 0}));
    EXPECT_EQ(node->pilot_faults(), Words{});
}

TEST_F(NodeTest, NamesPilotsInTheirSafeStop) {
    add_agent(1, 0);
    Words log;
    make_node();
    node->set_pilot(agents[0], std::make_unique<FakePilot>("0", log));
    node->set_pilot(agents[1], std::make_unique<pilot::SafePilot>(kind::kind_of({}),
                                                                  "agent 'car1': no such pilot", nullptr));
    step();
    admit(0);
    play(1);
    EXPECT_EQ(node->pilot_faults(), Words{"agent 'car1': no such pilot; the vehicle brakes to a stop"});
    EXPECT_EQ(engine.motions.at(agents[1]).applied, (body::DriverInputs{0, 0, 1}));
}

TEST_F(NodeTest, SendsSignsOfLifeBeforeALateEntry) {
    scenario.agents[0].enter = Tick{400}.at(transport::kHeartbeat);
    scenario.duration = transport::kHeartbeat * 500;
    start();
    step();
    // The other agents advance by one heartbeat every five milliseconds.
    WallTime last_sent = now;
    WallDuration longest;
    for (std::int64_t tick = 0; tick < 390; ++tick) {
        now = now + WallDuration::milliseconds(5);
        world.deliver_slowest(tick);
        for (int i = 0; i < 3; ++i) step();
        if (std::exchange(world.signs_of_life, 0) > 0) {
            longest = std::max(longest, now - last_sent);
            last_sent = now;
        }
    }
    EXPECT_GT(node->tick(), Tick{380});
    EXPECT_LT(std::max(longest, now - last_sent), WallDuration::milliseconds(500))
        << "the watchdog waits a second";
}

TEST_F(NodeTest, RefusesAServerWithAnotherGateOrHeartbeat) {
    for (const bool gate : {true, false}) {
        make_node();
        step();
        world.admit(gate ? transport::kExact1 : transport::kWindow2, 0,
                    gate ? transport::kHeartbeat : SimDuration::milliseconds(1));
        EXPECT_EQ(step().state, State::failed);
        EXPECT_EQ(node->reason(), "the server has another heartbeat or gate than the scenario");
    }
}

TEST_F(NodeTest, KeepsToAbsoluteDeadlines) {
    scenario.pace.factor = 2.0;
    scenario.duration = transport::kHeartbeat * 100;
    start();
    step();
    published_text();
    answer();
    // Wall time is counted from the first step on.
    step();
    const WallTime origin = now;
    step();
    ASSERT_EQ(node->tick(), Tick{1});
    const auto due = [&](std::int64_t tick) { return origin + WallDuration::microseconds(2'500 * tick); };
    EXPECT_TRUE(step().pacing);
    EXPECT_EQ(last.wake_at, due(1));
    EXPECT_TRUE(published_text().empty()) << "nothing is sent before its time";
    // If called far too late, it publishes at once, and its later deadlines stay as they were.
    now = due(3) + WallDuration::microseconds(100);
    step();
    EXPECT_EQ(published_text(), Words{"0@1+1"});
    answer();
    Words words;
    for (int i = 0; i < 20 && !last.pacing; ++i) {
        step();
        const Words more = published_text();
        words.insert(words.end(), more.begin(), more.end());
        if (!more.empty()) answer();
    }
    EXPECT_EQ(words, (Words{"0@2+1", "0@3+1"})) << "it catches up";
    EXPECT_TRUE(last.pacing);
    EXPECT_EQ(last.wake_at, due(4));
    EXPECT_GE(node->lateness().late, 2u);
}

TEST_F(NodeTest, SendsSignsOfLifeAtASlowPace) {
    scenario.pace.factor = 0.001;  // five seconds of wall time a heartbeat
    scenario.duration = transport::kHeartbeat * 100;
    start();
    play(0);
    step();
    step();
    WallTime last_sent = now;
    for (int i = 0; i < 12; ++i) {
        ASSERT_LE(last.wake_at - now, WallDuration::milliseconds(400));
        now = std::max(last.wake_at, now + WallDuration::milliseconds(1));
        step();
        if (std::exchange(world.signs_of_life, 0) > 0) last_sent = now;
        EXPECT_LT(now - last_sent, WallDuration::milliseconds(600));
    }
    EXPECT_LE(node->tick(), Tick{1});
}

TEST_F(NodeTest, RejoinsAfterItWasShotDown) {
    scenario.duration = transport::kHeartbeat * 40;
    start();
    play(3);
    world.end(transport::Transport::Status::shot_down, "shot down");
    for (int i = 0; i < 50 && node->counters().get(NodeCounter::rejoins) == 0; ++i) {
        now = now + WallDuration::milliseconds(5);
        step();
    }
    EXPECT_EQ(last.state, State::running);
    step();
    ASSERT_EQ(world.joined_as.size(), 2u);
    EXPECT_EQ(world.joined_as[1].agents.size(), 1u) << "with the same agents";
    world.published.clear();
    admit(30);
    for (int i = 0; i < 3; ++i) step();
    world.deliver_slowest(29);
    const Words words = play();
    ASSERT_FALSE(words.empty());
    EXPECT_EQ(words.front(), "0@30+1");
    EXPECT_EQ(words.back(), "0@40+0");
    EXPECT_EQ(last.state, State::finished);
    EXPECT_EQ(node->first_tick(), Tick{0});
    EXPECT_EQ(node->counters().get(NodeCounter::rejoins), 1u);
    EXPECT_EQ(engine.log, Words{"add 0 after 0"}) << "its agent continues from its place";
}

TEST_F(NodeTest, FinishesWhenShotDownAfterItsAgentsHaveLeft) {
    Words log;
    make_node();
    auto pilot = std::make_unique<FakePilot>("0", log);
    pilot->leaves = true;
    node->set_pilot(agents[0], std::move(pilot));
    step();
    admit(0);
    const auto has_left = [this] {
        return !world.published.empty() && world.published.back().header.period == SimDuration{};
    };
    for (int i = 0; i < 50 && !has_left(); ++i) {
        now = now + WallDuration::milliseconds(1);
        world.deliver_slowest(10);
        step();
    }
    ASSERT_TRUE(has_left());
    world.end(transport::Transport::Status::shot_down, "shot down");
    run_until_ended();
    EXPECT_EQ(last.state, State::finished);
    EXPECT_EQ(node->reason(), "all agents of this client have left");
    EXPECT_EQ(world.joined_as.size(), 1u) << "it has no agent to bring back";
    EXPECT_EQ(node->counters().get(NodeCounter::rejoins), 0u);
}

TEST_F(NodeTest, StopsWhenItsServerStops) {
    start();
    play(1);
    world.end(transport::Transport::Status::stopped, "enough");
    run_until_ended();
    EXPECT_EQ(last.state, State::stopped);
    EXPECT_EQ(node->reason(), "enough");
}

TEST_F(NodeTest, FailsWithOneClearLineWhenTheServerIsLost) {
    start();
    play(1);
    for (int i = 0; i < 50; ++i) {
        now = now + WallDuration::milliseconds(5);
        step();
    }
    EXPECT_EQ(last.state, State::running) << "the node has no limit of its own for silence";
    world.end(transport::Transport::Status::lost, "the server has been silent for 2 s");
    step();
    EXPECT_EQ(last.state, State::failed);
    EXPECT_EQ(node->reason(), "the server has been silent for 2 s");
}

TEST_F(NodeTest, NamesTheAgentsItWaitsFor) {
    scenario.duration = transport::kHeartbeat * 100;
    make_node();
    EXPECT_EQ(node->waiting_for(), "the server");
    start();
    step();
    world.awaited = {AgentId{0}, AgentId{77}};
    step();
    EXPECT_EQ(node->waiting_for(), "car0, agent 77");
    world.awaited.clear();
    world.deliver_slowest(0);
    for (int i = 0; i < 20; ++i) step();
    EXPECT_EQ(node->waiting_for(), "agent 42");
}

TEST_F(NodeTest, GivesTheEngineAllBodiesDeadReckoned) {
    scenario.duration = transport::kHeartbeat * 100;
    engine.wants = true;
    add_agent(1, 0);
    start();
    world.deliver([](transport::FlowSink& sink) { sink.add_agent(AgentId{9}, "peer", "cart", Tick{0}); });
    step();
    step();
    body::BodyMotion motion;
    motion.position = {10, 20, 0};
    motion.velocity = {100, 0, 0};
    std::array<std::byte, body::kVehicleStateBytesMax> bytes;
    Bytes any;
    net::append_any(any, body::kVehicleStateTypeUrl, ByteView(bytes).first(body::encode(motion, bytes)));
    net::AgentHeader header;
    header.agent = AgentId{9};
    header.period = transport::kHeartbeat;
    world.deliver([&](transport::FlowSink& sink) {
        EXPECT_TRUE(sink.wants_messages());
        sink.add_message({.header = header, .any = any, .raw = {}}, Tick{0});
    });
    world.deliver_slowest(0);
    for (int i = 0; i < 10; ++i) {
        now = now + WallDuration::milliseconds(1);
        step();
    }
    ASSERT_EQ(node->tick(), Tick{2}) << "as far as the window allows";
    ASSERT_EQ(engine.surroundings.size(), 3u) << "own agents are included, as they were published";
    EXPECT_EQ(engine.surroundings[0].agent, AgentId{0});
    EXPECT_EQ(engine.surroundings[2].agent, AgentId{9});
    EXPECT_EQ(engine.surroundings[2].seen_as, body::SeenAs::vehicle);
    EXPECT_EQ(engine.surroundings[2].length_m, 4) << "from the vehicle that it announced";
    EXPECT_NEAR(engine.surroundings[2].motion.position.x, 10.5, 1e-9) << "from heartbeat 0 to 1";
    EXPECT_EQ(engine.settings, 2);
}

/// A spectator that counts its calls and answers as the test wants.
struct FakeSpectator final : Spectator {
    bool is_ready() override { return ready; }
    bool is_due(SimTime now, WallTime) override {
        asked.push_back(now);
        return wants;
    }
    void show(const Spectacle& spectacle) override {
        shown.push_back(spectacle.now);
        seen = spectacle.sights.size();
        own.assign(spectacle.own.begin(), spectacle.own.end());
        behind = spectacle.behind;
    }
    void announce_message(AgentId, AgentId, std::uint32_t, SimTime) override {}
    bool ready = true, wants = true;
    std::vector<SimTime> asked, shown;
    std::size_t seen = 0;
    std::vector<AgentId> own;
    std::optional<std::int64_t> behind;
};

TEST_F(NodeTest, ASpectatorSeesEveryHeartbeatAndChangesNothing) {
    start();
    FakeSpectator spectator;
    node->set_spectator(&spectator);
    EXPECT_EQ(play(), (Words{"0@0+1", "0@1+1", "0@2+1", "0@3+1", "0@4+1", "0@5+0"}));
    EXPECT_EQ(last.state, State::finished);
    EXPECT_EQ(spectator.shown.size(), 5u) << "one for each heartbeat";
    EXPECT_EQ(spectator.seen, 1u) << "its own agent, as it was published";
    EXPECT_EQ(spectator.own, agents);
    EXPECT_EQ(spectator.behind, std::nullopt) << "there is no peer";
}

TEST_F(NodeTest, ABusySpectatorHoldsTheNodeBackButNotItsSignsOfLife) {
    scenario.duration = transport::kHeartbeat * 1000;
    start();
    FakeSpectator spectator;
    node->set_spectator(&spectator);
    play(2);
    spectator.ready = false;
    const Tick held = node->tick();
    world.signs_of_life = 0;
    for (int i = 0; i < 500; ++i) {
        now = now + WallDuration::milliseconds(2);
        EXPECT_TRUE(step().pacing);
    }
    EXPECT_EQ(node->tick(), held);
    EXPECT_GT(world.signs_of_life, 1u) << "in a second";
    spectator.ready = true;
    answer();
    play(held.index + 2);
    EXPECT_GE(node->tick(), held + 1);
}

}  // namespace
}  // namespace synchrono::client::acu
