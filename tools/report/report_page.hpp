/// Writes the report of a run as one HTML page that needs no network and no other file. It has the verdict,
/// the key figures, a map on which the run can be played, plots, and tables that can be sorted.
#pragma once

#include <string>

#include "tools/report/run_report.hpp"

namespace synchrono::tools {

/// Returns the page. Requires a report with a study.
std::string report_page(const RunReport& report);

}  // namespace synchrono::tools
