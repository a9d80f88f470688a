/// What was driven in a run, as members of report.json. docs/report.md names every figure.
#pragma once

#include <json/json.h>

#include "tools/study/study.hpp"

namespace synchrono::tools {

/// Adds "traffic", "pace", "study_problems" and, where the run had a radio, "radio".
void add_study(Json::Value& report, const Study& study);

}  // namespace synchrono::tools
