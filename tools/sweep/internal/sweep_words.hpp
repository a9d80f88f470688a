/// Phrases that the tables and the page of a sweep share.
#pragma once

#include <optional>
#include <string>

#include "tools/sweep/sweep_result.hpp"

namespace synchrono::tools::sweep {

/// Returns "6 runs of crossing: all good", for example.
std::string sweep_heading(const SweepResult& sweep);
/// Returns "good", "not run", why the run failed, or the verdict of its report.
std::string run_verdict(const SweepRun& run);
/// Returns the value with four significant digits.
std::string short_number(double value);
/// Returns "1.5 +- 0.7", or only the mean of a single run, or "" without a spread.
std::string spread_text(const std::optional<Spread>& spread);

}  // namespace synchrono::tools::sweep
