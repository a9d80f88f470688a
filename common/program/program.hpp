/// The parts that the programs of the servers and of the client share: how they start, log errors, react to
/// signals and end.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "common/time/wall_clock.hpp"

namespace CLI {
class App;
}
namespace Json {
class Value;
}

namespace synchrono::program {

/// Exit codes.
inline constexpr int kGood = 0;
inline constexpr int kFailed = 1;   ///< the program could not start, or did not end well
inline constexpr int kRefused = 2;  ///< the command line, or a file that it names, is wrong

/// Parses the command line, runs `body` and returns its result as the exit code. Prints a mistake on the
/// command line and returns kRefused; logs an exception of `body` and returns kFailed. For --help and
/// --version, prints the text and returns kGood without running `body`.
int run(CLI::App& app, int argc, char** argv, const std::function<int()>& body);

/// Sends all further log lines to standard error, each with the time and `name`.
void set_program_name(const std::string& name);
/// Logs `text` as an error and returns kFailed.
int failed(std::string_view text);
/// Logs `text` as an error and returns kRefused.
int refused(std::string_view text);

/// Writes an event for the program that started this one: a line of JSON on standard output. If there is no
/// room for the line, waits for room, but no longer than `wait_max`; then the event is dropped.
void write_event(const Json::Value& event, WallDuration wait_max = WallDuration::seconds(10));

/// Makes SIGINT and SIGTERM do nothing but set the value that signal_name() returns. Ignores SIGPIPE.
void remember_signals();
/// Returns the name of the last SIGINT or SIGTERM that arrived, for example "SIGTERM"; empty if none did.
std::string signal_name();

}  // namespace synchrono::program
