/// Which runs a sweep makes: every combination of the values that its parameters take, each with a short name
/// that its folder has.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.hpp"

namespace synchrono::tools {

inline constexpr std::size_t kSweepRunsMax = 10'000;
inline constexpr std::string_view kSeedPath = "seed";

/// A path of the scenario and the values that it takes, as `--set` takes them.
struct SweepParameter {
    std::string path;
    std::vector<std::string> values;
    std::string label{};  ///< short, and that of no other: the last key of the path if that will do
};

struct SweepPoint {
    std::string name;                 ///< of its folder; that of no other
    std::vector<std::string> values;  ///< one for each parameter
};

struct SweepPlan {
    std::vector<SweepParameter> parameters;
    std::vector<SweepPoint> points;  ///< the last parameter changes first

    /// "path=value" of each parameter.
    std::vector<std::string> settings(const SweepPoint& point) const;
};

/// "path=1,10,50" or "seed=1..5"; commas within brackets, braces and quotes belong to a value.
Result<SweepParameter> parse_over(std::string_view text);

/// "1..5" or "1,3,8": seeds.
Result<SweepParameter> parse_seeds(std::string_view text);

/// Fails when a path is there twice or there are too many runs. Requires at least one parameter.
Result<SweepPlan> plan_sweep(std::vector<SweepParameter> parameters);

/// Of seeds alone: the folders are seed1, seed2 and so on.
Result<SweepPlan> plan_seeds(SweepParameter seeds);

}  // namespace synchrono::tools
