// Proves what a sweep reads from the reports of its runs and writes into its tables. Missing figures stay
// empty. Statistics cover several seeds. No value breaks the format of a table.
#include "tools/sweep/sweep_result.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/json.h>
#include <sstream>
#include <stdlib.h>

#include "tests/tools/sweep/make_sweep.hpp"
#include "tools/sweep/internal/sweep_words.hpp"

namespace synchrono::tools::sweep {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
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
        return read_result(folder_, ordinary_figures());
    }
    fs::path folder_;
};

std::optional<double> figure(const RunResult& result, const std::string& name) {
    return result.figures.at(place_of(name));
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
    EXPECT_EQ(read_result(folder_, ordinary_figures()).error().text, file + ": cannot be read");
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

TEST(SweepText, ShowsRunsAndStatistics) {
    EXPECT_EQ(
        sweep_text(partly_failed_sweep()),
        "4 runs of ring: 2 good\n"
        "   latency_ms  seed  collisions  mean_delay_s  verdict\n"
        "            1     1           1           2.5  good\n"
        "            1     2           2                good\n"
        "           10     1           0                1 of 3 programs failed\n"
        "           10     2                            exit 2, see \"<x>\"\n"
        "in no run: conflicts, close_passes, red_lights_run, smallest_ttc_s, hard_brakings, arrived,\n"
        "mean_waiting_s, mean_speed_m_s, stops, distance_m, radio_messages, radio_delivery_ratio, sim_s,\n"
        "real_time_factor\n"
        "\n"
        "over seeds: n good runs, their mean and standard deviation, and the 95 % confidence interval of "
        "the\n"
        "mean (Student's t)\n"
        "   latency_ms  n  mean  deviation   low95  high95\n"
        "  collisions\n"
        "            1  2   1.5     0.7071  -4.853   7.853\n"
        "           10  0\n"
        "  mean_delay_s\n"
        "            1  1   2.5\n"
        "           10  0\n"
        "\n"
        "differences: n pairs of runs with the same seed; mean and standard deviation of variant minus\n"
        "baseline, the 95 % confidence interval of the mean, and the effect size, Cohen's d_z = mean /\n"
        "deviation. A pair is left out if one of its runs is missing, is not good or lacks the figure.\n"
        "   latency_ms      baseline  n  left_out  mean  deviation  low95  high95  d_z\n"
        "  collisions\n"
        "           10  latency_ms=1  0         2\n"
        "  mean_delay_s\n"
        "           10  latency_ms=1  0         2\n");
}

TEST(SweepText, ShowsOnlyWhatDiffers) {
    SweepResult sweep = good_sweep();
    sweep.figures = {sweep.figures[place_of("arrived")], sweep.figures[place_of("mean_delay_s")]};
    for (SweepRun& run : sweep.runs)
        run.result->figures = {run.result->figures[place_of("arrived")],
                               run.result->figures[place_of("mean_delay_s")]};
    EXPECT_EQ(
        sweep_text(sweep),
        "10 runs of ring: all good\n"
        "   power_dbm  seed  mean_delay_s\n"
        "          10     1          12.1\n"
        "          10     2          11.4\n"
        "          10     3            13\n"
        "          10     4          12.6\n"
        "          10     5          11.9\n"
        "          20     1          10.9\n"
        "          20     2            11\n"
        "          20     3          11.2\n"
        "          20     4          12.8\n"
        "          20     5          10.1\n"
        "the same in all good runs: arrived 30\n"
        "\n"
        "over seeds: n good runs, their mean and standard deviation, and the 95 % confidence interval of "
        "the\n"
        "mean (Student's t)\n"
        "   power_dbm  n  mean  deviation  low95  high95\n"
        "  mean_delay_s\n"
        "          10  5  12.2     0.6205  11.43   12.97\n"
        "          20  5  11.2     0.9874  9.974   12.43\n"
        "\n"
        "differences: n pairs of runs with the same seed; mean and standard deviation of variant minus\n"
        "baseline, the 95 % confidence interval of the mean, and the effect size, Cohen's d_z = mean /\n"
        "deviation. A pair is left out if one of its runs is missing, is not good or lacks the figure.\n"
        "   power_dbm      baseline  n  left_out  mean  deviation   low95   high95     d_z\n"
        "  mean_delay_s\n"
        "          20  power_dbm=10  5         0    -1     0.8832  -2.097  0.09661  -1.132\n");
}

TEST(SweepText, MarksRunsThatWereNotMade) {
    EXPECT_EQ(sweep_text(planned_sweep({"latency_ms=1,10", "seed=1..2"})),
              "4 runs of ring: 0 good\n"
              "   latency_ms  seed  verdict\n"
              "            1     1  not run\n"
              "            1     2  not run\n"
              "           10     1  not run\n"
              "           10     2  not run\n");
}

TEST(SweepText, HasNoStatisticsWithoutSeveralSeeds) {
    for (const char* over : {"a=1..2", "seed=1"}) {
        const std::string text = sweep_text(planned_sweep({over}));
        EXPECT_THAT(text, Not(AnyOf(HasSubstr("over seeds"), HasSubstr("differences")))) << over;
    }
}

TEST(SweepText, FitsInto100Columns) {
    SweepResult sweep = planned_sweep({"latency_ms=1,10", "seed=1..2"});
    double value = 1e6;
    for (SweepRun& run : sweep.runs) {
        run = made_run(true, {});
        for (auto& figure : run.result->figures) figure = value *= 1.0001;
    }
    const std::string text = sweep_text(sweep);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
    for (const Figure& figure : ordinary_figures()) EXPECT_THAT(text, HasSubstr(figure.name));
}

TEST(SweepCsv, QuotesFieldsThatNeedIt) {
    EXPECT_EQ(runs_csv(partly_failed_sweep()),
              "folder,latency_ms,seed,collisions,mean_delay_s,verdict\n"
              "\"latency_ms=1,seed=1\",1,1,1,2.5,good\n"
              "\"latency_ms=1,seed=2\",1,2,2,,good\n"
              "\"latency_ms=10,seed=1\",10,1,0,,1 of 3 programs failed\n"
              "\"latency_ms=10,seed=2\",10,2,,,\"exit 2, see \"\"<x>\"\"\"\n");
}

TEST(SweepCsv, HasStatisticsAndDifferences) {
    EXPECT_EQ(statistics_csv(partly_failed_sweep()),
              "figure,latency_ms,n,mean,deviation,low95,high95\n"
              "collisions,1,2,1.5,0.707106781187,-4.85310236809,7.85310236809\n"
              "collisions,10,0,,,,\n"
              "mean_delay_s,1,1,2.5,,,\n"
              "mean_delay_s,10,0,,,,\n");
    EXPECT_EQ(differences_csv(good_sweep()),
              "figure,power_dbm,baseline,n,left_out,mean,deviation,low95,high95,d_z\n"
              "arrived,20,power_dbm=10,5,0,0,0,0,0,\n"
              "mean_delay_s,20,power_dbm=10,5,0,-1,0.883176086633,-2.09660795085,0.0966079508464,"
              "-1.13227703414\n");
}

TEST(SweepJson, HasTheRuns) {
    Json::Value json;
    std::istringstream(sweep_json(partly_failed_sweep())) >> json;
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
}

TEST(SweepJson, HasStatisticsAndDifferences) {
    Json::Value json;
    SweepResult sweep = good_sweep();
    sweep.runs[9] = {};
    std::istringstream(sweep_json(sweep)) >> json;
    ASSERT_EQ(json["over_seeds"].size(), 2u);
    EXPECT_EQ(json["over_seeds"][0]["values"][0], 10);
    EXPECT_EQ(json["over_seeds"][0]["made"], 5);
    EXPECT_EQ(json["over_seeds"][1]["good"], 4);
    const Json::Value& delay = json["over_seeds"][0]["figures"]["mean_delay_s"];
    EXPECT_EQ(delay["n"], 5);
    EXPECT_NEAR(delay["mean"].asDouble(), 12.2, 1e-9);
    EXPECT_NEAR(delay["deviation"].asDouble(), 0.6204836822995426, 1e-9);
    EXPECT_NEAR(delay["low95"].asDouble(), 12.2 - 0.7704322497838856, 1e-9);
    EXPECT_NEAR(delay["high95"].asDouble(), 12.2 + 0.7704322497838856, 1e-9);
    ASSERT_EQ(json["differences"].size(), 1u);
    const Json::Value& difference = json["differences"][0];
    EXPECT_EQ(difference["parameter"], "r.power_dbm");
    EXPECT_EQ(difference["baseline"][0], 10);
    EXPECT_EQ(difference["compared"][0], 20);
    EXPECT_EQ(difference["figures"]["mean_delay_s"]["n"], 4);
    EXPECT_NEAR(difference["figures"]["mean_delay_s"]["mean"].asDouble(), -0.8, 1e-9);
    EXPECT_TRUE(difference["figures"]["mean_delay_s"]["d_z"].isDouble());
    EXPECT_EQ(difference["figures"]["mean_delay_s"]["left_out_seeds"][0], 5);
    EXPECT_FALSE(difference["figures"]["arrived"].isMember("d_z"));

    std::istringstream(sweep_json(planned_sweep({"a=1,2"}))) >> json;
    EXPECT_FALSE(json.isMember("over_seeds"));
}

TEST(SweepTex, RoundsToTwoDigitsOfTheHalfWidth) {
    EXPECT_EQ(statistics_tex(good_sweep()),
              "% Synchrono " SYNCHRONO_VERSION
              ", 10 runs of ring: all good\n"
              "% Needs \\usepackage{booktabs}.\n"
              "% Mean over n seeds +- half the width of its 95 % confidence interval (Student's t).\n"
              "\\begin{tabular}{llrr}\n"
              "\\toprule\n"
              "figure & power (dBm) & $n$ & mean \\\\\n"
              "\\midrule\n"
              "arrived & $10$ & 5 & $30$ \\\\\n"
              " & $20$ & 5 & $30$ \\\\\n"
              "\\addlinespace\n"
              "mean delay (s) & $10$ & 5 & $12.20 \\pm 0.77$ \\\\\n"
              " & $20$ & 5 & $11.2 \\pm 1.2$ \\\\\n"
              "\\bottomrule\n"
              "\\end{tabular}\n");
    EXPECT_THAT(differences_tex(good_sweep()),
                HasSubstr("figure & power (dBm) & baseline & $n$ & difference & $d_z$ \\\\\n"
                          "\\midrule\n"
                          "arrived & $20$ & power $10$ & 5 & $0$ &  \\\\\n"
                          "\\addlinespace\n"
                          "mean delay (s) & $20$ & power $10$ & 5 & $-1.0 \\pm 1.1$ & $-1.13$ \\\\\n"));
    EXPECT_EQ(rounded(1234567, 12345), (std::pair<std::string, std::string>{"1235000", "12000"}));
    EXPECT_EQ(rounded(-0.01, 0.0996), (std::pair<std::string, std::string>{"-0.01", "0.10"}));
    EXPECT_EQ(rounded(-0.001, 0.0996), (std::pair<std::string, std::string>{"0.00", "0.10"}));
    EXPECT_EQ(rounded(-4, 990), (std::pair<std::string, std::string>{"0", "990"}));
}

TEST(SweepWords, ShortNumbersHaveFourDigitsAndAllBeforeThePoint) {
    EXPECT_EQ(short_number(0.123456), "0.1235");
    EXPECT_EQ(short_number(-14712.4), "-14712");
    EXPECT_EQ(short_number(3e12), "3e+12");
}

TEST(SweepTex, EscapesText) {
    SweepResult sweep = planned_sweep({"my_path=a&b_c,50%", "seed=1..2"});
    for (SweepRun& run : sweep.runs) run = made_run(true, {{"stops", 1.2345e12}});
    EXPECT_THAT(statistics_tex(sweep),
                AllOf(HasSubstr("figure & my path & "), HasSubstr("& a\\&b\\_c & 2 & "),
                      HasSubstr("& 50\\% & 2 & $1.234 \\times 10^{12}$")));
    EXPECT_THAT(differences_tex(sweep), HasSubstr("my path a\\&b\\_c"));
}

TEST(SweepPage, LinksRunsAndEscapesText) {
    SweepResult sweep = partly_failed_sweep();
    sweep.plan = planned_sweep({"latency_ms=<script>,10", "seed=1..2"}).plan;
    const std::string page = sweep_page(sweep);
    EXPECT_THAT(page, HasSubstr("<a href=\"latency_ms=script,seed=1/report.html\">good</a>"));
    EXPECT_THAT(page, HasSubstr("<td>&lt;script&gt;</td>"));
    EXPECT_THAT(page, Not(HasSubstr("<td><script>")));
    EXPECT_THAT(page, HasSubstr("<td class=\"left\">exit 2, see &quot;&lt;x&gt;&quot;</td>"))
        << "a missing report must not be linked";
    EXPECT_THAT(page, Not(HasSubstr("src="))) << "the page must fetch nothing";
    EXPECT_THAT(page, Not(HasSubstr("url(")));
    sweep.runs[0].result->studied = false;
    EXPECT_THAT(sweep_page(sweep), HasSubstr("<a href=\"latency_ms=script,seed=1/\">good</a>"));
}

TEST(SweepPage, HasPlotsAndTablesOfStatisticsAndDifferences) {
    const std::string page = sweep_page(good_sweep());
    EXPECT_THAT(page, HasSubstr("aria-label=\"mean_delay_s\""));
    EXPECT_THAT(page, HasSubstr(">mean delay (s)</text>"));
    EXPECT_THAT(page, HasSubstr(">power (dBm)</text>"));
    EXPECT_THAT(page, HasSubstr("<td>mean_delay_s</td><td>10</td><td>5</td><td>12.2</td><td>0.6205</td>"));
    EXPECT_THAT(page, HasSubstr("<td>power_dbm=10</td><td>5</td><td>0</td><td>-1</td>"));
    EXPECT_THAT(page, Not(HasSubstr("aria-label=\"arrived\""))) << "all values are the same";
    EXPECT_THAT(page, HasSubstr("The same in all good runs: arrived 30"));
}

TEST(SweepPage, ASecondParameterMakesSeries) {
    SweepResult sweep = planned_sweep({"power=10,20", "gate=exact", "latency_ms=1,5", "seed=1,2"});
    double delay = 1;
    for (SweepRun& run : sweep.runs) run = made_run(true, {{"mean_delay_s", delay *= 2}});
    const std::string page = sweep_page(sweep);
    EXPECT_THAT(page, AllOf(HasSubstr("</i>latency 1 ms</span>"), HasSubstr("</i>latency 5 ms</span>")));
}

}  // namespace
}  // namespace synchrono::tools::sweep
