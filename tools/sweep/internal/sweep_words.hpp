/// Words that the forms of a sweep's result share.
#pragma once

#include <optional>
#include <string>

#include "tools/sweep/sweep_result.hpp"

namespace synchrono::tools {

/// "6 runs of crossing: all good"
std::string heading(const SweepResult& sweep);
/// What became of a run, in a word or the report's own.
std::string verdict(const SweepRun& run);
std::string short_number(double value);
/// "1.5 +- 0.7"; empty where there is none.
std::string spread_text(const std::optional<Spread>& spread);

}  // namespace synchrono::tools
