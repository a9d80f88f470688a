// Proves that a line reaches whoever reads it, that a reader who reads nothing stops nobody, and that a line
// that was cut does not spoil the next one.
#include "common/program/console.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace synchrono::program {
namespace {

using ::testing::EndsWith;

/// Puts a pipe in the place of standard error.
struct ConsoleTest : ::testing::Test {
    ConsoleTest() : before(::dup(2)) {
        EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
        ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
        ::dup2(ends[1], 2);
    }
    ~ConsoleTest() override {
        ::dup2(before, 2);
        for (const int one : {before, ends[0], ends[1]}) ::close(one);
    }
    std::string read() const {
        std::string text;
        char chunk[4096];
        for (ssize_t n = 0; (n = ::read(ends[0], chunk, sizeof chunk)) > 0;)
            text.append(chunk, static_cast<std::size_t>(n));
        return text;
    }
    int before, ends[2];
};

TEST_F(ConsoleTest, ALineReachesItsReader) {
    EXPECT_TRUE(write_console_line(2, "hello"));
    EXPECT_TRUE(write_console_line(2, ""));
    EXPECT_EQ(read(), "hello\n\n");
    EXPECT_EQ(::fcntl(2, F_GETFL) & O_NONBLOCK, 0) << "programs that share the descriptor notice nothing";
}

TEST_F(ConsoleTest, AReaderThatDoesNotReadStopsNobody) {
    const std::string line(999, 'x');
    int written = 0;
    while (write_console_line(2, line)) ASSERT_LT(++written, 1'000);
    EXPECT_GT(written, 10);
    EXPECT_FALSE(write_console_line(2, line, WallDuration::milliseconds(1))) << "even if it waits a little";
    EXPECT_EQ(read().size(), static_cast<std::size_t>(written) * 1'000);
    EXPECT_TRUE(write_console_line(2, "again"));
    EXPECT_THAT(read(), EndsWith("again\n"));
}

TEST_F(ConsoleTest, ACutLineEndsBeforeTheNext) {
    const std::string longer(1 << 20, 'y');  // more than a pipe holds
    EXPECT_FALSE(write_console_line(2, longer));
    const std::string part = read();
    EXPECT_GT(part.size(), 0u);
    EXPECT_LT(part.size(), longer.size());
    EXPECT_TRUE(write_console_line(2, "next"));
    EXPECT_EQ(read(), "\nnext\n");
    // A line of which nothing could be written changes nothing about the cut one before it.
    EXPECT_FALSE(write_console_line(2, longer));
    EXPECT_FALSE(write_console_line(2, "no room"));
    read();
    EXPECT_TRUE(write_console_line(2, "last"));
    EXPECT_EQ(read(), "\nlast\n");
}

TEST_F(ConsoleTest, ASocketThatNobodyReadsStopsNobody) {
    int pair[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    ::dup2(pair[1], 2);
    int written = 0;
    while (write_console_line(2, std::string(999, 's'))) ASSERT_LT(++written, 10'000);
    EXPECT_GT(written, 10);
    ::dup2(ends[1], 2);
    for (const int one : pair) ::close(one);
}

TEST_F(ConsoleTest, AFileGetsLinesAtItsEnd) {
    std::string name = ::testing::TempDir() + "console_XXXXXX";
    const int file = ::mkstemp(name.data());
    ::dup2(file, 2);
    EXPECT_TRUE(write_console_line(2, "one"));
    EXPECT_TRUE(write_console_line(2, "two"));
    char text[16] = {};
    EXPECT_EQ(::pread(file, text, sizeof text, 0), 8);
    EXPECT_STREQ(text, "one\ntwo\n");
    ::close(file);
    ::unlink(name.c_str());
}

}  // namespace
}  // namespace synchrono::program
