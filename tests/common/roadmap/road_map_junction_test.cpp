// Proves what a road map says about a junction: how its ways turn, which signals govern them and where to
// stop, where ways meet each other and crosswalks, and who gives way. Also proves which buildings stand
// beside it.
#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>

#include "common/roadmap/road_map.hpp"
#include "tests/common/roadmap/map_text.hpp"

namespace synchrono::roadmap {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::SizeIs;
using namespace roadmap::testing;

class Crossing : public ::testing::Test {
  protected:
    const Way& way(const std::string& name) const { return map.ways()[way_named(map, name)]; }
    static std::optional<Conflict> conflict(const RoadMap& map, const std::string& way,
                                            const std::string& with, ConflictKind kind) {
        for (const Conflict& each : map.ways()[way_named(map, way)].conflicts) {
            if ((each.kind == ConflictKind::crosswalk) != (kind == ConflictKind::crosswalk)) continue;
            const std::string name = kind == ConflictKind::crosswalk ? map.crosswalks()[each.other].id
                                                                     : map.ways()[each.other].name;
            if (name != with) continue;
            EXPECT_EQ(each.kind, kind) << way << " and " << with;
            return each;
        }
        return std::nullopt;
    }
    std::optional<Conflict> conflict(const std::string& way, const std::string& with,
                                     ConflictKind kind) const {
        return conflict(map, way, with, kind);
    }
    /// Returns whether the first way gives way to the second. The test fails if both do or neither does.
    static bool yields(const RoadMap& map, const std::string& way, const std::string& with,
                       ConflictKind kind) {
        const auto one = conflict(map, way, with, kind), other = conflict(map, with, way, kind);
        EXPECT_TRUE(one && other) << way << " and " << with;
        if (!one || !other) return false;
        EXPECT_NE(one->yields, other->yields);
        return one->yields;
    }
    bool yields(const std::string& way, const std::string& with, ConflictKind kind) const {
        return yields(map, way, with, kind);
    }
    RoadMap map = make_map(map_text("crossing"));
};

TEST_F(Crossing, WaysHaveTheirTurns) {
    EXPECT_EQ(way("10:0:-1").turn, Turn::left);
    EXPECT_EQ(way("11:0:-2").turn, Turn::straight);
    EXPECT_EQ(way("12:0:-1").turn, Turn::right);
    EXPECT_EQ(way("1:0:-1").junction, kNone);
    EXPECT_EQ(way("12:0:-1").junction, 0u);
    EXPECT_THAT(map.remarks(), IsEmpty());
}

TEST_F(Crossing, LanesAreConnectedThroughIt) {
    EXPECT_THAT(names(map, way("1:0:-1").next), ElementsAre("10:0:-1", "11:0:-1"));
    EXPECT_THAT(names(map, way("1:0:-2").next), ElementsAre("11:0:-2", "12:0:-1"));
    EXPECT_THAT(names(map, way("10:0:-1").next), ElementsAre("4:0:1"));
    EXPECT_THAT(names(map, way("4:0:1").previous), ElementsAre("10:0:-1", "21:0:-1"));
    EXPECT_THAT(names(map, map.route(way_named(map, "1:0:-1"), way_named(map, "2:0:2"))),
                ElementsAre("1:0:-1", "1:0:-2", "12:0:-1", "2:0:2"));
    EXPECT_EQ(way("11:0:-1").right, kNone) << "lanes are not changed inside a junction";
}

TEST_F(Crossing, LaneChangesAreAllowedAcrossABrokenLine) {
    EXPECT_EQ(way("1:0:-1").right, way_named(map, "1:0:-2"));
    EXPECT_EQ(way("1:0:-2").right, way_named(map, "1:0:-3"));
}

TEST_F(Crossing, SignalsGovernWays) {
    EXPECT_EQ(way("10:0:-1").signal_group, 1u) << "the signal on the connecting road itself";
    EXPECT_EQ(way("30:0:-1").signal_group, 1u) << "a reference on the connecting road";
    EXPECT_EQ(way("11:0:-1").signal_group, 2u) << "the signal of the road that leads in";
    EXPECT_EQ(way("12:0:-1").signal_group, 2u);
    EXPECT_EQ(way("20:0:-1").signal_group, 3u);
    EXPECT_EQ(way("21:0:-1").signal_group, 4u);
    EXPECT_EQ(way("1:0:-1").signal_group, kNone);
}

TEST_F(Crossing, SignalsApplyToTheirLanes) {
    const std::string s1 =
        "zOffset=\"5\" hOffset=\"0\" dynamic=\"yes\" orientation=\"+\" country=\"OpenDRIVE\" "
        "type=\"1000001\" subtype=\"-1\" value=\"-1\"/>";
    std::string text = map_text("crossing");
    const RoadMap only_left = make_map(altered(
        text, s1, s1.substr(0, s1.size() - 2) + "><validity fromLane=\"-1\" toLane=\"-1\"/></signal>"));
    EXPECT_EQ(only_left.ways()[way_named(only_left, "11:0:-1")].signal_group, 2u);
    EXPECT_EQ(only_left.ways()[way_named(only_left, "11:0:-2")].signal_group, kNone);
    const RoadMap other_side =
        make_map(altered(text, s1, altered(s1, "orientation=\"+\"", "orientation=\"-\"")));
    EXPECT_EQ(other_side.ways()[way_named(other_side, "11:0:-1")].signal_group, kNone);
}

TEST_F(Crossing, BicyclesHaveTheirOwnSignals) {
    const std::string head = "<signal id=\"s1\"";
    std::string text = altered(map_text("crossing"), head,
                               "<signal id=\"b1\" s=\"80\" t=\"-9\" dynamic=\"yes\" orientation=\"+\" "
                               "type=\"1000013\"/>" +
                                   head);
    text = altered(text, "<control signalId=\"p2\" type=\"0\"/>",
                   "<control signalId=\"p2\" type=\"0\"/><control signalId=\"b1\" type=\"0\"/>");
    const RoadMap bicycles = make_map(text);
    EXPECT_EQ(bicycles.ways()[way_named(bicycles, "11:0:-3")].signal_group, 6u);
    EXPECT_EQ(bicycles.ways()[way_named(bicycles, "11:0:-2")].signal_group, 2u);
}

TEST_F(Crossing, StopLinesAreBeforeTheEnd) {
    EXPECT_NEAR(way("11:0:-1").stop_m, 7, 1e-6);
    EXPECT_NEAR(way("10:0:-1").stop_m, 7, 1e-6);
    EXPECT_EQ(way("11:0:-3").stop_m, 0) << "the line does not reach the bicycles";
    const RoadMap by_sign = make_map(altered(map_text("crossing"), "    <signals>\n      <signal id=\"s1\"",
                                             "    <signals>\n      <signal id=\"x\" s=\"77\" t=\"-9\" "
                                             "orientation=\"+\" type=\"294\"/>\n      <signal id=\"s1\""));
    EXPECT_NEAR(by_sign.ways()[way_named(by_sign, "11:0:-3")].stop_m, 3, 1e-6);
    EXPECT_NEAR(by_sign.ways()[way_named(by_sign, "11:0:-1")].stop_m, 3, 1e-6) << "the nearer line";
}

TEST_F(Crossing, CrosswalksHaveCornersAndSignals) {
    ASSERT_THAT(map.crosswalks(), SizeIs(4));
    const Crosswalk& south = map.crosswalks()[0];
    EXPECT_EQ(south.id, "walk1");
    EXPECT_EQ(south.junction, 0u);
    EXPECT_EQ(south.signal_group, 5u) << "of the pedestrian signal beside it";
    EXPECT_EQ(map.crosswalks()[1].signal_group, 6u) << "of the signal that its object names";
    ASSERT_THAT(south.corners, SizeIs(4));
    // The corners go anticlockwise, and the first side leads across the road.
    EXPECT_NEAR(std::abs(south.corners[1].x - south.corners[0].x), 18, 1e-9);
    double twice = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const geo::Vec3 a = south.corners[i], b = south.corners[(i + 1) % 4];
        twice += a.x * b.y - a.y * b.x;
    }
    EXPECT_NEAR(twice / 2, 54, 1e-9);
}

TEST_F(Crossing, BuildingsHaveFootprintsAndHeights) {
    ASSERT_THAT(map.buildings(), SizeIs(2));
    const Building& hall = map.buildings()[0];
    EXPECT_EQ(hall.height_m, 15);
    ASSERT_THAT(hall.corners, SizeIs(4));
    for (const geo::Vec3& corner : hall.corners) {  // its sides lie along the road, which leads north
        EXPECT_NEAR(std::abs(corner.x - 30), 8, 1e-9);
        EXPECT_NEAR(std::abs(corner.y + 50), 10, 1e-9);
    }
    EXPECT_THAT(map.buildings()[1].corners, SizeIs(16));
    EXPECT_EQ(map.buildings()[1].height_m, 30);
}

TEST_F(Crossing, StraightWaysCross) {
    const auto found = conflict("11:0:-1", "21:0:-1", ConflictKind::crossing);
    ASSERT_TRUE(found);
    // One way leads north along x = 1.75, the other west along y = 1.75. They meet 21.75 m after the
    // beginning of the first and 18.25 m after that of the second; bodies are 2.5 m wide.
    EXPECT_NEAR(found->from_m, 21.75 - 2.5, 0.3);
    EXPECT_NEAR(found->to_m, 21.75 + 2.5, 0.3);
    EXPECT_NEAR(found->other_from_m, 18.25 - 2.5, 0.3);
    EXPECT_NEAR(found->other_to_m, 18.25 + 2.5, 0.3);
    EXPECT_FALSE(conflict("11:0:-1", "31:0:-1", ConflictKind::crossing)) << "they pass each other";
    EXPECT_FALSE(conflict("11:0:-1", "11:0:-2", ConflictKind::crossing)) << "they lie beside each other";
    EXPECT_FALSE(conflict("11:0:-1", "10:0:-1", ConflictKind::crossing)) << "they leave the same lane";
}

TEST_F(Crossing, MergingWaysMeetAtTheirEnd) {
    const auto found = conflict("10:0:-1", "21:0:-1", ConflictKind::merging);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->to_m, way("10:0:-1").length_m, 1e-9);
    EXPECT_NEAR(found->other_to_m, 40, 1e-9);
}

TEST_F(Crossing, ConflictsAreOrderedAndWithinTheirWays) {
    std::size_t count = 0;
    for (const Way& each : map.ways()) {
        double last = 0;
        for (const Conflict& c : each.conflicts) {
            EXPECT_GE(c.from_m, last);
            last = c.from_m;
            EXPECT_LE(c.from_m, c.to_m);
            EXPECT_LE(c.to_m, each.length_m);
            if (c.kind == ConflictKind::crosswalk) continue;
            ++count;
            const auto& back = map.ways()[c.other].conflicts;
            EXPECT_TRUE(std::any_of(back.begin(), back.end(), [&](const Conflict& d) {
                return d.kind == c.kind && d.other_from_m == c.from_m && d.yields != c.yields;
            }));
        }
    }
    EXPECT_GT(count, 40u);
}

TEST_F(Crossing, TurnsGiveWay) {
    EXPECT_TRUE(yields("10:0:-1", "31:0:-1", ConflictKind::crossing)) << "a left turn to oncoming vehicles";
    EXPECT_TRUE(yields("12:0:-1", "41:0:-2", ConflictKind::merging)) << "a right turn to those straight on";
    EXPECT_TRUE(yields("12:0:-1", "11:0:-3", ConflictKind::crossing)) << "a right turn to bicycles";
    EXPECT_TRUE(yields("11:0:-1", "21:0:-1", ConflictKind::crossing)) << "to vehicles from the right";
    EXPECT_FALSE(yields("11:0:-1", "41:0:-1", ConflictKind::crossing));
}

TEST_F(Crossing, PrioritiesOfTheFileOverrideTheRules) {
    const RoadMap prior =
        make_map(altered(map_text("crossing"), "    <controller id=\"c1\" type",
                         "    <priority high=\"10\" low=\"31\"/>\n    <controller id=\"c1\" type"));
    EXPECT_FALSE(yields(prior, "10:0:-1", "31:0:-1", ConflictKind::crossing));
    const RoadMap roads =
        make_map(altered(map_text("crossing"), "    <controller id=\"c1\" type",
                         "    <priority high=\"4\" low=\"2\"/>\n    <controller id=\"c1\" type"));
    EXPECT_FALSE(yields(roads, "40:0:-1", "21:0:-1", ConflictKind::crossing)) << "roads that lead in";
}

TEST_F(Crossing, SignsApplyWithoutSignals) {
    std::string text = map_text("crossing");
    for (int i = 1; i <= 6; ++i) {
        text = altered(text,
                       "    <controller id=\"c" + std::to_string(i) + "\" type=\"0\" sequence=\"0\"/>\n", "");
    }
    const std::string sign =
        "<signal id=\"sign\" s=\"70\" t=\"-9\" orientation=\"+\" type=\"R1\" subtype=\"2\" "
        "dynamic=\"no\"/><signal id=\"s4\"";
    const RoadMap unlit = make_map(altered(text, "<signal id=\"s4\"", sign));
    EXPECT_EQ(unlit.ways()[way_named(unlit, "11:0:-1")].signal_group, kNone);
    EXPECT_FALSE(yields(unlit, "11:0:-1", "41:0:-1", ConflictKind::crossing));
    EXPECT_TRUE(yields(unlit, "41:0:-1", "10:0:-1", ConflictKind::crossing)) << "though it goes straight on";
}

TEST_F(Crossing, VehiclesGiveWayOnCrosswalks) {
    const auto in = conflict("1:0:-1", "walk1", ConflictKind::crosswalk);
    ASSERT_TRUE(in);
    EXPECT_TRUE(in->yields);
    // The crosswalk covers 75 to 78 m along the road, and bodies reach it up to half their width earlier
    // and later.
    EXPECT_THAT(in->from_m, AllOf(Ge(73.5), Le(75)));
    EXPECT_THAT(in->to_m, AllOf(Ge(78), Le(79.5)));
    // The first side of the crosswalk leads across the road; its corners say in which direction.
    const auto& corners = map.crosswalks()[0].corners;
    const double at = std::abs(1.75 - corners[0].x);
    EXPECT_NEAR(in->other_from_m, at - 1.25, 1e-6);
    EXPECT_NEAR(in->other_to_m, at + 1.25, 1e-6);
    EXPECT_TRUE(conflict("1:0:1", "walk1", ConflictKind::crosswalk)) << "on the way out too";
    EXPECT_FALSE(conflict("11:0:-1", "walk1", ConflictKind::crosswalk));
    EXPECT_TRUE(conflict("1:0:-3", "walk1", ConflictKind::crosswalk));
}

TEST_F(Crossing, IsFoundByIdAndName) {
    EXPECT_EQ(map.junction("100"), 0u);
    EXPECT_EQ(map.junction("crossing"), 0u);
    EXPECT_EQ(map.junction("elsewhere"), kNone);
    EXPECT_EQ(map.junction(""), kNone);
}

TEST_F(Crossing, IsDeterministic) {
    const RoadMap again = make_map(map_text("crossing"));
    for (std::size_t i = 0; i < map.ways().size(); ++i) {
        const auto &a = map.ways()[i].conflicts, &b = again.ways()[i].conflicts;
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t j = 0; j < a.size(); ++j) {
            EXPECT_EQ(a[j].other, b[j].other);
            EXPECT_EQ(a[j].from_m, b[j].from_m);
            EXPECT_EQ(a[j].other_to_m, b[j].other_to_m);
        }
    }
}

TEST(DirectJunction, ConnectsRoadToRoad) {
    std::string text = altered(map_text("two_roads"),
                               "<successor elementType=\"road\" elementId=\"2\" contactPoint=\"start\"/>",
                               "<successor elementType=\"junction\" elementId=\"9\"/>");
    text = altered(text, "<predecessor elementType=\"road\" elementId=\"1\" contactPoint=\"end\"/>",
                   "<predecessor elementType=\"junction\" elementId=\"9\"/>");
    text =
        altered(text, "</OpenDRIVE>",
                "<junction id=\"9\" type=\"direct\"><connection id=\"0\" incomingRoad=\"1\" linkedRoad=\"2\" "
                "contactPoint=\"start\"><laneLink from=\"-1\" to=\"-2\"/><laneLink from=\"1\" to=\"1\"/>"
                "</connection></junction></OpenDRIVE>");
    const RoadMap map = make_map(text);
    EXPECT_THAT(names(map, map.ways()[way_named(map, "1:1:-1")].next), ElementsAre("2:0:-2"));
    EXPECT_THAT(names(map, map.ways()[way_named(map, "2:0:1")].next), ElementsAre("1:1:1"));
}

TEST(Links, BetweenOpposingLanesAreRemarkedOn) {
    const RoadMap map = make_map(altered(
        map_text("two_roads"), "<lane id=\"-1\" type=\"driving\"><link><predecessor id=\"-1\"/></link>",
        "<lane id=\"-1\" type=\"driving\"><link><predecessor id=\"1\"/></link>"));
    EXPECT_THAT(map.remarks(),
                ElementsAre("map.xodr: lanes 2:0:-1 and 1:1:1 are linked, but lead against each other"));
}

TEST(Links, AcrossAGapAreRemarkedOn) {
    const RoadMap map = make_map(altered(map_text("two_roads"), "x=\"100\" y=\"0\"", "x=\"103\" y=\"0\""));
    EXPECT_THAT(map.remarks(), SizeIs(4));
    EXPECT_THAT(map.remarks()[0], ::testing::HasSubstr("ends 3.0 m from where"));
}

TEST(LeftHandTraffic, MirrorsTheDirectionsOfLanes) {
    std::string text = map_text("two_roads");
    text = altered(text, "junction=\"-1\" rule=\"RHT\"", "junction=\"-1\" rule=\"LHT\"");
    text = altered(text, "junction=\"-1\">", "junction=\"-1\" rule=\"LHT\">");
    const RoadMap map = make_map(text);
    const Way& left = map.ways()[way_named(map, "1:0:1")];
    EXPECT_TRUE(left.is_along_s);
    EXPECT_NEAR(left.points.front().position.x, 0, 1e-9);
    EXPECT_THAT(names(map, left.next), ElementsAre("1:1:1"));
    EXPECT_EQ(map.ways()[way_named(map, "1:1:2")].right, way_named(map, "1:1:1"));
}

}  // namespace
}  // namespace synchrono::roadmap
