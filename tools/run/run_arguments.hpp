/// What a command line says of a run, for the commands that start one run or many.
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

namespace synchrono::tools {

/// As it is spelled there.
struct RunArguments {
    std::string scenario, out, programs, duration, rate, gate, seed;
    std::vector<std::string> settings;
    std::optional<std::size_t> clients, agents_per_client, handlers;
    bool json = false;
    ViewOptions view{};  ///< of one run
};

/// Adds the options to a command. `arguments` must live as long as it.
void add_run_arguments(CLI::App& command, RunArguments& arguments);

/// What they mean; fails with the option that means nothing.
Result<RunOptions> run_options(const RunArguments& arguments);

/// The command line of `synchrono` that makes one run of them, into `out` and with more settings.
std::vector<std::string> one_run(const RunArguments& arguments, const std::string& out,
                                 const std::vector<std::string>& more_settings);

}  // namespace synchrono::tools
