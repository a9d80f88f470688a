// Writes the result of a sweep as tables: as text for people and as CSV for spreadsheets.
#include <algorithm>
#include <fmt/format.h>

#include "tools/sweep/internal/sweep_words.hpp"
#include "tools/sweep/sweep_result.hpp"
#include "tools/text/counted.hpp"

namespace synchrono::tools::sweep {
namespace {

constexpr std::size_t kCellCharsMax = 40;

using Row = std::vector<std::string>;

std::vector<Row> run_rows(const SweepResult& sweep) {
    const auto there = figures_there(sweep);
    std::vector<Row> rows(1);
    for (const SweepParameter& parameter : sweep.plan.parameters) rows[0].push_back(parameter.label);
    for (const std::size_t figure : there) rows[0].push_back(figure_names()[figure]);
    rows[0].emplace_back("verdict");
    for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
        const SweepRun& run = sweep.runs[i];
        Row row = sweep.plan.points[i].values;
        for (const std::size_t figure : there) {
            const bool has = run.result && run.result->figures[figure];
            row.push_back(has ? short_number(*run.result->figures[figure]) : "");
        }
        row.push_back(run_verdict(run));
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Returns a row of labels and one row for each group of runs that differ only in their seed, or no rows if
/// each group has only one run.
std::vector<Row> seed_rows(const SweepResult& sweep) {
    const auto groups = seed_groups(sweep);
    if (groups.size() == sweep.runs.size()) return {};
    const auto there = figures_there(sweep);
    std::vector<Row> rows;
    for (const SeedGroup& group : groups) {
        if (rows.empty()) {
            rows.emplace_back();
            for (const SweepParameter& parameter : sweep.plan.parameters)
                if (parameter.path != kSeedPath) rows[0].push_back(parameter.label);
            for (const std::size_t figure : there) rows[0].push_back(figure_names()[figure]);
            rows[0].emplace_back("good");
        }
        Row row = group.values;
        for (const std::size_t figure : there) row.push_back(spread_text(group.figures[figure]));
        row.push_back(fmt::format("{} of {}", group.good, group.runs));
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string aligned(std::vector<Row> rows) {
    std::vector<std::size_t> widths;
    for (Row& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool last = i + 1 == row.size();
            if (row[i].size() > kCellCharsMax && !last) row[i] = row[i].substr(0, kCellCharsMax - 3) + "...";
            if (widths.size() <= i) widths.resize(i + 1);
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    std::string text;
    for (const Row& row : rows) {
        text += ' ';
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += i + 1 == row.size() ? fmt::format("  {}", row[i])
                                        : fmt::format(" {:>{}}", row[i], widths[i] + 1);
        }
        text += '\n';
    }
    return text;
}

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == text.npos) return text;
    std::string cell = "\"";
    for (const char c : text) {
        cell += c;
        if (c == '"') cell += c;
    }
    return cell + '"';
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

std::string short_number(double value) { return fmt::format("{:.4g}", value); }

std::string spread_text(const std::optional<Spread>& spread) {
    if (!spread) return "";
    if (spread->runs == 1) return short_number(spread->mean);
    return fmt::format("{} +- {}", short_number(spread->mean), short_number(spread->deviation));
}

std::string sweep_text(const SweepResult& sweep) {
    std::string text = sweep_heading(sweep) + "\n" + aligned(run_rows(sweep));
    const auto seeds = seed_rows(sweep);
    if (!seeds.empty()) text += "over seeds: mean +- standard deviation\n" + aligned(seeds);
    return text;
}

std::string sweep_csv(const SweepResult& sweep) {
    const auto there = figures_there(sweep);
    std::string csv = "folder";
    for (const SweepParameter& parameter : sweep.plan.parameters) csv += ',' + csv_cell(parameter.label);
    for (const std::size_t figure : there) csv += ',' + figure_names()[figure];
    csv += ",verdict\n";
    for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
        const SweepRun& run = sweep.runs[i];
        csv += csv_cell(sweep.plan.points[i].name);
        for (const std::string& value : sweep.plan.points[i].values) csv += ',' + csv_cell(value);
        for (const std::size_t figure : there) {
            csv += ',';
            if (run.result && run.result->figures[figure])
                csv += fmt::format("{:.12g}", *run.result->figures[figure]);
        }
        csv += ',' + csv_cell(run_verdict(run)) + '\n';
    }
    return csv;
}

}  // namespace synchrono::tools::sweep
