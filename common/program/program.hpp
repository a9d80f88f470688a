/// What the servers and the client have in common as programs: how they are started, complain, are stopped by
/// a signal, and end.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}
namespace Json {
class Value;
}

namespace synchrono::program {

/// Exit codes.
inline constexpr int kGood = 0;
inline constexpr int kFailed = 1;   ///< it could not start, or did not end well
inline constexpr int kRefused = 2;  ///< the command line, or a file that it names, is wrong

/// Parses the command line and runs `body`, whose result is the exit code. A mistake on the command line is
/// told and is kRefused; an exception becomes a line and kFailed.
int run(CLI::App& app, int argc, char** argv, const std::function<int()>& body);

/// From here on what is said goes to standard error, each line with the time and `name`.
void speak_as(const std::string& name);
/// Says what is wrong and gives kFailed.
int failed(std::string_view text);
/// Says what is wrong and gives kRefused.
int refused(std::string_view text);

/// Writes an event for the program that started us, as a line of JSON on standard output.
void tell(const Json::Value& event);

/// From here on SIGINT and SIGTERM are only remembered, and SIGPIPE is ignored.
void remember_signals();
/// Which came last, such as "SIGTERM"; empty when none did.
std::string signal_name();

}  // namespace synchrono::program
