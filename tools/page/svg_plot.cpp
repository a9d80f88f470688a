#include "tools/page/svg_plot.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace synchrono::tools::page {
namespace {

constexpr double kWidth = 560, kHeight = 300, kLeft = 58, kRight = 14, kTop = 12, kBottom = 46;
constexpr double kInnerWidth = kWidth - kLeft - kRight, kInnerHeight = kHeight - kTop - kBottom;
constexpr std::size_t kColours = 8;
constexpr std::size_t kMarksMax = 60;  // a line with more points has no visible marks: they would overlap

/// Returns 1, 2 or 5 times a power of ten, so that about `count` steps fit into `span`.
double step_of(double span, double count) {
    const double rough = span / count;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (rough <= step * power * 1.0000001) return step * power;
    }
    return 10 * power;
}

/// Maps values to shares of an axis' length, and chooses its ticks.
struct Axis {
    double low = 0, high = 1;
    bool logarithmic = false;

    double share(double value) const {
        return logarithmic ? (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low))
                           : (value - low) / (high - low);
    }
    std::vector<double> ticks(double count) const {
        std::vector<double> all;
        if (!logarithmic) {
            const double step = step_of(high - low, count);
            for (double i = std::ceil(low / step - 1e-6); i * step <= high + step * 1e-6; ++i)
                all.push_back(i == 0 ? 0 : i * step);  // no minus zero
            return all;
        }
        const double decades = std::log10(high / low);
        for (double power = std::floor(std::log10(low)); power <= std::ceil(std::log10(high)); ++power) {
            for (int digit = 1; digit <= 9; ++digit) {
                const bool wanted = digit == 1 || (decades < 2.5 && (digit == 2 || digit == 5)) ||
                                    (decades < 1.2 && (digit == 3 || digit == 7));
                const double value = digit * std::pow(10, power);
                if (wanted && value >= low * 0.9999 && value <= high * 1.0001) all.push_back(value);
            }
        }
        return all;
    }
};

double px(const Axis& x, double value) { return kLeft + x.share(value) * kInnerWidth; }
double py(const Axis& y, double value) { return kTop + (1 - y.share(value)) * kInnerHeight; }

std::string draw_axes(const Axis& x, const Axis& y, const std::string& x_label, const std::string& y_label) {
    std::string text;
    for (const double value : y.ticks(5)) {
        text += fmt::format(
            "<line class=\"grid\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
            "<text class=\"end\" x=\"{:.1f}\" y=\"{:.1f}\">{:.6g}</text>\n",
            kLeft, kWidth - kRight, py(y, value), py(y, value), kLeft - 8, py(y, value) + 4, value);
    }
    for (const double value : x.ticks(7)) {
        text += fmt::format(
            "<line class=\"tick\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>"
            "<text class=\"mid\" x=\"{0:.1f}\" y=\"{3:.1f}\">{4:.6g}</text>\n",
            px(x, value), kHeight - kBottom, kHeight - kBottom + 5, kHeight - kBottom + 19, value);
    }
    text += fmt::format("<line class=\"axis\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                        kLeft, kWidth - kRight, kHeight - kBottom, kHeight - kBottom);
    text += fmt::format("<text class=\"mid label\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                        kLeft + kInnerWidth / 2, kHeight - 8, escape_html(x_label));
    text +=
        fmt::format("<text class=\"mid label\" transform=\"translate(14,{:.1f}) rotate(-90)\">{}</text>\n",
                    kTop + kInnerHeight / 2, escape_html(y_label));
    return text;
}

std::string figure(const std::string& title, const std::string& note, const std::string& legend,
                   const std::string& drawing) {
    return fmt::format(
        "<figure>\n<figcaption><h3>{}</h3>{}</figcaption>\n<div class=\"legend\">{}</div>\n"
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n</figure>\n",
        escape_html(title), note.empty() ? "" : "<p>" + escape_html(note) + "</p>", legend, kWidth, kHeight,
        escape_html(title), drawing);
}

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
    std::string legend, drawing = draw_axes(x, y, plot.x_label, plot.y_label);
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
    std::string legend, drawing = draw_axes(x, y, stack.x_label, stack.y_label);
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
