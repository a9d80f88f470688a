// Writes the result of a sweep as tables: as text for people and as CSV for other programs.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <sstream>

#include "tools/sweep/internal/sweep_tables.hpp"
#include "tools/sweep/internal/sweep_words.hpp"
#include "tools/text/counted.hpp"
#include "tools/text/text.hpp"

namespace synchrono::tools::sweep {
namespace {

constexpr std::size_t kCellCharsMax = 40;
constexpr std::size_t kLineCharsMax = 100;
constexpr const char* kVerdict = "verdict";

std::string cell(const std::optional<double>& value, NumberText number) {
    return value ? number(*value) : "";
}

void add_summary(const std::optional<Summary>& summary, NumberText number, std::vector<std::string>& row) {
    if (!summary) {
        row.insert(row.end(), 4, "");
        return;
    }
    for (const auto& value :
         {std::optional(summary->mean), summary->deviation, summary->low95(), summary->high95()})
        row.push_back(cell(value, number));
}

std::string shortened(const std::string& text) {
    return text.size() > kCellCharsMax ? text.substr(0, kCellCharsMax - 3) + "..." : text;
}

/// Returns the text in lines that are as long as kLineCharsMax allows.
std::string wrapped(const std::string& text) {
    std::string lines, line;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!line.empty() && line.size() + 1 + word.size() > kLineCharsMax)
            lines += std::exchange(line, "") + "\n";
        line += (line.empty() ? "" : " ") + word;
    }
    return lines + line + "\n";
}

/// Returns the value that all good runs have, of which there must be two at least, or nothing.
std::optional<double> common_value(const SweepResult& sweep, std::size_t figure) {
    std::optional<double> common;
    std::size_t count = 0;
    for (std::size_t run = 0; run < sweep.runs.size(); ++run) {
        if (!sweep.runs[run].good()) continue;
        const auto value = good_value(sweep, run, figure);
        if (!value || (common && *value != *common)) return std::nullopt;
        common = value;
        ++count;
    }
    return count > 1 ? common : std::nullopt;
}

/// Returns the table with aligned columns. A table that is too wide is divided into several below each
/// other, each with the keys.
std::string aligned(Table table) {
    const std::size_t count = table.columns.size();
    const bool ends_in_words = table.columns.back() == kVerdict;
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t width = table.columns[i].size();
        for (auto& row : table.rows) {
            if (row.size() == 1 || (ends_in_words && i + 1 == count)) continue;
            row[i] = shortened(row[i]);
            width = std::max(width, row[i].size());
        }
        widths.push_back(width + 2);
    }
    std::size_t keys_width = 1;
    for (std::size_t i = 0; i < table.keys; ++i) keys_width += widths[i];
    std::string text;
    for (std::size_t from = table.keys, until = from; from < count; from = until) {
        for (std::size_t width = keys_width; until < count; ++until) {
            width += widths[until];
            if (until > from && width > kLineCharsMax) break;
        }
        const auto write = [&](const std::vector<std::string>& row) {
            text += ' ';
            for (std::size_t i = 0; i < until; ++i) {
                if (i >= table.keys && i < from) continue;
                text += ends_in_words && i + 1 == count ? "  " + row[i]
                                                        : fmt::format("{:>{}}", row[i], widths[i]);
            }
            text.erase(text.find_last_not_of(' ') + 1);
            text += '\n';
        };
        if (!text.empty()) text += '\n';
        write(table.columns);
        for (const auto& row : table.rows) {
            if (row.size() == 1)
                text += "  " + row[0] + "\n";
            else
                write(row);
        }
    }
    return text;
}

/// Returns the table with the figure's name, which is in the first column, as a line above its rows.
Table with_headings(const Table& table) {
    Table result{.columns = {table.columns.begin() + 1, table.columns.end()}, .keys = table.keys - 1};
    const std::string* figure = nullptr;
    for (const auto& row : table.rows) {
        if (figure == nullptr || *figure != row[0]) result.rows.push_back({row[0]});
        figure = &row[0];
        result.rows.emplace_back(row.begin() + 1, row.end());
    }
    return result;
}

std::string csv(const Table& table) {
    std::string text;
    const auto write = [&text](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "," : "") + text::csv_field(row[i]);
        text += '\n';
    };
    write(table.columns);
    for (const auto& row : table.rows) write(row);
    return text;
}

std::vector<std::string> labels_of(const SweepPlan& plan) {
    std::vector<std::string> labels;
    for (const std::size_t i : varied(plan)) labels.push_back(plan.parameters[i].label);
    return labels;
}

Table empty_table(const SweepResult& sweep, std::initializer_list<const char*> more_keys,
                  std::initializer_list<const char*> columns) {
    Table table{.columns = {"figure"}};
    for (std::string& label : labels_of(sweep.plan)) table.columns.push_back(std::move(label));
    table.columns.insert(table.columns.end(), more_keys.begin(), more_keys.end());
    table.keys = table.columns.size();
    table.columns.insert(table.columns.end(), columns.begin(), columns.end());
    return table;
}

}  // namespace

std::string sweep_heading(const SweepResult& sweep) {
    const std::size_t good = sweep.count_good(), runs = sweep.runs.size();
    return fmt::format("{} of {}: {}", text::counted(runs, "run"), sweep.scenario,
                       good == runs ? "all good" : fmt::format("{} good", good));
}

std::string run_verdict(const SweepRun& run) {
    switch (run.state) {
        case SweepRun::State::waiting:
            return "not run";
        case SweepRun::State::failed:
            return run.problem;
        case SweepRun::State::done:
            break;
    }
    return run.result->good ? "good" : run.result->verdict;
}

std::optional<double> number_of(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::string short_number(double value) {
    const bool is_large = std::abs(value) >= 1e4 && std::abs(value) < 1e9;
    return is_large ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}
std::string full_number(double value) { return fmt::format("{:.12g}", value); }

std::pair<std::string, std::string> rounded(double mean, double half_width) {
    // The exponent is that of the rounded number, since 0.0996 is 0.10 with two digits.
    const std::string scientific = fmt::format("{:.1e}", half_width);
    const int last_digit = std::stoi(scientific.substr(scientific.find('e') + 1)) - 1;
    if (last_digit > 0) {
        const double unit = std::pow(10, last_digit);
        return {fmt::format("{:.0f}", std::round(mean / unit) * unit + 0.0),
                fmt::format("{:.0f}", std::round(half_width / unit) * unit)};
    }
    std::string text = fmt::format("{:.{}f}", mean, -last_digit);
    if (text.find_first_of("123456789") == text.npos && text[0] == '-') text.erase(0, 1);  // no minus zero
    return {text, fmt::format("{:.{}f}", half_width, -last_digit)};
}

Figures differing_figures(const SweepResult& sweep) {
    Figures figures = figures_there(sweep);
    std::erase_if(figures, [&sweep](std::size_t figure) { return common_value(sweep, figure).has_value(); });
    return figures;
}

std::string common_figures(const SweepResult& sweep) {
    std::string text;
    for (const std::size_t figure : figures_there(sweep)) {
        if (const auto value = common_value(sweep, figure))
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", sweep.figures[figure].name,
                                short_number(*value));
    }
    return text;
}

std::string missing_figures(const SweepResult& sweep) {
    const Figures there = figures_there(sweep);
    std::string text;
    for (std::size_t i = 0; i < sweep.figures.size() && !there.empty(); ++i) {
        if (std::find(there.begin(), there.end(), i) == there.end())
            text += (text.empty() ? "" : ", ") + sweep.figures[i].name;
    }
    return text;
}

Table runs_table(const SweepResult& sweep, const Figures& figures, NumberText number) {
    Table table;
    for (const SweepParameter& parameter : sweep.plan.parameters) table.columns.push_back(parameter.label);
    table.keys = table.columns.size();
    for (const std::size_t figure : figures) table.columns.push_back(sweep.figures[figure].name);
    table.columns.emplace_back(kVerdict);
    for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
        const SweepRun& run = sweep.runs[i];
        std::vector<std::string> row = sweep.plan.points[i].values;
        for (const std::size_t figure : figures)
            row.push_back(run.result ? cell(run.result->figures[figure], number) : "");
        row.push_back(run_verdict(run));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table statistics_table(const SweepResult& sweep, const Figures& figures, NumberText number) {
    Table table = empty_table(sweep, {}, {"n", "mean", "deviation", "low95", "high95"});
    const auto all = variants(sweep.plan);
    for (const std::size_t figure : figures) {
        for (const Variant& variant : all) {
            std::vector<std::string> row{sweep.figures[figure].name};
            row.insert(row.end(), variant.values.begin(), variant.values.end());
            const auto summary = summary_of(sweep, variant, figure);
            row.push_back(fmt::format("{}", summary ? summary->n : 0));
            add_summary(summary, number, row);
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

Table differences_table(const SweepResult& sweep, const Figures& figures, NumberText number) {
    Table table =
        empty_table(sweep, {"baseline"}, {"n", "left_out", "mean", "deviation", "low95", "high95", "d_z"});
    const auto all = variants(sweep.plan);
    const auto compared_variants = comparisons(sweep.plan, all);
    for (const std::size_t figure : figures) {
        for (const Comparison& comparison : compared_variants) {
            const Variant &baseline = all[comparison.baseline], &compared = all[comparison.compared];
            const SweepParameter& parameter = sweep.plan.parameters[comparison.parameter];
            const ComparedFigure of = compare(sweep, baseline, compared, figure);
            std::vector<std::string> row{sweep.figures[figure].name};
            row.insert(row.end(), compared.values.begin(), compared.values.end());
            row.push_back(parameter.label + "=" + parameter.values.front());
            row.push_back(fmt::format("{}", of.paired ? of.paired->difference.n : 0));
            row.push_back(fmt::format("{}", of.left_out_seeds.size()));
            add_summary(of.paired ? std::optional(of.paired->difference) : std::nullopt, number, row);
            row.push_back(of.paired ? cell(of.paired->d_z, number) : "");
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

std::string sweep_text(const SweepResult& sweep) {
    const Figures figures = differing_figures(sweep);
    Table runs = runs_table(sweep, figures, short_number);
    if (sweep.count_good() == sweep.runs.size()) {  // the heading says so
        runs.columns.pop_back();
        for (auto& row : runs.rows) row.pop_back();
    }
    std::string text = sweep_heading(sweep) + "\n" + aligned(std::move(runs));
    if (const std::string same = common_figures(sweep); !same.empty())
        text += wrapped("the same in all good runs: " + same);
    if (const std::string missing = missing_figures(sweep); !missing.empty())
        text += wrapped("in no run: " + missing);
    if (!has_seeds(sweep.plan)) return text;
    const auto add = [&text](const std::string& note, const Table& table) {
        if (!table.rows.empty()) text += "\n" + wrapped(note) + aligned(with_headings(table));
    };
    add(fmt::format("over seeds: {}", kStatisticsNote), statistics_table(sweep, figures, short_number));
    add(fmt::format("differences: {}. {}", kDifferencesNote, kLeftOutNote),
        differences_table(sweep, figures, short_number));
    return text;
}

std::string runs_csv(const SweepResult& sweep) {
    Table table = runs_table(sweep, figures_there(sweep), full_number);
    table.columns.insert(table.columns.begin(), "folder");
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        table.rows[i].insert(table.rows[i].begin(), sweep.plan.points[i].name);
    return csv(table);
}

std::string statistics_csv(const SweepResult& sweep) {
    return csv(statistics_table(sweep, figures_there(sweep), full_number));
}

std::string differences_csv(const SweepResult& sweep) {
    return csv(differences_table(sweep, figures_there(sweep), full_number));
}

}  // namespace synchrono::tools::sweep
