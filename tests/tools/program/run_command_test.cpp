// Proves the `synchrono` command as a user meets it: exit codes, what goes to standard output and to
// standard error, one line for each mistake, and Ctrl-C. The tests run the real program; the server and the
// clients that it starts are fakes with a script.
#include <gmock/gmock.h>
#include <json/json.h>
#include <poll.h>
#include <signal.h>

#include "common/config/credentials.hpp"
#include "tests/tools/fake/fake_programs.hpp"
#include "tools/process/process.hpp"
#include "tools/run/exit_codes.hpp"

namespace synchrono::tools {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::StrEq;

constexpr WallDuration kBound = WallDuration::seconds(60);

class CommandTest : public ::testing::Test {
  protected:
    struct Answer {
        int code = -1;
        std::string output, error;
    };

    Result<process::ChildProcess> start(std::vector<std::string> arguments) {
        return process::ChildProcess::spawn({.program = SYN_BINARY_DIR "/bin/synchrono",
                                             .arguments = std::move(arguments),
                                             .log = error_file(),
                                             .output = process::ProcessSpec::Output::pipe});
    }
    Answer finish(process::ChildProcess& child) {
        Answer answer;
        while (const auto line = child.read_line(kBound)) answer.output += *line + "\n";
        const auto exit = child.wait(kBound);
        if (exit && exit->kind == process::ExitStatus::Kind::exited) answer.code = exit->value;
        std::ostringstream error;
        error << std::ifstream(error_file()).rdbuf();
        answer.error = error.str();
        std::filesystem::remove(error_file());
        return answer;
    }
    Answer synchrono(std::vector<std::string> arguments) {
        auto child = start(std::move(arguments));
        if (!child) {
            ADD_FAILURE() << child.error().text;
            return {};
        }
        return finish(*child);
    }
    std::vector<std::string> run_arguments(std::initializer_list<std::string> more = {}) {
        std::vector<std::string> arguments{"run",        fakes_.scenario_file().string(),
                                           "--programs", fakes_.programs().string(),
                                           "--out",      fakes_.out().string()};
        arguments.insert(arguments.end(), more);
        return arguments;
    }
    std::filesystem::path error_file() const { return fakes_.root() / "error"; }
    void let_all_go_well() {
        fakes_.set_script("synchrono-server", {fake::kListening, fake::kHalfWay, fake::kDone, fake::kEnded});
        fakes_.set_script("synchrono-client", {"exit 0"});
    }

    fake::FakePrograms fakes_;
};

TEST_F(CommandTest, PrintsVersionAndHelp) {
    const auto version = synchrono({"--version"});
    EXPECT_EQ(version.code, 0);
    EXPECT_THAT(version.output, AnyOf("synchrono " SYNCHRONO_VERSION ", without Project Chrono\n",
                                      StartsWith("synchrono " SYNCHRONO_VERSION ", with Project Chrono ")));
    EXPECT_EQ(version.error, "");
    const auto help = synchrono({"--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.output,
                AllOf(HasSubstr("run"), HasSubstr("sweep"), HasSubstr("log"), HasSubstr("doctor")));
    const auto run_help = synchrono({"run", "--help"});
    EXPECT_EQ(run_help.code, 0);
    for (const char* option : {"--clients", "--agents-per-client", "--duration", "--rate", "--gate", "--seed",
                               "--set", "--seeds", "--out", "--json", "--handlers"}) {
        EXPECT_THAT(run_help.output, HasSubstr(option));
    }
}

TEST_F(CommandTest, ResolveWritesWhatProgramsByHandNeed) {
    fakes_.set_script("synchrono-client", {"exit 0"});
    auto arguments = run_arguments({"--clients", "1", "--watcher", "guest", "--seed", "7"});
    arguments[0] = "resolve";
    const auto answer = synchrono(arguments);
    EXPECT_EQ(answer.code, 0) << answer.error;
    const std::filesystem::path out = fakes_.out();
    EXPECT_EQ(config::load_scenario(out / "scenario.json").value().seed, 7u);
    const auto all = config::load_credentials(out / "credentials/all.json", 2);
    ASSERT_TRUE(all) << all.error().text;
    ASSERT_EQ(all->size(), 2u);
    const auto own = config::load_own_credential(out / "credentials/client0.json", 2);
    ASSERT_TRUE(own) << own.error().text;
    EXPECT_EQ(own->agents, (std::vector{AgentId{0}, AgentId{1}}));
    EXPECT_FALSE(own->watch);
    EXPECT_EQ(own->secret, *config::find_secret(*all, "client0"));
    const auto guest = config::load_own_credential(out / "credentials/guest.json", 2);
    ASSERT_TRUE(guest) << guest.error().text;
    EXPECT_TRUE(guest->watch && guest->agents.empty());
    EXPECT_NE(guest->secret, own->secret);
    struct stat facts {};
    ASSERT_EQ(::stat((out / "credentials").c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777, 0700u);
    const std::string folder = out.string();
    EXPECT_THAT(answer.output,
                HasSubstr("  synchrono-server --scenario " + folder + "/scenario.json --credentials " +
                          folder + "/credentials/all.json --listen SERVER:PORT --out logs\n"));
    EXPECT_THAT(answer.output, HasSubstr("/credentials/client0.json --server SERVER:PORT --out logs\n"));
    EXPECT_THAT(answer.output, HasSubstr("/credentials/guest.json --server SERVER:PORT --out logs\n"));
    EXPECT_THAT(answer.output, Not(HasSubstr("synchrono-comm-server"))) << "the scenario has no radio";

    const auto again = synchrono(arguments);
    EXPECT_EQ(again.code, 2) << "a folder is never overwritten";
    EXPECT_THAT(again.error, StartsWith("synchrono resolve: "));
    for (const char* name : {"all", "../guest", "client0", ""}) {
        const std::string folder_of_refused = fakes_.out().string() + "_refused";
        const auto refused =
            synchrono({"resolve", "--watcher", name, fakes_.scenario_file().string(), "--programs",
                       fakes_.programs().string(), "--out", folder_of_refused});
        EXPECT_EQ(refused.code, 2) << name;
        EXPECT_FALSE(std::filesystem::exists(folder_of_refused + "/credentials"))
            << "no secret is left behind";
        std::filesystem::remove_all(folder_of_refused);
    }
    arguments[1] = "nobody";
    EXPECT_EQ(synchrono(arguments).code, 2);
}

TEST_F(CommandTest, WrongUsageExitsWithTwoAndNamesTheMistake) {
    const std::string scenario = fakes_.scenario_file().string();
    const struct {
        std::vector<std::string> arguments;
        const char* names;
    } cases[] = {
        {{}, "subcommand"},
        {{"fly"}, "synchrono: no command 'fly'; expected one of run, resolve, "},
        {{"rnu", "x"}, "synchrono: no command 'rnu'; did you mean 'run'? Expected one of run, resolve, "},
        {{"log", "inof"}, "synchrono log: no command 'inof'; did you mean 'info'? Expected one of "},
        {{"run", "x", "y"}, "synchrono run: one argument too many: 'y'; see synchrono run --help"},
        {{"run", "x", "--cleints=3"}, "synchrono run: no option '--cleints=3'; did you mean '--clients'?"},
        {{"list"}, "synchrono list: KIND is required; expected one of scenarios, maps, "},
        {{"list", "vehicels"},
         "synchrono list: no kind 'vehicels'; did you mean 'vehicles'? Expected one of scenarios, "},
        {{"run"}, "synchrono run: SCENARIO is required; see synchrono run --help"},
        {{"run", "--nope"}, "--nope"},
        {{"log", "info", "--nope"}, "--nope"},
        {{"run", scenario, "--speed", "3"}, "--speed"},
        {{"run", scenario, "--clients", "many"},
         "synchrono run: --clients: Value many not in range 1 to 4096; see synchrono run --help"},
        {{"run", scenario, "--clients", "0"}, "--clients"},
        {{"run", scenario, "--clients", "3"}, "3 clients for 2 agents"},
        {{"run", scenario, "--agents-per-client", "-1"}, "--agents-per-client"},
        {{"run", scenario, "--duration", "long"}, "--duration"},
        {{"run", scenario, "--rate", "fast"}, "--rate"},
        {{"run", scenario, "--gate", "ajar"}, "--gate"},
        {{"run", scenario, "--seed", "x"}, "--seed"},
        {{"run", scenario, "--seed", "-1"}, "--seed"},
        {{"run", scenario, "--set", "sneed=1"}, "--set sneed=1: key 'sneed': unknown"},
        {{"run", scenario, "--set", "seed"}, "--set seed: expected PATH=VALUE"},
        {{"run", scenario, "--set"}, "--set"},
        {{"run", "nobody"}, "nobody: no such file, and no scenario"},
        {{"run", "intersecton_30"}, "; did you mean 'intersection_30'? Expected a file or one of "},
        {{"run", scenario, "--seeds", "3..1"}, "--seeds: 3..1: expected FIRST..LAST with FIRST at most LAST"},
        {{"run", scenario, "--seeds", "x"}, "--seeds: x: "},
        {{"run", scenario, "--seeds", "1..2", "--seed", "3"}, "either --seed or --seeds"},
        {{"run", scenario, "--seeds", "1..2", "--clients", "3"}, "3 clients for 2 agents"},
        {{"run", scenario, "--seeds", "1..2", "--expect-external", "client1"}, "cannot be used with --seeds"},
        {{"run", scenario, "--seeds", "1..2", "--listen", "127.0.0.1"}, "cannot be used with --seeds"},
        {{"run", scenario, "--seeds", "1..2", "--verbose"}, "--verbose cannot be used with --seeds"},
        {{"--json", "run", "x"}, "synchrono: no option '--json'; see synchrono --help"},
        {{"foo", "run", "x"}, "synchrono: no command 'foo'; expected one of run, "},
        {{"run", "nobody", "--seeds", "1..2"}, "nobody: no such file, and no scenario"},
        {{"sweep"}, "SCENARIO"},
        {{"sweep", scenario}, "--over"},
        {{"sweep", scenario, "--over"}, "--over"},
        {{"sweep", scenario, "--over", "seed"}, "--over 'seed': expected PATH=VALUE"},
        {{"sweep", scenario, "--over", "seed=1,2", "--over", "seed=3"}, "--over: 'seed' is given twice"},
        {{"sweep", scenario, "--over", "seed=1,2", "--seed", "3"}, "--over seed cannot be used with --seed"},
        {{"sweep", scenario, "--over", "gate.exact=1,2", "--gate", "exact"},
         "--over gate.exact cannot be used with --gate"},
        {{"sweep", scenario, "--over", "rate=1x", "--rate", "max"}, "--over rate cannot be used with --rate"},
        {{"sweep", scenario, "--over", "duration_s=1", "--duration", "2"},
         "--over duration_s cannot be used with --duration"},
        {{"sweep", scenario, "--over", "sneed=1"}, "--over sneed=1: key 'sneed': unknown"},
        {{"sweep", scenario, "--over", "seed=1", "--figures", "stop"},
         "synchrono sweep: --figures stop: no such figure; did you mean 'stops'?"},
        {{"sweep", scenario, "--over", "seed=1", "--jobs", "0"}, "--jobs"},
        {{"run", scenario, "--handlers", "65"}, "--handlers"},
        {{"run", "/nonexistent/scenario.json"}, "/nonexistent/scenario.json"},
        {{"run", fakes_.root().string()}, fakes_.root().c_str()},
        {{"log"}, "subcommand"},
        {{"doctor", "--verbose"}, "--verbose"},
    };
    for (const auto& c : cases) {
        const auto answer = synchrono(c.arguments);
        EXPECT_EQ(answer.code, 2) << answer.error;
        EXPECT_EQ(answer.output, "");
        EXPECT_THAT(answer.error, HasSubstr(c.names));
    }
}

TEST_F(CommandTest, AMissingScenarioIsAnErrorOfOneLine) {
    const auto answer = synchrono({"run", "/nonexistent/scenario.json"});
    EXPECT_EQ(answer.code, run::kRunUsage);
    EXPECT_THAT(answer.error, MatchesRegex("synchrono run: [^\n]*/nonexistent/scenario.json[^\n]*\n"));
}

TEST_F(CommandTest, AGoodRunPrintsItsReport) {
    let_all_go_well();
    const auto answer = synchrono(run_arguments());
    EXPECT_EQ(answer.code, run::kRunGood) << answer.error;
    EXPECT_THAT(answer.output, StartsWith("Run of two_cars: all good\n"));
    EXPECT_THAT(answer.output, HasSubstr("\n" + fakes_.out().string() + "\n"));
    EXPECT_THAT(fakes_.text_of("report.txt"), AllOf(StartsWith("Run of two_cars: all good\n"),
                                                    HasSubstr("settings "), Not(StrEq(answer.output))));
    std::filesystem::remove_all(fakes_.out());
    const std::string all = synchrono(run_arguments({"--verbose"})).output;
    EXPECT_EQ(all, fakes_.text_of("report.txt"));
    EXPECT_THAT(answer.error, AllOf(HasSubstr("2 agents in 2 clients"), HasSubstr("0.50 of 1.00 s")));
    EXPECT_THAT(answer.error, Not(HasSubstr("\r"))) << "a line may be redrawn on a terminal only";
}

TEST_F(CommandTest, ListsWhatComesWithThePrograms) {
    const struct {
        const char *kind, *line;
    } cases[] = {
        {"scenarios", "\nring_30                       Thirty sedans on a ring road, for a minute\n"},
        {"maps", "park_university\n"},
        {"vehicles",
         "\nhmmwv        A rear-driven HMMWV with a torque converter, with the data of Chrono's \"hmmwv\"\n"},
        {"sensors", "\nlidar_16 "},
        {"pilots", "\npath_follower\n"},
    };
    for (const auto& c : cases) {
        const auto answer = synchrono({"list", c.kind});
        EXPECT_EQ(answer.code, 0) << answer.error;
        EXPECT_THAT(answer.output, HasSubstr(c.line));
        EXPECT_THAT(answer.output, Not(HasSubstr("schema")));
    }
}

TEST_F(CommandTest, TheJsonReportIsTheOnlyOutput) {
    let_all_go_well();
    const auto answer = synchrono(run_arguments(
        {"--json", "--clients", "1", "--seed", "9", "--gate", "exact", "--rate", "2x", "--duration", "0.5"}));
    EXPECT_EQ(answer.code, run::kRunGood) << answer.error;
    Json::Value report;
    ASSERT_TRUE(Json::Reader().parse(answer.output, report)) << answer.output;
    EXPECT_TRUE(report["good"].asBool());
    EXPECT_EQ(report["seed"].asUInt64(), 9u);
    EXPECT_EQ(report["gate"].asString(), "exact:1");
    EXPECT_EQ(report["rate"].asString(), "2x");
    EXPECT_DOUBLE_EQ(report["duration_s"].asDouble(), 0.5);
    EXPECT_EQ(report["programs"].size(), 2u);
    EXPECT_EQ(fakes_.text_of("report.json"), answer.output);
    EXPECT_TRUE(std::filesystem::exists(fakes_.out() / "report.txt"));
}

TEST_F(CommandTest, OptionsOverrideSet) {
    let_all_go_well();
    const std::string file = fakes_.scenario_file().string();
    const auto answer = synchrono({"run", "--set", "name=mine", "--set=agents.car1.speed_m_s=3", file,
                                   "--programs", fakes_.programs().string(), "--out", fakes_.out().string(),
                                   "--set", "seed=2", "--set", "rate=4x", "--seed", "5", "--set",
                                   "agents.car0.pilot={\"library\": \"p\", \"config\": {\"x\": [1, 2]}}"});
    EXPECT_EQ(answer.code, run::kRunGood) << answer.error;
    const auto made = config::load_scenario(fakes_.out() / "scenario.json");
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(made->name, "mine");
    EXPECT_EQ(made->seed, 5u);
    EXPECT_EQ(made->pace, config::Pace{4.0});
    EXPECT_EQ(made->agents[1].speed_m_s, 3);
    EXPECT_EQ(made->agents[0].pilot_config, R"({"x":[1,2]})");
}

TEST_F(CommandTest, AnObjectionToASetValueNamesTheOption) {
    fakes_.set_script(
        "synchrono-client.check",
        {R"(out {"event":"objection","agent":1,"key":"engine","problem":"too new"})", "exit 2"});
    const auto answer = synchrono(run_arguments({"--set", "agents.car1.engine=warp"}));
    EXPECT_EQ(answer.code, run::kRunUsage);
    EXPECT_EQ(answer.error,
              "synchrono run: --set agents.car1.engine=warp: key 'agents[1].engine': too new\n");
}

TEST_F(CommandTest, InstalledScenariosAreFoundByName) {
    let_all_go_well();
    const auto answer = synchrono({"run", "ring_30", "--programs", fakes_.programs().string(), "--out",
                                   fakes_.out().string(), "--clients", "1", "--duration", "0.5"});
    EXPECT_THAT(answer.output, StartsWith("Run of ring_30: all good\n")) << answer.error;
}

TEST_F(CommandTest, SeedsPrintATableAndExitWithTheWorstCode) {
    let_all_go_well();
    const auto good = synchrono(run_arguments({"--seeds", "1..2"}));
    EXPECT_EQ(good.code, run::kRunGood) << good.error;
    EXPECT_THAT(good.output, StartsWith("2 runs of two_cars: all good\n"));
    EXPECT_THAT(good.output, HasSubstr("\n" + fakes_.out().string() + "\n"));
    EXPECT_EQ(good.output, fakes_.text_of("sweep.txt") + fakes_.out().string() + "\n");
    EXPECT_THAT(good.error, HasSubstr("0.50 of 1.00 s")) << "each run must print its progress";
    for (const char* seed : {"1", "2"}) {
        const auto made =
            config::load_scenario(fakes_.out() / ("seed" + std::string(seed)) / "scenario.json");
        ASSERT_TRUE(made) << made.error().text;
        EXPECT_EQ(std::to_string(made->seed), seed);
    }
    fakes_.set_script("synchrono-client.client1", {"exit 1"});
    const auto bad = synchrono(run_arguments({"--seeds", "2..3", "--json"}));
    EXPECT_EQ(bad.code, run::kRunBad);
    Json::Value table;
    ASSERT_TRUE(Json::Reader().parse(bad.output, table)) << bad.output;
    EXPECT_EQ(bad.output, fakes_.text_of("sweep.json"));
    EXPECT_TRUE(table["runs"][0]["good"].asBool()) << "the run that was there already must stay good";
    EXPECT_FALSE(table["runs"][1]["good"].asBool());
}

TEST_F(CommandTest, SweepRunsEveryCombination) {
    let_all_go_well();
    const auto answer =
        synchrono({"sweep", "--over", "agents.car0.speed_m_s=1,2", fakes_.scenario_file().string(),
                   "--over=seed=1..2", "--set", "rate=3x", "--programs", fakes_.programs().string(), "--out",
                   fakes_.out().string(), "--jobs", "2"});
    EXPECT_EQ(answer.code, run::kRunGood) << answer.error;
    EXPECT_THAT(answer.output, StartsWith("4 runs of two_cars: all good\n"));
    EXPECT_THAT(answer.output, HasSubstr("over seeds"));
    const auto made = config::load_scenario(fakes_.out() / "speed_m_s=2,seed=1" / "scenario.json");
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(made->agents[0].speed_m_s, 2);
    EXPECT_EQ(made->pace, config::Pace{3.0});
}

TEST_F(CommandTest, AnInterruptedSweepPrintsItsTable) {
    fakes_.set_script("synchrono-server", {"graceful", fake::kListening, fake::kHalfWay, "wait"});
    fakes_.set_script("synchrono-client", {"graceful", "tell up", "wait"});
    auto child = start(run_arguments({"--clients", "1", "--seeds", "1..3"}));
    ASSERT_TRUE(child);
    pollfd up{fakes_.up_fd(), POLLIN, 0};
    ASSERT_EQ(::poll(&up, 1, 60'000), 1) << "the client is up";
    child->signal(SIGINT);
    const auto answer = finish(*child);
    EXPECT_EQ(answer.code, run::kRunInterrupted);
    EXPECT_THAT(answer.output, StartsWith("3 runs of two_cars: 0 good\n"));
    EXPECT_THAT(answer.output, AllOf(HasSubstr("interrupted\n"), HasSubstr("not run\n")));
    EXPECT_THAT(fakes_.text_of("seed1/report.txt"), HasSubstr("interrupted"));
    EXPECT_FALSE(std::filesystem::exists(fakes_.out() / "seed1" / "credentials"));
    EXPECT_FALSE(std::filesystem::exists(fakes_.out() / "seed2"));
}

TEST_F(CommandTest, TheLastOfRepeatedOptionsCounts) {
    let_all_go_well();
    const auto answer = synchrono(run_arguments({"--json", "--rate", "max", "--rate", "real"}));
    Json::Value report;
    ASSERT_TRUE(Json::Reader().parse(answer.output, report)) << answer.error;
    EXPECT_EQ(report["rate"].asString(), "real");
}

TEST_F(CommandTest, AFailedProgramExitsWithOne) {
    fakes_.set_script("synchrono-server", {fake::kListening, fake::kDone, fake::kEnded});
    fakes_.set_script("synchrono-client.client1", {"err no such pilot: left.so", "exit 1"});
    fakes_.set_script("synchrono-client.client0", {"exit 0"});
    const auto answer = synchrono(run_arguments());
    EXPECT_EQ(answer.code, run::kRunBad);
    EXPECT_THAT(answer.output, HasSubstr("client1 (agents 1): exit 1: no such pilot: left.so"));
}

TEST_F(CommandTest, ASecondRunIntoTheSameFolderIsRefused) {
    let_all_go_well();
    EXPECT_EQ(synchrono(run_arguments()).code, run::kRunGood);
    const auto report = fakes_.text_of("report.txt");
    const auto again = synchrono(run_arguments());
    EXPECT_EQ(again.code, run::kRunUsage);
    EXPECT_THAT(again.error, HasSubstr("is not empty; expected a new or empty folder"));
    EXPECT_EQ(fakes_.text_of("report.txt"), report);
}

TEST_F(CommandTest, AnInterruptedRunEndsItsProgramsAndPrintsItsReport) {
    for (const int number : {SIGINT, SIGTERM}) {
        fakes_.set_script("synchrono-server", {"graceful", fake::kListening, fake::kHalfWay, "wait"});
        fakes_.set_script("synchrono-client", {"graceful", "tell up", "wait"});
        auto child = start(run_arguments({"--clients", "1"}));
        ASSERT_TRUE(child);
        pollfd up{fakes_.up_fd(), POLLIN, 0};
        ASSERT_EQ(::poll(&up, 1, 60'000), 1) << "the client is up";
        char word[8];
        ASSERT_EQ(::read(fakes_.up_fd(), word, sizeof word), 3);
        child->signal(number);
        const auto answer = finish(*child);
        EXPECT_EQ(answer.code, run::kRunInterrupted);
        EXPECT_THAT(answer.output, StartsWith("Run of two_cars: ended early: interrupted\n"));
        EXPECT_THAT(fakes_.text_of("report.txt"),
                    AllOf(HasSubstr("server: exit 0"), HasSubstr("1 client: exit 0")));
        EXPECT_FALSE(std::filesystem::exists(fakes_.out() / "credentials"));
        std::filesystem::remove_all(fakes_.out());
    }
}

TEST_F(CommandTest, DoctorPrintsTextAndJson) {
    const auto text = synchrono({"doctor"});
    const auto json = synchrono({"doctor", "--json"});
    EXPECT_THAT(text.output, HasSubstr("net.core.rmem_max"));
    Json::Value findings;
    ASSERT_TRUE(Json::Reader().parse(json.output, findings));
    EXPECT_EQ(json.code, findings["ok"].asBool() ? 0 : 1);
    EXPECT_EQ(text.code, json.code);
}

}  // namespace
}  // namespace synchrono::tools
