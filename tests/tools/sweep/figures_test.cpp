// Proves which figures a sweep accepts and what it finds in a report: numbers of the run, of one agent and of
// agents that match a pattern. Names that no report has are refused with the nearest name.
#include "tools/sweep/figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <sstream>

#include "tools/sweep/internal/figure_value.hpp"

namespace synchrono::tools::sweep {
namespace {

using ::testing::StartsWith;

const std::vector<std::string> kVehicles{"car3", "car4", "bus0", "bus1", "bus2"};

Json::Value report() {
    Json::Value json;
    std::istringstream(
        R"({"sim_s": 2.5, "good": true, "radio": {"messages": 7, "faults": {"lost": {"car3": 4}}},
        "traffic": {"stops": 3, "smallest_ttc_s": null, "longest_stand": {"s": 9.5}, "free_speed": "map",
          "vehicle_list": [
            {"name": "car4", "delay_s": 1.5, "arrived": true},
            {"name": "bus0", "delay_s": 2, "arrived": true},
            {"name": "bus1", "delay_s": 5, "arrived": false},
            {"name": "bus2", "arrived": false}]}})") >>
        json;
    json["traffic"]["huge"] = std::numeric_limits<double>::infinity();
    return json;
}

std::optional<double> value(const std::string& name) {
    const auto figures = parse_figures(name, kVehicles);
    if (!figures) ADD_FAILURE() << figures.error().text;
    return figures ? value_of(figures->at(0), report()) : std::nullopt;
}

std::string refusal(const std::string& text) {
    const auto figures = parse_figures(text, kVehicles);
    return figures ? "accepted" : figures.error().text;
}

TEST(Figures, OrdinaryOnesAreInEveryReport) {
    for (const Figure& figure : ordinary_figures()) {
        std::string path;
        for (const std::string& key : figure.path) path += (path.empty() ? "" : ".") + key;
        EXPECT_EQ(refusal(path), "accepted") << figure.name;
    }
}

TEST(Figures, AreFoundByNameOrPath) {
    EXPECT_EQ(value("stops"), 3);
    EXPECT_EQ(value("radio_messages"), 7);
    EXPECT_EQ(value("traffic.stops"), 3);
    EXPECT_EQ(value("sim_s"), 2.5);
    EXPECT_EQ(value("good"), 1) << "true counts as 1";
    EXPECT_EQ(value("radio.faults.lost.car3"), 4) << "the sample does not know which faults there are";
    EXPECT_EQ(value_of({.name = "x", .path = {"traffic", "longest_stand", "s"}}, report()), 9.5);
}

TEST(Figures, HaveNoValueIfTheReportHasNoFiniteNumber) {
    for (const char* name : {"smallest_ttc_s", "mean_delay_s", "wall_s", "radio.faults.lost.car4"})
        EXPECT_EQ(value(name), std::nullopt) << name;
    for (const char* key : {"free_speed", "huge", "vehicle_list"})
        EXPECT_EQ(value_of({.name = "x", .path = {"traffic", key}}, report()), std::nullopt) << key;
    EXPECT_EQ(value_of({.name = "x", .path = {"delay_s"}, .agents = "*"}, Json::Value()), std::nullopt);
}

TEST(Figures, OfAgentsAreMeansOverThoseThatMatch) {
    EXPECT_EQ(value("agents.car4.delay_s"), 1.5);
    EXPECT_EQ(value("agents.bus*.delay_s"), 3.5) << "bus2 has no delay";
    EXPECT_EQ(value("agents.bus*.arrived"), 1.0 / 3) << "a share";
    EXPECT_EQ(value("agents.car3.delay_s"), std::nullopt) << "car3 was never there";
}

TEST(Figures, UnknownOnesAreRefusedWithTheNearest) {
    EXPECT_THAT(refusal("stops,mean_dealy_s"),
                StartsWith("mean_dealy_s: no such figure; did you mean 'mean_delay_s'? Expected one of "
                           "collisions, conflicts, "));
    EXPECT_THAT(refusal("traffic.stop"),
                StartsWith("traffic.stop: no such figure; did you mean 'traffic.stops'?"));
    EXPECT_THAT(refusal("traffic.free_speed"), StartsWith("traffic.free_speed: no such figure")) << "a text";
    EXPECT_THAT(refusal("traffic"), StartsWith("traffic: no such figure"));
    EXPECT_THAT(refusal("traffic."), StartsWith("traffic.: no such figure"));
    EXPECT_THAT(
        refusal("agents.car4.dealy_s"),
        StartsWith("agents.car4.dealy_s: no such figure; did you mean 'delay_s'? Expected one of arrived, "));
    EXPECT_EQ(refusal("agents.but*.delay_s"),
              "agents.but*.delay_s: no vehicle 'but*'; expected one of car3, car4, bus0, bus1, bus2");
    EXPECT_EQ(
        refusal("agents.cra4.delay_s"),
        "agents.cra4.delay_s: no vehicle 'cra4'; did you mean 'car4'? Expected one of car3, car4, bus0, "
        "bus1, bus2");
    EXPECT_THAT(refusal("agents.car4"), StartsWith("agents.car4: expected agents.NAME.FIGURE"));
    EXPECT_EQ(refusal("stops,stops"), "stops is given twice");
    EXPECT_EQ(refusal("stops,"), "a figure is missing in 'stops,'");
}

TEST(Figures, HaveWordsAndUnits) {
    EXPECT_EQ(wording_of("mean_delay_s").text(), "mean delay (s)");
    EXPECT_EQ(wording_of("mean_speed_m_s").text(), "mean speed (m/s)");
    EXPECT_EQ(wording_of("power_dbm").text(), "power (dBm)");
    EXPECT_EQ(wording_of("collisions").text(), "collisions") << "not every s is a second";
    EXPECT_EQ(wording_of("agents.bus_line*.delay_s").text(), "agents.bus_line*.delay (s)");
    EXPECT_EQ(wording_of("traffic.longest_stand.s").text(), "traffic.longest_stand (s)");
    EXPECT_EQ(wording_of("s").text(), "s");
}

}  // namespace
}  // namespace synchrono::tools::sweep
