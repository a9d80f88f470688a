// Proves that the statistics are written as text, as one line for each pair, and as JSON, with the same
// values.
#include "tools/radio/radio_stats_text.hpp"

#include <gmock/gmock.h>
#include <json/json.h>

#include "tests/support/radio_run.hpp"

namespace synchrono::tools::radio {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class RadioStatsText : public testing::RadioRuns {
  protected:
    RadioStats stats(bool pairs = false) {
        auto made = make_radio_stats(run_, *log_, *RadioFilter::make({}, *log_), {.pairs = pairs});
        EXPECT_TRUE(made);
        return *made;
    }
    std::filesystem::path run_ = make("run", {.agents = 15, .messages = 20, .late = 2});
    Result<RadioLog> log_ = RadioLog::open(run_);
};

TEST_F(RadioStatsText, TextHasKindsLoadAndLateMessages) {
    const std::string text = stats_text(run_, *log_, stats());
    EXPECT_THAT(
        text,
        AllOf(HasSubstr(": 16 stations, 322 messages, 0.000 s to 2.000 s\n"), HasSubstr("\nBSM over dsrc\n"),
              HasSubstr("  300 messages of 40.0 bytes on average, 300 on the air\n"), HasSubstr("  latency"),
              HasSubstr("  gap"), HasSubstr("  peak age"), HasSubstr("  age "), HasSubstr("dsrc was busy 1"),
              HasSubstr("arrived too late: 2, by 7.000 ms")));
    EXPECT_LT(text.find("BSM over"), text.find("SPAT over"));
    EXPECT_THAT(text, HasSubstr("\n     450 ..   650 "))
        << "distances without any reception must be one line";
}

TEST_F(RadioStatsText, JsonHasTheSameAsTheText) {
    const auto made = stats(true);
    Json::Value json;
    ASSERT_TRUE(Json::Reader().parse(stats_json(run_, *log_, made), json));
    EXPECT_EQ(json["stations"], 16);
    EXPECT_TRUE(json["whole"].asBool());
    ASSERT_EQ(json["kinds"].size(), 3U);
    Json::Value bsm;
    for (const auto& kind : json["kinds"]) {
        if (kind["type"] == "BSM") bsm = kind;
    }
    const KindStats& kind = made.kinds.at({DSRC, 20});
    EXPECT_EQ(bsm["messages"].asUInt64(), kind.messages);
    EXPECT_EQ(bsm["heard"].asUInt64(), kind.receptions.heard);
    EXPECT_NEAR(bsm["delivery_ratio"].asDouble(), kind.receptions.delivery_ratio(), 1e-9);
    EXPECT_NEAR(bsm["gap"]["mean_ms"].asDouble(), kind.gap.mean() * 1e-6, 1e-6);
    EXPECT_NEAR(bsm["age_mean_ms"].asDouble(), 1e3 * kind.age_mean_s(), 1e-6);
    EXPECT_EQ(bsm["distance"].size(), kind.distance.size());
    EXPECT_EQ(bsm["distance"][1]["from_m"].asDouble(), 50);
    EXPECT_EQ(json["load"]["dsrc"]["time"].size(), 2U);
    EXPECT_EQ(json["late"]["receivers"]["car1"], 2);
    EXPECT_EQ(json["pairs"].size(), 16U * 15 + 15 * 1);
    EXPECT_FALSE(Json::Value(json["pairs"][0]["delivery_ratio"]).isNull());
}

TEST_F(RadioStatsText, PairsAreListedOnlyWhenAsked) {
    EXPECT_THAT(stats_json(run_, *log_, stats(false)), Not(HasSubstr("\"pairs\"")));
    const std::string pairs = pairs_text(*log_, stats(true));
    EXPECT_EQ(std::count(pairs.begin(), pairs.end(), '\n'), 1 + 16 * 15 + 15);
    EXPECT_THAT(pairs, HasSubstr("\ncar3             car4             BSM            20 "));
}

TEST_F(RadioStatsText, ARunWithoutMessagesHasStatistics) {
    testing::RadioLogFile file(root_ / "quiet");
    file.station(0, "car0");
    file.close();
    const auto log = RadioLog::open(root_ / "quiet");
    const auto none = make_radio_stats(root_ / "quiet", *log, *RadioFilter::make({}, *log), {});
    ASSERT_TRUE(none);
    EXPECT_THAT(stats_text(root_ / "quiet", *log, *none), HasSubstr("1 station, 0 messages"));
    Json::Value json;
    EXPECT_TRUE(Json::Reader().parse(stats_json(root_ / "quiet", *log, *none), json));
}

}  // namespace
}  // namespace synchrono::tools::radio
