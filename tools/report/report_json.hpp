/// A run's report as JSON: report.json, for programs, and what `--json` prints.
#pragma once

#include <string>

#include "common/base/result.hpp"
#include "tools/report/run_report.hpp"

namespace synchrono::tools {

std::string report_json(const RunReport& report);

/// The report of an earlier day, but for what was driven, which is worked out from logs. What it does not
/// say, as those of older versions, stays as RunReport has it; what is of another type is an error.
Result<RunReport> parse_report(const std::string& json);

}  // namespace synchrono::tools
