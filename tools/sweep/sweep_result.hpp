/// The results of a sweep: the figures of each run, which are numbers from its report, and their mean and
/// spread over seeds. Writes the results as a text table, as CSV, as JSON and as an HTML page.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "tools/sweep/sweep_plan.hpp"

namespace synchrono::tools::sweep {

/// The part of a run's report.json that a sweep compares.
struct RunResult {
    std::string scenario_id;
    bool good = false;
    bool strict = false;  ///< whether a failed pilot would have made it not good
    bool interrupted = false;
    std::string verdict;
    std::vector<std::optional<double>> figures;  ///< one for each of figure_names(); none: not in the report
};

/// Returns the names of all figures that a table may have, in the order of its columns.
const std::vector<std::string>& figure_names();

/// Reads the report of a run. Fails when the folder has no report.json or the file is not a whole report.
Result<RunResult> read_result(const std::filesystem::path& folder);

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

    std::size_t count_good() const;
};

/// The values of one figure over runs that differ only in their seed.
struct Spread {
    std::size_t runs = 0;
    double mean = 0, low = 0, high = 0;
    double deviation = 0;  ///< standard deviation of the sample; 0 when all values are equal
};
/// Returns the spread of the values, or nothing if there are no values.
std::optional<Spread> spread_of(const std::vector<double>& values);

/// Runs that differ only in their seed.
struct SeedGroup {
    std::vector<std::string> values;             ///< of the other parameters, in their order
    std::vector<std::optional<Spread>> figures;  ///< one for each of figure_names(), over the good runs
    std::size_t runs = 0, good = 0;              ///< how many were made, and how many of them are good
};
/// Returns the groups of a sweep; none if it has no seeds.
std::vector<SeedGroup> seed_groups(const SweepResult& sweep);

/// Returns the figures that at least one run has, as indices into figure_names().
std::vector<std::size_t> figures_there(const SweepResult& sweep);

std::string sweep_text(const SweepResult& sweep);
std::string sweep_csv(const SweepResult& sweep);
std::string sweep_json(const SweepResult& sweep);
/// Returns a page that must lie beside the folders of the runs, because it links to them.
std::string sweep_page(const SweepResult& sweep);

}  // namespace synchrono::tools::sweep
