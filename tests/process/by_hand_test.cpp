// Proves what the programs do when people start them wrongly by hand, or run a scenario with a mistake that
// only a client can find. They end with exit 2 and lines that say what is wrong, before anything has run, and
// leave nothing behind. Also proves what the logs say after a stop by a signal.
#include <fstream>
#include <gmock/gmock.h>
#include <signal.h>
#include <sstream>

#include "tests/process/test_run.hpp"
#include "tools/reading/log_analysis.hpp"

namespace synchrono::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

class ByHand : public ::testing::Test {
  protected:
    struct Answer {
        std::string exit;
        std::string error;
    };

    ByHand() {
        write_scenario();
        const config::Credential own{
            .name = "client", .secret = make_secret(), .agents = {AgentId{0}, AgentId{1}}, .watch = false};
        EXPECT_TRUE(config::write_credentials(credentials_, {&own, 1}));
    }
    void write_scenario() { std::ofstream(file_) << config::to_json(scenario_); }
    Answer answer(const std::string& program, std::vector<std::string> arguments) {
        const fs::path log = folder_.path() / "error";
        fs::remove(log);
        auto child =
            tools::process::ChildProcess::spawn({.program = fs::path(SYN_BINARY_DIR "/bin") / program,
                                                 .arguments = std::move(arguments),
                                                 .log = log,
                                                 .output = tools::process::ProcessSpec::Output::pipe});
        if (!child) throw std::runtime_error(child.error().text);
        const auto exit = child->wait(kBound);
        return {exit ? exit->to_string() : "no end", text_of(log)};
    }

    TemporaryFolder folder_;
    config::Scenario scenario_ = ring(2, SimDuration::seconds(1), kWindow2);
    fs::path file_ = folder_.path() / "scenario.json";
    fs::path credentials_ = folder_.path() / "credentials.json";
    fs::path out_ = folder_.path() / "out";
};

TEST_F(ByHand, WrongUsageExitsWithTwoAndNamesTheMistake) {
    const std::string file = file_, own = credentials_, folder = folder_.path();
    const struct {
        const char* program;
        std::vector<std::string> arguments;
        const char* names;
    } cases[] = {
        {"synchrono-server", {}, "--scenario"},
        {"synchrono-server", {"--nope"}, "--nope"},
        {"synchrono-server", {"--scenario", "/nonexistent", "--credentials", own}, "/nonexistent"},
        {"synchrono-server", {"--scenario", file, "--credentials", "/nonexistent"}, "/nonexistent"},
        {"synchrono-server", {"--scenario", file, "--credentials", own, "--listen", "nowhere"}, "nowhere"},
        {"synchrono-server",
         {"--scenario", file, "--credentials", own, "--out", "/nonexistent/logs"},
         "/nonexistent"},
        {"synchrono-client", {"--nope"}, "--nope"},
        {"synchrono-client", {"--scenario", file, "--credentials", own}, "--server"},
        {"synchrono-client", {"--scenario", file, "--server", "127.0.0.1:1"}, "--credentials"},
        {"synchrono-client",
         {"--scenario", "/nonexistent", "--credentials", own, "--server", "127.0.0.1:1"},
         "/nonexistent"},
        {"synchrono-client", {"--scenario", file, "--credentials", own, "--server", "nowhere"}, "nowhere"},
        {"synchrono-client",
         {"--scenario", file, "--credentials", own, "--server", "127.0.0.1:1", "--agents", "0-7"},
         "--agents"},
        {"synchrono-client",
         {"--scenario", file, "--credentials", own, "--server", "127.0.0.1:1", "--out", "/nonexistent/logs"},
         "/nonexistent"},
    };
    for (const auto& c : cases) {
        const auto result = answer(c.program, c.arguments);
        EXPECT_EQ(result.exit, "exit 2") << result.error;
        EXPECT_THAT(result.error, HasSubstr(c.names));
    }
}

TEST_F(ByHand, ACommunicationServerNamesMissingInputs) {
    const auto expect_refusal = [this](std::vector<std::string> more, const char* names) {
        more.insert(more.begin(), {"--scenario", file_});
        const auto result = answer("synchrono-comm-server", more);
        EXPECT_EQ(result.exit, "exit 2") << result.error;
        EXPECT_THAT(result.error, HasSubstr(names));
    };
    expect_refusal({"--credentials", credentials_}, "key 'radio'");
    scenario_ = radio_ring(2, SimDuration::seconds(1), kWindow2);
    write_scenario();
    expect_refusal({}, "--credentials");
    expect_refusal({"--credentials", "/nonexistent"}, "/nonexistent");
    expect_refusal({"--credentials", credentials_, "--listen", "nowhere"}, "nowhere");
    expect_refusal({"--credentials", credentials_, "--out", "/nonexistent/logs"}, "/nonexistent");
}

TEST_F(ByHand, AnExistingLogIsNotReplaced) {
    for (const std::string program : {"server", "client"}) {
        const fs::path log = folder_.path() / (program + ".mcap");
        std::ofstream(log) << "precious";
        std::vector<std::string> arguments{"--scenario", file_,   "--credentials",
                                           credentials_, "--out", folder_.path()};
        if (program == "client") arguments.insert(arguments.end(), {"--server", "127.0.0.1:1"});
        const auto result = answer("synchrono-" + program, arguments);
        EXPECT_EQ(result.exit, "exit 2");
        EXPECT_THAT(result.error, MatchesRegex("[^\n]*" + program + ".mcap exists already[^\n]*\n"));
        EXPECT_EQ(text_of(log), "precious");
    }
}

TEST_F(ByHand, OneClientRefusesVehiclesTogetherWithElements) {
    config::AgentSpec cone;
    cone.id = AgentId{2};
    cone.name = "cone";
    cone.period = scenario_.heartbeat;
    cone.element = config::BodyElement::of("cone");
    scenario_.agents.push_back(cone);
    write_scenario();
    const auto result = answer("synchrono-client", {"--scenario", file_, "--credentials", credentials_,
                                                    "--server", "127.0.0.1:1", "--agents", "1-2"});
    EXPECT_EQ(result.exit, "exit 2");
    EXPECT_THAT(result.error,
                HasSubstr("--agents: 'car1' is a vehicle and 'cone' is an element of the world; a "
                          "client can have one or the other, not both"));
    EXPECT_EQ(answer("synchrono-client", {"--check", "--scenario", file_}).exit, "exit 0");
}

TEST_F(ByHand, AnEngineThatCannotTakeTheStepIsRefused) {
    scenario_.heartbeat = scenario_.step = SimDuration::milliseconds(10);
    for (auto& agent : scenario_.agents) agent.period = agent.pilot_period = scenario_.heartbeat;
    write_scenario();
    const auto result = answer("synchrono", {"run", file_, "--out", out_});
    EXPECT_EQ(result.exit, "exit 2");
    EXPECT_THAT(result.error, HasSubstr("key 'agents[0].engine': "));
    EXPECT_THAT(result.error, HasSubstr("steps of at most 5 ms"));
}

TEST_F(ByHand, AnUnknownEngineIsRefusedWithTheKnownNames) {
    scenario_.agents[0].engine = "single_track";
    write_scenario();
    EXPECT_EQ(answer("synchrono-client", {"--check", "--scenario", file_}).exit, "exit 0");
    scenario_.agents[0].engine = "steam";
    write_scenario();
    const auto result = answer("synchrono", {"run", file_, "--out", out_});
    EXPECT_EQ(result.exit, "exit 2");
    EXPECT_THAT(result.error, HasSubstr("key 'agents[0].engine': "));
    EXPECT_THAT(result.error, HasSubstr("unknown engine 'steam'; expected one of 'embedded', "));
}

TEST_F(ByHand, ABodyOfAnUnknownKindIsRefused) {
    scenario_.agents[0].vehicle.clear();
    scenario_.agents[0].body = config::BodySpecification{.kind = "submarine", .json = "{}"};
    write_scenario();
    const auto result = answer("synchrono", {"run", file_, "--out", out_});
    EXPECT_EQ(result.exit, "exit 2");
    EXPECT_THAT(result.error, HasSubstr("key 'agents[0].body': "));
    EXPECT_THAT(result.error, HasSubstr("unknown kind of body 'submarine'; expected one of 'vehicle'"));
}

TEST_F(ByHand, ASensorThatIsTooLargeForALogIsRefusedOnce) {
    scenario_.sensors["roof"] = {
        .name = "roof",
        .period = SimDuration::milliseconds(100),
        .delay = {},
        .model = config::LidarSpec{.elevations_deg = {}, .azimuths_deg = {}, .columns = 8192}};
    auto& beams = std::get<config::LidarSpec>(scenario_.sensors["roof"].model).elevations_deg;
    for (int i = 0; i < 256; ++i) beams.push_back(20 - 0.1 * i);
    for (auto& agent : scenario_.agents)
        agent.sensors.push_back({.name = "roof", .sensor = "roof", .position = {0, 0, 1.2}});
    write_scenario();
    const auto result = answer("synchrono", {"run", file_, "--out", out_});
    EXPECT_EQ(result.exit, "exit 2");
    EXPECT_THAT(result.error,
                HasSubstr("key 'agents[0].sensors': a sample of sensor 'roof' may take 49 MiB"));
    EXPECT_THAT(result.error, ::testing::Not(HasSubstr("agents[1]")));
}

TEST_F(ByHand, AKeyThatAPilotDoesNotKnowIsBlamedOnItsSetting) {
    const auto result =
        answer("synchrono", {"run", file_, "--set", "agents[0].pilot.config.sped=3", "--out", out_});
    EXPECT_EQ(result.exit, "exit 2");
    EXPECT_THAT(result.error, MatchesRegex("synchrono run: --set agents.0..pilot.config.sped=3: key "
                                           "'agents.0..pilot.config.sped': [^\n]*: config: key "
                                           "'sped': unknown; known here: [^\n]*speed_m_s[^\n]*\n"));
    EXPECT_FALSE(fs::exists(out_));
}

TEST_F(ByHand, AnInvalidPilotIsRefusedBeforeTheRun) {
    scenario_.agents[0].pilot = "nobody";
    scenario_.agents[1].pilot = SYN_BINARY_DIR "/tests/pilots/libpilot_incomplete.so";
    write_scenario();
    const auto result = answer("synchrono", {"run", file_, "--out", out_});
    EXPECT_EQ(result.exit, "exit 2");
    EXPECT_THAT(result.error,
                MatchesRegex("synchrono run: [^\n]*/scenario.json:[0-9]+: key 'agents.0..pilot.library': "
                             "[^\n]*libnobody.so: there is no such file; expected one of [^\n]*\n"
                             "[^\n]*/scenario.json:[0-9]+: key 'agents.1..pilot.library': "
                             "[^\n]*is not a pilot: it does not export [^\n]*\n"));
    EXPECT_FALSE(fs::exists(out_));
}

TEST_F(ByHand, AnInvalidPilotConfigurationIsRefusedBeforeTheRun) {
    scenario_.agents[1].pilot_config = R"({"colour": "red"})";
    write_scenario();
    const auto result = answer("synchrono", {"run", file_, "--out", out_});
    EXPECT_EQ(result.exit, "exit 2");
    EXPECT_THAT(
        result.error,
        MatchesRegex("synchrono run: [^\n]*/scenario.json:[0-9]+: key 'agents.1..pilot.config.colour': "
                     "[^\n]*path_follower[^\n]*\n"));
    EXPECT_FALSE(fs::exists(out_));
}

TEST(Protocol, APythonClientJoinsAsThePageSays) {
    TestRun run(ring(1, SimDuration::seconds(1'000), kWindow2, 1.0));
    run.start_server();
    const std::string credentials = run.folder() / "guest.json", port = std::to_string(run.address().port());
    ASSERT_TRUE(config::write_credentials(credentials, {&run.credential("client9"), 1}));
    const std::string script = SYN_SOURCE_DIR "/tests/process/join.py";
    const auto join = [&](const std::string& file) {
        auto child = tools::process::ChildProcess::spawn(
            {.program = "/usr/bin/python3",
             .arguments = {script, "127.0.0.1", port, run.folder() / "scenario.json", file},
             .log = run.folder() / "join.log",
             .output = tools::process::ProcessSpec::Output::pipe});
        if (!child) throw std::runtime_error(child.error().text);
        const auto line = child->read_line(kBound);
        child->wait(kBound);
        return line.value_or("nothing: " + text_of(run.folder() / "join.log"));
    };
    EXPECT_THAT(join(credentials),
                MatchesRegex("..session.: [0-9]+, .heartbeat_ns.: 5000000, .answer_is_sealed.: true, "
                             ".answer_is_ours.: true."));
    const std::string false_credentials = run.folder() / "false.json";
    config::Credential guess = run.credential("client9");
    guess.secret = make_secret();
    ASSERT_TRUE(config::write_credentials(false_credentials, {&guess, 1}));
    EXPECT_THAT(join(false_credentials), HasSubstr("the server does not accept the credential"));
    run.server().signal(SIGTERM);
    run.expect_clean_ends();
}

// A schema registers itself when it is loaded, and protobuf ends the program when one name comes twice.
TEST(Modules, BringNoProtobufSchemas) {
    int modules = 0;
    for (const auto& entry : fs::directory_iterator(SYN_BINARY_DIR "/lib/synchrono")) {
        if (entry.path().extension() != ".so") continue;
        ++modules;
        EXPECT_EQ(text_of(entry).find("AddDescriptorsRunner"), std::string::npos) << entry.path();
    }
    EXPECT_GT(modules, 0);
}

TEST(Stopped, ProgramsLogThatASignalStoppedThem) {
    TestRun run(ring(1, SimDuration::seconds(1'000), kWindow2, 1.0));
    run.start_server();
    run.start_client("client0", "0");
    run.wait_for([](const auto& progress) { return progress.sim_s > 0; });
    // Both programs get the signal, as with Ctrl-C; the client gets it first, so that the server sees every
    // agent end.
    run.program("client0").signal(SIGTERM);
    run.server().signal(SIGTERM);
    run.expect_clean_ends();
    const auto info = tools::reading::inspect_run(run.folder());
    ASSERT_TRUE(info) << info.error().text;
    for (const auto& file : info->files) {
        ASSERT_TRUE(file.end) << file.file;
        EXPECT_EQ(file.end->ended_because, "stopped by SIGTERM") << file.file;
    }
    EXPECT_THAT(run.error_lines_of("server").back(), HasSubstr("stopped by SIGTERM"));
}

}  // namespace
}  // namespace synchrono::testing
