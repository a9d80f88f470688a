// Proves that a scenario holds the whole of its map, takes its origin from the map, and places agents on the
// map's roads. Everything that does not fit is refused with one line; the problems inside a map follow on
// lines of their own.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

namespace fs = std::filesystem;

const fs::path kData = fs::path(SYN_TEST_DATA) / "roadmap";
const std::string kMap = R"("map": "./two_roads.xodr",)";

ScenarioText on_map(const std::string& place, const std::string& agent = "") {
    return {.extra = kMap, .agent = agent, .place = place};
}

Result<Scenario> read(const ScenarioText& text) { return read_scenario(text.text(), kData / "s.json"); }

std::string refusal(const ScenarioText& text) {
    const auto scenario = read(text);
    if (scenario) return "accepted";
    const std::string head = (kData / "s.json").string() + ":";
    const std::string& what = scenario.error().text;
    return what.starts_with(head) ? what.substr(head.size()) : what;
}

TEST(ScenarioMap, IsContainedInTheResolvedScenario) {
    const Scenario scenario = read(on_map(R"({"road": "1", "lane": -1, "s_m": 40})")).value();
    ASSERT_TRUE(scenario.map);
    EXPECT_EQ(scenario.map->name, "two_roads");
    EXPECT_NE(scenario.map->open_drive.find("<road name=\"Street\""), std::string::npos);
    const auto again = read_scenario(to_json(scenario), "/elsewhere/s.json");
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(*again, scenario);
    EXPECT_EQ(scenario_id(*again), scenario_id(scenario));
}

TEST(ScenarioMap, IsFoundByNameBesideTheFolderOfTheScenario) {
    const fs::path root = fs::path(::testing::TempDir()) / "scenario_map";
    fs::create_directories(root / "maps/town");
    fs::copy_file(kData / "two_roads.xodr", root / "maps/town/map.xodr",
                  fs::copy_options::overwrite_existing);
    const ScenarioText text{.extra = R"("map": "town",)"};
    const auto scenario = read_scenario(text.text(), root / "scenarios/s.json");
    fs::remove_all(root);
    ASSERT_TRUE(scenario) << scenario.error().text;
    EXPECT_EQ(scenario->map->name, "town");
}

TEST(ScenarioMap, GivesTheOriginUnlessTheScenarioHasOne) {
    EXPECT_NEAR(read(on_map(R"({"position": [0, 0, 0]})"))->origin.latitude_deg, 43.07, 1e-9);
    EXPECT_NEAR(read(on_map(R"({"position": [0, 0, 0]})"))->origin.longitude_deg, -89.4, 1e-9);
    ScenarioText other = on_map(R"({"position": [0, 0, 0]})");
    other.extra += R"("origin": {"latitude_deg": 1, "longitude_deg": 2},)";
    EXPECT_EQ(read(other)->origin, (geo::Geodetic{1, 2, 0}));
    EXPECT_EQ(read({})->origin, geo::Geodetic{});
    EXPECT_FALSE(read({})->map);
}

/// Returns the origin of a scenario whose map has this projection and this offset in its header.
geo::Geodetic origin_with(const std::string& projection, const std::string& offset) {
    std::ifstream in(kData / "two_roads.xodr");
    std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::string begin = "<geoReference>", end = "</geoReference>";
    const std::size_t from = text.find(begin) + begin.size();
    text.replace(from, text.find(end) - from, projection);
    text.insert(text.find(end) + end.size(), offset);
    return road_map_of({"m", text})->open_drive().origin.value();
}

TEST(ScenarioMap, HonoursTheOffsetOfItsHeader) {
    const geo::Geodetic here{43.0731, -89.4007, 0};
    const geo::WorldFrame frame(here);
    const geo::Vec3 moved =
        frame.to_world(origin_with("+proj=tmerc +lat_0=43.0731 +lon_0=-89.4007 +ellps=WGS84",
                                   R"(<offset x="-100" y="-50" z="0" hdg="0"/>)"));
    EXPECT_NEAR(moved.x, 100, 0.01);
    EXPECT_NEAR(moved.y, 50, 0.01);
    // In UTM the offset may have either sign: the origin lies 304551.09 m east and 4771729.71 m north.
    for (const char* offset : {R"(<offset x="-304551.09" y="-4771729.71" z="0" hdg="0"/>)",
                               R"(<offset x="304551.09" y="4771729.71" z="0" hdg="0"/>)"}) {
        const geo::Vec3 at = frame.to_world(origin_with("+proj=utm +zone=16 +ellps=WGS84", offset));
        EXPECT_NEAR(at.x, 0, 0.1) << offset;
        EXPECT_NEAR(at.y, 0, 0.1) << offset;
    }
}

TEST(PlaceOnRoad, IsInTheMiddleOfTheLaneInItsDirection) {
    struct Row {
        const char* place;
        geo::Vec3 position;
        double yaw_deg;
    };
    const std::vector<Row> rows{
        {R"({"road": "1", "lane": -1, "s_m": 40})", {40, -1.75, 1.8}, 0},
        {R"({"road": "1", "lane": -2, "s_m": 0})", {0, -5.25, 1}, 0},
        {R"({"road": "1", "lane": 2, "s_m": 100})", {100, 5.25, 3}, 180},
        {R"({"road": "1", "lane": -3, "s_m": 90})", {90, -8.75, 2.8}, 0},  // a bus lane at this place
        {R"({"road": "2", "lane": -1, "s_m": 78.53981634})", {151.75, 50, 3}, 90},
        {R"({"road": "2", "lane": 1, "s_m": 78.53981634})", {148.25, 50, 3}, -90},
    };
    for (const Row& row : rows) {
        const auto scenario = read(on_map(row.place));
        ASSERT_TRUE(scenario) << scenario.error().text;
        const AgentSpec& agent = scenario->agents[0];
        EXPECT_LT(geo::length(agent.position - row.position), 1e-6)
            << row.place << ": " << agent.position.x << ", " << agent.position.y << ", " << agent.position.z;
        EXPECT_NEAR(std::cos((agent.yaw_deg - row.yaw_deg) * 0.017453292519943295), 1, 1e-12) << row.place;
    }
}

TEST(PlaceOnRoad, PutsAGroupOneAfterTheOtherAlongTheRoad) {
    const Scenario s =
        read(on_map(R"({"road": "1", "lane": 1, "s_m": 10, "spacing_m": 20})", R"("count": 3, )")).value();
    ASSERT_EQ(s.agents.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_DOUBLE_EQ(s.agents[i].position.x, 10 + 20 * static_cast<double>(i));
        EXPECT_DOUBLE_EQ(s.agents[i].position.y, 1.75);
    }
}

TEST(PlaceOnRoad, JittersAlongTheRoadWithinItsLength) {
    const std::string place = R"({"road": "1", "lane": -1, "s_m": 5, "spacing_m": 30, "jitter_m": 8})";
    const Scenario s = read(on_map(place, R"("count": 4, )")).value();
    for (std::size_t i = 0; i < 4; ++i) {
        const geo::Vec3 at = s.agents[i].position;
        const double along = 5 + 30 * static_cast<double>(i);
        EXPECT_LE(std::abs(at.x - along), 8);
        EXPECT_NE(at.x, along);
        EXPECT_GE(at.x, 0);
        EXPECT_LE(at.x, 100);
        EXPECT_DOUBLE_EQ(at.y, -1.75);
    }
}

struct Case {
    std::string place;
    std::string refusal;
    std::string agent = "";
};

class RoadRefusals : public ::testing::TestWithParam<Case> {};

TEST_P(RoadRefusals, AreExactlyOneLine) {
    EXPECT_EQ(refusal(on_map(GetParam().place, GetParam().agent)),
              "7: key 'agents[0].place" + GetParam().refusal);
}

const std::string kEither =
    "': expected the keys \"path\", \"start_m\", \"spacing_m\"; or \"position\", \"yaw_deg\"; or \"road\", "
    "\"lane\", \"s_m\", "
    "\"spacing_m\"";

INSTANTIATE_TEST_SUITE_P(
    All, RoadRefusals,
    ::testing::Values(
        Case{R"({"road": "1", "lane": -1})", kEither}, Case{R"({"road": "1", "s_m": 1})", kEither},
        Case{R"({"road": 1, "lane": -1, "s_m": 1})", ".road': expected a string"},
        Case{R"({"road": "9", "lane": -1, "s_m": 1})", ".road': no road '9' in the map"},
        Case{R"({"road": "1", "lane": "-1", "s_m": 1})", ".lane': expected a number"},
        Case{R"({"road": "1", "lane": -1.5, "s_m": 1})",
             ".lane': expected a whole number from -1000 to 1000"},
        Case{R"({"road": "1", "lane": -2000, "s_m": 1})",
             ".lane': expected a whole number from -1000 to 1000"},
        Case{R"({"road": "1", "lane": 0, "s_m": 1})",
             ".lane': road '1' has no such lane at 1.00 m, only 2, 1, -1, -2, -3"},
        Case{R"({"road": "1", "lane": -4, "s_m": 59})",
             ".lane': road '1' has no such lane at 59.00 m, only 2, 1, -1, -2, -3"},
        Case{R"({"road": "1", "lane": -5, "s_m": 61})",
             ".lane': road '1' has no such lane at 61.00 m, only 2, 1, -1, -2, -3, -4"},
        Case{R"({"road": "1", "lane": -1, "s_m": -1})", ".s_m': expected 0 to 10000000"},
        Case{R"({"road": "1", "lane": -1, "s_m": 100.01})", ".s_m': road '1' is 100.00 m long"},
        Case{R"({"road": "1", "lane": -1, "s_m": 50})",
             ".road': expected \"spacing_m\" too, as there are several agents", R"("count": 2, )"},
        Case{R"({"road": "1", "lane": -1, "s_m": 50, "spacing_m": 0})",
             ".spacing_m': expected more than 0 and at most 10000000", R"("count": 2, )"},
        Case{R"({"road": "1", "lane": -1, "s_m": 50, "spacing_m": "even"})", ".spacing_m': expected a number",
             R"("count": 2, )"},
        Case{R"({"road": "1", "lane": -1, "s_m": 50, "spacing_m": 30})",
             ".s_m': road '1' is 100.00 m long; the last agent would be at 110.00 m", R"("count": 3, )"},
        Case{R"({"road": "1", "lane": -1, "s_m": 50, "path": "line"})", kEither},
        Case{R"({"road": "1", "lane": -1, "s_m": 50, "position": [0, 0, 0]})", kEither},
        Case{R"({"road": "1", "lane": -1, "s_m": 50, "yaw_deg": 1})", kEither},
        Case{R"({"road": "1", "lane": -1, "s_m": 50, "start_m": 1})", kEither},
        Case{R"({"path": "line", "s_m": 50})", kEither},
        Case{R"({"position": [0, 0, 0], "lane": -1})", kEither}));

TEST(PlaceOnRoad, NeedsAMap) {
    EXPECT_EQ(refusal({.place = R"({"road": "1", "lane": -1, "s_m": 1})"}),
              "7: key 'agents[0].place.road': the scenario has no \"map\"");
}

TEST(ScenarioMap, IsRefusedInOneLine) {
    const auto refusal_of = [](const std::string& map) {
        return refusal({.extra = "\"map\": " + map + ","});
    };
    EXPECT_EQ(refusal_of("5"), "3: key 'map': expected a string");
    EXPECT_EQ(refusal_of("\"a b\""),
              "3: key 'map': expected a name that begins with a letter, a digit or '_' and continues with "
              "these, '-' or '.'");
    EXPECT_TRUE(refusal_of("\"nowhere\"")
                    .starts_with("3: key 'map': no map 'nowhere'; looked for " +
                                 (kData / "../maps/nowhere/map.xodr").lexically_normal().string() + " and "))
        << refusal_of("\"nowhere\"");
    EXPECT_TRUE(
        refusal_of("\"./nowhere.xodr\"").starts_with("3: key 'map': no map './nowhere.xodr'; looked for "));
    EXPECT_EQ(refusal_of(R"({"name": "m"})"), "3: key 'map.open_drive': missing");
    EXPECT_EQ(refusal_of(R"({"name": "m", "open_drive": 1})"), "3: key 'map.open_drive': expected a string");
    EXPECT_TRUE(refusal_of(R"({"name": "m", "open_drive": "<"})")
                    .starts_with("3: key 'map': map 'm' has problems:\nm:1: "))
        << refusal_of(R"({"name": "m", "open_drive": "<"})");
}

TEST(BuildingsOf, AreThoseOfTheRadioWithoutAMap) {
    ScenarioText text;
    text.extra = R"("radio": {"channels": {"dsrc": {"model": "ideal"}},
        "buildings": [{"footprint": [[0, 0], [1, 0], [1, 1]], "wall_loss_db": 3}]},)";
    const auto buildings = buildings_of(read(text).value());
    ASSERT_EQ(buildings.size(), 1u);
    EXPECT_EQ(buildings[0].wall_loss_db, 3);
    EXPECT_TRUE(buildings_of(read({}).value()).empty());
}

}  // namespace
}  // namespace synchrono::config
