#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <json/writer.h>
#include <memory>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <thread>

#include "common/log/run_log.hpp"
#include "server/dynamics_server.hpp"

namespace {

using namespace synchrono;

volatile std::sig_atomic_t g_signal = 0;  // a handler can reach nothing else
void on_signal(int number) { g_signal = number; }

/// One event for the program that started us, as a line of JSON.
void say(const Json::Value& event) {
    Json::StreamWriterBuilder writer;
    writer["indentation"] = "";
    std::puts(Json::writeString(writer, event).c_str());
    std::fflush(stdout);
}

int complain(const std::string& text) {
    spdlog::error("{}", text);
    return 1;
}

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
    if (!scenario) return complain(scenario.error().text);
    auto token = net::read_token_file(arguments.token_file);
    if (!token) return complain(token.error().text);
    const auto listen = net::resolve(arguments.listen);
    if (!listen) return complain(listen.error().text);

    std::unique_ptr<log::RunLog> log;
    log::ChannelId world_topic{}, summary_topic{};
    if (!arguments.out.empty()) {
        auto opened = log::RunLog::open(std::filesystem::path(arguments.out) / "server.mcap");
        if (!opened) return complain(opened.error().text);
        log = std::move(*opened);
        world_topic = log->channel("/world", *WorldEvent::descriptor());
        summary_topic = log->channel("/summary", *ProgramSummary::descriptor());
        log->metadata("run", {{"program", "synchrono-server"},
                              {"name", "server"},
                              {"version", SYNCHRONO_VERSION},
                              {"scenario", scenario->name},
                              {"scenario_id", config::scenario_id(*scenario).to_hex()},
                              {"seed", std::to_string(scenario->seed)}});
    }
    const MonotonicClock clock;
    std::optional<WallTime> began;  // when everybody was there
    SimTime last;
    bool log_failed = false;
    const auto on_event = [&](const WorldEvent& event) {
        if (!log) return;
        const auto time =
            SimTime::nanoseconds(event.has_joined() ? event.joined().time_ns() : event.ended().time_ns());
        log->write(world_topic, time, clock.now(), as_byte_view(event.SerializeAsString()));
        if (const auto error = log->take_error()) {
            log_failed = true;
            complain(error->text);
        }
    };
    auto opened = server::DynamicsServer::open(
        {.scenario = *scenario, .token = *token, .keep_open = arguments.keep_open, .on_event = on_event},
        {.listen = *listen, .handlers = arguments.handlers});
    if (!opened) return complain(opened.error().text);
    server::DynamicsServer& server = **opened;

    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    std::signal(SIGPIPE, SIG_IGN);
    Json::Value listening;
    listening["event"] = "listening";
    listening["address"] = server.address().to_string();
    say(listening);
    spdlog::info("serving '{}' ({} agents, gate {}) on {}", scenario->name, scenario->agents.size(),
                 scenario->gate.kind == config::GatePolicy::Kind::exact ? "exact" : "window",
                 server.address().to_string());

    bool stopping = false;
    const auto end = server.run([&](const server::WorldStatus& status) {
        last = status.reached;
        if (!began && status.started) began = clock.now();
        say(progress(status));
        if (g_signal != 0 && !stopping) spdlog::info("stopping on signal {}", static_cast<int>(g_signal));
        stopping = g_signal != 0;
        return stopping;
    });

    ProgramSummary summary;
    summary.set_program("server");
    summary.set_version(SYNCHRONO_VERSION);
    summary.set_ended_because(end.why);
    summary.set_last_ns(last.count_ns());
    summary.set_wall_ns(began ? (clock.now() - *began).count_ns() : 0);
    const auto add = [&summary](std::string_view name, std::uint64_t value) {
        auto& counter = *summary.add_counters();
        counter.set_name(std::string(name));
        counter.set_value(value);
    };
    for (const auto& [name, value] : server.counters()) add(name, value);
    if (log) {
        log->counters().each(log::kLogCountNames, add);
        log->write(summary_topic, last, clock.now(), as_byte_view(summary.SerializeAsString()));
        if (const auto closed = log->close(); !closed && !std::exchange(log_failed, true))
            complain(closed.error().text);
    }
    Json::Value ended;
    ended["event"] = "ended";
    ended["because"] = end.why;
    say(ended);
    if (!end.good) return complain(end.why);
    if (log_failed) return 1;  // said already; the run is not all on record
    spdlog::info("ended: {}", end.why);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    google::protobuf::SetLogHandler(nullptr);  // strangers' mistakes are counted, not a line each
    spdlog::set_default_logger(spdlog::stderr_logger_mt("server"));
    spdlog::set_pattern("%H:%M:%S.%e %l server: %v");
    Arguments arguments;
    CLI::App app{"The dynamics server of Synchrono: keeps the world map and fans states out."};
    app.set_version_flag("--version", "synchrono-server " SYNCHRONO_VERSION);
    app.add_option("--scenario", arguments.scenario, "The resolved scenario of the run")->required();
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
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    try {
        return serve(arguments);
    } catch (const std::exception& error) {
        return complain(error.what());
    }
}
