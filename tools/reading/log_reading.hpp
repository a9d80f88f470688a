/// What the commands below `synchrono log` share that read long logs: what they say when they cannot, and how
/// far they are.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <string_view>
#include <system_error>

#include "common/base/result.hpp"

namespace synchrono::tools {

// Exit codes.
inline constexpr int kDone = 0;
inline constexpr int kCannot = 2;

/// Tells why, and is the exit code.
int cannot(const Error& error);

/// Runs a command whose data goes to standard output, which may take no more: a full disk.
template <typename Command>
int with_output(Command command) {
    try {
        const int code = command();
        if (std::fflush(stdout) == 0) return code;
    } catch (const std::system_error&) {  // thrown by fmt
    }
    return cannot(
        {fmt::format("cannot write to standard output: {}", std::generic_category().message(errno))});
}

/// How far a long reading is, on a terminal; removes its line when it is done.
class ReadingProgress {
  public:
    ReadingProgress();
    ReadingProgress(const ReadingProgress&) = delete;
    ~ReadingProgress();

    bool shown() const { return shown_; }
    void show(std::string_view what, std::uint64_t done, std::uint64_t all);

  private:
    bool shown_;
    int last_ = -1;
};

}  // namespace synchrono::tools
