#include "tools/radio/radio_command.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "tools/radio/radio_messages.hpp"
#include "tools/radio/radio_options.hpp"
#include "tools/radio/radio_page.hpp"
#include "tools/radio/radio_show.hpp"
#include "tools/radio/radio_stats.hpp"
#include "tools/radio/radio_stats_text.hpp"
#include "tools/text/command_failure.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools::radio {
namespace {

struct MessagesOptions {
    std::string run;
    RadioFilterOptions filter;
    bool json = false, csv = false, decoded = false;
};

int print_messages(const MessagesOptions& options) {
    const auto log = open_radio_log(options.run);
    if (!log) return text::report_failure("log", log.error());
    const auto filter = RadioFilter::make(options.filter, *log);
    if (!filter) return text::report_failure("log", filter.error());
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
    return visited ? text::kDone : text::report_failure("log", visited.error());
}

struct ShowOptions {
    std::vector<std::string> what;
    bool json = false;
};

int show(const ShowOptions& options) {
    if (options.what.size() == 1) {
        const auto bytes = parse_hex(options.what[0]);
        if (!bytes)
            return text::report_failure(
                "log", {bytes.error().text + "; expected RUN SENDER SEQUENCE, or a message in hexadecimal"});
        fmt::print("{}", options.json ? payload_json(*bytes) + "\n" : bits_text(*bytes));
        return text::kDone;
    }
    if (options.what.size() != 3)
        return text::report_failure("log", {"expected RUN SENDER SEQUENCE, or a message in hexadecimal"});
    const std::string& text = options.what[2];
    std::uint64_t sequence = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), sequence);
    if (error != std::errc() || end != text.data() + text.size()) {
        return text::report_failure("log", {fmt::format("SEQUENCE: expected a number, not '{}'", text)});
    }
    const auto log = open_radio_log(options.what[0]);
    if (!log) return text::report_failure("log", log.error());
    const auto sender = log->find_station(options.what[1]);
    if (!sender) return text::report_failure("log", sender.error());
    const auto found = find_message(options.what[0], *log, *sender, sequence);
    if (!found) return text::report_failure("log", found.error());
    fmt::print("{}", options.json ? message_json(*log, *found) : message_text(*log, *found));
    return text::kDone;
}

struct StatsArguments {
    std::string run, html;
    RadioFilterOptions filter;
    StatsOptions stats;
    bool json = false, force = false;
};

int print_stats(const StatsArguments& options) {
    if (!(options.stats.bin_m >= 1 && options.stats.bin_m <= 1e6))
        return text::report_failure("log", {"--bin: expected 1 to 1000000 metres"});
    if (options.stats.range_m && !(*options.stats.range_m > 0))
        return text::report_failure("log", {"--range: expected more than 0 metres"});
    const auto log = open_radio_log(options.run);
    if (!log) return text::report_failure("log", log.error());
    const auto filter = RadioFilter::make(options.filter, *log);
    if (!filter) return text::report_failure("log", filter.error());
    std::optional<text::NewFile> page;
    if (!options.html.empty()) {
        auto file =
            text::NewFile::open(options.html, options.force ? text::Existing::replace : text::Existing::keep);
        if (!file) return text::report_failure("log", file.error());
        page.emplace(std::move(*file));
    }
    const auto stats = [&] {
        reading::ReadingProgress progress;
        return make_radio_stats(options.run, *log, *filter, options.stats, progress_callback(progress, *log));
    }();
    if (!stats) return text::report_failure("log", stats.error());
    if (page) {
        page->write(stats_page(options.run, *log, *stats));
        if (const auto committed = page->commit(); !committed)
            return text::report_failure("log", committed.error());
    }
    if (options.json) {
        fmt::print("{}", stats_json(options.run, *log, *stats));
    } else {
        fmt::print("{}", stats_text(options.run, *log, *stats));
        if (options.stats.pairs) fmt::print("\n{}", pairs_text(*log, *stats));
        if (page) fmt::print("\n{}\n", options.html);
    }
    return text::kDone;
}

}  // namespace

void add_radio_commands(CLI::App& log, int& exit_code) {
    // The options are owned by the callbacks, which CLI11 keeps.
    const auto messages = std::make_shared<MessagesOptions>();
    CLI::App* messages_command = log.add_subcommand(
        "messages",
        "List the radio's messages, one per line; with --receiver, with their fate at that station");
    messages_command->add_option("RUN", messages->run, "The run's folder")->required();
    add_filter_options(*messages_command, messages->filter);
    CLI::Option* json =
        messages_command->add_flag("--json", messages->json, "Print one JSON object per line");
    messages_command->add_flag("--decode", messages->decoded, "With --json: also the fields of each message")
        ->needs(json);
    messages_command->add_flag("--csv", messages->csv, "Print comma-separated values")->excludes(json);
    messages_command->callback([messages, &exit_code] {
        exit_code = text::with_output("log", [&] { return print_messages(*messages); });
    });

    const auto shown = std::make_shared<ShowOptions>();
    CLI::App* show_command = log.add_subcommand(
        "show", "Print one message, field by field beside its bytes, and its fate at every receiver");
    show_command
        ->add_option("RUN SENDER SEQUENCE", shown->what,
                     "The run's folder, the sender, and the number of the message at this sender; or "
                     "only a message in hexadecimal")
        ->required()
        ->expected(1, 3);
    show_command->add_flag("--json", shown->json, "Print JSON");
    show_command->callback(
        [shown, &exit_code] { exit_code = text::with_output("log", [&] { return show(*shown); }); });

    const auto stats = std::make_shared<StatsArguments>();
    CLI::App* stats_command = log.add_subcommand("stats",
                                                 "Print the latency, the gaps between messages, the delivery "
                                                 "at each distance, and how busy the medium was");
    stats_command->add_option("RUN", stats->run, "The run's folder")->required();
    add_filter_options(*stats_command, stats->filter);
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
        [stats, &exit_code] { exit_code = text::with_output("log", [&] { return print_stats(*stats); }); });
}

}  // namespace synchrono::tools::radio
