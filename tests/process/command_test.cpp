// Proves that `synchrono run` with the real programs ends well by itself, and that Ctrl-C in the middle of
// a run ends every program, leaves whole logs, writes the report and exits with 130.
#include <fstream>
#include <gmock/gmock.h>
#include <poll.h>
#include <signal.h>
#include <sstream>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/log/log_reader.hpp"
#include "tests/process/test_run.hpp"
#include "tools/reading/log_analysis.hpp"

namespace synchrono::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

/// Starts `synchrono run` of the shipped ring road, with its standard output on a pipe.
tools::process::ChildProcess run_ring(const fs::path& out, const fs::path& log,
                                      std::vector<std::string> more) {
    std::vector<std::string> arguments{"run", SYN_SOURCE_DIR "/scenarios/ring_30.json", "--out", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto child = tools::process::ChildProcess::spawn({.program = SYN_BINARY_DIR "/bin/synchrono",
                                                      .arguments = std::move(arguments),
                                                      .log = log,
                                                      .output = tools::process::ProcessSpec::Output::pipe});
    if (!child) throw std::runtime_error(child.error().text);
    return std::move(*child);
}

std::string all_of(tools::process::ChildProcess& child) {
    std::string text;
    while (const auto line = child.read_line(kBound)) text += *line + "\n";
    return text;
}

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/// Waits until a client's log on disk holds a state later than the start.
void wait_for_states(const fs::path& folder) {
    fs::create_directories(folder);
    const int watch = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    ASSERT_GE(watch, 0);
    ASSERT_GE(::inotify_add_watch(watch, folder.c_str(), IN_MODIFY), 0);
    const MonotonicClock clock;
    bool seen = false;
    for (const WallTime until = clock.now() + kBound; !seen && clock.now() < until;) {
        pollfd entry{watch, POLLIN, 0};
        ::poll(&entry, 1, 1'000);
        char events[4096];
        while (::read(watch, events, sizeof events) > 0) {
        }
        for (const auto& file : fs::directory_iterator(folder)) {
            if (!file.path().filename().string().starts_with("client") || file.path().extension() != ".mcap")
                continue;
            const auto log = log::LogReader::open(file.path());
            if (!log) continue;
            const auto visited =
                log->visit([&seen](const log::LogMessage& m) { seen = seen || m.log_time > SimTime{}; });
            EXPECT_TRUE(visited);
        }
    }
    ::close(watch);
    ASSERT_TRUE(seen) << "the run never came to its middle";
}

/// Returns the children of a process as descriptors that become readable when they end.
std::vector<int> children_of(pid_t pid) {
    std::ifstream list("/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) + "/children");
    std::vector<int> fds;
    for (pid_t child = 0; list >> child;)
        fds.push_back(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
    return fds;
}

TEST(RunCommand, RunsTheRingToItsEnd) {
    const TemporaryFolder folder;
    const fs::path out = folder.path() / "run";
    auto run = run_ring(out, folder.path() / "progress", {"--duration", "1", "--clients", "6"});
    const std::string report = all_of(run);
    ASSERT_EQ(run.wait(kBound), (tools::process::ExitStatus{}))
        << report << text_of(folder.path() / "progress");
    EXPECT_THAT(text_of(out / "report.txt"), HasSubstr("counters"));
    EXPECT_THAT(report, HasSubstr("0 of 30 vehicles arrived"));
    EXPECT_THAT(report, Not(HasSubstr("counters")));
    EXPECT_THAT(text_of(out / "report.json"), HasSubstr("\"mean_speed_m_s\""));
    EXPECT_THAT(text_of(out / "report.html"), HasSubstr("<h1>Run of ring_30"));
    EXPECT_FALSE(fs::exists(out / "credentials"));
    const auto info = tools::reading::inspect_run(out);
    ASSERT_TRUE(info) << info.error().text;
    ASSERT_EQ(info->agents.size(), 30u);
    for (const auto& agent : info->agents) EXPECT_EQ(agent.messages, 201u) << agent.name;
    for (const auto& file : info->files) EXPECT_EQ(file.damage, "") << file.file;
    expect_promise_kept(out);
}

TEST(RunCommand, RunsWithHandlerThreadsThatShareThePort) {
    const TemporaryFolder folder;
    const fs::path out = folder.path() / "run";
    auto run =
        run_ring(out, folder.path() / "progress", {"--duration", "0.5", "--clients", "6", "--handlers", "3"});
    const std::string report = all_of(run);
    ASSERT_EQ(run.wait(kBound), (tools::process::ExitStatus{}))
        << report << text_of(folder.path() / "progress");
    expect_promise_kept(out);
}

TEST(RunCommand, CtrlCEndsEveryChildAndWritesTheReport) {
    constexpr std::size_t kClients = 6;
    const TemporaryFolder folder;
    const fs::path out = folder.path() / "run";
    auto run =
        run_ring(out, folder.path() / "progress", {"--clients", std::to_string(kClients), "--rate", "real"});
    wait_for_states(out);
    const auto children = children_of(run.pid());
    EXPECT_EQ(children.size(), kClients + 1);
    run.signal(SIGINT);
    const std::string report = all_of(run);
    const auto end = run.wait(kBound);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->to_string(), "exit 130");
    for (const int child : children) {
        pollfd entry{child, POLLIN, 0};
        EXPECT_EQ(::poll(&entry, 1, 0), 1) << "a child outlived its run";
        ::close(child);
    }
    EXPECT_THAT(report, HasSubstr("interrupted"));
    EXPECT_THAT(report, HasSubstr("0 of 30 vehicles arrived")) << "who is stopped has not arrived";
    EXPECT_THAT(text_of(out / "report.txt"), HasSubstr("interrupted"));
    EXPECT_THAT(text_of(out / "report.json"), HasSubstr("\"interrupted\""));
    EXPECT_FALSE(fs::exists(out / "credentials"));
    for (std::size_t i = 0; i < kClients; ++i) expect_whole_log(out, "client" + std::to_string(i));
    expect_whole_log(out, "server");
    expect_promise_kept(out);
}

}  // namespace
}  // namespace synchrono::testing
