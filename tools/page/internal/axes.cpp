#include "tools/page/internal/axes.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "tools/page/svg_plot.hpp"

namespace synchrono::tools::page {
namespace {

constexpr int kDigitsMin = 6;  // of the numbers at ticks

/// Returns 1, 2 or 5 times a power of ten, so that about `count` steps fit into `span`.
double step_of(double span, double count) {
    const double rough = span / count;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (rough <= step * power * 1.0000001) return step * power;
    }
    return 10 * power;
}

std::vector<double> round_numbers(const Axis& axis, double count) {
    const auto [low, high, logarithmic] = axis;
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

}  // namespace

std::vector<Tick> number_ticks(const Axis& axis, double count) {
    const auto numbers = round_numbers(axis, count);
    int digits = kDigitsMin;
    if (!axis.logarithmic && numbers.size() > 1) {
        // Neighbours differ in the last digit at least.
        const double largest = std::max(std::abs(numbers.front()), std::abs(numbers.back()));
        digits = std::max(digits, static_cast<int>(std::log10(largest / (numbers[1] - numbers[0]))) + 2);
    }
    std::vector<Tick> ticks;
    for (const double value : numbers) ticks.push_back({value, fmt::format("{:.{}g}", value, digits)});
    return ticks;
}

std::string draw_axes(const Axis& x, const Axis& y, const std::vector<Tick>& x_ticks,
                      const std::string& x_label, const std::string& y_label) {
    std::string text;
    for (const auto& [value, name] : number_ticks(y, 5)) {
        text += fmt::format(
            "<line class=\"grid\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
            "<text class=\"end\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
            kLeft, kWidth - kRight, py(y, value), py(y, value), kLeft - 8, py(y, value) + 4, name);
    }
    for (const auto& [value, name] : x_ticks) {
        text += fmt::format(
            "<line class=\"tick\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>"
            "<text class=\"mid\" x=\"{0:.1f}\" y=\"{3:.1f}\">{4}</text>\n",
            px(x, value), kHeight - kBottom, kHeight - kBottom + 5, kHeight - kBottom + 19,
            escape_html(name));
    }
    text += fmt::format("<line class=\"axis\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                        kLeft, kWidth - kRight, kHeight - kBottom, kHeight - kBottom);
    text += fmt::format("<text class=\"mid label\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                        kLeft + kInnerWidth / 2, kHeight - 8, escape_html(x_label));
    text +=
        fmt::format("<text class=\"mid label\" transform=\"translate(11,{:.1f}) rotate(-90)\">{}</text>\n",
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

}  // namespace synchrono::tools::page
