// Proves that places of the world lie on the earth where PROJ puts them, that the conversion back returns the
// same place, and that places out of reach give unknown (NaN) coordinates.
#include "common/geo/geodetic.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace synchrono::geo {
namespace {

const Geodetic kMadison{43.07, -89.4, 260};

TEST(WorldFrame, AgreesWithTheProjectionOfMaps) {
    // The expected values are those of PROJ's cs2cs for +proj=tmerc +lat_0=43.07 +lon_0=-89.4 +datum=WGS84.
    const Geodetic far = WorldFrame(kMadison).to_earth({20'000, -30'000, 5});
    EXPECT_NEAR(far.latitude_deg, 42.799691283, 1e-9);
    EXPECT_NEAR(far.longitude_deg, -89.155517254, 1e-9);
    EXPECT_EQ(far.elevation_m, 265);
    const Geodetic here = WorldFrame(kMadison).to_earth({});
    EXPECT_NEAR(here.latitude_deg, 43.07, 1e-12);
    EXPECT_NEAR(here.longitude_deg, -89.4, 1e-12);
}

TEST(WorldFrame, RoundTripsToAMicrometre) {
    for (const Geodetic& origin :
         {kMadison, Geodetic{-89, 180, 0}, Geodetic{0, -180, -30}, Geodetic{70, 10, 0}}) {
        const WorldFrame frame(origin);
        for (const Vec3 place : {Vec3{}, Vec3{1, 2, 3}, Vec3{-3'000, 40'000, -2}, Vec3{1e5, -1e5, 100}}) {
            const Geodetic earth = frame.to_earth(place);
            EXPECT_LE(std::abs(earth.longitude_deg), 180);
            const Vec3 back = frame.to_world(earth);
            EXPECT_LT(length(back - place), 1e-6);
            const Vec3 turned =
                frame.to_world({earth.latitude_deg, earth.longitude_deg + 360, earth.elevation_m});
            EXPECT_LT(length(turned - place), 1e-6);
        }
    }
}

TEST(WorldFrame, GivesNoPlaceBeyondItsReach) {
    const WorldFrame frame(kMadison);
    EXPECT_FALSE(std::isnan(frame.to_earth({WorldFrame::kReach_m, -WorldFrame::kReach_m, 0}).latitude_deg));
    EXPECT_NEAR(WorldFrame({}).to_earth({0, 10'001'965.7, 0}).latitude_deg, 90, 1e-6);
    for (const Vec3 place :
         {Vec3{5.1e6, 0, 7}, Vec3{0, 5.3e6, 7}, Vec3{0, -1.5e7, 7}, Vec3{NAN, 0, 7}, Vec3{0, INFINITY, 7}}) {
        const Geodetic earth = frame.to_earth(place);
        EXPECT_TRUE(std::isnan(earth.latitude_deg) && std::isnan(earth.longitude_deg));
        EXPECT_EQ(earth.elevation_m, 267);
    }
}

TEST(WorldFrame, GivesNoPlaceOnTheOtherSideOfTheEarth) {
    const WorldFrame frame({0, 100, 50});
    for (const Geodetic& there : {Geodetic{0, -170, 0}, Geodetic{0, 190, 0}, Geodetic{10, -80, 0},
                                  Geodetic{91, 100, 0}, Geodetic{NAN, 100, 0}, Geodetic{0, NAN, 0}}) {
        const Vec3 none = frame.to_world(there);
        EXPECT_TRUE(std::isnan(none.x) && std::isnan(none.y));
        EXPECT_EQ(none.z, -50);
    }
}

}  // namespace
}  // namespace synchrono::geo
