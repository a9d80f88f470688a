// Proves that the sky is like that of GPS. As many satellites are up as users of GPS see, and wherever people
// live the satellites' geometry is good at all times. The sky repeats after a sidereal day, and consists of
// exactly the satellites above the mask. Dilutions of precision agree with values computed by hand.
#include "client/sensors/sky.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

#include "tests/client/sensors/ray_fixture.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::Vec3;
using testing::kRad;
using testing::towards;
using Fix = Dilution::Fix;

SimTime seconds(double s) { return SimTime::nanoseconds(std::llround(s * 1e9)); }

TEST(Sky, AllowsAFixInSpaceAtAnyHourAndPlace) {
    std::vector<double> horizontal, vertical;
    double satellites = 0;
    for (const double latitude : {-35.0, 0.0, 25.0, 43.0, 55.0, 65.0}) {
        for (const double longitude : {-89.0, 10.0, 135.0}) {
            for (int minute = 0; minute < 24 * 60; minute += 10) {
                const Sky sky = sky_above({latitude, longitude, 200}, seconds(60.0 * minute), 10 * kRad);
                const Dilution computed = dilution(sky.all());
                ASSERT_EQ(computed.fix, Fix::space);
                EXPECT_GE(sky.count, 5u);
                EXPECT_LE(sky.count, 15u);
                satellites += static_cast<double>(sky.count);
                horizontal.push_back(computed.horizontal);
                vertical.push_back(computed.vertical);
            }
        }
    }
    const auto part = [](std::vector<double>& numbers, double share) {
        std::sort(numbers.begin(), numbers.end());
        return numbers[static_cast<std::size_t>(share * static_cast<double>(numbers.size() - 1))];
    };
    EXPECT_NEAR(satellites / static_cast<double>(horizontal.size()), 9, 1);
    EXPECT_LT(part(horizontal, 0.5), 1.1);
    EXPECT_LT(part(horizontal, 0.99), 2);
    EXPECT_GT(part(horizontal, 0), 0.5);
    EXPECT_LT(part(vertical, 0.5), 2);
    EXPECT_GT(part(vertical, 0.5), part(horizontal, 0.5)) << "no satellite is below the receiver";
}

TEST(Sky, RepeatsAfterASiderealDayButNotAfterAnHour) {
    const geo::Geodetic place{43, -89, 0};
    const Sky now = sky_above(place, seconds(1000), 0), day = sky_above(place, seconds(1000 + 86'164), 0),
              hour = sky_above(place, seconds(1000 + 3600), 0);
    ASSERT_EQ(now.count, day.count);
    double moved = 0;
    for (std::size_t i = 0; i < now.count; ++i) {
        EXPECT_LT(length(now.towards[i] - day.towards[i]), 1e-3);
        moved = std::max(moved, length(now.towards[i] - hour.towards[i]));
    }
    EXPECT_GT(moved, 0.3);
}

TEST(Sky, HasExactlyTheSatellitesAboveTheMask) {
    const geo::Geodetic place{43, -89, 0};
    const Sky whole = sky_above(place, seconds(0), -90 * kRad),
              masked = sky_above(place, seconds(0), 25 * kRad);
    EXPECT_EQ(whole.count, kSatellites);
    std::vector<Vec3> high;
    for (const Vec3& one : whole.all()) {
        EXPECT_NEAR(length(one), 1, 1e-12);
        if (one.z >= std::sin(25 * kRad)) high.push_back(one);
    }
    ASSERT_EQ(masked.count, high.size());
    for (std::size_t i = 0; i < high.size(); ++i) EXPECT_EQ(masked.towards[i], high[i]);
    EXPECT_LT(masked.count, whole.count / 2);
}

TEST(Sky, HasAHoleTowardsThePole) {
    // Orbits with an inclination of 55 degrees do not reach the pole. Towards the pole there is therefore
    // never a satellite at an elevation of 30 degrees.
    const Vec3 north = towards(90, 30), south = towards(-90, 30);
    double to_north = 1, to_south = 1;
    for (int minute = 0; minute < 24 * 60; minute += 5) {
        const Sky sky = sky_above({43, 10, 0}, seconds(60.0 * minute), 0);
        for (const Vec3& one : sky.all()) {
            to_north = std::min(to_north, length(one - north));
            to_south = std::min(to_south, length(one - south));
        }
    }
    EXPECT_GT(to_north, 0.5);
    EXPECT_LT(to_south, 0.1);
}

TEST(Sky, AtTimeZeroHasASatelliteWhereItsOrbitCrossesTheEquator) {
    // The orbit crosses the equator 272.8 degrees east of the equinox. At midnight of 1 January 2026
    // Greenwich is 100.66 degrees east of the equinox.
    double overhead = 0;
    const Sky sky = sky_above({0, 272.8 - 100.66, 0}, SimTime{}, 0);
    for (const Vec3& one : sky.all()) overhead = std::max(overhead, one.z);
    EXPECT_GT(overhead, std::cos(0.01 * kRad));
}

TEST(Sky, HasNoHighSatellitesOverThePole) {
    // Seen from a pole, an orbit with an inclination of 55 degrees and a radius of 4.16 earth radii is
    // nowhere higher than 46 degrees.
    for (int hour = 0; hour < 24; ++hour) {
        const Sky sky = sky_above({89, 0, 0}, seconds(3600.0 * hour), 0);
        for (const Vec3& one : sky.all()) EXPECT_LT(std::asin(one.z), 47 * kRad);
    }
}

TEST(Dilution, AgreesWithACalculationByHand) {
    // With one satellite overhead and three on the horizon the matrix has the blocks 3/2, 3/2 and
    // ((1, 1), (1, 4)).
    const std::vector<Vec3> four{towards(0, 0), towards(120, 0), towards(240, 0), towards(0, 90)};
    const Dilution computed = dilution(four);
    EXPECT_EQ(computed.fix, Fix::space);
    EXPECT_NEAR(computed.horizontal, std::sqrt(4.0 / 3), 1e-12);
    EXPECT_NEAR(computed.vertical, std::sqrt(4.0 / 3), 1e-12);
    const Dilution flat = dilution(std::vector(four.begin(), four.begin() + 3));
    EXPECT_EQ(flat.fix, Fix::flat);
    EXPECT_NEAR(flat.horizontal, std::sqrt(4.0 / 3), 1e-12);
    const Dilution held = dilution(four, Fix::flat);  // the satellite overhead determines the clock only
    EXPECT_EQ(held.fix, Fix::flat);
    EXPECT_NEAR(held.horizontal, std::sqrt(4.0 / 3), 1e-12);
    EXPECT_EQ(dilution(std::vector(four.begin(), four.begin() + 2)).fix, Fix::none);
    EXPECT_EQ(dilution({}).fix, Fix::none);
}

TEST(Dilution, IsRefusedForABadGeometry) {
    // At equal elevations an error of the clock cannot be distinguished from one of the height.
    const std::vector<Vec3> ring{towards(0, 30), towards(90, 30), towards(180, 30), towards(270, 30)};
    EXPECT_EQ(dilution(ring).fix, Fix::flat);
    const std::vector<Vec3> bunch{towards(10, 40), towards(10.5, 40), towards(10, 40.5), towards(10.5, 40.5)};
    EXPECT_EQ(dilution(bunch).fix, Fix::none);
}

TEST(Dilution, GrowsWithEachLostSatellite) {
    const Sky sky = sky_above({43, -89, 0}, seconds(5000), 10 * kRad);
    std::vector<Vec3> left(sky.all().begin(), sky.all().end());
    for (Dilution last = dilution(left); left.size() > 4;) {
        left.pop_back();
        const Dilution now = dilution(left);
        if (now.fix != Fix::space) break;
        EXPECT_GT(now.horizontal, last.horizontal);
        EXPECT_GT(now.vertical, last.vertical);
        last = now;
    }
}

}  // namespace
}  // namespace synchrono::client::sensors
