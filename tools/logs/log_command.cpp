#include "tools/logs/log_command.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <json/json.h>
#include <memory>
#include <string>

#include "tools/logs/export_command.hpp"
#include "tools/logs/log_diff.hpp"
#include "tools/logs/log_track.hpp"
#include "tools/radio/radio_command.hpp"
#include "tools/reading/log_analysis.hpp"
#include "tools/reading/run_logs.hpp"
#include "tools/text/command_failure.hpp"
#include "tools/text/counted.hpp"

namespace synchrono::tools::logs {

namespace {

constexpr int kSame = 0;
constexpr int kDifferent = 1;

std::string policy_name(GatePolicy gate) {
    return fmt::format("{} {}", gate.kind == GatePolicy::Kind::window ? "window" : "exact", gate.heartbeats);
}

using reading::shortened;

void print_text(const reading::RunInfo& info) {
    if (info.gate) {
        fmt::print("heartbeat {}, gate {}\n", reading::to_text(SimTime{} + *info.heartbeat),
                   policy_name(*info.gate));
    } else {
        fmt::print("no scenario: {}\n", info.scenario_problem);
    }
    fmt::print("\nfiles\n");
    for (const reading::LogFileInfo& file : info.files) {
        const std::string span = file.span ? fmt::format("{} to {}", reading::to_text(file.span->first),
                                                         reading::to_text(file.span->last))
                                           : "";
        fmt::print("  {:<24} {:>10} messages {:>12} bytes  {}  {}\n", file.file, file.messages, file.bytes,
                   span, file.damage.empty() ? "whole" : file.damage);
    }
    fmt::print("\nagents\n");
    for (const reading::AgentInfo& agent : info.agents) {
        fmt::print("  {:<24} {:>10} messages  {} to {}\n", agent.name, agent.messages,
                   reading::to_text(agent.span.first), reading::to_text(agent.span.last));
    }
    if (!info.unlogged.empty())
        fmt::print("no states of {}: {}\n", text::counted(info.unlogged.size(), "agent"),
                   shortened(info.unlogged));
    if (info.gate) {
        const std::string lead = info.largest_lead
                                     ? fmt::format("{}, {} ahead of {} at {}",
                                                   text::counted(info.largest_lead->heartbeats, "heartbeat"),
                                                   info.largest_lead->agent, info.largest_lead->peer,
                                                   reading::to_text(info.largest_lead->time))
                                     : "none";
        fmt::print("\nlargest lead: {}; the gate promises at most {}: {}\n", lead, info.gate->heartbeats,
                   !info.promise_kept()   ? "nobody can tell"
                   : *info.promise_kept() ? "kept"
                                          : "BROKEN");
        if (const std::string clocks = info.clocks_text(); !clocks.empty()) fmt::print("{}\n", clocks);
    }
    for (const reading::LogFileInfo& file : info.files) {
        if (!file.end) continue;
        fmt::print("\n{}: {}\n", file.file, file.end->ended_because);
        for (const reading::CounterReading& counter : file.end->counters) {
            if (counter.value != 0) fmt::print("  {:<32} {:>14}\n", counter.name, counter.value);
        }
    }
}

void print_json(const reading::RunInfo& info) {
    const auto span = [](Json::Value& to, reading::SimSpan from) {
        to["first_ns"] = Json::Int64{from.first.count_ns()};
        to["last_ns"] = Json::Int64{from.last.count_ns()};
    };
    Json::Value root;
    root["files"] = Json::arrayValue;
    for (const reading::LogFileInfo& file : info.files) {
        Json::Value entry;
        entry["file"] = file.file;
        entry["messages"] = Json::UInt64{file.messages};
        entry["bytes"] = Json::UInt64{file.bytes};
        entry["whole"] = file.damage.empty();
        if (!file.damage.empty()) entry["damage"] = file.damage;
        if (file.span) span(entry, *file.span);
        for (const auto& [key, value] : file.run) entry["run"][key] = value;
        if (file.end) {
            entry["ended_because"] = file.end->ended_because;
            entry["wall_ns"] = Json::Int64{file.end->wall.count_ns()};
            entry["counters"] = Json::objectValue;
            for (const reading::CounterReading& counter : file.end->counters)
                entry["counters"][counter.name] = Json::UInt64{counter.value};
        }
        root["files"].append(entry);
    }
    root["agents"] = Json::arrayValue;
    for (const reading::AgentInfo& agent : info.agents) {
        Json::Value entry;
        entry["name"] = agent.name;
        entry["messages"] = Json::UInt64{agent.messages};
        span(entry, agent.span);
        root["agents"].append(entry);
    }
    root["unlogged"] = Json::arrayValue;
    for (const std::string& name : info.unlogged) root["unlogged"].append(name);
    if (info.gate) {
        root["heartbeat_ns"] = Json::Int64{info.heartbeat->count_ns()};
        root["gate"] = policy_name(*info.gate);
        Json::Value lead;
        lead["heartbeats"] = Json::Int64{info.largest_lead ? info.largest_lead->heartbeats : 0};
        if (info.largest_lead) {
            lead["agent"] = info.largest_lead->agent;
            lead["peer"] = info.largest_lead->peer;
            lead["time_ns"] = Json::Int64{info.largest_lead->time.count_ns()};
        }
        lead["promised"] = Json::Int64{info.gate->heartbeats};
        if (info.sure_lead) lead["sure_heartbeats"] = Json::Int64{info.sure_lead->heartbeats};
        lead["kept"] = info.promise_kept() ? Json::Value(*info.promise_kept()) : Json::Value();
        root["largest_lead"] = lead;
    } else {
        root["scenario_problem"] = info.scenario_problem;
    }
    Json::StreamWriterBuilder style;
    style["indentation"] = "  ";
    fmt::print("{}\n", Json::writeString(style, root));
}

}  // namespace

void add_log_command(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("log", "Inspect the logs of runs");
    command->require_subcommand(1);

    struct InfoOptions {
        std::string run;
        bool json = false;
    };
    const auto info = std::make_shared<InfoOptions>();  // owned by the callback, which CLI11 keeps
    CLI::App* info_command = command->add_subcommand(
        "info", "List what each file holds, each agent's messages, the largest lead and the counters");
    info_command->add_option("RUN", info->run, "The run's folder")->required();
    info_command->add_flag("--json", info->json, "Print JSON");
    info_command->callback([info, &exit_code] {
        const auto facts = reading::inspect_run(info->run);
        if (!facts) {
            exit_code = text::report_failure("log", facts.error());
            return;
        }
        info->json ? print_json(*facts) : print_text(*facts);
    });

    const auto runs = std::make_shared<std::pair<std::string, std::string>>();
    CLI::App* diff_command = command->add_subcommand(
        "diff",
        "Compare what agents did and measured and what the radio carried in two runs: exit 0 when it is the "
        "same, 1 with the first difference, 2 when a log cannot be read");
    diff_command->add_option("A", runs->first, "A run's folder")->required();
    diff_command->add_option("B", runs->second, "Another run's folder")->required();
    diff_command->callback([runs, &exit_code] {
        const auto compared = compare_runs(runs->first, runs->second);
        if (!compared) {
            exit_code = text::report_failure("log", compared.error());
        } else if (compared->difference) {
            fmt::print("{}", *compared->difference);
            exit_code = kDifferent;
        } else {
            const auto also = [](std::uint64_t number, std::string_view thing) {
                return number == 0 ? "" : ", " + text::counted(number, thing);
            };
            fmt::print("identical: {}, {}{}{}\n", text::counted(compared->agents, "agent"),
                       text::counted(compared->messages, "message"),
                       also(compared->sensor_messages, "sensor message"),
                       also(compared->radio_messages, "radio message"));
            exit_code = kSame;
        }
    });

    struct TrackOptions {
        std::string run, agent, out;
        bool force = false;
    };
    const auto track = std::make_shared<TrackOptions>();
    CLI::App* track_command = command->add_subcommand(
        "track", "Write what one agent drove as a table, which the pilot 'recorded' drives again");
    track_command->add_option("RUN", track->run, "The run's folder")->required();
    track_command->add_option("AGENT", track->agent, "The agent's name")->required();
    track_command->add_option("--out", track->out, "File for the table")->required();
    track_command->add_flag("--force", track->force, "Replace the file if it exists");
    track_command->callback([track, &exit_code] {
        const auto rows = write_track(track->run, track->agent, track->out,
                                      track->force ? text::Existing::replace : text::Existing::keep);
        if (!rows) {
            exit_code = text::report_failure("log", rows.error());
            return;
        }
        fmt::print("{}: {}\n", track->out, text::counted(static_cast<std::int64_t>(*rows), "state"));
        exit_code = kSame;
    });
    radio::add_radio_commands(*command, exit_code);
    add_export_command(*command, exit_code);
}

}  // namespace synchrono::tools::logs
