/// Proves that the calendar agrees with dates computed by other means.

#include "common/time/calendar.hpp"

#include <gtest/gtest.h>

namespace synchrono::calendar {
namespace {

SimTime after_ms(std::int64_t ms) { return SimTime{} + SimDuration::milliseconds(ms); }
constexpr std::int64_t kDay_ms = 86'400'000;

TEST(Calendar, StartsAtTheBeginningOfTheYear) {
    EXPECT_EQ(date(SimTime{}), (Date{.year = 2026, .month = 1, .day = 1}));
    EXPECT_EQ(minute_of_year(SimTime{}), 0u);
    EXPECT_EQ(millisecond_of_minute(SimTime{}), 0u);
    EXPECT_EQ(tenth_of_hour(SimTime{}), 0u);
}

TEST(Calendar, RoundsDownToWholeUnits) {
    const SimTime t = SimTime::nanoseconds(59'999'999'999);
    EXPECT_EQ(minute_of_year(t), 0u);
    EXPECT_EQ(millisecond_of_minute(t), 59'999u);
    EXPECT_EQ(tenth_of_hour(t), 599u);
    const SimTime next = SimTime::nanoseconds(60'000'000'000);
    EXPECT_EQ(minute_of_year(next), 1u);
    EXPECT_EQ(millisecond_of_minute(next), 0u);
    EXPECT_EQ(tenth_of_hour(next), 600u);
}

TEST(Calendar, GivesDatesAcrossMonthsAndYears) {
    struct Row {
        std::int64_t ms;
        Date date;
    };
    const Row rows[] = {
        {58 * kDay_ms, {.year = 2026, .month = 2, .day = 28, .day_of_year = 58}},
        {59 * kDay_ms, {.year = 2026, .month = 3, .day = 1, .day_of_year = 59}},
        {365 * kDay_ms - 1,
         {.year = 2026,
          .month = 12,
          .day = 31,
          .hour = 23,
          .minute = 59,
          .millisecond = 59'999,
          .day_of_year = 364}},
        {365 * kDay_ms, {.year = 2027}},
        {(365 * 2 + 59) * kDay_ms, {.year = 2028, .month = 2, .day = 29, .day_of_year = 59}},
        {(365 * 2 + 365) * kDay_ms, {.year = 2028, .month = 12, .day = 31, .day_of_year = 365}},
        {(365 * 2 + 366) * kDay_ms, {.year = 2029}},
        {200 * kDay_ms + 13 * 3'600'000 + 7 * 60'000 + 21'500,
         {.year = 2026,
          .month = 7,
          .day = 20,
          .hour = 13,
          .minute = 7,
          .millisecond = 21'500,
          .day_of_year = 200}},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.ms);
        EXPECT_EQ(date(after_ms(row.ms)), row.date);
    }
}

TEST(Calendar, FieldsRestartWithTheNextHigherUnit) {
    EXPECT_EQ(tenth_of_hour(after_ms(3'599'999)), 35'999u);
    EXPECT_EQ(tenth_of_hour(after_ms(3'600'000)), 0u);
    EXPECT_EQ(minute_of_year(after_ms(365 * kDay_ms - 1)), 525'599u);
    EXPECT_EQ(minute_of_year(after_ms(365 * kDay_ms)), 0u);
    EXPECT_EQ(minute_of_year(after_ms((365 * 3 + 1) * kDay_ms - 1)), 527'039u);  // in a leap year
}

}  // namespace
}  // namespace synchrono::calendar
