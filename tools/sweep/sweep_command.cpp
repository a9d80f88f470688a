#include "tools/sweep/sweep_command.hpp"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "tools/process/stop_signals.hpp"
#include "tools/run/exit_codes.hpp"
#include "tools/text/counted.hpp"

namespace synchrono::tools::sweep {
namespace {

constexpr std::size_t kJobsMax = 64;
constexpr std::size_t kAnnounceReadingFrom = 100;  // fewer are read so quickly that no note is needed

struct Arguments {
    run::RunArguments run;
    std::vector<std::string> over;
    std::string figures;
    std::size_t jobs = 1;
};

/// Refuses options that fix a value which the sweep varies.
Result<void> check_options(const run::RunArguments& run, const std::vector<SweepParameter>& parameters) {
    const struct {
        const char *key, *option;
        const std::string& value;
    } options[] = {{"seed", "--seed", run.seed},
                   {"gate", "--gate", run.gate},
                   {"rate", "--rate", run.rate},
                   {"duration_s", "--duration", run.duration}};
    for (const auto& option : options) {
        for (const SweepParameter& parameter : parameters) {
            if (!option.value.empty() && parameter.path.substr(0, parameter.path.find('.')) == option.key) {
                return fail(fmt::format("--over {} cannot be used with {}", parameter.path, option.option));
            }
        }
    }
    return {};
}

Result<SweepPlan> plan_of(const Arguments& arguments) {
    std::vector<SweepParameter> parameters;
    for (const std::string& over : arguments.over) {
        auto parameter = parse_over(over);
        if (!parameter) return fail("--over " + parameter.error().text);
        parameters.push_back(std::move(*parameter));
    }
    if (const auto good = check_options(arguments.run, parameters); !good)
        return tl::unexpected(good.error());
    auto plan = plan_sweep(std::move(parameters));
    if (!plan) return fail("--over: " + plan.error().text);
    return plan;
}

int sweep_over(const Arguments& arguments) {
    auto plan = plan_of(arguments);
    if (!plan) {
        std::cerr << "synchrono sweep: " << plan.error().text << "\n";
        return run::kRunUsage;
    }
    return sweep("synchrono sweep", {.run = arguments.run,
                                     .plan = std::move(*plan),
                                     .figures = arguments.figures,
                                     .jobs = arguments.jobs});
}

}  // namespace

int sweep(const std::string& command, const SweepOptions& options) {
    const auto complain = [&command](const std::string& text) {
        std::cerr << command << ": " << text << "\n";
    };
    const std::size_t scenarios = options.plan.points.size();
    if (scenarios > kAnnounceReadingFrom)
        std::cerr << "reading " << text::counted(scenarios, "scenario") << "\n";
    auto prepared = prepare_sweep(options);
    if (!prepared) {
        complain(prepared.error().text);
        return run::kRunUsage;
    }
    const process::StopSignals signals;
    ::signal(SIGPIPE, SIG_IGN);  // the program that reads our progress or table may end before us
    if (signals.fd() < 0) {
        complain(fmt::format("cannot watch for signals: {}", ::strerror(errno)));
        return run::kRunBad;
    }
    run::ProgressPrinter progress(STDERR_FILENO);
    const SweepResult& result = prepared->result;
    progress.note(fmt::format("{}: {}, into {}", result.scenario, text::counted(result.runs.size(), "run"),
                              prepared->folder.string()));
    const SweepOutcome outcome = execute_sweep(*prepared, signals.fd(), progress);
    progress.finish();
    if (!outcome.problem.empty()) complain(outcome.problem);
    std::cout << (options.run.json ? sweep_json(result)
                                   : sweep_text(result) + prepared->folder.string() + "\n")
              << std::flush;
    if (outcome.interrupted) return run::kRunInterrupted;
    return result.count_good() == result.runs.size() && outcome.problem.empty() ? run::kRunGood
                                                                                : run::kRunBad;
}

void add_sweep_command(CLI::App& app, int& exit_code) {
    auto* command =
        app.add_subcommand("sweep", "Run a scenario with every combination of some values, and compare");
    const auto arguments = std::make_shared<Arguments>();
    auto& a = *arguments;
    run::add_run_arguments(*command, a.run);
    command
        ->add_option("--over", a.over,
                     "PATH=VALUE,VALUE,... or PATH=FIRST..LAST: values to vary, with a PATH as in --set; may "
                     "be repeated")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false)
        ->required();
    command->add_option("--figures", a.figures,
                        "FIGURE,FIGURE,...: numbers of report.json to compare, such as mean_delay_s, "
                        "traffic.waiting_s or agents.bus*.delay_s");
    command->add_option("--jobs", a.jobs, "Runs at a time (default: 1)")
        ->check(CLI::Range(std::size_t{1}, kJobsMax));
    command->add_option("--out", a.run.out,
                        "The sweep's folder: new, empty, or that of a sweep to continue (default: "
                        "runs/<time>-<scenario>-sweep)");
    command->add_flag("--json", a.run.json, "Write the table as JSON");
    command->add_flag("--strict", a.run.strict, "Runs with a failed pilot are not good");
    command->callback([arguments, &exit_code] { exit_code = sweep_over(*arguments); });
}

}  // namespace synchrono::tools::sweep
