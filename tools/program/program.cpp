#include "tools/program/program.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "tools/doctor/doctor.hpp"
#include "tools/drive/vehicle_command.hpp"
#include "tools/j2735/j2735_command.hpp"
#include "tools/log/log_command.hpp"
#include "tools/map/map_command.hpp"
#include "tools/program/run_command.hpp"
#include "tools/report/report_command.hpp"
#include "tools/sweep/sweep_command.hpp"

namespace synchrono::tools {
namespace {

/// The functions that add the subcommands, in the order in which --help lists these.
constexpr void (*kSubcommands[])(CLI::App& app, int& exit_code) = {
    add_run_command, add_sweep_command,   add_report_command, add_log_command,
    add_map_command, add_vehicle_command, add_j2735_command,  add_doctor_command,
};

int parse(CLI::App& app, int argc, char** argv, const int& exit_code) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        // Reports unknown words first: one of them may be a misspelling of what is missing.
        const auto unknown = app.remaining(true);
        unknown.empty() ? app.exit(error) : app.exit(CLI::ExtrasError(unknown));
        return 2;
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;  // 0 after --help and --version, which are not errors
    }
    if (app.get_subcommands().empty()) {
        std::cerr << "A subcommand is required\n" << app.help();
        return 2;
    }
    return exit_code;
}

}  // namespace

int run_program(int argc, char** argv) {
    CLI::App app("Synchrono: many simulated vehicles, each a program of its own, in one world", "synchrono");
    app.set_version_flag("--version", "synchrono " SYNCHRONO_VERSION ", " SYNCHRONO_CHRONO_TEXT);
    app.require_subcommand(0, 1);  // parse() reports a missing subcommand, after every other error
    app.failure_message(CLI::FailureMessage::simple);
    int exit_code = 0;
    for (const auto add_subcommand : kSubcommands) add_subcommand(app, exit_code);
    return parse(app, argc, argv, exit_code);
}

}  // namespace synchrono::tools
