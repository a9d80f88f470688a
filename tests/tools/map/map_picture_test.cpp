// Proves that a picture holds the buildings, lanes, lamps, crosswalks and names of the map, with one unit for
// each metre, and that the picture is well-formed whatever names the map has.
#include "tools/map/map_picture.hpp"

#include <gmock/gmock.h>
#include <pugixml.hpp>

#include "common/config/map_text.hpp"
#include "tests/common/roadmap/map_text.hpp"

namespace synchrono::tools::map {
namespace {

using roadmap::testing::altered;
using roadmap::testing::make_map;
using roadmap::testing::map_text;
using ::testing::HasSubstr;
using ::testing::Not;

std::string madison() {
    return config::load_map_text(SYN_SOURCE_DIR "/maps/park_university/map.xodr")->open_drive;
}

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
    return found;
}

TEST(DrawMap, IsAWellFormedDocument) {
    for (const std::string& map : {madison(), map_text("two_roads")}) {
        const std::string drawn = draw_map(make_map(map), "a & b");
        pugi::xml_document document;
        EXPECT_TRUE(document.load_string(drawn.c_str()));
        EXPECT_THAT(drawn, HasSubstr("a &amp; b"));
        EXPECT_THAT(drawn, Not(HasSubstr("nan")));
        EXPECT_THAT(drawn, HasSubstr("prefers-color-scheme:dark"));
    }
}

TEST(DrawMap, HasThePartsOfTheMap) {
    const std::string drawn = draw_map(make_map(madison()), "park_university");
    EXPECT_EQ(count(drawn, "class=\"building\""), 15u);
    EXPECT_EQ(count(drawn, "class=\"line stop\""), 17u) << "each lane to a junction has a stop line";
    EXPECT_EQ(count(drawn, "class=\"lamp\""), 17u);
    EXPECT_GT(count(drawn, "class=\"zebra\""), 8u * 5);
    EXPECT_EQ(count(drawn, "class=\"bus\""), 2u);
    for (const char* name : {"University Avenue west (12)", "Park Street middle (22)", "Vilas Hall", ">100<",
                             ">200<", "50 m", ">N<"}) {
        EXPECT_THAT(drawn, HasSubstr(name));
    }
}

TEST(PictureOf, HasOneUnitPerMetreAndNorthUp) {
    const MapPicture picture = picture_of(make_map(map_text("two_roads")), "street");
    // The street begins at (0, 0). Lane 2 ends 7 m to the left of its line, the sidewalk 9 m to the right.
    EXPECT_THAT(picture.ground, HasSubstr("0.00,-3.50 60.00,-3.50 60.00,-7.00 0.00,-7.00"));
    EXPECT_LE(picture.left, -10);
    EXPECT_LE(picture.top, -7);
    EXPECT_GE(picture.left + picture.width, 150);
    EXPECT_THAT(picture.ground, Not(HasSubstr("<text")));
    EXPECT_THAT(picture.names, HasSubstr("Street (1)"));
}

TEST(PictureOf, EscapesNames) {
    const std::string text = altered(map_text("two_roads"), "name=\"Street\"", "name=\"A&lt;B\"");
    EXPECT_THAT(picture_of(make_map(text), "").names, HasSubstr("A&lt;B (1)"));
}

}  // namespace
}  // namespace synchrono::tools::map
