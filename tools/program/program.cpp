#include "tools/program/program.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <iostream>
#include <string>
#include <vector>

#include "common/base/nearest_name.hpp"
#include "tools/doctor/doctor.hpp"
#include "tools/drive/vehicle_command.hpp"
#include "tools/logs/log_command.hpp"
#include "tools/map/map_command.hpp"
#include "tools/messages/j2735_command.hpp"
#include "tools/program/list_command.hpp"
#include "tools/program/resolve_command.hpp"
#include "tools/program/run_command.hpp"
#include "tools/report/report_command.hpp"
#include "tools/sweep/sweep_command.hpp"
#include "tools/text/command_failure.hpp"

namespace synchrono::tools {
namespace {

/// The functions that add the subcommands, in the order in which --help lists them.
constexpr void (*kSubcommands[])(CLI::App& app, int& exit_code) = {
    add_run_command,
    add_resolve_command,
    sweep::add_sweep_command,
    report::add_report_command,
    logs::add_log_command,
    map::add_map_command,
    drive::add_vehicle_command,
    messages::add_j2735_command,
    add_list_command,
    doctor::add_doctor_command,
};

/// Returns the outermost command that was given a word which it does not expect.
const CLI::App& refusing(const CLI::App& app) {
    const auto parsed = app.get_subcommands();
    return parsed.empty() || !app.remaining().empty() ? app : refusing(*parsed.front());
}

/// Returns the command and those around it, as a person writes them: "synchrono log info".
std::string full_name(const CLI::App& command) {
    const CLI::App* const parent = command.get_parent();
    return (parent == nullptr ? "" : full_name(*parent) + " ") + command.get_name();
}

/// Returns the error that refuses the first word that no command expects. Requires such a word.
std::string refusal_of(const CLI::App& app) {
    const CLI::App& command = refusing(app);
    const std::string word = command.remaining().front();
    std::vector<std::string> known;
    const bool is_option = word.starts_with('-');
    if (is_option) {
        for (const CLI::Option* option : command.get_options())
            for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    } else {
        for (const CLI::App* inner : command.get_subcommands({})) known.push_back(inner->get_name());
    }
    const std::string name = full_name(command);
    const auto ask = [&](const std::string& then) {
        return did_you_mean(word.substr(0, word.find('=')), known, then);
    };
    if (is_option)
        return fmt::format("{}: no option '{}'{}", name, word, ask(fmt::format("see {} --help", name)));
    if (known.empty()) return fmt::format("{}: one argument too many: '{}'; see {} --help", name, word, name);
    return fmt::format("{}: no command '{}'{}{}", name, word, ask("expected one of "),
                       fmt::join(known, ", "));
}

/// Returns the innermost command that the command line names.
const CLI::App& innermost(const CLI::App& app) {
    const auto parsed = app.get_subcommands();
    return parsed.empty() ? app : innermost(*parsed.front());
}

/// Returns one line about an error that CLI11 has found.
std::string text_of(const CLI::App& app, const CLI::ParseError& error) {
    const std::string name = full_name(innermost(app));
    return fmt::format("{}: {}; see {} --help", name, error.what(), name);
}

int parse(CLI::App& app, int argc, char** argv, const int& exit_code) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        // Complains of unknown words first: one of them may be a misspelling of the missing word.
        if (app.remaining(true).empty()) {
            std::cerr << text_of(app, error) << "\n";
        } else {
            std::cerr << refusal_of(app) << "\n";
        }
        return 2;
    } catch (const CLI::ExtrasError&) {
        std::cerr << refusal_of(app) << "\n";
        return 2;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version are not errors
        std::cerr << text_of(app, error) << "\n";
        return 2;
    }
    if (app.get_subcommands().empty()) {
        std::cerr << "A subcommand is required\n" << app.help();
        return 2;
    }
    return exit_code;
}

int run_command_line(int argc, char** argv) {
    CLI::App app("Synchrono: many simulated vehicles, each a program of its own, in one world", "synchrono");
    app.set_version_flag("--version", "synchrono " SYNCHRONO_VERSION ", " SYNCHRONO_CHRONO_TEXT);
    app.require_subcommand(0, 1);  // parse() refuses a missing subcommand, after every other error
    app.failure_message(CLI::FailureMessage::simple);
    int exit_code = 0;
    for (const auto add_subcommand : kSubcommands) add_subcommand(app, exit_code);
    return parse(app, argc, argv, exit_code);
}

}  // namespace

int run_program(int argc, char** argv) {
    return text::guarded([&] { return run_command_line(argc, argv); });
}

}  // namespace synchrono::tools
