#include "tools/drive/drive_picture.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

#include "common/geo/angle.hpp"

namespace synchrono::tools::drive {
namespace {

constexpr double kPanelWidth = 460, kPanelHeight = 240, kLeft = 64, kTop = 56, kGapX = 90, kGapY = 74;
constexpr const char* kDriven = "stroke=\"#1464b4\" stroke-width=\"2\"";
constexpr const char* kReference = "stroke=\"#d2691e\" stroke-width=\"1.5\" stroke-dasharray=\"6 4\"";
constexpr std::size_t kPointsMax = 1'500;  // in a line; the samples between them are left out

struct Range {
    double low = 0, high = 0;
    void include(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

/// Returns 1, 2 or 5 times a power of ten, so that about five ticks fit into the range.
double tick_of(const Range& range) {
    const double rough = (range.high - range.low) / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (rough <= step * power) return step * power;
    }
    return 10 * power;
}

using Channel = std::function<double(const DriveSample&)>;

struct Panel {
    const char *title, *x_label, *y_label;
    Channel x, y;
    bool equal_scales = false;
};

std::string line(const Panel& panel, std::span<const DriveSample> samples,
                 const std::function<double(double)>& px, const std::function<double(double)>& py,
                 const char* style) {
    std::string text = fmt::format("<polyline fill=\"none\" {} points=\"", style);
    const std::size_t stride = 1 + samples.size() / kPointsMax;
    for (std::size_t i = 0; i < samples.size(); i += stride) {
        text += fmt::format("{:.1f},{:.1f} ", px(panel.x(samples[i])), py(panel.y(samples[i])));
    }
    return text + "\"/>\n";
}

std::string draw(const Panel& panel, double left, double top, std::span<const DriveSample> driven,
                 std::span<const DriveSample> reference) {
    Range xs{panel.x(driven[0]), panel.x(driven[0])}, ys{panel.y(driven[0]), panel.y(driven[0])};
    for (const auto& samples : {driven, reference}) {
        for (const DriveSample& s : samples) {
            xs.include(panel.x(s));
            ys.include(panel.y(s));
        }
    }
    const auto widen = [](Range& range, double least) {
        const double missing = std::max(0.0, least - (range.high - range.low)),
                     margin = 0.05 * (range.high - range.low);
        range.low -= missing / 2 + margin;
        range.high += missing / 2 + margin;
    };
    widen(ys, panel.equal_scales ? 2 : 0.02);
    if (panel.equal_scales) {
        widen(xs, 2);
        // Widens one of the ranges so that a metre has the same length along both axes.
        const double metre = std::min(kPanelWidth / (xs.high - xs.low), kPanelHeight / (ys.high - ys.low));
        const double more_x = kPanelWidth / metre - (xs.high - xs.low),
                     more_y = kPanelHeight / metre - (ys.high - ys.low);
        xs = {xs.low - more_x / 2, xs.high + more_x / 2};
        ys = {ys.low - more_y / 2, ys.high + more_y / 2};
    }
    const auto px = [&](double x) { return left + (x - xs.low) / (xs.high - xs.low) * kPanelWidth; };
    const auto py = [&](double y) {
        return top + kPanelHeight - (y - ys.low) / (ys.high - ys.low) * kPanelHeight;
    };
    std::string text = fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"title\">{}</text>\n"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n"
        "<text transform=\"translate({:.1f},{:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
        left, top - 8, panel.title, left + kPanelWidth / 2, top + kPanelHeight + 34, panel.x_label, left - 46,
        top + kPanelHeight / 2, panel.y_label);
    const double x_tick = tick_of(xs), y_tick = tick_of(ys);
    for (double x = std::ceil(xs.low / x_tick) * x_tick; x <= xs.high; x += x_tick) {
        text += fmt::format(
            "<line class=\"grid\" x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\"/>"
            "<text x=\"{0:.1f}\" y=\"{3:.1f}\" text-anchor=\"middle\">{4:.6g}</text>\n",
            px(x), top, top + kPanelHeight, top + kPanelHeight + 16, std::abs(x) < x_tick / 1e3 ? 0 : x);
    }
    for (double y = std::ceil(ys.low / y_tick) * y_tick; y <= ys.high; y += y_tick) {
        text += fmt::format(
            "<line class=\"grid\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>"
            "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.6g}</text>\n",
            left, py(y), left + kPanelWidth, py(y), left - 6, py(y) + 4, std::abs(y) < y_tick / 1e3 ? 0 : y);
    }
    text += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#444\"/>\n", left,
        top, kPanelWidth, kPanelHeight);
    text += line(panel, driven, px, py, kDriven);
    if (!reference.empty()) {
        text += line(panel, reference, px, py, kReference);
    }
    return text;
}

}  // namespace

std::string draw_drive(const std::string& title, std::span<const DriveSample> driven,
                       std::span<const DriveSample> reference) {
    using S = DriveSample;
    const Channel time = [](const S& s) { return s.t; };
    const Panel panels[] = {
        {"trajectory", "x in m", "y in m", [](const S& s) { return s.x; }, [](const S& s) { return s.y; },
         true},
        {"speed", "time in s", "m/s", time, [](const S& s) { return std::hypot(s.vx, s.vy); }},
        {"yaw rate", "time in s", "rad/s", time, [](const S& s) { return s.wz; }},
        {"lateral acceleration", "time in s", "m/s²", time, [](const S& s) { return s.ay; }},
        {"roll", "time in s", "degrees", time, [](const S& s) { return s.roll * geo::kDeg; }},
        {"steering", "time in s", "input, left positive", time, [](const S& s) { return s.inputs.steering; }},
    };
    constexpr double kRows = std::size(panels) / 2;
    const double width = kLeft + 2 * kPanelWidth + kGapX + 20,
                 height = kTop + kRows * kPanelHeight + (kRows - 1) * kGapY + 70;
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
        "<style>text{{font:12px sans-serif;fill:#222}} .title{{font-weight:bold}} .name{{font-size:15px}} "
        ".grid{{stroke:#ddd}}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        width, height);
    for (std::size_t i = 0; i < std::size(panels); ++i) {
        text += draw(panels[i], kLeft + static_cast<double>(i % 2) * (kPanelWidth + kGapX),
                     kTop + static_cast<double>(i / 2) * (kPanelHeight + kGapY), driven, reference);
    }
    text += fmt::format("<text x=\"{}\" y=\"20\" class=\"title name\">{}</text>\n", kLeft, title);
    const auto legend = [&](double left, const char* style, const char* name) {
        text += fmt::format(
            "<line x1=\"{0}\" y1=\"{1}\" x2=\"{2}\" y2=\"{1}\" {3}/><text x=\"{4}\" y=\"{5}\">{6}</text>\n",
            left, height - 16, left + 36, style, left + 44, height - 12, name);
    };
    legend(kLeft, kDriven, "driven");
    if (!reference.empty()) legend(kLeft + 140, kReference, "reference");
    return text + "</svg>\n";
}

}  // namespace synchrono::tools::drive
