#include "tools/radio/radio_command.hpp"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <system_error>
#include <tuple>
#include <unistd.h>

#include "tools/counted.hpp"
#include "tools/radio/new_file.hpp"
#include "tools/radio/radio_filter.hpp"
#include "tools/radio/radio_log.hpp"
#include "tools/radio/radio_messages.hpp"
#include "tools/radio/radio_page.hpp"
#include "tools/radio/radio_pcap.hpp"
#include "tools/radio/radio_show.hpp"
#include "tools/radio/radio_stats.hpp"
#include "tools/radio/radio_stats_text.hpp"
#include "tools/radio/radio_tables.hpp"
#include "tools/sensors/sensor_export.hpp"

namespace synchrono::tools {
namespace {

constexpr int kDone = 0;
constexpr int kCannot = 2;

int cannot(const Error& error) {
    fmt::print(stderr, "synchrono log: {}\n", error.text);
    return kCannot;
}

/// Runs a command whose data goes to standard output, which may take no more: a full disk.
template <typename Command>
int with_output(Command command) {
    try {
        const int code = command();
        if (std::fflush(stdout) == 0) return code;
    } catch (const std::system_error&) {  // thrown by fmt
    }
    return cannot(
        {fmt::format("cannot write to standard output: {}", std::generic_category().message(errno))});
}

Result<RadioLog> open_log(const std::string& run) {
    auto log = RadioLog::open(run);
    if (log && !log->damage().empty()) {
        fmt::print(stderr, "synchrono log: {} {}; this is what stands before\n", log->file().string(),
                   log->damage());
    }
    return log;
}

/// How far a long reading is, on a terminal; removes its line when it is done.
class ReadingProgress {
  public:
    ReadingProgress() : shown_(::isatty(STDERR_FILENO) == 1) {}
    ReadingProgress(const ReadingProgress&) = delete;
    ~ReadingProgress() {
        if (last_ >= 0) fmt::print(stderr, "\r\x1b[K");
    }
    void show(std::string_view what, std::uint64_t done, std::uint64_t all) {
        const int percent = all == 0 ? 0 : static_cast<int>(100 * done / all);
        if (!shown_ || percent == last_) return;
        last_ = percent;
        fmt::print(stderr, "\rreading {}: {} %", what, percent);
    }
    std::function<void(std::uint64_t)> of(const RadioLog& log) {
        if (!shown_) return {};
        return [this, all = log.record_count()](std::uint64_t done) { show("the radio's log", done, all); };
    }

  private:
    bool shown_;
    int last_ = -1;
};

void add_filter(CLI::App& command, RadioFilterOptions& filter) {
    command.add_option("--agent", filter.agent, "Messages that this station sent or heard; name or number");
    command.add_option("--sender", filter.sender, "Messages of this station");
    command.add_option("--receiver", filter.receiver, "What became of messages at this station");
    command
        .add_option("--type", filter.types,
                    "bsm, spat, map, ... or the number of a J2735 message; repeatable")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_option("--medium", filter.medium, "dsrc, cv2x or light");
    command.add_option("--from", filter.from, "Messages sent from this simulated second on");
    command.add_option("--until", filter.until, "Messages sent before this simulated second");
    command.add_option("--area", filter.area, "X0,Y0,X1,Y1 in m: messages sent from within this rectangle");
}

struct MessagesOptions {
    std::string run;
    RadioFilterOptions filter;
    bool json = false, csv = false, decoded = false;
};

int print_messages(const MessagesOptions& options) {
    const auto log = open_log(options.run);
    if (!log) return cannot(log.error());
    const auto filter = RadioFilter::make(options.filter, *log);
    if (!filter) return cannot(filter.error());
    const MessageLines lines(*log,
                             options.decoded ? MessageForm::decoded_json
                             : options.json  ? MessageForm::json
                             : options.csv   ? MessageForm::csv
                                             : MessageForm::table,
                             filter->receiver());
    fmt::print("{}", lines.head());
    const auto visited = log->visit({.message = [&](SimTime, const RadioTransmission& message) {
        if (filter->wants(message)) fmt::print("{}", lines.lines(message));
    }});
    return visited ? kDone : cannot(visited.error());
}

struct ShowOptions {
    std::vector<std::string> what;
    bool json = false;
};

int show(const ShowOptions& options) {
    if (options.what.size() == 1) {
        const auto bytes = parse_hex(options.what[0]);
        if (!bytes)
            return cannot(
                {bytes.error().text + "; expected RUN SENDER SEQUENCE, or a message in hexadecimal"});
        fmt::print("{}", options.json ? payload_json(*bytes) + "\n" : bits_text(*bytes));
        return kDone;
    }
    if (options.what.size() != 3)
        return cannot({"expected RUN SENDER SEQUENCE, or a message in hexadecimal"});
    const std::string& text = options.what[2];
    std::uint64_t sequence = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), sequence);
    if (error != std::errc() || end != text.data() + text.size()) {
        return cannot({fmt::format("SEQUENCE: expected a number, not '{}'", text)});
    }
    const auto log = open_log(options.what[0]);
    if (!log) return cannot(log.error());
    const auto sender = log->find_station(options.what[1]);
    if (!sender) return cannot(sender.error());
    const auto found = find_message(options.what[0], *log, *sender, sequence);
    if (!found) return cannot(found.error());
    fmt::print("{}", options.json ? message_json(*log, *found) : message_text(*log, *found));
    return kDone;
}

struct StatsArguments {
    std::string run, html;
    RadioFilterOptions filter;
    StatsOptions stats;
    bool json = false, force = false;
};

int print_stats(const StatsArguments& options) {
    if (!(options.stats.bin_m >= 1 && options.stats.bin_m <= 1e6))
        return cannot({"--bin: expected 1 to 1000000 metres"});
    if (options.stats.range_m && !(*options.stats.range_m > 0))
        return cannot({"--range: expected more than 0 metres"});
    const auto log = open_log(options.run);
    if (!log) return cannot(log.error());
    const auto filter = RadioFilter::make(options.filter, *log);
    if (!filter) return cannot(filter.error());
    std::optional<NewFile> page;
    if (!options.html.empty()) {
        auto file = NewFile::open(options.html, options.force ? Existing::replace : Existing::keep);
        if (!file) return cannot(file.error());
        page.emplace(std::move(*file));
    }
    const auto stats = [&] {
        ReadingProgress progress;
        return make_radio_stats(options.run, *log, *filter, options.stats, progress.of(*log));
    }();
    if (!stats) return cannot(stats.error());
    if (page) {
        page->write(stats_page(options.run, *log, *stats));
        if (const auto committed = page->commit(); !committed) return cannot(committed.error());
    }
    if (options.json) {
        fmt::print("{}", stats_json(options.run, *log, *stats));
    } else {
        fmt::print("{}", stats_text(options.run, *log, *stats));
        if (options.stats.pairs) fmt::print("\n{}", pairs_text(*log, *stats));
        if (page) fmt::print("\n{}\n", options.html);
    }
    return kDone;
}

struct ExportOptions {
    std::string run, pcap, sqlite, csv, sensors, sensor;
    RadioFilterOptions filter;
    bool force = false;
};

int export_pcap(const ExportOptions& options, const RadioLog& log, const RadioFilter& filter,
                Existing existing) {
    auto file = NewFile::open(options.pcap, existing);
    if (!file) return cannot(file.error());
    ReadingProgress progress;
    const auto counts = write_pcap(log, filter, *file, progress.of(log));
    if (!counts) return cannot(counts.error());
    if (const auto committed = file->commit(); !committed) return cannot(committed.error());
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
        if (!file) return cannot(file.error());
        const auto counts = write_sqlite(options.run, log, filter, *file, progress.of(log));
        if (!counts) return cannot(counts.error());
        if (const auto committed = file->commit(); !committed) return cannot(committed.error());
        tell(options.sqlite, *counts);
    }
    if (!options.csv.empty()) {
        const auto counts =
            write_csv_tables(options.run, log, filter, options.csv, existing, progress.of(log));
        if (!counts) return cannot(counts.error());
        tell(options.csv, *counts);
    }
    return kDone;
}

int export_radio(const ExportOptions& options, Existing existing) {
    const auto log = open_log(options.run);
    if (!log) return cannot(log.error());
    const auto filter = RadioFilter::make(options.filter, *log);
    if (!filter) return cannot(filter.error());
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
        if (!parsed) return cannot({fmt::format("{}: {}", option, parsed.error().text)});
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
    if (!counts) return cannot(counts.error());
    fmt::print("{}: {}, {}, {}, {}\n", options.sensors, counted(counts->sensors, "sensor"),
               counted(counts->clouds, "cloud"), counted(counts->pictures, "picture"),
               counted(counts->rows, "row"));
    return kDone;
}

int export_all(const ExportOptions& options) {
    const bool radio = !options.pcap.empty() || !options.sqlite.empty() || !options.csv.empty();
    if (!radio && options.sensors.empty())
        return cannot({"export: expected --pcap FILE, --sqlite FILE, --csv DIR or --sensors DIR"});
    const RadioFilterOptions& filter = options.filter;
    const bool of_radio = !filter.agent.empty() || !filter.sender.empty() || !filter.receiver.empty() ||
                          !filter.medium.empty() || !filter.area.empty() || !filter.types.empty();
    if (!radio && of_radio)
        return cannot(
            {"export: of --sensors only --sensor, --from and --until choose; the others choose messages"});
    const Existing existing = options.force ? Existing::replace : Existing::keep;
    if (radio) {
        if (const int code = export_radio(options, existing); code != kDone) return code;
    }
    return options.sensors.empty() ? kDone : export_sensors(options, existing);
}

}  // namespace

void add_radio_commands(CLI::App& log, int& exit_code) {
    // The options live as long as the callbacks that CLI11 keeps.
    const auto messages = std::make_shared<MessagesOptions>();
    CLI::App* messages_command = log.add_subcommand(
        "messages", "The radio's messages, a line each; with --receiver, what became of them there");
    messages_command->add_option("RUN", messages->run, "The run's folder")->required();
    add_filter(*messages_command, messages->filter);
    CLI::Option* json = messages_command->add_flag("--json", messages->json, "A JSON object a line");
    messages_command->add_flag("--decode", messages->decoded, "With --json: also the fields of each message")
        ->needs(json);
    messages_command->add_flag("--csv", messages->csv, "Comma-separated values")->excludes(json);
    messages_command->callback(
        [messages, &exit_code] { exit_code = with_output([&] { return print_messages(*messages); }); });

    const auto shown = std::make_shared<ShowOptions>();
    CLI::App* show_command = log.add_subcommand(
        "show", "One message, field by field beside its bytes, and its fate at every receiver");
    show_command
        ->add_option("RUN SENDER SEQUENCE", shown->what,
                     "The run's folder, who sent it, and its number there; or "
                     "a message in hexadecimal alone")
        ->required()
        ->expected(1, 3);
    show_command->add_flag("--json", shown->json, "Print JSON");
    show_command->callback([shown, &exit_code] { exit_code = with_output([&] { return show(*shown); }); });

    const auto stats = std::make_shared<StatsArguments>();
    CLI::App* stats_command = log.add_subcommand(
        "stats",
        "How many messages arrived over what distance, how soon, how regularly; how busy the medium was");
    stats_command->add_option("RUN", stats->run, "The run's folder")->required();
    add_filter(*stats_command, stats->filter);
    stats_command->add_option("--bin", stats->stats.bin_m, "Width of the bins of distance in m")
        ->capture_default_str();
    stats_command->add_option("--range", stats->stats.range_m,
                              "Count only receivers within this distance in m");
    stats_command->add_flag("--pairs", stats->stats.pairs,
                            "Also a line for each pair of sender and receiver");
    stats_command->add_flag("--json", stats->json, "Print JSON");
    stats_command->add_option("--html", stats->html, "Write a page with plots to this file");
    stats_command->add_flag("--force", stats->force, "Replace the file");
    stats_command->callback(
        [stats, &exit_code] { exit_code = with_output([&] { return print_stats(*stats); }); });

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
        [exported, &exit_code] { exit_code = with_output([&] { return export_all(*exported); }); });
}

}  // namespace synchrono::tools
