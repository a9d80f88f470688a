/// Proves what the driver makes of object lists. Places in the world are right to the centimetre, although
/// the lists come late and the vehicle turns. The driver keeps objects that a detector misses now and then,
/// and does not believe in objects that were listed once only. An object that several sensors see is one
/// object. A standing object stands, even in the lists of a noisy detector.

#include "pcp/urban_driver/tracking.hpp"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>

#include "common/base/random_normal.hpp"
#include "tests/support/object_lists.hpp"

namespace synchrono::pcp::urban_driver {
namespace {

using namespace synchrono::testing;

using driving::Point;

constexpr std::int64_t kMs = 1'000'000, kStep = 20 * kMs;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

SynMotion moving(Point at, double yaw, double speed = 0) {
    SynMotion m{};
    m.position = {at.x, at.y, 0.6};
    m.orientation = {std::cos(yaw / 2), 0, 0, std::sin(yaw / 2)};
    m.velocity = {speed * std::cos(yaw), speed * std::sin(yaw), 0};
    return m;
}

SynOther car(const SynMotion& motion) { return {0, SYN_OTHER_VEHICLE, 4.7, 1.9, 1.5, motion}; }

/// A vehicle with sensors, whose pilot steps every 20 ms.
struct TrackingTest : ::testing::Test {
    ObjectLists lists;
    Tracking tracking;
    std::int64_t now_ns = 0;
    /// The motion of the vehicle at a time.
    std::function<SynMotion(std::int64_t)> ego = [](std::int64_t) { return moving({0, 0}, 0); };
    /// The objects that a sensor lists at a time.
    std::function<std::vector<SynObject>(std::uint32_t sensor, std::int64_t time_ns)> list;

    static double s(std::int64_t ns) { return static_cast<double>(ns) * 1e-9; }
    SynObject of(std::uint32_t id, const SynOther& body, std::int64_t t, std::uint32_t sensor = 0) const {
        return listed(id, body, ego(t), lists.mountings()[sensor]);
    }
    std::span<const SynOther> others() { return tracking.others(now_ns); }
    void step() {
        const auto& mounted = lists.mountings();
        for (std::uint32_t i = 0; i < mounted.size(); ++i) {
            const std::int64_t period = mounted[i].period_ns;
            const std::int64_t first = now_ns < kStep ? period : ((now_ns - kStep) / period + 1) * period;
            for (std::int64_t t = first; t <= now_ns; t += period) lists.measure(i, t, list(i, t));
        }
        tracking.update(now_ns, ego(now_ns), lists.at(now_ns));
    }
    /// Steps until this time, and calls `each_step` after each step.
    void run(
        std::int64_t until_ns, const std::function<void()>& each_step = [] {}) {
        for (; now_ns < until_ns; now_ns += kStep) {
            step();
            each_step();
        }
        now_ns -= kStep;  // the time of the last step
    }
};

TEST_F(TrackingTest, SeesNothingWithoutAnObjectSensor) {
    run(200 * kMs);
    EXPECT_FALSE(tracking.has_sensors());
    EXPECT_TRUE(others().empty());
    EXPECT_FALSE(tracking.looks_at({5, 0}));
}

TEST_F(TrackingTest, LateListsInATurnAreExactToTheCentimetre) {
    // The vehicle drives round a circle with a radius of 20 m at 10 m/s; the sensor measures between the
    // pilot's steps.
    lists.mount({.period_ns = 50 * kMs, .delay_ns = 150 * kMs, .position = {1.2, -0.3, 1}, .yaw_rad = 0.5});
    constexpr double kRadius = 20, kTurn = 0.5;
    ego = [](std::int64_t t) {
        const double yaw = kTurn * s(t);
        return moving({kRadius * std::sin(yaw), kRadius * (1 - std::cos(yaw))}, yaw, kRadius * kTurn);
    };
    const auto stands = [](std::int64_t) { return car(moving({25, 30}, 2)); };
    const auto drives = [](std::int64_t t) { return car(moving({-40 + 12 * s(t), 8}, 0, 12)); };
    list = [&](std::uint32_t, std::int64_t t) {
        return std::vector{of(7, stands(t), t), of(9, drives(t), t)};
    };
    int checks = 0;
    run(6'000 * kMs, [&] {
        if (now_ns < 260 * kMs) {
            EXPECT_TRUE(others().empty()) << "nothing has been seen twice";
            return;
        }
        ASSERT_EQ(others().size(), 2u) << now_ns;
        ++checks;
        for (const SynOther& other : others()) {
            const SynMotion truth = (other.agent == 0 ? stands(now_ns) : drives(now_ns)).motion;
            EXPECT_NEAR(other.motion.position.x, truth.position.x, 0.01);
            EXPECT_NEAR(other.motion.position.y, truth.position.y, 0.01);
            EXPECT_NEAR(other.motion.velocity.x, truth.velocity.x, 0.01);
            EXPECT_NEAR(other.motion.velocity.y, truth.velocity.y, 0.01);
            EXPECT_NEAR(other.motion.orientation.w, truth.orientation.w, 1e-3);
            EXPECT_NEAR(other.motion.orientation.z, truth.orientation.z, 1e-3);
            EXPECT_EQ(other.kind, static_cast<std::uint32_t>(SYN_OTHER_VEHICLE));
            EXPECT_NEAR(other.length_m, 4.7, 1e-9);
            EXPECT_NEAR(other.width_m, 1.9, 1e-9);
            EXPECT_NEAR(other.height_m, 1.5, 1e-9);
        }
    });
    EXPECT_GT(checks, 280);
}

TEST_F(TrackingTest, ObjectsAreExtrapolatedThroughBraking) {
    lists.mount({.delay_ns = 100 * kMs});
    // The other drives at 10 m/s, brakes at 4 m/s^2 from 2 s on, and stands at 4.5 s.
    const auto at = [](std::int64_t t) {
        const double b = std::clamp(s(t) - 2, 0.0, 2.5);
        return car(moving({10 * std::min(s(t), 4.5) - 2 * b * b, 0}, 0, 10 - 4 * b));
    };
    list = [&](std::uint32_t, std::int64_t t) { return std::vector{of(1, at(t), t)}; };
    double worst = 0;
    run(6'000 * kMs, [&] {
        if (others().empty()) return;
        worst = std::max(worst, std::abs(others()[0].motion.position.x - at(now_ns).motion.position.x));
        if (now_ns == 3'500 * kMs) {
            EXPECT_NEAR(others()[0].motion.acceleration.x, -4, 0.2);
        }
    });
    EXPECT_LT(worst, 0.15);
    EXPECT_NEAR(others()[0].motion.velocity.x, 0, 0.02);
}

TEST_F(TrackingTest, ObjectsAreKeptOverMissesForHalfASecond) {
    lists.mount({});
    std::int64_t gone_from = 1'000 * kMs;
    list = [&](std::uint32_t, std::int64_t t) {
        const bool missed = t / (50 * kMs) % 4 != 0 || t > gone_from;
        return missed ? std::vector<SynObject>{}
                      : std::vector{of(5, car(moving({-30 + 10 * s(t), 4}, 0, 10)), t)};
    };
    run(1'440 * kMs, [&] {
        if (now_ns < 400 * kMs) return;
        ASSERT_EQ(others().size(), 1u) << now_ns;
        EXPECT_NEAR(others()[0].motion.position.x, -30 + 10 * s(now_ns), 0.01);
        EXPECT_EQ(others()[0].agent, 0u);
    });
    now_ns += kStep;
    run(1'560 * kMs);
    EXPECT_TRUE(others().empty());
}

TEST_F(TrackingTest, ObjectsOfASlowSensorAreKeptForThreeLists) {
    lists.mount({.period_ns = 400 * kMs, .delay_ns = 300 * kMs});
    list = [&](std::uint32_t, std::int64_t t) {
        return t > 1'200 * kMs ? std::vector<SynObject>{} : std::vector{of(5, car(moving({20, 4}, 0)), t)};
    };
    run(2'680 * kMs);
    EXPECT_EQ(others().size(), 1u);
    now_ns += kStep;
    run(2'760 * kMs);
    EXPECT_TRUE(others().empty());
}

TEST_F(TrackingTest, ObjectsListedOnceAreNotBelieved) {
    lists.mount({});
    list = [&](std::uint32_t, std::int64_t t) {
        const auto number = static_cast<std::uint32_t>(t / (50 * kMs));
        // Each list has its one object at another place.
        return std::vector{
            of(number, car(moving({10.0 + 5 * (number % 11), number % 2 ? 3.0 : -3.0}, 0)), t)};
    };
    run(3'000 * kMs, [&] { EXPECT_TRUE(others().empty()) << now_ns; });
}

TEST_F(TrackingTest, ObjectsKeepTheirNumberWhenTheSensorChangesTheirId) {
    lists.mount({});
    list = [&](std::uint32_t, std::int64_t t) {
        const std::uint32_t name = t < 500 * kMs ? 3 : 4;
        return std::vector{of(name, car(moving({-20 + 10 * s(t), 4}, 0, 10)), t),
                           of(name + 10, car(moving({-20 + 10 * s(t), 7.5}, 0, 10)), t)};
    };
    run(1'000 * kMs);
    ASSERT_EQ(others().size(), 2u);
    EXPECT_EQ(others()[0].agent, 0u);
    EXPECT_NEAR(others()[0].motion.position.y, 4, 0.01);
    EXPECT_EQ(others()[1].agent, 1u);
}

TEST_F(TrackingTest, ObjectsKeepTheirNumberByIdWhenTheyPassClosely) {
    lists.mount({.period_ns = 100 * kMs});
    // Two pedestrians turn back between two lists, so that each is where the other was expected.
    constexpr double kTurn_s = 1.05;
    const auto walker = [](std::int64_t t, bool first) {
        const double off = 1.2 * std::abs(s(t) - kTurn_s), side = first ? 1 : -1;
        SynOther o = car(moving({20 + side * (off + 0.05), 0}, 0));
        o.kind = SYN_OTHER_PEDESTRIAN;
        o.length_m = o.width_m = 0.5;
        o.motion.velocity.x = side * (s(t) < kTurn_s ? -1.2 : 1.2);
        return o;
    };
    list = [&](std::uint32_t, std::int64_t t) {
        return std::vector{of(8, walker(t, true), t), of(9, walker(t, false), t)};
    };
    run(2'000 * kMs);
    ASSERT_EQ(others().size(), 2u);
    EXPECT_GT(others()[0].motion.position.x, 20.5);
    EXPECT_LT(others()[1].motion.position.x, 19.5);
}

TEST_F(TrackingTest, AnObjectSeenBySeveralSensorsIsOne) {
    lists.mount({.period_ns = 50 * kMs, .delay_ns = 60 * kMs, .position = {2, 0, 0.5}, .view_rad = 2});
    lists.mount({.period_ns = 80 * kMs,
                 .delay_ns = 200 * kMs,
                 .position = {-2, 0, 0.5},
                 .yaw_rad = 3,
                 .view_rad = 2});
    const auto at = [](std::int64_t t) { return car(moving({15, -20 + 8 * s(t)}, 1.5707963, 8)); };
    list = [&](std::uint32_t sensor, std::int64_t t) {
        return std::vector{of(sensor == 0 ? 3u : 8u, at(t), t, sensor)};
    };
    run(2'000 * kMs, [&] {
        if (now_ns < 200 * kMs) return;
        ASSERT_EQ(others().size(), 1u) << now_ns;
        EXPECT_NEAR(others()[0].motion.position.y, at(now_ns).motion.position.y, 0.01);
    });
    EXPECT_TRUE(tracking.looks_at({20, 5}));
    EXPECT_TRUE(tracking.looks_at({-20, 1}));
    EXPECT_FALSE(tracking.looks_at({0, 20})) << "outside both views";
    EXPECT_FALSE(tracking.looks_at({155, 0})) << "too far";
}

TEST_F(TrackingTest, ObjectsKeepTheirNumbersWhenSeveralSensorsChangeIds) {
    // The two sensors give the two objects opposite names, and each renames both at a time of its own.
    lists.mount({.period_ns = 50 * kMs, .delay_ns = 60 * kMs});
    lists.mount({.period_ns = 80 * kMs, .delay_ns = 100 * kMs});
    const auto at = [](std::int64_t t, double y) { return car(moving({-20 + 8 * s(t), y}, 0, 8)); };
    list = [&](std::uint32_t sensor, std::int64_t t) {
        const std::uint32_t later = t > (sensor == 0 ? 900 : 1'500) * kMs ? 10 : 0;
        return std::vector{of(3 + sensor + later, at(t, 4), t, sensor),
                           of(4 - sensor + later, at(t, 7), t, sensor)};
    };
    run(2'500 * kMs, [&] {
        if (now_ns < 300 * kMs) return;
        ASSERT_EQ(others().size(), 2u) << now_ns;
        for (const SynOther& other : others()) {
            EXPECT_NEAR(other.motion.position.x, -20 + 8 * s(now_ns), 0.01) << now_ns;
            EXPECT_NEAR(other.motion.position.y, other.agent == 0 ? 4 : 7, 0.01) << now_ns;
        }
    });
    EXPECT_EQ(others()[1].agent, 1u);
}

TEST_F(TrackingTest, KeepsTheNearestOfTooManyObjects) {
    lists.mount({});
    const auto away_m = [](const SynVec3& p) { return std::hypot(p.x, p.y); };
    std::vector<double> there_m;
    list = [&](std::uint32_t, std::int64_t t) {
        std::vector<SynObject> all;
        for (std::uint32_t i = 0; i < 1'100; ++i)  // the nearest come last
            all.push_back(of(i, car(moving({500.0 - 4 * (i / 10), 4.0 * (i % 10)}, 0)), t));
        there_m.clear();
        for (const SynObject& o : all) there_m.push_back(away_m(o.position));
        return all;
    };
    run(260 * kMs);
    ASSERT_EQ(others().size(), 1'024u);
    std::ranges::sort(there_m);
    for (const SynOther& other : others()) EXPECT_LE(away_m(other.motion.position), there_m[1'024] + 0.01);
}

TEST_F(TrackingTest, ObjectsWithUnknownValuesAreIgnored) {
    lists.mount({});
    list = [&](std::uint32_t, std::int64_t t) {
        std::vector bad(8, of(0, car(moving({20, 4}, 0)), t));
        for (std::uint32_t i = 0; i < bad.size(); ++i) {
            bad[i].id = i;
            bad[i].position.x += 10 * i;
        }
        bad[0].position.x = bad[1].position.y = bad[2].velocity.x = bad[3].velocity.y = bad[4].yaw_rad = kNan;
        bad[5].length_m = 0;
        bad[6].width_m = 0;
        bad[7].width_m = kNan;
        return bad;
    };
    run(500 * kMs);
    EXPECT_TRUE(others().empty());
}

TEST_F(TrackingTest, ObjectsMayBeAsLargeAsAScenarioAllows) {
    lists.mount({});
    list = [&](std::uint32_t, std::int64_t t) {
        SynOther lorry = car(moving({40, 0}, 1.5)), wall = car(moving({60, 30}, 1.5)), noisy = wall;
        lorry.length_m = 40;
        wall.kind = noisy.kind = SYN_OTHER_OBJECT;
        wall.width_m = 1000;
        noisy.motion.position.x = 80;
        noisy.length_m = noisy.width_m = 1030;
        return std::vector{of(1, lorry, t), of(2, wall, t), of(3, noisy, t)};
    };
    run(500 * kMs);
    ASSERT_EQ(others().size(), 3u);
    EXPECT_NEAR(others()[0].length_m, 40, 1e-9);
    EXPECT_NEAR(others()[1].width_m, 1000, 1e-9);
    EXPECT_NEAR(others()[2].length_m, 1000, 1e-9);
    EXPECT_NEAR(others()[2].width_m, 1000, 1e-9);
}

TEST_F(TrackingTest, SmoothsANoisyDetectorAndLetsObjectsStand) {
    // The errors are 0.3 m and 0.3 m/s. Half the variance of the lists is a wide bound for the mean of 2000
    // smoothed errors, since the gains let only a third of the variance through.
    lists.mount({});
    Random random(1, 2);
    list = [&](std::uint32_t, std::int64_t t) {
        SynObject o = of(1, car(moving({30, 2}, 0)), t);
        o.position.x += 0.3 * normal(random);
        o.position.y += 0.3 * normal(random);
        o.velocity.x += 0.3 * normal(random);
        o.velocity.y += 0.3 * normal(random);
        return std::vector{o};
    };
    double squares = 0;
    int checks = 0;
    run(40'000 * kMs, [&] {
        if (now_ns < 1'000 * kMs) return;
        ASSERT_EQ(others().size(), 1u);
        const SynMotion& m = others()[0].motion;
        squares += std::pow(m.position.x - 30, 2) + std::pow(m.position.y - 2, 2);
        EXPECT_EQ(driving::length(driving::flat(m.velocity)), 0)
            << "it is taken to stand: an error of five sigmas";
        ++checks;
    });
    EXPECT_LT(squares / checks, 0.09);
}

}  // namespace
}  // namespace synchrono::pcp::urban_driver
