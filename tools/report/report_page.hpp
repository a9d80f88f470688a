/// Writes the report of a run as one HTML page that needs no network and no other file. The page has the
/// verdict, the most important numbers, a map on which the run can be played, plots, and sortable tables.
#pragma once

#include <string>

#include "tools/report/run_report.hpp"

namespace synchrono::tools::report {

/// Returns the page. Requires a report with a study.
std::string report_page(const RunReport& report);

}  // namespace synchrono::tools::report
