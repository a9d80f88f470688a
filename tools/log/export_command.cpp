#include "tools/log/export_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <tuple>

#include "tools/radio/radio_options.hpp"
#include "tools/radio/radio_pcap.hpp"
#include "tools/radio/radio_tables.hpp"
#include "tools/sensors/sensor_export.hpp"
#include "tools/text/command_end.hpp"
#include "tools/text/counted.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools {
namespace {

struct ExportOptions {
    std::string run, pcap, sqlite, csv, sensors, sensor;
    RadioFilterOptions filter;
    bool force = false;
};

int export_pcap(const ExportOptions& options, const RadioLog& log, const RadioFilter& filter,
                Existing existing) {
    auto file = NewFile::open(options.pcap, existing);
    if (!file) return cannot("log", file.error());
    ReadingProgress progress;
    const auto counts = write_pcap(log, filter, *file, progress_of(progress, log));
    if (!counts) return cannot("log", counts.error());
    if (const auto committed = file->commit(); !committed) return cannot("log", committed.error());
    fmt::print("{}: {}\n", options.pcap, counted(static_cast<std::int64_t>(counts->packets), "packet"));
    if (counts->too_long > 0) {
        fmt::print(stderr, "synchrono log: {} left out: longer than the {} bytes that a packet takes\n",
                   counted(static_cast<std::int64_t>(counts->too_long), "message"), kPacketPayloadMax);
    }
    return kDone;
}

int export_tables(const ExportOptions& options, const RadioLog& log, const RadioFilter& filter,
                  Existing existing) {
    ReadingProgress progress;
    const auto tell = [](const std::string& where, const TableCounts& counts) {
        fmt::print("{}: {}, {}\n", where, counted(static_cast<std::int64_t>(counts.messages), "message"),
                   counted(static_cast<std::int64_t>(counts.receptions), "reception"));
    };
    if (!options.sqlite.empty()) {
        auto file = NewFile::open(options.sqlite, existing);
        if (!file) return cannot("log", file.error());
        const auto counts = write_sqlite(options.run, log, filter, *file, progress_of(progress, log));
        if (!counts) return cannot("log", counts.error());
        if (const auto committed = file->commit(); !committed) return cannot("log", committed.error());
        tell(options.sqlite, *counts);
    }
    if (!options.csv.empty()) {
        const auto counts =
            write_csv_tables(options.run, log, filter, options.csv, existing, progress_of(progress, log));
        if (!counts) return cannot("log", counts.error());
        tell(options.csv, *counts);
    }
    return kDone;
}

int export_radio(const ExportOptions& options, Existing existing) {
    const auto log = open_log(options.run);
    if (!log) return cannot("log", log.error());
    const auto filter = RadioFilter::make(options.filter, *log);
    if (!filter) return cannot("log", filter.error());
    if (!options.pcap.empty()) {
        if (const int code = export_pcap(options, *log, *filter, existing); code != kDone) return code;
    }
    return export_tables(options, *log, *filter, existing);
}

int export_sensors(const ExportOptions& options, Existing existing) {
    SensorExport what{
        .run = options.run, .folder = options.sensors, .sensor = options.sensor, .existing = existing};
    for (const auto& [text, time, option] : {std::tuple(&options.filter.from, &what.from, "--from"),
                                             {&options.filter.until, &what.until, "--until"}}) {
        if (text->empty()) continue;
        const auto parsed = parse_seconds(*text);
        if (!parsed) return cannot("log", {fmt::format("{}: {}", option, parsed.error().text)});
        *time = *parsed;
    }
    const auto counts = [&] {
        ReadingProgress progress;
        return export_sensors(
            what, [](std::string_view line) { fmt::print(stderr, "synchrono log: {}\n", line); },
            [&](std::uint64_t done, std::uint64_t all) {
                progress.show("what sensors measured", done, all);
            });
    }();
    if (!counts) return cannot("log", counts.error());
    fmt::print("{}: {}, {}, {}, {}\n", options.sensors, counted(counts->sensors, "sensor"),
               counted(counts->clouds, "cloud"), counted(counts->pictures, "picture"),
               counted(counts->rows, "row"));
    return kDone;
}

int export_all(const ExportOptions& options) {
    const bool radio = !options.pcap.empty() || !options.sqlite.empty() || !options.csv.empty();
    if (!radio && options.sensors.empty())
        return cannot("log", {"export: expected --pcap FILE, --sqlite FILE, --csv DIR or --sensors DIR"});
    const RadioFilterOptions& filter = options.filter;
    const bool of_radio = !filter.agent.empty() || !filter.sender.empty() || !filter.receiver.empty() ||
                          !filter.medium.empty() || !filter.area.empty() || !filter.types.empty();
    if (!radio && of_radio)
        return cannot(
            "log",
            {"export: of --sensors only --sensor, --from and --until choose; the others choose messages"});
    const Existing existing = options.force ? Existing::replace : Existing::keep;
    if (radio) {
        if (const int code = export_radio(options, existing); code != kDone) return code;
    }
    return options.sensors.empty() ? kDone : export_sensors(options, existing);
}

}  // namespace

void add_export_command(CLI::App& log, int& exit_code) {
    // The options are owned by the callback, which CLI11 keeps.
    const auto exported = std::make_shared<ExportOptions>();
    CLI::App* export_command =
        log.add_subcommand("export", "The radio's messages and what sensors measured, for other programs");
    export_command->add_option("RUN", exported->run, "The run's folder")->required();
    add_filter(*export_command, exported->filter);
    export_command->add_option(
        "--pcap", exported->pcap,
        "Packets for Wireshark: what was on the air; with --receiver, what that one received");
    export_command->add_option("--sqlite", exported->sqlite, "An SQLite database");
    export_command->add_option("--csv", exported->csv, "A folder of CSV files");
    CLI::Option* sensors =
        export_command->add_option("--sensors", exported->sensors,
                                   "A folder of what sensors measured: clouds of points, pictures, tables");
    export_command->add_option("--sensor", exported->sensor, "AGENT/SENSOR: only this one")->needs(sensors);
    export_command->add_flag("--force", exported->force, "Replace what is there");
    export_command->callback(
        [exported, &exit_code] { exit_code = with_output("log", [&] { return export_all(*exported); }); });
}

}  // namespace synchrono::tools
