// Proves how the elements of a scenario are read: every key and its default, and numbers that follow those of
// the vehicles. A resolved file reads back equal. Each mistake is refused with one line that names file, line
// and key.
#include "common/config/element.hpp"

#include <gtest/gtest.h>

#include "common/config/loose/loose_kinds.hpp"
#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

const std::string kBlank = R"({"id": 8, "position": [0, 0, 0], "lane_width_m": 3,
    "lanes": [{"id": 1, "direction": "ingress", "points": [[0, -10], [0, -60]]}]})";

/// Returns a scenario that has these elements and two intersections: "cross" with the signal groups 5 and 12,
/// and "blank" without signals.
ScenarioText text_with(const std::string& elements, const std::string& rest = "") {
    return {.extra = on_one_line("\"intersections\": {\"cross\": " + kIntersectionText +
                                 ", \"blank\": " + kBlank + "}, \"elements\": [" + elements + "]," + rest)};
}

Scenario read(const std::string& elements, const std::string& rest = "") {
    auto scenario = read_scenario(text_with(elements, rest).text(), "s.json");
    EXPECT_TRUE(scenario) << scenario.error().text;
    return scenario.value();
}

std::string refusal(const std::string& elements, const std::string& rest = "") {
    const auto scenario = read_scenario(text_with(elements, rest).text(), "s.json");
    return scenario ? "accepted" : scenario.error().text;
}

const std::string kLights = R"({"name": "lights", "kind": "signals", "intersection": "cross"})";

TEST(ReadElements, NumbersPublishingElementsAfterTheVehicles) {
    const Scenario s =
        read(R"({"name": "wall", "kind": "box", "position": [1, 2, 3], "size_m": [4, 5, 6]}, )" + kLights +
             R"(, {"name": "cone", "kind": "cone", "position": [7, 8, 9]})");
    ASSERT_EQ(s.agents.size(), 3u);
    EXPECT_EQ(s.vehicle_count(), 1u);
    EXPECT_EQ(s.agents[1].name, "lights");
    EXPECT_EQ(s.agents[2].id, AgentId{2});
    EXPECT_EQ(kind_of(*s.agents[1].element), "signals");
    EXPECT_EQ(kind_of(*s.agents[2].element), "cone");
    EXPECT_FALSE(s.agents[1].radio || s.agents[2].radio);
    EXPECT_EQ(s.agents[1].position, s.intersections.at("cross").position);
    EXPECT_EQ(s.agents[2].position, (geo::Vec3{7, 8, 9}));
    EXPECT_EQ(s.agents[2].period, s.heartbeat);
    ASSERT_EQ(s.statics.size(), 1u);
    EXPECT_EQ(s.statics[0].name, "wall");
    EXPECT_EQ(signals_of("cross", s.agents), &s.agents[1]);
    EXPECT_EQ(signals_of("blank", s.agents), nullptr);
}

TEST(ReadElements, FillsInTheDefaults) {
    const Scenario s = read(R"({"name": "p", "kind": "pedestrian", "points": [[1, 1], [1, 5]]},
        {"name": "c", "kind": "cone", "position": [0, 0, 0]}, {"name": "b", "kind": "ball", "position": [0, 0, 0]})");
    PedestrianElement walker;
    walker.points = {{1, 1}, {1, 5}};
    EXPECT_EQ(s.agents[1].element, Element(walker));
    EXPECT_EQ(s.agents[1].position, (geo::Vec3{1, 1, 0}));
    EXPECT_DOUBLE_EQ(s.agents[1].yaw_deg, 90);
    EXPECT_EQ(s.agents[2].element, Element(BodyElement::of("cone")));
    EXPECT_EQ(s.agents[3].element, Element(BodyElement::of("ball")));
    EXPECT_EQ(size_of(*s.agents[1].element), (geo::Vec3{0.5, 0.5, 1.75}));
    EXPECT_EQ(size_of(*s.agents[3].element), (geo::Vec3{0.22, 0.22, 0.22}));
}

TEST(ReadElements, ReadsEveryKeyAndReadsBackWhatItWrites) {
    const Scenario s = read(kLights + R"(,
        {"name": "p", "kind": "pedestrian", "points": [[0, 0], [3, 0], [3, 4]], "ground_m": 2, "speed_m_s": 2,
         "height_m": 1.5, "repeat": "back", "enter_s": 0.5, "period_ms": 10,
         "wait": [{"at": 0, "signals": "lights", "group": 12}, {"at": 2, "signals": "lights", "group": 5}]},
        {"name": "once", "kind": "pedestrian", "points": [[0, 0], [3, 0]],
         "wait": {"at": 1, "signals": "lights", "group": 12}},
        {"name": "c", "kind": "cone", "position": [1, 2, 3], "yaw_deg": 30, "speed_m_s": 4, "diameter_m": 0.5,
         "height_m": 1, "mass_kg": 7, "friction": 0.4, "restitution": 0.2},
        {"name": "b", "kind": "ball", "position": [1, 2, 3], "diameter_m": 0.3, "mass_kg": 1, "friction": 0.1,
         "restitution": 0.9},
        {"name": "house", "kind": "building", "footprint": [[0, 0], [9, 0], [9, 9]], "height_m": 12, "ground_m": 1,
         "wall_loss_db": 3, "inside_loss_db_m": 0.1},
        {"name": "kerb", "kind": "box", "position": [1, 2, 3], "size_m": [9, 0.3, 0.15], "yaw_deg": 45})");
    const auto& walker = std::get<PedestrianElement>(*s.agents[2].element);
    EXPECT_EQ(walker.waits, (std::vector<PedestrianElement::Wait>{{0, AgentId{1}, 12}, {2, AgentId{1}, 5}}));
    EXPECT_EQ(walker.repeat, PedestrianElement::Repeat::back);
    EXPECT_EQ(s.agents[2].enter, SimTime{} + SimDuration::milliseconds(500));
    EXPECT_EQ(s.agents[2].period, s.heartbeat * 2);
    EXPECT_EQ(std::get<PedestrianElement>(*s.agents[3].element).waits.size(), 1u);
    EXPECT_EQ(std::get<BodyElement>(*s.agents[4].element),
              (BodyElement{{0.5, 1, 7, 0.4, 0.2}, loose_kind_named("cone")}));
    EXPECT_EQ(std::get<BodyElement>(*s.agents[5].element).height_m, 0.3) << "a ball is as high as it is wide";
    const auto again = read_scenario(to_json(s), "/elsewhere/s.json");
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(*again, s);
    EXPECT_EQ(scenario_id(*again), scenario_id(s));
}

TEST(ReadElements, AcceptsElementsInTheInterest) {
    const Scenario s = read(kLights, R"("interest": {"agents": ["lights"]},)");
    EXPECT_EQ(s.interest.agents, std::vector{AgentId{1}});
}

TEST(ReadElements, AddsTheirBuildingsToThoseOfTheRadio) {
    const Scenario s = read(
        R"({"name": "house", "kind": "building", "footprint": [[0, 0], [9, 0], [9, 9]], "height_m": 12},
           {"name": "kerb", "kind": "box", "position": [0, 0, 0], "size_m": [1, 1, 1]})",
        R"("radio": {"channels": {"dsrc": {"model": "ideal"}}, "buildings": [{"footprint": [[1, 0], [2, 0], [2, 1]]}]},)");
    const auto buildings = buildings_of(s);
    ASSERT_EQ(buildings.size(), 2u);
    EXPECT_EQ(buildings[0].footprint[0][0], 1);
    EXPECT_EQ(buildings[1].footprint[1][0], 9);
}

/// Returns the names of the loose kinds as "cone, ball, " and so on.
std::string loose_names() {
    std::string names;
    for (const LooseKind* const kind : loose_kinds()) names += std::string(kind->name) + ", ";
    return names;
}

struct Case {
    std::string element;
    std::string refusal;
};

class ElementRefusals : public ::testing::TestWithParam<Case> {};
TEST_P(ElementRefusals, AreExactlyOneLine) {
    EXPECT_EQ(refusal(kLights + ", {" + GetParam().element + "}"),
              "s.json:3: key 'elements[1]" + GetParam().refusal);
}

INSTANTIATE_TEST_SUITE_P(
    All, ElementRefusals,
    ::testing::Values(
        Case{R"("name": "x")", ".kind': missing"},
        Case{R"("name": "x", "kind": "dog")",
             ".kind': expected one of signals, pedestrian, " + loose_names() + "building, box"},
        Case{R"("name": "a", "kind": "cone", "position": [0, 0, 0])",
             ".name': the name 'a' is already taken"},
        Case{R"("name": "lights", "kind": "box", "position": [0, 0, 0], "size_m": [1, 1, 1])",
             ".name': the name 'lights' is already taken"},
        Case{R"("name": "x y", "kind": "cone", "position": [0, 0, 0])",
             ".name': expected a name that begins with a letter, a digit or '_' and continues with these, "
             "'-' or '.'"},
        Case{R"("kind": "cone", "position": [0, 0, 0])", ".name': missing"},
        Case{R"("name": "x", "kind": "signals")", ".intersection': missing"},
        Case{R"("name": "x", "kind": "signals", "intersection": "./none.json")",
             ".intersection': no intersection './none.json'; looked for none.json"},
        Case{R"("name": "x", "kind": "signals", "intersection": "blank")",
             ".intersection': intersection 'blank' has no signals"},
        Case{R"("name": "x", "kind": "signals", "intersection": "cross")",
             ".intersection': the signals of intersection 'cross' are already those of element 'lights'"},
        Case{R"("name": "x", "kind": "box", "position": [0, 0, 0], "size_m": [1, 1, 1], "mass_kg": 1)",
             ".mass_kg': unknown; known here: kind, name, position, size_m, yaw_deg"},
        Case{R"("name": "x", "kind": "pedestrian")", ".points': missing"},
        Case{R"("name": "x", "kind": "pedestrian", "points": [[0, 0]])",
             ".points': expected 2 to 10000 points"},
        Case{R"("name": "x", "kind": "pedestrian", "points": [[0, 0], [0, 0]])",
             ".points[1]': expected a place other than that of the point before"},
        Case{R"("name": "x", "kind": "pedestrian", "points": [[0, 0], [1, 0], [0, 0]], "repeat": "loop")",
             ".points': expected the last point at another place than the first: the line is a loop"},
        Case{R"("name": "x", "kind": "pedestrian", "points": [[0, 0], [1, 0]], "repeat": "twice")",
             ".repeat': expected one of none, back, loop"},
        Case{R"("name": "x", "kind": "pedestrian", "points": [[0, 0], [1, 0]], "speed_m_s": 0)",
             ".speed_m_s': expected 0.1 to 15"},
        Case{R"("name": "x", "kind": "pedestrian", "points": [[0, 0], [1, 0]], "enter_s": 2)",
             ".enter_s': expected less than the duration of 1 s"},
        Case{R"("name": "x", "kind": "pedestrian", "points": [[0, 0], [1, 0]], "period_ms": 7)",
             ".period_ms': expected a whole number of heartbeats of 5 ms"},
        Case{R"("name": "x", "kind": "ball", "position": [0, 0])",
             ".position': expected an array of 3 numbers"},
        Case{R"("name": "x", "kind": "ball", "position": [0, 0, 0], "restitution": 2)",
             ".restitution': expected 0 to 1"},
        Case{R"("name": "x", "kind": "building", "footprint": [[0, 0], [1, 0]], "height_m": 3)",
             ".footprint': expected at least 3 corners"},
        Case{R"("name": "x", "kind": "building", "footprint": [[0, 0], [1, 0], [1, 1]])",
             ".height_m': missing"},
        Case{R"("name": "x", "kind": "box", "position": [0, 0, 0], "size_m": [1, 0, 1])",
             ".size_m[1]': expected more than 0 and at most 1000"}));

class WaitRefusals : public ::testing::TestWithParam<Case> {};
TEST_P(WaitRefusals, AreExactlyOneLine) {
    EXPECT_EQ(refusal(R"({"name": "x", "kind": "pedestrian", "points": [[0, 0], [1, 0]], "wait": )" +
                      GetParam().element + "}, " + kLights),
              "s.json:3: key 'elements[0].wait" + GetParam().refusal);
}

INSTANTIATE_TEST_SUITE_P(
    All, WaitRefusals,
    ::testing::Values(
        Case{"7", "': expected an object"}, Case{R"({"signals": "lights", "group": 12})", ".at': missing"},
        Case{R"({"at": 2, "signals": "lights", "group": 12})",
             ".at': the line has no point with this number"},
        Case{R"([{"at": 1, "signals": "lights", "group": 12}, {"at": 0, "signals": "lights", "group": 12}])",
             "[1].at': expected a later point than the wait before"},
        Case{R"({"at": 1, "signals": "a", "group": 12})", ".signals': no signals 'a' in \"elements\""},
        Case{R"({"at": 1, "signals": "none", "group": 12})", ".signals': no signals 'none' in \"elements\""},
        Case{R"({"at": 1, "signals": "lights", "group": 13})", ".group': 'cross' has no signal group 13"},
        Case{R"({"at": 1, "signals": "lights", "group": 0})",
             ".group': expected a whole number from 1 to 254"},
        Case{R"({"at": 1, "signals": "lights", "group": 12, "until": 3})",
             ".until': unknown; known here: at, group, signals"}));

TEST(ReadElements, RefusesElementsThatAreNotAList) {
    EXPECT_EQ(read_scenario(ScenarioText{.extra = "\"elements\": {},"}.text(), "s.json").error().text,
              "s.json:3: key 'elements': expected an array");
    EXPECT_EQ(read_scenario(ScenarioText{.extra = "\"elements\": [7],"}.text(), "s.json").error().text,
              "s.json:3: key 'elements[0]': expected an object");
}

TEST(ReadElements, RefusesInvalidIntersections) {
    const auto refusal_of = [](const std::string& intersections) {
        return read_scenario(
                   ScenarioText{.extra = "\"intersections\": " + on_one_line(intersections) + ","}.text(),
                   "s.json")
            .error()
            .text;
    };
    EXPECT_EQ(refusal_of("[]"), "s.json:3: key 'intersections': expected an object");
    EXPECT_EQ(refusal_of(R"({"c": 1})"), "s.json:3: key 'intersections.c': expected an object");
    EXPECT_EQ(refusal_of("{\"a b\": " + kBlank + "}"),
              "s.json:3: key 'intersections.a b': expected a name that begins with a letter, a digit or '_' "
              "and continues with these, '-' or '.'");
}

TEST(ReadElements, RefusesARoadSideUnitWithoutAnElementForItsSignals) {
    const std::string radio =
        R"("radio": {"channels": {"dsrc": {"model": "ideal"}}, "road_side_units": [
            {"name": "r", "intersection": "cross", "position": [0, 0, 5]}]},)";
    EXPECT_EQ(refusal("", radio),
              "s.json:3: key 'radio.road_side_units[0].intersection': 'cross' has signals: "
              "expected an element of \"kind\": \"signals\" for it in \"elements\"");
    EXPECT_EQ(refusal(kLights, radio), "accepted");
}

}  // namespace
}  // namespace synchrono::config
