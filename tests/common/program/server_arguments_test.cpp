// Proves which lines a server prints for the program that started it.
#include "common/program/server_arguments.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <string>

namespace synchrono::program {
namespace {

std::string told_by(const std::function<void()>& tell) {
    ::testing::internal::CaptureStdout();
    tell();
    return ::testing::internal::GetCapturedStdout();
}

TEST(ServerArguments, WhoStartedItHearsWhereItListens) {
    EXPECT_EQ(told_by([] { tell_listening("127.0.0.1:4000"); }),
              "{\"address\":\"127.0.0.1:4000\",\"event\":\"listening\"}\n");
}

TEST(ServerArguments, WhoStartedItHearsWhyItEnded) {
    EXPECT_EQ(told_by([] { tell_ended("enough"); }), "{\"because\":\"enough\",\"event\":\"ended\"}\n");
    EXPECT_EQ(told_by([] { tell_ended("enough", true); }),
              "{\"because\":\"enough\",\"event\":\"ended\",\"left\":true}\n");
}

}  // namespace
}  // namespace synchrono::program
