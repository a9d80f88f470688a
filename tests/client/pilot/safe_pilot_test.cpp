/// Proves which answers of a host the safe stop passes on unchanged, which ones it treats as a lasting
/// failure, and which controls the vehicle gets from then on. The host is a fake.

#include "client/pilot/safe_pilot.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

#include "client/engine/embedded/embedded_engine.hpp"
#include "client/kind/kind_registry.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::pilot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const kind::BodyKind& kCar = kind::kind_of({});
constexpr SimDuration kPeriod = SimDuration::milliseconds(5);

SimTime at(std::int64_t ms) { return SimTime{} + SimDuration::milliseconds(ms); }

/// A host that returns the answer of the test and counts its calls.
struct FakeHost final : PilotHost {
    void begin_step(const Perception& perception) override {
        ++begun;
        perceived = perception;
    }
    std::optional<PilotAnswer> finish_step() override {
        ++finished;
        return answer;
    }
    std::string_view fault() const override { return why; }

    std::optional<PilotAnswer> answer;
    std::string why;
    int begun = 0, finished = 0;
    Perception perceived;
};

struct SafePilotTest : ::testing::Test {
    SafePilotTest() {
        auto owned = std::make_unique<FakeHost>();
        host = owned.get();
        pilot.emplace(std::move(owned), kCar, "agent 'car4': pilot 'fake'", note());
    }
    PilotNotes note() {
        return [this](PilotNote kind, std::string_view text) {
            notes.emplace_back(text);
            kinds.push_back(kind);
        };
    }
    std::optional<PilotAnswer> step(std::int64_t ms) {
        pilot->begin_step({.now = at(ms), .period = kPeriod, .ego = {}});
        return pilot->finish_step();
    }
    FakeHost* host = nullptr;
    std::optional<SafePilot> pilot;
    std::vector<std::string> notes;
    std::vector<PilotNote> kinds;
};

TEST_F(SafePilotTest, PassesGoodAnswersOnUnchanged) {
    const radio::PilotMessage message{.medium = config::Medium::light, .payload = Bytes(3)};
    for (const body::DriverInputs& controls : {body::DriverInputs{0.25, 0.5, 0}, body::DriverInputs{-1, 0, 1},
                                               body::DriverInputs{1, 1, 1}, body::DriverInputs{}}) {
        host->answer = PilotAnswer{.controls = controls,
                                   .valid_from = at(17),
                                   .messages = {.messages = {&message, 1}, .refused = 2, .refusal = "no"},
                                   .leaves = true};
        const auto answer = step(5);
        ASSERT_TRUE(answer);
        EXPECT_EQ(answer->controls, controls);
        EXPECT_EQ(answer->valid_from, at(17));
        ASSERT_THAT(answer->messages.messages, SizeIs(1));
        EXPECT_EQ(answer->messages.messages.data(), &message);
        EXPECT_EQ(answer->messages.refused, 2u);
        EXPECT_EQ(answer->messages.refusal, "no");
        EXPECT_TRUE(answer->leaves);
    }
    EXPECT_EQ(host->perceived.now, at(5));
    EXPECT_EQ(host->perceived.period, kPeriod);
    EXPECT_THAT(pilot->fault(), IsEmpty());
    EXPECT_THAT(notes, IsEmpty());
}

TEST_F(SafePilotTest, ControlsThatTheKindDoesNotHaveAreZero) {
    body::Controls controls = body::DriverInputs{0.25, 0.5, 0};
    controls[kCar.controls().size()] = std::numeric_limits<double>::quiet_NaN();
    host->answer = PilotAnswer{.controls = controls, .valid_from = at(5)};
    const auto answer = step(5);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->controls, body::Controls(body::DriverInputs{0.25, 0.5, 0}));
    EXPECT_THAT(pilot->fault(), IsEmpty());
}

TEST_F(SafePilotTest, WaitsForAHostThatIsNotReady) {
    EXPECT_FALSE(step(0));
    EXPECT_FALSE(pilot->finish_step());
    host->answer = PilotAnswer{.controls = {0, 1, 0}, .valid_from = at(10)};
    const auto answer = pilot->finish_step();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->controls, (body::DriverInputs{0, 1, 0}));
    EXPECT_EQ(host->begun, 1);
    EXPECT_EQ(host->finished, 3);
    EXPECT_THAT(pilot->fault(), IsEmpty());
}

TEST_F(SafePilotTest, ANumberOutOfRangeIsALastingFailure) {
    struct Row {
        body::DriverInputs controls;
        const char* why;
    };
    const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
    const Row rows[] = {
        {{nan, 0, 0}, "steering is not a number"},
        {{0, infinite, 0}, "throttle is not a number"},
        {{0, 0, -infinite}, "braking is not a number"},
        {{-1.5, 0, 0}, "steering is -1.5, outside -1 to 1"},
        {{1.0001, 0, 0}, "steering is 1.0001, outside -1 to 1"},
        {{0, -0.1, 0}, "throttle is -0.1, outside 0 to 1"},
        {{0, 1.5, 0}, "throttle is 1.5, outside 0 to 1"},
        {{0, 0, -0.1}, "braking is -0.1, outside 0 to 1"},
        {{0, 0, 2}, "braking is 2, outside 0 to 1"},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.why);
        SafePilotTest::notes.clear();
        auto owned = std::make_unique<FakeHost>();
        host = owned.get();
        pilot.emplace(std::move(owned), kCar, "agent 'car4': pilot 'fake'", note());
        host->answer = PilotAnswer{.controls = {0.25, 0.5, 0}};
        EXPECT_TRUE(step(95));
        host->answer = PilotAnswer{.controls = row.controls, .valid_from = at(300), .leaves = true};
        const auto answer = step(100);
        ASSERT_TRUE(answer);
        EXPECT_EQ(answer->controls, (body::DriverInputs{0.25, 0, 1})) << "the steering stays as it was";
        EXPECT_LE(answer->valid_from, at(100)) << "the stop is valid at once, whatever the answer's time was";
        EXPECT_FALSE(answer->leaves);
        EXPECT_EQ(pilot->fault(), std::string("agent 'car4': pilot 'fake' failed at 0.1 s: ") + row.why +
                                      "; the vehicle brakes to a stop");
        EXPECT_THAT(notes, ElementsAre(pilot->fault()));
    }
}

TEST_F(SafePilotTest, AFaultOfTheHostIsALastingFailure) {
    host->answer = PilotAnswer{.controls = {-0.5, 1, 0}};
    EXPECT_TRUE(step(0));
    host->why = "it did not return within 0.5 s";
    host->answer = PilotAnswer{.controls = {0.1, 1, 0}, .leaves = true};
    const auto answer = step(5);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->controls, (body::DriverInputs{-0.5, 0, 1}));
    EXPECT_FALSE(answer->leaves);
    EXPECT_EQ(pilot->fault(),
              "agent 'car4': pilot 'fake' failed at 0.005 s: it did not return within 0.5 s; "
              "the vehicle brakes to a stop");
    EXPECT_THAT(notes, ElementsAre(pilot->fault()));
    EXPECT_THAT(kinds, ElementsAre(PilotNote::error));
}

TEST_F(SafePilotTest, BrakesWhenTheHostFailsWithoutAnAnswer) {
    EXPECT_FALSE(step(0));
    host->why = "its computer is gone";
    const auto answer = pilot->finish_step();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->controls, (body::DriverInputs{0, 0, 1}));
    EXPECT_THAT(pilot->fault(), HasSubstr("failed at 0 s: its computer is gone"));
}

TEST_F(SafePilotTest, DoesNotAskAFailedPilotAgain) {
    host->answer = PilotAnswer{.controls = {0, 7, 0}};
    EXPECT_TRUE(step(0));
    host->answer = PilotAnswer{.controls = {0, 0.5, 0}};  // the pilot would give good answers again
    for (const std::int64_t ms : {5, 10, 15}) {
        const auto answer = step(ms);
        ASSERT_TRUE(answer);
        EXPECT_EQ(answer->controls, (body::DriverInputs{0, 0, 1}));
        EXPECT_EQ(answer->valid_from, at(ms));
        EXPECT_THAT(answer->messages.messages, IsEmpty());
    }
    EXPECT_EQ(host->begun, 1);
    EXPECT_EQ(host->finished, 1);
    EXPECT_THAT(notes, SizeIs(1)) << "one line, once";
}

TEST_F(SafePilotTest, SendsMessagesFromBeforeTheFailure) {
    const radio::PilotMessage message{.medium = config::Medium::dsrc, .payload = Bytes(3)};
    host->answer = PilotAnswer{.messages = {.messages = {&message, 1}}};
    host->why = "it crashed";
    const auto answer = step(0);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->messages.messages.data(), &message);
    EXPECT_THAT(step(5)->messages.messages, IsEmpty());
}

TEST_F(SafePilotTest, BrakesInPlaceOfAPilotThatCannotBeLoaded) {
    SafePilot none(kCar, "agent 'car4': pilot 'fake': no such file", note());
    EXPECT_EQ(none.fault(), "agent 'car4': pilot 'fake': no such file; the vehicle brakes to a stop");
    EXPECT_THAT(notes, ElementsAre(none.fault()));
    EXPECT_THAT(kinds, ElementsAre(PilotNote::error));
    none.begin_step({.now = at(35), .period = kPeriod, .ego = {}});
    const auto answer = none.finish_step();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->controls, (body::DriverInputs{0, 0, 1}));
    EXPECT_EQ(answer->valid_from, at(35));
    EXPECT_THAT(notes, SizeIs(1));
}

TEST_F(SafePilotTest, WorksWithoutASinkForNotes) {
    SafePilot none(kCar, "why", nullptr);
    EXPECT_EQ(none.fault(), "why; the vehicle brakes to a stop");
    auto owned = std::make_unique<FakeHost>();
    owned->why = "it crashed";
    SafePilot failing(std::move(owned), kCar, "who", nullptr);
    failing.begin_step({.now = at(0), .period = kPeriod, .ego = {}});
    EXPECT_TRUE(failing.finish_step());
    EXPECT_THAT(failing.fault(), HasSubstr("who failed"));
}

TEST_F(SafePilotTest, BringsTheVehicleToRest) {
    host->why = "lost the road";
    const auto engine = engine::make_embedded_engine(SimDuration::milliseconds(1));
    geo::Motion from;
    from.velocity = {15, 0, 0};
    engine->add(AgentId{4},
                {.vehicle = sedan(), .start = from, .model = engine::VehicleModel::full, .gear = {}});
    for (int beat = 0; beat < 1200; ++beat) {
        engine->set_controls(AgentId{4}, step(beat * 5)->controls);
        engine->advance(kPeriod);
    }
    EXPECT_LT(geo::length(engine->motion(AgentId{4}).velocity), 0.01);
}

}  // namespace
}  // namespace synchrono::client::pilot
