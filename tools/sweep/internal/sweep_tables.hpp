/// The tables of a sweep, which the text, the CSV files and the page show alike.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/sweep/sweep_result.hpp"
#include "tools/sweep/variants.hpp"

namespace synchrono::tools::sweep {

/// A table, each of whose rows has a cell for each column.
struct Table {
    std::vector<std::string> columns;
    std::size_t keys = 0;  ///< how many of the first columns say what the row is about
    std::vector<std::vector<std::string>> rows = {};
};

/// Writes a number into a cell.
using NumberText = std::string (*)(double);

/// Figures, as indices of SweepResult::figures.
using Figures = std::vector<std::size_t>;

/// Returns the figures whose values people have to compare: those that differ between good runs, or that a
/// good run lacks.
Figures differing_figures(const SweepResult& sweep);
/// Returns "collisions 0, arrived 30" for the other figures, with their values.
std::string common_figures(const SweepResult& sweep);
/// Returns the names of the figures that no run has, if some run has others.
std::string missing_figures(const SweepResult& sweep);

/// Returns a row for each run: its parameters, its figures, and its verdict.
Table runs_table(const SweepResult& sweep, const Figures& figures, NumberText number);
/// Returns a row for each figure of each variant. The first column names the figure.
Table statistics_table(const SweepResult& sweep, const Figures& figures, NumberText number);
/// Returns a row for each figure of each comparison. The first column names the figure.
Table differences_table(const SweepResult& sweep, const Figures& figures, NumberText number);

}  // namespace synchrono::tools::sweep
