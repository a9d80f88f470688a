#include "tools/study/comparison.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "common/base/contract.hpp"
#include "tools/counted.hpp"
#include "tools/page/page.hpp"
#include "tools/page/svg_plot.hpp"
#include "tools/study/report_script.hpp"

namespace synchrono::tools {
namespace {

constexpr double kWidth = 360, kHeight = 190, kLeft = 52, kRight = 12, kTop = 12, kBottom = 40;
constexpr std::size_t kNamesBelow = 8;  // of groups; more are numbered

std::optional<double> number_of(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::string figure_text(double value) {
    if (value == std::round(value) && std::abs(value) < 1e9) return fmt::format("{:.0f}", value + 0.0);
    return fmt::format("{:.4g}", value);
}

std::string group_name(const RunGroup& group) {
    std::string name;
    for (const std::string& value : group.values) name += (name.empty() ? "" : ", ") + value;
    return name;
}

/// One figure: a dot for each run, a bar from mean minus to mean plus deviation for each group.
std::string small_plot(const RunComparison& comparison, const std::vector<RunGroup>& groups,
                       std::size_t figure) {
    double low = 0, high = 0;
    bool any = false;
    for (const RunGroup& group : groups) {
        if (group.figures[figure].runs == 0) continue;
        low = any ? std::min(low, group.figures[figure].low) : std::min(0.0, group.figures[figure].low);
        high = any ? std::max(high, group.figures[figure].high) : group.figures[figure].high;
        any = true;
    }
    if (!any) return "";
    if (high <= low) high = low + 1;
    // Along one parameter of numbers the groups stand where these are.
    std::vector<double> at(groups.size());
    bool numbers = comparison.parameters.size() == 1 && groups.size() > 1;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto value = numbers ? number_of(groups[i].values[0]) : std::nullopt;
        numbers = numbers && value.has_value();
        at[i] = value.value_or(0);
    }
    if (!numbers) {
        for (std::size_t i = 0; i < groups.size(); ++i) at[i] = static_cast<double>(i);
    }
    const auto [first, last] = std::minmax_element(at.begin(), at.end());
    const double from = *first, span = *last > *first ? *last - *first : 1;
    const double inner = kWidth - kLeft - kRight - 30;
    const auto x = [&](std::size_t group) {
        return groups.size() == 1 ? kLeft + 15 + inner / 2 : kLeft + 15 + (at[group] - from) / span * inner;
    };
    const auto y = [&](double value) {
        return kTop + (1 - (value - low) / (high - low)) * (kHeight - kTop - kBottom);
    };
    std::string text = fmt::format(
        "<figure><figcaption><h3>{0}</h3></figcaption>\n<svg viewBox=\"0 0 {1} {2}\" role=\"img\" "
        "aria-label=\"{0}\">\n",
        escape_html(comparison.figures[figure]), kWidth, kHeight);
    for (const double value : {low, (low + high) / 2, high}) {
        text += fmt::format(
            "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
            "<text class=\"end\" x=\"{}\" y=\"{:.1f}\">{}</text>\n",
            kLeft, kWidth - kRight, y(value), y(value), kLeft - 6, y(value) + 4, figure_text(value));
    }
    std::string means;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const FigureSpread& spread = groups[i].figures[figure];
        const std::string name = group_name(groups[i]);
        const std::string below = groups.size() > kNamesBelow && !numbers ? std::to_string(i + 1) : name;
        text +=
            fmt::format("<text class=\"mid\" x=\"{:.1f}\" y=\"{}\">{}</text>\n", x(i), kHeight - kBottom + 18,
                        escape_html(below.size() > 12 ? below.substr(0, 11) + "\u2026" : below));
        if (spread.runs == 0) continue;
        text += fmt::format(
            "<path class=\"spread\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"><title>{3}: {4} +- {5}, {6} to "
            "{7}</title></path>\n",
            x(i), y(std::max(low, spread.mean - spread.deviation)),
            y(std::min(high, spread.mean + spread.deviation)), escape_html(name), figure_text(spread.mean),
            figure_text(spread.deviation), figure_text(spread.low), figure_text(spread.high));
        means += fmt::format("{}{:.1f} {:.1f}", means.empty() ? "M" : "L", x(i), y(spread.mean));
    }
    if (numbers) text += fmt::format("<path class=\"line\" stroke=\"var(--c0)\" d=\"{}\"/>\n", means);
    std::map<std::vector<std::string>, std::size_t> places;
    for (std::size_t i = 0; i < groups.size(); ++i) places.emplace(groups[i].values, i);
    for (const ComparedRun& run : comparison.runs) {
        if (!run.figures[figure]) continue;
        text += fmt::format(
            "<circle class=\"run{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"><title>{}: {}</title></circle>\n",
            run.good ? "" : " bad", x(places.at(run.values)), y(*run.figures[figure]), escape_html(run.name),
            figure_text(*run.figures[figure]));
    }
    text += fmt::format("<line class=\"axis\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kLeft,
                        kWidth - kRight, y(low), y(low));
    if (comparison.parameters.size() == 1) {
        text +=
            fmt::format("<text class=\"mid\" x=\"{}\" y=\"{}\">{}</text>\n", (kLeft + kWidth - kRight) / 2,
                        kHeight - 4, escape_html(comparison.parameters[0]));
    }
    return text + "</svg></figure>\n";
}

std::string groups_table(const RunComparison& comparison, const std::vector<RunGroup>& groups) {
    std::string text = "<div class=\"table\"><table class=\"sorts\"><thead><tr>";
    if (comparison.parameters.empty()) text += "<th>runs</th>";
    for (const std::string& parameter : comparison.parameters)
        text += "<th>" + escape_html(parameter) + "</th>";
    text += "<th>good</th>";
    for (const std::string& figure : comparison.figures) text += "<th>" + escape_html(figure) + "</th>";
    text += "</tr></thead><tbody>\n";
    for (const RunGroup& group : groups) {
        text += "<tr>";
        if (comparison.parameters.empty()) text += "<td>all</td>";
        for (const std::string& value : group.values) text += "<td>" + escape_html(value) + "</td>";
        text += fmt::format("<td>{} of {}</td>", group.good, group.runs);
        for (const FigureSpread& spread : group.figures) {
            if (spread.runs == 0) {
                text += "<td></td>";
                continue;
            }
            text += fmt::format("<td data-v=\"{:.9g}\" title=\"{} to {}\">{}{}</td>", spread.mean,
                                figure_text(spread.low), figure_text(spread.high), figure_text(spread.mean),
                                spread.runs > 1 ? " &#177; " + figure_text(spread.deviation) : "");
        }
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

std::string runs_table(const RunComparison& comparison) {
    const bool seeds = std::any_of(comparison.runs.begin(), comparison.runs.end(),
                                   [](const ComparedRun& run) { return !run.seed.empty(); });
    std::string text = "<div class=\"table\"><table class=\"sorts\"><thead><tr><th>run</th>";
    for (const std::string& parameter : comparison.parameters)
        text += "<th>" + escape_html(parameter) + "</th>";
    if (seeds) text += "<th>seed</th>";
    for (const std::string& figure : comparison.figures) text += "<th>" + escape_html(figure) + "</th>";
    text += "<th class=\"left\">verdict</th></tr></thead><tbody>\n";
    for (const ComparedRun& run : comparison.runs) {
        text += run.link.empty() ? fmt::format("<tr><td>{}</td>", escape_html(run.name))
                                 : fmt::format("<tr><td><a href=\"{}\">{}</a></td>", escape_html(run.link),
                                               escape_html(run.name));
        for (const std::string& value : run.values) text += "<td>" + escape_html(value) + "</td>";
        if (seeds) text += "<td>" + escape_html(run.seed) + "</td>";
        for (const auto& figure : run.figures)
            text += "<td>" + (figure ? figure_text(*figure) : "") + "</td>";
        text += "<td class=\"left\">" + escape_html(run.verdict) + "</td></tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

constexpr const char* kStyle = R"(
.plots.small { grid-template-columns: repeat(auto-fit, minmax(min(280px, 100%), 1fr)); }
.spread { stroke: var(--c0); stroke-width: 10; opacity: .25; } .run { fill: var(--c0); fill-opacity: .75; }
.run.bad { fill: var(--collision); } a { color: var(--c0); }
)";

}  // namespace

std::vector<RunGroup> groups_of(const RunComparison& comparison) {
    std::vector<RunGroup> groups;
    std::map<std::vector<std::string>, std::size_t> places;
    std::vector<std::vector<std::vector<double>>> values;  // by group, then figure
    for (const ComparedRun& run : comparison.runs) {
        SYN_REQUIRE(run.values.size() == comparison.parameters.size() &&
                    run.figures.size() == comparison.figures.size());
        const auto [place, is_new] = places.try_emplace(run.values, groups.size());
        if (is_new) {
            groups.push_back({.values = run.values, .figures = {}});
            values.emplace_back(comparison.figures.size());
        }
        RunGroup& group = groups[place->second];
        ++group.runs;
        if (run.good) ++group.good;
        for (std::size_t i = 0; i < run.figures.size(); ++i) {
            if (run.figures[i]) values[place->second][i].push_back(*run.figures[i]);
        }
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (const auto& of : values[i]) {
            FigureSpread spread{.runs = of.size()};
            if (!of.empty()) {
                const auto [low, high] = std::minmax_element(of.begin(), of.end());
                spread.low = *low;
                spread.high = *high;
                for (const double value : of) spread.mean += value / static_cast<double>(of.size());
                double squares = 0;
                for (const double value : of) squares += (value - spread.mean) * (value - spread.mean);
                if (of.size() > 1) spread.deviation = std::sqrt(squares / static_cast<double>(of.size() - 1));
            }
            groups[i].figures.push_back(spread);
        }
    }
    return groups;
}

std::string comparison_page(const RunComparison& comparison) {
    const auto groups = groups_of(comparison);
    const auto good = static_cast<std::size_t>(std::count_if(
        comparison.runs.begin(), comparison.runs.end(), [](const ComparedRun& run) { return run.good; }));
    std::string text = page_head(comparison.title, std::string(kReportStyle) + kStyle);
    text += fmt::format("<h1>{} <span class=\"verdict{}\">{} of {} good</span></h1>\n",
                        escape_html(comparison.title), good == comparison.runs.size() ? " good" : "", good,
                        counted(comparison.runs.size(), "run"));
    if (groups.size() < comparison.runs.size() || !comparison.parameters.empty()) {
        text +=
            "<h2>Figures</h2>\n<p>Mean and standard deviation over the runs of a row; point at one for its "
            "least "
            "and its largest.</p>\n" +
            groups_table(comparison, groups);
    }
    text +=
        "<h2>Plots</h2>\n<p>A dot a run, a band from mean minus to mean plus deviation.</p>\n"
        "<div class=\"plots small\">\n";
    for (std::size_t i = 0; i < comparison.figures.size(); ++i) text += small_plot(comparison, groups, i);
    text += "</div>\n<h2>Runs</h2>\n" + runs_table(comparison);
    return text + page_end(kReportScript);
}

}  // namespace synchrono::tools
