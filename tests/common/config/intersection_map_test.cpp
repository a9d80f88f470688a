// Proves that an intersection file may take its lanes from a junction of a map. This is the map that lies
// beside the file, or else the scenario's map. The resolved file can be read again without the map, and each
// mistake is refused with one line.
#include <filesystem>
#include <gtest/gtest.h>

#include "common/config/internal/intersection_json.hpp"
#include "common/config/map_text.hpp"
#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(SYN_SOURCE_DIR) / "maps/park_university";

const roadmap::RoadMap& madison() {
    static const roadmap::RoadMap map = road_map_of(load_map_text(kFolder / kMapFile).value()).value();
    return map;
}

/// Returns an intersection file that names a junction and has no signals.
std::string file(const std::string& junction, const std::string& more = "") {
    return "{\n\"id\": 1, \"lane_width_m\": 3.3,\n\"junction\": " + junction + more + "}";
}

TEST(IntersectionOfAMap, TakesItsLanesFromTheMapBesideIt) {
    const auto university = load_intersection(kFolder / "university.json");
    ASSERT_TRUE(university) << university.error().text;
    EXPECT_EQ(university->junction, "100");
    EXPECT_NEAR(university->position.x, 0, 5);
    EXPECT_NEAR(university->position.y, 0, 5);
    std::size_t in = 0, out = 0, crosswalks = 0;
    for (const Lane& lane : university->lanes) {
        if (lane.use == LaneUse::crosswalk) ++crosswalks;
        if (lane.use != LaneUse::vehicle) continue;
        (lane.direction == LaneDirection::ingress ? in : out) += 1;
        EXPECT_FALSE(lane.speed_limit_m_s) << "the limit is that of the intersection";
    }
    EXPECT_EQ(in, 9u);
    EXPECT_EQ(out, 8u);
    EXPECT_EQ(crosswalks, 4u);
}

TEST(IntersectionOfAMap, ConnectsTheRightLanesWithTheRightGroups) {
    const Intersection university = load_intersection(kFolder / "university.json").value();
    // The left-turn lane of Park Street has a group of its own; the left and right lanes of University
    // Avenue each serve two directions with one group.
    std::size_t arrows = 0, shared = 0;
    for (const Lane& lane : university.lanes) {
        if (lane.use != LaneUse::vehicle || lane.connections.empty()) continue;
        const bool turns_left =
            lane.connections.size() == 1 && lane.connections[0].manoeuvre == Manoeuvre::left;
        if (turns_left) {
            ++arrows;
            EXPECT_EQ(lane.connections[0].signal_group, 4);
            EXPECT_EQ(lane.points.front(), (GroundPoint{0, -14.7}));
        }
        if (lane.points.front()[0] > 16 && lane.connections.size() == 2) {
            ++shared;
            for (const LaneConnection& connection : lane.connections) EXPECT_EQ(connection.signal_group, 1);
        }
    }
    EXPECT_EQ(arrows, 1u);
    EXPECT_EQ(shared, 2u) << "straight on shares a lane with the left and the right turn";
}

TEST(IntersectionOfAMap, NeedsNoMapAfterItWasResolved) {
    for (const char* name : {"university", "johnson", "university_actuated", "johnson_actuated"}) {
        const auto derived = load_intersection(kFolder / (std::string(name) + ".json"));
        ASSERT_TRUE(derived) << derived.error().text;
        const std::string text = write_compact(intersection_to_json(*derived));
        const auto again = read_intersection(text, std::string("/elsewhere/") + name + ".json");
        ASSERT_TRUE(again) << again.error().text;
        EXPECT_EQ(*again, *derived);
    }
}

TEST(IntersectionOfAMap, MayBeNamedOnTheScenariosMap) {
    const auto by_name =
        read_intersection(file("\"West Johnson Street and Park Street\""), "x.json", &madison());
    ASSERT_TRUE(by_name) << by_name.error().text;
    ASSERT_EQ(by_name->lanes, read_intersection(file("\"200\""), "x.json", &madison())->lanes);
    EXPECT_EQ(by_name->lanes.size(), load_intersection(kFolder / "johnson.json")->lanes.size());
}

TEST(IntersectionOfAMap, KeepsLanesOfItsOwnFile) {
    const std::string own =
        R"(, "position": [0, 0, 0], "lanes": [{"id": 9, "direction": "ingress", "points": [[5, 0], [9, 0]]}])";
    const auto x = read_intersection(file("\"100\"", own), "x.json", &madison());
    ASSERT_TRUE(x) << x.error().text;
    EXPECT_EQ(x->junction, "100");
    EXPECT_EQ(x->lanes.size(), 1u);
}

TEST(IntersectionOfAMap, HasNoSignalGroupsWithoutSignals) {
    const auto x = read_intersection(file("\"100\""), "x.json", &madison());
    ASSERT_TRUE(x) << x.error().text;
    for (const Lane& lane : x->lanes) {
        for (const LaneConnection& connection : lane.connections) EXPECT_FALSE(connection.signal_group);
    }
}

TEST(IntersectionOfAMap, MayHaveAPositionOfItsOwn) {
    const auto x = read_intersection(file("\"100\"", R"(, "position": [1, 2, 3])"), "x.json", &madison());
    ASSERT_TRUE(x) << x.error().text;
    EXPECT_EQ(x->position, (geo::Vec3{1, 2, 3}));
}

TEST(IntersectionOfAMap, IsRefusedInOneLine) {
    const auto refusal_of = [](const std::string& text, const roadmap::RoadMap* map) {
        const auto x = read_intersection(text, "x.json", map);
        return x ? "accepted" : x.error().text;
    };
    EXPECT_EQ(refusal_of(file("\"100\""), nullptr),
              "x.json:3: key 'junction': there is no map: expected \"map\" in the scenario, or map.xodr "
              "beside the file");
    EXPECT_EQ(refusal_of(file("\"300\""), &madison()),
              "x.json:3: key 'junction': no junction '300' in the map");
    EXPECT_EQ(refusal_of(file("100"), &madison()), "x.json:3: key 'junction': expected a string");
    const std::string signals = R"(,
        "signals": {"groups": [1, 2, 3, 4, 6, 99], "fixed": {"cycle_s": 5, "phases": [
        {"green_s": 5, "yellow_s": 0, "all_red_s": 0, "protected": [99]}]}})";
    EXPECT_EQ(refusal_of(file("\"100\"", signals), &madison()),
              "x.json:3: key 'junction': its signal group 5 is not among the groups of \"signals\"\n"
              "x.json:3: key 'junction': its signal group 7 is not among the groups of \"signals\"");
}

TEST(IntersectionOfAMap, IsNamedByFolderAndFileInAScenario) {
    ScenarioText text;
    text.extra = R"("map": "park_university",
        "elements": [{"name": "lights", "kind": "signals", "intersection": "park_university/university"}],
        "radio": {"channels": {"dsrc": {"model": "ideal"}}, "road_side_units": [
        {"name": "rsu", "intersection": "park_university/university", "position": [12, 12, 6]}]},)";
    const auto scenario = read_scenario(text.text(), fs::path(SYN_SOURCE_DIR) / "scenarios/s.json");
    ASSERT_TRUE(scenario) << scenario.error().text;
    EXPECT_EQ(scenario->radio->road_side_units.at(0).intersection, "university");
    EXPECT_EQ(scenario->intersections.at("university").junction, "100");
    const auto again = read_scenario(to_json(*scenario), "/elsewhere/s.json");
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(*again, *scenario);
    const auto buildings = buildings_of(*scenario);
    EXPECT_EQ(buildings.size(), 15u);
    EXPECT_EQ(buildings.front().wall_loss_db, Building{}.wall_loss_db);
}

}  // namespace
}  // namespace synchrono::config
