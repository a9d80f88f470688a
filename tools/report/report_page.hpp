/// The report of a run as one HTML page that needs no network and no other file: the verdict, the key
/// figures, a map of what was driven that can be played, plots, and tables that sort.
#pragma once

#include <string>

#include "tools/report/run_report.hpp"

namespace synchrono::tools {

/// Requires a study.
std::string report_page(const RunReport& report);

}  // namespace synchrono::tools
