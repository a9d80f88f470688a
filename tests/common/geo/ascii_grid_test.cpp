// Proves that an ESRI ASCII grid is read correctly, and that a wrong one is refused with one line.
#include "common/geo/ascii_grid.hpp"

#include <gtest/gtest.h>

namespace synchrono::geo {
namespace {

const std::string kGrid =
    "NCOLS 3\r\nnrows 2\nxllcorner 100\nyllcorner -50\ncellsize 10\nNODATA_value -9999\n1 2 3\n4\t5 6.5\n";

std::string altered(const std::string& what, const std::string& by) {
    std::string text = kGrid;
    text.replace(text.find(what), what.size(), by);
    return text;
}

std::string refusal(const std::string& text) {
    const auto field = read_ascii_grid(text, "hill.asc");
    return field ? "accepted" : field.error().text;
}

TEST(AsciiGrid, HasItsFirstRowInTheNorth) {
    const auto field = read_ascii_grid(kGrid, "hill.asc");
    ASSERT_TRUE(field) << field.error().text;
    EXPECT_EQ(field->at(105, -35).height_m, 1);  // these places are the middles of cells
    EXPECT_EQ(field->at(125, -35).height_m, 3);
    EXPECT_EQ(field->at(105, -45).height_m, 4);
    EXPECT_EQ(field->at(125, -45).height_m, 6.5);
}

TEST(AsciiGrid, MayGiveTheMiddleOfItsCornerCell) {
    const auto field =
        read_ascii_grid("nrows 1\nncols 2\ncellsize 10\nxllcenter 100\nyllcenter 7\n+1 2e0", "hill.asc");
    ASSERT_TRUE(field) << field.error().text;
    EXPECT_EQ(field->at(100, 7).height_m, 1);
    EXPECT_EQ(field->at(110, 7).height_m, 2);
}

TEST(AsciiGrid, FillsCellsWithoutData) {
    const auto field = read_ascii_grid(altered("\t5 ", "\t-9999 "), "hill.asc");
    ASSERT_TRUE(field) << field.error().text;
    EXPECT_NEAR(field->at(115, -45).height_m, (4 + 6.5 + 2) / 3, 1e-6);
}

TEST(AsciiGrid, NamesMistakesWithTheirLine) {
    struct Row {
        std::string text, problem;
    };
    const Row rows[] = {
        {kGrid, "accepted"},
        {"", "hill.asc:1: expected 'ncols' before the heights"},
        {altered("nrows 2\n", ""), "hill.asc:5: expected 'nrows' before the heights"},
        {altered("xllcorner 100", "xllcorner"),
         "hill.asc:4: 'xllcorner': expected a number, not 'yllcorner'"},
        {altered("NCOLS 3", "NCOLS 2.5"),
         "hill.asc:1: 'ncols': expected a whole number from 1 to 16000000, not 2.5"},
        {altered("NCOLS 3", "NCOLS 16000000"), "hill.asc:6: expected at most 16000000 heights"},
        {altered("NCOLS 3", "NCOLS 4000000"),
         "hill.asc:6: the file is too short for so many rows and columns"},
        {altered("cellsize 10", "cellsize 0"),
         "hill.asc:5: 'cellsize': expected a number from 0.01 to 100000, not 0"},
        {altered("yllcorner -50", "yllcorner -5e7"),
         "hill.asc:4: 'yllcorner': expected a number from -10000000 to 10000000, not -50000000"},
        {altered("nrows 2", "nrows 2 ncols 3"), "hill.asc:2: 'ncols' is given twice"},
        {altered("4\t5 6.5", "4\t5"),
         "hill.asc:9: the file ends in row 2 of 2, after 2 of 3 heights in this row"},
        {altered("6.5", "6.5 7"), "hill.asc:8: expected the end after 2 rows of heights, not '7'"},
        {altered("6.5", "high"), "hill.asc:8: expected a height from -100000 to 100000 m, not 'high'"},
        {altered("6.5", "nan"), "hill.asc:8: expected a height from -100000 to 100000 m, not 'nan'"},
        {altered("6.5", "1e6"), "hill.asc:8: expected a height from -100000 to 100000 m, not '1e6'"},
        {altered("6.5", std::string("\0\x80", 2)),
         "hill.asc:8: expected a height from -100000 to 100000 m, not '?\?'"},
    };
    for (const Row& row : rows) EXPECT_EQ(refusal(row.text), row.problem);
}

}  // namespace
}  // namespace synchrono::geo
