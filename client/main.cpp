#include <CLI/CLI.hpp>
#include <csignal>
#include <fmt/format.h>
#include <memory>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "client/acu/client_node.hpp"
#include "client/link/udp_ports.hpp"
#include "common/config/arguments.hpp"
#include "common/log/run_log.hpp"
#include "common/realtime/sleep.hpp"
#include "proto/record.pb.h"
#include "proto/state.pb.h"

namespace {

using namespace synchrono;

volatile std::sig_atomic_t g_signal = 0;  // a handler can reach nothing else
void on_signal(int number) { g_signal = number; }

int complain(const std::string& text) {
    spdlog::error("{}", text);
    return 1;
}

struct Arguments {
    std::string scenario, server, token_file, agents, name, out;
};

/// What our agents said, into the log.
class LogRecorder final : public client::Recorder {
  public:
    LogRecorder(log::RunLog& log, const config::Scenario& scenario, const std::vector<AgentId>& agents)
        : log_(log) {
        log_.schema(*VehicleState::descriptor());
        for (const AgentId id : agents) {
            topics_.emplace(
                id, log_.channel("/agents/" + scenario.agents[id.value].name, *AgentRecord::descriptor()));
        }
    }
    void record(AgentId agent, SimTime time, WallTime wall, ByteView any) override {
        record_.clear();
        net::append_field(record_, 1, any);  // AgentRecord.state
        log_.write(topics_.at(agent), time, wall, record_);
    }

  private:
    log::RunLog& log_;
    std::map<AgentId, log::ChannelId> topics_;
    Bytes record_;
};

struct Driven {
    client::ClientNode::State state;
    std::optional<WallTime> began;  // its first step
    bool log_failed = false;
};

/// Turns the node until it is done. After a signal it has a bounded time to leave cleanly.
Driven drive(client::ClientNode& node, log::RunLog* log, const WallClock& clock) {
    constexpr WallDuration kLeaveLimit = WallDuration::seconds(2);
    constexpr WallDuration kLogCheckEvery = WallDuration::seconds(1);
    Driven driven{client::ClientNode::State::running, {}};
    std::optional<WallTime> leave_by;
    WallTime log_checked = clock.now();
    while (true) {
        const WallTime now = clock.now();
        if (log != nullptr && now - log_checked > kLogCheckEvery) {
            log_checked = now;
            if (const auto error = log->take_error()) {
                driven.log_failed = true;
                complain(error->text);
            }
        }
        if (g_signal != 0 && !leave_by) {
            spdlog::info("leaving on signal {}", static_cast<int>(g_signal));
            node.ask_to_stop();
            leave_by = now + kLeaveLimit;
        }
        const auto turn = node.turn(now, true);
        driven.state = leave_by && now > *leave_by ? client::ClientNode::State::stopped : turn.state;
        if (!driven.began && node.first_tick() && node.tick() > *node.first_tick()) driven.began = now;
        if (driven.state != client::ClientNode::State::running) return driven;
        if (turn.pacing) sleep_until(turn.wake_at);
    }
}

int take_part(const Arguments& arguments) {
    auto scenario = config::load_scenario(arguments.scenario);
    if (!scenario) return complain(scenario.error().text);
    auto token = net::read_token_file(arguments.token_file);
    if (!token) return complain(token.error().text);
    const auto server = net::resolve(arguments.server);
    if (!server) return complain(server.error().text);
    std::vector<AgentId> agents;
    if (!arguments.agents.empty()) {
        auto parsed = config::parse_agents(arguments.agents, scenario->agents.size());
        if (!parsed) return complain("--agents: " + parsed.error().text);
        agents = std::move(*parsed);
    }

    for (const AgentId id : agents) {
        const config::AgentSpec& spec = scenario->agents[id.value];
        if (spec.engine != "embedded") {
            return complain(fmt::format("agent {}: this client has no engine '{}', only 'embedded'",
                                        spec.name, spec.engine));
        }
    }

    std::unique_ptr<log::RunLog> log;
    std::unique_ptr<LogRecorder> recorder;
    log::ChannelId summary_topic{};
    if (!arguments.out.empty()) {
        auto opened = log::RunLog::open(std::filesystem::path(arguments.out) / (arguments.name + ".mcap"));
        if (!opened) return complain(opened.error().text);
        log = std::move(*opened);
        log->metadata("run", {{"program", "synchrono-client"},
                              {"name", arguments.name},
                              {"version", SYNCHRONO_VERSION},
                              {"scenario", scenario->name},
                              {"scenario_id", config::scenario_id(*scenario).to_hex()},
                              {"seed", std::to_string(scenario->seed)},
                              {"agents", config::to_text(agents)}});
        summary_topic = log->channel("/summary", *ProgramSummary::descriptor());
        if (scenario->log_states) recorder = std::make_unique<LogRecorder>(*log, *scenario, agents);
    }

    const auto engine = client::make_embedded_engine(scenario->step);
    client::UdpPorts ports(*server);
    client::ClientNode node(
        {.scenario = *scenario, .name = arguments.name, .agents = agents, .token = *token}, ports, *engine,
        recorder.get());
    for (const AgentId id : agents) {
        const config::AgentSpec& spec = scenario->agents[id.value];
        if (spec.pilot.empty()) continue;
        auto pilot =
            client::load_pilot({.agent = id,
                                .name = spec.name,
                                .library = spec.pilot,
                                .config_json = config::pilot_config_json(*scenario, spec),
                                .seed = scenario->seed,
                                .vehicle = scenario->vehicle_of(spec),
                                .directory = client::default_pilot_directory(),
                                .note = [name = spec.name](client::PilotNote note, std::string_view text) {
                                    spdlog::log(note == client::PilotNote::error     ? spdlog::level::err
                                                : note == client::PilotNote::warning ? spdlog::level::warn
                                                                                     : spdlog::level::info,
                                                "{}: {}", name, text);
                                }});
        if (!pilot) return complain(fmt::format("agent {}: {}", spec.name, pilot.error().text));
        node.set_pilot(id, std::move(*pilot));
    }

    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    std::signal(SIGPIPE, SIG_IGN);
    const MonotonicClock clock;
    auto [state, began, log_failed] = drive(node, log.get(), clock);

    const std::string why = node.reason().empty() || node.reason() == "left" ? "finished" : node.reason();
    if (log) {
        ProgramSummary summary;
        summary.set_program(arguments.name);
        summary.set_version(SYNCHRONO_VERSION);
        summary.set_ended_because(why);
        summary.set_first_ns(node.first_tick().value_or(Tick{0}).at(scenario->heartbeat).count_ns());
        summary.set_last_ns(node.tick().at(scenario->heartbeat).count_ns());
        summary.set_wall_ns(began ? (clock.now() - *began).count_ns() : 0);
        const auto add = [&summary](std::string_view name, std::uint64_t value) {
            auto& counter = *summary.add_counters();
            counter.set_name(std::string(name));
            counter.set_value(value);
        };
        node.counters().each(client::kNodeCounterNames, add);
        node.link_counters().each(client::kLinkCounterNames, add);
        log->counters().each(log::kLogCountNames, add);
        add("pace.late_heartbeats", node.lateness().late);
        add("pace.lateness_ns_max", static_cast<std::uint64_t>(node.lateness().max.count_ns()));
        log->write(summary_topic, node.tick().at(scenario->heartbeat), clock.now(),
                   as_byte_view(summary.SerializeAsString()));
        if (const auto closed = log->close(); !closed && !std::exchange(log_failed, true))
            complain(closed.error().text);
    }
    if (state == client::ClientNode::State::failed) return complain(why);
    if (log_failed) return 1;  // said already; the run is not all on record
    spdlog::info("ended at {:.3f} s: {}", node.tick().at(scenario->heartbeat).to_seconds(), why);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app{"A vehicle client of Synchrono: simulates agents of a scenario in one engine."};
    app.set_version_flag("--version", "synchrono-client " SYNCHRONO_VERSION);
    app.add_option("--scenario", arguments.scenario, "The resolved scenario of the run")->required();
    app.add_option("--server", arguments.server, "HOST:PORT of the dynamics server")->required();
    app.add_option("--token-file", arguments.token_file,
                   "File with the join token, readable by its owner alone")
        ->required();
    app.add_option("--agents", arguments.agents,
                   "Which agents to simulate, such as 0-9,12; none: only watch");
    app.add_option("--name", arguments.name, "Name of this client in logs")
        ->default_val("client")
        ->check([](const std::string& name) {
            return name.empty() || name.find('/') != std::string::npos ? "a file name without '/'" : "";
        });
    app.add_option("--out", arguments.out, "Folder for NAME.mcap; none: no log");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    spdlog::set_default_logger(spdlog::stderr_logger_mt(arguments.name));
    spdlog::set_pattern("%H:%M:%S.%e %l %n: %v");
    try {
        return take_part(arguments);
    } catch (const std::exception& error) {
        return complain(error.what());
    }
}
