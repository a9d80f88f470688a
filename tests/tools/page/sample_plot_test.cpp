// Proves that plots of samples keep all marks within the axes, whose range follows the data, and name series,
// axes and values.
#include "tools/page/sample_plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>

namespace synchrono::tools::page {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

SamplePlot plot_of(std::vector<Sample> samples) {
    return {.title = "t",
            .x_label = "x",
            .y_label = "y",
            .series = {{.name = "", .samples = std::move(samples)}}};
}

std::vector<double> numbers_of(const std::string& svg, const std::string& pattern) {
    std::vector<double> numbers;
    const std::regex expression(pattern);
    for (std::sregex_iterator it(svg.begin(), svg.end(), expression), end; it != end; ++it)
        numbers.push_back(std::stod((*it)[1]));
    return numbers;
}

std::vector<double> y_ticks(const std::string& svg) {
    return numbers_of(svg, "class=\"end\"[^>]*>([-0-9.e+]+)<");
}

TEST(SamplePlot, IsEmptyWithoutSamples) {
    EXPECT_EQ(draw_samples({.title = "t", .x_label = "x", .y_label = "y"}), "");
    EXPECT_EQ(draw_samples(plot_of({})), "");
}

TEST(SamplePlot, TheAxisFollowsTheDataAndNotZero) {
    const std::string svg = draw_samples(plot_of(
        {{.x = 1, .mean = 100.2, .half_width = 0.1}, {.x = 2, .mean = 100.4, .values = {{"run", 100.5}}}}));
    const auto ticks = y_ticks(svg);
    ASSERT_GE(ticks.size(), 3u);
    EXPECT_GE(ticks.front(), 100);
    EXPECT_LE(ticks.back(), 100.6);
    EXPECT_THAT(svg, HasSubstr(">100.2</text>")) << "ticks are at round numbers";
}

TEST(SamplePlot, MarksStayWithinTheAxes) {
    for (const bool logarithmic : {false, true}) {
        SamplePlot plot = plot_of({{.x = 0.1, .mean = -3, .half_width = 2, .values = {{"a", -9}, {"b", 3}}},
                                   {.x = 100, .mean = 50, .half_width = 30}});
        plot.logarithmic_x = logarithmic;
        const std::string svg = draw_samples(plot);
        const auto x = numbers_of(svg, "cx=\"([-0-9.]+)\""), y = numbers_of(svg, "cy=\"([-0-9.]+)\"");
        EXPECT_EQ(x.size(), 4u);
        for (const double at : x) EXPECT_TRUE(at >= 66 && at <= 546) << at;
        for (const double at : y) EXPECT_TRUE(at >= 12 && at <= 254) << at;
        for (const double at : numbers_of(svg, "V([-0-9.]+)")) EXPECT_TRUE(at >= 12 && at <= 254) << at;
        EXPECT_THAT(svg, AllOf(Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
    }
}

TEST(SamplePlot, EqualValuesCanBeDrawn) {
    for (const double value : {0.0, 7.0, -1e-9, 1e12}) {
        // The second value differs only by a rounding error.
        const std::string svg = draw_samples(
            plot_of({{.x = 5, .mean = value}, {.x = 5, .mean = value * (1 + 3e-16), .half_width = 0}}));
        EXPECT_THAT(svg, AllOf(HasSubstr("<svg"), Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
        EXPECT_LT(y_ticks(svg).size(), 12u);
    }
}

TEST(SamplePlot, SeriesStayAtTheirPlace) {
    SamplePlot plot{.title = "t", .x_label = "x", .y_label = "y", .x_names = {"a", "b", "c", "d"}};
    for (int i = 0; i < 20; ++i) {
        plot.series.push_back({.name = "s"});
        for (double x = 0; x < 4; ++x) plot.series.back().samples.push_back({.x = x, .mean = x});
    }
    const auto at = numbers_of(draw_samples(plot), "class=\"mean\" cx=\"([-0-9.]+)\"");
    ASSERT_EQ(at.size(), 80u);
    EXPECT_LT(at[76], at[1]) << "the last series at a is left of the first series at b";
    EXPECT_LT(at[77], at[2]);
}

TEST(SamplePlot, TicksOfASmallRangeDiffer) {
    const auto ticks =
        y_ticks(draw_samples(plot_of({{.x = 1, .mean = 1000000.1}, {.x = 2, .mean = 1000000.4}})));
    ASSERT_GE(ticks.size(), 2u);
    for (std::size_t i = 1; i < ticks.size(); ++i) EXPECT_LT(ticks[i - 1], ticks[i]);
}

TEST(SamplePlot, NamesSeriesPlacesAndValues) {
    SamplePlot plot = plot_of({{.x = 0, .mean = 1, .half_width = 0.5, .values = {{"run <1>", 1}}}});
    plot.x_names = {"false", "true & more"};
    EXPECT_THAT(draw_samples(plot), Not(HasSubstr("<i class"))) << "a single series needs no legend";
    plot.series[0].name = "radio <on>";
    plot.series.push_back({.name = "radio off", .samples = {{.x = 1, .mean = 2}}});
    const std::string svg = draw_samples(plot);
    EXPECT_THAT(svg, AllOf(HasSubstr("</i>radio &lt;on&gt;</span>"), HasSubstr("</i>radio off</span>"),
                           HasSubstr(">false</text>"), HasSubstr(">true &amp; more</text>"),
                           HasSubstr("<title>run &lt;1&gt;: 1</title>"),
                           HasSubstr("<title>radio &lt;on&gt;: mean 1, 95 % 0.5 to 1.5</title>")));
    EXPECT_THAT(svg, Not(HasSubstr("class=\"line"))) << "there is nothing between names";
}

}  // namespace
}  // namespace synchrono::tools::page
