/// Writes the study of a run as part of report.json. docs/report.md explains every value.
#pragma once

#include <json/json.h>

#include "tools/study/study.hpp"

namespace synchrono::tools::report {

/// Adds the keys "traffic", "pace", "study_problems" and, if the run had a radio, "radio".
void add_study(Json::Value& report, const study::Study& study);

}  // namespace synchrono::tools::report
