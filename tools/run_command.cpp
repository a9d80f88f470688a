#include "tools/run_command.hpp"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <signal.h>
#include <string.h>
#include <string>
#include <sys/signalfd.h>
#include <unistd.h>

#include "common/base/limits.hpp"
#include "common/config/arguments.hpp"
#include "common/config/data_file.hpp"
#include "tools/counted.hpp"
#include "tools/report.hpp"
#include "tools/run.hpp"

namespace synchrono::tools {
namespace {

/// SIGINT and SIGTERM as something to read while it lives. Blocked before the first program is started, so
/// that none is missed.
class StopSignals {
  public:
    StopSignals() {
        sigset_t signals;
        ::sigemptyset(&signals);
        ::sigaddset(&signals, SIGINT);
        ::sigaddset(&signals, SIGTERM);
        ::sigaddset(&signals, SIGHUP);
        ::sigprocmask(SIG_BLOCK, &signals, &before_);
        fd_ = ::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    }
    StopSignals(const StopSignals&) = delete;
    ~StopSignals() {
        if (fd_ >= 0) ::close(fd_);
        ::sigprocmask(SIG_SETMASK, &before_, nullptr);
    }
    int fd() const { return fd_; }

  private:
    int fd_ = -1;
    sigset_t before_{};
};

/// What the command line says, as it is spelled there.
struct Arguments {
    std::string scenario, out, programs, duration, rate, gate, seed;
    std::vector<std::string> settings;
    std::optional<std::size_t> clients, agents_per_client;
    std::optional<std::size_t> handlers;
    bool json = false;
};

Result<RunOptions> options_of(const Arguments& arguments) {
    const auto scenario = config::find_scenario(arguments.scenario);
    if (!scenario) return tl::unexpected(scenario.error());
    RunOptions options{.scenario = *scenario,
                       .overrides = {.settings = arguments.settings},
                       .clients = arguments.clients,
                       .agents_per_client = arguments.agents_per_client,
                       .handlers = arguments.handlers,
                       .out = arguments.out,
                       .programs = arguments.programs};
    const auto take = [](const char* name, const std::string& text, const auto& parse,
                         auto& target) -> Result<void> {
        if (text.empty()) return {};
        const auto value = parse(text);
        if (!value) return fail(fmt::format("{}: {}", name, value.error().text));
        target = *value;
        return {};
    };
    for (const auto& taken :
         {take("--duration", arguments.duration, config::parse_duration_s, options.overrides.duration),
          take("--rate", arguments.rate, config::parse_pace, options.overrides.pace),
          take("--gate", arguments.gate, config::parse_gate, options.overrides.gate),
          take("--seed", arguments.seed, config::parse_seed, options.overrides.seed)}) {
        if (!taken) return tl::unexpected(taken.error());
    }
    return options;
}

int run(const Arguments& arguments) {
    const auto options = options_of(arguments);
    if (!options) {
        std::cerr << "synchrono run: " << options.error().text << "\n";
        return kRunUsage;
    }
    const auto prepared = prepare_run(*options);
    if (!prepared) {
        std::cerr << "synchrono run: " << prepared.error().text << "\n";
        return kRunUsage;
    }
    const StopSignals signals;
    ::signal(SIGPIPE, SIG_IGN);  // a reader of the progress or the report may leave before the end
    if (signals.fd() < 0) {
        std::cerr << "synchrono run: cannot watch for signals: " << ::strerror(errno) << "\n";
        return kRunBad;
    }
    ProgressPrinter progress(STDERR_FILENO);
    progress.note(fmt::format("{}: {} in {}, into {}", prepared->scenario.name,
                              counted(prepared->scenario.agents.size(), "agent"),
                              counted(prepared->clients.size(), "client"), prepared->folder.string()));
    const auto outcome = execute_run(*prepared, signals.fd(), progress);
    const auto logs = inspect_run(prepared->folder);
    if (!logs) std::cerr << "synchrono run: " << logs.error().text << "\n";
    const auto report = make_report(*prepared, outcome, logs);
    const auto written = write_report(prepared->folder, report);
    if (!written) std::cerr << "synchrono run: " << written.error().text << "\n";
    std::cout << (arguments.json ? report.json : report.text) << std::flush;
    if (outcome.interrupted) return kRunInterrupted;
    return report.good && written ? kRunGood : kRunBad;
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
    auto* command =
        app.add_subcommand("run", "Run a scenario: start the server and its clients, watch them, report");
    command->option_defaults()->take_last();  // so that a script can pass on what its user adds
    const auto arguments = std::make_shared<Arguments>();
    auto& a = *arguments;
    command->add_option("SCENARIO", a.scenario, "Scenario file, or the name of one that is installed")
        ->required();
    command->add_option("--clients", a.clients, "Client programs among which the agents are divided")
        ->check(CLI::Range(std::size_t{1}, limits::kClientsMax));
    command->add_option("--agents-per-client", a.agents_per_client, "Most agents that one client hosts")
        ->check(CLI::Range(std::size_t{1}, limits::kAgentsPerClientMax));
    command->add_option("--duration", a.duration, "Simulated seconds, instead of the scenario's");
    command->add_option("--rate", a.rate, "max, real, or a factor such as 2x");
    command->add_option("--gate", a.gate, "window:N or exact:LAG; window and exact alone for 2 and 1");
    command->add_option("--seed", a.seed, "Seed of all that is random");
    command
        ->add_option("--set", a.settings,
                     "PATH=VALUE: a value in the scenario, such as agents.car7.speed_m_s=12; may be repeated")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    command->add_option(
        "--handlers", a.handlers,
        "Threads of the server that receive and check datagrams; 0: its world thread does (default: a "
        "quarter of the cores)");
    command->add_option("--out", a.out, "The run's folder, new or empty (default: runs/<time>-<scenario>)");
    command->add_option("--programs", a.programs,
                        "Folder of synchrono-server and synchrono-client (default: that of this program)");
    command->add_flag("--json", a.json, "Write the report as JSON");
    command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace synchrono::tools
