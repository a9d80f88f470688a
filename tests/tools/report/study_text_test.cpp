// Proves, on runs made by hand, what the report says about what was driven.
#include "tools/report/study_text.hpp"

#include <gmock/gmock.h>

#include "tests/tools/study/make_run.hpp"

namespace synchrono::tools {
namespace {

using ::testing::HasSubstr;

class StudyTextTest : public testing::RunFolder {
  protected:
    static std::string text(const std::filesystem::path& folder) {
        const StudiedRun run = study_run(folder);
        EXPECT_TRUE(run.study) << run.study.error().text;
        return study_text(*run.study);
    }
};

TEST_F(StudyTextTest, TellsACollision) {
    // The two are 40 m apart and approach each other at 20 m/s.
    const std::string told = text(make("crash", {.meet_m = 40}));
    EXPECT_THAT(told, HasSubstr("1 collision, 0 conflicts"));
    EXPECT_THAT(told, HasSubstr("COLLISION    " + names_[0] + " and " + names_[1] + " at 1."));
}

TEST_F(StudyTextTest, TellsTraffic) {
    const std::string told = text(make("run", {.leaves = true}));
    EXPECT_THAT(told, HasSubstr("2 vehicles driving, 1 arrived; mean speed 10.0 m/s, delay 0.0 s, 0 stops"));
    EXPECT_THAT(told, HasSubstr("0 collisions, 0 conflicts\n"));
}

TEST_F(StudyTextTest, TellsRedLightsWhereThereIsAMap) {
    EXPECT_THAT(text(make("map", {.meet_m = 95, .seconds = 13, .duration_s = 20, .map = "crossing"})),
                HasSubstr("0 red lights run"));
}

TEST(FixedText, HasNoMinusBeforeZero) {
    EXPECT_EQ(fixed_text(0.46, 1), "0.5");
    EXPECT_EQ(fixed_text(-0.04, 1), "0.0");
    EXPECT_EQ(fixed_text(-0.06, 1), "-0.1");
}

}  // namespace
}  // namespace synchrono::tools
