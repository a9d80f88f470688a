/// The results of a sweep: the figures of each run, which are numbers from its report. Writes the results
/// and their statistics as text, as CSV, as JSON, as tables for LaTeX and as an HTML page.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "tools/sweep/figures.hpp"
#include "tools/sweep/sweep_plan.hpp"

namespace synchrono::tools::sweep {

/// The part of a run's report.json that a sweep compares.
struct RunResult {
    std::string scenario_id;
    bool good = false;
    bool strict = false;  ///< whether a failed pilot would have made it not good
    bool interrupted = false;
    bool studied = false;  ///< whether the run has a report.html
    std::string verdict;
    std::vector<std::optional<double>> figures;  ///< one for each of the sweep; none: not in the report
};

/// Reads the report of a run. Fails when the folder has no report.json or the file is not a whole report.
Result<RunResult> read_result(const std::filesystem::path& folder, const std::vector<Figure>& figures);

/// One run of the sweep, and its result.
struct SweepRun {
    enum class State {
        waiting,  ///< the run was not made, or not yet
        done,     ///< the run has a report, whether it was good or not
        failed,   ///< the run has no usable report
    };
    State state = State::waiting;
    bool found = false;  ///< whether the run was made by an earlier sweep into this folder
    std::optional<RunResult> result{};
    std::string problem{};  ///< why the run failed

    bool good() const { return state == State::done && result && result->good; }
};

/// All runs of the sweep.
struct SweepResult {
    std::string scenario;
    SweepPlan plan;
    std::vector<SweepRun> runs;  ///< one for each point of the plan
    std::vector<Figure> figures = ordinary_figures();

    std::size_t count_good() const;
};

/// Returns the figures that at least one run has, as indices.
std::vector<std::size_t> figures_there(const SweepResult& sweep);

/// Returns the tables for people: the runs and, over several seeds, the statistics and the differences. Lines
/// have at most 100 columns, unless a word in them is long.
std::string sweep_text(const SweepResult& sweep);
/// Returns one line for each run.
std::string runs_csv(const SweepResult& sweep);
/// Returns one line for each figure of each variant.
std::string statistics_csv(const SweepResult& sweep);
/// Returns one line for each figure of each comparison.
std::string differences_csv(const SweepResult& sweep);
std::string sweep_json(const SweepResult& sweep);
/// Return a `tabular` for LaTeX, which needs the package booktabs and no other.
std::string statistics_tex(const SweepResult& sweep);
std::string differences_tex(const SweepResult& sweep);
/// Returns a page that must lie beside the folders of the runs, because it links to them.
std::string sweep_page(const SweepResult& sweep);

}  // namespace synchrono::tools::sweep
