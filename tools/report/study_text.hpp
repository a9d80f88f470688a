/// Writes the study of a run as text. docs/report.md explains every value.
#pragma once

#include <string>

#include "tools/study/study.hpp"

namespace synchrono::tools::report {

/// Returns lines for report.txt, each with its line end.
std::string study_text(const study::Study& study);

/// Returns the value with that many decimals; never "-0.0".
std::string fixed_text(double value, int digits);

/// Returns the names of both agents: "car3 and car7".
std::string pair_text(const study::Study& study, const study::Encounter& encounter);

}  // namespace synchrono::tools::report
