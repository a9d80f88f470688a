/// Ends a command that reads the files of a run: with an exit code and, when the command failed, one line
/// that says why.
#pragma once

#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <string_view>
#include <system_error>

#include "common/base/result.hpp"

namespace synchrono::tools {

// Exit codes.
inline constexpr int kDone = 0;
inline constexpr int kCannot = 2;

/// Prints on standard error why `synchrono <command>` failed, and returns the exit code for that.
int cannot(std::string_view command, const Error& error);

/// Calls `write`, which prints to standard output and returns an exit code. When the output cannot be
/// written, because the disk is full for instance, prints that as the failure of `command` and returns its
/// exit code.
template <typename Write>
int with_output(std::string_view command, Write write) {
    try {
        const int code = write();
        if (std::fflush(stdout) == 0) return code;
    } catch (const std::system_error&) {  // thrown by fmt
    }
    return cannot(command, {fmt::format("cannot write to standard output: {}",
                                        std::generic_category().message(errno))});
}

}  // namespace synchrono::tools
