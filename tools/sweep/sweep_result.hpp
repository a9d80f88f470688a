/// What the runs of a sweep came to: the figures of each, and over seeds their mean and spread; as a table to
/// look at, for spreadsheets, for programs, and as a page.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "tools/sweep/sweep_plan.hpp"

namespace synchrono::tools {

/// What of a run's report.json a sweep compares.
struct RunResult {
    std::string scenario_id;
    bool good = false;
    bool interrupted = false;
    std::string verdict;
    std::vector<std::optional<double>> figures;  ///< of figure_names(); none: the report has none
};

/// Every figure that a table may have, in the order of its columns.
const std::vector<std::string>& figure_names();

/// Fails when the folder has no report.json or that is no whole report.
Result<RunResult> read_result(const std::filesystem::path& folder);

struct SweepRun {
    enum class State {
        waiting,  ///< not made, as the sweep ended before
        done,     ///< made, and a report is there: good or not
        failed,   ///< there is no report of it
    };
    State state = State::waiting;
    bool found = false;  ///< it was there from an earlier sweep into this folder
    std::optional<RunResult> result{};
    std::string problem{};  ///< of a failed one

    bool good() const { return state == State::done && result && result->good; }
};

struct SweepResult {
    std::string scenario;
    SweepPlan plan;
    std::vector<SweepRun> runs;  ///< of the plan's points

    std::size_t count_good() const;
};

/// One figure over the runs that differ in their seed only.
struct Spread {
    std::size_t runs = 0;
    double mean = 0, low = 0, high = 0;
    double deviation = 0;  ///< of the sample; 0 when all are the same
};
std::optional<Spread> spread_of(const std::vector<double>& values);

/// Runs that differ in their seed only. A sweep without a seed has none.
struct SeedGroup {
    std::vector<std::string> values;             ///< of the other parameters, in their order
    std::vector<std::optional<Spread>> figures;  ///< of figure_names(), over the good ones
    std::size_t runs = 0, good = 0;              ///< that were made
};
std::vector<SeedGroup> seed_groups(const SweepResult& sweep);

/// The figures that at least one run has: places in figure_names().
std::vector<std::size_t> figures_there(const SweepResult& sweep);

std::string sweep_text(const SweepResult& sweep);
std::string sweep_csv(const SweepResult& sweep);
std::string sweep_json(const SweepResult& sweep);
/// The page links to the runs' folders beside it.
std::string sweep_page(const SweepResult& sweep);

}  // namespace synchrono::tools
