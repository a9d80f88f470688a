/// What was driven in a run, in words. docs/report.md names every figure.
#pragma once

#include <string>

#include "tools/study/study.hpp"

namespace synchrono::tools {

/// Lines for report.txt, each with its end.
std::string study_text(const Study& study);

/// "0.5"; never minus zero.
std::string fixed_text(double value, int digits);

/// "car3 and car7"
std::string pair_text(const Study& study, const Encounter& encounter);

}  // namespace synchrono::tools
