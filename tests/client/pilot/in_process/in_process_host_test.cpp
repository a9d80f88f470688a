/// Proves that the in-process pilot host gives a pilot what the interface promises, refuses libraries that
/// are not pilots with one line that names the file, and survives crashes, endless loops, exceptions and
/// wrong answers of a pilot. The host is wrapped in the safe stop, as it is in a client.

#include "client/pilot/in_process/in_process_host.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "client/engine/embedded/embedded_engine.hpp"
#include "client/kind/kind_registry.hpp"
#include "pcp/synchrono_map.h"
#include "pcp/synchrono_radio.h"
#include "pcp/synchrono_sensors.h"
#include "tests/client/radio/radio_fixture.hpp"
#include "tests/support/pilot_step.hpp"
#include "tests/support/vehicles.hpp"

#if defined(SYN_ADDRESS_SANITIZER)
#include <sanitizer/lsan_interface.h>
#endif

namespace synchrono::client::pilot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr SimDuration kPeriod = SimDuration::milliseconds(5);
const std::string kPilots = std::string(SYN_BINARY_DIR) + "/tests/pilots/";

struct Fixture {
    InProcessSetup setup(const std::string& library, const std::string& config) {
        InProcessSetup s = pilot_setup_of(library, config, sedan());
        s.pilot.agent = AgentId{4};
        s.pilot.name = "car4";
        s.pilot.note = [this](PilotNote kind, std::string_view text) {
            notes.emplace_back(text);
            kinds.push_back(kind);
        };
        return s;
    }
    std::unique_ptr<PilotHost> load(const std::string& library, const std::string& config) {
        auto host = load_safe_pilot(setup(library, config));
        EXPECT_TRUE(host) << (host ? "" : host.error().text);
        return host ? std::move(*host) : nullptr;
    }
    std::string refusal(const std::string& library, const std::string& config = "") {
        const auto host = load_safe_pilot(setup(library, config));
        EXPECT_FALSE(host);
        std::string text = host ? "" : host.error().text;
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
        EXPECT_THAT(text, HasSubstr("agent 'car4'"));
        return text;
    }
    std::vector<std::string> notes;
    std::vector<PilotNote> kinds;
};

Perception at(std::int64_t ms, std::span<const body::Obstacle> others = {}) {
    Perception perception{
        .now = SimTime{} + SimDuration::milliseconds(ms), .period = kPeriod, .ego = {}, .others = others};
    perception.ego.velocity = {12, 0, 0};
    return perception;
}
body::DriverInputs step(PilotHost& host, std::int64_t ms, std::span<const body::Obstacle> others = {}) {
    return body::driver_inputs(answer_of(host, at(ms, others)).controls);
}
/// Makes a step with a radio.
body::DriverInputs step(PilotHost& host, std::int64_t ms, const radio::RadioPerception& radio) {
    Perception perception = at(ms);
    perception.radio = &radio;
    return body::driver_inputs(answer_of(host, perception).controls);
}

TEST(InProcessHost, GivesThePilotTheWorldAndAppliesItsAnswer) {
    Fixture f;
    const auto host = f.load(kPilots + "libpilot_scripted.so", "report");
    ASSERT_TRUE(host);
    EXPECT_EQ(step(*host, 0), (body::DriverInputs{0.25, 0.5, 0}));
    body::Obstacle others[2];
    others[1].agent = AgentId{9};
    others[1].length_m = 4.5;
    others[1].motion.position = {77, 0, 0};
    EXPECT_EQ(step(*host, 200, others), (body::DriverInputs{-1, 1, 1}));
    EXPECT_THAT(host->fault(), IsEmpty());
    EXPECT_THAT(f.notes,
                ElementsAre("car4", "2 others, agent 9 at 77, 4.5 long; ego 12 m/s, period 5000000"));
    EXPECT_THAT(f.kinds, ElementsAre(PilotNote::warning, PilotNote::info));
}

TEST(InProcessHost, DestroysThePilotWithItself) {
    Fixture f;
    f.load(kPilots + "libpilot_scripted.so", "");
    EXPECT_THAT(f.notes, ElementsAre("car4", "destroyed"));
}

TEST(InProcessHost, FindsPilotNamesInTheDirectory) {
    Fixture f;
    EXPECT_EQ(f.setup("", "").directory, std::string(SYN_BINARY_DIR) + "/lib/synchrono/pilots");
    InProcessSetup by_name = f.setup("pilot_scripted", "");
    by_name.directory = kPilots;
    EXPECT_TRUE(load_pilot(by_name));
}

TEST(InProcessHost, RefusesLibrariesThatAreNotPilots) {
    Fixture f;
    EXPECT_THAT(f.refusal("no_such_pilot"),
                HasSubstr("lib/synchrono/pilots/libno_such_pilot.so: there is no such file"));
    EXPECT_THAT(f.refusal("./nowhere.so"), HasSubstr("./nowhere.so: there is no such file"));

    const std::string text_file = testing::TempDir() + "/not_a_library.so";
    std::ofstream(text_file) << "this is text";
    EXPECT_THAT(f.refusal(text_file), HasSubstr(text_file));

    EXPECT_THAT(f.refusal(kPilots + "libpilot_incomplete.so"),
                HasSubstr("libpilot_incomplete.so: is not a pilot: it does not export syn_pilot_step"));
    EXPECT_THAT(
        f.refusal(kPilots + "libpilot_wrong_abi.so"),
        HasSubstr(
            "libpilot_wrong_abi.so: is built for version 2 of the pilot interface, this program has 1"));
}

TEST(InProcessHost, PassesOnThePilotsObjectionToItsConfiguration) {
    Fixture f;
    EXPECT_THAT(f.refusal(kPilots + "libpilot_scripted.so", "object"),
                HasSubstr("key 'speed': expected a number"));
    EXPECT_THAT(f.refusal(kPilots + "libpilot_scripted.so", "object without text"),
                HasSubstr("an exception without text"));
    EXPECT_THAT(f.refusal(kPilots + "libpilot_raw.so", "silent"),
                HasSubstr("syn_pilot_create returned no pilot and no error text"));
    EXPECT_THAT(f.refusal(kPilots + "libpilot_raw.so", "create throws"), HasSubstr("across the C interface"));
    EXPECT_LT(f.refusal(kPilots + "libpilot_raw.so", "endless").size(), 1000u);
}

TEST(InProcessHost, EveryFailureIsALastingSafeStop) {
    struct Row {
        const char* library;
        const char* word;
        const char* why;
        double steering;    // in the last good answer; the safe stop keeps it
        bool notes = true;  // whether it writes a note when it is destroyed
    };
    const Row rows[] = {
        {"libpilot_scripted.so", "nan", "throttle is not a number", 0.25},
        {"libpilot_scripted.so", "infinite", "steering is not a number", 0.25},
        {"libpilot_scripted.so", "steering", "steering is -1.5, outside -1 to 1", 0.25},
        {"libpilot_scripted.so", "throttle", "throttle is -0.1, outside 0 to 1", 0.25},
        {"libpilot_scripted.so", "braking", "braking is 1.0001, outside 0 to 1", 0.25},
        {"libpilot_scripted.so", "throw", "lost the road", 0.25},
        {"libpilot_scripted.so", "throw int", "an exception without text", 0.25},
        {"libpilot_raw.so", "error", "syn_pilot_step returned an error without a text", 0, false},
        {"libpilot_raw.so", "step throws", "it threw an exception across the C interface", 0, false},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.word);
        Fixture f;
        auto host = f.load(kPilots + row.library, row.word);
        ASSERT_TRUE(host);
        if (row.steering != 0) {
            EXPECT_EQ(step(*host, 50), (body::DriverInputs{row.steering, 0.5, 0}));
        }
        f.notes.clear();
        const body::DriverInputs stop{row.steering, 0, 1};
        EXPECT_EQ(step(*host, 100), stop);
        EXPECT_THAT(host->fault(), HasSubstr(row.why));
        EXPECT_THAT(host->fault(), HasSubstr("agent 'car4'"));
        EXPECT_THAT(host->fault(), HasSubstr("at 0.1 s"));
        EXPECT_EQ(step(*host, 105), stop);
        EXPECT_EQ(step(*host, 0), stop);                   // not stepped again, though it would not fail now
        EXPECT_THAT(f.notes, ElementsAre(host->fault()));  // one line, once
        f.notes.clear();
        host.reset();
        if (row.notes) {
            EXPECT_THAT(f.notes, ElementsAre("destroyed")) << "it is destroyed unless it crashed or hung";
        }
    }
}

TEST(InProcessHostDeath, MustNotBeAskedAfterAFault) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    Fixture f;
    const auto host = load_pilot(f.setup(kPilots + "libpilot_scripted.so", "throw"));
    ASSERT_TRUE(host);
    answer_of(**host, at(100));
    ASSERT_THAT((*host)->fault(), HasSubstr("lost the road"));
    EXPECT_DEATH((*host)->finish_step(), "requirement failed");
}

TEST(InProcessHost, SurvivesAPilotThatThrowsWhileItIsDestroyed) {
    Fixture f;
    f.load(kPilots + "libpilot_raw.so", "destroy throws");
    EXPECT_THAT(f.notes, ElementsAre(HasSubstr("while it was destroyed")));
}

#if defined(SYN_THREAD_SANITIZER)
constexpr bool kHoldsSignalsBack = true;
#else
constexpr bool kHoldsSignalsBack = false;
#endif

/// A way in which a pilot can fail: the word that makes the pilot fail, and the reason that the host must
/// give.
struct Fault {
    const char* word;
    const char* why;
};
const Fault kFaults[] = {
    {"segfault", "it crashed (segmentation fault)"},
    {"divide", "it crashed (division by zero)"},
    {"illegal", "it crashed (illegal instruction)"},
    {"bus", "it crashed (bus error)"},
    {"abort", "it crashed (abort: a failed assertion, or an exception that nothing catches)"},
    {"terminate", "it crashed (abort: a failed assertion, or an exception that nothing catches)"},
    {"deep", "it crashed (stack overflow)"},
    {"loop", "it did not return within 0.02 s"},
    {"allocate", "it did not return within 0.02 s"},
    {"pause", "it did not return within 0.02 s"},
};

class FaultyPilot : public ::testing::TestWithParam<Fault> {
  protected:
    void SetUp() override {
        if (kHoldsSignalsBack) GTEST_SKIP() << "the thread sanitizer holds signals back";
#if defined(SYN_ADDRESS_SANITIZER)
        __lsan_disable();  // the memory of a pilot that crashed is never freed
    }
    void TearDown() override {
        __lsan_enable();
#endif
    }
    InProcessSetup setup(const std::string& config) {
        InProcessSetup s = f_.setup(kPilots + "libpilot_faulty.so", config);
        // Only a hang should meet the limit: on a busy machine it takes a while to fill a stack.
        const bool hangs = std::string_view(GetParam().why).starts_with("it did not return");
        s.limit = s.create_limit = hangs ? WallDuration::milliseconds(20) : WallDuration::seconds(60);
        return s;
    }
    Fixture f_;
};
INSTANTIATE_TEST_SUITE_P(Each, FaultyPilot, ::testing::ValuesIn(kFaults),
                         [](const auto& fault) { return std::string(fault.param.word); });

TEST_P(FaultyPilot, StopsItsAgentAndNoOther) {
    auto host = load_safe_pilot(setup(GetParam().word)), other = load_safe_pilot(setup("well"));
    ASSERT_TRUE(host && other);
    EXPECT_EQ(step(**host, 50), (body::DriverInputs{0.25, 0.5, 0}));
    const body::DriverInputs stop{0.25, 0, 1};
    EXPECT_EQ(step(**host, 100), stop);
    EXPECT_EQ((*host)->fault(), "agent 'car4': pilot '" + kPilots + "libpilot_faulty.so' failed at 0.1 s: " +
                                    GetParam().why + "; the vehicle brakes to a stop");
    EXPECT_EQ(step(**other, 100), (body::DriverInputs{-1, 1, 1}));
    EXPECT_EQ(step(**host, 0), stop) << "not stepped again";
    EXPECT_THAT(f_.notes, ElementsAre((*host)->fault())) << "one line, once";
    host->reset();
    EXPECT_THAT(f_.notes, testing::SizeIs(1)) << "the pilot must not be destroyed either";
    EXPECT_THAT((*other)->fault(), IsEmpty());
}

TEST_P(FaultyPilot, IsAnErrorOnCreation) {
    const auto host = load_pilot(setup(std::string("create ") + GetParam().word));
    ASSERT_FALSE(host);
    EXPECT_THAT(host.error().text, HasSubstr("agent 'car4': pilot '"));
    EXPECT_THAT(host.error().text, testing::EndsWith(std::string("while it was created, ") + GetParam().why));
}

TEST_P(FaultyPilot, IsNotedOnDestruction) {
    { EXPECT_TRUE(load_pilot(setup(std::string("destroy ") + GetParam().word))); }
    EXPECT_THAT(f_.notes, ElementsAre(testing::EndsWith(std::string("failed while it was destroyed: ") +
                                                        GetParam().why)));
}

TEST(InProcessHost, BrakesInPlaceOfAPilotThatCannotBeLoaded) {
    Fixture f;
    const InProcessSetup setup = f.setup(kPilots + "libpilot_wrong_abi.so", "");
    SafePilot host(kind::kind_of({}), f.refusal(setup.library), setup.pilot.note);
    EXPECT_EQ(step(host, 0), (body::DriverInputs{0, 0, 1}));
    EXPECT_THAT(host.fault(), HasSubstr("this program has 1; the vehicle brakes to a stop"));
    EXPECT_THAT(f.notes, ElementsAre(host.fault()));
}

TEST(InProcessHost, PassesOnThatThePilotLeaves) {
    Fixture f;
    const auto host = f.load(kPilots + "libpilot_faulty.so", "leave");
    ASSERT_TRUE(host);
    EXPECT_FALSE(answer_of(*host, at(50)).leaves);
    EXPECT_TRUE(answer_of(*host, at(100)).leaves);
    EXPECT_TRUE(answer_of(*host, at(105)).leaves);
}

TEST(InProcessHost, AnswersAtOnceAndForTheSameInstant) {
    Fixture f;
    const auto host = load_pilot(f.setup(kPilots + "libpilot_scripted.so", ""));
    ASSERT_TRUE(host);
    for (const std::int64_t ms : {0, 35, 200}) {
        (*host)->begin_step(at(ms));
        const auto answer = (*host)->finish_step();
        ASSERT_TRUE(answer);
        EXPECT_EQ(answer->valid_from, SimTime{} + SimDuration::milliseconds(ms));
        EXPECT_FALSE(answer->leaves);
        EXPECT_THAT(answer->messages.messages, IsEmpty());
    }
}

TEST(InProcessHost, ComputesOnFinishFromThePerceptionAtBegin) {
    Fixture f;
    const auto host = load_pilot(f.setup(kPilots + "libpilot_scripted.so", "report"));
    ASSERT_TRUE(host);
    f.notes.clear();
    body::Obstacle others[2];
    others[1].agent = AgentId{9};
    (*host)->begin_step(at(200, others));
    EXPECT_THAT(f.notes, IsEmpty());
    EXPECT_EQ((*host)->finish_step()->controls, (body::DriverInputs{-1, 1, 1}));
    EXPECT_THAT(f.notes, ElementsAre("2 others, agent 9 at 0, 0 long; ego 12 m/s, period 5000000"));
}

/// A radio that has received one message, whose octets cannot be decoded, and knows one neighbour.
struct FakeRadio {
    radio::RadioPerception radio_perception;
    SynBasicSafety safety{};
    SynMessage message{};
    SynNeighbour neighbour{};
    std::uint8_t octets[4] = {0, 20, 1, 2};

    FakeRadio() {
        safety.position = {55, 0, 0};
        message.type = SYN_MESSAGE_BSM;
        message.bytes = octets;
        message.bytes_count = 4;
        message.basic_safety = &safety;
        neighbour.temporary_id = 77;
        neighbour.newest = &safety;
        radio_perception.media = 1 << SYN_MEDIUM_DSRC | 1 << SYN_MEDIUM_LIGHT;
        radio_perception.messages = {&message, 1};
        radio_perception.neighbours = {&neighbour, 1};
    }
    void fall_silent() {
        radio_perception.messages = {};
        radio_perception.neighbours = {};
    }
};

TEST(InProcessHost, GivesThePilotItsRadio) {
    FakeRadio fake;
    Fixture f;
    const auto host = f.load(kPilots + "libpilot_radio.so", "");
    ASSERT_TRUE(host);
    step(*host, 0);
    EXPECT_THAT(f.notes, ElementsAre("no radio"));
    f.notes.clear();
    step(*host, 5, fake.radio_perception);
    EXPECT_THAT(f.notes, ElementsAre("message 20 of 4 octets: ", "neighbour 77 at 55"));
    f.notes.clear();
    fake.fall_silent();
    fake.radio_perception.temporary_id = 4'000'000'000;
    step(*host, 10, fake.radio_perception);
    EXPECT_THAT(f.notes, ElementsAre("I am 4000000000"));
    f.notes.clear();
    step(*host, 15);
    EXPECT_THAT(f.notes, ElementsAre("no radio"));
}

TEST(InProcessHost, GivesThePilotMessagesAsJson) {
    FakeRadio fake;
    Fixture f;
    const auto host = f.load(kPilots + "libpilot_radio.so", "");
    ASSERT_TRUE(host);
    const Bytes octets = radio::encoded(radio::safety_frame(0xABCDEF12, 5));
    fake.message.bytes = reinterpret_cast<const std::uint8_t*>(octets.data());
    fake.message.bytes_count = static_cast<std::uint32_t>(octets.size());
    step(*host, 5, fake.radio_perception);
    EXPECT_THAT(f.notes, ElementsAre(HasSubstr("octets: {\"messageId\":20"), "neighbour 77 at 55"));
    EXPECT_THAT(f.notes.front(), HasSubstr("ABCDEF12"));
}

TEST(InProcessHost, GivesThePilotTheResultsOfSending) {
    FakeRadio fake;
    fake.fall_silent();
    Fixture f;
    const auto host = f.load(kPilots + "libpilot_radio.so", "send");
    ASSERT_TRUE(host);
    Perception perception = at(0);
    EXPECT_THAT(answer_of(*host, perception).messages.messages, IsEmpty());
    EXPECT_THAT(f.notes, ElementsAre("no radio", "refused with -1 ''", "refused with -1 ''"));
    f.notes.clear();
    perception.radio = &fake.radio_perception;
    const radio::Posted posted = answer_of(*host, perception).messages;
    ASSERT_THAT(f.notes, testing::SizeIs(2));
    EXPECT_EQ(f.notes[0], "sent");
    EXPECT_THAT(f.notes[1], testing::StartsWith("refused with -4 '"));
    ASSERT_THAT(posted.messages, testing::SizeIs(1));
    EXPECT_EQ(posted.messages[0].medium, config::Medium::light);
    EXPECT_THAT(posted.messages[0].payload, ElementsAre(std::byte{1}, std::byte{2}, std::byte{3}));
    EXPECT_EQ(posted.refused, 1u);
    EXPECT_EQ("refused with -4 '" + std::string(posted.refusal) + "'", f.notes[1]);
    EXPECT_THAT(host->fault(), IsEmpty());
}

TEST(InProcessHost, ConvertsPlacesToEarthForThePilot) {
    FakeRadio fake;
    fake.fall_silent();
    Fixture f;
    InProcessSetup setup = f.setup(kPilots + "libpilot_radio.so", "place");
    setup.pilot.origin = {41, 11, 500};
    const auto host = load_pilot(setup);
    ASSERT_TRUE(host);
    step(**host, 0, fake.radio_perception);
    EXPECT_THAT(f.notes, ElementsAre("at 41, back at 1"));
}

/// One sensor of each kind, each with one sample.
struct FakeSensors {
    SynGps fix{};
    SynImu imu{};
    double speeds[4] = {};
    SynWheelSpeeds wheels{speeds, 4, 0, 0.3};
    SynSteeringAngle angle{};
    SynMotion state{};
    SynPoint points[2] = {};
    SynPointCloud cloud{points, 2, 5};
    SynRadarDetection detections[1] = {};
    SynRadarScan scan{detections, 1, 0};
    std::uint8_t colours[24] = {};
    float depths[8] = {};
    SynCamera camera{};
    SynObject things[3] = {};
    SynObjects list{things, 3, 0, 6.28, 1, 80};
    const void* data[9] = {&fix, &imu, &wheels, &angle, &state, &cloud, &scan, &camera, &list};
    const char* names[9] = {"g", "i", "w", "a", "s", "l", "r", "c", "o"};
    SynSensor mounted[9] = {};
    SynSample samples[9] = {};
    SynSensors sensors{sizeof(SynSensors), 9, mounted, samples, 9, 0};

    FakeSensors() {
        camera.colour = {4, 2, SYN_IMAGE_RGB8, 12, colours};
        camera.depth = {4, 2, SYN_IMAGE_DEPTH_F32, 16, depths};
        for (std::uint32_t i = 0; i < 9; ++i) {
            mounted[i].name = names[i];
            mounted[i].kind = i + 1;
            samples[i] = {
                .sensor = i, .kind = i + 1, .index = 10 + i, .time_ns = 0, .arrival_ns = 0, .data = data[i]};
        }
    }
};

TEST(InProcessHost, GivesThePilotItsSensorDataWithoutACopy) {
    FakeSensors fake;
    Fixture f;
    const auto host = f.load(kPilots + "libpilot_sensors.so", "");
    ASSERT_TRUE(host);
    step(*host, 0);
    EXPECT_THAT(f.notes, ElementsAre("no sensors"));
    f.notes.clear();
    Perception perception = at(5);
    perception.sensors = &fake.sensors;
    answer_of(*host, perception);
    const auto found = [](const char* what, const void* place) {
        return std::string(what) + " at " + std::to_string(reinterpret_cast<std::uintptr_t>(place));
    };
    EXPECT_THAT(f.notes,
                ElementsAre(found("g 10: gps", &fake.fix), found("i 11: imu", &fake.imu),
                            found("w 12: wheels", fake.speeds), found("a 13: steering", &fake.angle),
                            found("s 14: state", &fake.state), found("l 15: points", fake.points),
                            found("r 16: radar", fake.detections), found("c 17: colour", fake.colours),
                            found("c 17: depth", fake.depths + 4), found("o 18: objects", fake.things)));
    f.notes.clear();
    fake.sensors.samples_count = 0;  // no new samples
    answer_of(*host, perception);
    EXPECT_THAT(f.notes, IsEmpty());
    EXPECT_THAT(host->fault(), IsEmpty());
}

TEST(InProcessHost, DrivesPilotsThatAreOlderThanTheRadio) {
    FakeRadio fake;
    Fixture f;
    const auto host = f.load(kPilots + "libpilot_before_radio.so", "");
    ASSERT_TRUE(host);
    EXPECT_EQ(step(*host, 0, fake.radio_perception), (body::DriverInputs{0, 1, 0}));
}

TEST(InProcessHost, DrivesPilotsThatAreOlderThanTheMap) {
    FakeRadio fake;
    Fixture f;
    const auto host = f.load(kPilots + "libpilot_before_map.so", "");
    ASSERT_TRUE(host);
    const FakeSensors sensors;
    body::Obstacle others[2];
    others[1].agent = AgentId{9};
    others[1].length_m = 4.5;
    others[1].motion.position = {77, 0, 0};
    Perception perception = at(0, others);
    perception.radio = &fake.radio_perception;
    perception.sensors = &sensors.sensors;
    const PilotAnswer answer = answer_of(*host, perception);
    EXPECT_EQ(answer.controls, (body::DriverInputs{0, 1, 0.5}));
    EXPECT_FALSE(answer.leaves);
    EXPECT_THAT(f.notes, ElementsAre("as ever"));
}

TEST(InProcessHost, GivesThePilotItsMap) {
    Fixture f;
    f.load(kPilots + "libpilot_surroundings.so", "");
    EXPECT_THAT(f.notes, ElementsAre("no map"));
    f.notes.clear();
    SynWay ways[2]{};
    ways[0].name = "1:0:-1";
    SynMap map{};
    map.struct_size = sizeof map;
    map.ways = ways;
    map.ways_count = 2;
    InProcessSetup setup = f.setup(kPilots + "libpilot_surroundings.so", "");
    setup.pilot.map = &map;
    EXPECT_TRUE(load_pilot(setup));
    EXPECT_THAT(f.notes, ElementsAre("map 1:0:-1 of 2 ways"));
}

TEST(InProcessHost, GivesThePilotKindsOfOthersAndSignalsInSight) {
    Fixture f;
    const auto host = f.load(kPilots + "libpilot_surroundings.so", "");
    ASSERT_TRUE(host);
    f.notes.clear();
    body::Obstacle others[2];
    others[0].agent = AgentId{1};
    others[1].agent = AgentId{8};
    others[1].seen_as = body::SeenAs::pedestrian;
    body::SignalsInSight near, far;
    near.intersection = 2;
    near.groups = {{1, signal::SignalState::stop}, {4, signal::SignalState::protected_green}};
    far.intersection = 3;
    far.region = 5;
    far.groups = {{2, signal::SignalState::permissive_yellow}};
    const body::SignalsInSight* const signals[] = {&near, &far};
    Perception perception = at(7, others);
    perception.signals = signals;
    answer_of(*host, perception);
    EXPECT_THAT(f.notes, ElementsAre("other 1 of kind 0", "other 8 of kind 1",
                                     "signals of 0/2 at 7000000: 1=3 4=6", "signals of 5/3 at 7000000: 2=7"));
    f.notes.clear();
    step(*host, 12);
    EXPECT_THAT(f.notes, IsEmpty());
    EXPECT_THAT(host->fault(), IsEmpty());
}

}  // namespace
}  // namespace synchrono::client::pilot
