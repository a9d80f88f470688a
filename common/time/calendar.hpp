/// The calendar of simulated time, for message fields that hold a date. Every run starts at 00:00 UTC on
/// 1 January 2026, whatever the real date. Leap seconds are ignored; none has been inserted since 2017.
/// Each part is rounded down, as on a clock.
#pragma once

#include <cstdint>

#include "common/time/sim_time.hpp"

namespace synchrono::calendar {

inline constexpr int kFirstYear = 2026;

constexpr bool is_leap_year(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

/// A point of simulated time, split as a calendar and a clock show it.
struct Date {
    int year = kFirstYear;
    int month = 1, day = 1;  // from 1
    int hour = 0, minute = 0;
    int millisecond = 0;  // of the minute
    int day_of_year = 0;  // from 0

    friend constexpr bool operator==(const Date&, const Date&) = default;
};

/// Returns the date of `t`. Requires that `t` is not before the start of the run.
constexpr Date date(SimTime t) {
    constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const std::int64_t ms = t.count_ns() / 1'000'000;
    Date d;
    d.millisecond = static_cast<int>(ms % 60'000);
    d.minute = static_cast<int>(ms / 60'000 % 60);
    d.hour = static_cast<int>(ms / 3'600'000 % 24);
    auto days = static_cast<int>(ms / 86'400'000);
    while (days >= (is_leap_year(d.year) ? 366 : 365)) days -= is_leap_year(d.year++) ? 366 : 365;
    d.day_of_year = days;
    for (;; ++d.month) {
        const int length = kDays[d.month - 1] + (d.month == 2 && is_leap_year(d.year) ? 1 : 0);
        if (days < length) break;
        days -= length;
    }
    d.day = days + 1;
    return d;
}

/// Returns J2735's MinuteOfTheYear, from 0.
constexpr std::uint32_t minute_of_year(SimTime t) {
    const Date d = date(t);
    return static_cast<std::uint32_t>((d.day_of_year * 24 + d.hour) * 60 + d.minute);
}
/// Returns J2735's DSecond: milliseconds of the minute, 0 to 59999.
constexpr std::uint16_t millisecond_of_minute(SimTime t) {
    return static_cast<std::uint16_t>(t.count_ns() / 1'000'000 % 60'000);
}
/// Returns J2735's TimeMark: tenths of a second of the hour, 0 to 35999.
constexpr std::uint16_t tenth_of_hour(SimTime t) {
    return static_cast<std::uint16_t>(t.count_ns() / 100'000'000 % 36'000);
}

}  // namespace synchrono::calendar
