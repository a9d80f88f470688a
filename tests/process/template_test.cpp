// Proves that a stranger who has only an installed Synchrono can build the pilot template in a folder of
// their own and drive with it, as docs/write-a-pilot.md and docs/first-changes.md describe.
#include <cmath>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>

#include "common/log/log_reader.hpp"
#include "proto/state.pb.h"
#include "tests/process/test_run.hpp"

namespace synchrono::testing {
namespace {

namespace fs = std::filesystem;

/// Runs a program to its end, and prints its output unless it ends with exit 0.
void expect_done(const fs::path& program, std::vector<std::string> arguments, const fs::path& log) {
    auto child = tools::process::ChildProcess::spawn({.program = program,
                                                      .arguments = std::move(arguments),
                                                      .log = log,
                                                      .output = tools::process::ProcessSpec::Output::log});
    ASSERT_TRUE(child) << child.error().text;
    const auto exit = child->wait(kBound * 4);
    ASSERT_TRUE(exit) << program << " came to no end";
    std::ostringstream words;
    words << std::ifstream(log).rdbuf();
    ASSERT_EQ(exit->to_string(), "exit 0") << program << "\n" << words.str();
}

TEST(PilotTemplate, IsBuiltAgainstAnInstalledTreeAndDrives) {
    const TemporaryFolder folder;
    const fs::path prefix = folder.path() / "installed", mine = folder.path() / "my_pilot";
    const fs::path log = folder.path() / "log";
    ASSERT_NO_FATAL_FAILURE(expect_done(SYN_CMAKE, {"--install", SYN_BINARY_DIR, "--prefix", prefix}, log));
    fs::copy(prefix / "share/synchrono/pilot-template", mine, fs::copy_options::recursive);
    ASSERT_NO_FATAL_FAILURE(expect_done(
        SYN_CMAKE,
        {"-G", "Ninja", "-S", mine, "-B", mine / "build", "-DCMAKE_PREFIX_PATH=" + prefix.string()}, log));
    ASSERT_NO_FATAL_FAILURE(expect_done(SYN_CMAKE, {"--build", mine / "build"}, log));
    ASSERT_TRUE(fs::exists(mine / "build/libmy_pilot.so"));
    const fs::path run = folder.path() / "run";
    ASSERT_NO_FATAL_FAILURE(expect_done(prefix / "bin/synchrono",
                                        {"run", mine / "try.json", "--duration", "4", "--out", run}, log));

    std::vector<VehicleState> states;
    const auto reader = log::LogReader::open(run / "client0.mcap");
    ASSERT_TRUE(reader) << reader.error().text;
    ASSERT_TRUE(reader->visit([&](const log::LogMessage& message) {
        if (message.channel.topic != "/agents/me") return;
        AgentRecord record;
        ASSERT_TRUE(record.ParseFromArray(message.payload.data(), static_cast<int>(message.payload.size())));
        ASSERT_TRUE(record.state().UnpackTo(&states.emplace_back()));
    }));
    ASSERT_GT(states.size(), 2u);
    const VehicleState &first = states.front(), &last = states.back();
    EXPECT_GT(std::hypot(last.x_m() - first.x_m(), last.y_m() - first.y_m()), 20);
    EXPECT_GT(std::hypot(last.vx_m_s(), last.vy_m_s()), 4)
        << "a pilot that failed would have stopped the vehicle";
}

}  // namespace
}  // namespace synchrono::testing
