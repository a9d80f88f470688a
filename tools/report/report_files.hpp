/// Writes and reads the files of a report in the folder of a run.
#pragma once

#include <filesystem>

#include "common/base/result.hpp"
#include "tools/report/run_report.hpp"

namespace synchrono::tools::report {

/// Writes report.txt, report.json and, if there is a study, report.html.
Result<void> write_report(const std::filesystem::path& folder, const RunReport& report);

/// Reads report.json. Fails when the file is missing or is not a report.
Result<RunReport> read_report(const std::filesystem::path& folder);

}  // namespace synchrono::tools::report
