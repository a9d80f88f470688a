// Proves that a report's files are written into the folder of its run and read from there, and that each
// failure is an error with the file's name.
#include "tools/report/report_files.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <sstream>

#include "tests/tools/report/watched_run.hpp"
#include "tools/report/report_json.hpp"
#include "tools/report/report_text.hpp"

namespace synchrono::tools::report {
namespace {

using ::testing::HasSubstr;

class ReportFilesTest : public testing::WatchedRun {
  protected:
    ReportFilesTest() {
        std::string folder = ::testing::TempDir() + "synchrono_report_XXXXXX";
        EXPECT_NE(::mkdtemp(folder.data()), nullptr);
        folder_ = folder;
    }
    ~ReportFilesTest() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path folder_;
};

TEST_F(ReportFilesTest, AreWrittenIntoTheFolder) {
    ASSERT_TRUE(write_report(folder_, report()));
    for (const auto& [name, text] : {std::pair{"report.txt", report_text(report(), Detail::all)},
                                     {"report.json", report_json(report())}}) {
        std::ostringstream found;
        found << std::ifstream(folder_ / name).rdbuf();
        EXPECT_EQ(found.str(), text);
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "report.html"))
        << "a run that was not studied has no page";
    std::filesystem::remove_all(folder_);
    const auto failed = write_report(folder_, report());
    ASSERT_FALSE(failed);
    EXPECT_THAT(failed.error().text, HasSubstr("cannot write " + folder_.string()));
}

TEST_F(ReportFilesTest, HaveAPageWhenARunWasStudied) {
    study::Study study;
    study.drives.step = SimDuration::milliseconds(10);
    RunReport made = report();
    made.study = &study;
    ASSERT_TRUE(write_report(folder_, made));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "report.html"));
}

TEST_F(ReportFilesTest, AreReadBack) {
    ASSERT_TRUE(write_report(folder_, report()));
    const auto found = read_report(folder_);
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_EQ(report_json(*found), report_json(report()));
    for (const char* text :
         {"no json", "[1]", R"({"sim_s":"soon"})", R"({"programs":[7]})", R"({"seed":-1.5})"}) {
        std::ofstream(folder_ / "report.json") << text;
        const auto refused = read_report(folder_);
        ASSERT_FALSE(refused) << text;
        EXPECT_THAT(refused.error().text, HasSubstr("report.json: not a report")) << text;
    }
}

}  // namespace
}  // namespace synchrono::tools::report
