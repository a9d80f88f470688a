/// Draws samples side by side as SVG for an HTML page: each with its single values, its mean and the
/// confidence interval of the mean. Colours are as in svg_plot.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace synchrono::tools::page {

struct SampleValue {
    std::string name;
    double value = 0;
};

/// Values that were taken under the same conditions.
struct Sample {
    double x = 0;
    double mean = 0;
    std::optional<double> half_width = {};  // of the confidence interval of the mean
    std::vector<SampleValue> values = {};
};

struct SampleSeries {
    std::string name;
    std::vector<Sample> samples = {};  // ascending x
};

/// Series of samples over common axes. Both axes have the range of the data, with some space around it.
struct SamplePlot {
    std::string title;
    std::string x_label, y_label;
    std::vector<std::string> x_names = {};  // of x = 0, 1, 2, ...; empty: x has numbers
    bool logarithmic_x = false;             // requires that each x is above 0
    std::vector<SampleSeries> series = {};
};

/// Returns a figure with its title and, if there are several series, their names; or "" without samples.
std::string draw_samples(const SamplePlot& plot);

}  // namespace synchrono::tools::page
