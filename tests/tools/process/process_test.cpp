// Proves that a child program is started, watched, read, signalled and reaped as promised. The child is a
// small program that does what its arguments say. Every wait is on a pipe or a pidfd and has a bound.
#include "tools/process/process.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <signal.h>
#include <sstream>
#include <string>

namespace synchrono::tools::process {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr WallDuration kBound = WallDuration::seconds(30);

ProcessSpec fake(std::vector<std::string> arguments) {
    return {.program = SYN_BINARY_DIR "/tests/tool_fake_child",
            .arguments = std::move(arguments),
            .log = {},
            .output = ProcessSpec::Output::pipe};
}

TEST(ChildProcess, GivesTheExitCode) {
    auto child = ChildProcess::spawn(fake({"exit", "3"}));
    ASSERT_TRUE(child) << child.error().text;
    const auto exit = child->wait(kBound);
    ASSERT_TRUE(exit);
    EXPECT_EQ(*exit, (ExitStatus{ExitStatus::Kind::exited, 3}));
    EXPECT_FALSE(exit->clean());
    EXPECT_EQ(exit->to_string(), "exit 3");
    EXPECT_EQ(child->poll(), exit) << "the exit is remembered";
}

TEST(ChildProcess, GivesTheSignalThatKilledIt) {
    auto child = ChildProcess::spawn(fake({"raise", std::to_string(SIGKILL)}));
    ASSERT_TRUE(child);
    const auto exit = child->wait(kBound);
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->to_string(), "killed by SIGKILL");
}

TEST(ChildProcess, PollDoesNotBlockAndSignalsArrive) {
    auto child = ChildProcess::spawn(fake({"out", "ready", "wait"}));
    ASSERT_TRUE(child);
    EXPECT_EQ(child->read_line(kBound), "ready");
    EXPECT_EQ(child->poll(), std::nullopt);
    child->signal(SIGTERM);
    const auto exit = child->wait(kBound);
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->to_string(), "killed by SIGTERM");
    child->signal(SIGTERM);  // too late, and harmless
}

TEST(ChildProcess, GivesLinesAndAnUnfinishedLastLine) {
    auto child = ChildProcess::spawn(fake({"out", "one", "out", "", "raw", "three"}));
    ASSERT_TRUE(child);
    ASSERT_TRUE(child->wait(kBound));
    EXPECT_THAT(child->read_lines(), ElementsAre("one", "", "three"));
    EXPECT_EQ(child->output_fd(), -1);
    EXPECT_EQ(child->read_line(kBound), std::nullopt) << "the end of output must not block";
}

TEST(ChildProcess, LogTakesStandardErrorAndOutput) {
    const std::filesystem::path log =
        ::testing::TempDir() + "/child_process_log_" + std::to_string(::getpid());
    std::filesystem::remove(log);
    auto spec = fake({"err", "from error", "out", "from output"});
    spec.log = log;
    spec.output = ProcessSpec::Output::log;
    auto child = ChildProcess::spawn(spec);
    ASSERT_TRUE(child);
    ASSERT_TRUE(child->wait(kBound));
    std::stringstream text;
    text << std::ifstream(log).rdbuf();
    EXPECT_EQ(text.str(), "from error\nfrom output\n");
    std::filesystem::remove(log);
}

TEST(ChildProcess, AMissingProgramIsAnErrorOfOneLine) {
    auto spec = fake({});
    spec.program = "/nonexistent/program";
    const auto child = ChildProcess::spawn(spec);
    ASSERT_FALSE(child);
    EXPECT_EQ(child.error().text, "cannot start /nonexistent/program: No such file or directory");
}

TEST(ChildProcess, AnUnwritableLogIsAnErrorOfOneLine) {
    auto spec = fake({});
    spec.log = "/nonexistent/log";
    const auto child = ChildProcess::spawn(spec);
    ASSERT_FALSE(child);
    EXPECT_THAT(child.error().text, HasSubstr("cannot write /nonexistent/log"));
}

TEST(ChildProcess, LeadsAProcessGroupOfItsOwn) {
    auto child = ChildProcess::spawn(fake({"group"}));
    ASSERT_TRUE(child);
    EXPECT_EQ(child->wait(kBound), (ExitStatus{ExitStatus::Kind::exited, 0}));
}

TEST(ChildProcess, DestructorKillsAndReaps) {
    pid_t pid = 0;
    {
        auto child = ChildProcess::spawn(fake({"stubborn", "out", "ready", "wait"}));
        ASSERT_TRUE(child);
        ASSERT_EQ(child->read_line(kBound), "ready");
        pid = child->pid();
        ChildProcess moved = std::move(*child);
        EXPECT_EQ(moved.pid(), pid);
    }
    EXPECT_EQ(::kill(pid, 0), -1);
    EXPECT_EQ(errno, ESRCH);
}

TEST(ChildProcess, DoesNotInheritABlockedSignalMask) {
    sigset_t blocked, before;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, SIGTERM);
    ::sigprocmask(SIG_BLOCK, &blocked, &before);
    auto child = ChildProcess::spawn(fake({"out", "ready", "wait"}));
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    ASSERT_TRUE(child);
    ASSERT_EQ(child->read_line(kBound), "ready");
    child->signal(SIGTERM);
    const auto exit = child->wait(kBound);
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->to_string(), "killed by SIGTERM");
}

TEST(ChildProcess, AnEndlessLineIsCut) {
    auto child = ChildProcess::spawn({.program = "/bin/sh",
                                      .arguments = {"-c", "head -c 3000000 /dev/zero"},
                                      .log = {},
                                      .output = ProcessSpec::Output::pipe});
    ASSERT_TRUE(child);
    const auto line = child->read_line(kBound);
    ASSERT_TRUE(line);
    EXPECT_LT(line->size(), 2u << 20);
}

}  // namespace
}  // namespace synchrono::tools::process
