// Writes the result of a sweep as an HTML page: a plot of each figure, the statistics over seeds, and a table
// of the runs with links to their reports.
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "tools/page/page.hpp"
#include "tools/page/page_script.hpp"
#include "tools/page/sample_plot.hpp"
#include "tools/page/svg_plot.hpp"
#include "tools/sweep/internal/sweep_tables.hpp"
#include "tools/sweep/internal/sweep_words.hpp"
#include "tools/sweep/sweep_result.hpp"

namespace synchrono::tools::sweep {
namespace {

constexpr double kLogarithmicFrom = 100;  // of the largest value to the smallest

constexpr const char* kStyle = R"(
.plots { grid-template-columns: repeat(auto-fill, minmax(min(460px, 100%), 1fr)); }
.single { opacity: .3; } .mean { stroke: var(--card); stroke-width: 1; } .interval { fill: none; stroke-width: 1.6; }
a { color: var(--c0); } h2 + p { margin-bottom: 10px; }
)";

/// The place of each variant in the plots: the first parameter with several values goes along x, and the
/// others make series.
struct Layout {
    page::SamplePlot empty;           // a plot without figure and samples
    std::vector<double> x;            // of each variant
    std::vector<std::size_t> series;  // of each variant, as an index
    std::vector<std::size_t> order;   // the variants, ascending by x
};

Layout layout_of(const SweepPlan& plan, const std::vector<Variant>& all) {
    const auto parameters = varied(plan);
    const auto several = std::find_if(parameters.begin(), parameters.end(), [&plan](std::size_t i) {
        return plan.parameters[i].values.size() > 1;
    });
    Layout layout;
    if (several == parameters.end()) {
        layout.empty.x_names = {"all runs"};
    } else {
        const SweepParameter& along = plan.parameters[*several];
        layout.empty.x_label = wording_of(along.label).text();
        std::vector<double> numbers;
        for (const std::string& value : along.values)
            if (const auto number = number_of(value)) numbers.push_back(*number);
        if (numbers.size() == along.values.size()) {
            const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
            layout.empty.logarithmic_x = *least > 0 && *most >= kLogarithmicFrom * *least;
        } else {
            layout.empty.x_names = along.values;
        }
    }
    std::map<std::string, std::size_t> names;
    for (const Variant& variant : all) {
        std::string name;
        double x = 0;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const SweepParameter& parameter = plan.parameters[parameters[i]];
            if (several != parameters.end() && parameters[i] == *several) {
                const auto place =
                    std::find(parameter.values.begin(), parameter.values.end(), variant.values[i]);
                x = layout.empty.x_names.empty() ? number_of(variant.values[i]).value_or(0)
                                                 : static_cast<double>(place - parameter.values.begin());
            } else if (parameter.values.size() > 1) {
                const auto [words, unit] = wording_of(parameter.label);
                name += fmt::format("{}{} {}{}{}", name.empty() ? "" : ", ", words, variant.values[i],
                                    unit.empty() ? "" : " ", unit);
            }
        }
        const auto [place, is_new] = names.emplace(name, names.size());
        if (is_new) layout.empty.series.push_back({.name = name});
        layout.x.push_back(x);
        layout.series.push_back(place->second);
        layout.order.push_back(layout.order.size());
    }
    std::stable_sort(layout.order.begin(), layout.order.end(),
                     [&layout](std::size_t a, std::size_t b) { return layout.x[a] < layout.x[b]; });
    return layout;
}

page::SamplePlot plot_of(const SweepResult& sweep, const std::vector<Variant>& all, const Layout& layout,
                         std::size_t figure) {
    page::SamplePlot plot = layout.empty;
    plot.title = sweep.figures[figure].name;
    plot.y_label = wording_of(plot.title).text();
    for (const std::size_t i : layout.order) {
        const auto summary = summary_of(sweep, all[i], figure);
        if (!summary) continue;
        page::Sample sample{.x = layout.x[i], .mean = summary->mean, .half_width = summary->half_width};
        for (const std::size_t run : all[i].runs) {
            if (const auto value = good_value(sweep, run, figure))
                sample.values.push_back({sweep.plan.points[run].name, *value});
        }
        plot.series[layout.series[i]].samples.push_back(std::move(sample));
    }
    return plot;
}

std::string plots(const SweepResult& sweep) {
    const auto all = variants(sweep.plan);
    const Layout layout = layout_of(sweep.plan, all);
    std::string drawn;
    for (const std::size_t figure : differing_figures(sweep))
        drawn += draw_samples(plot_of(sweep, all, layout, figure));
    std::string text;
    if (!drawn.empty()) {
        text = fmt::format("<h2>Plots</h2>\n<p>{}</p>\n<div class=\"plots\">\n{}</div>\n",
                           has_seeds(sweep.plan) ? "Each mean over good runs has a bar for its 95 % "
                                                   "confidence interval. Faint points are the runs."
                                                 : "Each point is a good run.",
                           drawn);
    }
    if (const std::string same = common_figures(sweep); !same.empty())
        text += "<p>The same in all good runs: " + page::escape_html(same) + "</p>\n";
    if (const std::string missing = missing_figures(sweep); !missing.empty())
        text += "<p>In no run: " + page::escape_html(missing) + "</p>\n";
    return text;
}

/// Returns the table as HTML. `last_cell` writes the last cell of each row; if it is empty, the cell is like
/// the others.
std::string html(const Table& table, const std::function<std::string(std::size_t row)>& last_cell = {}) {
    std::string text = "<div class=\"table\"><table class=\"sorts\"><thead><tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const bool last = last_cell && i + 1 == table.columns.size();
        text +=
            fmt::format("<th{}>{}</th>", last ? " class=\"left\"" : "", page::escape_html(table.columns[i]));
    }
    text += "</tr></thead><tbody>\n";
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        text += "<tr>";
        for (std::size_t i = 0; i < table.rows[row].size(); ++i) {
            const bool last = last_cell && i + 1 == table.rows[row].size();
            text += last ? "<td class=\"left\">" + last_cell(row) + "</td>"
                         : "<td>" + page::escape_html(table.rows[row][i]) + "</td>";
        }
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

std::string verdict_html(const SweepResult& sweep, std::size_t run) {
    const std::string words = page::escape_html(run_verdict(sweep.runs[run]));
    if (sweep.runs[run].state != SweepRun::State::done) return words;
    // A run that could not be studied has no report.html, so the link leads to its folder.
    const std::string link =
        sweep.plan.points[run].name + (sweep.runs[run].result->studied ? "/report.html" : "/");
    return fmt::format("<a href=\"{}\">{}</a>", page::escape_html(link), words);
}

}  // namespace

std::string sweep_page(const SweepResult& sweep) {
    const std::string title = sweep_heading(sweep);
    const Figures figures = differing_figures(sweep);
    std::string text = page::page_head(title, std::string(page::kScriptStyle) + kStyle);
    text += "<h1>" + page::escape_html(title) + "</h1>\n" + plots(sweep);
    if (has_seeds(sweep.plan)) {
        text += fmt::format("<h2>Over seeds</h2>\n<p>{}.</p>\n{}", kStatisticsNote,
                            html(statistics_table(sweep, figures, short_number)));
        const Table differences = differences_table(sweep, figures, short_number);
        if (!differences.rows.empty()) {
            text += fmt::format("<h2>Differences</h2>\n<p>{}. {}</p>\n{}", kDifferencesNote, kLeftOutNote,
                                html(differences));
        }
    }
    text += "<h2>Runs</h2>\n" + html(runs_table(sweep, figures, short_number),
                                     [&sweep](std::size_t run) { return verdict_html(sweep, run); });
    return text + page::page_end(page::kPageScript);
}

}  // namespace synchrono::tools::sweep
