// Proves, on runs made by hand, what report.json says. A report that is read and written again is the same,
// and text that is not a report is refused.
#include "tools/report/report_json.hpp"

#include <functional>
#include <gmock/gmock.h>
#include <json/json.h>
#include <sstream>

#include "tests/tools/report/watched_run.hpp"
#include "tests/tools/study/make_run.hpp"

namespace synchrono::tools::report {
namespace {

using ::testing::HasSubstr;

Json::Value parsed(const std::string& text) {
    Json::Value json;
    std::istringstream(text) >> json;
    return json;
}

class ReportJsonTest : public testing::WatchedRun {
  protected:
    Json::Value json() const { return parsed(report_json(report())); }
    /// Reads a report and writes it once more.
    static std::string again(const std::string& text) {
        const auto report = parse_report(text);
        EXPECT_TRUE(report) << report.error().text;
        return report ? report_json(*report) : "";
    }
};

TEST_F(ReportJsonTest, TheSampleHasAllKeysOfAReport) {
    const auto sample = parsed(sample_report());
    const auto names = json().getMemberNames();
    ASSERT_FALSE(names.empty());
    for (const std::string& name : names) EXPECT_TRUE(sample.isMember(name)) << name;
    EXPECT_TRUE(sample["traffic"]["collisions"].isNumeric());
    EXPECT_TRUE(sample["traffic"]["vehicle_list"][0]["delay_s"].isNumeric());
    EXPECT_TRUE(sample["radio"]["delivery_ratio"].isNumeric());
}

TEST_F(ReportJsonTest, HasTheRunAndItsPrograms) {
    const auto value = json();
    EXPECT_TRUE(value["good"].asBool());
    EXPECT_EQ(value["scenario"].asString(), "two_cars");
    EXPECT_EQ(value["scenario_id"].asString().size(), 32u);
    EXPECT_EQ(value["seed"].asUInt64(), 42u);
    EXPECT_EQ(value["gate"].asString(), "window:2");
    EXPECT_EQ(value["rate"].asString(), "max");
    EXPECT_EQ(value["because"].asString(), "every agent has ended");
    EXPECT_DOUBLE_EQ(value["sim_s"].asDouble(), 9.995);
    EXPECT_DOUBLE_EQ(value["wall_s"].asDouble(), 5);
    EXPECT_DOUBLE_EQ(value["heartbeat_ms"].asDouble(), 5);
    EXPECT_NEAR(value["real_time_factor"].asDouble(), 1.999, 1e-9);
    EXPECT_EQ(value["lead"]["heartbeats"].asInt(), 2);
    EXPECT_TRUE(value["lead"]["kept"].asBool());
    EXPECT_DOUBLE_EQ(value["lead"]["at_s"].asDouble(), 0.125);
    EXPECT_EQ(value["slowest_clients"][0]["client"].asString(), "client1");
    EXPECT_EQ(value["programs"].size(), 3u);
    EXPECT_EQ(value["programs"][1]["agents"].asString(), "0");
    EXPECT_EQ(value["programs"][1]["exit_code"].asInt(), 0);
    EXPECT_EQ(value["programs"][1]["version"].asString(), SYNCHRONO_VERSION);
    EXPECT_EQ(value["programs"][2]["counters"]["link.requests"].asUInt64(), 4u);
    EXPECT_EQ(value["folder"].asString(), "/runs/one");
    EXPECT_FALSE(value.isMember("traffic")) << "a run that was not studied has no traffic";
}

TEST_F(ReportJsonTest, AFailedClientIsNamedWithItsLastLine) {
    break_a_client();
    const auto value = json();
    EXPECT_EQ(value["programs"][1]["signal"].asInt(), 11);
    EXPECT_EQ(value["programs"][1]["last_words"].asString(), "a wheel came off");
    EXPECT_FALSE(value["programs"][1]["clean"].asBool());
}

TEST_F(ReportJsonTest, HasTheEndOfTheRun) {
    EXPECT_EQ(json()["pilot_faults"].size(), 0u);
    EXPECT_FALSE(json()["ended_early"].asBool());
    let_a_pilot_fail();
    EXPECT_EQ(json()["pilot_faults"][0].asString(), logs_.files[0].end->pilot_faults[0]);
    EXPECT_EQ(json()["verdict"].asString(), "1 pilot failed, all else is good");
    let_all_leave();
    EXPECT_FALSE(json()["ended_early"].asBool());
    EXPECT_TRUE(json()["all_left"].asBool());
    logs_.largest_lead->heartbeats = 3;
    logs_.sure_lead = logs_.largest_lead;
    EXPECT_FALSE(json()["lead"]["kept"].asBool());
    outcome_.interrupted = outcome_.ended_early = true;
    EXPECT_TRUE(json()["interrupted"].asBool());
    EXPECT_TRUE(json()["ended_early"].asBool());
    stop_before_the_start();
    EXPECT_TRUE(json()["programs"][2]["stopped"].asBool());
    outcome_.programs[2].exit.reset();
    EXPECT_EQ(json()["programs"][2]["ended"].asString(), "not started");
}

TEST_F(ReportJsonTest, SaysWhenNobodyCanTellHowFarClientsWereApart) {
    EXPECT_FALSE(json()["lead"].isMember("clocks"));
    let_nobody_tell_the_lead();
    ASSERT_TRUE(json()["lead"].isMember("kept"));
    EXPECT_TRUE(json()["lead"]["kept"].isNull());
    EXPECT_EQ(json()["lead"]["clocks"].asString(), "clocks of several hosts, not compared: other.mcap");
}

TEST_F(ReportJsonTest, IsReadBackUnchanged) {
    logs_.largest_lead->time = SimTime::nanoseconds(123'456'789'012);
    const std::vector<std::function<void()>> changes{[] {},
                                                     [this] { break_a_client(); },
                                                     [this] { stop_before_the_start(); },
                                                     [this] { let_nobody_tell_the_lead(); },
                                                     [this] { outcome_.programs[0].exit.reset(); },
                                                     [this] { logs_.largest_lead.reset(); },
                                                     [this] { logs_.files.clear(); }};
    for (const auto& change : changes) {
        change();
        const std::string text = report_json(report());
        EXPECT_EQ(again(text), text);
    }
}

TEST_F(ReportJsonTest, AReportFromLogsIsReadBackUnchanged) {
    study::Study study;
    study.scenario = run_.scenario;
    RunReport made = report_of_logs(run_.folder, logs_, study);
    made.study = nullptr;
    const std::string text = report_json(made);
    EXPECT_EQ(again(text), text);
    EXPECT_FALSE(parsed(text).isMember("because"));
}

TEST_F(ReportJsonTest, ReadsIncompleteReports) {
    const auto report = parse_report(R"({"verdict":"all good","lead":{"kept":true},"of_tomorrow":[1]})");
    ASSERT_TRUE(report) << report.error().text;
    EXPECT_EQ(report->verdict, "all good");
    EXPECT_TRUE(report->lead->kept);
    EXPECT_FALSE(report->good);
    EXPECT_FALSE(report->end);
    EXPECT_TRUE(report->programs.empty());
}

TEST_F(ReportJsonTest, RefusesInvalidReports) {
    for (const char* text :
         {"", "no json", "[1]", R"({"sim_s":"soon"})", R"({"programs":[7]})", R"({"seed":-1.5})",
          R"({"lead":7})", R"({"because":[]})", R"({"programs":[{"counters":{"x":-1}}]})",
          R"({"programs":[{"counters":[1]}]})"}) {
        const auto report = parse_report(text);
        ASSERT_FALSE(report) << text;
        EXPECT_THAT(report.error().text, HasSubstr("not a report")) << text;
    }
}

class StudiedJsonTest : public study::testing::RunFolder {
  protected:
    /// Returns the report of a run that wrote no report itself.
    static Json::Value json(const std::filesystem::path& folder) {
        const study::StudiedRun run = study::study_run(folder);
        EXPECT_TRUE(run.study) << run.study.error().text;
        return parsed(report_json(report_of_logs(folder, *run.logs, *run.study)));
    }
};

TEST_F(StudiedJsonTest, HasACollision) {
    // The cars are 40 m apart and approach each other at 20 m/s.
    const Json::Value found = json(make("crash", {.meet_m = 40}));
    EXPECT_EQ(found["traffic"]["collisions"].asInt(), 1);
    EXPECT_EQ(found["traffic"]["smallest_ttc_s"].asDouble(), 0);
    const auto& hit = found["traffic"]["collision_list"][0];
    EXPECT_EQ(hit["agents"][0].asString(), names_[0]);
    EXPECT_EQ(hit["speeds_m_s"][1].asDouble(), 10);
    EXPECT_NEAR(hit["place_m"][0].asDouble(), 20, 0.1);
}

TEST_F(StudiedJsonTest, HasTrafficAndPace) {
    const Json::Value found = json(make("run", {.leaves = true}));
    const auto& traffic = found["traffic"];
    EXPECT_EQ(traffic["vehicles"].asInt(), 2);
    EXPECT_EQ(traffic["arrived"].asInt(), 1);
    EXPECT_NEAR(traffic["mean_speed_m_s"].asDouble(), 10, 1e-6);
    EXPECT_NEAR(traffic["distance_m"].asDouble(), 80, 1e-6);
    EXPECT_TRUE(traffic["smallest_ttc_s"].isNull());
    EXPECT_TRUE(traffic["red_lights_run"].isNull()) << "red lights are unknown without a map";
    ASSERT_EQ(traffic["vehicle_list"].size(), 2u);
    EXPECT_EQ(traffic["vehicle_list"][0]["name"].asString(), names_[0]);
    EXPECT_TRUE(traffic["vehicle_list"][0]["arrived"].asBool());
    EXPECT_TRUE(traffic["movement_list"].isArray());
    // Each heartbeat of 5 ms takes 10 ms.
    EXPECT_NEAR(found["pace"]["factor"][0]["factor"].asDouble(), 0.5, 1e-6);
    EXPECT_EQ(found["pace"]["waited_for"][0]["client"].asString(), "client1");
    EXPECT_NEAR(found["pace"]["waited_for"][0]["last_share"].asDouble(), 1, 1e-9);
    EXPECT_FALSE(found.isMember("radio"));
}

TEST_F(StudiedJsonTest, HasMovementsOnAMap) {
    // The second car comes from the east, starts 95 m before the middle, and is through after 12 s.
    const Json::Value found =
        json(make("map", {.meet_m = 95, .seconds = 13, .duration_s = 20, .map = "crossing"}));
    const auto& traffic = found["traffic"];
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
    // The limit on the 90 m of road is 30 mph, and the car drives 10 m/s.
    EXPECT_GT(traffic["vehicle_list"][1]["delay_s"].asDouble(), 9 * (1 - 10 / 13.41) - 0.1);
}

TEST_F(StudiedJsonTest, HasTheContentOfLogsWithoutAReport) {
    const Json::Value found = json(make("killed"));
    EXPECT_FALSE(found["good"].asBool());
    EXPECT_THAT(found["verdict"].asString(), HasSubstr("wrote no report"));
    EXPECT_NEAR(found["sim_s"].asDouble(), 4, 1e-9);
    EXPECT_NEAR(found["real_time_factor"].asDouble(), 0.5, 0.01);
}

}  // namespace
}  // namespace synchrono::tools::report
