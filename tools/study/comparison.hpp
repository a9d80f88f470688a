/// Many runs side by side as one HTML page: for each combination of parameters the mean and spread of every
/// figure over its runs, a small plot of each figure, and every run with a link to its own report.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace synchrono::tools {

struct ComparedRun {
    std::vector<std::string> values = {};             // one for each parameter
    std::string seed = {};                            // empty: the runs differ in their parameters only
    std::vector<std::optional<double>> figures = {};  // one for each of RunComparison::figures
    bool good = false;
    std::string verdict = {};
    std::string name = {}, link = {};  // where its own report is, as seen from the page; empty: nowhere
};

struct RunComparison {
    std::string title = {};
    std::vector<std::string> parameters = {};  // without the seed
    std::vector<std::string> figures = {};
    std::vector<ComparedRun> runs = {};
};

/// What a figure came to over runs that differ in their seed only.
struct FigureSpread {
    std::size_t runs = 0;  // that have the figure
    double mean = 0, low = 0, high = 0;
    double deviation = 0;  // of the sample; 0 for one run
};

/// Runs with the same values of all parameters.
struct RunGroup {
    std::vector<std::string> values;
    std::size_t runs = 0, good = 0;
    std::vector<FigureSpread> figures;
};
/// In the order in which their first runs come. Requires values and figures of each run as the comparison
/// names them.
std::vector<RunGroup> groups_of(const RunComparison& comparison);

/// Requires what groups_of() requires.
std::string comparison_page(const RunComparison& comparison);

}  // namespace synchrono::tools
