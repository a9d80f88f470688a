// Proves that the reader accepts OpenDRIVE, refuses a broken file and names the line of the fault, remarks on
// the parts that it does not use, and finds the map's place on the earth.
#include "common/roadmap/open_drive.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/common/roadmap/map_text.hpp"

namespace synchrono::roadmap {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;
using namespace roadmap::testing;

/// Returns a map of one road. The road's content begins on the third line.
std::string small(
    const std::string& inner =
        "<planView><geometry s=\"0\" x=\"0\" y=\"0\" hdg=\"0\" length=\"50\"><line/></geometry></planView>\n"
        "<lanes><laneSection s=\"0\">\n"
        "<center><lane id=\"0\" type=\"none\"/></center>\n"
        "<right>\n"
        "<lane id=\"-1\" type=\"driving\"><width sOffset=\"0\" a=\"3\" b=\"0\" c=\"0\" d=\"0\"/></lane>\n"
        "</right>\n"
        "</laneSection></lanes>\n") {
    return "<OpenDRIVE><header revMajor=\"1\" revMinor=\"6\"/>\n"
           "<road id=\"1\" name=\"\" length=\"50\" junction=\"-1\">\n" +
           inner + "</road>\n</OpenDRIVE>\n";
}

std::string refusal(const std::string& text) {
    const auto read = read_open_drive(text, "m.xodr");
    return read ? "accepted" : read.error().text;
}

std::vector<std::string> remarks(const std::string& text) {
    const auto read = read_open_drive(text, "m.xodr");
    return read ? read->remarks : std::vector<std::string>{read.error().text};
}

TEST(OpenDriveReader, ReadsASmallMap) {
    const auto map = read_open_drive(small(), "m.xodr");
    ASSERT_TRUE(map) << map.error().text;
    EXPECT_EQ(map->version, "1.6");
    ASSERT_EQ(map->roads.size(), 1u);
    EXPECT_EQ(map->roads[0].line, 2u);
    EXPECT_EQ(map->roads[0].sections[0].length_m, 50);
    EXPECT_EQ(map->roads[0].sections[0].lane(-1)->line, 7u);
    EXPECT_THAT(map->remarks, IsEmpty());
    EXPECT_FALSE(map->origin);
}

TEST(OpenDriveReader, RefusesMistakesWithTheirLine) {
    struct Row {
        const char* what;
        const char* by;
        const char* refusal;
    };
    const std::vector<Row> rows{
        {"</lanes>", "</lane>", "m.xodr:9: XML: "},
        {"<OpenDRIVE>", "<Open>", "m.xodr:11: XML: "},
        {"<header revMajor=\"1\" revMinor=\"6\"/>", "", "m.xodr:1: <OpenDRIVE> has no <header>"},
        {"revMajor=\"1\"", "revMajor=\"one\"",
         "m.xodr:1: <header> revMajor: expected a whole number from 0 to 99, not 'one'"},
        {"revMajor=\"1\"", "", "m.xodr:1: <header> needs revMajor"},
        {"road id=\"1\"", "road", "m.xodr:2: <road> needs id"},
        {"length=\"50\" junction", "length=\"5O\" junction",
         "m.xodr:2: <road> length: expected a number, not '5O'"},
        {"length=\"50\" junction", "length=\"nan\" junction",
         "m.xodr:2: <road> length: expected a number, not 'nan'"},
        {"length=\"50\" junction", "length=\"-3\" junction",
         "m.xodr:2: <road> length: -3 is not between 0 and 100000"},
        {"length=\"50\" junction", "length=\"1e400\" junction", "m.xodr:2: <road> length: expected a number"},
        {"length=\"50\" junction", "length=\"60\" junction",
         "m.xodr:3: road '1' is 60 m long, but its <planView> goes from 0 to 50 m"},
        {"junction=\"-1\"", "junction=\"5\"",
         "m.xodr:2: road '1' leads through junction '5', which does not exist"},
        {"junction=\"-1\"", "junction=\"-1\" rule=\"UHT\"",
         "m.xodr:2: <road> rule: expected one of RHT, LHT, not 'UHT'"},
        {"<line/>", "", "m.xodr:3: <geometry> needs one of <line>"},
        {"<line/>", "<line/><line/>", "m.xodr:3: <geometry> needs one of <line>"},
        {"<line/>", "<arc/>", "m.xodr:3: <arc> needs curvature"},
        {"<line/>", "<arc curvature=\"9\"/>", "m.xodr:3: <geometry> turns by more than 100 rad"},
        {"<line/>", "<spiral curvStart=\"0\" curvEnd=\"x\"/>",
         "m.xodr:3: <spiral> curvEnd: expected a number"},
        {"<line/>",
         "<paramPoly3 aU=\"0\" bU=\"1\" cU=\"0\" dU=\"0\" aV=\"0\" bV=\"0\" cV=\"0\" dV=\"0\" "
         "pRange=\"all\"/>",
         "m.xodr:3: <paramPoly3> pRange: expected one of normalized, arcLength, not 'all'"},
        {"<geometry s=\"0\"", "<geometry s=\"7\"",
         "m.xodr:3: road '1' is 50 m long, but its <planView> goes from 7"},
        {"<line/></geometry>",
         "<line/></geometry>\n<geometry s=\"60\" x=\"50\" y=\"0\" hdg=\"0\" length=\"1\"><line/></geometry>",
         "m.xodr:4: <geometry> s: 60, but the one before ends at 50"},
        {"<laneSection s=\"0\">", "<laneSection s=\"51\">",
         "m.xodr:4: road '1' is 50 m long, but a <laneSection> begins at 51"},
        {"<laneSection s=\"0\">", "<laneSection s=\"1\"/><laneSection s=\"0\">",
         "m.xodr:4: <laneSection> has a smaller s than the one before it"},
        {"<lanes><laneSection s=\"0\">", "<lanes/><other><laneSection>", "XML: "},
        {"lane id=\"-1\"", "lane id=\"-2\"", "m.xodr:4: the lane ids have a gap"},
        {"lane id=\"-1\"", "lane id=\"1\"", "m.xodr:7: lane 1 does not belong in <right>"},
        {"lane id=\"-1\"", "lane id=\"-999\"",
         "m.xodr:7: <lane> id: expected a whole number from -128 to 128"},
        {"<right>\n", "<right>\n<lane id=\"-1\" type=\"driving\"/>", "m.xodr:7: lane id -1 is used twice"},
        {"type=\"driving\"", "", "m.xodr:7: <lane> needs type"},
        {"type=\"driving\">", "type=\"driving\"><speed sOffset=\"0\" max=\"3\" unit=\"knots\"/>",
         "m.xodr:7: <speed> unit: expected m/s, mph or km/h, not 'knots'"},
        {"type=\"driving\">", "type=\"driving\"><link><successor/></link>", "m.xodr:7: <successor> needs id"},
        {"a=\"3\"", "", "m.xodr:7: <width> needs a"},
        {"<planView>",
         "<link><successor elementType=\"road\" elementId=\"2\" contactPoint=\"start\"/></link>\n<planView>",
         "m.xodr:2: road '1': its successor is road '2', which does not exist"},
        {"<planView>", "<link><successor elementType=\"road\" elementId=\"1\"/></link>\n<planView>",
         "m.xodr:3: a link to a road needs contactPoint"},
        {"<planView>", "<signals><signalReference id=\"a\" s=\"0\" t=\"0\"/></signals>\n<planView>",
         "m.xodr:3: a reference to signal 'a', which does not exist"},
        {"<planView>",
         "<objects><object s=\"0\" t=\"0\"><userData code=\"signal\" "
         "value=\"z\"/></object></objects>\n<planView>",
         "m.xodr:3: object '' obeys signal 'z', which does not exist"},
        {"<planView>",
         "<objects><object s=\"0\" t=\"0\"><outline><cornerRoad s=\"0\" t=\"0\"/><cornerLocal u=\"0\" "
         "v=\"0\"/></outline></object></objects>\n<planView>",
         "m.xodr:3: <outline> has both <cornerRoad> and <cornerLocal>"},
        {"</road>\n", "</road>\n<road id=\"1\" length=\"0\"/>",
         "m.xodr:11: road '1' has no <planView> with a <geometry>"},
        {"</road>\n",
         "</road>\n<junction id=\"9\"><connection id=\"0\" incomingRoad=\"1\" connectingRoad=\"3\" "
         "contactPoint=\"start\"/></junction>\n",
         "m.xodr:11: junction '9' connects road '3', which does not exist"},
        {"</road>\n", "</road>\n<junction id=\"9\"><controller id=\"c\"/></junction>\n",
         "m.xodr:11: junction '9' has controller 'c', which does not exist"},
        {"</road>\n", "</road>\n<junction id=\"9\" type=\"round\"/>",
         "m.xodr:11: <junction> type: expected default, virtual or direct"},
        {"</road>\n", "</road>\n<junction id=\"9\"/><junction id=\"9\"/>",
         "m.xodr:11: junction id '9' is used twice"},
        {"</road>\n", "</road>\n<controller id=\"c\"><control/></controller>",
         "m.xodr:11: <control> needs signalId"},
    };
    for (const Row& row : rows) {
        const std::string said = refusal(altered(small(), row.what, row.by));
        EXPECT_THAT(said, HasSubstr(row.refusal)) << row.by;
        EXPECT_THAT(said, StartsWith("m.xodr:")) << row.by;
    }
}

TEST(OpenDriveReader, RefusesDuplicateRoads) {
    std::string text = small();
    const std::string road = text.substr(text.find("<road"), text.find("</road>") + 8 - text.find("<road"));
    EXPECT_EQ(refusal(altered(text, "</road>\n", "</road>\n" + road)),
              "m.xodr:11: road id '1' is used twice");
}

TEST(OpenDriveReader, RefusesFilesThatAreNotOpenDrive) {
    EXPECT_EQ(refusal("<net/>"), "m.xodr:1: expected <OpenDRIVE>, not <net>");
    EXPECT_THAT(refusal(""), StartsWith("m.xodr:1: XML: "));
    EXPECT_THAT(refusal("{\n}"), StartsWith("m.xodr:"));
    EXPECT_EQ(refusal("<OpenDRIVE>\n\xff</OpenDRIVE>"), "m.xodr:2: this is not UTF-8");
    EXPECT_EQ(refusal("<OpenDRIVE><header revMajor=\"1\" revMinor=\"6\"/></OpenDRIVE>"),
              "m.xodr:1: <OpenDRIVE> has no <road>");
}

TEST(OpenDriveReader, ListsABoundedNumberOfProblems) {
    const std::string two =
        refusal(altered(altered(small(), "a=\"3\"", "a=\"x\""), "hdg=\"0\"", "hdg=\"y\""));
    EXPECT_EQ(std::count(two.begin(), two.end(), '\n'), 1);
    std::string many;
    for (int i = 0; i < 100; ++i)
        many += "<geometry s=\"a\" x=\"0\" y=\"0\" hdg=\"0\" length=\"1\"><line/></geometry>\n";
    const std::string said = refusal(altered(small(), "<planView>", "<planView>" + many));
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 19);
}

TEST(OpenDriveReader, QuotesTextInOneLine) {
    const std::string said = refusal(altered(small(), "type=\"driving\">",
                                             "type=\"driving\"><speed sOffset=\"0\" "
                                             "max=\"3\" unit=\"a&#10;b\"/>"));
    EXPECT_THAT(said, HasSubstr("not 'a b'"));
}

TEST(OpenDriveReader, RemarksOnceOnEachUnusedElement) {
    const std::string text = altered(small(), "<planView>", "<railroad/>\n<railroad/><planView>");
    EXPECT_THAT(remarks(text), ElementsAre("m.xodr:3: <railroad> in <road> is not used (2 times)"));
    EXPECT_THAT(remarks(altered(small(), "driving", "cycling")),
                ElementsAre("m.xodr:7: lane type 'cycling' is unknown: nothing may use such lanes"));
    EXPECT_THAT(remarks(altered(small(), "revMinor=\"6\"", "revMinor=\"9\"")),
                ElementsAre("m.xodr:1: this is OpenDRIVE 1.9; 1.4 to 1.7 are understood"));
    EXPECT_THAT(remarks(altered(small(), "</road>\n",
                                "</road>\n<junction id=\"1\" type=\"virtual\"><connection/></junction>")),
                ElementsAre("m.xodr:11: virtual junctions are not followed"));
    EXPECT_THAT(remarks(altered(small(), "<line/></geometry>",
                                "<line/></geometry><geometry s=\"50\" x=\"53\" y=\"0\" hdg=\"0\" "
                                "length=\"0\"><line/></geometry>")),
                ElementsAre("m.xodr:3: a reference line jumps, here by 3.00 m"));
}

TEST(OpenDriveReader, TakesTheFirstSignalOfADuplicateId) {
    const std::string two =
        "<signals><signal id=\"a\" s=\"0\" t=\"0\"/>\n<signal id=\"a\" s=\"0\" t=\"0\"/></signals>";
    EXPECT_THAT(remarks(altered(small(), "<planView>", two + "<planView>")),
                ElementsAre("m.xodr:4: a signal id is used twice; the first signal counts"));
}

TEST(OpenDriveReader, ReadsTextInLatin1) {
    const std::string text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + altered(small(), "name=\"\"",
                                                                                         "name=\"Stra\xdf"
                                                                                         "e\"");
    const auto map = read_open_drive(text, "m.xodr");
    ASSERT_TRUE(map) << map.error().text;
    EXPECT_EQ(map->roads[0].name,
              "Stra\xc3\x9f"
              "e");
}

TEST(OpenDriveReader, ReadsUnitsAndTypesOfLanes) {
    const auto type = [&](const std::string& inner) {
        const auto map = read_open_drive(altered(small(), "type=\"driving\">", inner), "m.xodr");
        EXPECT_TRUE(map) << map.error().text;
        return map->roads[0].sections[0].lane(-1)->type;
    };
    EXPECT_EQ(type("type=\"biking\">"), LaneType::bike);
    EXPECT_EQ(type("type=\"shoulder\">"), LaneType::other);
    EXPECT_EQ(type("type=\"onRamp\">"), LaneType::driving);
    const std::string allow = "type=\"driving\"><access sOffset=\"0\" rule=\"allow\" restriction=";
    EXPECT_EQ(type(allow + "\"bus\"/>"), LaneType::bus);
    EXPECT_EQ(type(allow + "\"bicycle\"/>"), LaneType::bike);
    EXPECT_EQ(type(allow + "\"passengerCar\"/>" + allow.substr(15) + "\"bus\"/>"), LaneType::driving);
    EXPECT_EQ(type("type=\"driving\"><access sOffset=\"0\" rule=\"deny\" restriction=\"passengerCar\"/>"),
              LaneType::bus);
    const auto limit = [&](const std::string& max) {
        const auto map =
            read_open_drive(altered(small(), "<planView>",
                                    "<type s=\"0\" type=\"town\"><speed " + max + "/></type><planView>"),
                            "m");
        EXPECT_TRUE(map) << map.error().text;
        return map->roads[0].types[0].limit_m_s;
    };
    EXPECT_NEAR(*limit("max=\"30\" unit=\"mph\""), 13.4112, 1e-9);
    EXPECT_NEAR(*limit("max=\"50\" unit=\"km/h\""), 50 / 3.6, 1e-9);
    EXPECT_EQ(*limit("max=\"20\""), 20);
    EXPECT_FALSE(limit("max=\"no limit\""));
    EXPECT_FALSE(limit("max=\"undefined\""));
    EXPECT_FALSE(limit("max=\"-1\" unit=\"m/s\""));
}

TEST(RoadMapMaking, RefusesImpossibleLanes) {
    const auto made = [](const std::string& text) {
        auto read = read_open_drive(text, "m.xodr");
        EXPECT_TRUE(read) << read.error().text;
        const auto map = RoadMap::make(std::move(*read));
        return map ? "accepted" : map.error().text;
    };
    EXPECT_THAT(made(altered(small(), "a=\"3\" b=\"0\"", "a=\"3\" b=\"1e9\"")),
                StartsWith("m.xodr:7: lane -1 of road '1' is out of bounds"));
    EXPECT_THAT(made(altered(small(), "d=\"0\"/></lane>",
                             "d=\"0\"/><width sOffset=\"20\" a=\"99\" b=\"0\" c=\"0\" d=\"0\"/></lane>")),
                StartsWith("m.xodr:7: lane -1 of road '1' jumps by 48 m at 20"));
}

TEST(GeoReference, IsTheOriginOfTheProjection) {
    const auto at = origin_of("+proj=tmerc +lat_0=43.07 +lon_0=-89.4 +k=1 +x_0=0 +y_0=0 +datum=WGS84", {});
    ASSERT_TRUE(at);
    EXPECT_NEAR(at->latitude_deg, 43.07, 1e-9);
    EXPECT_NEAR(at->longitude_deg, -89.4, 1e-9);
    const auto shifted =
        origin_of("+proj=tmerc +lat_0=4.307e+1 +lon_0=-8.94e1 +k_0=1 +x_0=500 +y_0=-300", {600, 700, 5});
    ASSERT_TRUE(shifted);
    const geo::Vec3 back = geo::WorldFrame({43.07, -89.4, 0}).to_world(*shifted);
    EXPECT_NEAR(back.x, 100, 0.05);
    EXPECT_NEAR(back.y, 1'000, 0.05);
    EXPECT_EQ(shifted->elevation_m, 5);
}

TEST(GeoReference, IsFoundInUtm) {
    // The expected values are those of PROJ's cs2cs.
    const auto munich =
        origin_of("+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs", {691'597.1, 5'334'764.4, 0});
    ASSERT_TRUE(munich);
    EXPECT_NEAR(munich->latitude_deg, 48.137261297, 1e-9);
    EXPECT_NEAR(munich->longitude_deg, 11.575413316, 1e-9);
    const auto madison =
        origin_of("+proj=tmerc +lat_0=43.07 +lon_0=-89.4 +datum=WGS84", {20'000, -30'000, 0});
    EXPECT_NEAR(madison->latitude_deg, 42.799691283, 1e-9);
    EXPECT_NEAR(madison->longitude_deg, -89.155517254, 1e-9);
    const auto south = origin_of("+proj=utm +zone=16 +south", {500'000, 10'000'000, 0});
    EXPECT_EQ(south->latitude_deg, 0);
    EXPECT_EQ(south->longitude_deg, -87);
}

TEST(GeoReference, IsFoundInMercator) {
    const auto at = origin_of("+proj=merc +lon_0=10 +k=1", {0, 6'106'854.834885, 0});
    ASSERT_TRUE(at);
    EXPECT_NEAR(at->latitude_deg, 48.191183457, 1e-9);
    EXPECT_NEAR(at->longitude_deg, 10, 1e-9);
}

TEST(GeoReference, IsAbsentWithoutAUsableProjection) {
    EXPECT_FALSE(origin_of("", {}));
    EXPECT_FALSE(origin_of("EPSG:25832", {}));
    EXPECT_FALSE(origin_of("+proj=lcc +lat_1=3", {}));
    EXPECT_FALSE(origin_of("+proj=utm +zone=77", {}));
    EXPECT_FALSE(origin_of("+proj=tmerc +lat_0=91 +lon_0=0", {}));
    EXPECT_FALSE(origin_of("+proj=tmerc +lat_0=1 +lon_0=0 +k=0", {}));
    EXPECT_TRUE(origin_of("+proj=aeqd +lat_0=43 +lon_0=-89", {}));
    EXPECT_THAT(
        remarks(altered(small(), "revMinor=\"6\"/>",
                        "revMinor=\"6\"><geoReference>EPSG:1</geoReference></header>")),
        ElementsAre(
            "m.xodr:1: the geoReference gives no place on the earth, or not in a form that is understood"));
    const auto turned =
        read_open_drive(altered(small(), "revMinor=\"6\"/>",
                                "revMinor=\"6\"><geoReference>+proj=tmerc +lat_0=43 +lon_0=-89</geoReference>"
                                "<offset x=\"0\" y=\"0\" z=\"0\" hdg=\"1\"/></header>"),
                        "m.xodr");
    ASSERT_TRUE(turned);
    EXPECT_FALSE(turned->origin) << "its y is not north";
    EXPECT_THAT(turned->remarks, SizeIs(1));
}

}  // namespace
}  // namespace synchrono::roadmap
