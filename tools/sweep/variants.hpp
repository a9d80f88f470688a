/// The variants of a sweep, and what statistics say about them: each variant over its seeds, and the
/// difference between two variants that differ in one parameter, by pairs of runs with the same seed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/sweep/statistics.hpp"
#include "tools/sweep/sweep_result.hpp"

namespace synchrono::tools::sweep {

/// Returns whether the seed takes several values, without which there are no statistics.
bool has_seeds(const SweepPlan& plan);

/// Returns the parameters other than the seed, as indices.
std::vector<std::size_t> varied(const SweepPlan& plan);

/// A combination of values of the parameters other than the seed.
struct Variant {
    std::vector<std::string> values;  ///< one for each of varied()
    std::vector<std::size_t> runs;    ///< as indices; one for each seed, in the order of the seeds
};
/// Returns all variants in the order of the plan.
std::vector<Variant> variants(const SweepPlan& plan);

/// Counts the variant's runs that were made, and those that are good.
struct RunCount {
    std::size_t made = 0, good = 0;
};
RunCount count_runs(const SweepResult& sweep, const Variant& variant);

/// Returns the figure's value in a run, or nothing if the run is not good or its report lacks the figure. The
/// figures of a run that ended early would mislead.
std::optional<double> good_value(const SweepResult& sweep, std::size_t run, std::size_t figure);

/// Summarises a figure over the good runs of a variant. Returns nothing if none of them has the figure.
std::optional<Summary> summary_of(const SweepResult& sweep, const Variant& variant, std::size_t figure);

/// Two variants that differ in one parameter, which in the baseline has its first value.
struct Comparison {
    std::size_t parameter;           ///< as an index of the plan's parameters
    std::size_t baseline, compared;  ///< as indices of variants()
};
/// Returns all comparisons, parameter after parameter; none without several seeds.
std::vector<Comparison> comparisons(const SweepPlan& plan, const std::vector<Variant>& all);

/// The differences of a figure between runs with the same seed, compared variant minus baseline.
struct ComparedFigure {
    std::optional<PairedDifference> paired;  ///< none: there is no pair
    std::vector<std::string>
        left_out_seeds{};  ///< for which a run is missing or not good, or lacks the figure
};
ComparedFigure compare(const SweepResult& sweep, const Variant& baseline, const Variant& compared,
                       std::size_t figure);

}  // namespace synchrono::tools::sweep
