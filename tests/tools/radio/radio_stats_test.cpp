// Proves that each statistic is what docs/logs.md defines, on a few messages whose statistics can be computed
// by hand: delivery by distance, losses, latency, gaps, age, load and late messages. Also proves which
// messages and receivers each filter leaves in the statistics.
#include "tools/radio/radio_stats.hpp"

#include <gmock/gmock.h>

#include "tests/support/radio_run.hpp"

namespace synchrono::tools::radio {
namespace {

using testing::add_receiver;
using ::testing::ElementsAre;
using testing::make_message;
using ::testing::Pair;
using testing::RadioLogFile;

constexpr std::int64_t kMs = 1'000'000;

class RadioStatsTest : public testing::RadioRuns {
  protected:
    RadioStats stats(const std::filesystem::path& run, const RadioFilterOptions& filter_options = {},
                     const StatsOptions& options = {}) {
        const auto log = RadioLog::open(run);
        EXPECT_TRUE(log) << log.error().text;
        const auto filter = RadioFilter::make(filter_options, *log);
        EXPECT_TRUE(filter) << filter.error().text;
        const auto made = make_radio_stats(run, *log, *filter, options);
        EXPECT_TRUE(made) << made.error().text;
        return *made;
    }
    /// Makes a run in which car0 sends at 0, 100, 200, 300 and 400 ms. car1 hears the first message after 2
    /// ms, not the second, the third after 4 ms, the fourth late, after 150 ms, and the fifth after 10 ms,
    /// before the fourth. The log ends at 1 s.
    std::filesystem::path one_pair() {
        const auto folder = root_ / "pair";
        RadioLogFile file(folder);
        file.station(0, "car0");
        file.station(1, "car1");
        const std::pair<RadioTransmission::Outcome, std::int64_t> fates[] = {
            {RadioTransmission::DELIVERED, 2 * kMs},
            {RadioTransmission::WEAK, 0},
            {RadioTransmission::ALTERED, 4 * kMs},
            {RadioTransmission::DELIVERED, 150 * kMs},
            {RadioTransmission::DELIVERED, 10 * kMs}};
        for (std::int64_t i = 0; i < 5; ++i) {
            auto message = make_message(0, static_cast<std::uint64_t>(i + 1), i * 100 * kMs);
            message.set_on_air_ns(message.sent_ns() + kMs);
            add_receiver(message, 1, fates[i].first, fates[i].second, 30 * static_cast<double>(i));
            if (i == 4) add_receiver(message, 1, RadioTransmission::DUPLICATE, 20 * kMs, 120);
            file.message(i * 100 * kMs + 5 * kMs, message);
        }
        RadioLoad load;
        load.set_from_ns(900 * kMs);
        load.set_until_ns(1000 * kMs);
        load.add_station(0);
        load.add_busy_ratio(0.25);
        load.add_station(1);
        load.add_busy_ratio(0.75);
        file.load(1000 * kMs, load);
        file.close();
        return folder;
    }
    const std::pair<Medium, std::uint32_t> bsm_{DSRC, 20};
};

TEST_F(RadioStatsTest, DeliveryIsCountedByOutcomeAndDistance) {
    const auto s = stats(one_pair());
    ASSERT_EQ(s.kinds.size(), 1U);
    const KindStats& kind = s.kinds.at(bsm_);
    EXPECT_EQ(kind.messages, 5U);
    EXPECT_EQ(kind.on_air, 5U);
    EXPECT_EQ(kind.bytes, 200U);
    EXPECT_EQ(kind.receptions.candidates, 5U) << "a duplicate is not a candidate";
    EXPECT_EQ(kind.receptions.heard, 4U);
    EXPECT_EQ(kind.receptions.outcomes[RadioTransmission::DELIVERED], 3U);
    EXPECT_EQ(kind.receptions.outcomes[RadioTransmission::ALTERED], 1U);
    EXPECT_EQ(kind.receptions.outcomes[RadioTransmission::DUPLICATE], 1U);
    EXPECT_EQ(kind.receptions.outcomes[RadioTransmission::WEAK], 1U);
    EXPECT_EQ(s.faults.size(), 2U);
    EXPECT_EQ(s.faults.at("altered").at("car1"), 1U);
    EXPECT_EQ(s.faults.at("duplicated").at("car1"), 1U);
    EXPECT_DOUBLE_EQ(kind.receptions.delivery_ratio(), 0.8);
    EXPECT_DOUBLE_EQ(s.delivery_ratio(), 0.8);
    ASSERT_EQ(kind.distance.size(), 3U);
    EXPECT_EQ(kind.distance[0].candidates, 2U);  // at 0 and 30 m
    EXPECT_EQ(kind.distance[0].heard, 1U);
    EXPECT_EQ(kind.distance[1].candidates, 2U);  // at 60 and 90 m
    EXPECT_EQ(kind.distance[2].candidates, 1U);
    EXPECT_EQ(s.heard_bins(), 3U);
    EXPECT_EQ(kind.access.count(), 5U);
    EXPECT_EQ(kind.access.max(), kMs);
    EXPECT_EQ(s.end, SimTime::nanoseconds(1000 * kMs));
}

TEST_F(RadioStatsTest, LatencyGapAndAgeFollowTheirDefinitions) {
    const auto s = stats(one_pair(), {}, {.pairs = true});
    const KindStats& kind = s.kinds.at(bsm_);
    EXPECT_EQ(kind.latency.count(), 4U);
    EXPECT_EQ(kind.latency.min(), 2 * kMs);
    EXPECT_EQ(kind.latency.max(), 150 * kMs);
    EXPECT_DOUBLE_EQ(kind.latency.mean(), (2 + 4 + 150 + 10) / 4.0 * kMs);
    // The messages were heard at 2, 204, 410 (the fifth) and 450 ms (the fourth).
    EXPECT_EQ(kind.gap.count(), 3U);
    EXPECT_EQ(kind.gap.min(), 40 * kMs);
    EXPECT_EQ(kind.gap.max(), 206 * kMs);
    EXPECT_DOUBLE_EQ(kind.gap.mean(), (202 + 206 + 40) / 3.0 * kMs);
    // Peak age is the age of the newest message just before a newer one comes: the first message at 204 ms,
    // and the third, sent at 200 ms, at 410 ms. The fourth, heard last, was older than the fifth.
    EXPECT_EQ(kind.peak_age.count(), 2U);
    EXPECT_EQ(kind.peak_age.min(), 204 * kMs);
    EXPECT_EQ(kind.peak_age.max(), 210 * kMs);
    // The age grows from 2 to 204 ms in 202 ms, from 4 to 210 ms in 206 ms, and from 10 to 600 ms in the
    // 590 ms until the end.
    const double area =
        (0.002 + 0.204) / 2 * 0.202 + (0.004 + 0.210) / 2 * 0.206 + (0.010 + 0.600) / 2 * 0.590;
    EXPECT_NEAR(kind.age_area_s2, area, 1e-12);
    EXPECT_NEAR(kind.age_time_s, 0.998, 1e-12);
    EXPECT_NEAR(kind.age_mean_s(), area / 0.998, 1e-12);
    const PairStats& pair = kind.pairs[0][1];
    EXPECT_EQ(pair.candidates, 5U);
    EXPECT_EQ(pair.heard, 4U);
    EXPECT_EQ(pair.gaps, 3U);
    EXPECT_NEAR(pair.gap_max_s, 0.206, 1e-12);
    EXPECT_NEAR(pair.latency_sum_s, 0.166, 1e-12);
    EXPECT_NEAR(pair.age_area_s2, area, 1e-12);
    EXPECT_DOUBLE_EQ(pair.distance_sum_m, 300);
}

TEST_F(RadioStatsTest, AgeEndsWhenEitherStationEnds) {
    for (const std::uint32_t who : {0U, 1U}) {
        const auto folder = root_ / std::to_string(who);
        RadioLogFile file(folder);
        file.station(0, "car0");
        file.station(1, "car1");
        auto message = make_message(0, 1, 0);
        add_receiver(message, 1, RadioTransmission::DELIVERED, 10 * kMs, 5);
        file.message(10 * kMs, message);
        file.station(who, fmt::format("car{}", who), RadioStation::VEHICLE, 300 * kMs);
        file.load(900 * kMs, {});
        file.close();
        EXPECT_NEAR(stats(folder).kinds.at(bsm_).age_time_s, 0.290, 1e-12);
    }
}

TEST_F(RadioStatsTest, IgnoresReceiversBeyondTheRange) {
    const auto s = stats(one_pair(), {}, {.range_m = 50});
    const KindStats& kind = s.kinds.at(bsm_);
    EXPECT_EQ(kind.receptions.candidates, 2U);
    EXPECT_EQ(kind.receptions.heard, 1U);
    EXPECT_EQ(kind.gap.count(), 0U);
    // The age counts from 2 ms, when the first message was heard, until 201 ms, when the third went on the
    // air too far away.
    EXPECT_NEAR(kind.age_time_s, 0.199, 1e-12);
}

TEST_F(RadioStatsTest, BinsHaveTheGivenWidth) {
    EXPECT_EQ(stats(one_pair(), {}, {.bin_m = 10}).kinds.at(bsm_).distance.size(), 13U);
}

TEST_F(RadioStatsTest, UnsentMessagesAreCountedByReason) {
    const auto folder = root_ / "run";
    RadioLogFile file(folder);
    file.station(0, "car0");
    for (const auto reason :
         {RadioTransmission::SILENCED, RadioTransmission::SILENCED, RadioTransmission::QUEUE_FULL}) {
        auto message = make_message(0, 1, 0);
        message.set_on_air(false);
        message.set_not_sent(reason);
        file.message(0, message);
    }
    file.close();
    const auto s = stats(folder);
    const KindStats& kind = s.kinds.at(bsm_);
    EXPECT_EQ(kind.messages, 3U);
    EXPECT_EQ(kind.on_air, 0U);
    EXPECT_EQ(kind.not_sent[RadioTransmission::SILENCED], 2U);
    EXPECT_EQ(s.faults.at("silenced").begin()->second, 2U);
    EXPECT_EQ(kind.not_sent[RadioTransmission::QUEUE_FULL], 1U);
    EXPECT_EQ(kind.receptions.delivery_ratio(), 0);
}

TEST_F(RadioStatsTest, LoadHasItsMeanAndItsPeak) {
    const auto folder = one_pair();
    const auto s = stats(folder);
    const LoadStats& load = s.load.at(DSRC);
    EXPECT_DOUBLE_EQ(load.sum / static_cast<double>(load.count), 0.5);
    EXPECT_DOUBLE_EQ(load.max, 0.75);
    EXPECT_EQ(load.max_station, 1U);
    EXPECT_EQ(load.max_time, SimTime::nanoseconds(900 * kMs));
    EXPECT_DOUBLE_EQ(stats(folder, {.receiver = "car0"}).load.at(DSRC).max, 0.25);
    EXPECT_TRUE(stats(folder, {.until = "0.9"}).load.empty());
}

TEST_F(RadioStatsTest, CountsOnlyFilteredMessages) {
    const auto run = make("run", {.agents = 5, .messages = 20, .late = 4});
    const auto all = stats(run);
    EXPECT_EQ(all.kinds.size(), 3U);
    EXPECT_EQ(all.kinds.at(bsm_).messages, 100U);
    EXPECT_EQ(all.kinds.at(bsm_).receptions.candidates, 500U);
    EXPECT_EQ(all.late.count(), 4U);
    EXPECT_THAT(all.late_by, ElementsAre(Pair("car1", 4U)));

    EXPECT_EQ(stats(run, {.types = {"map"}}).kinds.size(), 1U);
    EXPECT_EQ(stats(run, {.sender = "car0"}).kinds.at(bsm_).receptions.candidates, 100U);
    EXPECT_EQ(stats(run, {.receiver = "car0"}).kinds.at(bsm_).receptions.candidates, 80U);
    // These are car0's own messages at five receivers, and the messages of four other cars at car0.
    EXPECT_EQ(stats(run, {.agent = "car0"}).kinds.at(bsm_).receptions.candidates, 100U + 80U);
    EXPECT_EQ(stats(run, {.from = "1"}).kinds.at(bsm_).messages, 50U);
    EXPECT_EQ(stats(run, {.receiver = "car0"}).late.count(), 0U);
    EXPECT_EQ(stats(run, {.sender = "car2"}).late.count(), 0U);
    // The gaps of a pair do not depend on whether other pairs are selected too.
    const auto pair_of = [](const RadioStats& s, std::pair<Medium, std::uint32_t> kind) {
        return s.kinds.at(kind).pairs[2][0];
    };
    const PairStats among_all = pair_of(stats(run, {}, {.pairs = true}), bsm_);
    const PairStats alone =
        pair_of(stats(run, {.sender = "car2", .receiver = "car0"}, {.pairs = true}), bsm_);
    EXPECT_GT(among_all.gaps, 0U);
    EXPECT_EQ(among_all.gap_sum_s, alone.gap_sum_s);
    EXPECT_EQ(among_all.age_area_s2, alone.age_area_s2);
}

TEST_F(RadioStatsTest, AgeStopsWhenASenderLeavesTheArea) {
    const auto folder = root_ / "run";
    RadioLogFile file(folder);
    file.station(0, "car0");
    file.station(1, "car1");
    for (std::int64_t i = 0; i < 4; ++i) {
        auto message = make_message(0, static_cast<std::uint64_t>(i + 1), i * 100 * kMs);
        message.set_x_m(i == 2 ? 500 : 0);
        add_receiver(message, 1, RadioTransmission::DELIVERED, 10 * kMs, 5);
        file.message(i * 100 * kMs, message);
    }
    file.close();
    const auto s = stats(folder, {.area = "-10,-10,10,10"});
    EXPECT_EQ(s.kinds.at(bsm_).messages, 3U);
    EXPECT_EQ(s.kinds.at(bsm_).gap.count(), 1U);
    // The age counts from 10 to 200 ms; the sender came back only at the end of the log.
    EXPECT_NEAR(s.kinds.at(bsm_).age_time_s, 0.190, 1e-12);
}

TEST_F(RadioStatsTest, KindsAreRankedByFrequency) {
    const auto s = stats(make("run", {.agents = 2, .messages = 20}));
    std::vector<std::uint32_t> types;
    for (const auto* kind : s.ranked()) types.push_back(kind->first.second);
    EXPECT_THAT(types, ElementsAre(20, 19, 18));
}

TEST_F(RadioStatsTest, BinsAreBoundedForLongRunsAndFarReceivers) {
    const auto folder = root_ / "run";
    RadioLogFile file(folder);
    file.station(0, "car0");
    file.station(1, "car1");
    for (const std::int64_t hour : {0, 1, 100}) {
        auto message = make_message(0, 1, hour * 3'600'000 * kMs);
        add_receiver(message, 1, RadioTransmission::DELIVERED, kMs, 1e30);
        file.message(message.sent_ns(), message);
    }
    file.close();
    const auto s = stats(folder, {}, {.bin_m = 1});
    EXPECT_LE(s.kinds.at(bsm_).distance.size(), 400U);
    EXPECT_LE(s.kinds.at(bsm_).time.size(), 1300U);
    EXPECT_EQ(s.kinds.at(bsm_).gap.count(), 2U);
}

}  // namespace
}  // namespace synchrono::tools::radio
