// Proves, on runs made by hand, what the text of a study says about collisions, traffic and red lights.
#include "tools/report/study_text.hpp"

#include <gmock/gmock.h>

#include "tests/tools/study/make_run.hpp"

namespace synchrono::tools::report {
namespace {

using ::testing::HasSubstr;

class StudyTextTest : public study::testing::RunFolder {
  protected:
    static std::string text(const std::filesystem::path& folder) {
        const study::StudiedRun run = study::study_run(folder);
        EXPECT_TRUE(run.study) << run.study.error().text;
        return study_text(*run.study);
    }
};

TEST_F(StudyTextTest, HasACollision) {
    // The cars are 40 m apart and approach each other at 20 m/s.
    const std::string found = text(make("crash", {.meet_m = 40}));
    EXPECT_THAT(found, HasSubstr("1 collision, 0 conflicts"));
    EXPECT_THAT(found, HasSubstr("COLLISION    " + names_[0] + " and " + names_[1] + " at 1."));
}

TEST_F(StudyTextTest, HasTraffic) {
    const std::string found = text(make("run", {.leaves = true}));
    EXPECT_THAT(found, HasSubstr("1 of 2 vehicles arrived; mean delay 0.0 s, 0 stops, mean speed 10.0 m/s"));
    EXPECT_THAT(found, HasSubstr("0 collisions, 0 conflicts\n"));
}

TEST_F(StudyTextTest, HasRedLightsWhenThereIsAMap) {
    EXPECT_THAT(text(make("map", {.meet_m = 95, .seconds = 13, .duration_s = 20, .map = "crossing"})),
                HasSubstr("0 red lights run"));
}

TEST(StudyText, ListsTheWorstConflictsFirstAndCountsTheRest) {
    study::Study study;
    study.drives.drives.resize(2);
    study.drives.drives[0].name = "a";
    study.drives.drives[1].name = "b";
    study.totals.vehicles = 2;
    for (int i = 0; i < 7; ++i)
        study.encounters.conflicts.push_back(
            {.one = 0, .other = 1, .time = {}, .place = {}, .seconds = 1.4 - 0.1 * i});
    const std::string found = study_text(study);
    EXPECT_THAT(
        found,
        HasSubstr("0 collisions, 7 conflicts\n  conflict     a and b at 0.000 s, (0.0, 0.0); 0.80 s to a "
                  "collision at 0.0 and 0.0 m/s\n"));
    EXPECT_THAT(found, HasSubstr("; 1.20 s to a collision at 0.0 and 0.0 m/s\n  conflict     2 more\n"));
}

TEST(StudyText, SaysWhatFaultsDidAndWhere) {
    study::Study study;
    study.radio.emplace();
    EXPECT_EQ(study_text(study), "");
    study.radio->faults = {{"lost", {{"car0", 3}, {"car1", 5}, {"car2", 4}}}, {"silenced", {{"car9", 2}}}};
    EXPECT_EQ(study_text(study), "  faults       12 lost (3 stations, most car1: 5); 2 silenced (car9)\n");
}

TEST(FixedText, HasNoMinusBeforeZero) {
    EXPECT_EQ(fixed_text(0.46, 1), "0.5");
    EXPECT_EQ(fixed_text(-0.04, 1), "0.0");
    EXPECT_EQ(fixed_text(-0.06, 1), "-0.1");
}

}  // namespace
}  // namespace synchrono::tools::report
