/// What the commands below `synchrono log` share that read long logs: what they say when they cannot, how far
/// they are, and the options that choose radio messages.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>

#include "common/base/result.hpp"
#include "tools/radio/radio_filter.hpp"
#include "tools/radio/radio_log.hpp"

namespace CLI {
class App;
}

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

/// The radio's; tells where it was cut.
Result<RadioLog> open_log(const std::string& run);

/// How far a long reading is, on a terminal; removes its line when it is done.
class ReadingProgress {
  public:
    ReadingProgress();
    ReadingProgress(const ReadingProgress&) = delete;
    ~ReadingProgress();

    void show(std::string_view what, std::uint64_t done, std::uint64_t all);
    std::function<void(std::uint64_t)> of(const RadioLog& log);

  private:
    bool shown_;
    int last_ = -1;
};

void add_filter(CLI::App& command, RadioFilterOptions& filter);

}  // namespace synchrono::tools
