/// Writes a run's report as text: report.txt, and the output of `synchrono run` and `synchrono report`.
#pragma once

#include <string>

#include "tools/report/run_report.hpp"

namespace synchrono::tools::report {

/// How much of a report to write: the results, which fit a screen, or also settings, counters and all
/// programs.
enum class Detail { results, all };

/// Returns the report; every line has its line end.
std::string report_text(const RunReport& report, Detail detail);

}  // namespace synchrono::tools::report
