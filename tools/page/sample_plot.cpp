#include "tools/page/sample_plot.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "tools/page/internal/axes.hpp"
#include "tools/page/svg_plot.hpp"

namespace synchrono::tools::page {
namespace {

constexpr double kBesideMax = 18;   // from one series to the next at the same x
constexpr double kCharWidth = 6.5;  // of the names below the axis, on average
constexpr double kRounding = 1e-9;  // values whose relative difference is smaller are drawn as equal
constexpr double kCap = 4;          // half the width of the caps of an interval

struct Range {
    double low = 0, high = 0;
    bool any = false;

    void add(double value) {
        low = any ? std::min(low, value) : value;
        high = any ? std::max(high, value) : value;
        any = true;
    }
};

/// Returns the axis for a range, with space around it.
Axis axis_around(const Range& range) {
    const double span = range.high - range.low;
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    const double space = span > kRounding * largest ? 0.07 * span : largest > 0 ? 0.1 * largest : 1;
    return {.low = range.low - space, .high = range.high + space};
}

Axis x_axis(const SamplePlot& plot, const Range& range) {
    if (!plot.x_names.empty()) return {.low = -0.5, .high = static_cast<double>(plot.x_names.size()) - 0.5};
    if (!plot.logarithmic_x) return axis_around(range);
    const double space = std::pow(range.high > range.low ? range.high / range.low : 10, 0.07);
    return {.low = range.low / space, .high = range.high * space, .logarithmic = true};
}

std::vector<Tick> x_ticks(const SamplePlot& plot, const Axis& x) {
    if (plot.x_names.empty()) return number_ticks(x, 7);
    std::vector<Tick> ticks;
    const auto count = static_cast<double>(plot.x_names.size());
    const auto chars_max = static_cast<std::size_t>(std::max(3.0, kInnerWidth / count / kCharWidth));
    for (const std::string& name : plot.x_names) {
        ticks.push_back({static_cast<double>(ticks.size()),
                         name.size() > chars_max ? name.substr(0, chars_max - 2) + ".." : name});
    }
    return ticks;
}

/// Returns the distance from one series to the next at the same x, so that all of them are nearer to this x
/// than to others.
double beside_of(const SamplePlot& plot) {
    std::size_t places = 1;
    for (const SampleSeries& series : plot.series) places = std::max(places, series.samples.size());
    return std::min(kBesideMax, 0.8 * kInnerWidth / static_cast<double>(places * plot.series.size()));
}

/// Draws a sample with its single values at `singles`.
std::string draw_sample(const Sample& sample, const std::string& series, double at, double singles,
                        const Axis& y, const std::string& colour) {
    std::string text;
    for (const SampleValue& value : sample.values) {
        text += fmt::format(
            "<circle class=\"single\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"><title>{}: "
            "{:.5g}</title></circle>\n",
            singles, py(y, value.value), colour, escape_html(value.name), value.value);
    }
    std::string interval;
    if (sample.half_width) {
        const double low = sample.mean - *sample.half_width, high = sample.mean + *sample.half_width;
        interval = fmt::format(", 95 % {:.5g} to {:.5g}", low, high);
        text += fmt::format(
            "<path class=\"interval\" stroke=\"{}\" d=\"M{:.1f} {:.1f}h{}M{:.1f} {:.1f}V{:.1f}M{:.1f} "
            "{:.1f}h{}\"/>\n",
            colour, at - kCap, py(y, high), 2 * kCap, at, py(y, high), py(y, low), at - kCap, py(y, low),
            2 * kCap);
    }
    return text +
           fmt::format(
               "<circle class=\"mean\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" fill=\"{}\"><title>{}mean "
               "{:.5g}{}</title></circle>\n",
               at, py(y, sample.mean), colour, series.empty() ? "" : escape_html(series) + ": ", sample.mean,
               interval);
}

}  // namespace

std::string draw_samples(const SamplePlot& plot) {
    Range x_range, y_range;
    for (const SampleSeries& series : plot.series) {
        for (const Sample& sample : series.samples) {
            x_range.add(sample.x);
            y_range.add(sample.mean - sample.half_width.value_or(0));
            y_range.add(sample.mean + sample.half_width.value_or(0));
            for (const SampleValue& value : sample.values) y_range.add(value.value);
        }
    }
    if (!y_range.any) return "";
    const Axis x = x_axis(plot, x_range), y = axis_around(y_range);
    const double beside = beside_of(plot);
    std::string legend, drawing = draw_axes(x, y, x_ticks(plot, x), plot.x_label, plot.y_label);
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        const SampleSeries& series = plot.series[i];
        const std::string colour = fmt::format("var(--c{})", i % kColours);
        const double shift =
            beside * (static_cast<double>(i) - static_cast<double>(plot.series.size() - 1) / 2);
        std::string path, marks;
        for (const Sample& sample : series.samples) {
            const double at = px(x, sample.x) + shift;
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", at, py(y, sample.mean));
            marks += draw_sample(sample, series.name, at, at - 0.45 * beside, y, colour);
        }
        // A line between names would suggest that there is something between them.
        if (plot.x_names.empty())
            drawing += fmt::format("<path class=\"line faint\" stroke=\"{}\" d=\"{}\"/>\n", colour, path);
        drawing += marks;
        if (plot.series.size() > 1) {
            legend += fmt::format("<span><i class=\"box\" style=\"background:{}\"></i>{}</span>", colour,
                                  escape_html(series.name));
        }
    }
    return figure(plot.title, "", legend, drawing);
}

}  // namespace synchrono::tools::page
