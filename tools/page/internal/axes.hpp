/// The axes of plots: they map values to places in the picture and have ticks at round numbers.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace synchrono::tools::page {

inline constexpr double kWidth = 560, kHeight = 300, kLeft = 66, kRight = 14, kTop = 12, kBottom = 46;
inline constexpr double kInnerWidth = kWidth - kLeft - kRight, kInnerHeight = kHeight - kTop - kBottom;
inline constexpr std::size_t kColours = 8;

/// Maps values to shares of an axis' length.
struct Axis {
    double low = 0, high = 1;
    bool logarithmic = false;

    double share(double value) const {
        return logarithmic ? (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low))
                           : (value - low) / (high - low);
    }
};

/// A place on an axis, and the text there.
struct Tick {
    double at = 0;
    std::string name;
};
/// Returns about `count` ticks at round numbers.
std::vector<Tick> number_ticks(const Axis& axis, double count);

/// Return the place of a value in the picture, in its own units.
inline double px(const Axis& x, double value) { return kLeft + x.share(value) * kInnerWidth; }
inline double py(const Axis& y, double value) { return kTop + (1 - y.share(value)) * kInnerHeight; }

/// Draws both axes, with a grid at round numbers of `y`.
std::string draw_axes(const Axis& x, const Axis& y, const std::vector<Tick>& x_ticks,
                      const std::string& x_label, const std::string& y_label);

/// Returns the drawing as a figure with its title, note and legend, the latter as HTML.
std::string figure(const std::string& title, const std::string& note, const std::string& legend,
                   const std::string& drawing);

}  // namespace synchrono::tools::page
