/// Writes a run's report as text: report.txt, and the output of `synchrono run` and `synchrono report`.
#pragma once

#include <string>

#include "tools/report/run_report.hpp"

namespace synchrono::tools::report {

/// Returns the whole report; every line has its line end.
std::string report_text(const RunReport& report);

/// Returns the part that every studied run has: a heading and the lines of the study. Requires a study.
std::string brief_report_text(const RunReport& report);

}  // namespace synchrono::tools::report
