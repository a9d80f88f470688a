/// Runs a command of the `synchrono` tool in the test's own process.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

namespace synchrono::testing {

/// Runs the command that `add` adds to an app, with these arguments. Returns the exit code; throws an
/// exception of CLI11 on wrong usage.
inline int run_command(void (*add)(CLI::App& app, int& exit_code), std::vector<std::string> arguments) {
    CLI::App app;
    int exit_code = 0;
    add(app, exit_code);
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
    return exit_code;
}

}  // namespace synchrono::testing
