#include "tools/program/resolve_command.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "tools/run/commands.hpp"
#include "tools/run/exit_codes.hpp"
#include "tools/run/run.hpp"
#include "tools/run/run_arguments.hpp"
#include "tools/run/run_credentials.hpp"
#include "tools/run/run_files.hpp"

namespace synchrono::tools {
namespace {

struct Arguments {
    run::RunArguments run;
    std::vector<std::string> watchers;
};

/// Returns the command lines that start the programs of the run, for people to paste.
std::string commands_of(const run::PreparedRun& run, const std::vector<std::string>& watchers) {
    const std::string scenario = (run.folder / "scenario.json").string();
    const bool has_radio = run.scenario.radio.has_value();
    std::string text = "The servers:\n";
    const auto add_server = [&](const char* program, const char* address, const char* more) {
        text += fmt::format("  {} --scenario {} --credentials {} --listen {}{} --out logs\n", program,
                            run::quoted(scenario), run::quoted(run::credentials_of_all(run).string()),
                            address, more);
    };
    add_server("synchrono-server", "SERVER:PORT", "");
    if (has_radio) add_server("synchrono-comm-server", "RADIO:PORT", " --server SERVER:PORT");
    text += fmt::format("Each client, which needs only scenario.json{} and its own credential:\n",
                        std::filesystem::exists(run.folder / config::kFilesFolder) ? ", files/" : "");
    std::vector<std::string> names;
    for (const run::ClientShare& share : run::client_shares(run)) names.push_back(share.name);
    names.insert(names.end(), watchers.begin(), watchers.end());
    for (const std::string& name : names) {
        text += "  " +
                run::client_command({.scenario = scenario,
                                     .credentials = run::credentials_of(run, name).string(),
                                     .server = "SERVER:PORT",
                                     .radio = has_radio ? "RADIO:PORT" : ""}) +
                " --out logs\n";
    }
    return text;
}

int resolve(const Arguments& arguments) {
    const auto refuse = [](const Error& error) {
        std::cerr << "synchrono resolve: " << error.text << "\n";
        return run::kRunUsage;
    };
    auto options = run::run_options(arguments.run);
    if (!options) return refuse(options.error());
    options->by_hand = true;
    auto prepared = run::prepare_run(*options);
    if (!prepared) return refuse(prepared.error());
    if (const auto brought = run::bring_files_inside(*prepared); !brought) return refuse(brought.error());
    const auto written = run::write_run_credentials(*prepared, run::StartedBy::hand, arguments.watchers);
    if (!written) return refuse(written.error());
    if (const std::string late = run::text_of_late_agents(prepared->scenario); !late.empty())
        std::cerr << late << "\n";
    std::cout << commands_of(*prepared, arguments.watchers) << std::flush;
    return run::kRunGood;
}

}  // namespace

void add_resolve_command(CLI::App& app, int& exit_code) {
    auto* command = app.add_subcommand(
        "resolve", "Write the resolved scenario and the credentials of a run, to start its programs by hand");
    const auto arguments = std::make_shared<Arguments>();
    auto& a = *arguments;
    run::add_run_arguments(*command, a.run);
    command->add_option("--out", a.run.out,
                        "The folder to make, new or empty (default: runs/<time>-<scenario>)");
    command->add_option("--watcher", a.watchers, "Name of a client that may watch; may be repeated")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    command->callback([arguments, &exit_code] { exit_code = resolve(*arguments); });
}

}  // namespace synchrono::tools
