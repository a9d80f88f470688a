/// Writes the study of a run as members of report.json. docs/report.md explains every figure.
#pragma once

#include <json/json.h>

#include "tools/study/study.hpp"

namespace synchrono::tools {

/// Adds "traffic", "pace", "study_problems" and, if the run had a radio, "radio".
void add_study(Json::Value& report, const Study& study);

}  // namespace synchrono::tools
