// Proves what a run does with its programs, whether they succeed, crash, hang, ignore signals or are missing.
// The programs are fakes with a script. Nothing sleeps: the test knows the order of events from a FIFO to
// which the fakes write.
#include "tools/run/run.hpp"

#include <gmock/gmock.h>
#include <signal.h>

#include "tests/tools/fake/fake_programs.hpp"
#include "tools/run/run_files.hpp"

namespace synchrono::tools::run {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class RunTest : public ::testing::Test {
  protected:
    RunTest() {
        ::unlink(progress_file().c_str());
        progress_fd_ = ::open(progress_file().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        options_.out = fakes_.out();
        options_.programs = fakes_.programs();
    }
    ~RunTest() override { ::close(progress_fd_); }

    std::filesystem::path progress_file() const { return fakes_.root() / "progress"; }
    std::string progress_text() const {
        std::ostringstream text;
        text << std::ifstream(progress_file()).rdbuf();
        return text.str();
    }

    RunOutcome run(int stop_fd = -1) {
        options_.scenario = fakes_.scenario_file();
        const auto prepared = prepare_run(options_);
        EXPECT_TRUE(prepared) << prepared.error().text;
        if (!prepared) return {};
        ProgressPrinter printer(progress_fd_, ProgressPrinter::Style::plain);
        auto outcome = execute_run(*prepared, stop_fd, printer);
        EXPECT_FALSE(std::filesystem::exists(fakes_.out() / "credentials")) << "credentials go with the run";
        return outcome;
    }
    static std::string ends(const RunOutcome& outcome) {
        std::string text;
        for (const auto& p : outcome.programs) {
            text +=
                (text.empty() ? "" : ", ") + p.name + " " + (p.exit ? p.exit->to_string() : "not started");
        }
        return text;
    }

    fake::FakePrograms fakes_;
    RunOptions options_;
    int progress_fd_ = -1;
};

TEST_F(RunTest, StartsServerAndClientsAndWaitsForAll) {
    fakes_.set_script("synchrono-server", {"args", "private", fake::kListening, fake::kHalfWay, fake::kDone,
                                           fake::kEnded, "exit 0"});
    fakes_.set_script("synchrono-client", {"args", "private", "exit 0"});
    const auto outcome = run();
    EXPECT_EQ(ends(outcome), "server exit 0, client0 exit 0, client1 exit 0");
    EXPECT_EQ(outcome.because, "every agent has ended");
    EXPECT_FALSE(outcome.ended_early);
    EXPECT_FALSE(outcome.interrupted);
    EXPECT_DOUBLE_EQ(outcome.last.sim_s, 1.0);
    EXPECT_THAT(progress_text(), HasSubstr("0.50 of 1.00 s"));

    const std::string scenario = (fakes_.out() / "scenario.json").string();
    const std::string credentials = (fakes_.out() / "credentials").string();
    EXPECT_EQ(fakes_.text_of("server.log"), "--scenario\n" + scenario + "\n--credentials\n" + credentials +
                                                "/all.json\n--listen\n127.0.0.1:0\n--out\n" +
                                                fakes_.out().string() + "\n");
    EXPECT_EQ(fakes_.text_of("client1.log"), "--scenario\n" + scenario +
                                                 "\n--server\n127.0.0.1:4711\n--credentials\n" + credentials +
                                                 "/client1.json\n--out\n" + fakes_.out().string() + "\n");
    const auto resolved = config::load_scenario(scenario);
    ASSERT_TRUE(resolved);
    EXPECT_EQ(*resolved, fakes_.scenario());
}

TEST_F(RunTest, DividesAgentsAsAsked) {
    options_.clients = 1;
    options_.handlers = 3;
    fakes_.set_script("synchrono-server", {"args", fake::kListening, fake::kEnded});
    fakes_.set_script("synchrono-client", {"args"});
    EXPECT_EQ(ends(run()), "server exit 0, client0 exit 0");
    EXPECT_THAT(fakes_.text_of("server.log"), HasSubstr("--handlers\n3\n"));
}

TEST_F(RunTest, PutsElementsIntoTheirOwnClient) {
    fakes_.add_cone();
    options_.clients = 1;
    fakes_.set_script("synchrono-server", {fake::kListening, fake::kEnded});
    fakes_.set_script("synchrono-client", {"args"});
    const auto outcome = run();
    EXPECT_EQ(ends(outcome), "server exit 0, client0 exit 0, world exit 0");
    EXPECT_EQ(outcome.programs.back().agents->to_string(), "2");
    EXPECT_THAT(fakes_.text_of("world.log"), HasSubstr("/credentials/world.json\n"));
}

TEST_F(RunTest, StartsAllButTheExternalClientsAndSaysHowToStartThese) {
    options_.external = {"client1"};
    options_.listen = "127.0.0.2:4000";
    fakes_.set_script("synchrono-server",
                      {"args", fake::kListening,
                       R"(out {"event":"progress","sim_s":0,"clients":1,"agents":1,"awaited":["car1"]})",
                       "hear 1", fake::kDone, fake::kEnded, "exit 0"});
    fakes_.set_script("synchrono-client.client0", {"tell gone", "exit 0"});
    const auto outcome = run();
    EXPECT_EQ(ends(outcome), "server exit 0, client0 exit 0, client1 not started");
    EXPECT_THAT(progress_text(), HasSubstr("waiting for car1 (client1)"));
    EXPECT_FALSE(outcome.ended_early);
    EXPECT_TRUE(outcome.programs.back().clean());
    EXPECT_THAT(fakes_.text_of("server.log"), HasSubstr("--listen\n127.0.0.2:4000\n"));
    const std::string folder = fakes_.out().string();
    EXPECT_THAT(
        progress_text(),
        HasSubstr("client1 (" + fakes_.scenario().agents.at(1).name +
                  ") is expected from elsewhere, within 600 s. Copy to its machine, so that nobody else "
                  "reads them:\n  " +
                  folder + "/scenario.json\n  " + folder +
                  "/credentials/client1.json\nand run there:\n  synchrono-client --scenario "
                  "scenario.json --credentials client1.json --server 127.0.0.1:4711 --out logs\nOnly "
                  "this machine reaches that address; --listen chooses another one.\n"));
    EXPECT_EQ(config::load_scenario(folder + "/scenario.json")->start_limit, WallDuration::seconds(600));
}

TEST_F(RunTest, NamesThisHostToOthersWhenAServerListensAtAllItsAddresses) {
    fakes_.set_script("synchrono-server", {"out {\"event\":\"listening\",\"address\":\"0.0.0.0:4711\"}",
                                           fake::kDone, fake::kEnded, "exit 0"});
    options_.external = {"client0", "client1"};
    options_.listen = "0.0.0.0:4711";
    run();
    char name[HOST_NAME_MAX + 1] = {};
    ASSERT_EQ(::gethostname(name, HOST_NAME_MAX), 0);
    EXPECT_THAT(progress_text(), HasSubstr(fmt::format("--server {}:4711 ", name)));
    EXPECT_THAT(progress_text(), Not(HasSubstr("Only this machine reaches")));
}

TEST_F(RunTest, RefusesUnknownExternalClientsAndWrongAddresses) {
    options_.scenario = fakes_.scenario_file();
    const auto problem = [this] {
        const auto prepared = prepare_run(options_);
        return prepared ? "" : prepared.error().text;
    };
    options_.external = {"client0", "client7"};
    EXPECT_THAT(problem(), HasSubstr("--expect-external: the run has no client and no agent 'client7'"));
    options_.external = {};
    const std::pair<const char*, const char*> wrong[] = {
        {"", "expected HOST or HOST:PORT, such as 127.0.0.1:4000"},
        {"4600", "expected HOST or HOST:PORT, such as 127.0.0.1:4000"},
        {"127.0.0.1:0", "expected a port from 1 on, or none"},
        {"127.0.0.1:x", "address '127.0.0.1:x': expected HOST:PORT"},
    };
    for (const auto& [listen, why] : wrong) {
        options_.listen = listen;
        EXPECT_THAT(problem(), HasSubstr(std::string("--listen '") + listen + "': " + why));
    }
    options_.listen = "[::1]:4000";
    const auto prepared = prepare_run(options_);
    ASSERT_TRUE(prepared);
    EXPECT_EQ(prepared->server_listen, "[::1]:4000");
    EXPECT_EQ(prepared->radio_listen, "[::1]:4001");
}

TEST_F(RunTest, BringsTheFilesOfPilotsIntoTheRunEachOnce) {
    std::filesystem::create_directory(fakes_.root() / "other");
    const std::string own = fakes_.root() / "own.so", other = fakes_.root() / "other" / "own.so",
                      notes = fakes_.root() / "notes.txt";
    for (const std::string& file : {own, other, notes}) std::ofstream(file) << file;
    auto& agents = fakes_.scenario().agents;
    agents[0].pilot = own;
    agents[0].pilot_config = R"({"file":")" + notes + R"(","x":1})";
    agents[1].pilot = other;
    agents[1].pilot_config = "{}";
    options_.scenario = fakes_.scenario_file();
    auto prepared = prepare_run(options_);
    ASSERT_TRUE(prepared) << prepared.error().text;
    ASSERT_TRUE(bring_files_inside(*prepared));
    const auto resolved = config::load_scenario(fakes_.out() / "scenario.json");
    ASSERT_TRUE(resolved) << resolved.error().text;
    EXPECT_EQ(resolved->agents[0].pilot, "files/own.so");
    EXPECT_EQ(resolved->agents[1].pilot, "files/own_2.so");
    EXPECT_EQ(fakes_.text_of("files/own_2.so"), other);
    EXPECT_EQ(config::pilot_config_json(*resolved, resolved->agents[0]),
              R"({"file":")" + (fakes_.out() / "files/notes.txt").string() + R"(","x":1})");
    std::filesystem::remove(notes);
    options_.out = fakes_.root() / "second";
    auto again = prepare_run(options_);
    ASSERT_TRUE(again);
    EXPECT_EQ(bring_files_inside(*again).error().text, notes + ": No such file or directory");
}

TEST_F(RunTest, GoesOnWhenAClientDies) {
    fakes_.set_script("synchrono-server",
                      {fake::kListening, fake::kHalfWay, "hear 2", fake::kDone, fake::kEnded});
    fakes_.set_script("synchrono-client.client0", {"err a wheel came off", "tell dying", "raise 6"});
    fakes_.set_script("synchrono-client.client1", {"tell working", "exit 0"});
    const auto outcome = run();
    EXPECT_EQ(ends(outcome), "server exit 0, client0 killed by SIGABRT, client1 exit 0");
    EXPECT_FALSE(outcome.ended_early);
    EXPECT_EQ(outcome.programs[1].last_log_line, "a wheel came off");
    EXPECT_DOUBLE_EQ(outcome.last.sim_s, 1.0);
    EXPECT_THAT(progress_text(), HasSubstr("client0 failed: killed by SIGABRT: a wheel came off"));
}

TEST_F(RunTest, QuotesTheLastErrorInALogBeforeAllElse) {
    fakes_.set_script("synchrono-server", {fake::kListening, "hear 2", fake::kDone, fake::kEnded});
    fakes_.set_script("synchrono-client.client0",
                      {"err 12:34:56.789 error client0: a wheel came off",
                       "err 12:34:56.790 error client0: the server is gone", "out steering error 0.2",
                       "err 12:34:56.791 info client0: done", "tell dying", "exit 1"});
    fakes_.set_script("synchrono-client.client1", {"tell dying", "exit 1"});
    const auto outcome = run();
    EXPECT_EQ(ends(outcome), "server exit 0, client0 exit 1, client1 exit 1");
    EXPECT_EQ(outcome.programs[1].last_log_line, "12:34:56.790 error client0: the server is gone");
    EXPECT_EQ(outcome.programs[2].last_log_line, "") << "it wrote no log";
    EXPECT_THAT(progress_text(), HasSubstr("client0 failed: exit 1: 12:34:56.790 error client0: the server"));
}

TEST_F(RunTest, QuotesTheLastLineOfAKilledProgram) {
    fakes_.set_script("synchrono-server", {fake::kListening, "hear 2", fake::kDone, fake::kEnded});
    fakes_.set_script("synchrono-client.client0",
                      {"err 12:34:56.789 error client0: the pilot of car1 failed",
                       "err requirement failed: tick > 0", "tell dying", "raise 6"});
    fakes_.set_script("synchrono-client.client1", {"tell dying", "exit 0"});
    const auto outcome = run();
    EXPECT_EQ(outcome.programs[1].last_log_line, "requirement failed: tick > 0");
}

TEST_F(RunTest, TellsAtOnceOfErrorsThatEndNoProgram) {
    options_.clients = 1;
    fakes_.set_script("synchrono-server",
                      {fake::kListening, "hear 1", fake::kHalfWay, fake::kDone, fake::kEnded});
    fakes_.set_script(
        "synchrono-client",
        {"err 12:34:56.789 warn client0: a warning", "err 12:34:56.790 error client0: cannot write the log",
         "err 12:34:56.791 error client0: cannot write it again", "tell full"});
    run();
    EXPECT_THAT(progress_text(), HasSubstr("12:34:56.790 error client0: cannot write the log\n"));
    EXPECT_THAT(progress_text(), Not(HasSubstr("a warning")));
    EXPECT_THAT(progress_text(), Not(HasSubstr("again"))) << "one line for each program";
}

TEST_F(RunTest, NamesTheClientByWhichTheServerLostAgents) {
    fakes_.set_script(
        "synchrono-server",
        {fake::kListening, "hear 1", "follow client0", fake::kDone,
         R"(out {"event":"ended","because":"all agents are gone; 1 of them was lost: car0"})", "exit 1"});
    fakes_.set_script("synchrono-client.client0",
                      {"pid", "err 12:34:56.789 info client0: joined the world", "tell up", "raise 9"});
    fakes_.set_script("synchrono-client.client1", {"exit 0"});
    const auto outcome = run();
    EXPECT_EQ(outcome.because, "client0 failed: killed by SIGKILL");
    EXPECT_EQ(outcome.first_failure, outcome.because);
    EXPECT_FALSE(outcome.ended_early);
    EXPECT_EQ(outcome.programs[1].last_log_line, "") << "that line says nothing about the signal";
}

TEST_F(RunTest, StopsClientsThatOutliveTheServer) {
    fakes_.scenario().server_limit = WallDuration::milliseconds(1);
    options_.patience = {};
    options_.grace = WallDuration::seconds(60);
    fakes_.set_script("synchrono-server", {fake::kListening, fake::kHalfWay, "hear 2", "raise 9"});
    fakes_.set_script("synchrono-client", {"graceful", "tell up", "wait"});
    const auto outcome = run();
    EXPECT_EQ(ends(outcome), "server killed by SIGKILL, client0 exit 0, client1 exit 0");
    EXPECT_TRUE(outcome.ended_early);
    EXPECT_FALSE(outcome.interrupted);
    EXPECT_EQ(outcome.because, "the server failed: killed by SIGKILL");
}

TEST_F(RunTest, KillsClientsThatIgnoreTheStopSignal) {
    fakes_.scenario().server_limit = WallDuration::milliseconds(1);
    options_.patience = {};
    options_.grace = WallDuration::milliseconds(1);
    fakes_.set_script("synchrono-server", {fake::kListening, "hear 2", "exit 1"});
    fakes_.set_script("synchrono-client", {"stubborn", "tell up", "wait"});
    const auto outcome = run();
    EXPECT_EQ(ends(outcome), "server exit 1, client0 killed by SIGKILL, client1 killed by SIGKILL");
    EXPECT_TRUE(outcome.ended_early);
}

TEST_F(RunTest, LetsClientsEndByThemselves) {
    fakes_.set_script("synchrono-server", {fake::kListening, fake::kHalfWay, "exit 1"});
    fakes_.set_script("synchrono-client", {"err server lost", "exit 1"});
    const auto outcome = run();
    EXPECT_EQ(ends(outcome), "server exit 1, client0 exit 1, client1 exit 1");
    EXPECT_EQ(outcome.because, "the server failed: exit 1");
}

TEST_F(RunTest, AStopRequestEndsEveryProgram) {
    options_.grace = WallDuration::seconds(60);
    options_.clients = 1;
    fakes_.set_script("synchrono-server", {"graceful", fake::kListening, fake::kHalfWay, "wait"});
    fakes_.set_script("synchrono-client", {"graceful", "tell up", "wait"});
    const auto outcome = run(fakes_.up_fd());  // the line that the client writes is the stop request
    EXPECT_EQ(ends(outcome), "server exit 0, client0 exit 0");
    EXPECT_TRUE(outcome.interrupted);
    EXPECT_TRUE(outcome.ended_early);
    EXPECT_EQ(outcome.because, "interrupted");
    for (const auto& program : outcome.programs) EXPECT_TRUE(program.stopped);
}

TEST_F(RunTest, AStopRequestKillsAfterTheGracePeriod) {
    options_.grace = WallDuration::milliseconds(1);
    options_.clients = 1;
    fakes_.set_script("synchrono-server", {"stubborn", fake::kListening, "wait"});
    fakes_.set_script("synchrono-client", {"stubborn", "tell up", "wait"});
    const auto outcome = run(fakes_.up_fd());
    EXPECT_EQ(ends(outcome), "server killed by SIGKILL, client0 killed by SIGKILL");
    EXPECT_TRUE(outcome.interrupted);
}

TEST_F(RunTest, ASecondStopRequestKillsAtOnce) {
    options_.grace = WallDuration::seconds(60);  // longer than the fakes live
    options_.clients = 1;
    fakes_.set_script("synchrono-server", {"stubborn", fake::kListening, "wait"});
    fakes_.set_script("synchrono-client",
                      {"answer", "tell up", "wait"});  // the answer to SIGTERM is the second request
    const auto outcome = run(fakes_.up_fd());
    EXPECT_THAT(ends(outcome), HasSubstr("server killed by SIGKILL"));
}

TEST_F(RunTest, EndsWhenTheServerNeverListens) {
    options_.listen_limit = WallDuration::milliseconds(1);
    fakes_.set_script("synchrono-server", {"wait"});
    const auto outcome = run();
    EXPECT_THAT(outcome.because, HasSubstr("did not report its address in time"));
    EXPECT_THAT(ends(outcome), HasSubstr("client0 not started, client1 not started"));
    EXPECT_TRUE(outcome.ended_early);
}

TEST_F(RunTest, EndsWhenTheServerEndsBeforeListening) {
    fakes_.set_script("synchrono-server", {"err the address is taken", "exit 1"});
    const auto outcome = run();
    EXPECT_EQ(ends(outcome), "server exit 1, client0 not started, client1 not started");
    EXPECT_EQ(outcome.programs[0].last_log_line, "the address is taken");
    EXPECT_TRUE(outcome.ended_early);
}

TEST_F(RunTest, EndsWhenAProgramIsMissing) {
    std::filesystem::remove(fakes_.programs() / "synchrono-server");
    const auto outcome = run();
    EXPECT_EQ(ends(outcome), "server not started, client0 not started, client1 not started");
    EXPECT_THAT(outcome.because, HasSubstr("synchrono-server: No such file or directory"));
    EXPECT_TRUE(outcome.ended_early);
}

TEST_F(RunTest, NamesObjectionsOfClientsBeforeTheRun) {
    options_.scenario = fakes_.scenario_file();
    const auto refusal = [&](std::initializer_list<const char*> said) {
        fakes_.set_script("synchrono-client.check", said);
        const auto prepared = prepare_run(options_);
        EXPECT_FALSE(std::filesystem::exists(fakes_.out())) << "no folder may be made";
        return prepared ? "none" : prepared.error().text;
    };
    const std::string file = options_.scenario.string();
    EXPECT_THAT(refusal({"out a pilot's own words",
                         R"(out {"event":"objection","agent":0,"key":"engine","problem":"too new"})",
                         R"(out {"event":"objection","agent":1,"key":"pilot.config","problem":"too odd"})",
                         "exit 2"}),
                ::testing::MatchesRegex(file + ":[0-9]+: key 'agents.0..engine': too new\n" + file +
                                        ":[0-9]+: key 'agents.1..pilot.config': too odd"));
    EXPECT_EQ(refusal({"raise 9"}),
              file + ": synchrono-client failed while loading the pilots: killed by SIGKILL");
    options_.check_limit = WallDuration::milliseconds(1);
    EXPECT_EQ(refusal({"wait"}),
              file + ": synchrono-client did not finish loading the pilots within 0.001 s");
    std::filesystem::remove(fakes_.programs() / "synchrono-client");
    EXPECT_THAT(refusal({}), HasSubstr("synchrono-client: No such file or directory"));
}

TEST_F(RunTest, EndsWhenAnAwaitedClientHasFailed) {
    options_.grace = WallDuration::seconds(60);
    fakes_.set_script("synchrono-server",
                      {"graceful", fake::kListening,
                       R"(repeat {"event":"progress","sim_s":0,"clients":1,"agents":1,"awaited":["car1"]})"});
    fakes_.set_script("synchrono-client.client0", {"graceful", "wait"});
    fakes_.set_script("synchrono-client.client1", {"err no such pilot", "exit 1"});
    const auto outcome = run();
    EXPECT_EQ(outcome.because, "client1 failed before the run could start");
    EXPECT_TRUE(outcome.ended_early);
    EXPECT_EQ(outcome.programs[2].last_log_line, "no such pilot");
    EXPECT_THAT(progress_text(), HasSubstr("waiting for car1"));
}

TEST_F(RunTest, EndsAServerThatOutlivesItsClients) {
    fakes_.scenario().silence_limit = WallDuration::milliseconds(200);  // the least allowed
    fakes_.scenario().server_limit = WallDuration::milliseconds(1);
    options_.patience = {};
    options_.grace = WallDuration::seconds(60);
    fakes_.set_script("synchrono-server", {"graceful", fake::kListening, fake::kHalfWay, "wait"});
    fakes_.set_script("synchrono-client", {"exit 0"});
    const auto outcome = run();
    EXPECT_EQ(ends(outcome), "server exit 0, client0 exit 0, client1 exit 0");
    EXPECT_TRUE(outcome.ended_early);
    EXPECT_THAT(outcome.because, HasSubstr("did not end by themselves"));
}

TEST_F(RunTest, SkipsLinesThatAreNoEvents) {
    fakes_.set_script("synchrono-server",
                      {"out hello", fake::kListening, R"(out {"event":"new"})", fake::kEnded});
    fakes_.set_script("synchrono-client", {"exit 0"});
    EXPECT_EQ(ends(run()), "server exit 0, client0 exit 0, client1 exit 0");
    EXPECT_THAT(progress_text(), HasSubstr("not a line of synchrono-server: hello"));
}

TEST_F(RunTest, AWindowWithoutADisplayIsRefusedBeforeAnythingStarts) {
    options_.scenario = fakes_.scenario_file();
    ::unsetenv("DISPLAY");
    options_.view.view = "*";
    const auto prepared = prepare_run(options_);
    ASSERT_FALSE(prepared);
    EXPECT_EQ(prepared.error().text,
              "--view, --view-record, --drive: no window: there is no display (DISPLAY is not set)");
}

TEST_F(RunTest, AWindowOnAnUnknownAgentIsRefusedWithTheKnownOnes) {
    options_.scenario = fakes_.scenario_file();
    ::setenv("DISPLAY", ":0", 1);
    options_.view.view = "nobody";
    const auto prepared = prepare_run(options_);
    ::unsetenv("DISPLAY");
    ASSERT_FALSE(prepared);
    EXPECT_EQ(prepared.error().text,
              "--view: the scenario has no agent 'nobody'; expected one of car0, car1");
}

TEST_F(RunTest, RefusesAFolderThatIsNotEmpty) {
    options_.scenario = fakes_.scenario_file();
    std::filesystem::create_directory(fakes_.out());
    EXPECT_TRUE(prepare_run(options_)) << "an empty folder is accepted";
    const auto second = prepare_run(options_);
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error().text, HasSubstr("is not empty; expected a new or empty folder"));
    EXPECT_THAT(second.error().text, Not(HasSubstr("\n")));
}

TEST_F(RunTest, RefusesAMissingScenarioInOneLine) {
    options_.scenario = "/nonexistent/scenario.json";
    const auto prepared = prepare_run(options_);
    ASSERT_FALSE(prepared);
    EXPECT_THAT(prepared.error().text, HasSubstr("/nonexistent/scenario.json"));
    EXPECT_THAT(prepared.error().text, Not(HasSubstr("\n")));
    EXPECT_FALSE(std::filesystem::exists(fakes_.out())) << "no folder may be made";
}

TEST_F(RunTest, NamesFoldersUniquelyAfterTimeAndScenario) {
    const auto before = std::filesystem::current_path();
    options_.scenario = fakes_.scenario_file();
    options_.out.clear();
    std::filesystem::current_path(fakes_.root());
    const auto first = prepare_run(options_);
    const auto second = prepare_run(options_);
    std::filesystem::current_path(before);
    ASSERT_TRUE(first && second);
    EXPECT_NE(first->folder, second->folder);
    EXPECT_EQ(first->folder.parent_path(), fakes_.root() / "runs");
    EXPECT_THAT(first->folder.filename().string(), ::testing::ContainsRegex("^[0-9]{8}T[0-9]{6}Z-two_cars"));
}

}  // namespace
}  // namespace synchrono::tools::run
