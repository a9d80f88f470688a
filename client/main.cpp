#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <json/value.h>
#include <memory>
#include <set>
#include <spdlog/spdlog.h>
#include <tuple>

#include "client/acu/client_node.hpp"
#include "client/engines.hpp"
#include "client/pilot/map_view.hpp"
#include "client/sensors/sensor_log.hpp"
#include "client/transport/udp/udp_ports.hpp"
#include "client/viewing.hpp"
#include "common/base/contract.hpp"
#include "common/config/arguments.hpp"
#include "common/config/map_text.hpp"
#include "common/net/tcp.hpp"
#include "common/program/program.hpp"
#include "common/program/program_log.hpp"
#include "common/realtime/sleep.hpp"
#include "proto/radio.pb.h"
#include "proto/record.pb.h"
#include "proto/state.pb.h"

namespace {

using namespace synchrono;

struct Arguments {
    std::string scenario, server, radio, token_file, agents, name, out;
    client::ViewArguments view;
    bool check = false;
};

/// The scenario's roads as pilots see them; null where there are none.
std::unique_ptr<client::MapView> roads_of(const config::Scenario& scenario) {
    if (!scenario.map) return nullptr;
    auto roads = config::road_map_of(*scenario.map);
    SYN_REQUIRE(roads);  // the scenario's loader has read them
    std::vector<client::JunctionNumber> numbers;
    for (const auto& [name, intersection] : scenario.intersections) {
        if (intersection.junction)
            numbers.push_back({*intersection.junction, intersection.id, intersection.region});
    }
    return std::make_unique<client::MapView>(std::make_shared<const roadmap::RoadMap>(std::move(*roads)),
                                             numbers);
}

client::PilotSetup pilot_of(const config::Scenario& scenario, const config::AgentSpec& agent,
                            const client::MapView* roads) {
    return {.agent = agent.id,
            .name = agent.name,
            .library = agent.pilot,
            .config_json = config::pilot_config_json(scenario, agent),
            .seed = scenario.seed,
            .vehicle = scenario.vehicle_of(agent),
            .map = roads != nullptr ? roads->map() : nullptr,
            .directory = client::default_pilot_directory(),
            .limit = scenario.pilot_limit,
            .note = {}};
}

/// What this client cannot do for an agent, and which of the agent's keys in the scenario asks for it.
struct Objection {
    std::string key;
    std::string problem;
};

std::optional<Objection> objection_to_pilot(const config::Scenario& scenario, const config::AgentSpec& agent,
                                            const client::MapView* roads) {
    if (agent.pilot.empty()) return {};
    const auto setup = pilot_of(scenario, agent, roads);
    if (const auto library = client::check_pilot_library(setup); !library)
        return Objection{"pilot.library", library.error().text};
    if (const auto pilot = client::load_pilot(setup); !pilot)
        return Objection{"pilot.config", pilot.error().text};
    return {};
}

/// A client takes vehicles or the world's elements, not both.
Result<void> check_kinds(const config::Scenario& scenario, const std::vector<AgentId>& agents) {
    const AgentId *vehicle = nullptr, *element = nullptr;
    for (const AgentId& id : agents) (scenario.agents[id.value].element ? element : vehicle) = &id;
    if (vehicle == nullptr || element == nullptr) return {};
    return fail(
        fmt::format("--agents: '{}' is a vehicle and '{}' an element of the world; a client takes either",
                    scenario.agents[vehicle->value].name, scenario.agents[element->value].name));
}

/// Tells each objection as an event. Of agents alike but for name and place only the first is looked at, and
/// what logs cannot take is told of the first agent that has it.
int check(const config::Scenario& scenario, const std::vector<AgentId>& agents) {
    const auto roads = roads_of(scenario);
    std::set<std::tuple<std::string, std::string, std::string, std::string>> seen;
    std::set<std::string> too_long;
    int code = program::kGood;
    for (const AgentId id : agents) {
        const config::AgentSpec& agent = scenario.agents[id.value];
        std::vector<std::optional<Objection>> objections;
        if (auto why = sensors::objection_to_log(scenario, agent); why && too_long.insert(*why).second)
            objections.push_back(Objection{"sensors", std::move(*why)});
        if (seen.emplace(agent.engine, agent.pilot, agent.pilot_config, agent.vehicle).second) {
            if (auto why = client::objection_to_engine(scenario, agent))
                objections.push_back(Objection{"engine", std::move(*why)});
            objections.push_back(objection_to_pilot(scenario, agent, roads.get()));
        }
        for (const auto& objection : objections) {
            if (!objection) continue;
            code = program::kRefused;
            Json::Value event;
            event["event"] = "objection";
            event["agent"] = id.value;
            event["key"] = objection->key;
            event["problem"] = objection->problem;
            program::tell(event);
        }
    }
    return code;
}

/// What our agents said and measured, into the log.
class LogRecorder final : public client::Recorder {
  public:
    LogRecorder(log::RunLog& log, const config::Scenario& scenario, const std::vector<AgentId>& agents)
        : log_(log), scenario_(scenario), sensors_(log, scenario, agents) {
        if (!scenario_.log_states) return;
        log_.schema(*VehicleState::descriptor());
        log_.schema(*MachineState::descriptor());
        log_.schema(*SignalsState::descriptor());
        for (const AgentId id : agents) {
            topics_.emplace(
                id, log_.channel("/agents/" + scenario.agents[id.value].name, *AgentRecord::descriptor()));
        }
    }
    void record(AgentId agent, SimTime time, WallTime wall, ByteView any) override {
        if (!scenario_.log_states) return;
        record_.clear();
        net::append_field(record_, 1, any);  // AgentRecord.state
        log_.write(topics_.at(agent), time, wall, record_);
    }

    void late(AgentId agent, const client::Delivery& delivery, SimTime seen, WallTime wall) override {
        const auto topic = late_topics_.try_emplace(agent);
        if (topic.second) {
            topic.first->second = log_.channel(
                "/agents/" + scenario_.agents[agent.value].name + "/radio_late", *RadioLate::descriptor());
        }
        RadioLate late;
        late.set_sender(delivery.sender.value);
        late.set_sequence(delivery.sequence);
        // At the first heartbeat from its arrival on: sooner no agent sees anything.
        const std::int64_t heartbeat_ns = scenario_.heartbeat.count_ns();
        const std::int64_t heartbeats = (delivery.time.count_ns() + heartbeat_ns - 1) / heartbeat_ns;
        late.set_time_ns(heartbeats * heartbeat_ns);
        late.set_seen_ns(seen.count_ns());
        log_.write(topic.first->second, seen, wall, as_byte_view(late.SerializeAsString()));
    }

    void sensed(AgentId agent, std::size_t sensor, const SynSample& sample, const geo::Motion& body,
                WallTime wall) override {
        sensors_.write(agent, sensor, sample, body, wall);
    }

  private:
    log::RunLog& log_;
    const config::Scenario& scenario_;
    std::map<AgentId, log::ChannelId> topics_, late_topics_;
    sensors::SensorLog sensors_;
    Bytes record_;
};

struct Driven {
    client::ClientNode::State state;
    std::optional<WallTime> began;  // its first step
};

/// Turns the node until it is done. After a signal it has a bounded time to leave cleanly.
Driven drive(client::ClientNode& node, program::ProgramLog* log, const client::Viewing* viewing,
             const WallClock& clock) {
    constexpr WallDuration kLeaveLimit = WallDuration::seconds(2);
    constexpr WallDuration kLogCheckEvery = WallDuration::seconds(1);
    Driven driven{client::ClientNode::State::running, {}};
    std::optional<WallTime> leave_by;
    WallTime log_checked = clock.now();
    while (true) {
        const WallTime now = clock.now();
        if (log != nullptr && now - log_checked > kLogCheckEvery) {
            log_checked = now;
            log->look_for_errors();
        }
        if (const std::string signal = program::signal_name(); !signal.empty() && !leave_by) {
            spdlog::info("leaving on {}", signal);
            node.ask_to_stop();
            leave_by = now + kLeaveLimit;
        }
        if (viewing != nullptr && viewing->is_closed() && !leave_by) {
            spdlog::info("leaving: the window has been closed");
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
    if (!scenario) return program::refused(scenario.error().text);
    std::vector<AgentId> agents;
    if (!arguments.agents.empty()) {
        auto parsed = config::parse_agents(arguments.agents, scenario->agents.size());
        if (!parsed) return program::refused("--agents: " + parsed.error().text);
        agents = std::move(*parsed);
    } else if (arguments.check) {
        for (const auto& agent : scenario->agents) agents.push_back(agent.id);
    }
    if (arguments.check) return check(*scenario, agents);
    auto token = net::read_token_file(arguments.token_file);
    if (!token) return program::refused(token.error().text);
    const auto server = net::resolve(arguments.server);
    if (!server) return program::refused(server.error().text);

    std::function<Result<std::unique_ptr<net::Stream>>()> connect_radio;
    if (scenario->radio) {
        if (arguments.radio.empty())
            return program::refused("--radio: missing; the scenario has a radio, so say where its server is");
        const auto radio = net::resolve(arguments.radio);
        if (!radio) return program::refused(radio.error().text);
        connect_radio = [at = *radio, limit = scenario->server_limit] { return net::tcp_connect(at, limit); };
    }

    if (const auto checked = check_kinds(*scenario, agents); !checked)
        return program::refused(checked.error().text);
    const auto roads = roads_of(*scenario);  // outlives the pilots
    const auto warn = [](std::string_view text) { spdlog::warn("{}", text); };
    const auto viewing =
        client::Viewing::open(*scenario, agents, arguments.view, roads ? &roads->roads() : nullptr,
                              warn);  // outlives the pilots, too
    if (!viewing) return program::refused(viewing.error().text);
    client::Viewing* const view = viewing->get();
    std::vector<std::pair<AgentId, std::unique_ptr<client::PilotHost>>> pilots;
    for (const AgentId id : agents) {
        const config::AgentSpec& agent = scenario->agents[id.value];
        if (const auto why = client::objection_to_engine(*scenario, agent)) return program::refused(*why);
        if (const auto why = sensors::objection_to_log(*scenario, agent); why && !arguments.out.empty())
            return program::refused(fmt::format("agent '{}': {}", agent.name, *why));
        if (view != nullptr && view->driven() == id) {
            pilots.emplace_back(id, view->make_driver());
            continue;
        }
        if (agent.pilot.empty()) continue;
        auto setup = pilot_of(*scenario, agent, roads.get());
        setup.note = [name = agent.name](client::PilotNote note, std::string_view text) {
            spdlog::log(note == client::PilotNote::error     ? spdlog::level::err
                        : note == client::PilotNote::warning ? spdlog::level::warn
                                                             : spdlog::level::info,
                        "{}: {}", name, text);
        };
        // One that cannot be had stops its agent and nobody else.
        auto pilot = client::load_pilot(setup);
        pilots.emplace_back(id,
                            pilot ? std::move(*pilot) : client::make_safe_stop(setup, pilot.error().text));
    }

    const auto engine = client::make_engine(*scenario, agents);
    if (!engine) return program::refused(engine.error().text);

    std::unique_ptr<program::ProgramLog> log;
    std::unique_ptr<LogRecorder> recorder;
    if (!arguments.out.empty()) {
        auto opened = program::ProgramLog::open(arguments.out, "synchrono-client", arguments.name, *scenario,
                                                {{"agents", config::to_text(agents)}},
                                                sensors::log_payload_bytes_max(*scenario, agents));
        if (!opened) return program::refused(opened.error().text);
        log = std::move(*opened);
        recorder = std::make_unique<LogRecorder>(log->records(), *scenario, agents);
    }

    const auto ray_world = client::ray_world_for(*scenario, agents, roads ? &roads->roads() : nullptr);
    client::UdpPorts ports(*server);
    client::ClientNode node({.scenario = *scenario,
                             .name = arguments.name,
                             .agents = agents,
                             .token = *token,
                             .connect_radio = connect_radio,
                             .note = warn,
                             .pace = view != nullptr && view->driven() ? std::optional(1.0) : std::nullopt,
                             .ray_world = ray_world.get()},
                            ports, **engine, recorder.get());
    for (auto& [id, pilot] : pilots) node.set_pilot(id, std::move(pilot));

    if (view != nullptr) node.set_spectator(&view->spectator());

    program::remember_signals();
    const MonotonicClock clock;
    const auto [state, began] = drive(node, log.get(), view, clock);

    std::string unpictured;
    if (view != nullptr && !arguments.view.record.empty()) {
        const auto pictures = view->finish();
        if (!pictures)
            unpictured = pictures.error().text;
        else
            spdlog::info("{} pictures in {}", *pictures, arguments.view.record);
    }
    const bool well = state != client::ClientNode::State::failed;
    const std::string signal = program::signal_name();
    const std::string why = well && !signal.empty()                            ? "stopped by " + signal
                            : node.reason().empty() || node.reason() == "left" ? "finished"
                                                                               : node.reason();
    const SimTime last = node.tick().at(scenario->heartbeat);
    if (log) {
        ProgramSummary summary;
        summary.set_program(arguments.name);
        summary.set_version(SYNCHRONO_VERSION);
        summary.set_ended_because(why);
        summary.set_first_ns(node.first_tick().value_or(Tick{0}).at(scenario->heartbeat).count_ns());
        summary.set_last_ns(last.count_ns());
        summary.set_wall_ns(began ? (clock.now() - *began).count_ns() : 0);
        const auto add = [&summary](std::string_view name, std::uint64_t value) {
            program::add_counter(summary, name, value);
        };
        for (const std::string& fault : node.pilot_faults()) summary.add_pilot_faults(fault);
        add("node.pilot_faults", static_cast<std::uint64_t>(summary.pilot_faults_size()));
        node.counters().each(client::kNodeCounterNames, add);
        node.cpu_counters().each(client::kCpuCounterNames, add);
        node.link_counters().each(client::kLinkCounterNames, add);
        if (scenario->radio) {
            node.radio_counters().each(client::kRadioCounterNames, add);
            node.radio_link_counters().each(client::kRadioLinkCounterNames, add);
        }
        add("pace.late_heartbeats", node.lateness().late);
        add("pace.lateness_ns_max", static_cast<std::uint64_t>(node.lateness().max.count_ns()));
        log->close(std::move(summary), last, clock.now());
    }
    if (!well) return program::failed(why);
    if (!unpictured.empty()) return program::failed(unpictured);
    if (log && log->has_failed()) return program::kFailed;  // said already
    spdlog::info("ended at {:.3f} s: {}", last.to_seconds(), why);
    return program::kGood;
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app{"A vehicle client of Synchrono: simulates agents of a scenario in one engine."};
    app.set_version_flag("--version", "synchrono-client " SYNCHRONO_VERSION ", " SYNCHRONO_CHRONO_TEXT);
    app.add_option("--scenario", arguments.scenario, "The scenario of the run")->required();
    app.add_option("--server", arguments.server, "HOST:PORT of the dynamics server");
    app.add_option("--radio", arguments.radio,
                   "HOST:PORT of the communication server, if the scenario has a radio");
    app.add_option("--token-file", arguments.token_file,
                   "File with the join token, readable by its owner alone");
    app.add_option("--agents", arguments.agents,
                   "Which agents to simulate, such as 0-9,12; none: only watch");
    app.add_option("--name", arguments.name, "Name of this client in logs")
        ->default_val("client")
        ->check([](const std::string& name) {
            return name.empty() || name.find('/') != std::string::npos ? "a file name without '/'" : "";
        });
    app.add_option("--out", arguments.out, "Folder for NAME.mcap; none: no log");
    app.add_flag("--view{*}", arguments.view.view, "Open a window; --view=AGENT follows that one");
    app.add_option("--view-record", arguments.view.record, "Folder for 25 pictures a simulated second");
    app.add_option("--drive", arguments.view.drive, "Agent to drive by keys or gamepad, at real time");
    app.add_flag(
        "--check", arguments.check,
        "Only tell which of the agents (without --agents: of all) this client cannot simulate, a line "
        "of JSON each");
    app.callback([&arguments] {
        if (arguments.check) return;
        if (arguments.server.empty()) throw CLI::RequiredError("--server");
        if (arguments.token_file.empty()) throw CLI::RequiredError("--token-file");
    });
    return program::run(app, argc, argv, [&arguments] {
        program::speak_as(arguments.name);
        return take_part(arguments);
    });
}
