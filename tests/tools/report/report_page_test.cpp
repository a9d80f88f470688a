// Proved here, on runs made by hand: the study's lines, its members of report.json, and the page, which is
// well formed, needs nothing from elsewhere and is not broken by names; and the command that makes them anew.
#include "tools/report/report_page.hpp"

#include <gmock/gmock.h>
#include <json/json.h>
#include <sstream>

#include "tests/support/commands.hpp"
#include "tests/tools/study/make_drives.hpp"
#include "tests/tools/study/make_run.hpp"
#include "tools/report/report_command.hpp"
#include "tools/report/study_text.hpp"
#include "tools/report/trajectories.hpp"

namespace synchrono::tools {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Json::Value parsed(const std::string& text) {
    Json::Value json;
    std::istringstream(text) >> json;
    return json;
}

/// Every element is closed in its order; scripts and styles are passed over.
std::string first_unbalanced(const std::string& html) {
    std::vector<std::string> open;
    for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at)) {
        const std::size_t end = html.find('>', at);
        if (end == std::string::npos) return "no > after " + html.substr(at, 40);
        std::string tag = html.substr(at + 1, end - at - 1);
        at = end + 1;
        if (tag.starts_with("!")) continue;
        const bool closed = tag.ends_with("/");
        const std::string name = tag.substr(0, tag.find_first_of(" \n/", 1));
        if (name == "meta" || name == "input" || closed) continue;
        if (name.starts_with("/")) {
            if (open.empty() || "/" + open.back() != name)
                return tag + " in " + (open.empty() ? "-" : open.back());
            open.pop_back();
        } else {
            open.push_back(name);
            if (name == "script" || name == "style") at = html.find("</" + name, at);
        }
    }
    return open.empty() ? "" : "never closed: " + open.back();
}

class Reports : public testing::RunFolder {
  protected:
    RemadeReport remade(const std::filesystem::path& folder) {
        const auto report = remake_report(folder);
        EXPECT_TRUE(report) << report.error().text;
        return report ? *report : RemadeReport{};
    }
    static int command(std::vector<std::string> arguments) {
        return synchrono::testing::run_command(add_report_command, std::move(arguments));
    }
};

TEST_F(Reports, TellACollision) {
    // They are 40 m apart and close with 20 m/s.
    const auto report = remade(make("crash", {.meet_m = 40}));
    EXPECT_THAT(report.text, HasSubstr("1 collision, 0 conflicts"));
    EXPECT_THAT(report.text, HasSubstr("COLLISION    " + names_[0] + " and " + names_[1] + " at 1."));
    const Json::Value json = parsed(report.json);
    EXPECT_EQ(json["traffic"]["collisions"].asInt(), 1);
    EXPECT_EQ(json["traffic"]["smallest_ttc_s"].asDouble(), 0);
    const auto& hit = json["traffic"]["collision_list"][0];
    EXPECT_EQ(hit["agents"][0].asString(), names_[0]);
    EXPECT_EQ(hit["speeds_m_s"][1].asDouble(), 10);
    EXPECT_NEAR(hit["place_m"][0].asDouble(), 20, 0.1);
    EXPECT_THAT(report.html,
                AllOf(HasSubstr("class=\"mark collision\""), HasSubstr("<td class=\"left\">collision</td>")));
}

TEST_F(Reports, TellTrafficAndPace) {
    const auto report = remade(make("run", {.leaves = true}));
    EXPECT_THAT(report.text,
                HasSubstr("2 vehicles driving, 1 arrived; mean speed 10.0 m/s, delay 0.0 s, 0 stops"));
    EXPECT_THAT(report.text, HasSubstr("0 collisions, 0 conflicts\n"));
    const Json::Value json = parsed(report.json);
    const auto& traffic = json["traffic"];
    EXPECT_EQ(traffic["vehicles"].asInt(), 2);
    EXPECT_EQ(traffic["arrived"].asInt(), 1);
    EXPECT_NEAR(traffic["mean_speed_m_s"].asDouble(), 10, 1e-6);
    EXPECT_NEAR(traffic["distance_m"].asDouble(), 80, 1e-6);
    EXPECT_TRUE(traffic["smallest_ttc_s"].isNull());
    EXPECT_TRUE(traffic["red_lights_run"].isNull()) << "without a map nobody knows";
    ASSERT_EQ(traffic["vehicle_list"].size(), 2u);
    EXPECT_EQ(traffic["vehicle_list"][0]["name"].asString(), names_[0]);
    EXPECT_TRUE(traffic["vehicle_list"][0]["arrived"].asBool());
    EXPECT_TRUE(traffic["movement_list"].isArray());
    // A heartbeat of 5 ms takes 10 ms.
    EXPECT_NEAR(json["pace"]["factor"][0]["factor"].asDouble(), 0.5, 1e-6);
    EXPECT_EQ(json["pace"]["waited_for"][0]["client"].asString(), "client1");
    EXPECT_NEAR(json["pace"]["waited_for"][0]["last_share"].asDouble(), 1, 1e-9);
    EXPECT_FALSE(json.isMember("radio"));
}

TEST_F(Reports, TellMovementsOnAMap) {
    // The second comes from the east, 95 m before the middle, and is through after 12 s.
    const auto report =
        remade(make("map", {.meet_m = 95, .seconds = 13, .duration_s = 20, .map = "crossing"}));
    const Json::Value json = parsed(report.json);
    const auto& traffic = json["traffic"];
    EXPECT_EQ(traffic["free_speed"].asString(), "map");
    EXPECT_EQ(traffic["red_lights_run"].asInt(), 0);
    EXPECT_FALSE(traffic["red_lights_run"].isNull());
    ASSERT_EQ(traffic["movement_list"].size(), 1u);
    const auto& movement = traffic["movement_list"][0];
    EXPECT_EQ(movement["from"].asString(), "2");
    EXPECT_EQ(movement["from_name"].asString(), "East");
    EXPECT_EQ(movement["to"].asString(), "4");
    EXPECT_EQ(movement["turn"].asString(), "straight");
    EXPECT_EQ(movement["vehicles"].asInt(), 1);
    // 30 mph are allowed on the 90 m of road, 10 m/s were driven.
    EXPECT_GT(traffic["vehicle_list"][1]["delay_s"].asDouble(), 9 * (1 - 10 / 13.41) - 0.1);
    EXPECT_THAT(report.text, HasSubstr("0 red lights run"));
    EXPECT_THAT(report.html, AllOf(HasSubstr("East (2)"), HasSubstr("class=\"land\"")));
    EXPECT_EQ(first_unbalanced(report.html), "");
}

TEST_F(Reports, KeepWhatTheRunItselfSaid) {
    const auto folder = make("run");
    std::ofstream(folder / "report.json")
        << R"({"scenario":"two_cars","verdict":"all good","good":true,"lead":{"kept":true},"traffic":"old"})";
    const auto report = remade(folder);
    const Json::Value json = parsed(report.json);
    EXPECT_EQ(json["verdict"].asString(), "all good");
    EXPECT_TRUE(json["lead"]["kept"].asBool());
    EXPECT_EQ(json["traffic"]["vehicles"].asInt(), 2);
    EXPECT_THAT(report.html, HasSubstr("<span class=\"verdict good\">all good</span>"));
    EXPECT_THAT(report.text, HasSubstr("Run of two_cars: all good\n"));
}

TEST_F(Reports, ShowWhatTheProcessorsDid) {
    const auto folder = make("run");
    std::ofstream(folder / "report.json") << R"({"programs":[
        {"name":"server","counters":{"cpu.process_ns":5000000000}},
        {"name":"client0","agents":"0","counters":{"cpu.process_ns":4000000000,"cpu.pilots_ns":1000000000}},
        {"name":"client1","agents":"1","counters":{"cpu.process_ns":900000000,"cpu.pilots_ns":1000000000}}]})";
    const auto shown = remade(folder).html;
    EXPECT_THAT(shown, AllOf(HasSubstr("What the processors did"), HasSubstr("25.00 % pilots (1 of 4)"),
                             HasSubstr("75.00 % start, end, writing logs (3 of 4)")));
    EXPECT_THAT(shown, HasSubstr("100.00 % pilots (1 of 1)")) << "samples may come to more than the whole";
    EXPECT_THAT(shown, Not(HasSubstr("% process"))) << "the whole is no share";
    EXPECT_EQ(first_unbalanced(shown), "");
    EXPECT_THAT(remade(make("untold")).html, Not(HasSubstr("What the processors did")));
}

TEST_F(Reports, WithoutOneOfTheRunAreMadeFromLogs) {
    const Json::Value json = parsed(remade(make("killed")).json);
    EXPECT_FALSE(json["good"].asBool());
    EXPECT_THAT(json["verdict"].asString(), HasSubstr("left no report"));
    EXPECT_NEAR(json["sim_s"].asDouble(), 4, 1e-9);
    EXPECT_NEAR(json["real_time_factor"].asDouble(), 0.5, 0.01);
}

TEST_F(Reports, ThePageIsWholeAndNeedsNothingElse) {
    const auto folder = make("run", {.meet_m = 40});
    std::ofstream(folder / "report.json") << R"({"scenario":"</script><b>&\"","verdict":"</script><b>"})";
    const auto report = remade(folder);
    EXPECT_EQ(first_unbalanced(report.html), "");
    EXPECT_THAT(report.html, Not(HasSubstr("</script><b>")));
    for (const char* outside : {"http://", "https://", "src=", "href=", "url(", "@import"}) {
        // The name of SVG's elements is none that is fetched.
        std::string html = report.html;
        const std::string name = "http://www.w3.org/2000/svg";
        for (auto at = html.find(name); at != std::string::npos; at = html.find(name))
            html.erase(at, name.size());
        EXPECT_THAT(html, Not(HasSubstr(outside)));
    }
    EXPECT_THAT(report.html, AllOf(HasSubstr("id=\"map\""), HasSubstr("class=\"track\""),
                                   HasSubstr("Real-time factor"), HasSubstr("prefers-color-scheme: dark")));
    // What the script reads is JSON.
    const std::string mark = "id=\"data\">";
    const auto begin = report.html.find(mark) + mark.size();
    const auto data = parsed(report.html.substr(begin, report.html.find("</script>", begin) - begin));
    ASSERT_EQ(data["drives"].size(), 2u);
    EXPECT_EQ(data["drives"][1]["x"][0].asInt(), 4000);
    EXPECT_EQ(data["drives"][1]["x"][1].asInt(), -200) << "cm, as differences, every 200 ms";
    EXPECT_EQ(data["drives"][1]["s"][0].asInt(), 100);
    EXPECT_NEAR(data["end"].asDouble(), 4, 1e-9);
}

TEST_F(Reports, TheCommandWritesThePage) {
    const auto folder = make("run");
    EXPECT_EQ(command({"report", folder.string()}), 0);
    EXPECT_TRUE(std::filesystem::exists(folder / "report.html"));
    EXPECT_EQ(command({"report", folder.string()}), 0) << "anew";
    const auto elsewhere = root_ / "page.html";
    EXPECT_EQ(command({"report", folder.string(), "--html", elsewhere.string()}), 0);
    EXPECT_TRUE(std::filesystem::exists(elsewhere));
}

TEST_F(Reports, WhatCannotBeStudiedIsALine) {
    const auto folder = make("run");
    EXPECT_EQ(command({"report", (root_ / "nowhere").string()}), 2);
    EXPECT_EQ(command({"report", folder.string(), "--html", (root_ / "no" / "page.html").string()}), 2);
    for (const char* text :
         {"no json", "[1]", R"({"sim_s":"soon"})", R"({"programs":[7]})", R"({"seed":-1.5})"}) {
        std::ofstream(folder / "report.json") << text;
        const auto report = remake_report(folder);
        ASSERT_FALSE(report) << text;
        EXPECT_THAT(report.error().text, HasSubstr("report.json: not a report")) << text;
    }
}

TEST(Trajectories, KeepTheirShapeInFewPoints) {
    std::vector<Vec2> line;
    for (int i = 0; i <= 100; ++i) line.push_back({static_cast<double>(i), 0.05 * (i % 2)});
    EXPECT_EQ(simplified(line, 0.1), (std::vector<std::size_t>{0, 100}));
    for (int i = 1; i <= 50; ++i) line.push_back({100, static_cast<double>(i)});
    const auto kept = simplified(line, 0.1);
    EXPECT_EQ(kept, (std::vector<std::size_t>{0, 100, 150}));
    EXPECT_EQ(simplified({{1, 1}}, 0.1), (std::vector<std::size_t>{0}));
    EXPECT_EQ(simplified({{1, 1}, {1, 1}}, 0.1), (std::vector<std::size_t>{0, 1}));
    EXPECT_TRUE(simplified({}, 0.1).empty());
    // There and back again: the turning point stays.
    EXPECT_EQ(simplified({{0, 0}, {10, 0}, {0, 0}}, 0.1), (std::vector<std::size_t>{0, 1, 2}));
}

TEST(Trajectories, AreBoundedInSamples) {
    Study study;
    study.drives = testing::together({testing::straight("a", {0, 0}, {10, 0}, 100)});
    const auto data = parsed(play_data(study, 50));
    EXPECT_LE(data["drives"][0]["x"].size(), 51u);
    EXPECT_GE(data["drives"][0]["x"].size(), 45u);
}

}  // namespace
}  // namespace synchrono::tools
