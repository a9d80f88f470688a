/// Proves that the path history stays close to the driven path: the tests compare it with the full path of
/// drives along lines, along circles and with random curves.

#include "client/radio/path_history.hpp"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "common/base/random.hpp"

namespace synchrono::client::radio {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

using Points = std::vector<PathHistory::Point>;

double distance_to_segment(geo::Vec3 p, geo::Vec3 a, geo::Vec3 b) {
    const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    const double t =
        length2 > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0) : 0.0;
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/// A vehicle on a line of changing curvature. The history observes the vehicle every 100 ms. `way` has a
/// point of the full path for every 10 ms.
struct Drive {
    PathHistory history;
    Points way;
    geo::Vec3 at;
    double yaw = 0;
    std::int64_t ms = 0;

    void go(double speed_m_s, double curvature_1_m, double seconds) {
        const auto steps = static_cast<int>(std::lround(seconds * 100));
        for (int i = 0; i < steps; ++i) {
            const SimTime now = SimTime{} + SimDuration::milliseconds(ms);
            way.push_back({at, now});
            if (ms % 100 == 0) history.add({at, now});
            at = at + geo::Vec3{std::cos(yaw), std::sin(yaw), 0} * (speed_m_s * 0.01);
            yaw += curvature_1_m * speed_m_s * 0.01;
            ms += 10;
        }
    }
    Points points() const {
        Points out;
        history.collect(out);
        return out;
    }
    /// Returns the index in `way` of the last point that was added to the history.
    std::size_t observed() const { return static_cast<std::size_t>((ms - 10) / 100 * 10); }
    /// Returns the largest distance between the full path and the line through the points of the history. The
    /// path counts from the oldest point of the history on.
    double error_m() const {
        Points line = points();
        if (line.empty()) return 0;
        const std::size_t last = observed();
        line.insert(line.begin(), way[last]);
        double worst = 0;
        for (std::size_t i = last + 1; i-- > 0 && way[i].time >= line.back().time;) {
            double nearest = 1e9;
            for (std::size_t k = 0; k + 1 < line.size(); ++k) {
                if (way[i].time < line[k + 1].time || way[i].time > line[k].time) continue;
                nearest = std::min(
                    nearest, distance_to_segment(way[i].position, line[k].position, line[k + 1].position));
            }
            worst = std::max(worst, nearest);
        }
        return worst;
    }
    double reach_m() const {
        double way_m = 0;
        geo::Vec3 from = way[observed()].position;
        for (const auto& p : points()) {
            way_m += geo::length(p.position - from);
            from = p.position;
        }
        return way_m;
    }
};

TEST(PathHistory, IsEmptyBeforeTheFirstPoint) {
    Points points(3);
    PathHistory().collect(points);
    EXPECT_THAT(points, IsEmpty());
}

TEST(PathHistory, StartsWhereTheVehicleWasFirstSeen) {
    Drive drive;
    drive.go(10, 0, 5);
    const Points points = drive.points();
    ASSERT_THAT(points, SizeIs(1));
    EXPECT_EQ(points[0].position, geo::Vec3{});
    EXPECT_EQ(points[0].time, SimTime{});
}

TEST(PathHistory, HasOnePointEvery210MetresOnAStraightRoad) {
    Drive drive;
    drive.go(30, 0, 60);
    const Points points = drive.points();
    ASSERT_LE(points.size(), 2u);
    EXPECT_GE(drive.reach_m(), PathHistory::kReach_m);
    EXPECT_LE(drive.reach_m(), 2 * 210);
}

TEST(PathHistory, StaysWithinAMetreOfTheDrivenPath) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        Drive drive;
        Random random(seed);
        for (int leg = 0; leg < 30; ++leg) {
            const double speed = random.uniform(0, 35);
            const double curvature_max = std::min(0.15, 8 / std::max(speed * speed, 1.0));
            drive.go(speed, random.uniform(-curvature_max, curvature_max), random.uniform(0.3, 4));
            EXPECT_LT(drive.error_m(), 1.0) << "after leg " << leg;
            const Points points = drive.points();
            EXPECT_LE(points.size(), PathHistory::kPointsMax);
            if (points.size() < PathHistory::kPointsMax && points.back().time > SimTime{}) {
                EXPECT_GE(drive.reach_m(), PathHistory::kReach_m);
            }
            EXPECT_TRUE(std::is_sorted(points.begin(), points.end(),
                                       [](const auto& a, const auto& b) { return a.time > b.time; }));
        }
    }
}

TEST(PathHistory, KeepsNoMorePointsThanItsMaximum) {
    Drive drive;
    drive.go(5, 0.3, 600);  // many times round a circle
    EXPECT_THAT(drive.points(), SizeIs(PathHistory::kPointsMax));
    EXPECT_LT(drive.error_m(), 1.0);
}

TEST(PathHistory, HasFewPointsOnAGentleCurve) {
    // On a circle of radius r an arc departs by a metre from its chord after sqrt(8 r) metres.
    Drive drive;
    drive.go(15, 1 / 50.0, 40);
    // a chord is 20 m long: 200 / 20 points, and some more since the added points are 1.5 m apart
    EXPECT_LE(drive.points().size(), 13u);
    EXPECT_LT(drive.error_m(), 1.0);
}

TEST(PathHistory, AStandingVehicleAddsNothing) {
    Drive drive;
    drive.go(10, 0, 10);
    const auto before = drive.points().size();
    drive.go(0, 0, 600);
    EXPECT_EQ(drive.points().size(), before);
}

TEST(PathHistory, TreatsAJumpAsPartOfThePath) {
    PathHistory history;
    history.add({{0, 0, 0}, SimTime::nanoseconds(1)});
    history.add({{1'000, 0, 0}, SimTime::nanoseconds(2)});
    history.add({{2'000, 500, 0}, SimTime::nanoseconds(3)});
    Points points;
    history.collect(points);
    ASSERT_THAT(points, SizeIs(1));
    EXPECT_EQ(points[0].position, (geo::Vec3{1'000, 0, 0}));
}

TEST(PathHistoryDeathTest, TimeMustNotGoBack) {
    PathHistory history;
    history.add({{}, SimTime::nanoseconds(2)});
    EXPECT_DEATH(history.add({{}, SimTime::nanoseconds(1)}), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::radio
