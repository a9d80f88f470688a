// Proves, on runs made by hand, which runs a report calls good, and how the report combines what programs,
// logs and counters say.
#include "tools/report/run_report.hpp"

#include <gmock/gmock.h>

#include "tests/tools/report/watched_run.hpp"
#include "tools/report/report_text.hpp"

namespace synchrono::tools::report {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

class RunReportTest : public testing::WatchedRun {};

TEST_F(RunReportTest, HasTheScenarioAndTheTimesOfTheRun) {
    const RunReport found = report();
    EXPECT_EQ(found.scenario, "two_cars");
    EXPECT_EQ(found.scenario_id.size(), 32u);
    EXPECT_EQ(found.seed, 42u);
    EXPECT_EQ(found.gate, "window:2");
    EXPECT_EQ(found.rate, "max");
    EXPECT_EQ(found.agents, 2u);
    EXPECT_EQ(found.version, SYNCHRONO_VERSION);
    EXPECT_EQ(found.folder, "/runs/one");
    EXPECT_DOUBLE_EQ(found.duration_s, 10);
    EXPECT_DOUBLE_EQ(found.sim_s, 9.995);
    EXPECT_DOUBLE_EQ(found.wall_s, 5);
    EXPECT_NEAR(found.real_time_factor, 1.999, 1e-9);
    EXPECT_TRUE(found.good);
    EXPECT_EQ(found.verdict, "all good");
    ASSERT_TRUE(found.lead);
    EXPECT_EQ(found.lead->largest.heartbeats, 2);
    EXPECT_EQ(found.lead->promised, 2);
    EXPECT_TRUE(found.lead->kept);
    EXPECT_EQ(found.study, nullptr);
}

TEST_F(RunReportTest, CountersAreAddedOrMaximisedAsDeclared) {
    // Their names do not show that the first counter takes the largest value and the second the sum.
    logs_.files[0].end->counters.push_back({"x", 3, OverPrograms::largest});
    logs_.files[1].end->counters.push_back({"x", 2, OverPrograms::largest});
    logs_.files[0].end->counters.push_back({"the_longest_max", 3, OverPrograms::sum});
    logs_.files[1].end->counters.push_back({"the_longest_max", 2, OverPrograms::sum});
    auto totals = report().logs.counters;
    EXPECT_EQ(totals["x"].clients, 3u);
    EXPECT_EQ(totals["the_longest_max"].clients, 5u);
    EXPECT_EQ(totals["gate.longest_wait_ns"].clients, 90u);
    EXPECT_EQ(totals["pace.lateness_ns_max"].clients, 9u) << "a largest value must not be added up";
    EXPECT_EQ(totals["link.requests"].clients, 7u);
    EXPECT_EQ(totals["link.requests"].servers, 0u);
    EXPECT_EQ(totals["world.dropped_stale"].servers, 5u);
    EXPECT_EQ(totals["world.dropped_stale"].clients, 0u);
}

TEST_F(RunReportTest, ClientsAreOrderedByWaitingTime) {
    EXPECT_THAT(report().end->waits,
                ElementsAre(Field(&ClientWait::client, "client1"), Field(&ClientWait::client, "client0")));
    EXPECT_DOUBLE_EQ(report().end->waits[0].waited_s, 0.5);
    EXPECT_DOUBLE_EQ(report().end->waits[0].share, 0.1);
    EXPECT_EQ(report().programs[0].waited_s(), std::nullopt) << "a server has no gate";
    EXPECT_EQ(report().programs[1].waited_s(), 4.0);
}

TEST_F(RunReportTest, ProcessorTimeIsSplitIntoParts) {
    EXPECT_THAT(report().programs[1].processor_time().parts_s, IsEmpty());
    logs_.files[0].end->counters = {{"cpu.process_ns", 3'000'000'000},
                                    {"cpu.pilots_ns", 500'000'000},
                                    {"cpu.dynamics_ns", 0},
                                    {"cpu.of_no_part_ns", 7}};
    const ProcessorTime time = report().programs[1].processor_time();
    EXPECT_DOUBLE_EQ(time.whole_s, 3);
    EXPECT_THAT(time.parts_s, ElementsAre(Pair("dynamics", 0.0), Pair("pilots", 0.5)));
}

TEST_F(RunReportTest, ProgramsHaveTheirExitAndTheirLog) {
    break_a_client();
    const RunReport found = report();
    EXPECT_FALSE(found.good);
    EXPECT_EQ(found.verdict, "client0 failed: killed by SIGSEGV");
    ASSERT_EQ(found.programs.size(), 3u);
    const ProgramReport& broken = found.programs[1];
    EXPECT_EQ(broken.name, "client0");
    EXPECT_EQ(broken.agents, "0");
    EXPECT_EQ(broken.ended, "killed by SIGSEGV");
    EXPECT_FALSE(broken.seen->clean());
    EXPECT_EQ(broken.seen->last_log_line, "a wheel came off");
    EXPECT_EQ(broken.log->damage, "ends within a chunk");
    EXPECT_FALSE(broken.log->end);
    EXPECT_THAT(broken.counters, IsEmpty());
    const ProgramReport& whole = found.programs[2];
    EXPECT_TRUE(whole.seen->clean());
    EXPECT_EQ(whole.log->version, SYNCHRONO_VERSION);
    EXPECT_DOUBLE_EQ(whole.log->span->last_s, 9.995);
    EXPECT_EQ(whole.log->end->because, "done");
    EXPECT_DOUBLE_EQ(whole.log->end->wall_s, 5);
    EXPECT_EQ(whole.counters.at("link.requests"), 4u);
    ASSERT_EQ(found.logs.damages.size(), 1u);
    EXPECT_EQ(found.logs.damages[0].file, "client0.mcap");
    EXPECT_THAT(found.logs.versions, ElementsAre(SYNCHRONO_VERSION));
}

TEST_F(RunReportTest, AnInterruptedRunIsNotGood) {
    outcome_.interrupted = outcome_.ended_early = true;
    outcome_.because = "interrupted";
    EXPECT_FALSE(report().good);
    EXPECT_EQ(report().verdict, "ended early: interrupted");
    EXPECT_TRUE(report().end->interrupted);
}

TEST_F(RunReportTest, ARunThatCouldNotStartIsNotGood) {
    stop_before_the_start();
    EXPECT_FALSE(report().good);
    EXPECT_TRUE(report().programs[2].seen->stopped);
}

TEST_F(RunReportTest, ARunThatDidNotReachItsEndIsNotGood) {
    end_at(SimDuration::seconds(4));
    EXPECT_FALSE(report().good);
    EXPECT_EQ(report().verdict, "ended early: every agent has ended");
    EXPECT_TRUE(report().end->ended_early);
}

TEST_F(RunReportTest, ARunThatAllAgentsHaveLeftIsGoodAndNotEarly) {
    let_all_leave();
    EXPECT_TRUE(report().good);
    EXPECT_EQ(report().verdict, "all good, all agents have left");
    EXPECT_DOUBLE_EQ(report().sim_s, 4);
    EXPECT_FALSE(report().end->ended_early);
    EXPECT_TRUE(report().end->all_left);
}

TEST_F(RunReportTest, FailedPilotsAreListed) {
    EXPECT_THAT(report().end->pilot_faults, IsEmpty());
    let_a_pilot_fail();
    EXPECT_TRUE(report().good) << "their agents stopped, and the run went on";
    EXPECT_EQ(report().verdict, "1 pilot failed, all else is good");
    EXPECT_EQ(report().end->pilot_faults, logs_.files[0].end->pilot_faults);
    run_.options.strict = true;
    EXPECT_FALSE(report().good);
    EXPECT_EQ(report().verdict, "1 pilot failed");
}

TEST_F(RunReportTest, ARunOfWhichNobodyCanTellIsGoodAndSaysSo) {
    logs_.largest_lead->heartbeats = 3;  // there may have been such a lead
    EXPECT_TRUE(report().good);
    EXPECT_EQ(report().lead->kept, std::nullopt);
    EXPECT_THAT(report_text(report(), Detail::all), HasSubstr("; nobody can tell whether that was kept"));
    EXPECT_THAT(report_text(report(), Detail::results),
                HasSubstr("at most 3 heartbeats apart; nobody can tell whether the gate kept its promise\n"));
}

TEST_F(RunReportTest, ARunThatBrokeTheGatesPromiseIsNotGood) {
    logs_.largest_lead->heartbeats = 3;
    logs_.sure_lead = logs_.largest_lead;
    EXPECT_FALSE(report().good);
    EXPECT_EQ(report().verdict, "the gate's promise was broken");
    EXPECT_EQ(report().lead->kept, false);
}

TEST_F(RunReportTest, UsesTheServersProgressWithoutLogs) {
    outcome_.last.sim_s = 10;
    const RunReport found = report_of(run_, outcome_, fail("no logs"));
    EXPECT_TRUE(found.good);
    EXPECT_DOUBLE_EQ(found.sim_s, 10);
    EXPECT_DOUBLE_EQ(found.wall_s, 7);
    EXPECT_NEAR(found.real_time_factor, 1.43, 0.005);
    EXPECT_FALSE(found.lead);
    EXPECT_FALSE(found.programs[0].log);
}

TEST_F(RunReportTest, AProgramThatWasNotStartedIsListed) {
    outcome_.programs[2].exit.reset();
    EXPECT_FALSE(report().good);
    EXPECT_EQ(report().programs[2].ended, "not started");
}

TEST_F(RunReportTest, IsMadeFromLogsAlone) {
    logs_.files[0].end.reset();
    study::Study study;
    study.scenario = run_.scenario;
    study.drives.end = SimTime{} + SimDuration::seconds(8);
    const RunReport found = report_of_logs(run_.folder, logs_, study);
    EXPECT_FALSE(found.good);
    EXPECT_EQ(found.scenario, "two_cars");
    EXPECT_DOUBLE_EQ(found.sim_s, 8);
    EXPECT_DOUBLE_EQ(found.wall_s, 5);
    EXPECT_DOUBLE_EQ(found.real_time_factor, 1.6);
    EXPECT_FALSE(found.end);
    ASSERT_EQ(found.programs.size(), 3u);
    EXPECT_EQ(found.programs[0].ended, "unknown");
    EXPECT_EQ(found.programs[1].ended, "done");
    EXPECT_FALSE(found.programs[1].seen);
    EXPECT_EQ(found.programs[1].counters.at("link.requests"), 4u);
    EXPECT_EQ(found.study, &study);
}

}  // namespace
}  // namespace synchrono::tools::report
