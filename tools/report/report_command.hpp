/// `synchrono report`: makes a run's report anew from its folder, whole or cut, of today or of an older
/// version.
#pragma once

#include <filesystem>
#include <string>

#include "common/base/result.hpp"

namespace CLI {
class App;
}

namespace synchrono::tools {

struct RemadeReport {
    std::string text;  // a heading and the lines of the study
    std::string json;  // of report.json, or of what the logs tell where there is none
    std::string html;
};

/// Fails when the folder has no scenario.json, no logs, or a report.json that is none.
Result<RemadeReport> remake_report(const std::filesystem::path& folder);

void add_report_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools
