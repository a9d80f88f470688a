// Proves that an exception of a command becomes one line on standard error and the exit code of a failure.
#include "tools/text/command_failure.hpp"

#include <gtest/gtest.h>
#include <stdexcept>

namespace synchrono::tools::text {
namespace {

TEST(Guarded, ReturnsTheExitCodeOfTheBody) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(guarded([] { return 7; }), 7);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Guarded, PrintsAnExceptionInOneLine) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(guarded([]() -> int { throw std::runtime_error("no memory is left"); }), kFailed);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "synchrono: no memory is left\n");
}

}  // namespace
}  // namespace synchrono::tools::text
