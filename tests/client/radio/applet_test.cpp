/// Proves what the radio of one agent sends and when, what its pilot gets from it, and that the pilot's
/// messages are sent together with the radio's own.

#include "client/radio/applet.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "common/base/limits.hpp"
#include "tests/client/radio/radio_fixture.hpp"

namespace synchrono::client::radio {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::SizeIs;

constexpr SimDuration kBeat = SimDuration::milliseconds(5);

struct Fixture {
    config::Scenario scenario = radio_scenario();
    Air air;
    std::vector<std::string> notes;
    std::optional<Applet> applet;
    Tick tick;

    Applet& make() {
        applet.emplace(AppletSetup{.scenario = scenario,
                                   .agent = AgentId{0},
                                   .counters = air.counters,
                                   .note = [this](std::string_view note) { notes.emplace_back(note); }});
        return *applet;
    }
    /// Makes a radio without basic safety messages, so that only the test's messages are sent.
    Applet& make_quiet() {
        scenario.radio->basic_safety.reset();
        return make();
    }
    void step() {
        applet->step(tick.at(kBeat), body::BodyMotion{});
        tick = tick + 1;
    }
    std::uint64_t count(RadioCounter counter) const { return air.counters.get(counter); }

    /// Posts one message of the pilot with that many octets.
    void post(std::size_t octets, config::Medium medium = config::Medium::dsrc) {
        const PilotMessage message{.medium = medium, .payload = Bytes(octets)};
        applet->post({.messages = {&message, 1}});
    }
};

TEST(Applet, SendsABasicSafetyMessageEveryTenthOfASecond) {
    Fixture f;
    Applet& applet = f.make();
    std::vector<SimTime> times;
    for (int beat = 0; beat < 200; ++beat) {
        const SimTime from = f.tick.at(kBeat);
        f.step();
        for (const Applet::Transmission& out : applet.finish()) {
            times.push_back(out.time);
            EXPECT_GE(out.time, from);
            EXPECT_LT(out.time, from + kBeat);
            EXPECT_EQ(out.medium, config::Medium::dsrc);
            const auto frame = j2735::decode(out.payload);
            ASSERT_TRUE(frame) << frame.error().text;
            const auto& core = std::get<j2735::BasicSafetyMessage>(frame->value).core_data;
            EXPECT_EQ(core.lat, 480'000'000);
            EXPECT_EQ(core.id[3], *f.applet->perception().temporary_id & 0xff);
        }
    }
    ASSERT_THAT(times, SizeIs(10));
    EXPECT_EQ(times[9] - times[0], SimDuration::milliseconds(900));
    EXPECT_EQ(f.count(RadioCounter::basic_safety_sent), 10u);
}

TEST(Applet, SendsNoSafetyMessagesWhenTheScenarioHasNone) {
    Fixture f;
    f.make_quiet();
    for (int beat = 0; beat < 50; ++beat) {
        f.step();
        EXPECT_THAT(f.applet->finish(), IsEmpty());
        EXPECT_FALSE(f.applet->perception().temporary_id);
    }
}

TEST(Applet, GivesArrivedMessagesOnceAndInOrder) {
    Fixture f;
    Applet& applet = f.make_quiet();
    f.step();
    applet.finish();
    applet.deliver(f.air.safety(3, 0, 5));
    applet.deliver(f.air.safety(2, 0, 4));
    applet.deliver(f.air.safety(9, 0, 6));  // arrives at 6 ms, so the step at 5 ms does not give it
    f.step();
    const RadioPerception& radio = applet.perception();
    ASSERT_EQ(radio.messages.size(), 2u);
    EXPECT_EQ(radio.messages[0].basic_safety->temporary_id, 2u);
    EXPECT_EQ(radio.messages[1].basic_safety->temporary_id, 3u);
    const SynMessage& m = radio.messages[1];
    EXPECT_EQ(m.index, 1u);
    EXPECT_EQ(m.medium, SYN_MEDIUM_DSRC);
    EXPECT_EQ(m.received_ns, 5'000'000);
    EXPECT_EQ(m.power_dbm, -70);
    EXPECT_EQ(m.type, static_cast<std::uint32_t>(SYN_MESSAGE_BSM));
    EXPECT_EQ(m.bytes_count, 40u);
    EXPECT_EQ(m.bytes[1], 0x14);
    EXPECT_STREQ(m.problem, "");
    EXPECT_EQ(m.signals_count, 0u);
    EXPECT_EQ(m.intersections_count, 0u);
    applet.finish();
    f.step();
    ASSERT_EQ(radio.messages.size(), 1u);
    EXPECT_EQ(radio.messages[0].basic_safety->temporary_id, 9u);
    applet.finish();
    f.step();
    EXPECT_EQ(radio.messages.size(), 0u);
    EXPECT_EQ(f.count(RadioCounter::heard), 3u);
    EXPECT_EQ(f.count(RadioCounter::late), 0u);
}

TEST(Applet, KeepsArrivalsUntilThePilotHearsThem) {
    Fixture f;
    Applet& applet = f.make_quiet();
    f.step();
    applet.deliver(f.air.safety(1, 0, 5));
    f.step();
    applet.deliver(f.air.safety(2, 0, 10));
    for (int beat = 2; beat < 4; ++beat) {
        applet.step(Tick{beat}.at(kBeat), body::BodyMotion{}, nullptr, false);
        EXPECT_EQ(applet.perception().messages.size(), 1u) << "the messages stay as they were";
        EXPECT_THAT(applet.finish(), IsEmpty());
    }
    applet.deliver(f.air.safety(3, 0, 16));
    f.tick = Tick{4};
    f.step();
    EXPECT_EQ(applet.perception().messages.size(), 2u);
    EXPECT_THAT(applet.late(), IsEmpty()) << "the pilot had no earlier step";
}

TEST(Applet, ListsLateMessages) {
    Fixture f;
    Applet& applet = f.make_quiet();
    f.step();
    f.step();  // the step at 5 ms
    applet.deliver(f.air.safety(1, 0, 5));
    applet.deliver(f.air.safety(2, 0, 6));
    applet.deliver(f.air.safety(3, 0, 2));
    f.step();
    EXPECT_THAT(applet.heard(), SizeIs(3));
    ASSERT_THAT(applet.late(), SizeIs(2));
    EXPECT_EQ(applet.late()[0].time, SimTime::nanoseconds(2'000'000));
    EXPECT_EQ(applet.late()[1].time, SimTime::nanoseconds(5'000'000));
    EXPECT_EQ(f.count(RadioCounter::late), 2u);
    f.step();
    EXPECT_THAT(applet.late(), IsEmpty());
}

TEST(Applet, NothingIsLateAtTheFirstStep) {
    Fixture f;
    Applet& applet = f.make_quiet();
    f.tick = Tick{100};
    applet.deliver(f.air.safety(1, 0, 3));
    f.step();
    EXPECT_THAT(applet.heard(), SizeIs(1));
    EXPECT_THAT(applet.late(), IsEmpty());
}

TEST(Applet, ForgetsMessagesUnderwayWhenItComesBack) {
    Fixture f;
    Applet& applet = f.make_quiet();
    applet.deliver(f.air.safety(1, 0, 0));
    applet.come_back();
    f.step();
    EXPECT_THAT(applet.heard(), IsEmpty());
}

TEST(Applet, CountsMessagesThatAFullInboxDrops) {
    Fixture f;
    Applet& applet = f.make_quiet();
    const Delivery one = f.air.safety(1, 0, 0);
    for (std::size_t i = 0; i < limits::kRadioInboxMax + 3; ++i) applet.deliver(one);
    EXPECT_EQ(f.count(RadioCounter::shed), 3u);
}

TEST(Applet, CountsNeighboursThatItHasNoRoomFor) {
    Fixture f;
    Applet& applet = f.make_quiet();
    for (std::uint32_t id = 0; id < limits::kRadioNeighboursMax + 2; ++id)
        applet.deliver(f.air.safety(id, 0, 0));
    f.step();
    EXPECT_EQ(f.count(RadioCounter::neighbours_shed), 2u);
    EXPECT_EQ(applet.perception().neighbours.size(), limits::kRadioNeighboursMax);
}

TEST(Applet, ListsItsNeighbours) {
    Fixture f;
    Applet& applet = f.make_quiet();
    applet.deliver(f.air.safety(7, 1, 0));
    applet.deliver(f.air.safety(7, 3, 0));
    f.step();
    const RadioPerception& radio = applet.perception();
    ASSERT_EQ(radio.neighbours.size(), 1u);
    EXPECT_EQ(radio.neighbours[0].temporary_id, 7u);
    EXPECT_EQ(radio.neighbours[0].received, 2u);
    EXPECT_EQ(radio.neighbours[0].missed, 1u);
    EXPECT_EQ(radio.neighbours[0].newest->count, 3u);
    for (int beat = 0; beat < 1'001; ++beat) f.step();
    EXPECT_EQ(radio.neighbours.size(), 0u);
}

TEST(Applet, GivesUnreadableMessagesWithTheirProblem) {
    Fixture f;
    Applet& applet = f.make_quiet();
    applet.deliver(f.air.delivery(Bytes(5, std::byte{0xff}), 0));
    f.step();
    const RadioPerception& radio = applet.perception();
    ASSERT_EQ(radio.messages.size(), 1u);
    EXPECT_EQ(radio.messages[0].type, static_cast<std::uint32_t>(SYN_MESSAGE_UNREADABLE));
    EXPECT_EQ(radio.messages[0].bytes_count, 5u);
    EXPECT_STRNE(radio.messages[0].problem, "");
    EXPECT_EQ(f.count(RadioCounter::unreadable), 1u);
}

TEST(Applet, SendsThePilotsMessagesUnchanged) {
    Fixture f;
    Applet& applet = f.make_quiet();
    f.step();
    const PilotMessage nonsense{.medium = config::Medium::dsrc, .payload = Bytes(7, std::byte{0xaa})};
    applet.post({.messages = {&nonsense, 1}});
    const auto out = applet.finish();
    ASSERT_THAT(out, SizeIs(1));
    EXPECT_THAT(out[0].payload, ElementsAreArray(nonsense.payload));
    EXPECT_EQ(out[0].time, SimTime{});
    EXPECT_EQ(f.count(RadioCounter::pilot_sent), 1u);
    f.step();
    EXPECT_THAT(applet.finish(), IsEmpty());
}

TEST(Applet, SendsInOrderOfTimeWithThePilotsMessagesFirst) {
    Fixture f;
    Applet& applet = f.make();
    for (int beat = 0; beat < 20; ++beat) {
        f.step();
        f.post(1);
        f.post(2);
        const auto out = applet.finish();
        ASSERT_GE(out.size(), 2u);
        EXPECT_THAT(out[0].payload, SizeIs(1));
        EXPECT_THAT(out[1].payload, SizeIs(2));
        for (std::size_t i = 1; i < out.size(); ++i) EXPECT_LE(out[i - 1].time, out[i].time);
    }
}

TEST(Applet, UsesTheMediumAskedFor) {
    Fixture f;
    f.scenario.radio->channels.emplace(config::Medium::light, config::RadioChannel{});
    Applet& applet = f.make_quiet();
    EXPECT_EQ(applet.perception().media,
              static_cast<std::uint32_t>(1 << SYN_MEDIUM_DSRC | 1 << SYN_MEDIUM_LIGHT));
    f.step();
    f.post(1, config::Medium::light);
    f.post(1);
    const auto out = applet.finish();
    ASSERT_THAT(out, SizeIs(2));
    EXPECT_EQ(out[0].medium, config::Medium::light);
    EXPECT_EQ(out[1].medium, config::Medium::dsrc);
}

TEST(Applet, CountsRefusedMessagesAndNotesTheFirst) {
    Fixture f;
    Applet& applet = f.make_quiet();
    for (int beat = 0; beat < 3; ++beat) {
        f.step();
        applet.post({.messages = {}, .refused = 5, .refusal = "it has 2305 octets, more than 2304"});
        EXPECT_THAT(applet.finish(), IsEmpty());
    }
    EXPECT_EQ(f.count(RadioCounter::pilot_sent), 0u);
    EXPECT_EQ(f.count(RadioCounter::pilot_refused), 15u);
    EXPECT_THAT(
        f.notes,
        ElementsAre("agent 'car0': a radio message of its pilot was refused: it has 2305 octets, more "
                    "than 2304; further refusals are only counted"));
}

TEST(Applet, HasRoomForAllThatItsPilotMaySend) {
    Fixture f;
    Applet& applet = f.make();
    const std::vector<PilotMessage> most(
        limits::kRadioSendsPerStepMax,
        {.medium = config::Medium::dsrc, .payload = Bytes(limits::kRadioPayloadBytesMax)});
    for (int beat = 0; beat < 20; ++beat) {
        f.step();
        applet.post({.messages = most});
        EXPECT_GE(applet.finish().size(), most.size());  // there may be a safety message as well
    }
    EXPECT_EQ(f.count(RadioCounter::pilot_sent), 20 * most.size());
}

TEST(AppletDeathTest, TakesOnlyMessagesThatAnOutboxAllows) {
    Fixture f;
    f.make_quiet();
    EXPECT_DEATH(f.post(1), "requirement failed") << "no heartbeat has begun";
    f.step();
    EXPECT_DEATH(f.post(0), "requirement failed");
    EXPECT_DEATH(f.post(limits::kRadioPayloadBytesMax + 1), "requirement failed");
    EXPECT_DEATH(f.post(1, config::Medium::light), "requirement failed");
    const std::vector<PilotMessage> many(limits::kRadioSendsPerStepMax + 1,
                                         {.medium = config::Medium::dsrc, .payload = Bytes(1)});
    EXPECT_DEATH(f.applet->post({.messages = many}), "requirement failed");
}

TEST(Applet, TwoAppletsUnderstandEachOther) {
    Fixture f;
    Applet& applet = f.make();
    Applet other(AppletSetup{.scenario = f.scenario, .agent = AgentId{1}, .counters = f.air.counters});
    body::BodyMotion motion;
    motion.position = {120, 45, config::figures(sedan()).cg_height_m};
    motion.orientation = geo::Quaternion::from_yaw(-2);
    motion.velocity = motion.orientation.rotate({17, 0, 0});
    motion.angular_velocity = {0, 0, -0.2};
    motion.acceleration = motion.orientation.rotate({-6, 3.4, 0});
    motion.applied = body::DriverInputs{.steering = -0.1, .throttle = 0, .braking = 0.8};
    const RadioPerception& heard = other.perception();
    std::uint32_t messages = 0;
    for (int beat = 0; beat < 100; ++beat) {
        const SimTime now = f.tick.at(kBeat);
        f.tick = f.tick + 1;
        applet.step(now, motion);
        other.step(now, body::BodyMotion{});
        for (const SynMessage& m : heard.messages) {
            ++messages;
            ASSERT_NE(m.basic_safety, nullptr);
            const SynBasicSafety& b = *m.basic_safety;
            EXPECT_EQ(b.temporary_id, applet.perception().temporary_id);
            EXPECT_NEAR(b.position.x, 120, 0.02);
            EXPECT_NEAR(b.position.y, 45, 0.02);
            EXPECT_NEAR(b.position.z, 0, 0.051);
            EXPECT_NEAR(b.speed_m_s, 17, 0.011);
            EXPECT_NEAR(b.yaw_rad, -2, 1e-3);
            EXPECT_NEAR(b.yaw_rate_rad_s, -0.2, 1e-3);
            EXPECT_NEAR(b.acceleration_forward_m_s2, -6, 0.006);
            EXPECT_NEAR(b.acceleration_left_m_s2, 3.4, 0.006);
            EXPECT_LT(b.steering_wheel_rad, 0);
            EXPECT_EQ(b.brakes, 0xfu);
            EXPECT_EQ(b.events, static_cast<std::uint32_t>(SYN_EVENT_HARD_BRAKING));
            EXPECT_NEAR(b.path_curvature_1_m, -0.2 / 17, 1e-4);
            EXPECT_NEAR(b.length_m, sedan().body.length_m, 0.006);
            EXPECT_LE(b.time_ns, m.received_ns);
            EXPECT_GT(b.time_ns, m.received_ns - 10'000'000);
        }
        for (const Applet::Transmission& out : applet.finish()) {
            other.deliver({.sender = AgentId{0},
                           .sequence = 1,
                           .time = out.time + SimDuration::milliseconds(1),
                           .medium = out.medium,
                           .power_dbm = 0,
                           .message = f.air.frames.read(out.payload, out.time)});
        }
    }
    EXPECT_GE(messages, 4u);
    ASSERT_EQ(heard.neighbours.size(), 1u);
    EXPECT_EQ(heard.neighbours[0].missed, 0u);
}

TEST(AppletDeathTest, TimeMustRise) {
    Fixture f;
    Applet& applet = f.make();
    applet.step(SimTime::nanoseconds(5), body::BodyMotion{});
    EXPECT_DEATH(applet.step(SimTime::nanoseconds(5), body::BodyMotion{}), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::radio
