/// A run's report for people: report.txt, and what `synchrono run` and `synchrono report` print.
#pragma once

#include <string>

#include "tools/report/run_report.hpp"

namespace synchrono::tools {

/// All of it, each line with its end.
std::string report_text(const RunReport& report);

/// What can be told of any run that was studied: a heading, and what was driven. Requires a study.
std::string brief_report_text(const RunReport& report);

}  // namespace synchrono::tools
