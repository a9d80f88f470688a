/// Makes the result of a sweep by hand.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "tools/sweep/sweep_result.hpp"

namespace synchrono::tools::sweep {

/// Returns the place of an ordinary figure.
inline std::size_t place_of(const std::string& figure) {
    const auto& all = ordinary_figures();
    return static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(), [&](const Figure& one) { return one.name == figure; }) -
        all.begin());
}

inline SweepRun made_run(bool good, std::initializer_list<std::pair<const char*, double>> figures) {
    RunResult result{.scenario_id = "ab",
                     .good = good,
                     .interrupted = false,
                     .studied = true,
                     .verdict = good ? "all good" : "1 of 3 programs failed",
                     .figures = std::vector<std::optional<double>>(ordinary_figures().size())};
    for (const auto& [name, value] : figures) result.figures.at(place_of(name)) = value;
    return {.state = SweepRun::State::done, .result = std::move(result)};
}

/// Returns a sweep of which no run was made.
inline SweepResult planned_sweep(std::initializer_list<const char*> over) {
    std::vector<SweepParameter> parameters;
    for (const char* one : over) parameters.push_back(parse_over(one).value());
    SweepResult sweep{.scenario = "ring", .plan = plan_sweep(std::move(parameters)).value(), .runs = {}};
    sweep.runs.resize(sweep.plan.points.size());
    return sweep;
}

/// Returns a sweep of four runs, one of them bad and one failed.
inline SweepResult partly_failed_sweep() {
    SweepResult sweep = planned_sweep({"r.latency_ms=1,10", "seed=1..2"});
    sweep.runs = {made_run(true, {{"collisions", 1}, {"mean_delay_s", 2.5}}),
                  made_run(true, {{"collisions", 2}}),
                  made_run(false, {{"collisions", 0}}),
                  {.state = SweepRun::State::failed, .problem = "exit 2, see \"<x>\""}};
    return sweep;
}

/// Returns a sweep of two variants and five seeds, all good, with known statistics: the delays of the first
/// variant are 12.1, 11.4, 13.0, 12.6 and 11.9, those of the second 10.9, 11.0, 11.2, 12.8 and 10.1.
inline SweepResult good_sweep() {
    SweepResult sweep = planned_sweep({"r.power_dbm=10,20", "seed=1..5"});
    sweep.runs.clear();
    for (const double delay : {12.1, 11.4, 13.0, 12.6, 11.9, 10.9, 11.0, 11.2, 12.8, 10.1})
        sweep.runs.push_back(made_run(true, {{"arrived", 30}, {"mean_delay_s", delay}}));
    return sweep;
}

}  // namespace synchrono::tools::sweep
