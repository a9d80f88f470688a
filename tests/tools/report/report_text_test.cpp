// Proves, on runs made by hand, what report.txt says about runs that went well and runs that did not.
#include "tools/report/report_text.hpp"

#include <gmock/gmock.h>

#include "tests/tools/report/watched_run.hpp"

namespace synchrono::tools::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class ReportTextTest : public testing::WatchedRun {
  protected:
    std::string text(Detail detail = Detail::results) const { return report_text(report(), detail); }
};

TEST_F(ReportTextTest, ListsTheResultsOfAGoodRun) {
    const std::string results =
        "Run of two_cars: all good\n"
        "  machine      9.995 of 10.000 s simulated in 5.00 s, 2.00x real time; at most 2 heartbeats apart\n";
    EXPECT_EQ(text(), results + "/runs/one\n");
    EXPECT_EQ(text(Detail::all),
              results +
                  "  settings     seed 42, gate window:2, rate max\n"
                  "  lead         2 heartbeats at most, 2 promised (car0 ahead of car1 at 0.125 s)\n"
                  "  slowest      client1 waited 10 %, client0 waited 80 % of the time; the quickest 80 %\n"
                  "  program      server: exit 0\n"
                  "  programs     2 clients: exit 0\n"
                  "  counters                                        server     all clients\n"
                  "    gate.longest_wait_ns                               0              90\n"
                  "    gate.wait_ns                                       0      4500000000\n"
                  "    link.requests                                      0               7\n"
                  "    pace.lateness_ns_max                               0               9\n"
                  "    world.dropped_stale                                5               0\n"
                  "/runs/one\n");
}

TEST_F(ReportTextTest, AFailedClientIsNamedWithItsLastLine) {
    break_a_client();
    EXPECT_THAT(text(), HasSubstr("Run of two_cars: client0 failed: killed by SIGSEGV\n"));
    EXPECT_THAT(text(), HasSubstr("FAILED       client0 (agents 0): killed by SIGSEGV: a wheel came off\n"));
    EXPECT_THAT(text(), HasSubstr("client0.mcap: ends within a chunk\n"));
    EXPECT_THAT(text(), Not(HasSubstr("exit 0")));
    EXPECT_THAT(text(Detail::all), HasSubstr("1 client: exit 0"));
}

TEST_F(ReportTextTest, SaysWhenTheWorldLostAClient) {
    break_a_client();
    logs_.clients["client0"] = "lost at 3.000 s";
    EXPECT_THAT(text(),
                HasSubstr("FAILED       client0 (agents 0): killed by SIGSEGV, lost at 3.000 s: a wheel"));
    outcome_.programs[2].stopped = true;
    outcome_.programs[2].exit = process::ExitStatus{process::ExitStatus::Kind::killed, 9};
    logs_.clients["client1"] = "shot down at 4.000 s";
    EXPECT_THAT(text(), HasSubstr("FAILED       client1 (agents 1): shot down at 4.000 s\n"));
    logs_.clients["client1"] = "has left";
    EXPECT_THAT(text(), HasSubstr("stopped, but did not end cleanly: client1\n"));
}

TEST_F(ReportTextTest, ThePaceIsThatOfTheClients) {
    logs_.files[2].end->wall = WallDuration::seconds(11);  // the server waits for lost clients
    EXPECT_THAT(text(), HasSubstr("simulated in 5.00 s"));
    logs_.files[0].end.reset();
    EXPECT_THAT(text(), HasSubstr("simulated in 5.00 s"))
        << "client1 has come as far, and says how long it ran";
    logs_.files[1].span->last = SimTime{} + SimDuration::seconds(2);
    EXPECT_THAT(text(), HasSubstr("simulated in 11.00 s"))
        << "the time of a client that left early is not enough";
}

TEST_F(ReportTextTest, AnInterruptedRunEndedEarly) {
    outcome_.interrupted = outcome_.ended_early = true;
    outcome_.because = "interrupted";
    EXPECT_THAT(text(), HasSubstr("ended early: interrupted"));
}

TEST_F(ReportTextTest, StoppedProgramsAreCountedButNotListedAsFailed) {
    stop_before_the_start();
    EXPECT_THAT(
        text(),
        HasSubstr("FAILED       client0 (agents 0): exit 1: /runs/one/client0.log does not say why\n"));
    EXPECT_THAT(text(), HasSubstr("stopped, but did not end cleanly: client1\n"));
    EXPECT_THAT(text(), Not(HasSubstr("FAILED       client1")));
}

TEST_F(ReportTextTest, TheVerdictIsInTheFirstLine) {
    end_at(SimDuration::seconds(4));
    EXPECT_THAT(text(), HasSubstr("ended early: every agent has ended"));
    let_all_leave();
    EXPECT_THAT(text(), HasSubstr("Run of two_cars: all good, all agents have left\n"));
    EXPECT_THAT(text(), HasSubstr("4.000 of 10.000 s"));
    logs_.largest_lead->heartbeats = 3;
    logs_.sure_lead = logs_.largest_lead;
    EXPECT_THAT(text(), HasSubstr("the gate's promise was broken"));
}

TEST_F(ReportTextTest, FailedPilotsAreListed) {
    let_a_pilot_fail();
    EXPECT_THAT(text(), StartsWith("Run of two_cars: 1 pilot failed, all else is good\n"
                                   "  PILOT        agent 'car0': pilot 'x' failed at 3.2 s: it crashed\n"));
    run_.options.strict = true;
    EXPECT_THAT(text(), StartsWith("Run of two_cars: 1 pilot failed\n"));
}

TEST_F(ReportTextTest, UsesTheServersProgressWithoutLogs) {
    outcome_.last.sim_s = 10;
    const std::string found = report_text(report_of(run_, outcome_, fail("no logs")), Detail::all);
    EXPECT_THAT(found, HasSubstr("10.000 of 10.000 s"));
    EXPECT_THAT(found, HasSubstr("7.00 s, 1.43x"));
    EXPECT_THAT(found, Not(HasSubstr("lead")));
    EXPECT_THAT(found, Not(HasSubstr("counters")));
}

TEST_F(ReportTextTest, AProgramThatWasNotStartedIsListed) {
    outcome_.programs[2].exit.reset();
    EXPECT_THAT(text(), HasSubstr("FAILED       1 client: not started\n"));
}

TEST_F(ReportTextTest, OtherVersionsOfProgramsAreNamed) {
    EXPECT_THAT(text(), Not(HasSubstr("versions")));
    logs_.files[2].run["version"] = "0.0.9";
    EXPECT_THAT(text(),
                HasSubstr("the programs have version 0.0.9, " SYNCHRONO_VERSION ", this command has"));
}

TEST_F(ReportTextTest, ResultsPrecedeTheMachine) {
    study::Study study;
    study.totals.vehicles = 2;
    RunReport made = report();
    made.study = &study;
    EXPECT_THAT(report_text(made, Detail::results), StartsWith("Run of two_cars: all good\n"
                                                               "  safety       0 collisions, 0 conflicts\n"
                                                               "  page         /runs/one/report.html\n"
                                                               "  machine  "));
}

TEST_F(ReportTextTest, SaysWhatBecameOfClientsThatWereStartedByHand) {
    outcome_.programs[1].external = outcome_.programs[2].external = true;
    outcome_.programs[1].exit = outcome_.programs[2].exit = {};
    logs_.clients["client0"] = "lost at 3.000 s";
    logs_.unlogged = {"car0", "car1"};
    const std::string text = report_text(report(), Detail::results);
    EXPECT_THAT(text, HasSubstr("client0 (agents 0): started by hand: lost at 3.000 s"));
    EXPECT_THAT(text, HasSubstr("client1 (agents 1): started by hand: never joined"));
    EXPECT_THAT(text, HasSubstr("no states of 2 agents: car0, car1"));
}

TEST_F(ReportTextTest, CountsClientsThatWereNotStarted) {
    outcome_.programs[1].exit = outcome_.programs[2].exit = {};
    EXPECT_THAT(text(), HasSubstr("2 clients: not started"));
}

}  // namespace
}  // namespace synchrono::tools::report
