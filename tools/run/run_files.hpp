/// Brings the files of pilots into a run's folder, so that the folder can be copied to another machine.
#pragma once

#include "common/base/result.hpp"
#include "tools/run/run.hpp"

namespace synchrono::tools::run {

/// Names the files that move with the scenario by their absolute paths, since the run has another folder.
void name_files_absolutely(config::Scenario& scenario);

/// Copies the pilots and the files of their configurations that the scenario names by a path into the folder
/// `files` of the run, and changes the scenario and its file accordingly. The error names the file.
Result<void> bring_files_inside(PreparedRun& run);

}  // namespace synchrono::tools::run
