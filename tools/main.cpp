#include <CLI/CLI.hpp>
#include <iostream>

#include "tools/doctor.hpp"
#include "tools/j2735_command.hpp"
#include "tools/log_command.hpp"
#include "tools/map/map_command.hpp"
#include "tools/run_command.hpp"
#include "tools/study/report_command.hpp"
#include "tools/sweep/sweep_command.hpp"
#include "tools/vehicle_command.hpp"

int main(int argc, char** argv) {
    CLI::App app("Synchrono: many simulated vehicles, each a program of its own, in one world", "synchrono");
    app.set_version_flag("--version", "synchrono " SYNCHRONO_VERSION ", " SYNCHRONO_CHRONO_TEXT);
    app.require_subcommand(0, 1);  // none is told below, once all that is not expected has been
    app.failure_message(CLI::FailureMessage::simple);
    int exit_code = 0;
    synchrono::tools::add_run_command(app, exit_code);
    synchrono::tools::add_sweep_command(app, exit_code);
    synchrono::tools::add_report_command(app, exit_code);
    synchrono::tools::add_log_command(app, exit_code);
    synchrono::tools::add_map_command(app, exit_code);
    synchrono::tools::add_vehicle_command(app, exit_code);
    synchrono::tools::add_j2735_command(app, exit_code);
    synchrono::tools::add_doctor_command(app, exit_code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        // What is not known comes first: it may be a misspelling of what is missing.
        const auto unknown = app.remaining(true);
        unknown.empty() ? app.exit(error) : app.exit(CLI::ExtrasError(unknown));
        return 2;
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;  // --help and --version are no errors
    }
    if (app.get_subcommands().empty()) {
        std::cerr << "A subcommand is required\n" << app.help();
        return 2;
    }
    return exit_code;
}
