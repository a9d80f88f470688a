// Proves, by a table, which text each state of progress gives. A terminal has one line that is drawn again
// and again; other outputs get a plain line now and then. Notes never mix with the line of progress. The
// output goes into a pipe.
#include "tools/run/progress.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <string>
#include <unistd.h>

namespace synchrono::tools::run {
namespace {

struct ProgressCase {
    Progress progress;
    const char* text;
    const char* why;
};

TEST(ProgressText, HasTheTimeAndTheSlowestAgent) {
    const ProgressCase cases[] = {
        {{.sim_s = 0,
          .duration_s = 60,
          .agents = 25,
          .agents_expected = 30,
          .awaited = {"a", "b", "c", "d", "e"}},
         "waiting for a, b, c and 2 more   25 of 30 agents have joined",
         "before the start it names missing agents"},
        {{.duration_s = 60, .agents = 10, .agents_expected = 1000, .awaited = {"a", "b", "c", "d"}},
         "waiting for a, b, c and 987 more   10 of 1000 agents have joined",
         "the server names only some"},
        {{.duration_s = 60, .agents = 29, .agents_expected = 30, .awaited = {"a"}},
         "waiting for a   29 of 30 agents have joined",
         "one missing"},
        {{.sim_s = 12.346,
          .duration_s = 60,
          .factor = 3.094,
          .slowest_agent = "car07",
          .slowest_client = "client07",
          .agents = 30,
          .agents_expected = 30,
          .drift_heartbeats = 1},
         "12.35 of 60.00 s  21 %   3.09x   16 s left   slowest car07 (client07)   drift 1",
         "on its way"},
        {{.sim_s = 0, .duration_s = 60, .agents = 1, .agents_expected = 1},
         "0.00 of 60.00 s   0 %   drift 0",
         "nothing yet"},
        {{.sim_s = 61, .duration_s = 60, .factor = 1},
         "61.00 of 60.00 s 100 %   1.00x   drift 0",
         "never above 100 %"},
        {{.sim_s = 1, .duration_s = 2, .factor = 1, .slowest_agent = "x", .programs_failed = 2},
         "1.00 of 2.00 s  50 %   1.00x   1 s left   slowest x   drift 0   2 failed",
         "failures are counted"},
        {{.sim_s = 1, .duration_s = 2, .factor = 1, .held_up_by = "client3", .held_up_s = 0.43},
         "1.00 of 2.00 s  50 %   1.00x   1 s left   drift 0   client3 holds the others up, 0.4 s",
         "the culprit is named"},
        {{.sim_s = 10, .duration_s = 100, .factor = 0.5},
         "10.00 of 100.00 s  10 %   0.50x   3:00 min left   drift 0",
         "minutes"},
        {{.sim_s = 10, .duration_s = 100, .factor = 0.01},
         "10.00 of 100.00 s  10 %   0.01x   2:30 h left   drift 0",
         "hours"},
        {{.sim_s = 1, .duration_s = 0},
         "1.00 of 0.00 s   0 %   drift 0",
         "no division by an unknown duration"},
    };
    for (const auto& c : cases) EXPECT_EQ(progress_text(c.progress), c.text) << c.why;
}

TEST(ProgressText, IsCutToTheTerminalWithAMark) {
    EXPECT_EQ(fit_columns("abcdef", 6), "abcdef");
    EXPECT_EQ(fit_columns("abcdef", 4), "abc>");
    EXPECT_EQ(fit_columns("abcdef", 0), "abcdef");
}

class ProgressPrinterTest : public ::testing::Test {
  protected:
    void SetUp() override { ASSERT_EQ(::pipe2(pipe_, O_NONBLOCK | O_CLOEXEC), 0); }
    void TearDown() override {
        ::close(pipe_[0]);
        ::close(pipe_[1]);
    }
    std::string written() {
        char buffer[4096];
        const auto got = ::read(pipe_[0], buffer, sizeof buffer);
        return got > 0 ? std::string(buffer, static_cast<std::size_t>(got)) : std::string();
    }
    static WallTime at(std::int64_t ms) { return WallTime{} + WallDuration::milliseconds(ms); }

    int pipe_[2] = {-1, -1};
    Progress progress_{.sim_s = 1, .duration_s = 2};
};

TEST_F(ProgressPrinterTest, RedrawsOneLineOnATerminal) {
    ProgressPrinter printer(pipe_[1], ProgressPrinter::Style::terminal);
    printer.show(progress_, at(0));
    printer.show(progress_, at(200));
    const std::string line = "\r" + progress_text(progress_) + "\x1b[K";
    EXPECT_EQ(written(), line + line);
    printer.note("client03: exit 1");
    EXPECT_EQ(written(), "\nclient03: exit 1\n");
    printer.finish();
    EXPECT_EQ(written(), "");
}

TEST_F(ProgressPrinterTest, WritesALineEveryFiveSecondsElsewhere) {
    ProgressPrinter printer(pipe_[1]);  // a pipe is not a terminal
    const std::string line = progress_text(progress_) + "\n";
    printer.show(progress_, at(0));
    EXPECT_EQ(written(), line);
    printer.show(progress_, at(4'999));
    EXPECT_EQ(written(), "");
    printer.show(progress_, at(5'000));
    EXPECT_EQ(written(), line);
    printer.note("note");
    EXPECT_EQ(written(), "note\n");
}

}  // namespace
}  // namespace synchrono::tools::run
