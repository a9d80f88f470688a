/// The command-line options of a run, shared by the commands that start one run or many.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "tools/run/run.hpp"

namespace CLI {
class App;
}

namespace synchrono::tools::run {

/// The options as the user spelled them.
struct RunArguments {
    std::string scenario, out, programs, duration, rate, gate, seed;
    std::vector<std::string> settings;
    std::optional<std::size_t> clients, agents_per_client, handlers;
    bool json = false, strict = false;
    ViewOptions view{};  ///< empty for commands that start many runs, like the next two
    std::vector<std::string> external{};
    std::optional<std::string> listen{};
};

/// Adds the options to a command. `arguments` must outlive the command.
void add_run_arguments(CLI::App& command, RunArguments& arguments);

/// Parses the options and finds the scenario. The error names the option that cannot be parsed.
Result<RunOptions> run_options(const RunArguments& arguments);

/// Returns the arguments with which `synchrono` makes one run with these options, into `out` and with
/// `more_settings` added. Leaves out --json and what only single runs can have.
std::vector<std::string> arguments_of_run(const RunArguments& arguments, const std::string& out,
                                          const std::vector<std::string>& more_settings);

}  // namespace synchrono::tools::run
