// Proves that lines about joins and refusals reach the log, that strangers cannot fill the log with them, and
// that the log says how many were left out.
#include "common/program/access_notes.hpp"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sstream>

namespace synchrono::program {
namespace {

using ::testing::EndsWith;

struct AccessNotesTest : ::testing::Test {
    AccessNotesTest() : before(spdlog::default_logger()) {
        auto logger =
            std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::ostream_sink_st>(text));
        logger->set_pattern("%v");
        spdlog::set_default_logger(logger);
        clock.set(WallTime::nanoseconds(5'000'000'000));
    }
    ~AccessNotesTest() override { spdlog::set_default_logger(before); }
    std::shared_ptr<spdlog::logger> before;
    std::ostringstream text;
    ManualClock clock;
};

TEST_F(AccessNotesTest, WritesNoMoreThanTheLimitInASecond) {
    const AccessNotes note(clock);
    std::string expected;
    for (int i = 0; i < AccessNotes::kLinesMax + 3; ++i) {
        note("line " + std::to_string(i), false);
        if (i < AccessNotes::kLinesMax) expected += "line " + std::to_string(i) + "\n";
    }
    EXPECT_EQ(text.str(), expected);
    clock.advance(WallDuration::seconds(1));
    const std::function<void(const std::string&, bool)> copy = note;
    copy("later", false);
    EXPECT_THAT(text.str(), EndsWith("3 lines about joins and refusals were left out\nlater\n"));
    copy("once more", false);
    EXPECT_THAT(text.str(), EndsWith("later\nonce more\n"));
}

TEST_F(AccessNotesTest, StrangersHideNothing) {
    const AccessNotes note(clock);
    for (int i = 0; i < 1'000; ++i) note("a stranger", false);
    note("a client joined", true);
    EXPECT_THAT(text.str(), EndsWith("a client joined\n"));
}

}  // namespace
}  // namespace synchrono::program
