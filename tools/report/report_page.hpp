/// The report of a run as one HTML page that needs no network and no other file: the verdict, the key
/// figures, a map of what was driven that can be played, plots, and tables that sort.
#pragma once

#include <string>

#include "tools/study/study.hpp"

namespace synchrono::tools {

/// `report_json` is the run's report as with_study() gives it.
std::string report_page(const Study& study, const std::string& report_json);

}  // namespace synchrono::tools
