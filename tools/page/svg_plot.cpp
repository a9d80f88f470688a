#include "tools/page/svg_plot.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "tools/page/internal/axes.hpp"

namespace synchrono::tools::page {
namespace {

constexpr std::size_t kMarksMax = 60;  // a line with more points has no visible marks: they would overlap

std::string colour_of(const PlotLine& line) { return fmt::format("var(--c{})", line.colour % kColours); }

std::string draw_line(const PlotLine& line, const Axis& x, const Axis& y) {
    std::string path;
    double last_y = 0;
    std::size_t drawn = 0;
    std::string marks;
    for (const auto& [at, value] : line.points) {
        if (x.logarithmic && at <= 0) continue;
        const double left = px(x, at), top = py(y, value);
        if (line.steps && drawn > 0) path += fmt::format("L{:.1f} {:.1f}", left, last_y);
        path += fmt::format("{}{:.1f} {:.1f}", drawn == 0 ? "M" : "L", left, top);
        marks += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"{}><title>{}: {:.5g}, "
            "{:.5g}</title></circle>\n",
            left, top, line.points.size() <= kMarksMax && !line.steps ? 2.5 : 5, colour_of(line),
            line.points.size() <= kMarksMax && !line.steps ? "" : " fill-opacity=\"0\"",
            escape_html(line.name), at, value);
        last_y = top;
        ++drawn;
    }
    if (drawn == 0) return "";
    return fmt::format("<path class=\"line{}\" stroke=\"{}\"{} d=\"{}\"/>\n", line.faint ? " faint" : "",
                       colour_of(line), line.colour >= kColours ? " stroke-dasharray=\"5 4\"" : "", path) +
           (line.faint ? "" : marks);
}

}  // namespace

std::string escape_html(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default:
                safe += c;
        }
    }
    return safe;
}

std::string draw_plot(const Plot& plot) {
    Axis x, y;
    bool any = false;
    y.high = 0;
    for (const PlotLine& line : plot.lines) {
        for (const auto& [at, value] : line.points) {
            if (plot.logarithmic_x && at <= 0) continue;
            x.low = any ? std::min(x.low, at) : at;
            x.high = any ? std::max(x.high, at) : at;
            y.high = std::max(y.high, value);
            any = true;
        }
    }
    if (!any) return "";
    x.logarithmic = plot.logarithmic_x;
    if (plot.logarithmic_x) {
        x.low /= 1.1;
        x.high *= 1.1;
    } else {
        x.low = 0;
        if (x.high <= 0) x.high = 1;
    }
    y.high = plot.y_max > 0 ? plot.y_max : y.high <= 0 ? 1 : 1.05 * y.high;
    std::string legend, drawing = draw_axes(x, y, number_ticks(x, 7), plot.x_label, plot.y_label);
    for (const PlotLine& line : plot.lines) {
        const std::string drawn = draw_line(line, x, y);
        if (drawn.empty()) continue;
        drawing += drawn;
        legend += fmt::format("<span><i style=\"background:{}\"{}></i>{}</span>", colour_of(line),
                              line.faint ? " class=\"faint\"" : "", escape_html(line.name));
    }
    return figure(plot.title, plot.note, legend, drawing);
}

std::string draw_stack(const Stack& stack) {
    std::size_t bars = 0;
    for (const StackPart& part : stack.parts) bars = std::max(bars, part.values.size());
    if (bars == 0) return "";
    const Axis x{0, stack.bar_width * static_cast<double>(bars)}, y{0, 100};
    std::string legend, drawing = draw_axes(x, y, number_ticks(x, 7), stack.x_label, stack.y_label);
    const auto value_of = [](const StackPart& part, std::size_t bar) {
        return bar < part.values.size() ? part.values[bar] : 0;
    };
    std::vector<double> sums(bars), tops(bars);
    for (const StackPart& part : stack.parts) {
        for (std::size_t bar = 0; bar < bars; ++bar) sums[bar] += value_of(part, bar);
    }
    const double slot = kInnerWidth / static_cast<double>(bars), gap = std::min(2.0, slot * 0.15);
    for (const StackPart& part : stack.parts) {
        bool used = false;
        for (std::size_t bar = 0; bar < bars; ++bar) {
            const double value = value_of(part, bar);
            if (value <= 0) continue;
            used = true;
            const double share = 100 * value / sums[bar], from = static_cast<double>(bar) * stack.bar_width;
            const double top = py(y, tops[bar] + share), bottom = py(y, tops[bar]);
            drawing += fmt::format(
                "<rect x=\"{:.1f}\" y=\"{:.2f}\" width=\"{:.1f}\" height=\"{:.2f}\" fill=\"{}\">"
                "<title>{:.6g} to {:.6g}: {:.2f} % {} ({:.6g} of {:.6g})</title></rect>\n",
                px(x, from) + gap / 2, top, slot - gap, bottom - top, part.colour, from,
                from + stack.bar_width, share, escape_html(part.name), value, sums[bar]);
            tops[bar] += share;
        }
        if (used) {
            legend += fmt::format("<span><i class=\"box\" style=\"background:{}\"></i>{}</span>", part.colour,
                                  escape_html(part.name));
        }
    }
    return figure(stack.title, stack.note, legend, drawing);
}

}  // namespace synchrono::tools::page
