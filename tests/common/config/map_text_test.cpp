// Proves that a map is named after its file or folder, that a map that no scenario could hold is refused with
// one line, and that the refusal of broken roads names the map.
#include "common/config/map_text.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace synchrono::config {
namespace {

namespace fs = std::filesystem;

const fs::path kTwoRoads = fs::path(SYN_TEST_DATA) / "roadmap" / "two_roads.xodr";

class MapFile : public ::testing::Test {
  protected:
    MapFile() { fs::create_directories(folder_ / "town"); }
    ~MapFile() override { fs::remove_all(folder_); }
    fs::path write(const fs::path& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return folder_ / name;
    }
    /// Returns why the map is refused, with the folder removed from the text.
    std::string refusal(const fs::path& file) const {
        const auto map = load_map_text(file);
        if (map) return "accepted";
        const std::string& text = map.error().text;
        return text.starts_with(folder_.string()) ? text.substr(folder_.string().size() + 1) : text;
    }

    const fs::path folder_ = fs::path(::testing::TempDir()) / ("maps_" + std::to_string(::getpid()));
};

TEST_F(MapFile, IsNamedAfterItsFolder) {
    EXPECT_EQ(load_map_text(write("town/map.xodr", "<a/>"))->name, "town");
    EXPECT_EQ(load_map_text(write("village.xodr", "<a/>"))->name, "village");
    EXPECT_EQ(load_map_text(kTwoRoads)->name, "two_roads");
}

TEST_F(MapFile, IsRefusedIfNoScenarioCanHoldIt) {
    const std::string name =
        "expected a name that begins with a letter, a digit or '_' and continues with these, '-' or '.'";
    EXPECT_EQ(refusal(folder_ / "none.xodr"), "none.xodr: no such file");
    EXPECT_EQ(
        refusal(write("my town.xodr", "<a/>")),
        "my town.xodr: a map's name is that of its file or, if that is map.xodr, of its folder: " + name);
    const std::string not_utf8 = "latin.xodr: expected a text in UTF-8 without NUL";
    for (const std::string& text :
         {std::string("Stra\xdf"
                      "e"),
          std::string("\xc3"), std::string("\x80"), std::string("\xc0\xaf"), std::string("\xed\xa0\x80"),
          std::string("\xf4\x90\x80\x80"), std::string("\xff"), std::string(1, '\0')}) {
        EXPECT_EQ(refusal(write("latin.xodr", text)), not_utf8) << text;
    }
    for (const char* text : {"", "a", "\xc3\x9f", "\xe2\x82\xac", "\xf0\x9f\x9a\xa6"}) {
        EXPECT_EQ(refusal(write("fine.xodr", text)), "accepted") << text;
    }
}

TEST(MapText, GivesTheRoadsOfItsMap) {
    const auto roads = road_map_of(load_map_text(kTwoRoads).value());
    ASSERT_TRUE(roads) << roads.error().text;
    EXPECT_NE(roads->road("1"), nullptr);
    EXPECT_EQ(roads->road("3"), nullptr);
}

TEST(MapText, NamesItselfInProblemsOfItsRoads) {
    const auto roads = road_map_of({"town", "<OpenDRIVE>\n<road/></OpenDRIVE>"});
    ASSERT_FALSE(roads);
    EXPECT_TRUE(roads.error().text.starts_with("town:")) << roads.error().text;
}

}  // namespace
}  // namespace synchrono::config
