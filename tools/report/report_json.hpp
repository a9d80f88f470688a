/// Writes and parses a run's report as JSON, which is what report.json holds and `--json` prints.
#pragma once

#include <string>

#include "common/base/result.hpp"
#include "tools/report/run_report.hpp"

namespace synchrono::tools::report {

std::string report_json(const RunReport& report);

/// Returns the report of a run that never was, for readers that must know which numbers a report may have. It
/// has all keys of a report and of a vehicle in it; its values mean nothing. In place of a number or of an
/// object that a report may lack, it may have null.
std::string sample_report();

/// Parses a report, except for the study, which is made from logs. If a key is missing, as in reports of
/// older versions, its value is empty, 0 or false. Fails when the text is not a JSON object or a value has
/// another type than expected.
Result<RunReport> parse_report(const std::string& json);

}  // namespace synchrono::tools::report
