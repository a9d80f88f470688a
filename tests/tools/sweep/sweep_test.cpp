// Proves what a sweep does with its runs, whether they end well or badly, leave no report, hang, or exist
// already. The real `synchrono run` makes the runs; the server and the clients are fakes with a script.
#include "tools/sweep/sweep.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>

#include "tests/tools/fake/fake_programs.hpp"

namespace synchrono::tools::sweep {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

class SweepTest : public ::testing::Test {
  protected:
    SweepTest() {
        progress_fd_ = ::open(progress_file().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        options_.run.programs = fakes_.programs();
        options_.run.out = fakes_.out();
        options_.run.scenario = fakes_.scenario_file();
        options_.command = SYN_BINARY_DIR "/bin/synchrono";
        options_.jobs = 2;  // so that the output of the runs goes to files
        let_all_go_well();
    }
    ~SweepTest() override { ::close(progress_fd_); }

    void let_all_go_well() const {
        fakes_.set_script("synchrono-server", {fake::kListening, fake::kHalfWay, fake::kDone, fake::kEnded});
        fakes_.set_script("synchrono-client", {"exit 0"});
    }
    fs::path progress_file() const { return fakes_.root() / "progress"; }
    std::string text_of(const fs::path& file) const {
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        return text.str();
    }
    Result<PreparedSweep> prepare(std::initializer_list<const char*> over) {
        std::vector<SweepParameter> parameters;
        for (const char* one : over) parameters.push_back(parse_over(one).value());
        options_.plan = plan_sweep(std::move(parameters)).value();
        return prepare_sweep(options_);
    }
    /// Runs the sweep, checks its tables, and returns the fate of each run.
    std::string sweep(std::initializer_list<const char*> over, int stop_fd = -1) {
        auto prepared = prepare(over);
        if (!prepared) return prepared.error().text;
        run::ProgressPrinter printer(progress_fd_, run::ProgressPrinter::Style::plain);
        const auto outcome = execute_sweep(*prepared, stop_fd, printer);
        EXPECT_EQ(outcome.problem, "");
        EXPECT_EQ(text_of(fakes_.out() / "sweep.txt"), sweep_text(prepared->result));
        EXPECT_EQ(text_of(fakes_.out() / "sweep.csv"), runs_csv(prepared->result));
        EXPECT_EQ(text_of(fakes_.out() / "statistics.csv"), statistics_csv(prepared->result));
        EXPECT_EQ(text_of(fakes_.out() / "differences.csv"), differences_csv(prepared->result));
        EXPECT_EQ(text_of(fakes_.out() / "sweep.tex"), statistics_tex(prepared->result));
        EXPECT_EQ(text_of(fakes_.out() / "differences.tex"), differences_tex(prepared->result));
        EXPECT_EQ(text_of(fakes_.out() / "sweep.json"), sweep_json(prepared->result));
        EXPECT_EQ(text_of(fakes_.out() / "sweep.html"), sweep_page(prepared->result));
        std::string text = outcome.interrupted ? "interrupted: " : "";
        for (std::size_t i = 0; i < prepared->result.runs.size(); ++i) {
            const SweepRun& run = prepared->result.runs[i];
            text += (i > 0 ? "; " : "") + prepared->result.plan.points[i].name + " " +
                    (run.found ? "found " : "") +
                    (run.state == SweepRun::State::done     ? run.result->verdict
                     : run.state == SweepRun::State::failed ? run.problem
                                                            : "not run");
        }
        return text;
    }
    void change_report(const char* run, const std::string& from, const std::string& to) const {
        const fs::path file = fakes_.out() / run / "report.json";
        std::string text = text_of(file);
        ASSERT_THAT(text, HasSubstr(from));
        text.replace(text.find(from), from.size(), to);
        std::ofstream(file) << text;
    }

    fake::FakePrograms fakes_;
    SweepOptions options_;
    int progress_fd_ = -1;
};

TEST_F(SweepTest, MakesEveryRunInItsOwnFolder) {
    options_.run.settings = {"agents.car0.speed_m_s=1", "agents.car1.speed_m_s=9"};
    options_.run.duration = "0.5";
    EXPECT_EQ(sweep({"agents.car0.speed_m_s=2,3", "seed=4,5"}),
              "speed_m_s=2,seed=4 all good; speed_m_s=2,seed=5 all good; speed_m_s=3,seed=4 all good; "
              "speed_m_s=3,seed=5 all good");
    const auto made = config::load_scenario(fakes_.out() / "speed_m_s=3,seed=4" / "scenario.json");
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(made->agents[0].speed_m_s, 3) << "--over must override --set";
    EXPECT_EQ(made->agents[1].speed_m_s, 9);
    EXPECT_EQ(made->seed, 4u);
    EXPECT_EQ(made->duration, SimDuration::milliseconds(500));
    EXPECT_FALSE(fs::exists(fakes_.out() / "speed_m_s=3,seed=4.log")) << "a good run must leave no log";
    EXPECT_THAT(text_of(progress_file()), HasSubstr("speed_m_s=3,seed=4: all good"));
}

TEST_F(SweepTest, SkipsRunsThatAreThereAlready) {
    EXPECT_EQ(sweep({"seed=1..2"}), "seed=1 all good; seed=2 all good");
    EXPECT_EQ(sweep({"seed=1..3"}), "seed=1 found all good; seed=2 found all good; seed=3 all good");
    fs::remove(fakes_.programs() / "synchrono-server");
    EXPECT_EQ(sweep({"seed=1..3"}), "seed=1 found all good; seed=2 found all good; seed=3 found all good");
    EXPECT_THAT(text_of(progress_file()), HasSubstr("3 of 3 runs exist already"));
}

TEST_F(SweepTest, RepeatsIncompleteOrOutdatedRunsAndKeepsTheOldOnes) {
    EXPECT_EQ(sweep({"seed=1..4"}), "seed=1 all good; seed=2 all good; seed=3 all good; seed=4 all good");
    change_report("seed=1", "\"interrupted\" : false", "\"interrupted\" : true");
    change_report("seed=2", "\"scenario_id\"", "\"another_id\"");
    change_report("seed=3", "\"scenario_id\" : \"", "\"scenario_id\" : \"0");
    EXPECT_EQ(sweep({"seed=1..4"}),
              "seed=1 all good; seed=2 all good; seed=3 all good; seed=4 found all good");
    for (const char* old : {"seed=1.old", "seed=2.old", "seed=3.old"})
        EXPECT_TRUE(fs::exists(fakes_.out() / old / "report.json")) << old;
    EXPECT_FALSE(fs::exists(fakes_.out() / "seed=4.old"));
    fs::remove(fakes_.out() / "seed=1" / "report.json");
    options_.run.settings = {"agents.car0.speed_m_s=1"};
    EXPECT_EQ(sweep({"seed=1..2"}), "seed=1 all good; seed=2 all good") << "the scenario has changed";
    EXPECT_TRUE(fs::exists(fakes_.out() / "seed=1.old2"));
    EXPECT_TRUE(fs::exists(fakes_.out() / "seed=2.old2" / "report.json"));
}

TEST_F(SweepTest, GoesOnAfterABadRunAndDoesNotRepeatIt) {
    fakes_.set_script("synchrono-client.client1", {"exit 1"});
    EXPECT_EQ(sweep({"seed=1..2"}), "seed=1 client1 failed: exit 1; seed=2 client1 failed: exit 1");
    EXPECT_TRUE(fs::exists(fakes_.out() / "seed=1.log"));
    fs::remove(fakes_.programs() / "synchrono-client.client1.fake");
    EXPECT_EQ(sweep({"seed=1..2"}),
              "seed=1 found client1 failed: exit 1; seed=2 found client1 failed: exit 1");
}

TEST_F(SweepTest, NamesRunsThatLeaveNoReport) {
    fakes_.set_script(
        "synchrono-client.check",
        {R"(out {"event":"objection","agent":1,"key":"engine","problem":"too new"})", "exit 2"});
    EXPECT_EQ(sweep({"seed=1..2"}), "seed=1 exit 2, see seed=1.log; seed=2 exit 2, see seed=2.log");
    EXPECT_THAT(text_of(fakes_.out() / "seed=1.log"), HasSubstr("key 'agents[1].engine': too new"));
    fs::remove(fakes_.programs() / "synchrono-client.check.fake");
    options_.command = fakes_.root() / "nothing";
    EXPECT_THAT(sweep({"seed=1"}), HasSubstr("seed=1 cannot start"));
    options_.command = SYN_BINARY_DIR "/bin/synchrono";
    EXPECT_EQ(sweep({"seed=1..2"}), "seed=1 all good; seed=2 all good")
        << "failed runs must be made the next time";
}

TEST_F(SweepTest, AStopRequestEndsAllRunsAndKeepsFinishedOnes) {
    EXPECT_EQ(sweep({"seed=1"}), "seed=1 all good");
    fakes_.set_script("synchrono-server", {"graceful", fake::kListening, fake::kHalfWay, "wait"});
    fakes_.set_script("synchrono-client", {"graceful", "tell up", "wait"});
    options_.jobs = 1;
    // The line that a client writes is the stop request.
    EXPECT_EQ(sweep({"seed=1..3"}, fakes_.up_fd()),
              "interrupted: seed=1 found all good; seed=2 interrupted; seed=3 not run");
    EXPECT_TRUE(fs::exists(fakes_.out() / "seed=2" / "report.json"));
    let_all_go_well();
    EXPECT_EQ(sweep({"seed=1..3"}), "seed=1 found all good; seed=2 all good; seed=3 all good");
}

TEST_F(SweepTest, KillsARunThatIgnoresTheStopRequest) {
    const fs::path script = fakes_.root() / "stubborn";
    std::ofstream(script) << "#!/bin/sh\ntrap '' TERM\necho up > " << (fakes_.programs() / "up").string()
                          << "\nread never < " << (fakes_.root() / "never").string() << "\n";
    ASSERT_EQ(::chmod(script.c_str(), 0700), 0);
    ASSERT_EQ(::mkfifo((fakes_.root() / "never").c_str(), 0600), 0);
    options_.jobs = 1;
    options_.command = script;
    options_.patience = WallDuration::milliseconds(1);
    EXPECT_EQ(sweep({"seed=1..3"}, fakes_.up_fd()).substr(0, 37), "interrupted: seed=1 killed by SIGKILL");
}

TEST_F(SweepTest, RefusesABadScenarioBeforeAnyRun) {
    EXPECT_EQ(prepare({"seed=1,x"}).error().text,
              "--over seed=x: key 'seed': expected a whole number from 0 to 18446744073709551615");
    EXPECT_EQ(
        prepare({"agents.car9.speed_m_s=1,2"}).error().text,
        "--over agents.car9.speed_m_s=1: leads nowhere: no 'car9' in 'agents'; known there: car0, car1");
    options_.run.clients = 3;
    EXPECT_THAT(prepare({"seed=1"}).error().text, HasSubstr("3 clients for 2 agents"));
    fakes_.add_cone();
    options_.run.scenario = fakes_.scenario_file();
    EXPECT_THAT(prepare({"seed=1"}).error().text, HasSubstr("3 clients for 2 agents"))
        << "elements have a client of their own";
    fakes_.scenario().agents.pop_back();
    options_.run.scenario = fakes_.scenario_file();
    options_.run.clients.reset();
    options_.run.rate = "fast";
    EXPECT_THAT(prepare({"seed=1"}).error().text, HasSubstr("--rate"));
    EXPECT_FALSE(fs::exists(fakes_.out()));
}

TEST_F(SweepTest, NamesTheOptionFromWhichABadSettingCame) {
    options_.run.settings = {"sed=1"};
    EXPECT_THAT(prepare({"sed=1,2"}).error().text, StartsWith("--over sed=1: key 'sed': unknown"));
    EXPECT_THAT(prepare({"seed=1,2"}).error().text, StartsWith("--set sed=1: key 'sed': unknown"));
}

TEST_F(SweepTest, ComparesTheFiguresThatWereChosen) {
    options_.figures = "sim_s,agents.car*.delay_s";
    auto prepared = prepare({"seed=1..2"});
    ASSERT_TRUE(prepared) << prepared.error().text;
    ASSERT_EQ(prepared->result.figures.size(), 2u);
    EXPECT_EQ(prepared->result.figures[1].agents, "car*");
    options_.figures = "agents.cone.delay_s";
    fakes_.add_cone();
    options_.run.scenario = fakes_.scenario_file();
    prepared = prepare({"seed=1..2"});
    ASSERT_FALSE(prepared) << "elements have no figures";
    EXPECT_EQ(prepared.error().text,
              "--figures agents.cone.delay_s: no vehicle 'cone'; expected one of car0, car1");
}

TEST_F(SweepTest, RefusesAFolderOfSomethingElse) {
    fs::create_directory(fakes_.out());
    EXPECT_TRUE(prepare({"seed=1"})) << "an empty folder is accepted";
    std::ofstream(fakes_.out() / "mine") << "mine";
    EXPECT_EQ(prepare({"seed=1"}).error().text,
              fakes_.out().string() +
                  " is not empty; expected a new or empty folder, or the folder of a sweep to continue");
}

TEST_F(SweepTest, RefusesAFolderThatAnotherSweepUses) {
    const auto first = prepare({"seed=1"});
    ASSERT_TRUE(first) << first.error().text;
    EXPECT_EQ(prepare({"seed=1"}).error().text, fakes_.out().string() + " is in use by another sweep");
}

}  // namespace
}  // namespace synchrono::tools::sweep
