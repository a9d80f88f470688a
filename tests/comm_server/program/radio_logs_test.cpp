// Proves that the communication server leaves two logs, the radio's log and the program's log. The summary in
// the program's log has each counter of the exchange, of the faults and of the radio's log once.
#include "comm_server/program/radio_logs.hpp"

#include <gmock/gmock.h>

#include "tests/common/log/log_fixture.hpp"

namespace synchrono::comm_server {
namespace {

using ::testing::IsSupersetOf;

struct RadioLogsTest : log::testing::LogTest {
    RadioLogsTest() { scenario.radio.emplace(); }
    std::vector<log::testing::Seen> messages(const std::string& name) const {
        const auto reader = log::LogReader::open(path(name));
        EXPECT_TRUE(reader);
        return log::testing::messages_of(*reader);
    }
    config::Scenario scenario;
};

TEST_F(RadioLogsTest, TheSummaryHasEachCounterOnce) {
    auto logs = RadioLogs::open(path(""), scenario);
    ASSERT_TRUE(logs) << logs.error().text;
    RadioStation station;
    station.set_name("car");
    (*logs)->recorder().on_station(station, SimTime::nanoseconds(7));
    const Exchange exchange({.scenario = scenario, .credentials = {}, .recorder = &(*logs)->recorder()}, {});
    (*logs)->log_new_errors();
    (*logs)->close(exchange,
                   {"comm_server", "enough", SimTime::nanoseconds(30), WallDuration::milliseconds(2)}, {});
    EXPECT_FALSE((*logs)->have_failed());

    EXPECT_EQ(messages("radio.mcap").size(), 1u);
    const auto all = messages("comm_server.mcap");
    ASSERT_EQ(all.size(), 1u);
    ProgramSummary summary;
    ASSERT_TRUE(summary.ParseFromString(all[0].payload));
    EXPECT_EQ(summary.program(), "comm_server");
    EXPECT_EQ(summary.ended_because(), "enough");
    EXPECT_EQ(summary.last_ns(), 30);
    EXPECT_EQ(summary.wall_ns(), 2'000'000);
    std::map<std::string, std::uint64_t> counters;
    for (const auto& counter : summary.counters())
        EXPECT_TRUE(counters.emplace(counter.name(), counter.value()).second) << counter.name();
    std::vector<std::string> names;
    for (const auto& [name, value] : counters) names.push_back(name);
    EXPECT_THAT(names, IsSupersetOf({"exchange.batches", "radio.sent", "fault.silenced", "fault.lost",
                                     "fault.delayed", "fault.duplicated", "fault.corrupted", "fault.altered",
                                     "fault.alter_in_vain", "fault.ghosts_sent", "fault.ghosts_dropped",
                                     "radio_log_lost", "log_lost"}));
    EXPECT_EQ(counters["radio_log_records"], 1u);
}

TEST_F(RadioLogsTest, AnExistingLogIsKept) {
    for (const char* name : {"radio.mcap", "comm_server.mcap"}) {
        std::ofstream(path(name)) << "kept";
        const auto logs = RadioLogs::open(path(""), scenario);
        ASSERT_FALSE(logs);
        EXPECT_NE(logs.error().text.find(name), std::string::npos) << logs.error().text;
        EXPECT_EQ(log::testing::bytes_of(path(name)).size(), 4u);
        std::filesystem::remove(path("radio.mcap"));
        std::filesystem::remove(path("comm_server.mcap"));
    }
}

}  // namespace
}  // namespace synchrono::comm_server
