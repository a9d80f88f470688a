#include "tools/program/run_command.hpp"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <signal.h>
#include <string.h>
#include <string>
#include <unistd.h>

#include "tools/process/stop_signals.hpp"
#include "tools/report/report_files.hpp"
#include "tools/report/report_json.hpp"
#include "tools/report/report_text.hpp"
#include "tools/run/exit_codes.hpp"
#include "tools/run/run.hpp"
#include "tools/run/run_arguments.hpp"
#include "tools/study/study.hpp"
#include "tools/sweep/sweep_command.hpp"
#include "tools/text/counted.hpp"

namespace synchrono::tools {
namespace {

struct Arguments {
    run::RunArguments run;
    std::string seeds;
    bool verbose = false;
};

int run_once(const run::RunArguments& arguments, bool verbose) {
    const auto options = run::run_options(arguments);
    if (!options) {
        std::cerr << "synchrono run: " << options.error().text << "\n";
        return run::kRunUsage;
    }
    const auto prepared = run::prepare_run(*options);
    if (!prepared) {
        std::cerr << "synchrono run: " << prepared.error().text << "\n";
        return run::kRunUsage;
    }
    const process::StopSignals signals;
    ::signal(SIGPIPE, SIG_IGN);  // the program that reads our progress or report may end before us
    if (signals.fd() < 0) {
        std::cerr << "synchrono run: cannot watch for signals: " << ::strerror(errno) << "\n";
        return run::kRunBad;
    }
    run::ProgressPrinter progress(STDERR_FILENO);
    progress.note(fmt::format("{}: {} in {}, into {}", prepared->scenario.name,
                              text::counted(prepared->scenario.agents.size(), "agent"),
                              text::counted(prepared->clients.size() + (prepared->world ? 1 : 0), "client"),
                              prepared->folder.string()));
    if (const std::string late = run::text_of_late_agents(prepared->scenario); !late.empty())
        progress.note(late);
    const auto outcome = run::execute_run(*prepared, signals.fd(), progress);
    const auto studied = study::study_run(prepared->folder);
    if (!studied.logs && outcome.ended_early) {
        // The report says why the run ended; that there are no logs then is no news.
    } else if (!studied.logs) {
        std::cerr << "synchrono run: " << studied.logs.error().text << "\n";
    } else if (!studied.study) {
        std::cerr << "synchrono run: " << studied.study.error().text << "\n";
    }
    auto report =
        report::report_of(*prepared, outcome, studied.logs, studied.study ? &*studied.study : nullptr);
    const auto written = report::write_report(prepared->folder, report);
    if (!written) {
        std::cerr << "synchrono run: " << written.error().text << "\n";
        report.page.clear();
    }
    std::cout << (arguments.json
                      ? report::report_json(report)
                      : report::report_text(report, verbose ? report::Detail::all : report::Detail::results))
              << std::flush;
    if (outcome.interrupted) return run::kRunInterrupted;
    return report.good && written ? run::kRunGood : run::kRunBad;
}

int run_or_sweep(const Arguments& arguments) {
    if (arguments.seeds.empty()) return run_once(arguments.run, arguments.verbose);
    const auto plan = [&]() -> Result<sweep::SweepPlan> {
        if (arguments.run.view.any())
            return fail("--view, --view-record and --drive cannot be used with --seeds");
        if (arguments.verbose) return fail("--verbose cannot be used with --seeds");
        if (!arguments.run.external.empty() || arguments.run.listen)
            return fail("--expect-external and --listen cannot be used with --seeds");
        if (!arguments.run.seed.empty()) return fail("expected either --seed or --seeds");
        auto seeds = sweep::parse_seeds(arguments.seeds);
        if (!seeds) return fail("--seeds: " + seeds.error().text);
        return sweep::plan_seeds(std::move(*seeds));
    }();
    if (!plan) {
        std::cerr << "synchrono run: " << plan.error().text << "\n";
        return run::kRunUsage;
    }
    return sweep::sweep("synchrono run", {.run = arguments.run, .plan = *plan, .kind = "seeds"});
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
    auto* command =
        app.add_subcommand("run", "Run a scenario: start the server and its clients, watch them, report");
    const auto arguments = std::make_shared<Arguments>();
    auto& a = *arguments;
    run::add_run_arguments(*command, a.run);
    command->add_option("--seeds", a.seeds,
                        "FIRST..LAST: one run for each seed and a table of all; not with --seed or a window");
    command->add_option("--out", a.run.out,
                        "The run's folder, new or empty (default: runs/<time>-<scenario>)");
    command
        ->add_option("--expect-external", a.run.external,
                     "NAME,NAME,...: clients, or agents of clients, that you start by hand, perhaps on other "
                     "machines")
        ->delimiter(',')
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    command->add_option(
        "--listen", a.run.listen,
        "HOST or HOST:PORT for the dynamics server; the communication server gets the next port "
        "(default: 127.0.0.1 and free ports)");
    command->add_flag("--view{*}", a.run.view.view, "Open a window; --view=AGENT follows that agent");
    command->add_option("--view-record", a.run.view.record,
                        "Folder for pictures of the window, 25 for each simulated second");
    command->add_option("--drive", a.run.view.drive,
                        "Agent that you drive with keys or a gamepad, in real time");
    command->add_flag("--json", a.run.json, "Write the report as JSON");
    command->add_flag("--strict", a.run.strict, "A run with a failed pilot is not good: exit 1");
    command->add_flag("--verbose", a.verbose, "Print settings and counters, too");
    command->callback([arguments, &exit_code] { exit_code = run_or_sweep(*arguments); });
}

}  // namespace synchrono::tools
