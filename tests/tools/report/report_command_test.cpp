// Proves, on runs made by hand, that a report is made again from the run's report.json and its logs, and that
// the command writes the page.
#include "tools/report/report_command.hpp"

#include <fstream>
#include <gmock/gmock.h>

#include "tests/support/commands.hpp"
#include "tests/tools/study/make_run.hpp"
#include "tools/report/report_json.hpp"

namespace synchrono::tools::report {
namespace {

using ::testing::HasSubstr;

class ReportCommandTest : public study::testing::RunFolder {
  protected:
    static int command(std::vector<std::string> arguments) {
        return synchrono::testing::run_command(add_report_command, std::move(arguments));
    }
};

TEST_F(ReportCommandTest, KeepsTheReportOfTheRun) {
    const auto folder = make("run");
    std::ofstream(folder / "report.json")
        << R"({"scenario":"two_cars","verdict":"all good","good":true,"lead":{"kept":true},"traffic":"old"})";
    const study::StudiedRun run = study::study_run(folder);
    const auto report = remake_report(folder, run);
    ASSERT_TRUE(report) << report.error().text;
    EXPECT_EQ(report->scenario, "two_cars");
    EXPECT_EQ(report->verdict, "all good");
    EXPECT_TRUE(report->good);
    EXPECT_TRUE(report->lead->kept);
    EXPECT_EQ(report->study->totals.vehicles, 2u);
    EXPECT_THAT(report_json(*report), HasSubstr("\"vehicles\" : 2"));
}

TEST_F(ReportCommandTest, MakesAMissingReportFromLogs) {
    const auto folder = make("killed");
    const study::StudiedRun run = study::study_run(folder);
    const auto report = remake_report(folder, run);
    ASSERT_TRUE(report) << report.error().text;
    EXPECT_THAT(report->verdict, HasSubstr("wrote no report"));
    EXPECT_NEAR(report->sim_s, 4, 1e-9);
}

TEST_F(ReportCommandTest, WritesThePage) {
    const auto folder = make("run");
    EXPECT_EQ(command({"report", folder.string()}), 0);
    EXPECT_TRUE(std::filesystem::exists(folder / "report.html"));
    EXPECT_EQ(command({"report", folder.string()}), 0) << "an existing page must be replaced";
    const auto elsewhere = root_ / "page.html";
    EXPECT_EQ(command({"report", folder.string(), "--html", elsewhere.string()}), 0);
    EXPECT_TRUE(std::filesystem::exists(elsewhere));
}

TEST_F(ReportCommandTest, RefusesUnreadableRuns) {
    const auto folder = make("run");
    EXPECT_EQ(command({"report", (root_ / "nowhere").string()}), 2);
    EXPECT_EQ(command({"report", folder.string(), "--html", (root_ / "no" / "page.html").string()}), 2);
}

TEST_F(ReportCommandTest, RefusesFoldersThatAreNoRun) {
    make("run");
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(command({"report", root_.string()}), 2);
    EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("not the folder of a run"));
    std::ofstream(root_ / "sweep.json") << "{}";
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(command({"report", root_.string()}), 2);
    EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("name one of them"));
}

TEST_F(ReportCommandTest, MakesADamagedReportAnew) {
    const auto folder = make("run");
    for (const char* damaged : {"", "no json"}) {
        std::ofstream(folder / "report.json") << damaged;
        std::filesystem::remove(folder / "report.html");
        EXPECT_EQ(command({"report", folder.string()}), 0);
        EXPECT_TRUE(std::filesystem::exists(folder / "report.html"));
        const study::StudiedRun run = study::study_run(folder);
        EXPECT_THAT(remake_report(folder, run)->verdict, HasSubstr("made from its logs"));
    }
}

}  // namespace
}  // namespace synchrono::tools::report
