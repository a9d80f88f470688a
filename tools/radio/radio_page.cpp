#include "tools/radio/radio_page.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "tools/page/page.hpp"
#include "tools/page/svg_plot.hpp"
#include "tools/radio/radio_names.hpp"
#include "tools/radio/radio_stats_text.hpp"
#include "tools/reading/run_logs.hpp"
#include "tools/text/counted.hpp"

namespace synchrono::tools::radio {
namespace {

double ms(std::int64_t ns) { return static_cast<double>(ns) * 1e-6; }

std::string share_text(std::uint64_t part, std::uint64_t all) {
    return all == 0 ? "-"
                    : fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(all));
}
std::string ms_text(const Distribution& of, double share) {
    return of.count() == 0 ? "-" : fmt::format("{:.4g} ms", ms(of.quantile(share)));
}

/// An outcome and its colour in the stacked plot.
struct OutcomeColour {
    int outcome;
    const char* colour;
};
// The outcomes in a stack, from the bottom up. Heard messages come first, then the reasons for losses. The
// reasons that do not depend on the distance come before those that occur at ever greater distances.
constexpr OutcomeColour kStacked[] = {
    {RadioTransmission::DELIVERED, "var(--heard)"},
    {RadioTransmission::ALTERED, "var(--altered)"},
    {RadioTransmission::SHED, "var(--shed)"},
    {RadioTransmission::FAULT, "var(--fault)"},
    {RadioTransmission::RECEIVER_SENDING, "var(--sending)"},
    {RadioTransmission::COLLISION, "var(--collision)"},
    {RadioTransmission::BLOCKED, "var(--blocked)"},
    {RadioTransmission::WEAK, "var(--weak)"},
    {RadioTransmission::OUTCOME_UNSPECIFIED, "var(--unknown)"},
    {RadioTransmission::OUT_OF_RANGE, "var(--range)"},
};

std::string tile(const std::string& value, const std::string& name) {
    return fmt::format("<div><b>{}</b><span>{}</span></div>\n", page::escape_html(value),
                       page::escape_html(name));
}

std::string tiles(const RadioStats& stats) {
    std::uint64_t messages = 0, not_on_air = 0;
    Receptions all;
    const KindStats* most = nullptr;
    std::string most_name;
    for (const auto& [key, kind] : stats.kinds) {
        messages += kind.messages;
        not_on_air += kind.messages - kind.on_air;
        all.candidates += kind.receptions.candidates;
        all.heard += kind.receptions.heard;
        if (most == nullptr || kind.messages > most->messages) {
            most = &kind;
            most_name = type_name(key.second);
        }
    }
    std::string text = "<div class=\"tiles\">\n";
    text += tile(fmt::format("{}", messages), not_on_air == 0
                                                  ? "messages, all on the air"
                                                  : fmt::format("messages, {} not on the air", not_on_air));
    text += tile(share_text(all.heard, all.candidates),
                 fmt::format("heard, of {} possible receptions", all.candidates));
    if (most != nullptr) {
        text += tile(ms_text(most->latency, 0.5), most_name + ": latency, median");
        text += tile(ms_text(most->gap, 0.5), most_name + ": gap between two messages heard, median");
        if (most->age_time_s > 0)
            text += tile(fmt::format("{:.4g} ms", 1e3 * most->age_mean_s()),
                         most_name + ": age of information, mean");
    }
    for (const auto& [medium, load] : stats.load) {
        if (load.count == 0) continue;
        text +=
            tile(fmt::format("{:.1f} %", 100 * load.sum / static_cast<double>(load.count)),
                 fmt::format("{} busy on average, at most {:.1f} %", medium_name(medium), 100 * load.max));
    }
    if (stats.late.count() > 0) {
        text += tile(fmt::format("{}", stats.late.count()),
                     fmt::format("arrived too late, by at most {:.4g} ms", ms(stats.late.max())));
    }
    return text + "</div>\n";
}

std::string kinds_table(const RadioStats& stats) {
    std::string text =
        "<div class=\"table\"><table>\n<tr><th>messages</th><th>sent</th><th>bytes, mean</th><th>heard</th>"
        "<th>latency 50 %</th><th>95 %</th><th>99 %</th><th>gap 50 %</th><th>95 %</th><th>age, mean</th>"
        "<th>peak age 95 %</th></tr>\n";
    for (const RadioStats::Kind* ranked : stats.ranked()) {
        const auto& [key, kind] = *ranked;
        text += fmt::format(
            "<tr><td>{}</td><td>{}</td><td>{:.1f}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</"
            "td><td>{}</td>"
            "<td>{}</td><td>{}</td></tr>\n",
            page::escape_html(kind_text(key)), kind.messages,
            static_cast<double>(kind.bytes) / static_cast<double>(std::max<std::uint64_t>(1, kind.messages)),
            share_text(kind.receptions.heard, kind.receptions.candidates), ms_text(kind.latency, 0.5),
            ms_text(kind.latency, 0.95), ms_text(kind.latency, 0.99), ms_text(kind.gap, 0.5),
            ms_text(kind.gap, 0.95),
            kind.age_time_s == 0 ? "-" : fmt::format("{:.4g} ms", 1e3 * kind.age_mean_s()),
            ms_text(kind.peak_age, 0.95));
    }
    return text + "</table></div>\n";
}

std::string fates_table(const RadioStats& stats) {
    std::vector<int> used;
    for (int outcome = 0; outcome < kOutcomes; ++outcome) {
        for (const auto& [key, kind] : stats.kinds) {
            if (kind.receptions.outcomes[outcome] == 0) continue;
            used.push_back(outcome);
            break;
        }
    }
    std::string text = "<div class=\"table\"><table>\n<tr><th>receptions</th><th>candidates</th>";
    for (const int outcome : used)
        text += fmt::format("<th>{}</th>", page::escape_html(outcome_text(outcome)));
    text += "<th>messages not sent</th></tr>\n";
    for (const RadioStats::Kind* ranked : stats.ranked()) {
        const auto& [key, kind] = *ranked;
        text += fmt::format("<tr><td>{}</td><td>{}</td>", page::escape_html(kind_text(key)),
                            kind.receptions.candidates);
        for (const int outcome : used) text += fmt::format("<td>{}</td>", kind.receptions.outcomes[outcome]);
        std::string reasons;
        for (int reason = 0; reason < kNotSents; ++reason) {
            if (kind.not_sent[reason] == 0) continue;
            reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", kind.not_sent[reason],
                                   not_sent_text(reason));
        }
        text += fmt::format("<td>{}</td></tr>\n", reasons.empty() ? "0" : page::escape_html(reasons));
    }
    return text + "</table></div>\n";
}

/// Returns a line for each kind. Calls `add(line, kind)` to fill the line.
template <typename Add>
std::vector<page::PlotLine> lines_of(const RadioStats& stats, Add add) {
    const bool one_medium =
        stats.kinds.empty() || stats.kinds.begin()->first.first == stats.kinds.rbegin()->first.first;
    std::vector<page::PlotLine> lines;
    for (const RadioStats::Kind* ranked : stats.ranked()) {
        const auto& [key, kind] = *ranked;
        page::PlotLine line{.name = one_medium ? type_name(key.second) : kind_text(key),
                            .colour = lines.size()};
        add(line, kind);
        lines.push_back(std::move(line));
    }
    return lines;
}

/// Returns the cumulative distribution: points of a value in ms and the percentage of values up to it.
std::vector<std::pair<double, double>> cumulative(const Distribution& of) {
    std::vector<std::pair<double, double>> points;
    if (of.count() == 0) return points;
    for (int percent = 0; percent <= 100; ++percent) {
        const double value = ms(of.quantile(percent / 100.0));
        if (!points.empty() && points.back().first == value) {
            points.back().second = percent;
        } else {
            points.emplace_back(value, percent);
        }
    }
    points.insert(points.begin(), {points[0].first, 0.0});
    return points;
}

std::string plots_by_distance(const RadioStats& stats) {
    // Plots the distances up to the last one at which anything was heard, and two bins more.
    const std::size_t shown = stats.heard_bins() + 2;
    std::string text = page::draw_plot(
        {.title = "Delivery against distance",
         .note = "Share of the receivers at a distance that heard a message.",
         .x_label = "distance in m",
         .y_label = "heard in %",
         .lines = lines_of(stats,
                           [&](page::PlotLine& line, const KindStats& kind) {
                               for (std::size_t i = 0; i < std::min(shown, kind.distance.size()); ++i) {
                                   if (kind.distance[i].candidates == 0) continue;
                                   line.points.emplace_back((static_cast<double>(i) + 0.5) * stats.bin_m,
                                                            100 * kind.distance[i].delivery_ratio());
                               }
                           }),
         .y_max = 100});
    page::Stack fates{.title = "What became of messages",
                      .note = "Of all messages on the air, by the distance of the receiver.",
                      .x_label = "distance in m",
                      .y_label = "share in %",
                      .bar_width = stats.bin_m};
    std::size_t bins = 0;
    for (const auto& [key, kind] : stats.kinds) bins = std::max(bins, kind.distance.size());
    bins = std::min(bins, shown);
    for (const auto& [outcome, colour] : kStacked) {
        page::StackPart part{outcome == 0 ? "unknown" : outcome_text(outcome), colour,
                             std::vector<double>(bins)};
        for (const auto& [key, kind] : stats.kinds) {
            for (std::size_t i = 0; i < std::min(bins, kind.distance.size()); ++i)
                part.values[i] += static_cast<double>(kind.distance[i].outcomes[outcome]);
        }
        fates.parts.push_back(std::move(part));
    }
    text += page::draw_stack(fates);
    text += page::draw_plot({.title = "Gap against distance",
                             .note = "Mean time between two messages that a receiver heard from one sender.",
                             .x_label = "distance in m",
                             .y_label = "gap in ms",
                             .lines = lines_of(stats, [&](page::PlotLine& line, const KindStats& kind) {
                                 for (std::size_t i = 0; i < kind.distance.size(); ++i) {
                                     const DistanceBin& bin = kind.distance[i];
                                     if (bin.gaps == 0) continue;
                                     line.points.emplace_back(
                                         (static_cast<double>(i) + 0.5) * stats.bin_m,
                                         1e3 * bin.gap_sum_s / static_cast<double>(bin.gaps));
                                 }
                             })});
    return text;
}

std::string plots_of_times(const RadioStats& stats) {
    const struct {
        const char *title, *note;
        Distribution KindStats::*values;
        bool logarithmic = true;
    } all[] = {
        {"Gap between messages", "Share of gaps that are no longer than this.", &KindStats::gap},
        {"Latency",
         "Time from handing a message to the radio until it is heard: share of messages heard within this "
         "time.",
         &KindStats::latency},
        {"Access to the medium", "Time from handing a message to the radio until it is on the air.",
         &KindStats::access, false},
        {"Peak age of information",
         "Age of the newest message that a receiver had from a sender, when a newer one arrived.",
         &KindStats::peak_age},
    };
    std::string text;
    for (const auto& plot : all) {
        text += page::draw_plot({.title = plot.title,
                                 .note = plot.note,
                                 .x_label = plot.logarithmic ? "time in ms, logarithmic" : "time in ms",
                                 .y_label = "share in %",
                                 .lines = lines_of(stats,
                                                   [&](page::PlotLine& line, const KindStats& kind) {
                                                       line.points = cumulative(kind.*plot.values);
                                                       line.steps = true;
                                                   }),
                                 .logarithmic_x = plot.logarithmic,
                                 .y_max = 100});
    }
    return text;
}

std::string plots_over_time(const RadioStats& stats) {
    const auto at = [&](std::size_t bin) { return static_cast<double>(bin) * stats.time_bin_s; };
    page::Plot load{
        .title = "How busy the medium was",
        .note =
            "Share of time in which stations found the medium busy: mean of all stations, and the "
            "busiest one.",
        .x_label = "simulated time in s",
        .y_label = "busy in %"};
    std::size_t colour = 0;
    for (const auto& [medium, of] : stats.load) {
        page::PlotLine mean{.name = medium_name(medium) + ", mean", .colour = colour, .steps = true};
        page::PlotLine most{
            .name = medium_name(medium) + ", busiest", .colour = colour, .faint = true, .steps = true};
        ++colour;
        for (std::size_t i = 0; i < of.time.size(); ++i) {
            if (of.time[i].count == 0) continue;
            mean.points.emplace_back(at(i), 100 * of.time[i].sum / static_cast<double>(of.time[i].count));
            most.points.emplace_back(at(i), 100 * of.time[i].max);
        }
        for (page::PlotLine* line : {&mean, &most}) {
            if (!line->points.empty())
                line->points.emplace_back(line->points.back().first + stats.time_bin_s,
                                          line->points.back().second);
        }
        load.lines.push_back(std::move(most));
        load.lines.push_back(std::move(mean));
    }
    std::string text = page::draw_plot(load);
    const auto close = [&](page::PlotLine& line) {
        line.steps = true;
        if (!line.points.empty())
            line.points.emplace_back(line.points.back().first + stats.time_bin_s, line.points.back().second);
    };
    text +=
        page::draw_plot({.title = "Messages over time",
                         .x_label = "simulated time in s",
                         .y_label = "messages a second",
                         .lines = lines_of(stats, [&](page::PlotLine& line, const KindStats& kind) {
                             for (std::size_t i = 0; i < kind.time.size(); ++i) {
                                 line.points.emplace_back(
                                     at(i), static_cast<double>(kind.time[i].messages) / stats.time_bin_s);
                             }
                             close(line);
                         })});
    text += page::draw_plot({.title = "Delivery over time",
                             .x_label = "simulated time in s",
                             .y_label = "heard in %",
                             .lines = lines_of(stats,
                                               [&](page::PlotLine& line, const KindStats& kind) {
                                                   for (std::size_t i = 0; i < kind.time.size(); ++i) {
                                                       if (kind.time[i].candidates == 0) continue;
                                                       line.points.emplace_back(
                                                           at(i), 100 * kind.time[i].delivery_ratio());
                                                   }
                                                   close(line);
                                               }),
                             .y_max = 100});
    return text;
}

}  // namespace

std::string stats_page(const std::filesystem::path& run, const RadioLog& log, const RadioStats& stats) {
    const std::string name = page::escape_html(run.string());
    std::string text = page::page_head("Radio of " + run.string());
    text +=
        fmt::format("<h1>Radio of {}</h1>\n<p>{}, {} to {}{}</p>\n", name,
                    text::counted(log.stations().size(), "station"), reading::to_text(stats.first),
                    reading::to_text(stats.end),
                    log.damage().empty() ? "" : page::escape_html("; the log is not whole: " + log.damage()));
    text += tiles(stats);
    text += kinds_table(stats);
    text += "<h2>Plots</h2>\n<div class=\"plots\">\n" + plots_by_distance(stats) + plots_of_times(stats) +
            plots_over_time(stats) + "</div>\n";
    text += "<h2>Fates</h2>\n" + fates_table(stats);
    return text + page::page_end();
}

}  // namespace synchrono::tools::radio
