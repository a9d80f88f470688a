/// Writes and parses a run's report as JSON, which is what report.json holds and `--json` prints.
#pragma once

#include <string>

#include "common/base/result.hpp"
#include "tools/report/run_report.hpp"

namespace synchrono::tools::report {

std::string report_json(const RunReport& report);

/// Parses a report, except for the study, which is made from logs. If a key is missing, as in reports of
/// older versions, its value is empty, 0 or false. Fails when the text is not a JSON object or a value has
/// another type than expected.
Result<RunReport> parse_report(const std::string& json);

}  // namespace synchrono::tools::report
