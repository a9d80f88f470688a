/// Tables of measurements, in Markdown, so that `scripts/bench --table` can put them into pages of docs/. For
/// that, a benchmark writes nothing but tables to its standard output, with an empty line between two tables.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace synchrono::bench {

/// Prints its head when it is made, and each row at once, since a row may take a minute to measure. The first
/// column is aligned to the left, the others to the right.
class Table {
  public:
    explicit Table(const std::vector<std::string>& head) {
        for (const std::string& name : head) widths_.push_back(std::max<std::size_t>(name.size(), 4));
        row(head);
        std::string rule = "|";
        for (std::size_t i = 0; i < head.size(); ++i) rule += i == 0 ? " --- |" : " ---: |";
        fmt::print("{}\n", rule);
    }

    void row(const std::vector<std::string>& cells) const {
        std::string line = "|";
        for (std::size_t i = 0; i < cells.size(); ++i)
            line += i == 0 ? fmt::format(" {:<{}} |", cells[i], widths_[i])
                           : fmt::format(" {:>{}} |", cells[i], widths_[i]);
        fmt::print("{}\n", line);
        std::fflush(stdout);
    }

  private:
    std::vector<std::size_t> widths_;
};

/// Returns a whole number with commas: "36,994".
inline std::string with_commas(double value) {
    std::string digits = fmt::format("{:.0f}", value);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (value < 0 ? 1 : 0); at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

inline std::string percent(double ratio) { return fmt::format("{:.0f} %", 100 * ratio); }

}  // namespace synchrono::bench
