// Proves that seeds and sweeps make real runs, and that each of these runs is the same, bit for bit, as a run
// on its own. Ctrl-C ends every program and keeps the finished runs. A later sweep into the same folder does
// not repeat the finished runs.
#include <fstream>
#include <gmock/gmock.h>
#include <json/json.h>
#include <poll.h>
#include <signal.h>
#include <sstream>

#include "tests/process/test_run.hpp"
#include "tools/reading/log_analysis.hpp"

namespace synchrono::testing {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class Sweep : public ::testing::Test {
  protected:
    Sweep() {
        config::Scenario scenario = ring(2, SimDuration::milliseconds(100), kExact);
        std::ofstream(folder_.path() / "tiny.json") << config::to_json(scenario);
    }
    tools::process::ChildProcess start(std::vector<std::string> arguments) const {
        auto child =
            tools::process::ChildProcess::spawn({.program = SYN_BINARY_DIR "/bin/synchrono",
                                                 .arguments = std::move(arguments),
                                                 .log = folder_.path() / "progress",
                                                 .output = tools::process::ProcessSpec::Output::pipe});
        if (!child) throw std::runtime_error(child.error().text);
        return std::move(*child);
    }
    /// Waits for the program's end, expects this exit code, and returns what it printed.
    std::string finish(tools::process::ChildProcess& child, int code) const {
        std::string text;
        while (const auto line = child.read_line(kBound)) text += *line + "\n";
        const auto end = child.wait(kBound);
        EXPECT_TRUE(end && end->kind == tools::process::ExitStatus::Kind::exited && end->value == code)
            << text << text_of(folder_.path() / "progress");
        return text;
    }
    std::string synchrono(std::vector<std::string> arguments, int code = 0) const {
        auto child = start(std::move(arguments));
        return finish(child, code);
    }
    static std::string text_of(const fs::path& file) {
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        return text.str();
    }
    std::string tiny() const { return folder_.path() / "tiny.json"; }
    std::string out() const { return folder_.path() / "out"; }

    TemporaryFolder folder_;
};

TEST_F(Sweep, SeedsRepeatTheRunsOfSingleSeeds) {
    EXPECT_THAT(synchrono({"run", tiny(), "--seeds", "1..2", "--out", out()}),
                HasSubstr("2 runs of ring_30: all good\n"));
    const std::string alone = folder_.path() / "alone";
    synchrono({"run", tiny(), "--seed", "2", "--out", alone});
    EXPECT_THAT(synchrono({"log", "diff", alone, fs::path(out()) / "seed2"}),
                HasSubstr("identical: 2 agents"));
    expect_promise_kept(fs::path(out()) / "seed1");
}

TEST_F(Sweep, RunsAnOverlayOnceForEachValue) {
    std::ofstream(folder_.path() / "o.json") << R"({"overlay_of": "tiny", "name": "over", "set": {
        "agents[0].speed_m_s": 3}})";
    const std::string o = folder_.path() / "o.json";
    EXPECT_THAT(synchrono({"sweep", o, "--over", "agents[0].speed_m_s=3,4", "--out", out()}),
                HasSubstr("2 runs of over: all good\n"));
    const auto made = config::load_scenario(fs::path(out()) / "speed_m_s=4" / "scenario.json");
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(made->agents[0].speed_m_s, 4);
    Json::Value table;
    std::istringstream(text_of(fs::path(out()) / "sweep.json")) >> table;
    ASSERT_EQ(table["runs"].size(), 2u);
    EXPECT_NEAR(table["runs"][1]["figures"]["sim_s"].asDouble(), 0.1, 1e-9);
    for (const auto& run : table["runs"]) expect_promise_kept(fs::path(out()) / run["folder"].asString());
}

TEST_F(Sweep, ContinuesAfterAnInterrupt) {
    // The second run would take far longer than the test.
    const std::vector<std::string> command{"sweep",  tiny(), "--over", "duration_s=0.1,100000",
                                           "--rate", "1x",   "--out",  out()};
    auto child = start(command);
    const MonotonicClock clock;
    const WallTime until = clock.now() + kBound;
    // The clients of the second run have begun to record once this file exists.
    const fs::path second = fs::path(out()) / "duration_s=100000" / "client0.mcap";
    while (!fs::exists(second) && clock.now() < until) {
        pollfd entry{child.pid_fd(), POLLIN, 0};
        ASSERT_EQ(::poll(&entry, 1, 10), 0) << "the sweep must not end by itself";
    }
    child.signal(SIGINT);
    const std::string table = finish(child, 130);
    EXPECT_THAT(table, HasSubstr("2 runs of ring_30: 1 good\n"));
    EXPECT_THAT(table, HasSubstr("interrupted"));
    EXPECT_TRUE(fs::exists(fs::path(out()) / "duration_s=0.1" / "report.json"));
    EXPECT_FALSE(fs::exists(fs::path(out()) / "duration_s=100000" / "credentials"));

    EXPECT_THAT(synchrono({"sweep", tiny(), "--over", "duration_s=0.1,0.2", "--rate", "1x", "--out", out()}),
                HasSubstr("2 runs of ring_30: all good\n"));
    EXPECT_THAT(text_of(folder_.path() / "progress"), HasSubstr("1 of 2 runs exist already"));
}

}  // namespace
}  // namespace synchrono::testing
