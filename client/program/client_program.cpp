#include "client/program/client_program.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <json/value.h>
#include <spdlog/spdlog.h>

#include "client/program/agent_check.hpp"
#include "client/program/arguments.hpp"
#include "client/program/connections.hpp"
#include "client/program/engines.hpp"
#include "client/program/log_recorder.hpp"
#include "client/program/node_loop.hpp"
#include "client/program/pilots.hpp"
#include "client/program/summary.hpp"
#include "client/program/viewing.hpp"
#include "common/config/arguments.hpp"
#include "common/program/program.hpp"
#include "common/program/program_log.hpp"
#include "common/realtime/sleep.hpp"

namespace synchrono::client {
namespace {

/// Writes a line of JSON for each objection.
int check(const config::Scenario& scenario, const std::vector<AgentId>& agents) {
    int code = program::kGood;
    check_agents(scenario, agents, [&code](const Objection& objection) {
        code = program::kRefused;
        Json::Value event;
        event["event"] = "objection";
        event["agent"] = objection.agent.value;
        event["key"] = objection.key;
        event["problem"] = objection.problem;
        program::write_event(event);
    });
    return code;
}

/// The log, and the recorder that writes the agents' states and samples into it; both are null without --out.
struct ClientLog {
    std::unique_ptr<program::ProgramLog> log;
    std::unique_ptr<LogRecorder> recorder;
};

Result<ClientLog> open_log(const Arguments& arguments, const config::Scenario& scenario,
                           const std::string& name, const std::vector<AgentId>& agents) {
    if (arguments.out.empty()) return ClientLog{};
    auto log = program::ProgramLog::open(arguments.out, "synchrono-client", name, scenario,
                                         {{"agents", config::to_text(agents)}},
                                         sensors::log_payload_bytes_max(scenario, agents));
    if (!log) return tl::unexpected(log.error());
    auto recorder = std::make_unique<LogRecorder>((*log)->records(), scenario, agents);
    return ClientLog{std::move(*log), std::move(recorder)};
}

/// Runs the node until it is done. Meanwhile, checks for signals of the operating system, for a closed window
/// and for errors of the log.
NodeRun run_until_done(acu::ClientNode& node, const Viewing* view, program::ProgramLog* log,
                       const WallClock& clock) {
    const auto reason_to_leave = [view]() -> std::string {
        if (const std::string signal = program::signal_name(); !signal.empty()) return "leaving on " + signal;
        return view != nullptr && view->is_closed() ? "leaving: the view is closed" : "";
    };
    const auto check_log = [log] {
        if (log != nullptr) log->log_new_errors();
    };
    return run_node(node, {.clock = clock,
                           .reason_to_leave = reason_to_leave,
                           .every_second = check_log,
                           .sleep_until = sleep_until});
}

/// Ends the recording of pictures, if there is one.
Result<void> finish_pictures(Viewing* view, const std::string& folder) {
    if (view == nullptr || folder.empty()) return {};
    const auto pictures = view->finish();
    if (!pictures) return tl::unexpected(pictures.error());
    spdlog::info("wrote {} pictures to {}", *pictures, folder);
    return {};
}

int take_part(const Arguments& arguments, const config::Scenario& scenario,
              const config::Credential& credential, const std::vector<AgentId>& agents) {
    const auto warn = [](std::string_view text) { spdlog::warn("{}", text); };
    const auto connections = resolve_connections(arguments, scenario, credential);
    if (!connections) return program::refused(connections.error().text);
    if (const auto one_sort = require_driven_or_elements(scenario, agents); !one_sort)
        return program::refused(one_sort.error().text);
    if (const auto known = require_known_bodies(scenario); !known)
        return program::refused(known.error().text);
    const auto roads = roads_of(scenario);  // outlives the pilots
    const auto viewing = Viewing::open(scenario, agents, arguments.view, roads ? &roads->roads() : nullptr,
                                       warn);  // outlives the pilots, too
    if (!viewing) return program::refused(viewing.error().text);
    Viewing* const view = viewing->get();
    const auto possible = require_no_objection(scenario, agents, !arguments.out.empty());
    if (!possible) return program::refused(possible.error().text);
    auto by_hand = view != nullptr && view->driven()
                       ? std::optional(DrivenByHand{*view->driven(), view->make_driver()})
                       : std::nullopt;
    auto pilots = make_pilots(scenario, agents, roads.get(), std::move(by_hand));
    const auto engine = make_engine(scenario, agents);
    if (!engine) return program::refused(engine.error().text);
    const auto log = open_log(arguments, scenario, credential.name, agents);
    if (!log) return program::refused(log.error().text);

    const auto ray_world = acu::ray_world_for(scenario, agents, roads ? &roads->roads() : nullptr);
    acu::ClientNode node({.scenario = scenario,
                          .agents = agents,
                          .radio = connections->radio.get(),
                          .note = warn,
                          .pilots = pilot_hashes(scenario, agents),
                          .pace = view != nullptr && view->driven() ? std::optional(1.0) : std::nullopt,
                          .ray_world = ray_world.get()},
                         *connections->transports, **engine, log->recorder.get());
    for (auto& [id, pilot] : pilots) node.set_pilot(id, std::move(pilot));
    if (view != nullptr) node.set_spectator(&view->spectator());

    program::remember_signals();
    const MonotonicClock clock;
    const NodeRun run = run_until_done(node, view, log->log.get(), clock);
    const auto pictures = finish_pictures(view, arguments.view.record);
    const std::string why = reason_of_end(node, run.state, program::signal_name());
    const SimTime last = node.tick().at(scenario.heartbeat);
    if (log->log) {
        const WallDuration wall = run.began ? clock.now() - *run.began : WallDuration{};
        log->log->close(summary_of(node, *connections->transports, scenario, {credential.name, why, wall}),
                        last, clock.now());
    }
    if (!node.first_tick() && log->log) {
        // The same command may be tried again, and a log does not overwrite files.
        std::error_code ignored;
        std::filesystem::remove(log->log->file(), ignored);
    }
    if (run.state == acu::ClientNode::State::failed) return program::failed(why);
    if (!pictures) return program::failed(pictures.error().text);
    if (log->log && log->log->has_failed()) return program::kFailed;  // the log has already written why
    spdlog::info("ended at {:.3f} s: {}", last.to_seconds(), why);
    return program::kGood;
}

int check_or_take_part(const Arguments& arguments) {
    const auto scenario = config::load_scenario(arguments.scenario);
    if (!scenario) return program::refused(scenario.error().text);
    if (arguments.check) {
        const auto agents = agents_of(arguments, *scenario, nullptr);
        return agents ? check(*scenario, *agents) : program::refused(agents.error().text);
    }
    const auto credential = config::load_own_credential(arguments.credentials, scenario->agents.size());
    if (!credential) return program::refused(credential.error().text);
    program::set_program_name(credential->name);
    const auto agents = agents_of(arguments, *scenario, &*credential);
    if (!agents) return program::refused(agents.error().text);
    return take_part(arguments, *scenario, *credential, *agents);
}

}  // namespace

int run_client(int argc, char** argv) {
    Arguments arguments;
    CLI::App app{"A client of Synchrono: simulates agents of a scenario."};
    add_options(app, arguments);
    return program::run(app, argc, argv, [&arguments] {
        program::set_program_name("client");
        return check_or_take_part(arguments);
    });
}

}  // namespace synchrono::client
