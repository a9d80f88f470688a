// Proves what a sweep reads from the reports of its runs and writes into its tables. Missing figures stay
// empty. Mean and spread cover runs that differ only in their seed. No value breaks the format of a table.
#include "tools/sweep/sweep_result.hpp"

#include <cmath>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/json.h>
#include <sstream>
#include <stdlib.h>

namespace synchrono::tools::sweep {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

class ReadResult : public ::testing::Test {
  protected:
    ReadResult() {
        std::string name = ::testing::TempDir() + "syn_sweep_XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
        folder_ = name;
    }
    ~ReadResult() override { fs::remove_all(folder_); }
    Result<RunResult> read(const std::string& text) const {
        std::ofstream(folder_ / "report.json") << text;
        return read_result(folder_);
    }
    fs::path folder_;
};

std::optional<double> figure(const RunResult& result, const std::string& name) {
    for (std::size_t i = 0; i < figure_names().size(); ++i) {
        if (figure_names()[i] == name) return result.figures.at(i);
    }
    ADD_FAILURE() << name;
    return {};
}

const std::string kHead = R"("scenario_id": "ab", "good": true, "interrupted": false, "verdict": "all good")";

TEST_F(ReadResult, TakesTheFiguresThatExist) {
    const auto result = read("{" + kHead + R"(, "sim_s": 2.5, "traffic": {"collisions": 3, "arrived": "many",
        "smallest_ttc_s": null}, "radio": 7})");
    ASSERT_TRUE(result) << result.error().text;
    EXPECT_EQ(result->scenario_id, "ab");
    EXPECT_TRUE(result->good);
    EXPECT_FALSE(result->interrupted);
    EXPECT_EQ(result->verdict, "all good");
    EXPECT_EQ(figure(*result, "sim_s"), 2.5);
    EXPECT_EQ(figure(*result, "collisions"), 3);
    for (const char* name : {"arrived", "smallest_ttc_s", "radio_messages", "red_lights_run"})
        EXPECT_EQ(figure(*result, name), std::nullopt) << name;
}

TEST_F(ReadResult, RefusesIncompleteReports) {
    const std::string file = (folder_ / "report.json").string();
    EXPECT_EQ(read_result(folder_).error().text, file + ": cannot be read");
    const std::string whole = "{" + kHead + "}";
    ASSERT_TRUE(read(whole));
    for (const std::string& text :
         {whole.substr(0, whole.size() - 1), whole + "x", std::string(), std::string("[]"), std::string("{}"),
          std::string(100'000, '['),
          R"({"scenario_id": 1, "good": true, "interrupted": false, "verdict": ""})" + std::string(),
          R"({"scenario_id": "a", "good": 1, "interrupted": false, "verdict": ""})" + std::string(),
          R"({"scenario_id": "a", "good": true, "verdict": ""})" + std::string()}) {
        const auto result = read(text);
        ASSERT_FALSE(result) << text;
        EXPECT_EQ(result.error().text, file + ": not a complete report");
    }
}

TEST(SpreadOf, IsMeanAndStandardDeviationOfTheSample) {
    EXPECT_FALSE(spread_of({}));
    const Spread one = spread_of({4}).value();
    EXPECT_EQ(one.runs, 1u);
    EXPECT_EQ(one.mean, 4);
    EXPECT_EQ(one.deviation, 0);
    const Spread s = spread_of({2, 4, 4, 4, 5, 5, 7, 9}).value();
    EXPECT_EQ(s.runs, 8u);
    EXPECT_DOUBLE_EQ(s.mean, 5);
    EXPECT_DOUBLE_EQ(s.deviation, std::sqrt(32.0 / 7));
    EXPECT_EQ(s.low, 2);
    EXPECT_EQ(s.high, 9);
    const Spread same = spread_of({0.1, 0.1, 0.1}).value();
    EXPECT_EQ(same.mean, 0.1);
    EXPECT_EQ(same.deviation, 0) << "rounding must not give a deviation";
}

SweepRun run(bool good, std::initializer_list<std::pair<const char*, double>> figures) {
    RunResult result{.scenario_id = "ab",
                     .good = good,
                     .interrupted = false,
                     .verdict = good ? "all good" : "1 of 3 programs failed",
                     .figures = std::vector<std::optional<double>>(figure_names().size())};
    for (const auto& [name, value] : figures) {
        const auto at = std::find(figure_names().begin(), figure_names().end(), name);
        result.figures.at(static_cast<std::size_t>(at - figure_names().begin())) = value;
    }
    return {.state = SweepRun::State::done, .result = std::move(result)};
}

/// Returns a sweep of four runs, one of them bad and one failed.
SweepResult some() {
    SweepResult sweep{.scenario = "ring", .plan = {}, .runs = {}};
    sweep.plan =
        plan_sweep({parse_over("r.latency_ms=1,10").value(), parse_over("seed=1..2").value()}).value();
    sweep.runs = {run(true, {{"collisions", 1}, {"mean_delay_s", 2.5}}),
                  run(true, {{"collisions", 2}}),
                  run(false, {{"collisions", 0}}),
                  {.state = SweepRun::State::failed, .problem = "exit 2, see \"<x>\""}};
    return sweep;
}

TEST(SeedGroups, GroupRunsThatDifferOnlyInTheirSeed) {
    const auto groups = seed_groups(some());
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0].values, (std::vector<std::string>{"1"}));
    EXPECT_EQ(groups[0].runs, 2u);
    EXPECT_EQ(groups[0].good, 2u);
    EXPECT_EQ(groups[0].figures[0]->mean, 1.5);
    EXPECT_EQ(groups[1].values, (std::vector<std::string>{"10"}));
    EXPECT_EQ(groups[1].runs, 1u);
    EXPECT_EQ(groups[1].good, 0u);
    EXPECT_FALSE(groups[1].figures[0]) << "a bad run must not count";
    SweepResult without = some();
    without.plan = plan_sweep({parse_over("a=1..4").value()}).value();
    EXPECT_TRUE(seed_groups(without).empty());
    EXPECT_THAT(sweep_text(without), Not(HasSubstr("over seeds")));
}

TEST(SweepText, ShowsRunsAndSpread) {
    EXPECT_EQ(sweep_text(some()),
              "4 runs of ring: 2 good\n"
              "   latency_ms  seed  collisions  mean_delay_s  verdict\n"
              "            1     1           1           2.5  good\n"
              "            1     2           2                good\n"
              "           10     1           0                1 of 3 programs failed\n"
              "           10     2                            exit 2, see \"<x>\"\n"
              "over seeds: mean +- standard deviation\n"
              "   latency_ms     collisions  mean_delay_s  good\n"
              "            1  1.5 +- 0.7071           2.5  2 of 2\n"
              "           10                               0 of 1\n");
}

TEST(SweepText, MarksRunsThatWereNotMade) {
    SweepResult sweep = some();
    for (SweepRun& one : sweep.runs) one = {};
    EXPECT_EQ(sweep_text(sweep),
              "4 runs of ring: 0 good\n"
              "   latency_ms  seed  verdict\n"
              "            1     1  not run\n"
              "            1     2  not run\n"
              "           10     1  not run\n"
              "           10     2  not run\n"
              "over seeds: mean +- standard deviation\n"
              "   latency_ms  good\n"
              "            1  0 of 0\n"
              "           10  0 of 0\n");
}

TEST(SweepCsv, QuotesFieldsThatNeedIt) {
    EXPECT_EQ(sweep_csv(some()),
              "folder,latency_ms,seed,collisions,mean_delay_s,verdict\n"
              "\"latency_ms=1,seed=1\",1,1,1,2.5,good\n"
              "\"latency_ms=1,seed=2\",1,2,2,,good\n"
              "\"latency_ms=10,seed=1\",10,1,0,,1 of 3 programs failed\n"
              "\"latency_ms=10,seed=2\",10,2,,,\"exit 2, see \"\"<x>\"\"\"\n");
}

TEST(SweepJson, HasEverything) {
    Json::Value json;
    std::istringstream(sweep_json(some())) >> json;
    EXPECT_EQ(json["scenario"], "ring");
    EXPECT_EQ(json["good"], false);
    EXPECT_EQ(json["parameters"][0]["path"], "r.latency_ms");
    EXPECT_EQ(json["parameters"][0]["label"], "latency_ms");
    EXPECT_EQ(json["parameters"][0]["values"][1], 10);
    EXPECT_EQ(json["figures"].size(), 2u);
    ASSERT_EQ(json["runs"].size(), 4u);
    EXPECT_EQ(json["runs"][0]["folder"], "latency_ms=1,seed=1");
    EXPECT_EQ(json["runs"][0]["values"][1], 1);
    EXPECT_EQ(json["runs"][0]["figures"]["mean_delay_s"], 2.5);
    EXPECT_EQ(json["runs"][0]["good"], true);
    EXPECT_EQ(json["runs"][0]["scenario_id"], "ab");
    EXPECT_FALSE(json["runs"][1]["figures"].isMember("mean_delay_s"));
    EXPECT_EQ(json["runs"][2]["made"], true);
    EXPECT_EQ(json["runs"][2]["good"], false);
    EXPECT_EQ(json["runs"][3]["made"], false);
    EXPECT_EQ(json["runs"][3]["problem"], "exit 2, see \"<x>\"");
    EXPECT_EQ(json["over_seeds"][0]["values"][0], 1);
    EXPECT_EQ(json["over_seeds"][0]["figures"]["collisions"]["mean"], 1.5);
    EXPECT_EQ(json["over_seeds"][0]["figures"]["collisions"]["high"], 2.0);
    EXPECT_EQ(json["over_seeds"][0]["good"], 2);
}

TEST(SweepPage, LinksRunsAndEscapesText) {
    SweepResult sweep = some();
    for (const std::size_t point : {0u, 1u}) sweep.plan.points[point].values[0] = "<script>";
    const std::string page = sweep_page(sweep);
    EXPECT_THAT(page, HasSubstr("<a href=\"latency_ms=1,seed=1/report.html\">good</a>"));
    EXPECT_THAT(page, HasSubstr("<td>&lt;script&gt;</td>"));
    EXPECT_THAT(page, Not(HasSubstr("<td><script>")));
    EXPECT_THAT(page, HasSubstr("<td class=\"left\">exit 2, see &quot;&lt;x&gt;&quot;</td>"))
        << "a missing report must not be linked";
    EXPECT_THAT(page, HasSubstr("1.5 +- 0.7071"));
    EXPECT_THAT(page, HasSubstr("aria-label=\"collisions\"")) << "the page must have a plot";
    EXPECT_THAT(page, Not(HasSubstr("src="))) << "the page must fetch nothing";
    EXPECT_THAT(page, Not(HasSubstr("url(")));
}

}  // namespace
}  // namespace synchrono::tools::sweep
