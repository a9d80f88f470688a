#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <json/value.h>
#include <memory>
#include <spdlog/spdlog.h>
#include <thread>

#include "common/program/program.hpp"
#include "common/program/program_log.hpp"
#include "server/dynamics_server.hpp"

namespace {

using namespace synchrono;

struct Arguments {
    std::string scenario, token_file, listen = "127.0.0.1:0", out;
    // Where cores are few, waking a second thread costs more than it brings.
    std::size_t handlers = std::min<std::size_t>(std::thread::hardware_concurrency() / 4, 8);
    bool keep_open = false;
};

Json::Value progress(const server::WorldStatus& status) {
    Json::Value event;
    event["event"] = "progress";
    event["sim_s"] = status.reached.to_seconds();
    event["slowest"] = status.slowest;
    event["clients"] = Json::UInt64{status.clients};
    event["agents"] = Json::UInt64{status.agents};
    event["drift_heartbeats"] = Json::Int64{status.drift};
    event["awaited"] = Json::arrayValue;
    for (const auto& name : status.awaited) event["awaited"].append(name);
    return event;
}

int serve(const Arguments& arguments) {
    auto scenario = config::load_scenario(arguments.scenario);
    if (!scenario) return program::refused(scenario.error().text);
    auto token = net::read_token_file(arguments.token_file);
    if (!token) return program::refused(token.error().text);
    const auto listen = net::resolve(arguments.listen);
    if (!listen) return program::refused(listen.error().text);

    std::unique_ptr<program::ProgramLog> log;
    log::ChannelId world_topic{};
    const MonotonicClock clock;
    std::optional<WallTime> began;  // when everybody was there
    SimTime last;
    const auto on_event = [&](const WorldEvent& event) {
        if (!log) return;
        const auto time =
            SimTime::nanoseconds(event.has_joined() ? event.joined().time_ns() : event.ended().time_ns());
        log->records().write(world_topic, time, clock.now(), as_byte_view(event.SerializeAsString()));
        log->look_for_errors();
    };
    auto opened = server::DynamicsServer::open(
        {.scenario = *scenario, .token = *token, .keep_open = arguments.keep_open, .on_event = on_event},
        {.listen = *listen, .handlers = arguments.handlers});
    if (!opened) return program::failed(opened.error().text);
    server::DynamicsServer& server = **opened;
    if (!arguments.out.empty()) {  // last, so that a server which cannot start leaves no log
        auto created = program::ProgramLog::open(arguments.out, "synchrono-server", "server", *scenario);
        if (!created) return program::refused(created.error().text);
        log = std::move(*created);
        world_topic = log->records().channel("/world", *WorldEvent::descriptor());
    }

    program::remember_signals();
    Json::Value listening;
    listening["event"] = "listening";
    listening["address"] = server.address().to_string();
    program::tell(listening);
    spdlog::info("serving '{}' ({} agents, gate {}) on {}", scenario->name, scenario->agents.size(),
                 scenario->gate.kind == GatePolicy::Kind::exact ? "exact" : "window",
                 server.address().to_string());

    bool stopping = false;
    const auto end = server.run([&](const server::WorldStatus& status) {
        last = status.reached;
        if (!began && status.started) began = clock.now();
        program::tell(progress(status));
        const std::string signal = program::signal_name();
        if (!signal.empty() && !stopping) spdlog::info("stopping on {}", signal);
        stopping = !signal.empty();
        return stopping;
    });
    // The signal often reaches the clients too, and when all have left the world has no more to say than
    // that.
    const std::string signal = program::signal_name();
    const std::string why = end.good && !signal.empty() ? "stopped by " + signal : end.why;

    if (log) {
        ProgramSummary summary;
        summary.set_program("server");
        summary.set_version(SYNCHRONO_VERSION);
        summary.set_ended_because(why);
        summary.set_last_ns(last.count_ns());
        summary.set_wall_ns(began ? (clock.now() - *began).count_ns() : 0);
        for (const auto& [name, value] : server.counters()) program::add_counter(summary, name, value);
        log->close(std::move(summary), last, clock.now());
    }
    Json::Value ended;
    ended["event"] = "ended";
    ended["because"] = why;
    if (end.good && end.left && signal.empty()) ended["left"] = true;
    program::tell(ended);
    if (!end.good) return program::failed(why);
    if (log && log->has_failed()) return program::kFailed;  // said already
    spdlog::info("ended: {}", why);
    return program::kGood;
}

}  // namespace

int main(int argc, char** argv) {
    google::protobuf::SetLogHandler(nullptr);  // strangers' mistakes are counted, not a line each
    program::speak_as("server");
    Arguments arguments;
    CLI::App app{"The dynamics server of Synchrono: keeps the world map and fans states out."};
    app.set_version_flag("--version", "synchrono-server " SYNCHRONO_VERSION);
    app.add_option("--scenario", arguments.scenario, "The scenario of the run")->required();
    app.add_option("--token-file", arguments.token_file,
                   "File with the join token, readable by its owner alone")
        ->required();
    app.add_option("--listen", arguments.listen,
                   "HOST:PORT for TCP; port 0 takes a free one; UDP takes a free port of the same host")
        ->capture_default_str();
    app.add_option("--handlers", arguments.handlers,
                   "Threads that receive and check datagrams; 0: the world thread does")
        ->check(CLI::Range(std::size_t{0}, limits::kHandlersMax))
        ->capture_default_str();
    app.add_option("--out", arguments.out, "Folder for server.mcap; none: no log");
    app.add_flag("--keep-open", arguments.keep_open, "Go on when every agent of the scenario has ended");
    return program::run(app, argc, argv, [&arguments] { return serve(arguments); });
}
