// Proves, on drives made by hand, that distances, speeds, stops, hard braking and delay are as defined, and
// that sums leave out parked vehicles.
#include "tools/study/traffic.hpp"

#include <gtest/gtest.h>

#include "tests/tools/study/make_drives.hpp"

namespace synchrono::tools::study {
namespace {

using testing::at_s;
using testing::drive_by;
using testing::straight;
using testing::together;

/// Returns a drive of 10 m/s for 10 s, a stop of `stand_s`, and 10 m/s for 10 s more.
Drive with_stop(double stand_s) {
    return drive_by("a", 0, 20 + stand_s, [stand_s](double t) {
        const double moved_s = std::min(t, 10.0) + std::max(0.0, t - 10 - stand_s);
        const bool stands = t >= 10 && t < 10 + stand_s;
        return Sample{.x_m = 10 * moved_s, .vx_m_s = stands ? 0.F : 10.F};
    });
}

TEST(DriveFigures, HaveDistanceAndSpeeds) {
    const auto figures = figures_of(straight("a", {0, 0}, {3, 4}, 20));
    EXPECT_NEAR(figures.present_s, 20, 1e-9);
    EXPECT_NEAR(figures.distance_m, 100, 1e-9);
    EXPECT_NEAR(figures.speed_mean_m_s(), 5, 1e-9);
    EXPECT_NEAR(figures.speed_max_m_s, 5, 1e-9);
    EXPECT_FALSE(figures.parked);
    EXPECT_TRUE(figures.stops.empty());
    EXPECT_TRUE(figures.hard_brakings.empty());
    EXPECT_NEAR(figures.delay_s(), 0, 1e-6) << "its own highest speed is its free speed";
}

TEST(DriveFigures, AStopIsLongerThanTwoSeconds) {
    const auto figures = figures_of(with_stop(5));
    ASSERT_EQ(figures.stops.size(), 1u);
    EXPECT_NEAR(figures.stops[0].from.to_seconds(), 10, 0.011);
    EXPECT_NEAR(figures.stops[0].until.to_seconds(), 15, 0.011);
    EXPECT_NEAR(figures.stops[0].place.x, 100, 0.2);
    EXPECT_NEAR(figures.waiting_s(), 5, 0.02);
    EXPECT_NEAR(figures.longest_stop_s(), 5, 0.02);
    EXPECT_TRUE(figures_of(with_stop(1.9)).stops.empty());
}

TEST(DriveFigures, DelayIsTheTimeLostAgainstFreeSpeed) {
    EXPECT_NEAR(figures_of(with_stop(5)).delay_s(), 5, 0.01);
    // The vehicle drives 200 m in 25 s where the limit is 20 m/s.
    const auto limit = [](geo::Vec2, double, double) { return std::optional(20.0); };
    EXPECT_NEAR(figures_of(with_stop(5), limit).delay_s(), 15, 0.01);
    const auto unknown = [](geo::Vec2, double, double) { return std::optional<double>(); };
    EXPECT_NEAR(figures_of(with_stop(5), unknown).delay_s(), 5, 0.01);
}

TEST(DriveFigures, HardBrakingIsListedOnceWithItsStrongestValue) {
    const auto braking = [](double from_m_s2, double seconds) {
        return drive_by("a", 0, 5, [=](double t) {
            const bool brakes = t >= 2 && t < 2 + seconds;
            return Sample{.x_m = 10 * t,
                          .vx_m_s = 10,
                          .acceleration_m_s2 = brakes ? static_cast<float>(from_m_s2 - (t < 2.05)) : 0.F};
        });
    };
    const auto figures = figures_of(braking(-5, 0.5));
    ASSERT_EQ(figures.hard_brakings.size(), 1u);
    EXPECT_NEAR(figures.hard_brakings[0].deceleration_m_s2, 6, 1e-6);
    EXPECT_NEAR(figures.hard_brakings[0].time.to_seconds(), 2, 0.05);
    EXPECT_DOUBLE_EQ(figures.hard_brakings[0].speed_m_s, 10);
    EXPECT_TRUE(figures_of(braking(-5, 0.05)).hard_brakings.empty())
        << "a short deceleration is not hard braking";
    EXPECT_TRUE(figures_of(braking(-2.5, 0.5)).hard_brakings.empty()) << "2.5 m/s^2 is not hard braking";
}

TEST(DriveFigures, AnAbsenceCountsNeitherAsDrivingNorAsStanding) {
    Drive drive = straight("a", {0, 0}, {10, 0}, 2);
    const Drive back =
        drive_by("a", 10, 12, [](double t) { return Sample{.x_m = 500 + 10 * (t - 10), .vx_m_s = 10}; });
    drive.samples.insert(drive.samples.end(), back.samples.begin(), back.samples.end());
    const auto figures = figures_of(drive);
    EXPECT_NEAR(figures.present_s, 4, 1e-9);
    EXPECT_NEAR(figures.distance_m, 40, 1e-9);
    DriveCursor cursor(drive);
    EXPECT_TRUE(cursor.at(at_s(1)));
    EXPECT_FALSE(cursor.at(at_s(5)));
    EXPECT_TRUE(cursor.at(at_s(11)));
}

TEST(DriveFigures, AreZeroForASingleState) {
    const auto figures = figures_of(straight("a", {0, 0}, {10, 0}, 0));
    EXPECT_EQ(figures.present_s, 0);
    EXPECT_EQ(figures.speed_mean_m_s(), 0);
    EXPECT_TRUE(figures.parked);
}

TEST(TrafficTotals, CountOnlyVehiclesThatDrive) {
    Drive arrived = straight("a", {0, 0}, {10, 0}, 10);
    arrived.left_at = at_s(10);
    Drive walker = straight("w", {0, 50}, {1, 0}, 10);
    walker.kind = Drive::Kind::pedestrian;
    Drive cone = straight("c", {0, 60}, {0, 0}, 10);
    cone.kind = Drive::Kind::object;
    const Drives drives = together({arrived, with_stop(5), straight("p", {0, 90}, {0, 0}, 10), walker, cone});
    std::vector<DriveFigures> figures;
    for (const Drive& drive : drives.drives) figures.push_back(figures_of(drive));
    const auto totals = totals_of(drives, figures);
    EXPECT_EQ(totals.vehicles, 3u);
    EXPECT_EQ(totals.parked, 1u);
    EXPECT_EQ(totals.pedestrians, 1u);
    EXPECT_EQ(totals.objects, 1u);
    EXPECT_EQ(totals.arrived, 1u);
    EXPECT_EQ(totals.stops, 1u);
    EXPECT_NEAR(totals.distance_m, 300, 0.2);
    EXPECT_NEAR(*totals.mean_speed_m_s, 300 / 35.0, 0.01);
    EXPECT_NEAR(*totals.mean_delay_s, 2.5, 0.01);
    EXPECT_NEAR(*totals.mean_waiting_s, 2.5, 0.02);

    const auto moments = moments_of(drives, figures, SimDuration::seconds(5));
    ASSERT_EQ(moments.size(), 6u);
    EXPECT_EQ(moments[1].present, 2u);
    EXPECT_EQ(moments[1].standing, 0u);
    EXPECT_DOUBLE_EQ(moments[1].speed_mean_m_s, 10);
    EXPECT_EQ(moments[2].standing, 1u) << "b stands from 10 s on";
    EXPECT_DOUBLE_EQ(moments[2].speed_mean_m_s, 5);
    EXPECT_EQ(moments[4].present, 1u);
}

TEST(TrafficTotals, AreMissingWithoutVehicles) {
    const auto totals = totals_of(Drives{}, {});
    EXPECT_EQ(totals.vehicles, 0u);
    EXPECT_FALSE(totals.mean_speed_m_s);
    EXPECT_FALSE(totals.mean_delay_s);
}

}  // namespace
}  // namespace synchrono::tools::study
