// Writes the statistics of a sweep as tables for LaTeX.
#include <fmt/format.h>

#include "tools/sweep/internal/sweep_words.hpp"
#include "tools/sweep/sweep_result.hpp"
#include "tools/sweep/variants.hpp"

namespace synchrono::tools::sweep {
namespace {

std::string escape_tex(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '\\':
                safe += "\\textbackslash{}";
                break;
            case '^':
            case '~':
                safe += fmt::format("\\{}{{}}", c);
                break;
            case '&':
            case '%':
            case '$':
            case '#':
            case '_':
            case '{':
            case '}':
                safe += '\\';
                safe += c;
                break;
            default:
                safe += c;
        }
    }
    return safe;
}

/// Returns the number as LaTeX shows it in formulas, such as "1.2 \times 10^{6}" for 1.2e+06.
std::string tex_number(const std::string& number) {
    const std::size_t e = number.find('e');
    if (e == number.npos) return number;
    return fmt::format("{} \\times 10^{{{}}}", number.substr(0, e), std::stoi(number.substr(e + 1)));
}

/// Returns a value of a parameter. A number is a formula, or its minus would be a hyphen.
std::string tex_value(const std::string& value) {
    return number_of(value) ? fmt::format("${}$", value) : escape_tex(value);
}

std::string tex_summary(const std::optional<Summary>& summary) {
    if (!summary) return "";
    if (summary->half_width.value_or(0) == 0)
        return fmt::format("${}$", tex_number(short_number(summary->mean)));
    const auto [mean, half_width] = rounded(summary->mean, *summary->half_width);
    return fmt::format("${} \\pm {}$", tex_number(mean), tex_number(half_width));
}

std::string line_of(const std::vector<std::string>& cells) {
    return fmt::format("{} \\\\\n", fmt::join(cells, " & "));
}

/// Begins a table with the columns of every table, and with `more_keys` and `more` columns.
std::string begin_table(const SweepResult& sweep, const std::string& note,
                        const std::vector<std::string>& more_keys, const std::vector<std::string>& more) {
    std::vector<std::string> heads{"figure"};
    for (const std::size_t i : varied(sweep.plan))
        heads.push_back(escape_tex(wording_of(sweep.plan.parameters[i].label).text()));
    heads.insert(heads.end(), more_keys.begin(), more_keys.end());
    heads.insert(heads.end(), more.begin(), more.end());
    const std::string columns =
        "l" + std::string(heads.size() - 1 - more.size(), 'l') + std::string(more.size(), 'r');
    return fmt::format(
        "% Synchrono {}, {}\n% Needs \\usepackage{{booktabs}}.\n% "
        "{}\n\\begin{{tabular}}{{{}}}\n\\toprule\n{}",
        SYNCHRONO_VERSION, sweep_heading(sweep), note, columns, line_of(heads));
}

constexpr const char* kEnd = "\\bottomrule\n\\end{tabular}\n";

/// Returns a rule before the first figure, and space before each of the others.
const char* gap_before(std::size_t place) { return place == 0 ? "\\midrule\n" : "\\addlinespace\n"; }

}  // namespace

std::string statistics_tex(const SweepResult& sweep) {
    const auto all = variants(sweep.plan);
    const auto there = figures_there(sweep);
    std::string text = begin_table(
        sweep, "Mean over n seeds +- half the width of its 95 % confidence interval (Student's t).", {},
        {"$n$", "mean"});
    for (std::size_t i = 0; i < there.size(); ++i) {
        text += gap_before(i);
        std::string name = escape_tex(wording_of(sweep.figures[there[i]].name).text());
        for (const Variant& variant : all) {
            std::vector<std::string> cells{std::exchange(name, "")};
            for (const std::string& value : variant.values) cells.push_back(tex_value(value));
            const auto summary = summary_of(sweep, variant, there[i]);
            cells.push_back(fmt::format("{}", summary ? summary->n : 0));
            cells.push_back(tex_summary(summary));
            text += line_of(cells);
        }
    }
    return text + kEnd;
}

std::string differences_tex(const SweepResult& sweep) {
    const auto all = variants(sweep.plan);
    const auto there = figures_there(sweep);
    const auto compared_variants = comparisons(sweep.plan, all);
    std::string text =
        begin_table(sweep,
                    "Mean of variant minus baseline over n pairs with the same seed +- half the "
                    "width of its 95 % confidence interval; Cohen's d_z.",
                    {"baseline"}, {"$n$", "difference", "$d_z$"});
    for (std::size_t i = 0; i < there.size() && !compared_variants.empty(); ++i) {
        text += gap_before(i);
        std::string name = escape_tex(wording_of(sweep.figures[there[i]].name).text());
        for (const Comparison& comparison : compared_variants) {
            const SweepParameter& parameter = sweep.plan.parameters[comparison.parameter];
            const ComparedFigure of =
                compare(sweep, all[comparison.baseline], all[comparison.compared], there[i]);
            std::vector<std::string> cells{std::exchange(name, "")};
            for (const std::string& value : all[comparison.compared].values)
                cells.push_back(tex_value(value));
            cells.push_back(escape_tex(wording_of(parameter.label).words) + " " +
                            tex_value(parameter.values.front()));
            cells.push_back(fmt::format("{}", of.paired ? of.paired->difference.n : 0));
            cells.push_back(tex_summary(of.paired ? std::optional(of.paired->difference) : std::nullopt));
            cells.push_back(of.paired && of.paired->d_z ? fmt::format("${:.2f}$", *of.paired->d_z) : "");
            text += line_of(cells);
        }
    }
    return text + kEnd;
}

}  // namespace synchrono::tools::sweep
