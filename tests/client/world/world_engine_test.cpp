// Proves that the engine of the world's elements runs signals as their programmes say and returns every
// change of them. Pedestrians walk when the signals permit it. Other bodies push loose bodies, and fixed
// bodies stop them.
#include "client/world/world_engine.hpp"

#include <gtest/gtest.h>

namespace synchrono::client::world {
namespace {

const SimDuration kBeat = SimDuration::milliseconds(20);
const std::string kMaps = std::string(SYN_SOURCE_DIR) + "/maps/";

struct WorldEngineTest : ::testing::Test {
    WorldEngineTest() {
        scenario.heartbeat = kBeat;
        scenario.intersections["fixed"] = config::load_intersection(kMaps + "crossing.json").value();
        scenario.intersections["actuated"] =
            config::load_intersection(kMaps + "crossing_actuated.json").value();
    }
    AgentId add(config::Element element, geo::Vec3 position = {}) {
        config::AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(scenario.agents.size())};
        agent.position = position;
        agent.element = std::move(element);
        scenario.agents.push_back(agent);
        return agent.id;
    }
    /// Makes an engine with all elements of the scenario.
    void start() {
        engine = make_world_engine(scenario);
        engine->restart(now);
        for (const config::AgentSpec& agent : scenario.agents) engine->add(agent, now);
    }
    void step() {
        engine->set_surroundings({.now = now, .bodies = bodies, .signals = lamps});
        engine->advance(kBeat);
        now = now + kBeat;
    }
    static body::Obstacle car(double x_m, double y_m, double speed_m_s = 0) {
        body::Obstacle obstacle{.agent = AgentId{900}, .motion = {}};
        obstacle.length_m = 5;
        obstacle.width_m = 2;
        obstacle.height_m = 1.5;
        obstacle.motion.position = {x_m, y_m, 0.6};
        obstacle.motion.velocity = {speed_m_s, 0, 0};
        return obstacle;
    }

    config::Scenario scenario;
    std::unique_ptr<engine::ElementEngine> engine;
    SimTime now;
    std::vector<body::Obstacle> bodies;
    std::vector<body::SignalsInSight> lamps;
};

TEST_F(WorldEngineTest, SignalsFollowTheirProgrammeAtEachHeartbeat) {
    for (const char* name : {"fixed", "actuated"}) {
        scenario.agents.clear();
        now = {};
        const AgentId lights = add(config::SignalsElement{name});
        start();
        const auto alone = signal::make_signal_controller(scenario.intersections[name]);
        alone->observe(now, {});
        EXPECT_EQ(engine->signals(lights)->intersection, scenario.intersections[name].id);
        for (int i = 0; i < 5'000; ++i) {
            // Now and then a car waits to turn left. The detectors take effect from the next heartbeat on.
            bodies.clear();
            if (i % 2'000 > 1'000) bodies.push_back(car(22, 1.75));
            std::vector<geo::Vec3> places;
            for (const body::Obstacle& body : bodies) places.push_back(body.motion.position);
            step();
            alone->observe(now, places);
            const auto& shown = engine->signals(lights)->groups;
            ASSERT_EQ(shown.size(), alone->groups().size());
            for (std::size_t g = 0; g < shown.size(); ++g) {
                ASSERT_EQ(shown[g].group, alone->groups()[g].group);
                ASSERT_EQ(shown[g].state, alone->groups()[g].state) << name << " at " << now.to_seconds();
            }
        }
    }
}

TEST_F(WorldEngineTest, DetectorsIgnorePedestrians) {
    const AgentId lights = add(config::SignalsElement{"actuated"});
    start();
    bodies.push_back(car(22, 1.75));
    bodies[0].seen_as = body::SeenAs::pedestrian;
    bool served = false;
    for (int i = 0; i < 5'000; ++i) {
        step();
        for (const body::Lamp& lamp : engine->signals(lights)->groups)
            served |= lamp.group == 3 && lamp.state != signal::SignalState::stop;
    }
    EXPECT_FALSE(served);
}

TEST_F(WorldEngineTest, ReturnsExactlyTheChangesOfSignalsAtTheirTimes) {
    // With this offset the left turns begin 7 ms after a heartbeat, not on one.
    auto& programme = std::get<config::FixedProgramme>(scenario.intersections["fixed"].signals->programme);
    programme.offset = SimDuration::milliseconds(7);
    add(config::SignalsElement{"fixed"});
    start();
    const auto alone = signal::make_signal_controller(scenario.intersections["fixed"]);
    std::vector<signal::GroupSignal> changed;
    std::size_t changes = 0;
    for (int i = 0; i < 5'000; ++i) {
        SimTime before = now - SimDuration::nanoseconds(1);
        for (const body::SignalsChange& news : engine->signal_changes()) {
            EXPECT_GT(news.time, before);
            EXPECT_LT(news.time, now + kBeat);
            before = news.time;
            const std::vector<signal::GroupSignal> groups(news.groups.begin(), news.groups.end());
            EXPECT_NE(groups, changed);
            changed = groups;
            alone->advance(news.time);
            EXPECT_TRUE(
                std::equal(changed.begin(), changed.end(), alone->groups().begin(), alone->groups().end()));
            ++changes;
        }
        alone->advance(now + (kBeat - SimDuration::nanoseconds(1)));
        EXPECT_TRUE(
            std::equal(changed.begin(), changed.end(), alone->groups().begin(), alone->groups().end()))
            << "a change is missing, at " << now.to_seconds();
        step();
    }
    EXPECT_GE(changes, 12u);
    EXPECT_LE(changes, 25u) << "in a hundred seconds";
}

TEST_F(WorldEngineTest, ReturnsAllSignalsAgainAfterAnAbsence) {
    add(config::SignalsElement{"fixed"});
    start();
    EXPECT_EQ(engine->signal_changes().size(), 1u);
    step();
    EXPECT_TRUE(engine->signal_changes().empty());
    engine->repeat_changes();
    step();
    ASSERT_EQ(engine->signal_changes().size(), 1u);
    EXPECT_EQ(engine->signal_changes()[0].time, now);
    // The world has gone on without this client.
    now = now + kBeat * 450;
    engine->restart(now);
    ASSERT_EQ(engine->signal_changes().size(), 1u);
    EXPECT_EQ(engine->signal_changes()[0].time, now);
    EXPECT_EQ(engine->signal_changes()[0].groups[0].state, signal::SignalState::protected_yellow)
        << "at 9.04 s";
    EXPECT_EQ(engine->signals(AgentId{0})->groups[0].state, signal::SignalState::protected_yellow);
    // The engine may also restart at an earlier time.
    now = now - kBeat * 5;
    engine->restart(now);
    EXPECT_EQ(engine->signal_changes().size(), 1u);
    for (int i = 0; i < 10; ++i) step();
}

TEST_F(WorldEngineTest, PedestriansObeyTheLampsInSight) {
    const AgentId lights = add(config::SignalsElement{"fixed"});
    config::PedestrianElement spec;
    spec.points = {{0, 0}, {0, 1.4}};
    spec.waits = {{0, lights, 12}};
    const AgentId walker = add(spec);
    start();
    const auto set_signals = [&](AgentId agent, signal::SignalState state) {
        lamps = {{.agent = agent,
                  .position = {},
                  .groups = {{2, signal::SignalState::protected_green}, {12, state}}}};
        step();
    };
    step();
    EXPECT_EQ(engine->motion(walker).position.y, 0) << "no signal shows that it may go";
    set_signals(lights, signal::SignalState::protected_yellow);
    EXPECT_EQ(engine->motion(walker).position.y, 0);
    set_signals(AgentId{77}, signal::SignalState::protected_green);
    EXPECT_EQ(engine->motion(walker).position.y, 0);
    set_signals(lights, signal::SignalState::protected_green);
    EXPECT_NEAR(engine->motion(walker).position.y, 1.4 * 0.02, 1e-9);
    EXPECT_NEAR(engine->motion(walker).velocity.y, 1.4, 1e-9);
    EXPECT_FALSE(engine->has_ended(walker));
    for (int i = 0; i < 60; ++i) set_signals(lights, signal::SignalState::stop);
    EXPECT_TRUE(engine->has_ended(walker));
    EXPECT_FALSE(engine->has_ended(lights));
    engine->remove(walker);
    step();
}

TEST_F(WorldEngineTest, LooseBodiesArePushedByVehiclesAndStoppedByWalls) {
    scenario.statics = {
        {"wall", config::BoxElement{{10, 0, 0}, {0.2, 40, 1}, 0}},
        {"kiosk", config::BuildingElement{{.footprint = {{-20, 5}, {20, 5}, {20, 9}, {-20, 9}}}, 0, 3}}};
    const AgentId cone = add(config::BodyElement::of("cone"), {3.3, 0.5, 0});
    config::BodyElement smooth = config::BodyElement::of("ball");
    smooth.friction = 0;
    const AgentId ball = add(smooth, {-10, 0, 0});
    scenario.agents[ball.value].speed_m_s = 5;
    scenario.agents[ball.value].yaw_deg = 90;
    start();
    for (int i = 0; i < 200; ++i) {
        bodies = {car(0.5 + 2 * now.to_seconds(), 0, 2)};
        step();
    }
    EXPECT_GT(engine->motion(cone).position.x, 8) << "by the car, whose front is at 11";
    EXPECT_LE(engine->motion(cone).position.x, 11.4);
    EXPECT_LT(engine->motion(ball).velocity.y, -2) << "it has bounced off the kiosk";
    EXPECT_EQ(engine->motion(ball).orientation.x, 0);
}

TEST_F(WorldEngineTest, RequiresElements) {
    start();
    EXPECT_DEATH(engine->motion(AgentId{1}), "requirement failed");
    config::AgentSpec vehicle;
    EXPECT_DEATH(engine->add(vehicle, now), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::world
