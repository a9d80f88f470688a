// Proves, on runs made by hand, that the page shows the results of the run, is well-formed whatever names the
// run has, and needs no other file.
#include "tools/report/report_page.hpp"

#include <gmock/gmock.h>
#include <json/json.h>
#include <sstream>

#include "tests/tools/study/make_run.hpp"

namespace synchrono::tools::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Returns the first element that is not closed in its order; skips the content of scripts and styles.
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

class ReportPageTest : public study::testing::RunFolder {
  protected:
    /// Returns the page of a run. The report is made from the run's logs alone, and `say` adds to it.
    static std::string page(
        const std::filesystem::path& folder, void (*say)(RunReport&) = [](RunReport&) {}) {
        const study::StudiedRun run = study::study_run(folder);
        EXPECT_TRUE(run.study) << run.study.error().text;
        RunReport report = report_of_logs(folder, *run.logs, *run.study);
        say(report);
        return report_page(report);
    }
};

TEST_F(ReportPageTest, ShowsACollision) {
    // The cars are 40 m apart and approach each other at 20 m/s.
    EXPECT_THAT(page(make("crash", {.meet_m = 40})),
                AllOf(HasSubstr("class=\"mark collision\""), HasSubstr("<td class=\"left\">collision</td>")));
}

TEST_F(ReportPageTest, ShowsTheMap) {
    const auto shown = page(make("map", {.meet_m = 95, .seconds = 13, .duration_s = 20, .map = "crossing"}));
    EXPECT_THAT(shown, AllOf(HasSubstr("East (2)"), HasSubstr("class=\"land\"")));
    EXPECT_EQ(first_unbalanced(shown), "");
}

TEST_F(ReportPageTest, ResultsOfTheTrafficPrecedeThoseOfTheMachine) {
    const auto shown = page(make("run"));
    EXPECT_LT(shown.find("mean delay"), shown.find("real time"));
    EXPECT_LT(shown.find("<h3>Speed"), shown.find("<h3>Real-time factor"));
}

TEST_F(ReportPageTest, ShowsTheVerdict) {
    const auto shown = page(make("run"), [](RunReport& report) {
        report.good = true;
        report.verdict = "all good";
    });
    EXPECT_THAT(shown, HasSubstr("<span class=\"verdict good\">all good</span>"));
    EXPECT_THAT(page(make("killed")), HasSubstr("<span class=\"verdict\">the run wrote no report"));
}

TEST_F(ReportPageTest, ShowsTheUseOfProcessors) {
    const auto shown = page(make("run"), [](RunReport& report) {
        constexpr std::uint64_t kSecond = 1'000'000'000;
        report.programs.resize(3);
        report.programs[0].counters = {{"cpu.process_ns", 5 * kSecond}};
        report.programs[1].agents = "0";
        report.programs[1].counters = {{"cpu.process_ns", 4 * kSecond}, {"cpu.pilots_ns", kSecond}};
        report.programs[2].agents = "1";
        report.programs[2].counters = {{"cpu.process_ns", 900'000'000}, {"cpu.pilots_ns", kSecond}};
    });
    EXPECT_THAT(shown, AllOf(HasSubstr("Processor time of the clients"), HasSubstr("25.00 % pilots (1 of 4)"),
                             HasSubstr("75.00 % start, end, writing logs (3 of 4)")));
    EXPECT_THAT(shown, HasSubstr("100.00 % pilots (1 of 1)")) << "parts may exceed the measured whole";
    EXPECT_THAT(shown, Not(HasSubstr("% process"))) << "the whole must not be listed as a part";
    EXPECT_EQ(first_unbalanced(shown), "");
    EXPECT_THAT(page(make("untold")), Not(HasSubstr("Processor time of the clients")));
}

TEST_F(ReportPageTest, ShowsProgramsAndTheirCounters) {
    const auto shown = page(make("run"), [](RunReport& report) {
        report.programs.resize(1);
        report.programs[0].name = "client0";
        report.programs[0].ended = "exit 0";
        report.programs[0].counters = {{"gate.wait_ns", 1'230'000'000}, {"link.missed", 0}};
    });
    EXPECT_THAT(shown, HasSubstr("<td>client0</td><td class=\"left\"></td><td class=\"left\">exit "
                                 "0</td><td>1.23</td>"));
    EXPECT_THAT(shown, HasSubstr("<td class=\"left\">gate.wait_ns</td><td>1230000000</td>"));
    EXPECT_THAT(shown, Not(HasSubstr("link.missed")));
}

TEST(ReportPage, ShowsTheShareOfRadioMessagesHeard) {
    study::Study study;
    study.drives.step = SimDuration::milliseconds(10);
    RunReport report;
    report.study = &study;
    EXPECT_THAT(report_page(report), Not(HasSubstr("of possible radio receptions heard")));
    study.radio.emplace();
    study.radio->kinds[{DSRC, 20}].receptions = {.candidates = 150, .heard = 100};
    study.radio->kinds[{DSRC, 18}].receptions = {.candidates = 50, .heard = 25};
    EXPECT_THAT(report_page(report), HasSubstr("<b>62.5 %</b><span>of possible radio receptions heard"));
}

TEST_F(ReportPageTest, IsWholeAndNeedsNoOtherFile) {
    const std::string shown = page(make("run", {.meet_m = 40}), [](RunReport& report) {
        report.scenario = "</script><b>&\"";
        report.verdict = "</script><b>";
    });
    EXPECT_EQ(first_unbalanced(shown), "");
    EXPECT_THAT(shown, Not(HasSubstr("</script><b>")));
    for (const char* outside : {"http://", "https://", "src=", "href=", "url(", "@import"}) {
        // The name of SVG's namespace looks like an address but is not fetched.
        std::string html = shown;
        const std::string name = "http://www.w3.org/2000/svg";
        for (auto at = html.find(name); at != std::string::npos; at = html.find(name))
            html.erase(at, name.size());
        EXPECT_THAT(html, Not(HasSubstr(outside)));
    }
    EXPECT_THAT(shown, AllOf(HasSubstr("id=\"map\""), HasSubstr("class=\"track\""),
                             HasSubstr("Real-time factor"), HasSubstr("prefers-color-scheme: dark")));
    // The data that the script reads must be JSON.
    const std::string mark = "id=\"data\">";
    const auto begin = shown.find(mark) + mark.size();
    Json::Value data;
    std::istringstream(shown.substr(begin, shown.find("</script>", begin) - begin)) >> data;
    ASSERT_EQ(data["drives"].size(), 2u);
    EXPECT_EQ(data["drives"][1]["x"][0].asInt(), 4000);
    EXPECT_EQ(data["drives"][1]["x"][1].asInt(), -200) << "places are differences in cm, every 200 ms";
    EXPECT_EQ(data["drives"][1]["s"][0].asInt(), 100);
    EXPECT_NEAR(data["end"].asDouble(), 4, 1e-9);
}

}  // namespace
}  // namespace synchrono::tools::report
