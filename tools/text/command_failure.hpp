/// Ends a command of `synchrono` with an exit code and, when the command failed, with one line that says why.
#pragma once

#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <string_view>
#include <system_error>

#include "common/base/result.hpp"

namespace synchrono::tools::text {

// Exit codes.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 2;

/// Prints on standard error why `synchrono <command>` failed, and returns kFailed.
int report_failure(std::string_view command, const Error& error);

/// Calls `body` and returns its exit code. When `body` throws, prints the exception on
/// standard error in one line and returns kFailed.
int guarded(const std::function<int()>& body);

/// Calls `write`, which prints to standard output and returns an exit code, and returns this code. When the
/// output cannot be written, because the disk is full for instance, prints this failure of `command` and
/// returns kFailed.
template <typename Write>
int with_output(std::string_view command, Write write) {
    try {
        const int code = write();
        if (std::fflush(stdout) == 0) return code;
    } catch (const std::system_error&) {  // thrown by fmt
    }
    return report_failure(command, {fmt::format("cannot write to standard output: {}",
                                                std::generic_category().message(errno))});
}

}  // namespace synchrono::tools::text
