/// The command `synchrono report`: makes the report of a run again from its folder. The run's logs may be
/// truncated or come from an older version.
#pragma once

#include <filesystem>

#include "common/base/result.hpp"
#include "tools/report/run_report.hpp"
#include "tools/study/study.hpp"

namespace CLI {
class App;
}

namespace synchrono::tools::report {

/// Returns the report of a run that has been studied: from report.json or, if that does not exist or is
/// damaged, from the logs. The report borrows the study. Fails when the study failed.
Result<RunReport> remake_report(const std::filesystem::path& folder, const study::StudiedRun& run);

/// Adds the command to the program. When the command line names it, parsing runs it and writes the
/// program's exit code to `exit_code`, which must outlive the parsing.
void add_report_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools::report
