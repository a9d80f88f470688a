// Proves that every key of an intersection file is read, and read back after writing, that each wrong value
// is refused with its file, line and key, and that parts which do not fit together are refused too.
#include "common/config/intersection.hpp"

#include <gtest/gtest.h>

#include "common/config/internal/intersection_json.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

const std::string kFixed = kIntersectionText;
const std::string kActuated =
    kIntersectionText.substr(0, kIntersectionText.find("\"fixed\"")) + kActuatedText;

SimDuration ms(std::int64_t n) { return SimDuration::milliseconds(n); }

std::string replaced(const std::string& from, const std::string& to, std::string text) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return text.replace(at, from.size(), to);
}

std::string refusal(const std::string& text) {
    const auto intersection = read_intersection(text, "x.json");
    return intersection ? "accepted" : intersection.error().text;
}

struct Case {
    std::string from, to, refusal;
};

void expect_refused(const std::string& text, std::initializer_list<Case> cases) {
    for (const Case& c : cases) {
        EXPECT_EQ(refusal(replaced(c.from, c.to, text)), "x.json:" + c.refusal) << c.from << " -> " << c.to;
    }
}

Intersection expected() {
    Intersection x;
    x.name = "corner";
    x.id = 4711;
    x.region = 840;
    x.position = {100, 200, 3};
    x.lane_width_m = 3.5;
    x.speed_limit_m_s = 13.9;
    x.lanes = {
        {.id = 1,
         .approach = 1,
         .direction = LaneDirection::ingress,
         .use = LaneUse::vehicle,
         .width_m = 3.25,
         .speed_limit_m_s = 8.3,
         .points = {{101.75, 190}, {101.75, 150}},
         .connections = {{.to = 2, .manoeuvre = Manoeuvre::left, .signal_group = 5},
                         {.to = 3, .manoeuvre = Manoeuvre::straight}}},
        {.id = 2,
         .approach = 2,
         .direction = LaneDirection::egress,
         .width_m = 3.5,
         .points = {{90, 201.75}, {50, 201.75}, {10, 205}}},
        {.id = 3,
         .approach = 3,
         .direction = LaneDirection::egress,
         .width_m = 3.5,
         .points = {{101.75, 210}, {101.75, 250}}},
        {.id = 4,
         .direction = LaneDirection::both,
         .use = LaneUse::crosswalk,
         .width_m = 3.5,
         .points = {{95, 190}, {105, 190}},
         .connections = {{.to = 5, .signal_group = 12}}},
        {.id = 5,
         .direction = LaneDirection::both,
         .use = LaneUse::sidewalk,
         .width_m = 3.5,
         .points = {{106, 190}, {120, 190}}},
    };
    Signals& signals = x.signals.emplace();
    signals.groups = {5, 12};
    signals.conflicts = {{5, 12}};
    FixedProgramme programme{.cycle = ms(30'000), .offset = ms(2'500)};
    programme.phases = {{.green = ms(10'000),
                         .signals = {.protected_groups = {5}, .yellow = ms(3'000), .all_red = ms(2'000)}},
                        {.green = ms(11'500),
                         .signals = {.pedestrian_groups = {12},
                                     .walk = ms(5'000),
                                     .pedestrian_clearance = ms(6'500),
                                     .all_red = ms(3'500)}}};
    signals.programme = programme;
    return x;
}

ActuatedProgramme expected_actuated() {
    return {{{.id = 2,
              .ring = 1,
              .side = 1,
              .signals = {.protected_groups = {5}, .yellow = ms(3'000), .all_red = ms(1'000)},
              .min_green = ms(5'000),
              .max_green = ms(30'000),
              .passage = ms(2'500),
              .recall = Recall::max,
              .dual_entry = true,
              .locks_calls = false,
              .detectors = {{.lane = 1, .from_m = 2, .to_m = 20}, {.points = {{0, 0}, {10, 0}, {10, 5}}}}},
             {.id = 4,
              .ring = 1,
              .side = 2,
              .signals = {.pedestrian_groups = {12},
                          .walk = ms(5'000),
                          .pedestrian_clearance = ms(6'500),
                          .all_red = ms(3'500)},
              .min_green = ms(5'000),
              .max_green = ms(20'000)}}};
}

TEST(ReadIntersection, ReadsEveryKey) {
    const auto fixed = read_intersection(kFixed, "some/where/corner.json");
    ASSERT_TRUE(fixed) << fixed.error().text;
    EXPECT_EQ(*fixed, expected());
    const auto actuated = read_intersection(kActuated, "corner.json");
    ASSERT_TRUE(actuated) << actuated.error().text;
    Intersection other = expected();
    other.signals->programme = expected_actuated();
    EXPECT_EQ(*actuated, other);
}

TEST(ReadIntersection, ReadsBackWhatIsWritten) {
    for (const std::string& text : {kFixed, kActuated}) {
        const Intersection x = read_intersection(text, "corner.json").value();
        const std::string written = write_lines(intersection_to_json(x));
        const auto again = read_intersection(written, "elsewhere/corner.json");
        ASSERT_TRUE(again) << again.error().text;
        EXPECT_EQ(*again, x);
        EXPECT_EQ(write_lines(intersection_to_json(*again)), written);
    }
}

TEST(ReadIntersection, NeedsNoSignals) {
    const std::size_t from = kFixed.find(",\n\"signals\"");
    std::string text = kFixed.substr(0, from) + "}";
    text = replaced(", \"signal_group\": 5", "", replaced(", \"signal_group\": 12", "", text));
    const auto x = read_intersection(text, "x.json");
    ASSERT_TRUE(x) << x.error().text;
    EXPECT_FALSE(x->signals);
    EXPECT_EQ(refusal(kFixed.substr(0, from) + "}"),
              "x.json:6: key 'lanes[0].connections[0].signal_group': not among the groups of \"signals\"\n"
              "x.json:10: key 'lanes[3].connections[0].signal_group': not among the groups of \"signals\"");
}

TEST(ReadIntersection, TakesItsNameFromItsFile) {
    EXPECT_EQ(read_intersection(kFixed, "a b.json").error().text,
              "a b.json: an intersection's name is that of its file: expected a name that begins with a "
              "letter, a digit or '_' and continues with these, '-' or '.'");
    EXPECT_EQ(load_intersection("/nowhere/x.json").error().text, "/nowhere/x.json: no such file");
}

TEST(ReadIntersection, RefusesWrongValues) {
    expect_refused(
        kFixed,
        {{"4711", "65536", "2: key 'id': expected a whole number from 0 to 65535"},
         {"\"id\": 4711, ", "", "1: key 'id': missing"},
         {"840", "-1", "2: key 'region': expected a whole number from 0 to 65535"},
         {"[100, 200, 3]", "[100, 200]", "2: key 'position': expected an array of 3 numbers"},
         {"\"lane_width_m\": 3.5", "\"lane_width_m\": 0",
          "2: key 'lane_width_m': expected more than 0 and at most 100"},
         {"13.9", "200", "2: key 'speed_limit_m_s': expected more than 0 and at most 150"},
         {"\"id\": 1,", "\"id\": 0,", "4: key 'lanes[0].id': expected a whole number from 1 to 255"},
         {"\"approach\": 1,", "\"approach\": 16,",
          "4: key 'lanes[0].approach': expected a whole number from 1 to 15"},
         {"\"ingress\"", "\"in\"",
          "4: key 'lanes[0].direction': expected one of \"ingress\", \"egress\", \"both\""},
         {"\"vehicle\"", "7", "4: key 'lanes[0].use': expected a string"},
         {"\"left\"", "\"back\"",
          "6: key 'lanes[0].connections[0].manoeuvre': expected one of \"straight\", \"left\", \"right\", "
          "\"u_turn\""},
         {"[[101.75, 190], [101.75, 150]]", "[[101.75, 190]]",
          "5: key 'lanes[0].points': expected 2 to 63 points [x, y]"},
         {"[101.75, 190]", "[101.75]", "5: key 'lanes[0].points[0]': expected an array of 2 numbers"},
         {"[101.75, 190]", "[101.75, 1e8]", "5: key 'lanes[0].points[0][1]': expected -10000000 to 10000000"},
         {"\"to\": 2", "\"too\": 2",
          "6: key 'lanes[0].connections[0].to': missing\n"
          "x.json:6: key 'lanes[0].connections[0].too': unknown; did you mean 'to'? Known here: manoeuvre, "
          "signal_group, to"},
         {"\"groups\": [5, 12]", "\"groups\": []",
          "12: key 'signals.groups': expected 1 to 254 signal groups"},
         {"\"groups\": [5, 12]", "\"groups\": [5, 255]",
          "12: key 'signals.groups[1]': expected a whole number from 1 to 254"},
         {"[[5, 12]]", "[5, 12]",
          "12: key 'signals.conflicts[0]': expected a pair of signal groups\n"
          "x.json:12: key 'signals.conflicts[1]': expected a pair of signal groups"},
         {"\"fixed\"", "\"fxed\"",
          "12: key 'signals': expected either \"fixed\" or \"actuated\"\n"
          "x.json:13: key 'signals.fxed': unknown; did you mean 'fixed'? Known here: actuated, conflicts, "
          "fixed, groups"},
         {"\"fixed\": {", "\"actuated\": {\"phases\": []}, \"fixed\": {",
          "12: key 'signals': expected either \"fixed\" or \"actuated\""},
         {"\"yellow_s\": 3", "\"yellow_s\": 1e-10",
          "14: key 'signals.fixed.phases[0].yellow_s': expected a whole number of nanoseconds"},
         {"\"green_s\": 10", "\"green_s\": 0",
          "14: key 'signals.fixed.phases[0].green_s': expected more than 0 and at most 3600"}});
}

TEST(ReadIntersection, RefusesInconsistentLanes) {
    expect_refused(
        kFixed,
        {{"\"id\": 2,", "\"id\": 3,",
          "6: key 'lanes[0].connections[0].to': there is no lane 2\n"
          "x.json:8: key 'lanes[2].id': lanes[1] has the same id"},
         {"3.25", "8.62",
          "4: key 'lanes[0].width_m': expected at most 5.11 m more or 5.12 m less than \"lane_width_m\""},
         {"[50, 201.75]", "[90.004, 201.75]",
          "7: key 'lanes[1].points[1]': expected a place other than that of the point before"},
         {"[10, 205]", "[-277.69, 205]",
          "7: key 'lanes[1].points[2]': expected at most 327.67 m along x and along y from the point before, "
          "the range of J2735"},
         {"[90, 201.75]", "[90, 600]",
          "7: key 'lanes[1].points[0]': expected at most 327.67 m along x and along y from the "
          "intersection's "
          "position, the range of J2735\nx.json:7: key 'lanes[1].points[1]': expected at most 327.67 m "
          "along "
          "x and along y from the point before, the range of J2735"},
         {"\"to\": 3", "\"to\": 1", "6: key 'lanes[0].connections[1].to': a lane cannot lead to itself"},
         {"\"to\": 3", "\"to\": 9", "6: key 'lanes[0].connections[1].to': there is no lane 9"},
         {"\"to\": 5", "\"to\": 1",
          "10: key 'lanes[3].connections[0].to': lane 1 leads only to the intersection"},
         {"[10, 205]]", "[10, 205]], \"connections\": [{\"to\": 3}]",
          "7: key 'lanes[1].connections': a lane that leads away from the intersection cannot have "
          "connections"},
         {"\"signal_group\": 5", "\"signal_group\": 6",
          "6: key 'lanes[0].connections[0].signal_group': not among the groups of \"signals\"\n"
          "x.json:12: key 'signals.groups[0]': no lane's connection has this group"}});
}

TEST(ReadIntersection, RefusesInconsistentSignals) {
    expect_refused(
        kFixed,
        {{"[5, 12]", "[5, 12, 5]", "12: key 'signals.groups[2]': is listed twice"},
         {"[5, 12]", "[5, 12, 9]", "12: key 'signals.groups[2]': no lane's connection has this group"},
         {"[[5, 12]]", "[[5, 13]]", "12: key 'signals.conflicts[0][1]': not among the groups of \"signals\""},
         {"[[5, 12]]", "[[5, 5]]",
          "14: key 'signals.fixed.phases[0]': groups 5 and 5 are in conflict\n"
          "x.json:12: key 'signals.conflicts[0]': expected two different groups"},
         {"\"cycle_s\": 30", "\"cycle_s\": 60",
          "13: key 'signals.fixed.cycle_s': the phases last 30 s together"},
         {"\"protected\": [5]", "\"protected\": [5, 5]",
          "15: key 'signals.fixed.phases[0].protected[1]': the phase has this group already"},
         {"\"protected\": [5]", "\"protected\": [5], \"permissive\": [5]",
          "15: key 'signals.fixed.phases[0].permissive[0]': the phase has this group already"},
         {"\"protected\": [5]", "\"protected\": [5, 7]",
          "15: key 'signals.fixed.phases[0].protected[1]': not among the groups of \"signals\""},
         {"\"protected\": [5]", "\"protected\": []",
          "12: key 'signals.groups[0]': never green: it is in no phase"},
         {"\"protected\": [5]", "\"protected\": [5, 12]",
          "14: key 'signals.fixed.phases[0]': groups 5 and 12 are in conflict\n"
          "x.json:12: key 'signals.groups[1]': a group cannot be for pedestrians in one phase and for "
          "vehicles in another"},
         {"\"clearance_s\": 6.5", "\"clearance_s\": 6.6",
          "17: key 'signals.fixed.phases[1].pedestrian': expected \"walk_s\" and \"clearance_s\" to fit into "
          "\"green_s\""},
         {"\"green_s\": 11.5", "\"green_s\": 11.5, \"protected\": [5]",
          "16: key 'signals.fixed.phases[1]': groups 5 and 12 are in conflict"}});
    EXPECT_EQ(refusal(replaced("\"green_s\": 11.5", "\"green_s\": 11.5, \"permissive\": [5]", kFixed)),
              "accepted")
        << "a permissive group may go beside another";
}

TEST(ReadIntersection, RefusesInconsistentActuatedProgrammes) {
    const std::string phase = "signals.actuated.phases";
    expect_refused(
        kActuated,
        {{"\"max_green_s\": 30", "\"max_green_s\": 0.5",
          "14: key '" + phase + "[0].max_green_s': expected 1 to 3600"},
         {"\"max_green_s\": 30", "\"max_green_s\": 4",
          "14: key '" + phase + "[0].min_green_s': expected at most \"max_green_s\""},
         {"\"id\": 4, \"ring\"", "\"id\": 2, \"ring\"",
          "17: key '" + phase + "[1].id': phases[0] has the same id"},
         {"\"side\": 2", "\"side\": 3", "17: key '" + phase + "[1].side': there is no phase on side 2"},
         {"\"ring\": 1, \"side\": 2", "\"ring\": 2, \"side\": 1",
          "17: key '" + phase + "[1]': can be green with phase 2, but groups 5 and 12 are in conflict"},
         {"\"lane\": 1,", "\"lane\": 9,", "16: key '" + phase + "[0].detectors[0].lane': there is no lane 9"},
         {"\"lane\": 1,", "\"lane\": 2,",
          "16: key '" + phase + "[0].detectors[0].lane': expected a lane that leads to the intersection"},
         {"\"to_m\": 20", "\"to_m\": 40.5",
          "16: key '" + phase + "[0].detectors[0].to_m': lane 1 is 40.00 m long"},
         {"\"from_m\": 2", "\"from_m\": 20",
          "16: key '" + phase + "[0].detectors[0].from_m': expected less than \"to_m\""},
         {"{\"points\": [[0, 0], [10, 0], [10, 5]]}", "{\"points\": [[0, 0], [10, 0]]}",
          "16: key '" + phase + "[0].detectors[1].points': expected 3 to 63 points [x, y]"},
         {"\"lane\": 1,", "\"points\": [[0, 0], [10, 0], [10, 5]],",
          "16: key '" + phase + "[0].detectors[0].from_m': unknown; known here: points\nx.json:16: key '" +
              phase + "[0].detectors[0].to_m': unknown; known here: points"}});
    std::string uncalled =
        replaced("\"pedestrian\": {\"groups\": [12], \"walk_s\": 5, \"clearance_s\": 6.5},",
                 "\"protected\": [12],", kActuated);
    EXPECT_EQ(refusal(uncalled),
              "x.json:17: key '" + phase +
                  "[1]': nothing requests this phase: expected \"detectors\", \"recall\", \"pedestrian\" "
                  "or \"dual_entry\"");
    std::string both_rings = replaced("\"ring\": 1, \"side\": 2", "\"ring\": 2, \"side\": 1", uncalled);
    both_rings =
        replaced("\"protected\": [12]", "\"protected\": [12], \"permissive\": [5], \"recall\": \"min\"",
                 replaced("[[5, 12]]", "[]", both_rings));
    EXPECT_EQ(refusal(both_rings),
              "x.json:17: key '" + phase + "[1]': group 5 is in a phase of the other ring on this side");
}

TEST(TheManual, ContainsAnIntersectionThatLoads) {
    const std::string text = read_text_file(std::string(SYN_SOURCE_DIR) + "/docs/intersections.md").value();
    const std::string fence = "```json\n";
    const std::size_t from = text.find(fence);
    ASSERT_NE(from, text.npos);
    EXPECT_EQ(refusal(text.substr(from + fence.size(), text.find("```\n", from + 1) - from - fence.size())),
              "accepted");
}

TEST(TheManual, NamesEveryKeyOfASignal) {
    const std::string text = read_text_file(std::string(SYN_SOURCE_DIR) + "/docs/intersections.md").value();
    for (const char* key :
         {"cycle_s",     "offset_s",    "yellow_s",    "all_red_s", "walk_s",    "clearance_s", "protected",
          "permissive",  "pedestrian",  "conflicts",   "side",      "detectors", "recall",      "dual_entry",
          "locks_calls", "min_green_s", "max_green_s", "passage_s", "from_m",    "to_m",        "points"}) {
        EXPECT_NE(text.find(std::string("`") + key + "`"), text.npos) << key;
    }
}

TEST(Intersection, GivesPlacesInCentimetresFromItsPosition) {
    const Intersection x = expected();
    EXPECT_EQ(in_cm(x, {101.754, 189.996}), (std::array<std::int64_t, 2>{175, -1000}));
    EXPECT_EQ(x.lane(3), &x.lanes[2]);
    EXPECT_EQ(x.lane(9), nullptr);
}

}  // namespace
}  // namespace synchrono::config
