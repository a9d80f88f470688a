// Proves which lines a server prints for the program that started it.
#include "common/program/server_arguments.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <string>

namespace synchrono::program {
namespace {

std::string output_of(const std::function<void()>& write) {
    ::testing::internal::CaptureStdout();
    write();
    return ::testing::internal::GetCapturedStdout();
}

TEST(ServerArguments, PrintWhereTheServerListens) {
    EXPECT_EQ(output_of([] { write_listening("127.0.0.1:4000"); }),
              "{\"address\":\"127.0.0.1:4000\",\"event\":\"listening\"}\n");
}

TEST(ServerArguments, PrintWhyTheServerEnded) {
    EXPECT_EQ(output_of([] { write_ended("enough"); }), "{\"because\":\"enough\",\"event\":\"ended\"}\n");
    EXPECT_EQ(output_of([] { write_ended("enough", true); }),
              "{\"because\":\"enough\",\"event\":\"ended\",\"left\":true}\n");
}

}  // namespace
}  // namespace synchrono::program
