// Proves that the states, messages and samples of agents are in the log as they were given, under the topics,
// times and types that docs/logs.md lists. Also proves that the record of a late radio message says when the
// message should have been seen, and that no states are written if the scenario wants none in the log.
#include "client/program/log_recorder.hpp"

#include <gmock/gmock.h>

#include "proto/radio.pb.h"
#include "tests/common/log/log_fixture.hpp"
#include "tests/support/sensor_samples.hpp"

namespace synchrono::client {
namespace {

using log::testing::Seen;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Not;

constexpr AgentId kCar{0};

struct LogRecorderTest : log::testing::LogTest {
    LogRecorderTest() { samples.scenario.agents[0].sensors.clear(); }

    /// Returns all messages of a log that `write` has written with a recorder.
    template <typename Write>
    std::vector<Seen> recorded(Write write) {
        {
            auto log = log::RunLog::open(path("client.mcap"));
            EXPECT_TRUE(log);
            LogRecorder recorder(**log, samples.scenario, samples.agents());
            write(recorder);
            EXPECT_TRUE((*log)->close());
        }
        const auto reader = log::LogReader::open(path("client.mcap"));
        EXPECT_TRUE(reader);
        schemas.clear();
        for (const auto& [id, schema] : reader->schemas()) schemas.push_back(schema.name);
        channels.clear();
        for (const auto& [id, channel] : reader->channels()) channels[channel.topic] = channel.schema->name;
        return log::testing::messages_of(*reader);
    }
    /// Returns the record of a radio message that arrived at `arrived` and was seen only at `seen`.
    RadioLate late(SimTime arrived, SimTime seen) {
        const auto all = recorded([&](LogRecorder& to) {
            to.set_time(WallTime::nanoseconds(3));
            to.record_late(kCar, {.sender = AgentId{7}, .sequence = 9, .time = arrived}, seen);
        });
        RadioLate late;
        EXPECT_EQ(all.size(), 1u);
        EXPECT_TRUE(late.ParseFromString(all.at(0).payload));
        EXPECT_EQ(all[0].topic, "/agents/car/radio_late");
        EXPECT_EQ(all[0].log_ns, seen.count_ns());
        EXPECT_EQ(all[0].publish_ns, 3);
        return late;
    }

    testing::SensorSamples samples;  // with a scenario of one car
    std::vector<std::string> schemas;
    std::map<std::string, std::string> channels;
};

TEST_F(LogRecorderTest, StatesAreLoggedByteForByte) {
    google::protobuf::Any any;
    any.set_type_url("/synchrono.VehicleState");
    any.set_value("what it was");
    const auto all = recorded([&](LogRecorder& to) {
        to.set_time(WallTime::nanoseconds(70));
        to.record(kCar, SimTime::nanoseconds(5), as_byte_view(any.SerializeAsString()));
    });
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].topic, "/agents/car");
    EXPECT_EQ(all[0].log_ns, 5);
    EXPECT_EQ(all[0].publish_ns, 70);
    AgentRecord record;
    ASSERT_TRUE(record.ParseFromString(all[0].payload));
    EXPECT_EQ(record.state().type_url(), any.type_url());
    EXPECT_EQ(record.state().value(), any.value());
}

TEST_F(LogRecorderTest, DeparturesAreLoggedWithNames) {
    const auto all = recorded([&](LogRecorder& to) { to.record_departure(kCar, SimTime::nanoseconds(5)); });
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].topic, "/departures");
    EXPECT_EQ(all[0].log_ns, 5);
    AgentDeparture departure;
    ASSERT_TRUE(departure.ParseFromString(all[0].payload));
    EXPECT_EQ(departure.agent(), "car");
}

TEST_F(LogRecorderTest, StateTypesAreLoggedBeforeAnyState) {
    EXPECT_THAT(recorded([](LogRecorder&) {}), IsEmpty());
    EXPECT_THAT(schemas, Contains("synchrono.VehicleState"));
    EXPECT_THAT(schemas, Contains("synchrono.MachineState"));
    EXPECT_THAT(schemas, Contains("synchrono.SignalsState"));
    EXPECT_EQ(channels.at("/agents/car"), "synchrono.AgentRecord");
    EXPECT_THAT(channels, Not(Contains(Key("/agents/car/radio_late")))) << "nothing was late";
}

TEST_F(LogRecorderTest, AScenarioWithoutStatesLogsNone) {
    samples.scenario.log_states = false;
    const auto all = recorded([&](LogRecorder& to) { to.record(kCar, {}, as_byte_view("state")); });
    EXPECT_THAT(all, IsEmpty());
    EXPECT_THAT(channels, IsEmpty());
    EXPECT_THAT(schemas, IsEmpty());
}

TEST_F(LogRecorderTest, ALateMessageIsLoggedWithItsDueTime) {
    const RadioLate between =
        late(SimTime::nanoseconds(10'000'001), SimTime::nanoseconds(30'000'000));  // 5 ms a heartbeat
    EXPECT_EQ(between.sender(), 7u);
    EXPECT_EQ(between.sequence(), 9u);
    EXPECT_EQ(between.time_ns(), 15'000'000) << "the first heartbeat from its arrival on";
    EXPECT_EQ(between.seen_ns(), 30'000'000);
    std::filesystem::remove(path("client.mcap"));
    EXPECT_EQ(late(SimTime::nanoseconds(10'000'000), SimTime::nanoseconds(30'000'000)).time_ns(), 10'000'000);
}

TEST_F(LogRecorderTest, SamplesGoToTheSensorsTopics) {
    samples.scenario.agents[0].sensors = testing::SensorSamples().scenario.agents[0].sensors;
    const auto all = recorded([&](LogRecorder& to) {
        to.set_time(WallTime::nanoseconds(6));
        to.record_sample(kCar, testing::SensorSamples::kGps,
                         {testing::SensorSamples::kGps, SYN_SENSOR_GPS, 0, 4, 4, &samples.gps}, samples.body);
    });
    std::vector<std::string> topics;
    for (const Seen& one : all) {
        topics.push_back(one.topic);
        EXPECT_EQ(one.publish_ns, 6);
    }
    EXPECT_THAT(topics, ElementsAre("/frames/car/sensors", "/frames/car", "/agents/car/gps"));
}

}  // namespace
}  // namespace synchrono::client
