/// Proves when an agent's control unit (Acu) publishes states and ends its flow, what the agent's pilot
/// perceives and when, and when the pilot's answer takes effect. The engine is real, the pilot a fake.

#include "client/acu/acu.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

#include "client/body/vehicle_state_codec.hpp"
#include "client/engine/embedded/embedded_engine.hpp"
#include "client/kind/kind_registry.hpp"
#include "client/pilot/safe_pilot.hpp"
#include "common/base/limits.hpp"
#include "tests/client/radio/radio_fixture.hpp"

namespace synchrono::client::acu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Words = std::vector<std::string>;

constexpr SimDuration kBeat = SimDuration::milliseconds(5);

/// A pilot that keeps its last perception and answers as the test wants.
struct FakePilot final : pilot::PilotHost {
    FakePilot(std::string its_name, Words& the_log) : name(std::move(its_name)), log(the_log) {}
    void begin_step(const pilot::Perception& perception) override {
        log.push_back("begin " + name);
        perceived = perception;
        others.assign(perception.others.begin(), perception.others.end());
        lights.assign(perception.signals.begin(), perception.signals.end());
        heard = perception.radio != nullptr ? perception.radio->messages.size() : 0;
    }
    std::optional<pilot::PilotAnswer> finish_step() override {
        log.push_back("finish " + name);
        if (busy) return {};
        pilot::PilotAnswer now = answer;
        now.valid_from = perceived.now + charge;
        return now;
    }
    std::string_view fault() const override { return why; }

    const std::string name;
    Words& log;
    pilot::Perception perceived;
    std::vector<body::Obstacle> others;
    std::vector<const body::SignalsInSight*> lights;
    std::size_t heard = 0;
    pilot::PilotAnswer answer{.controls = {0, 0.5, 0}};
    SimDuration charge;  // simulated time from the perception until the answer is valid
    bool busy = false;
    std::string why;
};

struct AcuTest : ::testing::Test {
    AcuTest() {
        scenario = radio::radio_scenario(3);
        scenario.radio->basic_safety.reset();
        scenario.heartbeat = kBeat;
        for (auto& agent : scenario.agents) agent.period = agent.pilot_period = kBeat;
    }
    config::AgentSpec& spec(std::size_t i = 0) { return scenario.agents[i]; }
    FakePilot& add(std::size_t i = 0) {
        auto owned = std::make_unique<FakePilot>(spec(i).name, log);
        FakePilot& pilot = *owned;
        add(i, std::move(owned));
        return pilot;
    }
    void add(std::size_t i, std::unique_ptr<pilot::PilotHost> pilot) {
        std::unique_ptr<radio::Applet> applet;
        if (with_radio) {
            applet = std::make_unique<radio::Applet>(
                radio::AppletSetup{.scenario = scenario, .agent = spec(i).id, .counters = air.counters});
        }
        acus.emplace_back(scenario, spec(i), std::move(pilot), std::move(applet), nullptr, *engine, *sight);
        acus.back().set_entry(tick);
        acus.back().enter_if_due(tick);
    }
    /// Makes one heartbeat as a client does, but publishes no states.
    void beat() {
        for (Acu& acu : acus) acu.begin_heartbeat(tick, sights, signals);
        for (Acu& acu : acus) acu.finish_heartbeat(tick);
        sent.clear();
        for (Acu& acu : acus) {
            if (acu.applet() == nullptr || !acu.is_active()) continue;
            for (const radio::Applet::Transmission& out : acu.applet()->finish())
                sent.push_back(out.payload.size());
        }
        engine->advance(kBeat);
        tick = tick + 1;
    }
    double throttle(std::size_t i = 0) {
        return engine->motion(spec(i).id).applied[body::DriverInputs::kThrottle];
    }
    net::AgentHeader compose(Tick now, Tick last = Tick{1'000}) {
        any.clear();
        return acus.front().compose(now, last, WallTime::nanoseconds(77), any);
    }
    Sight seen(std::uint32_t agent, geo::Vec3 place) const {
        Sight one;
        one.obstacle.agent = AgentId{agent};
        one.obstacle.motion.position = place;
        one.silhouette = silhouette_of(one.obstacle);
        one.published_x_m = static_cast<float>(place.x);
        one.published_y_m = static_cast<float>(place.y);
        return one;
    }
    static SimTime at(std::int64_t beat) { return Tick{beat}.at(kBeat); }

    config::Scenario scenario;
    radio::Air air;
    bool with_radio = false;
    std::unique_ptr<engine::BodyEngine> engine = engine::make_embedded_engine(SimDuration::milliseconds(1));
    std::optional<LineOfSight> sight{std::in_place, std::nullopt,
                                     std::span<const geo::Footprints::Outline>()};
    Words log;
    std::vector<Sight> sights;
    std::vector<body::SignalsInSight> signals;
    std::vector<std::size_t> sent;  // octets of each radio message of the last heartbeat
    Bytes any;
    Tick tick;
    std::vector<Acu> acus;
};

TEST_F(AcuTest, EntersTheEngineAtItsEntryTime) {
    spec().position = {10, 20, 0};
    acus.emplace_back(scenario, spec(), nullptr, nullptr, nullptr, *engine, *sight);
    Acu& acu = acus.front();
    acu.set_entry(Tick{3});
    EXPECT_FALSE(acu.enter_if_due(Tick{2}));
    EXPECT_FALSE(acu.is_active());
    EXPECT_FALSE(acu.publishes_at(Tick{3}));
    EXPECT_TRUE(acu.enter_if_due(Tick{3}));
    EXPECT_TRUE(acu.is_active());
    EXPECT_TRUE(acu.publishes_at(Tick{3}));
    EXPECT_FALSE(acu.enter_if_due(Tick{4})) << "it enters only once";
    EXPECT_NEAR(engine->motion(spec().id).position.x, 10, 1e-9);
}

TEST_F(AcuTest, SendsOncePerPeriodAndEndsOnTheLastHeartbeat) {
    spec().period = kBeat * 4;
    add();
    const auto header = compose(Tick{0}, Tick{6});
    EXPECT_EQ(header.agent, spec().id);
    EXPECT_EQ(header.time, SimTime{});
    EXPECT_EQ(header.period, kBeat * 4);
    EXPECT_EQ(header.wall, WallTime::nanoseconds(77));
    std::string_view type_url;
    ByteView state;
    ASSERT_TRUE(net::decode_any(any, type_url, state));
    EXPECT_EQ(type_url, body::kVehicleStateTypeUrl);
    for (const std::int64_t beat : {1, 2, 3}) EXPECT_FALSE(acus.front().publishes_at(Tick{beat}));
    ASSERT_TRUE(acus.front().publishes_at(Tick{4}));
    EXPECT_EQ(compose(Tick{4}, Tick{6}).period, kBeat * 2) << "the next is the last";
    ASSERT_TRUE(acus.front().publishes_at(Tick{6}));
    EXPECT_EQ(compose(Tick{6}, Tick{6}).period, SimDuration{});
    EXPECT_FALSE(acus.front().has_left()) << "the world ended, not the agent";
}

TEST_F(AcuTest, LeavesWithItsNextMessageWhenAsked) {
    add();
    EXPECT_EQ(compose(Tick{0}).period, kBeat);
    acus.front().leave();
    EXPECT_FALSE(acus.front().has_left());
    EXPECT_EQ(compose(Tick{1}).period, SimDuration{});
    EXPECT_TRUE(acus.front().has_left());
    EXPECT_FALSE(acus.front().is_active());
    EXPECT_FALSE(acus.front().enter_if_due(Tick{9}));
    log.clear();
    tick = Tick{1};
    acus.front().begin_heartbeat(tick, sights, signals);
    acus.front().finish_heartbeat(tick);
    EXPECT_THAT(log, IsEmpty()) << "its pilot is no longer stepped";
}

TEST_F(AcuTest, HasNoControlsWithoutAPilot) {
    add(0, nullptr);
    EXPECT_FALSE(acus.front().has_pilot());
    EXPECT_FALSE(acus.front().pilot_steps_at(Tick{0}));
    beat();
    beat();
    EXPECT_EQ(engine->motion(spec().id).applied, body::DriverInputs{});
    EXPECT_EQ(acus.front().pilot_fault(), "");
}

TEST_F(AcuTest, GivesThePilotWhatItsAgentPerceives) {
    spec().position = {100, 0, 0};
    spec().pilot_period = kBeat * 2;
    FakePilot& pilot = add();
    sights = {seen(0, {100, 0, 0}), seen(1, {120, 5, 0}), seen(2, {90, 0, 0})};
    signals.resize(1);
    signals[0].agent = AgentId{8};
    beat();
    EXPECT_EQ(pilot.perceived.now, SimTime{});
    EXPECT_EQ(pilot.perceived.period, kBeat * 2);
    EXPECT_NEAR(pilot.perceived.ego.position.x, 100, 1e-9);
    ASSERT_THAT(pilot.others, SizeIs(2)) << "without itself";
    EXPECT_EQ(pilot.others[0].agent, AgentId{1});
    EXPECT_EQ(pilot.others[1].agent, AgentId{2});
    EXPECT_THAT(pilot.lights, ElementsAre(&signals[0]));
    EXPECT_EQ(pilot.perceived.radio, nullptr);
    EXPECT_EQ(pilot.perceived.sensors, nullptr);
}

TEST_F(AcuTest, GivesThePilotOnlyBodiesOfInterestAndInSight) {
    scenario.interest = {.kind = config::Interest::Kind::radius, .radius_m = 200, .agents = {}};
    sight.emplace(100, std::span<const geo::Footprints::Outline>());
    FakePilot& pilot = add();
    sights = {seen(0, {0, 0, 0}), seen(1, {50, 0, 0}), seen(2, {150, 0, 0}), seen(3, {500, 0, 0})};
    sights[3].obstacle.motion.position = {40, 0, 0};  // the body is near now, but was published as far away
    sights[3].silhouette = silhouette_of(sights[3].obstacle);
    signals.resize(3);
    signals[0].position = {60, 0, 0};
    signals[1].position = {150, 0, 0};
    signals[2].position = {500, 0, 0};
    beat();
    ASSERT_THAT(pilot.others, SizeIs(1));
    EXPECT_EQ(pilot.others[0].agent, AgentId{1});
    EXPECT_THAT(pilot.lights, ElementsAre(&signals[0]));
}

TEST_F(AcuTest, StepsThePilotOncePerPilotPeriodFromItsEntryOn) {
    spec().pilot_period = kBeat * 3;
    tick = Tick{5};
    FakePilot& pilot = add();
    std::vector<SimTime> step_times;
    for (int i = 0; i < 10; ++i) {
        const std::size_t before = log.size();
        beat();
        if (log.size() > before) step_times.push_back(pilot.perceived.now);
    }
    EXPECT_THAT(step_times, ElementsAre(at(5), at(8), at(11), at(14)));
}

TEST_F(AcuTest, AppliesAnAnswerThatIsValidAtOnce) {
    FakePilot& pilot = add();
    for (const double throttle_wanted : {0.25, 0.75, 0.5}) {
        pilot.answer.controls = {0.1, throttle_wanted, 0};
        acus.front().begin_heartbeat(tick, sights, signals);
        EXPECT_NE(engine->motion(spec().id).applied[body::DriverInputs::kThrottle], throttle_wanted);
        acus.front().finish_heartbeat(tick);
        engine->advance(kBeat);
        tick = tick + 1;
        EXPECT_EQ(engine->motion(spec().id).applied, (body::DriverInputs{0.1, throttle_wanted, 0}));
    }
}

TEST_F(AcuTest, KeepsTheControlsUntilTheAnswerIsValid) {
    FakePilot& pilot = add();
    beat();
    EXPECT_EQ(throttle(), 0.5);
    pilot.charge = kBeat * 3;
    pilot.answer.controls = {0, 1, 0};
    log.clear();
    for (int i = 0; i < 3; ++i) {
        beat();  // heartbeats 1 to 3
        EXPECT_EQ(throttle(), 0.5) << i;
    }
    EXPECT_THAT(log, ElementsAre("begin car0", "finish car0")) << "it misses steps while it computes";
    pilot.charge = {};
    pilot.busy = true;  // gives no new answer, so that only the answer of heartbeat 1 can take effect
    beat();             // heartbeat 4: from now on the answer of heartbeat 1 is valid
    EXPECT_EQ(throttle(), 1);
    EXPECT_THAT(log, ElementsAre("begin car0", "finish car0", "begin car0", "finish car0"));
}

TEST_F(AcuTest, AnAnswerBetweenHeartbeatsIsAppliedAtTheNextOne) {
    FakePilot& pilot = add();
    pilot.charge = SimDuration::milliseconds(1);
    pilot.answer.controls = {0, 1, 0};
    beat();
    EXPECT_EQ(throttle(), 0);
    beat();
    EXPECT_EQ(throttle(), 1);
}

TEST_F(AcuTest, KeepsTheControlsWhileThePilotIsBusy) {
    FakePilot& pilot = add();
    beat();
    pilot.busy = true;
    pilot.answer.controls = {0, 1, 0};
    log.clear();
    for (int i = 0; i < 3; ++i) beat();
    EXPECT_EQ(throttle(), 0.5);
    EXPECT_THAT(log, ElementsAre("begin car0", "finish car0", "finish car0", "finish car0"));
    pilot.busy = false;
    beat();
    EXPECT_EQ(throttle(), 1) << "a late answer is valid when it comes";
    log.clear();
    beat();
    EXPECT_THAT(log, ElementsAre("begin car0", "finish car0"));
}

TEST_F(AcuTest, SendsThePilotsMessagesWhenItsAnswerBecomesValid) {
    with_radio = true;
    FakePilot& pilot = add();
    const radio::PilotMessage message{.medium = config::Medium::dsrc, .payload = Bytes(9)};
    pilot.answer.messages = {.messages = {&message, 1}, .refused = 2, .refusal = "too long"};
    beat();
    EXPECT_THAT(sent, ElementsAre(9u));
    EXPECT_EQ(air.counters.get(radio::RadioCounter::pilot_sent), 1u);
    EXPECT_EQ(air.counters.get(radio::RadioCounter::pilot_refused), 2u);
    pilot.charge = kBeat * 2;
    beat();
    EXPECT_THAT(sent, IsEmpty());
    beat();
    EXPECT_THAT(sent, IsEmpty());
    pilot.busy = true;
    beat();
    EXPECT_THAT(sent, ElementsAre(9u));
    EXPECT_EQ(air.counters.get(radio::RadioCounter::pilot_sent), 2u);
}

TEST_F(AcuTest, SendsTheMessagesOfTwoAnswersInOneHeartbeat) {
    with_radio = true;
    FakePilot& pilot = add();
    const std::vector<radio::PilotMessage> most(limits::kRadioSendsPerStepMax,
                                                {.medium = config::Medium::dsrc, .payload = Bytes(9)});
    pilot.answer.messages = {.messages = most};
    pilot.charge = kBeat;
    beat();
    EXPECT_THAT(sent, IsEmpty());
    pilot.charge = {};
    beat();
    EXPECT_THAT(sent, SizeIs(2 * most.size())) << "those of both answers";
}

TEST_F(AcuTest, KeepsMessagesForAPilotThatMissesAStep) {
    with_radio = true;
    FakePilot& pilot = add();
    beat();
    EXPECT_NE(pilot.perceived.radio, nullptr);
    EXPECT_EQ(pilot.perceived.radio->media, 1u << SYN_MEDIUM_DSRC);
    pilot.charge = kBeat * 3;
    beat();
    acus.front().applet()->deliver(air.safety(1, 0, 10));
    beat();
    acus.front().applet()->deliver(air.safety(2, 0, 15));
    beat();
    EXPECT_EQ(pilot.heard, 0u);
    beat();
    EXPECT_EQ(pilot.heard, 2u);
    EXPECT_EQ(air.counters.get(radio::RadioCounter::late), 0u);
}

TEST_F(AcuTest, LeavesWhenThePilotsAnswerBecomesValid) {
    FakePilot& pilot = add();
    pilot.charge = kBeat * 2;
    pilot.answer.leaves = true;
    EXPECT_EQ(compose(Tick{0}).period, kBeat);
    beat();
    EXPECT_EQ(compose(Tick{1}).period, kBeat);
    beat();
    EXPECT_EQ(compose(Tick{2}).period, kBeat) << "the answer is valid from here on";
    pilot.answer.leaves = false;  // too late: its valid answer already says that it leaves
    beat();
    EXPECT_EQ(compose(Tick{3}).period, SimDuration{});
    EXPECT_TRUE(acus.front().has_left());
}

TEST_F(AcuTest, BrakesWhenItsPilotFails) {
    auto owned = std::make_unique<FakePilot>("car0", log);
    FakePilot& pilot = *owned;
    add(0, std::make_unique<pilot::SafePilot>(std::move(owned), kind::kind_of({}),
                                              "agent 'car0': pilot 'fake'", nullptr));
    pilot.answer.controls = {0.25, 0.5, 0};
    beat();
    EXPECT_EQ(engine->motion(spec().id).applied, (body::DriverInputs{0.25, 0.5, 0}));
    EXPECT_EQ(acus.front().pilot_fault(), "");
    pilot.why = "it crashed";
    beat();
    EXPECT_EQ(engine->motion(spec().id).applied, (body::DriverInputs{0.25, 0, 1}));
    EXPECT_THAT(acus.front().pilot_fault(), HasSubstr("failed at 0.005 s: it crashed"));
    log.clear();
    beat();
    EXPECT_THAT(log, IsEmpty()) << "it is not asked again";
    EXPECT_EQ(engine->motion(spec().id).applied, (body::DriverInputs{0.25, 0, 1}));
}

TEST_F(AcuTest, ContinuesFromItsPlaceWhenItRejoins) {
    FakePilot& pilot = add();
    beat();
    acus.front().set_entry(Tick{50});
    EXPECT_FALSE(acus.front().enter_if_due(Tick{50})) << "it is still in the engine";
    tick = Tick{50};
    EXPECT_TRUE(acus.front().publishes_at(tick));
    beat();
    EXPECT_EQ(pilot.perceived.now, at(50));
}

TEST(AcuDeathTest, ComposesOnlyInHeartbeatsOfItsFlow) {
    config::Scenario scenario = radio::radio_scenario(1);
    const auto engine = engine::make_embedded_engine(SimDuration::milliseconds(1));
    LineOfSight sight(std::nullopt, {});
    Acu acu(scenario, scenario.agents[0], nullptr, nullptr, nullptr, *engine, sight);
    acu.set_entry(Tick{2});
    Bytes any;
    EXPECT_DEATH(acu.compose(Tick{2}, Tick{9}, WallTime{}, any), "requirement failed") << "not in the engine";
    acu.enter_if_due(Tick{2});
    EXPECT_DEATH(acu.compose(Tick{3}, Tick{9}, WallTime{}, any), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::acu
