#include "comm_server/program/comm_server_program.hpp"

#include <CLI/CLI.hpp>
#include <google/protobuf/stubs/logging.h>
#include <spdlog/spdlog.h>

#include "comm_server/exchange.hpp"
#include "comm_server/program/listen_setup.hpp"
#include "comm_server/program/radio_logs.hpp"
#include "comm_server/world_link.hpp"
#include "common/net/tcp.hpp"
#include "common/program/access_notes.hpp"
#include "common/program/program.hpp"
#include "common/program/server_arguments.hpp"

namespace synchrono::comm_server {
namespace {

constexpr WallDuration kPollEvery = WallDuration::milliseconds(10);
// After the dynamics server has ended, clients get this long to leave.
constexpr WallDuration kWithoutWorld = WallDuration::seconds(10);
// After the run is over, the queued frames get this long to reach slow readers.
constexpr WallDuration kFarewellLimit = WallDuration::seconds(1);

struct Arguments : program::ServerArguments {
    std::string server;
};

void add_options(CLI::App& app, Arguments& arguments) {
    app.set_version_flag("--version", "synchrono-comm-server " SYNCHRONO_VERSION);
    app.add_option("--scenario", arguments.scenario, "File with the scenario of the run, which has a radio")
        ->required();
    app.add_option("--credentials", arguments.credentials,
                   "File with the credentials of all clients, readable by its owner alone")
        ->required();
    app.add_option("--listen", arguments.listen, "HOST:PORT for TCP; port 0: a free port")
        ->capture_default_str();
    app.add_option(
        "--server", arguments.server,
        "HOST:PORT of the dynamics server, which judges who holds up the radio; without it nobody does");
    app.add_option("--out", arguments.out,
                   "Folder for radio.mcap and comm_server.mcap; without it, no log is written");
    app.add_flag("--keep-open", arguments.keep_open, "Keep running after every client has left");
}

/// Runs the radio until the run is over or a signal comes, and then until all queued frames have been written
/// or kFarewellLimit has passed. Returns the time at which the run was over.
WallTime carry_until_over(net::TcpListener& listener, Exchange& exchange, WorldLink* world, RadioLogs* logs,
                          const WallClock& clock) {
    std::optional<WallTime> ended, world_ended;
    while (!ended || (!exchange.all_sent() && clock.now() - *ended < kFarewellLimit)) {
        listener.run_for(kPollEvery, exchange.events());
        exchange.poll(clock.now());
        if (world != nullptr) {
            const auto end =
                world->poll([&exchange](const RadioExpulsion& expulsion) { exchange.expel(expulsion); });
            if (end) world_ended = clock.now();
            if (end && !end->good) exchange.stop(end->why, false);
            if (end && !exchange.end()) spdlog::info("{}", end->why);
            // Clients leave when the world has ended. Without the world, nobody judges those who stay.
            if (world_ended && clock.now() - *world_ended > kWithoutWorld)
                exchange.stop("the connection to the dynamics server has ended");
        }
        if (const std::string signal = program::signal_name(); !signal.empty() && !exchange.end()) {
            spdlog::info("stopping on {}", signal);
            exchange.stop("stopped by " + signal);
        }
        if (exchange.end() && !ended) ended = clock.now();
        if (logs != nullptr) logs->log_new_errors();
    }
    return *ended;
}

int serve(const Arguments& arguments) {
    const auto scenario = config::load_scenario(arguments.scenario);
    if (!scenario) return program::refused(scenario.error().text);
    if (!scenario->radio)
        return program::refused(arguments.scenario +
                                ": key 'radio': missing; the scenario has no radio to serve");
    auto units = make_road_side_units(*scenario);
    if (!units) return program::refused(arguments.scenario + ": " + units.error().text);
    const auto listen_setup = resolve_listen_setup(arguments, arguments.server, scenario->agents.size());
    if (!listen_setup) return program::refused(listen_setup.error().text);
    if (const std::string missing = config::objection_to_missing(*scenario, listen_setup->credentials);
        !missing.empty())
        return program::refused(arguments.credentials + ": " + missing);
    const auto listener = net::TcpListener::open(listen_setup->listen);
    if (!listener) return program::failed(listener.error().text);
    program::remember_signals();
    std::optional<WorldLink> world;
    if (!listen_setup->world.empty()) {
        auto stream = connect_to_world(*listen_setup, *scenario);
        if (const std::string signal = program::signal_name(); !stream && !signal.empty()) {
            program::write_ended("stopped by " + signal);
            return program::kGood;
        }
        if (!stream) return program::failed(stream.error().text);
        world.emplace(std::move(*stream), *scenario);
    }
    std::unique_ptr<RadioLogs> logs;
    if (!arguments.out.empty()) {  // last, so that a server which cannot start leaves no log
        auto opened = RadioLogs::open(arguments.out, *scenario);
        if (!opened) return program::refused(opened.error().text);
        logs = std::move(*opened);
    }

    const MonotonicClock clock;
    const WallTime began = clock.now();
    Exchange exchange({.scenario = *scenario,
                       .credentials = listen_setup->credentials,
                       .units = std::move(*units),
                       .keep_open = arguments.keep_open,
                       .recorder = logs ? &logs->recorder() : nullptr,
                       .find_secret =
                           [&listen_setup](std::string_view name) {
                               return config::find_secret(listen_setup->credentials, name);
                           },
                       .on_wait = world ? [&world](const RadioWait& wait) { world->report(wait); }
                                        : std::function<void(const RadioWait&)>(),
                       .note = program::AccessNotes(clock)},
                      began);
    const net::Endpoint address = (*listener)->local();
    program::write_listening(address.to_string());
    spdlog::info("serving the radio of '{}' on {}", scenario->name, address.to_string());
    const WallTime ended =
        carry_until_over(**listener, exchange, world ? &*world : nullptr, logs.get(), clock);

    const Exchange::End& end = *exchange.end();
    const SimTime last = exchange.next_heartbeat().at(scenario->heartbeat);
    if (logs) logs->close(exchange, {"comm_server", end.why, last, ended - began}, clock.now());
    program::write_ended(end.why);
    if (!end.good) return program::failed(end.why);
    if (logs && logs->have_failed()) return program::kFailed;  // the error has been printed
    spdlog::info("ended at {:.3f} s: {}", last.to_seconds(), end.why);
    return program::kGood;
}

}  // namespace

int run_comm_server(int argc, char** argv) {
    google::protobuf::SetLogHandler(nullptr);  // malformed messages of strangers are counted, not printed
    program::set_program_name("comm_server");
    Arguments arguments;
    CLI::App app{
        "The communication server of Synchrono: carries radio messages in the order of simulated time."};
    add_options(app, arguments);
    return program::run(app, argc, argv, [&arguments] { return serve(arguments); });
}

}  // namespace synchrono::comm_server
