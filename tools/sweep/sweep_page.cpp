// Writes the result of a sweep as an HTML page: mean and spread of every figure over seeds, a small plot of
// each figure, and a table of the runs with links to their reports.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "tools/page/page.hpp"
#include "tools/page/page_script.hpp"
#include "tools/page/svg_plot.hpp"
#include "tools/sweep/internal/sweep_words.hpp"
#include "tools/sweep/sweep_result.hpp"

namespace synchrono::tools::sweep {
namespace {

constexpr double kWidth = 360, kHeight = 190, kLeft = 52, kRight = 12, kTop = 12, kBottom = 40, kInset = 15;
constexpr std::size_t kNamesBelow = 8;  // more groups than this are numbered instead of named
constexpr std::size_t kNameCharsMax = 12;

constexpr const char* kStyle = R"(
.plots.small { grid-template-columns: repeat(auto-fit, minmax(min(280px, 100%), 1fr)); }
.spread { stroke: var(--c0); stroke-width: 10; opacity: .25; } .run { fill: var(--c0); fill-opacity: .75; }
.run.bad { fill: var(--collision); } a { color: var(--c0); }
)";

/// The groups that the page compares: runs that differ only in their seed or, without seeds, single runs.
struct Compared {
    std::vector<std::string> parameters;  // the labels, without the seed's label
    std::vector<SeedGroup> groups;
    std::vector<std::size_t> group_of_run;
    bool over_seeds = false;
};

Compared compared(const SweepResult& sweep) {
    Compared all;
    for (const SweepParameter& parameter : sweep.plan.parameters) {
        if (parameter.path != kSeedPath) all.parameters.push_back(parameter.label);
    }
    all.groups = seed_groups(sweep);
    all.over_seeds = !all.groups.empty() && all.groups.size() < sweep.runs.size();
    for (std::size_t run = 0; run < sweep.runs.size(); ++run) {
        std::vector<std::string> values;
        for (std::size_t i = 0; i < sweep.plan.parameters.size(); ++i) {
            if (sweep.plan.parameters[i].path != kSeedPath)
                values.push_back(sweep.plan.points[run].values[i]);
        }
        auto group = std::find_if(all.groups.begin(), all.groups.end(),
                                  [&values](const SeedGroup& one) { return one.values == values; });
        if (group == all.groups.end()) {
            SeedGroup alone{.values = values, .figures = {}};
            const auto& result = sweep.runs[run].result;
            for (std::size_t i = 0; i < figure_names().size(); ++i) {
                const bool has = result && result->figures[i];
                alone.figures.push_back(has ? spread_of({*result->figures[i]}) : std::nullopt);
            }
            all.groups.push_back(std::move(alone));
            group = all.groups.end() - 1;
        }
        all.group_of_run.push_back(static_cast<std::size_t>(group - all.groups.begin()));
    }
    return all;
}

std::optional<double> number_of(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::string name_of(const SeedGroup& group) {
    std::string name;
    for (const std::string& value : group.values) name += (name.empty() ? "" : ", ") + value;
    return name;
}

/// Returns the position of each group along x, in pixels. If the sweep has a single parameter and its values
/// are numbers, the position depends on the value. Otherwise the groups are evenly spaced.
std::vector<double> places_of(const Compared& all) {
    std::vector<double> row, numbers;
    for (const SeedGroup& group : all.groups) {
        row.push_back(static_cast<double>(row.size()));
        if (const auto value = all.parameters.size() == 1 ? number_of(group.values[0]) : std::nullopt)
            numbers.push_back(*value);
    }
    auto& at = numbers.size() == row.size() ? numbers : row;
    const auto [first, last] = std::minmax_element(at.begin(), at.end());
    const double from = *first, span = *last - *first;
    constexpr double kInner = kWidth - kLeft - kRight - 2 * kInset;
    for (double& place : at) place = kLeft + kInset + (span > 0 ? (place - from) / span : 0.5) * kInner;
    return at;
}

/// Draws one figure: a dot for each run, and for each group a band of one standard deviation around the
/// mean.
std::string small_plot(const SweepResult& sweep, const Compared& all, std::size_t figure) {
    double low = 0, high = 0;
    bool any = false;
    for (const SeedGroup& group : all.groups) {
        const auto& spread = group.figures[figure];
        if (!spread) continue;
        low = std::min(low, spread->low);
        high = any ? std::max(high, spread->high) : spread->high;
        any = true;
    }
    if (!any) return "";
    if (high <= low) high = low + 1;
    const auto y = [&](double value) {
        return kTop + (1 - (value - low) / (high - low)) * (kHeight - kTop - kBottom);
    };
    const std::vector<double> x = places_of(all);
    std::string text = fmt::format(
        "<figure><figcaption><h3>{0}</h3></figcaption>\n<svg viewBox=\"0 0 {1} {2}\" role=\"img\" "
        "aria-label=\"{0}\">\n",
        page::escape_html(figure_names()[figure]), kWidth, kHeight);
    for (const double value : {low, (low + high) / 2, high}) {
        text += fmt::format(
            "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
            "<text class=\"end\" x=\"{}\" y=\"{:.1f}\">{}</text>\n",
            kLeft, kWidth - kRight, y(value), y(value), kLeft - 6, y(value) + 4, short_number(value));
    }
    for (std::size_t i = 0; i < all.groups.size(); ++i) {
        const auto& spread = all.groups[i].figures[figure];
        const std::string name = name_of(all.groups[i]);
        std::string below = all.groups.size() > kNamesBelow ? std::to_string(i + 1) : name;
        if (below.size() > kNameCharsMax) below = std::to_string(i + 1);
        text += fmt::format("<text class=\"mid\" x=\"{:.1f}\" y=\"{}\">{}</text>\n", x[i],
                            kHeight - kBottom + 18, page::escape_html(below));
        if (!spread) continue;
        text += fmt::format(
            "<path class=\"spread\" d=\"M{:.1f} {:.1f}V{:.1f}\"><title>{}: {}; {} to {}</title></path>\n",
            x[i], y(std::max(low, spread->mean - spread->deviation)),
            y(std::min(high, spread->mean + spread->deviation)), page::escape_html(name), spread_text(spread),
            short_number(spread->low), short_number(spread->high));
    }
    for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
        const SweepRun& run = sweep.runs[i];
        if (!run.result || !run.result->figures[figure]) continue;
        text += fmt::format(
            "<circle class=\"run{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"><title>{}: {}</title></circle>\n",
            run.good() ? "" : " bad", x[all.group_of_run[i]], y(*run.result->figures[figure]),
            page::escape_html(sweep.plan.points[i].name), short_number(*run.result->figures[figure]));
    }
    text += fmt::format("<line class=\"axis\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kLeft,
                        kWidth - kRight, y(low), y(low));
    if (all.parameters.size() == 1) {
        text += fmt::format("<text class=\"mid\" x=\"{}\" y=\"{}\">{}</text>\n",
                            (kLeft + kWidth - kRight) / 2, kHeight - 4, page::escape_html(all.parameters[0]));
    }
    return text + "</svg></figure>\n";
}

std::string table_head(const std::vector<std::string>& columns, const std::vector<std::size_t>& figures,
                       const char* last) {
    std::string text = "<div class=\"table\"><table class=\"sorts\"><thead><tr>";
    for (const std::string& column : columns) text += "<th>" + page::escape_html(column) + "</th>";
    for (const std::size_t figure : figures)
        text += "<th>" + page::escape_html(figure_names()[figure]) + "</th>";
    return text + fmt::format("<th class=\"left\">{}</th></tr></thead><tbody>\n", last);
}

std::string groups_table(const Compared& all, const std::vector<std::size_t>& figures) {
    std::vector<std::string> columns{"row"};
    columns.insert(columns.end(), all.parameters.begin(), all.parameters.end());
    std::string text = table_head(columns, figures, "good");
    for (std::size_t i = 0; i < all.groups.size(); ++i) {
        const SeedGroup& group = all.groups[i];
        text += fmt::format("<tr><td>{}</td>", i + 1);
        for (const std::string& value : group.values) text += "<td>" + page::escape_html(value) + "</td>";
        for (const std::size_t figure : figures) {
            const auto& spread = group.figures[figure];
            text += spread ? fmt::format("<td data-v=\"{:.9g}\" title=\"{} to {}\">{}</td>", spread->mean,
                                         short_number(spread->low), short_number(spread->high),
                                         spread_text(spread))
                           : "<td></td>";
        }
        text += fmt::format("<td class=\"left\">{} of {}</td></tr>\n", group.good, group.runs);
    }
    return text + "</tbody></table></div>\n";
}

std::string runs_table(const SweepResult& sweep, const std::vector<std::size_t>& figures) {
    std::vector<std::string> columns;
    for (const SweepParameter& parameter : sweep.plan.parameters) columns.push_back(parameter.label);
    std::string text = table_head(columns, figures, "verdict");
    for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
        const SweepRun& run = sweep.runs[i];
        text += "<tr>";
        for (const std::string& value : sweep.plan.points[i].values)
            text += "<td>" + page::escape_html(value) + "</td>";
        bool studied = false;
        for (const std::size_t figure : figures) {
            const bool has = run.result && run.result->figures[figure];
            studied = studied || (has && figure_names()[figure] == "collisions");
            text += "<td>" + (has ? short_number(*run.result->figures[figure]) : "") + "</td>";
        }
        // A run that could not be studied has no report.html, so the link leads to its folder.
        const std::string link = sweep.plan.points[i].name + (studied ? "/report.html" : "/");
        const std::string words = page::escape_html(run_verdict(run));
        text += run.state == SweepRun::State::done
                    ? fmt::format("<td class=\"left\"><a href=\"{}\">{}</a></td></tr>\n",
                                  page::escape_html(link), words)
                    : "<td class=\"left\">" + words + "</td></tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

}  // namespace

std::string sweep_page(const SweepResult& sweep) {
    const std::string title = sweep_heading(sweep);
    const auto figures = figures_there(sweep);
    const Compared all = compared(sweep);
    std::string text = page::page_head(title, std::string(page::kScriptStyle) + kStyle);
    text += "<h1>" + page::escape_html(title) + "</h1>\n";
    if (all.over_seeds) {
        text +=
            "<h2>Over seeds</h2>\n<p>Mean and standard deviation; point at a cell to see its smallest and "
            "its largest value.</p>\n" +
            groups_table(all, figures);
    }
    if (!figures.empty()) {
        text +=
            "<h2>Plots</h2>\n<p>Each dot is a run. Over seeds, a band spans one standard deviation below "
            "and above the mean.</p>\n<div class=\"plots small\">\n";
        for (const std::size_t figure : figures) text += small_plot(sweep, all, figure);
        text += "</div>\n";
    }
    text += "<h2>Runs</h2>\n" + runs_table(sweep, figures);
    return text + page::page_end(page::kPageScript);
}

}  // namespace synchrono::tools::sweep
