/// Plans the runs of a sweep: one for every combination of its parameters' values, each with a short name
/// for its folder.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.hpp"

namespace synchrono::tools::sweep {

inline constexpr std::size_t kSweepRunsMax = 10'000;
/// The path of the seed in a scenario.
inline constexpr std::string_view kSeedPath = "seed";

/// A path in the scenario and the values that it takes, both spelled as for `--set`.
struct SweepParameter {
    std::string path;
    std::vector<std::string> values;
    std::string label{};  ///< unique: the path's last key, or the whole path if another has the same last key
};

/// One run of a sweep.
struct SweepPoint {
    std::string name;                 ///< of its folder; unique
    std::vector<std::string> values;  ///< one for each parameter
};

/// The parameters and all runs of a sweep.
struct SweepPlan {
    std::vector<SweepParameter> parameters;
    std::vector<SweepPoint> points;  ///< in an order in which the last parameter changes fastest

    /// Returns "path=value" for each parameter.
    std::vector<std::string> settings(const SweepPoint& point) const;
};

/// Parses "path=1,10,50" or "seed=1..5". Commas within brackets, braces and quotes belong to a value.
Result<SweepParameter> parse_over(std::string_view text);

/// Parses seeds such as "1..5" or "1,3,8".
Result<SweepParameter> parse_seeds(std::string_view text);

/// Plans all combinations. Fails when two parameters have the same path or when there would be more than
/// kSweepRunsMax runs. Requires at least one parameter.
Result<SweepPlan> plan_sweep(std::vector<SweepParameter> parameters);

/// Plans one run for each seed, in a folder named after it, such as seed1.
Result<SweepPlan> plan_seeds(SweepParameter seeds);

}  // namespace synchrono::tools::sweep
