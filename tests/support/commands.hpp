/// A command of the tool, run by a test without the program.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

namespace synchrono::testing {

/// `add` puts the command into a program, as those of tools/ do. Returns the exit code; throws what CLI11
/// does on wrong usage.
inline int run_command(void (*add)(CLI::App& app, int& exit_code), std::vector<std::string> arguments) {
    CLI::App app;
    int exit_code = 0;
    add(app, exit_code);
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
    return exit_code;
}

}  // namespace synchrono::testing
