#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <json/value.h>
#include <memory>
#include <spdlog/spdlog.h>

#include "comm_server/exchange.hpp"
#include "comm_server/radio_log.hpp"
#include "common/net/tcp.hpp"
#include "common/program/program.hpp"
#include "common/program/program_log.hpp"

namespace {

using namespace synchrono;

struct Arguments {
    std::string scenario, token_file, listen = "127.0.0.1:0", out;
    bool keep_open = false;
};

constexpr WallDuration kTurnEvery = WallDuration::milliseconds(10);
constexpr WallDuration kFarewellLimit = WallDuration::seconds(1);

int serve(const Arguments& arguments) {
    auto scenario = config::load_scenario(arguments.scenario);
    if (!scenario) return program::refused(scenario.error().text);
    if (!scenario->radio)
        return program::refused(arguments.scenario + ": key 'radio': missing; there is nothing to serve");
    auto units = comm_server::make_road_side_units(*scenario);
    if (!units) return program::refused(arguments.scenario + ": " + units.error().text);
    auto token = net::read_token_file(arguments.token_file);
    if (!token) return program::refused(token.error().text);
    const auto listen = net::resolve(arguments.listen);
    if (!listen) return program::refused(listen.error().text);
    auto listener = net::TcpListener::open(*listen);
    if (!listener) return program::failed(listener.error().text);

    std::unique_ptr<program::ProgramLog> log;
    std::unique_ptr<comm_server::RadioLog> radio_log;
    if (!arguments.out.empty()) {  // last, so that a server which cannot start leaves no log
        auto created =
            program::ProgramLog::open(arguments.out, "synchrono-comm-server", "comm_server", *scenario);
        if (!created) return program::refused(created.error().text);
        log = std::move(*created);
        auto radio = comm_server::RadioLog::open(arguments.out, *scenario);
        if (!radio) return program::refused(radio.error().text);
        radio_log = std::move(*radio);
    }

    program::remember_signals();
    const MonotonicClock clock;
    const WallTime began = clock.now();
    comm_server::Exchange exchange({.scenario = *scenario,
                                    .token = *token,
                                    .units = std::move(*units),
                                    .keep_open = arguments.keep_open,
                                    .recorder = radio_log.get()},
                                   began);
    Json::Value listening;
    listening["event"] = "listening";
    listening["address"] = (*listener)->local().to_string();
    program::tell(listening);
    spdlog::info("carrying the radio of '{}' on {}", scenario->name, (*listener)->local().to_string());

    std::optional<WallTime> ended;
    bool disk_failed = false;
    while (!ended || (!exchange.idle() && clock.now() - *ended < kFarewellLimit)) {
        (*listener)->run_for(kTurnEvery, exchange.events());
        exchange.turn(clock.now());
        if (const std::string signal = program::signal_name(); !signal.empty() && !exchange.end()) {
            spdlog::info("stopping on {}", signal);
            exchange.stop("stopped by " + signal);
        }
        if (exchange.end() && !ended) ended = clock.now();
        if (log) log->look_for_errors();
        if (const auto error = radio_log ? radio_log->take_error() : std::nullopt) {
            disk_failed = true;
            program::failed(error->text);
        }
    }

    const auto& end = *exchange.end();
    const SimTime last = exchange.routed().at(scenario->heartbeat);
    if (log) {
        ProgramSummary summary;
        summary.set_program("comm_server");
        summary.set_version(SYNCHRONO_VERSION);
        summary.set_ended_because(end.why);
        summary.set_last_ns(last.count_ns());
        summary.set_wall_ns((*ended - began).count_ns());
        const auto add = [&summary](std::string_view name, std::uint64_t value) {
            program::add_counter(summary, name, value);
        };
        exchange.counters().each(comm_server::kExchangeCounterNames, add);
        exchange.hall_counters().each(net::kHallCounterNames, add);
        const comm_server::FaultCounts& faults = exchange.fault_counts();
        add("fault.silenced", faults.silenced);
        add("fault.lost", faults.lost);
        add("fault.delayed", faults.delayed);
        add("fault.duplicated", faults.duplicated);
        add("fault.corrupted", faults.corrupted);
        add("fault.altered", faults.altered);
        add("fault.alter_in_vain", faults.alter_in_vain);
        add("fault.ghosts_sent", faults.ghosts_sent);
        add("fault.ghosts_dropped", faults.ghosts_dropped);
        if (const auto closed = radio_log->close(); !closed && !disk_failed) {
            disk_failed = true;
            program::failed(closed.error().text);
        }
        radio_log->counters().each(log::kLogCountNames, [&add](std::string_view name, std::uint64_t value) {
            add("radio_" + std::string(name), value);
        });
        log->close(std::move(summary), last, clock.now());
    }
    Json::Value event;
    event["event"] = "ended";
    event["because"] = end.why;
    program::tell(event);
    if (!end.good) return program::failed(end.why);
    if (disk_failed || (log && log->has_failed())) return program::kFailed;  // said already
    spdlog::info("ended at {:.3f} s: {}", last.to_seconds(), end.why);
    return program::kGood;
}

}  // namespace

int main(int argc, char** argv) {
    google::protobuf::SetLogHandler(nullptr);  // strangers' mistakes are counted, not a line each
    program::speak_as("comm_server");
    Arguments arguments;
    CLI::App app{
        "The communication server of Synchrono: carries radio messages in the order of simulated time."};
    app.set_version_flag("--version", "synchrono-comm-server " SYNCHRONO_VERSION);
    app.add_option("--scenario", arguments.scenario, "The scenario of the run, with a radio")->required();
    app.add_option("--token-file", arguments.token_file,
                   "File with the join token, readable by its owner alone")
        ->required();
    app.add_option("--listen", arguments.listen, "HOST:PORT for TCP; port 0 takes a free one")
        ->capture_default_str();
    app.add_option("--out", arguments.out, "Folder for radio.mcap and comm_server.mcap; none: no log");
    app.add_flag("--keep-open", arguments.keep_open, "Go on when every client has left");
    return program::run(app, argc, argv, [&arguments] { return serve(arguments); });
}
