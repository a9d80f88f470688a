#include "tools/run/run_arguments.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "common/base/limits.hpp"
#include "common/config/arguments.hpp"
#include "common/config/data_file.hpp"

namespace synchrono::tools::run {

void add_run_arguments(CLI::App& command, RunArguments& a) {
    command.option_defaults()->take_last();  // the user of a script can add options that override its own
    command.add_option("SCENARIO", a.scenario, "Scenario file, or the name of an installed one")->required();
    command.add_option("--clients", a.clients, "Client programs among which the vehicles are divided")
        ->check(CLI::Range(std::size_t{1}, limits::kClientsMax));
    command.add_option("--agents-per-client", a.agents_per_client, "Most vehicles that one client simulates")
        ->check(CLI::Range(std::size_t{1}, limits::kAgentsPerClientMax));
    command.add_option("--duration", a.duration, "Simulated seconds, instead of the scenario's");
    command.add_option("--rate", a.rate, "max, real, or a factor such as 2x");
    command.add_option("--gate", a.gate,
                       "window:N or exact:LAG; window alone means window:2, exact alone exact:1");
    command.add_option("--seed", a.seed, "Seed of everything that is random");
    command
        .add_option("--set", a.settings,
                    "PATH=VALUE: a value in the scenario, such as agents.car.speed_m_s=12; may be repeated")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    command.add_option(
        "--handlers", a.handlers,
        "Threads of the server that receive and check datagrams; 0: its world thread does this (default: "
        "a quarter of the cores)");
    command.add_option(
        "--programs", a.programs,
        "Folder of synchrono-server and synchrono-client (default: the folder of this program)");
}

Result<RunOptions> run_options(const RunArguments& arguments) {
    const auto scenario = config::find_scenario(arguments.scenario);
    if (!scenario) return tl::unexpected(scenario.error());
    RunOptions options{.scenario = *scenario,
                       .overrides = {.settings = arguments.settings},
                       .clients = arguments.clients,
                       .agents_per_client = arguments.agents_per_client,
                       .handlers = arguments.handlers,
                       .out = arguments.out,
                       .external = arguments.external,
                       .listen = arguments.listen,
                       .view = arguments.view,
                       .strict = arguments.strict,
                       .programs = arguments.programs};
    const auto parse_option = [](const char* name, const std::string& text, const auto& parse,
                                 auto& target) -> Result<void> {
        if (text.empty()) return {};
        const auto value = parse(text);
        if (!value) return fail(fmt::format("{}: {}", name, value.error().text));
        target = *value;
        return {};
    };
    for (const auto& parsed :
         {parse_option("--duration", arguments.duration, config::parse_duration_s,
                       options.overrides.duration),
          parse_option("--rate", arguments.rate, config::parse_pace, options.overrides.pace),
          parse_option("--gate", arguments.gate, config::parse_gate, options.overrides.gate),
          parse_option("--seed", arguments.seed, config::parse_seed, options.overrides.seed)}) {
        if (!parsed) return tl::unexpected(parsed.error());
    }
    return options;
}

std::vector<std::string> arguments_of_run(const RunArguments& arguments, const std::string& out,
                                          const std::vector<std::string>& more_settings) {
    std::vector<std::string> line{"run", arguments.scenario, "--out", out};
    const auto add = [&line](const char* option, const std::string& value) {
        if (!value.empty()) line.insert(line.end(), {option, value});
    };
    const auto add_number = [&add](const char* option, const std::optional<std::size_t>& value) {
        if (value) add(option, fmt::format("{}", *value));
    };
    add("--duration", arguments.duration);
    add("--rate", arguments.rate);
    add("--gate", arguments.gate);
    add("--seed", arguments.seed);
    add("--programs", arguments.programs);
    add_number("--clients", arguments.clients);
    add_number("--agents-per-client", arguments.agents_per_client);
    add_number("--handlers", arguments.handlers);
    if (arguments.strict) line.emplace_back("--strict");
    for (const auto* settings : {&arguments.settings, &more_settings}) {
        for (const std::string& setting : *settings) add("--set", setting);
    }
    return line;
}

}  // namespace synchrono::tools::run
