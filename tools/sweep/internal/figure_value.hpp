/// Looks a figure up in a parsed report.json.
#pragma once

#include <json/json.h>
#include <optional>

#include "tools/sweep/figures.hpp"

namespace synchrono::tools::sweep {

/// Returns the figure's value, or nothing if the report has no finite number there. `true` counts as 1 and
/// `false` as 0, so that the mean over agents or runs is a share.
std::optional<double> value_of(const Figure& figure, const Json::Value& report);

}  // namespace synchrono::tools::sweep
