/// `synchrono report`: makes a run's report anew from its folder, whole or cut, of today or of an older
/// version.
#pragma once

#include <filesystem>

#include "common/base/result.hpp"
#include "tools/report/run_report.hpp"
#include "tools/study/study.hpp"

namespace CLI {
class App;
}

namespace synchrono::tools {

/// The report of a run that has been studied: what report.json says of it, or where there is none what the
/// logs tell. It borrows the study. Fails when there is none, or when report.json is no report.
Result<RunReport> remake_report(const std::filesystem::path& folder, const StudiedRun& run);

void add_report_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools
