#include "tools/logs/export_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <tuple>

#include "tools/radio/radio_options.hpp"
#include "tools/radio/radio_pcap.hpp"
#include "tools/radio/radio_tables.hpp"
#include "tools/sensors/sensor_export.hpp"
#include "tools/text/command_failure.hpp"
#include "tools/text/counted.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools::logs {
namespace {

struct ExportOptions {
    std::string run, pcap, sqlite, csv, sensors, sensor;
    radio::RadioFilterOptions filter;
    bool force = false;
};

int export_pcap(const ExportOptions& options, const radio::RadioLog& log, const radio::RadioFilter& filter,
                text::Existing existing) {
    auto file = text::NewFile::open(options.pcap, existing);
    if (!file) return text::report_failure("log", file.error());
    reading::ReadingProgress progress;
    const auto counts = radio::write_pcap(log, filter, *file, radio::progress_callback(progress, log));
    if (!counts) return text::report_failure("log", counts.error());
    if (const auto committed = file->commit(); !committed)
        return text::report_failure("log", committed.error());
    fmt::print("{}: {}\n", options.pcap, text::counted(static_cast<std::int64_t>(counts->packets), "packet"));
    if (counts->too_long > 0) {
        fmt::print(stderr, "synchrono log: {} left out: longer than the {} bytes that fit into a packet\n",
                   text::counted(static_cast<std::int64_t>(counts->too_long), "message"),
                   radio::kPacketPayloadMax);
    }
    return text::kDone;
}

int export_tables(const ExportOptions& options, const radio::RadioLog& log, const radio::RadioFilter& filter,
                  text::Existing existing) {
    reading::ReadingProgress progress;
    const auto print_counts = [](const std::string& where, const radio::TableCounts& counts) {
        fmt::print("{}: {}, {}\n", where,
                   text::counted(static_cast<std::int64_t>(counts.messages), "message"),
                   text::counted(static_cast<std::int64_t>(counts.receptions), "reception"));
    };
    if (!options.sqlite.empty()) {
        auto file = text::NewFile::open(options.sqlite, existing);
        if (!file) return text::report_failure("log", file.error());
        const auto counts =
            radio::write_sqlite(options.run, log, filter, *file, radio::progress_callback(progress, log));
        if (!counts) return text::report_failure("log", counts.error());
        if (const auto committed = file->commit(); !committed)
            return text::report_failure("log", committed.error());
        print_counts(options.sqlite, *counts);
    }
    if (!options.csv.empty()) {
        const auto counts = radio::write_csv_tables(options.run, log, filter, options.csv, existing,
                                                    radio::progress_callback(progress, log));
        if (!counts) return text::report_failure("log", counts.error());
        print_counts(options.csv, *counts);
    }
    return text::kDone;
}

int export_radio(const ExportOptions& options, text::Existing existing) {
    const auto log = radio::open_radio_log(options.run);
    if (!log) return text::report_failure("log", log.error());
    const auto filter = radio::RadioFilter::make(options.filter, *log);
    if (!filter) return text::report_failure("log", filter.error());
    if (!options.pcap.empty()) {
        if (const int code = export_pcap(options, *log, *filter, existing); code != text::kDone) return code;
    }
    return export_tables(options, *log, *filter, existing);
}

int export_sensors(const ExportOptions& options, text::Existing existing) {
    sensors::SensorExport what{
        .run = options.run, .folder = options.sensors, .sensor = options.sensor, .existing = existing};
    for (const auto& [text, time, option] : {std::tuple(&options.filter.from, &what.from, "--from"),
                                             {&options.filter.until, &what.until, "--until"}}) {
        if (text->empty()) continue;
        const auto parsed = radio::parse_seconds(*text);
        if (!parsed) return text::report_failure("log", {fmt::format("{}: {}", option, parsed.error().text)});
        *time = *parsed;
    }
    const auto counts = [&] {
        reading::ReadingProgress progress;
        return sensors::export_sensors(
            what, [](std::string_view line) { fmt::print(stderr, "synchrono log: {}\n", line); },
            [&](std::uint64_t done, std::uint64_t all) {
                progress.show("the samples of sensors", done, all);
            });
    }();
    if (!counts) return text::report_failure("log", counts.error());
    fmt::print("{}: {}, {}, {}, {}\n", options.sensors, text::counted(counts->sensors, "sensor"),
               text::counted(counts->clouds, "cloud"), text::counted(counts->pictures, "picture"),
               text::counted(counts->rows, "row"));
    return text::kDone;
}

int export_all(const ExportOptions& options) {
    const bool radio = !options.pcap.empty() || !options.sqlite.empty() || !options.csv.empty();
    if (!radio && options.sensors.empty())
        return text::report_failure(
            "log", {"export: expected --pcap FILE, --sqlite FILE, --csv DIR or --sensors DIR"});
    const radio::RadioFilterOptions& filter = options.filter;
    const bool of_radio = !filter.agent.empty() || !filter.sender.empty() || !filter.receiver.empty() ||
                          !filter.medium.empty() || !filter.area.empty() || !filter.types.empty();
    if (!radio && of_radio)
        return text::report_failure(
            "log", {"export: --sensors can be used only with --sensor, --from and --until; other "
                    "filters are for messages"});
    const text::Existing existing = options.force ? text::Existing::replace : text::Existing::keep;
    if (radio) {
        if (const int code = export_radio(options, existing); code != text::kDone) return code;
    }
    return options.sensors.empty() ? text::kDone : export_sensors(options, existing);
}

}  // namespace

void add_export_command(CLI::App& log, int& exit_code) {
    // The options are owned by the callback, which CLI11 keeps.
    const auto exported = std::make_shared<ExportOptions>();
    CLI::App* export_command = log.add_subcommand(
        "export", "Write the radio's messages and what sensors measured to files for other programs");
    export_command->add_option("RUN", exported->run, "The run's folder")->required();
    radio::add_filter_options(*export_command, exported->filter);
    export_command->add_option(
        "--pcap", exported->pcap,
        "Packets for Wireshark: messages on the air; with --receiver, those that this station received");
    export_command->add_option("--sqlite", exported->sqlite, "An SQLite database");
    export_command->add_option("--csv", exported->csv, "A folder of CSV files");
    CLI::Option* sensors =
        export_command->add_option("--sensors", exported->sensors,
                                   "A folder of what sensors measured: clouds of points, pictures, tables");
    export_command->add_option("--sensor", exported->sensor, "AGENT/SENSOR: only this sensor")
        ->needs(sensors);
    export_command->add_flag("--force", exported->force, "Replace files that exist");
    export_command->callback([exported, &exit_code] {
        exit_code = text::with_output("log", [&] { return export_all(*exported); });
    });
}

}  // namespace synchrono::tools::logs
