/// Draws plots as SVG for an HTML page: lines over a linear or a logarithmic axis, and stacked bars.
/// Colours are variables of the page's style sheet (`var(--c0)` to `var(--c7)` for lines,
/// `StackPart::colour` for bars), so that the same drawing serves light and dark screens.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace synchrono::tools::page {

struct PlotLine {
    std::string name;
    std::size_t colour = 0;                              // its number; from 8 on colours repeat, with dashes
    std::vector<std::pair<double, double>> points = {};  // ascending x
    bool faint = false;
    bool steps = false;  // holds each value up to the next point
};

/// Lines over common axes. The y axis begins at 0, and so does a linear x axis.
struct Plot {
    std::string title, note = {};  // what the plot shows, and how to read it
    std::string x_label, y_label;
    std::vector<PlotLine> lines = {};
    bool logarithmic_x = false;  // points at or below 0 are left out
    double y_max = 0;            // 0: chosen from the points
};

/// Returns a figure with its title, legend and note, or "" when there is nothing to draw.
std::string draw_plot(const Plot& plot);

struct StackPart {
    std::string name, colour;         // the colour as in CSS, such as "var(--heard)"
    std::vector<double> values = {};  // one for each bar
};

/// Bars side by side along x, each of them a stack of parts.
struct Stack {
    std::string title, note = {};
    std::string x_label, y_label;
    double bar_width = 1;               // in units of the x axis; the first bar starts at 0
    std::vector<StackPart> parts = {};  // from the bottom up; each bar is drawn as percentages of its sum
};

/// Returns a figure like draw_plot(), or "" when no part has a value.
std::string draw_stack(const Stack& stack);

/// Returns the text with &, <, > and " escaped, for HTML and SVG.
std::string escape_html(std::string_view text);

}  // namespace synchrono::tools::page
