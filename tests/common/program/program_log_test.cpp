// Proves that a program's log names the program and the scenario, ends with the program's summary and the
// counters that every program has, and that a disk error is written to the program's output once.
#include "common/program/program_log.hpp"

#include <array>
#include <csignal>
#include <gmock/gmock.h>
#include <map>
#include <set>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sstream>
#include <sys/resource.h>

#include "common/base/random.hpp"
#include "tests/common/log/log_fixture.hpp"

namespace synchrono::program {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Collects everything that goes to the default logger, and counts texts in it.
struct Complaints {
    Complaints() { spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", sink)); }
    ~Complaints() { spdlog::set_default_logger(before); }
    std::size_t count(const std::string& text) const {
        const std::string all = out.str();
        std::size_t n = 0;
        for (auto at = all.find(text); at != all.npos; at = all.find(text, at + 1)) ++n;
        return n;
    }
    std::ostringstream out;
    std::shared_ptr<spdlog::logger> before = spdlog::default_logger();
    std::shared_ptr<spdlog::sinks::ostream_sink_mt> sink =
        std::make_shared<spdlog::sinks::ostream_sink_mt>(out);
};

struct ProgramLogTest : log::testing::LogTest {
    ProgramLogTest() {
        scenario.name = "ring";
        scenario.seed = 7;
        scenario.duration = SimDuration::seconds(1);
    }
    std::unique_ptr<ProgramLog> open(log::Metadata facts = {}, std::size_t payload_bytes_max = 0) {
        auto opened =
            ProgramLog::open(path(""), "client", "client_0", scenario, std::move(facts), payload_bytes_max);
        EXPECT_TRUE(opened) << opened.error().text;
        return std::move(*opened);
    }
    static ProgramSummary summary() {
        return make_summary({.program = "client_0",
                             .why = "it is over",
                             .last = SimTime::nanoseconds(5),
                             .wall = WallDuration::nanoseconds(9)});
    }

    config::Scenario scenario;
    Complaints complaints;
};

TEST_F(ProgramLogTest, NamesItsProgramAndItsScenario) {
    const auto log = open({{"heartbeat", "5 ms"}});
    log->close(summary(), SimTime{}, WallTime{});
    const auto reader = log::LogReader::open(path("client_0.mcap"));
    ASSERT_TRUE(reader) << reader.error().text;
    EXPECT_FALSE(reader->truncated()) << reader->damage();
    auto facts = reader->metadata().at("run");
    EXPECT_GT(facts["host"].size(), 10u) << "tells this host, and this start of it, from others";
    facts.erase("host");
    EXPECT_EQ(facts, (log::Metadata{{"heartbeat", "5 ms"},
                                    {"program", "client"},
                                    {"name", "client_0"},
                                    {"version", SYNCHRONO_VERSION},
                                    {"scenario", "ring"},
                                    {"scenario_id", scenario_id(scenario).to_hex()},
                                    {"seed", "7"}}));
}

TEST_F(ProgramLogTest, EndsWithTheSummaryAndItsCounters) {
    const auto log = open();
    const log::ChannelId car = log->records().channel("/agents/car", *AgentRecord::descriptor());
    log->records().write(car, SimTime::nanoseconds(1), {}, as_byte_view(log::testing::record_of(1)));
    ProgramSummary ended = summary();
    add_counter(ended, "link.sent", 42);
    add_counter(ended, "link.lost", 0);
    add_counter(ended, {"link.longest", OverPrograms::largest}, 3);
    log->close(ended, SimTime::nanoseconds(5), WallTime::nanoseconds(6));
    EXPECT_FALSE(log->has_failed());
    EXPECT_EQ(complaints.out.str(), "");

    const auto reader = log::LogReader::open(path("client_0.mcap"));
    ASSERT_TRUE(reader) << reader.error().text;
    const auto seen = log::testing::messages_of(*reader);
    ASSERT_EQ(seen.size(), 2u);
    EXPECT_EQ(seen[1].topic, "/summary");
    EXPECT_EQ(seen[1].log_ns, 5);
    EXPECT_EQ(seen[1].publish_ns, 6);
    ProgramSummary logged_summary;
    ASSERT_TRUE(logged_summary.ParseFromString(seen[1].payload));
    EXPECT_EQ(logged_summary.program(), "client_0");
    EXPECT_EQ(logged_summary.version(), SYNCHRONO_VERSION);
    EXPECT_EQ(logged_summary.ended_because(), "it is over");
    EXPECT_EQ(logged_summary.last_ns(), 5);
    EXPECT_EQ(logged_summary.wall_ns(), 9);
    std::map<std::string, std::uint64_t> counters;
    std::set<std::string> largest;
    for (const auto& counter : logged_summary.counters()) {
        counters[counter.name()] = counter.value();
        if (counter.over_programs() == ProgramSummary::LARGEST) largest.insert(counter.name());
    }
    EXPECT_THAT(largest, ElementsAre("link.longest", "memory.peak_bytes"));
    EXPECT_EQ(counters.at("link.sent"), 42u);
    EXPECT_EQ(counters.at("link.lost"), 0u);
    EXPECT_EQ(counters.at("link.longest"), 3u);
    EXPECT_GT(counters.at("cpu.process_ns"), 0u);
    EXPECT_GT(counters.at("memory.peak_bytes"), 1'000'000u);
    EXPECT_EQ(counters.at("log_records"), 1u);
    EXPECT_EQ(counters.at("log_bytes"), log::testing::record_of(1).size());
    EXPECT_EQ(counters.at("log_lost"), 0u);
}

TEST_F(ProgramLogTest, TakesMessagesOfTheGivenLength) {
    const std::size_t bytes = 3 << 20;
    const auto log = open({}, bytes);
    const log::ChannelId car = log->records().channel("/agents/car", *AgentRecord::descriptor());
    log->records().write(car, SimTime{}, {}, Bytes(bytes));
    log->close(summary(), SimTime{}, WallTime{});
    const auto reader = log::LogReader::open(path("client_0.mcap"));
    ASSERT_TRUE(reader) << reader.error().text;
    EXPECT_EQ(log::testing::messages_of(*reader).at(0).payload.size(), bytes);
}

TEST_F(ProgramLogTest, OverwritesNoFile) {
    open()->close(summary(), SimTime{}, WallTime{});
    const auto again = ProgramLog::open(path(""), "client", "client_0", scenario);
    ASSERT_FALSE(again);
    EXPECT_THAT(again.error().text, HasSubstr("client_0.mcap"));
}

TEST_F(ProgramLogTest, MakesTheFolderButNotThoseAboveIt) {
    const auto made = ProgramLog::open(path("new"), "client", "client_0", scenario);
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_TRUE(std::filesystem::exists(path("new") / "client_0.mcap"));
    const auto refused = ProgramLog::open(path("no") / "new", "client", "client_0", scenario);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().text, HasSubstr("No such file or directory"));
}

TEST_F(ProgramLogTest, WritesOneLineAboutADiskFailure) {
    const auto log = open();
    const log::ChannelId car = log->records().channel("/agents/car", *AgentRecord::descriptor());
    // A limit on the size of files stands for a full disk.
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit tight = before;
    tight.rlim_cur = 10'000;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    Random random(3);
    std::array<std::uint64_t, 128> noise;
    while (!log->has_failed()) {
        for (std::uint64_t& word : noise) word = random.bits();
        log->records().write(car, SimTime{}, {}, std::as_bytes(std::span(noise)));
        log->log_new_errors();
    }
    log->log_new_errors();
    log->close(summary(), SimTime{}, WallTime{});
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_TRUE(log->has_failed());
    EXPECT_EQ(complaints.count("cannot write " + path("client_0.mcap").string()), 1u) << complaints.out.str();
}

TEST_F(ProgramLogTest, WritesOneLineAboutADiskFailureAtTheEnd) {
    const auto log = open();
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit tight = before;
    tight.rlim_cur = 20;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    log->close(summary(), SimTime{}, WallTime{});
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_TRUE(log->has_failed());
    EXPECT_EQ(complaints.count("cannot write"), 1u) << complaints.out.str();
}

}  // namespace
}  // namespace synchrono::program
