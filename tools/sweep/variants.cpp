#include "tools/sweep/variants.hpp"

#include <algorithm>
#include <map>

#include "common/base/contract.hpp"

namespace synchrono::tools::sweep {
namespace {

const SweepParameter* seed_of(const SweepPlan& plan) {
    for (const SweepParameter& parameter : plan.parameters)
        if (parameter.path == kSeedPath) return &parameter;
    return nullptr;
}

}  // namespace

bool has_seeds(const SweepPlan& plan) {
    const SweepParameter* const seed = seed_of(plan);
    return seed != nullptr && seed->values.size() > 1;
}

std::vector<std::size_t> varied(const SweepPlan& plan) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < plan.parameters.size(); ++i)
        if (plan.parameters[i].path != kSeedPath) indices.push_back(i);
    return indices;
}

std::vector<Variant> variants(const SweepPlan& plan) {
    const auto parameters = varied(plan);
    std::vector<Variant> all;
    std::map<std::vector<std::string>, std::size_t> known;
    for (std::size_t run = 0; run < plan.points.size(); ++run) {
        std::vector<std::string> values;
        for (const std::size_t i : parameters) values.push_back(plan.points[run].values[i]);
        const auto [place, is_new] = known.emplace(values, all.size());
        if (is_new) all.push_back({.values = std::move(values), .runs = {}});
        all[place->second].runs.push_back(run);
    }
    return all;
}

RunCount count_runs(const SweepResult& sweep, const Variant& variant) {
    RunCount count;
    for (const std::size_t run : variant.runs) {
        if (sweep.runs[run].state == SweepRun::State::done) ++count.made;
        if (sweep.runs[run].good()) ++count.good;
    }
    return count;
}

std::optional<double> good_value(const SweepResult& sweep, std::size_t run, std::size_t figure) {
    SYN_REQUIRE(sweep.runs.size() == sweep.plan.points.size());
    return sweep.runs[run].good() ? sweep.runs[run].result->figures[figure] : std::nullopt;
}

std::optional<Summary> summary_of(const SweepResult& sweep, const Variant& variant, std::size_t figure) {
    std::vector<double> values;
    for (const std::size_t run : variant.runs)
        if (const auto value = good_value(sweep, run, figure)) values.push_back(*value);
    return summary_of(values);
}

std::vector<Comparison> comparisons(const SweepPlan& plan, const std::vector<Variant>& all) {
    std::vector<Comparison> found;
    if (!has_seeds(plan)) return found;
    std::map<std::vector<std::string>, std::size_t> places;
    for (std::size_t i = 0; i < all.size(); ++i) places.emplace(all[i].values, i);
    const auto parameters = varied(plan);
    for (std::size_t at = 0; at < parameters.size(); ++at) {
        const std::string& first = plan.parameters[parameters[at]].values.front();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].values[at] == first) continue;
            std::vector<std::string> baseline = all[i].values;
            baseline[at] = first;
            found.push_back({.parameter = parameters[at], .baseline = places.at(baseline), .compared = i});
        }
    }
    return found;
}

ComparedFigure compare(const SweepResult& sweep, const Variant& baseline, const Variant& compared,
                       std::size_t figure) {
    const SweepParameter* const seed = seed_of(sweep.plan);
    SYN_REQUIRE(seed != nullptr && baseline.runs.size() == seed->values.size() &&
                compared.runs.size() == seed->values.size());
    ComparedFigure result;
    std::vector<std::pair<double, double>> pairs;
    for (std::size_t i = 0; i < seed->values.size(); ++i) {
        const auto before = good_value(sweep, baseline.runs[i], figure);
        const auto after = good_value(sweep, compared.runs[i], figure);
        if (before && after) {
            pairs.emplace_back(*before, *after);
        } else {
            result.left_out_seeds.push_back(seed->values[i]);
        }
    }
    result.paired = paired_difference_of(pairs);
    return result;
}

}  // namespace synchrono::tools::sweep
