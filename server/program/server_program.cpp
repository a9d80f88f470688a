#include "server/program/server_program.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <google/protobuf/stubs/logging.h>
#include <json/value.h>
#include <memory>
#include <optional>
#include <spdlog/spdlog.h>
#include <thread>
#include <unistd.h>

#include "common/base/limits.hpp"
#include "common/program/access_notes.hpp"
#include "common/program/program.hpp"
#include "common/program/program_log.hpp"
#include "common/program/server_arguments.hpp"
#include "server/program/world_log.hpp"
#include "server/transport/registry.hpp"

namespace synchrono::server {
namespace {

struct Arguments : program::ServerArguments {
    std::optional<std::uint16_t> udp_port;
    // On few cores, waking a second thread costs more than it saves.
    std::size_t handlers = std::min<std::size_t>(std::thread::hardware_concurrency() / 4, 8);
};

void add_options(CLI::App& app, Arguments& arguments) {
    app.set_version_flag("--version", "synchrono-server " SYNCHRONO_VERSION);
    app.add_option("--scenario", arguments.scenario, "File with the scenario of the run")->required();
    app.add_option("--credentials", arguments.credentials,
                   "File with the credentials of all clients, readable by its owner alone")
        ->required();
    app.add_option("--listen", arguments.listen,
                   "HOST:PORT for TCP and UDP (port 0: a free port), or TRANSPORT://ADDRESS; transports: " +
                       transport::host_names())
        ->capture_default_str();
    app.add_option("--udp-port", arguments.udp_port,
                   "Port for UDP; 0: a free port (default: the port of --listen)");
    app.add_option("--handlers", arguments.handlers,
                   "Threads of the server that receive and check datagrams; 0: its world thread does this")
        ->check(CLI::Range(std::size_t{0}, limits::kHandlersMax))
        ->capture_default_str();
    app.add_option("--out", arguments.out, "Folder for server.mcap; without it, no log is written");
    app.add_flag("--keep-open", arguments.keep_open,
                 "Keep running after every agent of the scenario has ended");
}

void write_progress(const WorldStatus& status) {
    Json::Value event;
    event["event"] = "progress";
    event["sim_s"] = status.reached.to_seconds();
    event["slowest"] = status.slowest;
    event["clients"] = Json::UInt64{status.clients};
    event["agents"] = Json::UInt64{status.agents};
    event["drift_heartbeats"] = Json::Int64{status.drift};
    event["awaited"] = Json::arrayValue;
    for (const auto& name : status.awaited) event["awaited"].append(name);
    if (!status.held_up_by.empty()) {
        event["held_up_by"] = status.held_up_by;
        event["held_up_s"] = status.held_up_s;
    }
    // Does not wait: a progress line may be dropped, because the next one supersedes it.
    program::write_event(event, WallDuration{});
}

void log_what_is_served(const config::Scenario& scenario, const std::string& address) {
    spdlog::info("serving '{}' ({} agents, gate {}) on {}", scenario.name, scenario.agents.size(),
                 scenario.gate.kind == GatePolicy::Kind::exact ? "exact" : "window", address);
}

/// The simulated time that the world has reached, and the wall time of the run's start, which is when every
/// agent of the scenario had joined.
struct Progress {
    SimTime last;
    std::optional<WallTime> began;
};

/// Serves until the run is over, and writes its progress. Stops the run on a signal.
World::End serve_until_over(transport::WorldHost& server, const WallClock& clock, Progress& progress) {
    bool stopping = false;
    return server.run([&](const WorldStatus& status) {
        progress.last = status.reached;
        if (!progress.began && status.started) progress.began = clock.now();
        // Progress is for programs; at a terminal it would bury the lines about clients.
        if (::isatty(STDOUT_FILENO) == 0) write_progress(status);
        const std::string signal = program::signal_name();
        if (!signal.empty() && !stopping) spdlog::info("stopping on {}", signal);
        stopping = !signal.empty();
        return stopping;
    });
}

int serve(const Arguments& arguments) {
    const auto scenario = config::load_scenario(arguments.scenario);
    if (!scenario) return program::refused(scenario.error().text);
    const auto credentials = config::load_credentials(arguments.credentials, scenario->agents.size());
    if (!credentials) return program::refused(credentials.error().text);
    if (const std::string missing = config::objection_to_missing(*scenario, *credentials); !missing.empty())
        return program::refused(arguments.credentials + ": " + missing);
    const MonotonicClock clock;
    const auto host = transport::make_world_host({.listen = arguments.listen,
                                                  .credentials = *credentials,
                                                  .udp_port = arguments.udp_port,
                                                  .handlers = arguments.handlers,
                                                  .note = program::AccessNotes(clock)});
    if (!host) return program::refused(host.error().text);
    transport::WorldHost& server = **host;

    std::unique_ptr<WorldLog> log;
    const auto on_event = [&](const WorldEvent& event) {
        if (log) log->write(event, clock.now());
    };
    const auto opened = server.open(
        {.scenario = *scenario,
         .keep_open = arguments.keep_open,
         .least_rate =
             [&](std::string_view client) { return config::least_rate(*scenario, *credentials, client); },
         .on_event = on_event});
    if (!opened) return program::failed(opened.error().text);
    if (!arguments.out.empty()) {  // last, so that a server which cannot start leaves no log
        auto created = WorldLog::open(arguments.out, *scenario);
        if (!created) return program::refused(created.error().text);
        log = std::move(*created);
    }

    program::remember_signals();
    program::write_listening(server.address());
    log_what_is_served(*scenario, server.address());
    Progress progress;
    const auto end = serve_until_over(server, clock, progress);
    // A signal often reaches the clients as well. The run then ends because all clients have left, but the
    // cause is the signal.
    const std::string signal = program::signal_name();
    const std::string why = end.good && !signal.empty() ? "stopped by " + signal : end.why;
    if (log) {
        const WallDuration wall = progress.began ? clock.now() - *progress.began : WallDuration{};
        ProgramSummary summary = program::make_summary({"server", why, progress.last, wall});
        for (const auto& [name, value] : server.counters()) program::add_counter(summary, name, value);
        log->close(std::move(summary), progress.last, clock.now());
    }
    program::write_ended(why, end.good && end.left && signal.empty());
    if (!end.good) return program::failed(why);
    if (log && log->has_failed()) return program::kFailed;  // the error has been printed
    spdlog::info("ended: {}", why);
    return program::kGood;
}

}  // namespace

int run_server(int argc, char** argv) {
    google::protobuf::SetLogHandler(nullptr);  // malformed messages of strangers are counted, not printed
    program::set_program_name("server");
    Arguments arguments;
    CLI::App app{
        "The dynamics server of Synchrono: keeps the newest states of all agents and sends them to the "
        "clients."};
    add_options(app, arguments);
    return program::run(app, argc, argv, [&arguments] { return serve(arguments); });
}

}  // namespace synchrono::server
