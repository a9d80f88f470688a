// Proves that the lines on the page keep the shape of the drives, and that the number of samples for the
// page's script is bounded. The script knows what each agent is and when lamps changed.
#include "tools/report/trajectories.hpp"

#include <gtest/gtest.h>
#include <json/json.h>
#include <sstream>

#include "pcp/synchrono_radio.h"
#include "tests/tools/study/make_drives.hpp"
#include "tools/map/map_picture.hpp"

namespace synchrono::tools::report {
namespace {

TEST(Trajectories, KeepTheirShapeInFewPoints) {
    std::vector<geo::Vec2> line;
    for (int i = 0; i <= 100; ++i) line.push_back({static_cast<double>(i), 0.05 * (i % 2)});
    EXPECT_EQ(simplified(line, 0.1), (std::vector<std::size_t>{0, 100}));
    for (int i = 1; i <= 50; ++i) line.push_back({100, static_cast<double>(i)});
    const auto kept = simplified(line, 0.1);
    EXPECT_EQ(kept, (std::vector<std::size_t>{0, 100, 150}));
    EXPECT_EQ(simplified({{1, 1}}, 0.1), (std::vector<std::size_t>{0}));
    EXPECT_EQ(simplified({{1, 1}, {1, 1}}, 0.1), (std::vector<std::size_t>{0, 1}));
    EXPECT_TRUE(simplified({}, 0.1).empty());
    // On a line that goes there and back the turning point stays.
    EXPECT_EQ(simplified({{0, 0}, {10, 0}, {0, 0}}, 0.1), (std::vector<std::size_t>{0, 1, 2}));
}

TEST(Trajectories, HaveABoundedNumberOfSamples) {
    study::Study study;
    study.drives = study::testing::together({study::testing::straight("a", {0, 0}, {10, 0}, 100)});
    Json::Value data;
    std::istringstream(play_data(study, 50)) >> data;
    EXPECT_LE(data["drives"][0]["x"].size(), 51u);
    EXPECT_GE(data["drives"][0]["x"].size(), 45u);
}

TEST(PlayData, HasKindsOfAgentsAndTheColoursOfLamps) {
    study::Study study;
    study.drives = study::testing::together({study::testing::straight("car", {0, 0}, {10, 0}, 1),
                                             study::testing::straight("walker", {0, 5}, {1, 0}, 1)});
    study.drives.drives[1].kind = study::Drive::Kind::pedestrian;
    config::Intersection& crossing = study.scenario.intersections["crossing"];
    crossing.id = 7;
    crossing.junction = "10";
    study.drives.signals = {
        {.name = "lights",
         .intersection = 7,
         .changes = {{study::testing::at_s(0), 2, SYN_SIGNAL_STOP},
                     {study::testing::at_s(3), 2, SYN_SIGNAL_PROTECTED_GREEN},
                     {study::testing::at_s(9), 2, SYN_SIGNAL_PROTECTED_YELLOW},
                     {study::testing::at_s(12), 2, SYN_SIGNAL_DARK}}},
        {.name = "elsewhere", .intersection = 8, .changes = {{study::testing::at_s(0), 1, 3}}}};
    Json::Value data;
    std::istringstream(play_data(study)) >> data;
    EXPECT_EQ(data["drives"][0]["k"].asString(), "v");
    EXPECT_EQ(data["drives"][1]["k"].asString(), "p");
    ASSERT_EQ(data["lamps"].size(), 1u) << "the map has no lamps for other intersections";
    EXPECT_EQ(data["lamps"][0]["n"].asString(), map::lamp_name("10", 2));
    EXPECT_EQ(data["lamps"][0]["c"].asString(), "rgyo");
    EXPECT_EQ(data["lamps"][0]["t"][1].asDouble(), 3);
}

}  // namespace
}  // namespace synchrono::tools::report
