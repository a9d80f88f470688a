// Proves that agents of Project Chrono take part in a run like all others, that under `exact` such a run
// with one thread repeats bit for bit, and that a build without Chrono says so. A build without Chrono
// skips all tests but the last.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/process/test_run.hpp"
#include "tools/logs/log_diff.hpp"

namespace synchrono::testing {
namespace {

using ::testing::HasSubstr;

const std::filesystem::path kModule = SYN_BINARY_DIR "/lib/synchrono/chrono_engine.so";

config::Scenario two_chrono(SimDuration duration) {
    auto scenario =
        config::load_scenario(SYN_SOURCE_DIR "/scenarios/two_chrono.json", {.duration = duration}).value();
    // On a busy machine a client may be silent for long, which must not end its agents.
    scenario.silence_limit = WallDuration::seconds(10);
    scenario.server_limit = WallDuration::seconds(20);
    return scenario;
}

/// Runs the scenario to its end with one client for each agent.
std::unique_ptr<TestRun> run_apart(config::Scenario scenario) {
    auto run = std::make_unique<TestRun>(std::move(scenario));
    run->start_server();
    for (const config::AgentSpec& agent : run->scenario().agents)
        run->start_client(agent.name, std::to_string(agent.id.value));
    run->expect_clean_ends();
    expect_promise_kept(run->folder());
    return run;
}

class ChronoRun : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(kModule)) GTEST_SKIP() << "skipped: built without Project Chrono";
    }
};

TEST_F(ChronoRun, RepeatsBitForBitWithOneThread) {
    const auto one = run_apart(two_chrono(SimDuration::seconds(2)));
    const auto two = run_apart(two_chrono(SimDuration::seconds(2)));
    const auto compared = tools::logs::compare_runs(one->folder(), two->folder());
    ASSERT_TRUE(compared) << compared.error().text;
    EXPECT_EQ(compared->agents, 2u);
    EXPECT_EQ(compared->messages, 2u * 401u);
    EXPECT_EQ(compared->difference.value_or(""), "");
}

TEST_F(ChronoRun, RepeatsBitForBitOnSoil) {
    // All vehicles are in one Chrono system on one soil.
    const auto run_convoy = [] {
        auto run =
            std::make_unique<TestRun>(config::load_scenario(SYN_SOURCE_DIR "/scenarios/convoy_soil.json",
                                                            {.duration = SimDuration::milliseconds(500)})
                                          .value());
        run->start_server();
        run->start_client("client", "0-2");
        run->expect_clean_ends();
        return run;
    };
    const auto one = run_convoy(), two = run_convoy();
    const auto states = states_of(one->folder(), "client", "rear");
    ASSERT_EQ(states.size(), 101u);
    const auto compared = tools::logs::compare_runs(one->folder(), two->folder());
    ASSERT_TRUE(compared) << compared.error().text;
    EXPECT_EQ(compared->difference.value_or(""), "");
}

TEST_F(ChronoRun, OneClientTakesChronoAndEmbeddedAgents) {
    config::Scenario scenario = two_chrono(SimDuration::seconds(1));
    scenario.agents[1].engine = "embedded";
    TestRun run(std::move(scenario));
    run.start_server();
    run.start_client("client", "0-1");
    run.expect_clean_ends();
    EXPECT_EQ(states_of(run.folder(), "client", "hmmwv").size(), 201u);
    EXPECT_EQ(states_of(run.folder(), "client", "sedan").size(), 201u);
}

TEST_F(ChronoRun, RefusesAMissingChronoFileInOneLine) {
    config::Scenario scenario = two_chrono(SimDuration::seconds(1));
    scenario.vehicles.at("sedan").chrono.engine = "sedan/powertrain/Nothing.json";
    TestRun run(std::move(scenario));
    run.start_server();
    run.start_client("client", "1");
    EXPECT_EQ(run.end_of("client").value, 2);
    const auto words = run.error_lines_of("client");
    ASSERT_EQ(words.size(), 1u);
    EXPECT_THAT(words[0], HasSubstr("sedan/powertrain/Nothing.json: no such file"));
    run.server().signal(SIGTERM);
}

TEST(WithoutChrono, AClientNamesTheMissingEngine) {
    if (std::filesystem::exists(kModule)) GTEST_SKIP() << "skipped: built with Project Chrono";
    TestRun run(two_chrono(SimDuration::seconds(1)));
    run.start_server();
    run.start_client("client", "1");
    EXPECT_EQ(run.end_of("client").value, 2);
    EXPECT_THAT(run.error_lines_of("client").back(), HasSubstr("this build has no engine 'chrono'"));
    run.server().signal(SIGTERM);
}

}  // namespace
}  // namespace synchrono::testing
