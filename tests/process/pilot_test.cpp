// Proves with the real programs that a pilot which crashes, hangs or cannot be loaded stops its agent and
// not the run, that the report names the failed pilot, and that a run whose agents have all left ends well.
#include <fstream>
#include <gmock/gmock.h>
#include <json/json.h>
#include <sstream>

#include "common/log/log_reader.hpp"
#include "proto/state.pb.h"
#include "tests/process/test_run.hpp"
#include "tools/reading/log_analysis.hpp"

namespace synchrono::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

const std::string kFaulty = SYN_BINARY_DIR "/tests/pilots/libpilot_faulty.so";

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

struct FinishedRun {
    std::string exit, text;
    Json::Value report;
};

/// Runs `synchrono run` on a scenario with all agents in one client.
FinishedRun run(const config::Scenario& scenario, const fs::path& folder) {
    std::ofstream(folder / "scenario.json") << config::to_json(scenario);
    const FinishedCommand done =
        run_synchrono({"run", folder / "scenario.json", "--out", folder / "run", "--clients", "1"});
    FinishedRun ran{.exit = done.exit, .text = done.output, .report = {}};
    std::ifstream(folder / "run/report.json") >> ran.report;
    return ran;
}

/// Returns the speed of an agent in its last state.
double last_speed(const fs::path& log, const std::string& agent) {
    double speed = -1;
    const auto reader = log::LogReader::open(log);
    if (!reader) throw std::runtime_error(reader.error().text);
    const auto visited = reader->visit([&](const log::LogMessage& message) {
        if (message.channel.topic != "/agents/" + agent) return;
        AgentRecord record;
        VehicleState state;
        ASSERT_TRUE(record.ParseFromArray(message.payload.data(), static_cast<int>(message.payload.size())));
        ASSERT_TRUE(record.state().UnpackTo(&state));
        speed = std::hypot(state.vx_m_s(), state.vy_m_s());
    });
    EXPECT_TRUE(visited);
    return speed;
}

void set_pilot(config::AgentSpec& agent, const std::string& library, const std::string& word) {
    agent.pilot = library;
    agent.pilot_config = "{\"fail\":\"" + word + "\"}";
}

TEST(FaultyPilots, StopTheirAgentsAndTheRunEndsWell) {
    const TemporaryFolder folder;
    auto scenario = ring(3, SimDuration::seconds(6), kExact);
    set_pilot(scenario.agents[0], kFaulty, "segfault");
    set_pilot(scenario.agents[1], kFaulty, "loop");
    scenario.pilot_limit = WallDuration::milliseconds(50);
    const FinishedRun ran = run(scenario, folder.path());
    EXPECT_EQ(ran.exit, "exit 0") << ran.text;
    EXPECT_THAT(ran.text, StartsWith("Run of ring_30: 2 pilots failed, all else is good\n"));
    const auto& faults = ran.report["pilot_faults"];
    ASSERT_EQ(faults.size(), 2u);
    EXPECT_EQ(faults[0].asString(), "agent 'car0': pilot '" + kFaulty +
                                        "' failed at 0.1 s: it crashed (segmentation fault); the vehicle "
                                        "brakes to a stop");
    EXPECT_THAT(faults[1].asString(), HasSubstr("agent 'car1'"));
    EXPECT_THAT(faults[1].asString(), HasSubstr("it did not return within 0.05 s"));
    EXPECT_THAT(text_of(folder.path() / "run/client0.log"), HasSubstr(faults[0].asString()));

    const fs::path log = folder.path() / "run/client0.mcap";
    EXPECT_LT(last_speed(log, "car0"), 0.01);
    EXPECT_LT(last_speed(log, "car1"), 0.01);
    EXPECT_GT(last_speed(log, "car2"), 3);
    expect_promise_kept(folder.path() / "run");
}

TEST(FaultyPilots, APilotThatCrashesOnCreationIsRefusedBeforeTheRun) {
    const TemporaryFolder folder;
    auto scenario = ring(2, SimDuration::seconds(1), kWindow2);
    set_pilot(scenario.agents[1], kFaulty, "create abort");
    std::ofstream(folder.path() / "scenario.json") << config::to_json(scenario);
    const FinishedCommand refused =
        run_synchrono({"run", folder.path() / "scenario.json", "--out", folder.path() / "run"});
    EXPECT_EQ(refused.exit, "exit 2");
    EXPECT_THAT(refused.error, HasSubstr("key 'agents[1].pilot.config': agent 'car1': "));
    EXPECT_THAT(refused.error, HasSubstr("while it was created, it crashed (abort"));
}

TEST(FaultyPilots, AgentsOfAMissingPilotBrakeWhenStartedByHand) {
    auto scenario = ring(2, SimDuration::seconds(4), kWindow2);
    set_pilot(scenario.agents[0], SYN_BINARY_DIR "/tests/pilots/libpilot_wrong_abi.so", "");
    set_pilot(scenario.agents[1], kFaulty, "create segfault");
    TestRun run(scenario);
    run.start_server();
    run.start_client("client0", "0-1");
    run.expect_clean_ends();
    const auto words = run.error_lines_of("client0");
    ASSERT_GE(words.size(), 2u);
    EXPECT_THAT(words[0], HasSubstr("is built for version 2 of the pilot interface, this program has 1; the "
                                    "vehicle brakes to a stop"));
    EXPECT_THAT(words[1], HasSubstr("it crashed (segmentation fault); the vehicle brakes to a stop"));
    for (const char* car : {"car0", "car1"})
        EXPECT_LT(last_speed(run.folder() / "client0.mcap", car), 0.01) << car;
    EXPECT_EQ(counters_of(run.folder(), "client0")["node.pilot_faults"], 2u);
}

TEST(Leaving, TheRunEndsWellWhenAllAgentsHaveLeft) {
    const TemporaryFolder folder;
    auto scenario = ring(2, SimDuration::seconds(1'000), kExact);
    for (auto& agent : scenario.agents) set_pilot(agent, kFaulty, "leave");
    const FinishedRun ran = run(scenario, folder.path());
    EXPECT_EQ(ran.exit, "exit 0") << ran.text;
    EXPECT_THAT(ran.text, HasSubstr("all good, all agents have left\n"));
    EXPECT_TRUE(ran.report["good"].asBool());
    EXPECT_FALSE(ran.report["ended_early"].asBool());
    EXPECT_EQ(ran.report["because"].asString(), "all agents left before the scenario's end");
    EXPECT_EQ(states_of(folder.path() / "run", "client0", "car0").back().time,
              SimTime{} + SimDuration::milliseconds(105));
    expect_promise_kept(folder.path() / "run");
}

}  // namespace
}  // namespace synchrono::testing
