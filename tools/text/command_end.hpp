/// How a command ends that reads what a run has left: it is done, or one line says why it cannot go on.
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

/// Tells why `synchrono <command>` cannot, and is the exit code.
int cannot(std::string_view command, const Error& error);

/// Runs what writes its data to standard output, which may take no more: a full disk.
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
