/// What a run came to, for a person and for a program: how far, how fast, who was slow, whether the gate's
/// promise held, how each program ended and what it counted.
#pragma once

#include <filesystem>
#include <string>

#include "common/base/result.hpp"
#include "tools/reading/log_analysis.hpp"
#include "tools/run/run.hpp"
#include "tools/study/study.hpp"

namespace synchrono::tools {

struct Report {
    bool good = false;  ///< every program ended well, the duration was reached and the promise held
    std::string text;
    std::string json;
    std::string html = {};  ///< none: nothing could be studied
};

/// `logs` is what inspect_run() gave for the run's folder; a program without a log of its own is reported
/// without what only that tells. `study`: what was driven, if that is known.
Report make_report(const PreparedRun& run, const RunOutcome& outcome, const Result<RunInfo>& logs,
                   const Study* study = nullptr);

/// Writes report.txt, report.json and, if there is one, report.html into the run's folder.
Result<void> write_report(const std::filesystem::path& folder, const Report& report);

}  // namespace synchrono::tools
