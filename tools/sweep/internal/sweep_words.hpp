/// Phrases and numbers that the tables and the page of a sweep share.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "tools/sweep/sweep_result.hpp"

namespace synchrono::tools::sweep {

/// Says what the columns of the tables of statistics and of differences are.
inline constexpr const char* kStatisticsNote =
    "n good runs, their mean and standard deviation, and the 95 % confidence interval of the mean (Student's "
    "t)";
inline constexpr const char* kDifferencesNote =
    "n pairs of runs with the same seed; mean and standard deviation of variant minus baseline, the 95 % "
    "confidence interval of the mean, and the effect size, Cohen's d_z = mean / deviation";
inline constexpr const char* kLeftOutNote =
    "A pair is left out if one of its runs is missing, is not good or lacks the figure.";

/// Returns "6 runs of crossing: all good", for example.
std::string sweep_heading(const SweepResult& sweep);
/// Returns "good", "not run", why the run failed, or the verdict of its report.
std::string run_verdict(const SweepRun& run);
/// Returns the text as a number, or nothing if it is not a finite number.
std::optional<double> number_of(const std::string& text);
/// Returns the value with four significant digits or, if it is not enormous, all that are before the point.
std::string short_number(double value);
/// Returns the value with so many digits that nothing is lost that a report says.
std::string full_number(double value);
/// Returns a mean and half the width of its interval, the latter with two significant digits, and the former
/// with as many decimals. Requires that `half_width` is above 0.
std::pair<std::string, std::string> rounded(double mean, double half_width);

}  // namespace synchrono::tools::sweep
