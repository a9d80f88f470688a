// Proves that plots keep their points within their axes, name their lines, escape text, and are empty if
// there is nothing to draw.
#include "tools/page/svg_plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>

namespace synchrono::tools::page {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Returns all points of lines in the text.
std::vector<std::pair<double, double>> points_of(const std::string& svg) {
    std::vector<std::pair<double, double>> points;
    static const std::regex point("[ML]([-0-9.]+) ([-0-9.]+)");
    for (std::sregex_iterator it(svg.begin(), svg.end(), point), end; it != end; ++it)
        points.emplace_back(std::stod((*it)[1]), std::stod((*it)[2]));
    return points;
}

TEST(SvgPlot, AnEmptyPlotIsAnEmptyText) {
    EXPECT_EQ(draw_plot({.title = "t", .x_label = "x", .y_label = "y"}), "");
    EXPECT_EQ(draw_plot({.title = "t", .x_label = "x", .y_label = "y", .lines = {{.name = "a"}}}), "");
    EXPECT_EQ(draw_plot({.title = "t",
                         .x_label = "x",
                         .y_label = "y",
                         .lines = {{.name = "a", .points = {{0, 1}}}},
                         .logarithmic_x = true}),
              "");
    EXPECT_EQ(draw_stack({.title = "t", .x_label = "x", .y_label = "y"}), "");
}

TEST(SvgPlot, PointsStayWithinTheAxes) {
    for (const bool logarithmic : {false, true}) {
        const std::string svg =
            draw_plot({.title = "t",
                       .x_label = "x",
                       .y_label = "y",
                       .lines = {{.name = "a", .points = {{1e-3, 0}, {7, 3}, {123456, 5}}},
                                 {.name = "b", .points = {{2, 2}}, .steps = true}},
                       .logarithmic_x = logarithmic});
        const auto points = points_of(svg);
        EXPECT_EQ(points.size(), 4U);
        for (const auto& [x, y] : points) {
            EXPECT_GE(x, 58);
            EXPECT_LE(x, 546);
            EXPECT_GE(y, 12);
            EXPECT_LE(y, 254);
        }
        EXPECT_THAT(svg, AllOf(HasSubstr(">a</span>"), HasSubstr(">b</span>"), Not(HasSubstr("nan")),
                               Not(HasSubstr("inf")), Not(HasSubstr(">-0<"))));
    }
}

TEST(SvgPlot, AllZerosCanBeDrawn) {
    const std::string svg = draw_plot(
        {.title = "t", .x_label = "x", .y_label = "y", .lines = {{.name = "a", .points = {{0, 0}}}}});
    EXPECT_THAT(svg, AllOf(HasSubstr("<svg"), Not(HasSubstr("nan"))));
}

TEST(SvgPlot, BarsAreSharesOfTheirSum) {
    const std::string svg = draw_stack({.title = "t",
                                        .x_label = "x",
                                        .y_label = "y",
                                        .bar_width = 50,
                                        .parts = {{"heard", "var(--heard)", {3, 0}},
                                                  {"lost", "var(--weak)", {1}},
                                                  {"never", "var(--fault)", {0, 0}}}});
    EXPECT_THAT(
        svg, AllOf(HasSubstr("0 to 50: 75.00 % heard (3 of 4)"), HasSubstr("0 to 50: 25.00 % lost (1 of 4)"),
                   Not(HasSubstr("never")), Not(HasSubstr("nan"))));
}

TEST(SvgPlot, TextIsEscaped) {
    EXPECT_EQ(escape_html("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    EXPECT_THAT(
        draw_plot(
            {.title = "<t>", .x_label = "x", .y_label = "y", .lines = {{.name = "<a>", .points = {{0, 1}}}}}),
        Not(HasSubstr("<a>")));
}

}  // namespace
}  // namespace synchrono::tools::page
