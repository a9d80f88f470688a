// Proves what the report calls good and what it says where something was not, in both of its forms, from
// made-up runs and logs.
#include "tools/report/report.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <json/json.h>
#include <signal.h>
#include <sstream>

namespace synchrono::tools {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ReportTest : public ::testing::Test {
  protected:
    ReportTest() {
        run_.scenario.name = "two_cars";
        run_.scenario.duration = SimDuration::seconds(10);
        run_.scenario.seed = 42;
        run_.scenario.agents.resize(2);
        run_.scenario.vehicles[run_.scenario.agents[0].vehicle] = {};
        run_.clients = {{0, 0}, {1, 1}};
        run_.folder = "/runs/one";
        outcome_.because = "every agent has ended";
        outcome_.programs = {{.name = "server", .exit = ExitStatus{}},
                             {.name = "client0", .agents = AgentRange{0, 0}, .exit = ExitStatus{}},
                             {.name = "client1", .agents = AgentRange{1, 1}, .exit = ExitStatus{}}};
        outcome_.wall = WallDuration::seconds(7);
        logs_.heartbeat = run_.scenario.heartbeat;
        logs_.gate = run_.scenario.gate;
        logs_.largest_lead = Lead{2, "car0", "car1", SimTime{} + SimDuration::milliseconds(125)};
        add_log("client0", {{"gate.wait_ns", 4'000'000'000},
                            {"link.requests", 3},
                            {"gate.longest_wait_ns", 70, OverPrograms::largest},
                            {"pace.lateness_ns_max", 9, OverPrograms::largest}});
        add_log("client1", {{"gate.wait_ns", 500'000'000},
                            {"link.requests", 4},
                            {"gate.longest_wait_ns", 90, OverPrograms::largest},
                            {"pace.lateness_ns_max", 8, OverPrograms::largest}});
        add_log("server", {{"world.dropped_stale", 5}, {"world.declined_full", 0}});
    }

    void add_log(const std::string& program, std::vector<CounterReading> counters) {
        LogFileInfo log;
        log.file = program + ".mcap";
        log.span = SimSpan{SimTime{}, SimTime{} + SimDuration::milliseconds(9'995)};
        log.run = {{"version", SYNCHRONO_VERSION}};
        log.end = ProgramEnd{"done", WallDuration::seconds(5), std::move(counters)};
        logs_.files.push_back(std::move(log));
    }
    Report report() const { return make_report(run_, outcome_, logs_); }
    Json::Value json() const {
        Json::Value value;
        std::istringstream(report().json) >> value;
        return value;
    }

    PreparedRun run_;
    RunOutcome outcome_;
    RunInfo logs_;
};

TEST_F(ReportTest, TellsAPersonWhatAGoodRunCameTo) {
    EXPECT_TRUE(report().good);
    EXPECT_EQ(report().text,
              "Run of two_cars: all good\n"
              "  simulated    9.995 of 10.000 s; seed 42, gate window:2, rate max\n"
              "  wall time    5.00 s, 2.00x real time\n"
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

TEST_F(ReportTest, TellsAProgramTheSame) {
    const auto value = json();
    EXPECT_TRUE(value["good"].asBool());
    EXPECT_EQ(value["scenario"].asString(), "two_cars");
    EXPECT_EQ(value["scenario_id"].asString().size(), 32u);
    EXPECT_EQ(value["seed"].asUInt64(), 42u);
    EXPECT_EQ(value["gate"].asString(), "window:2");
    EXPECT_EQ(value["rate"].asString(), "max");
    EXPECT_DOUBLE_EQ(value["sim_s"].asDouble(), 9.995);
    EXPECT_DOUBLE_EQ(value["wall_s"].asDouble(), 5);
    EXPECT_NEAR(value["real_time_factor"].asDouble(), 1.999, 1e-9);
    EXPECT_EQ(value["lead"]["heartbeats"].asInt(), 2);
    EXPECT_TRUE(value["lead"]["kept"].asBool());
    EXPECT_EQ(value["slowest_clients"][0]["client"].asString(), "client1");
    EXPECT_EQ(value["programs"].size(), 3u);
    EXPECT_EQ(value["programs"][1]["agents"].asString(), "0");
    EXPECT_EQ(value["programs"][1]["exit_code"].asInt(), 0);
    EXPECT_EQ(value["programs"][1]["version"].asString(), SYNCHRONO_VERSION);
    EXPECT_EQ(value["programs"][2]["counters"]["link.requests"].asUInt64(), 4u);
    EXPECT_EQ(value["folder"].asString(), "/runs/one");
}

TEST_F(ReportTest, FailedClientIsNamedWithItsLastWords) {
    outcome_.programs[1].exit = ExitStatus{ExitStatus::Kind::killed, SIGSEGV};
    outcome_.programs[1].last_words = "a wheel came off";
    logs_.files[0].end.reset();
    logs_.files[0].damage = "ends within a chunk";
    EXPECT_FALSE(report().good);
    EXPECT_THAT(report().text, HasSubstr("Run of two_cars: 1 of 3 programs failed\n"));
    EXPECT_THAT(report().text,
                HasSubstr("FAILED       client0 (agents 0): killed by SIGSEGV: a wheel came off\n"));
    EXPECT_THAT(report().text, HasSubstr("client0.mcap: ends within a chunk\n"));
    EXPECT_THAT(report().text, HasSubstr("1 client: exit 0"));
    const auto value = json();
    EXPECT_EQ(value["programs"][1]["signal"].asInt(), SIGSEGV);
    EXPECT_EQ(value["programs"][1]["last_words"].asString(), "a wheel came off");
    EXPECT_FALSE(value["programs"][1]["clean"].asBool());
}

TEST_F(ReportTest, InterruptedRunIsNotGood) {
    outcome_.interrupted = outcome_.ended_early = true;
    outcome_.because = "interrupted";
    EXPECT_FALSE(report().good);
    EXPECT_THAT(report().text, HasSubstr("ended early: interrupted"));
    EXPECT_TRUE(json()["interrupted"].asBool());
}

TEST_F(ReportTest, ProgramsThatWereStoppedAreCountedNotBlamed) {
    outcome_.ended_early = true;
    outcome_.because = "client0 failed before the run could start";
    outcome_.programs[1].exit = ExitStatus{ExitStatus::Kind::exited, 1};
    outcome_.programs[2].exit = ExitStatus{ExitStatus::Kind::killed, SIGTERM};
    outcome_.programs[2].stopped = true;
    EXPECT_FALSE(report().good);
    EXPECT_THAT(report().text, HasSubstr("FAILED       client0 (agents 0): exit 1\n"));
    EXPECT_THAT(report().text, HasSubstr("1 more did not end cleanly when they were stopped\n"));
    EXPECT_THAT(report().text, Not(HasSubstr("client1 (")));
    EXPECT_TRUE(json()["programs"][2]["stopped"].asBool());
}

TEST_F(ReportTest, RunThatDidNotReachItsEndIsNotGood) {
    for (auto& log : logs_.files) log.span->last = SimTime{} + SimDuration::seconds(4);
    EXPECT_FALSE(report().good);
    EXPECT_THAT(report().text, HasSubstr("ended early: every agent has ended"));
    EXPECT_TRUE(json()["ended_early"].asBool());
}

TEST_F(ReportTest, RunThatEveryAgentHasLeftIsGoodAndNotEarly) {
    for (auto& log : logs_.files) log.span->last = SimTime{} + SimDuration::seconds(4);
    outcome_.because = "all agents have left";
    outcome_.all_left = true;
    EXPECT_TRUE(report().good);
    EXPECT_THAT(report().text, HasSubstr("Run of two_cars: all good, all agents have left\n"));
    EXPECT_THAT(report().text, HasSubstr("4.000 of 10.000 s"));
    EXPECT_FALSE(json()["ended_early"].asBool());
    EXPECT_TRUE(json()["all_left"].asBool());
}

TEST_F(ReportTest, PilotsThatFailedAreTold) {
    EXPECT_EQ(json()["pilot_faults"].size(), 0u);
    logs_.files[0].end->pilot_faults = {"agent 'car0': pilot 'x' failed at 3.2 s: it crashed"};
    EXPECT_TRUE(report().good) << "their agents stopped, and the run went on";
    EXPECT_THAT(report().text, HasSubstr("Run of two_cars: ended well, but 1 pilot failed\n"));
    EXPECT_THAT(report().text,
                HasSubstr("  PILOT        agent 'car0': pilot 'x' failed at 3.2 s: it crashed\n"));
    EXPECT_EQ(json()["pilot_faults"][0].asString(), logs_.files[0].end->pilot_faults[0]);
    EXPECT_EQ(json()["verdict"].asString(), "ended well, but 1 pilot failed");
}

TEST_F(ReportTest, BrokenPromiseIsNotGood) {
    logs_.largest_lead->heartbeats = 3;
    EXPECT_FALSE(report().good);
    EXPECT_THAT(report().text, HasSubstr("the gate's promise was broken"));
    EXPECT_FALSE(json()["lead"]["kept"].asBool());
}

TEST_F(ReportTest, WithoutLogsItTellsWhatTheServerSaid) {
    outcome_.last.sim_s = 10;
    const auto report = make_report(run_, outcome_, fail("no logs"));
    EXPECT_TRUE(report.good);
    EXPECT_THAT(report.text, HasSubstr("10.000 of 10.000 s"));
    EXPECT_THAT(report.text, HasSubstr("7.00 s, 1.43x"));
    EXPECT_THAT(report.text, Not(HasSubstr("lead")));
}

TEST_F(ReportTest, ProgramThatWasNeverStartedIsTold) {
    outcome_.programs[2].exit.reset();
    EXPECT_FALSE(report().good);
    EXPECT_THAT(report().text, HasSubstr("FAILED       client1 (agents 1): not started\n"));
    EXPECT_EQ(json()["programs"][2]["ended"].asString(), "not started");
}

TEST_F(ReportTest, ForeignVersionIsTold) {
    EXPECT_THAT(report().text, Not(HasSubstr("versions")));
    logs_.files[2].run["version"] = "0.0.9";
    EXPECT_THAT(report().text,
                HasSubstr("the programs are of 0.0.9, " SYNCHRONO_VERSION ", this command of"));
}

TEST_F(ReportTest, IsWrittenIntoTheFolder) {
    std::string folder = ::testing::TempDir() + "synchrono_report_XXXXXX";
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    ASSERT_TRUE(write_report(folder, report()));
    for (const auto& [name, text] :
         {std::pair{"report.txt", report().text}, {"report.json", report().json}}) {
        std::ostringstream found;
        found << std::ifstream(std::filesystem::path(folder) / name).rdbuf();
        EXPECT_EQ(found.str(), text);
    }
    std::filesystem::remove_all(folder);
    const auto failed = write_report(folder, report());
    ASSERT_FALSE(failed);
    EXPECT_THAT(failed.error().text, HasSubstr("cannot write " + folder));
}

}  // namespace
}  // namespace synchrono::tools
