/// The figures that a sweep compares: numbers in the report.json of each run. Which figures there are is
/// taken from a sample report, so a new figure of the report needs no change here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.hpp"

namespace synchrono::tools::sweep {

/// A number in report.json.
struct Figure {
    std::string name;               ///< of its column, as the user spelled it; unique
    std::vector<std::string> path;  ///< the keys that lead to it, in the report or in each agent's entry
    /// A pattern of names, in which * stands for any characters: the figure is the mean over the agents that
    /// match. Empty: the figure is not one of agents.
    std::string agents = {};
};

/// Returns the figures that sweeps compare unless others are chosen.
const std::vector<Figure>& ordinary_figures();

/// Parses names of figures with commas between them. A name is that of an ordinary figure, the keys that
/// lead to a number in report.json such as "traffic.stops", or "agents.PATTERN.KEY". Fails when no report
/// can have the figure, or when the pattern matches none of `vehicles`.
Result<std::vector<Figure>> parse_figures(std::string_view text, std::span<const std::string> vehicles);

/// A name in words, for axes and for papers: "mean delay" and "s" for mean_delay_s.
struct Wording {
    std::string words, unit;  ///< the unit is empty if the name has none
    /// Returns "mean delay (s)".
    std::string text() const { return unit.empty() ? words : words + " (" + unit + ")"; }
};
/// Returns the wording of a figure's or a parameter's name.
Wording wording_of(std::string_view name);

}  // namespace synchrono::tools::sweep
