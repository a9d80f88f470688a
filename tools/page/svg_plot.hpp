/// Plots as SVG for an HTML page: lines over a linear or a logarithmic axis, and bars that stack. Colours are
/// the page's: `var(--c0)` to `var(--c7)` and the names of the stacked parts, so that one style sheet serves
/// light and dark.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace synchrono::tools {

struct PlotLine {
    std::string name;
    std::size_t colour = 0;                              // the ninth is the first again, dashed
    std::vector<std::pair<double, double>> points = {};  // ascending x
    bool faint = false;
    bool steps = false;  // holds each value up to the next point
};

struct Plot {
    std::string title, note = {};  // what it shows, and how to read it
    std::string x_label, y_label;
    std::vector<PlotLine> lines = {};
    bool logarithmic_x = false;  // points at or below 0 are left out
    double y_max = 0;            // 0: as the points want it
};

/// A figure with its title, legend and note; "" when there is nothing to draw.
std::string draw_plot(const Plot& plot);

struct StackPart {
    std::string name, colour;         // of the style sheet, such as "var(--heard)"
    std::vector<double> values = {};  // one a bar
};

struct Stack {
    std::string title, note = {};
    std::string x_label, y_label;
    double bar_width = 1;               // of the x axis, from 0 on
    std::vector<StackPart> parts = {};  // from the bottom; each bar is drawn as shares of its sum
};

std::string draw_stack(const Stack& stack);

/// For text in HTML and SVG.
std::string escape_html(std::string_view text);

}  // namespace synchrono::tools
