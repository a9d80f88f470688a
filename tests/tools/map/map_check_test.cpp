// Proves that the maps that ship are sound, and that faults are found in maps that can be read: each case
// spoils a sound map in one place.
#include "tools/map/map_check.hpp"

#include <filesystem>
#include <gmock/gmock.h>

#include "common/config/map_text.hpp"
#include "tests/common/roadmap/map_text.hpp"

namespace synchrono::tools::map {
namespace {

namespace fs = std::filesystem;
using roadmap::testing::altered;
using roadmap::testing::make_map;
using roadmap::testing::map_text;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const fs::path kMaps = fs::path(SYN_SOURCE_DIR) / "maps";

std::vector<std::string> problems(const std::string& text) { return check_map(make_map(text)).problems; }

/// Returns the street of the test data without its lane that leads nowhere.
std::string street() {
    return altered(map_text("two_roads"), R"(<lane id="-3" type="bus">)",
                   R"(<lane id="-3" type="shoulder">)");
}

std::string madison() { return config::load_map_text(kMaps / "park_university/map.xodr")->open_drive; }

TEST(CheckMap, FindsNoFaultInTheMapsThatShip) {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(kMaps)) {
        if (!entry.is_directory()) continue;
        const auto map = config::load_map_text(entry.path() / config::kMapFile);
        ASSERT_TRUE(map) << map.error().text;
        EXPECT_THAT(problems(map->open_drive), IsEmpty()) << entry.path();
        ++count;
    }
    EXPECT_GE(count, 1u);
    EXPECT_THAT(problems(street()), IsEmpty());
}

TEST(CheckMap, CountsTheContentOfAMap) {
    const auto counts = check_map(make_map(madison())).counts;
    EXPECT_THAT(
        counts,
        ElementsAre("map.xodr: OpenDRIVE 1.6", "  origin       43.073100 N, -89.400700 E",
                    "  roads        7 of 1.24 km",
                    "  lanes        36 for driving, 2 for buses, 0 for bicycles, 18 for walking",
                    "  junctions    2 with 25 movements", "  signals      25 in 13 groups",
                    "  crosswalks   8", "  buildings    15", "  edge         11 lanes enter, 11 leave"));
}

TEST(CheckMap, FindsALaneThatLeadsNowhere) {
    EXPECT_THAT(problems(map_text("two_roads")), ElementsAre(HasSubstr("lane 1:1:-3: leads nowhere")));
    const std::string joined =
        altered(street(), R"(<lane id="1" type="driving"><link><predecessor id="1"/></link>)",
                R"(<lane id="1" type="driving">)");
    EXPECT_THAT(problems(altered(joined, R"(<link><predecessor id="1"/><successor id="1"/></link>)",
                                 R"(<link><predecessor id="1"/></link>)")),
                ElementsAre(HasSubstr("lane 1:1:1: no other lane leads to it"),
                            HasSubstr("lane 2:0:1: leads nowhere")));
}

TEST(CheckMap, FindsJointsThatDoNotMeet) {
    const std::string bend = R"(x="100" y="0" hdg="0" length="100"><arc)";
    EXPECT_THAT(problems(altered(street(), bend, R"(x="100.5" y="0" hdg="0" length="100"><arc)")),
                Contains(HasSubstr(
                    "lane 1:1:-1: misses the next, 2:0:-1, by 0.50 m, 0.00 m in height and 0.0 degrees")));
    EXPECT_THAT(problems(altered(street(), bend, R"(x="100" y="0" hdg="0.1" length="100"><arc)")),
                Contains(HasSubstr("and 5.7 degrees")));
    EXPECT_THAT(problems(altered(street(), R"(<elevation s="0" a="3")", R"(<elevation s="0" a="4")")),
                Contains(HasSubstr("by 0.00 m, 1.00 m in height")));
}

TEST(CheckMap, FindsGapsInReferenceLines) {
    const std::string one = R"(<geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry>)";
    const std::string two = R"(<geometry s="0" x="0" y="0" hdg="0" length="40"><line/></geometry>)"
                            R"(<geometry s="40" x="40" y="0.03" hdg="0" length="60"><line/></geometry>)";
    EXPECT_THAT(problems(altered(street(), one, two)),
                Contains(HasSubstr("road '1': its line has a gap of 0.03 m and 0.0 degrees at s 40.00")));
}

TEST(CheckMap, FindsLanesThatChangeTheirWidthAtAJoint) {
    const std::string lane =
        R"(<lane id="-2" type="driving"><link><predecessor id="-2"/></link><width sOffset="0" a=")";
    EXPECT_THAT(problems(altered(street(), lane + "3.5", lane + "3")),
                Contains(HasSubstr("lane 1:1:-2: misses the next, 2:0:-2, by 0.25 m")));
    const std::string inner =
        R"(<lane id="2" type="driving"><link><predecessor id="2"/></link><width sOffset="0" a=")";
    EXPECT_THAT(problems(altered(street(), inner + "3.5", inner + "3.65")), IsEmpty());
}

TEST(CheckMap, FindsOneSidedLinks) {
    EXPECT_THAT(
        problems(altered(street(),
                         R"(<link><predecessor elementType="road" elementId="1" contactPoint="end"/></link>)",
                         "")),
        Contains(HasSubstr("road '1': its successor road '2' does not lead back to it")));
    EXPECT_THAT(problems(altered(street(), R"(elementId="1" contactPoint="end")",
                                 R"(elementId="1" contactPoint="start")")),
                Contains(HasSubstr("does not lead back to it")));
    const std::string west =
        R"(<road name="University Avenue west" length="200" id="12" junction="-1" rule="RHT">
    <link>
      <predecessor elementType="junction" elementId=")";
    EXPECT_THAT(
        problems(altered(madison(), west + "100", west + "200")),
        Contains(HasSubstr("road '12': its predecessor junction '200' has no connection for this road")));
}

TEST(CheckMap, FindsEntriesWithoutAWayOut) {
    std::string text = street();
    for (const std::string lane : {"-1", "-2"}) {
        const std::string id = "\"" + lane + "\"";
        text = altered(text, "<lane id=" + id + " type=\"driving\"><link><predecessor id=" + id + "/></link>",
                       "<lane id=" + id + " type=\"driving\">");
        text = altered(text, "<predecessor id=" + id + "/><successor id=" + id + "/>",
                       "<predecessor id=" + id + "/>");
    }
    const auto found = problems(text);
    EXPECT_THAT(found, Contains(HasSubstr("lane 1:0:-1: vehicles that enter here cannot leave the map")));
    EXPECT_THAT(found, Contains(HasSubstr("lane 1:1:-2: leads nowhere")));
}

TEST(CheckMap, FindsSignalsAndGroupsWithoutCounterpart) {
    const auto without_arrow =
        problems(altered(madison(), "    <control signalId=\"1041\" type=\"0\"/>\n", ""));
    EXPECT_THAT(without_arrow, Contains(HasSubstr("signal '1041': no controller runs it")));
    EXPECT_THAT(without_arrow,
                Contains(HasSubstr(
                    "junction '100': its signal group 4, controller '104', governs no lane or crosswalk")));
    EXPECT_THAT(without_arrow, Contains(HasSubstr("lane 107:0:-1: has no signal")));

    const auto unlisted =
        problems(altered(madison(), "    <controller id=\"206\" type=\"0\" sequence=\"6\"/>\n", ""));
    EXPECT_THAT(unlisted, Contains(HasSubstr("controller '206': no junction lists it")));
    EXPECT_THAT(unlisted, Contains(HasSubstr("crosswalk '2102': has no signal")));
}

TEST(CheckMap, NamesFileAndLine) {
    EXPECT_THAT(problems(map_text("two_roads")), ElementsAre(HasSubstr("map.xodr:7: ")));
}

}  // namespace
}  // namespace synchrono::tools::map
