/// The urban driver in closed loop on roads drawn by hand: it follows its route with every vehicle that
/// ships, keeps off the others and stops where it must.

#include <gtest/gtest.h>

#include "tests/support/drivers.hpp"
#include "tests/support/road_builder.hpp"

namespace synchrono::testing {
namespace {

constexpr std::int32_t kGreen = SYN_SIGNAL_PERMISSIVE_GREEN, kRed = SYN_SIGNAL_STOP,
                       kYellow = SYN_SIGNAL_PERMISSIVE_YELLOW;
enum : std::size_t { kEast, kNorth, kWest, kSouth };

TEST(UrbanDriver, TurnsAndGoesStraightWithEveryVehicle) {
    for (const char* name : {"sedan", "citybus", "truck", "hmmwv", "audi"}) {
        const config::VehicleSpec vehicle = shipped(name);
        for (const char* exit : {"out_e", "out_n", "out_s"}) {
            CrossingMap map;
            Drivers world(map.map());
            world.lamps = [](std::uint32_t, double) { return kGreen; };
            world.add({.way = map.in(kEast),
                       .s_m = 20,
                       .speed_m_s = 8,
                       .route = R"([")" + std::string(exit) + R"("])",
                       .vehicle = &vehicle});
            double off = 0;
            world.run(90, [&] {
                off = std::max(off, world.off_line_m(0));
                return world.left(0);
            });
            const std::string what = std::string(name) + " to " + exit;
            std::printf("%s: off %.2f, time %.1f\n", what.c_str(), off, world.time_s());
            EXPECT_EQ(world.fault(0), "") << what;
            EXPECT_TRUE(world.left(0)) << what << " at " << world.at(0).x << ", " << world.at(0).y;
            EXPECT_LT(off, 0.7) << what;
        }
    }
}

TEST(UrbanDriver, StopsBeforeTheLineAtRedAndGoesAtGreen) {
    CrossingMap map;
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double t) { return t < 30 ? kRed : kGreen; };
    world.add({.way = map.in(kEast), .s_m = 20, .speed_m_s = 10, .route = R"(["out_e"])"});
    world.run(30);
    const double front = world.at(0).x + sedan().body.length_m / 2;
    EXPECT_LT(front, -12);
    EXPECT_GT(front, -15);
    EXPECT_LT(world.speed(0), 0.05);
    world.run(40, [&] { return world.left(0); });
    EXPECT_TRUE(world.left(0));
}

}  // namespace
}  // namespace synchrono::testing
