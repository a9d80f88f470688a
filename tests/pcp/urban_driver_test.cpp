/// Proves the urban driver in closed loop on hand-drawn roads: it follows its route (with five vehicles that
/// ship), keeps its distance from others and stops where it must.

#include <cstring>
#include <functional>
#include <gmock/gmock.h>

#include "tests/support/drivers.hpp"
#include "tests/support/road_builder.hpp"

namespace synchrono::pcp {
namespace {

using namespace synchrono::testing;

constexpr std::int32_t kGreen = SYN_SIGNAL_PERMISSIVE_GREEN, kRed = SYN_SIGNAL_STOP,
                       kYellow = SYN_SIGNAL_PERMISSIVE_YELLOW;
enum : std::size_t { kEast, kNorth, kWest, kSouth };

TEST(UrbanDriver, TurnsAndGoesStraightWithFiveVehicles) {
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
            EXPECT_EQ(world.fault(0), "") << what;
            EXPECT_TRUE(world.left(0)) << what << " at " << world.at(0).x << ", " << world.at(0).y;
            // The bus is 12 m long, and the turn has a radius of 10 m.
            EXPECT_LT(off, std::string(name) == "citybus" ? 1.0 : 0.5) << what;
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

double front(const Drivers& world, std::size_t i) { return world.at(i).x + sedan().body.length_m / 2; }

TEST(UrbanDriver, AtYellowStopsIfItCanOrElseContinues) {
    struct Row {
        double before_line_m;
        bool stops;
    };
    for (const Row row : {Row{50, true}, Row{28, true}, Row{15, false}, Row{5, false}}) {
        CrossingMap map;
        Drivers world(map.map());
        double yellow_s = 1e9;
        world.lamps = [&](std::uint32_t, double t) {
            return t < yellow_s ? kGreen : t < yellow_s + 3 ? kYellow : kRed;
        };
        world.add({.way = map.in(kEast), .s_m = 20, .speed_m_s = 11, .route = R"(["out_e"])"});
        world.run(20, [&] { return front(world, 0) > -12 - row.before_line_m; });
        yellow_s = world.time_s();
        double front_at_red = -1e9;
        world.run(12, [&] {
            if (front_at_red < -1e8 && world.time_s() > yellow_s + 3) front_at_red = front(world, 0);
            return world.left(0);
        });
        if (row.stops) {
            EXPECT_LT(front(world, 0), -12) << row.before_line_m;
            EXPECT_LT(world.speed(0), 0.1) << row.before_line_m;
        } else {
            EXPECT_GT(front_at_red, -12) << row.before_line_m;  // it must not enter at red
            EXPECT_TRUE(world.left(0) || front(world, 0) > 12) << row.before_line_m;
        }
    }
}

/// Returns the smallest gap to a leader that brakes to a stop at 8 m/s^2. The test fails unless the driver
/// stands at the end, less than 5 m behind the leader.
double least_gap_behind_braking_leader(const std::optional<Detector>& detector = {}) {
    CrossingMap map;
    Drivers world(map.map());
    world.gives_others = !detector;
    world.lamps = [](std::uint32_t, double) { return kGreen; };
    world.add(
        {.way = map.in(kEast), .s_m = 10, .speed_m_s = 11, .route = R"(["out_e"])", .detector = detector});
    const std::size_t leader = world.add(Extra{.at = {-125, -1.75}, .velocity = {11, 0}});
    const auto gap = [&] {
        return world.extra(leader).at.x - world.extra(leader).length_m / 2 - front(world, 0);
    };
    double least = 1e9;
    world.run(14, [&] {
        Extra& e = world.extra(leader);
        if (world.time_s() > 3) e.velocity.x = std::max(0.0, e.velocity.x - 8 * 0.005);
        least = std::min(least, gap());
        return false;
    });
    EXPECT_TRUE(world.collisions().empty());
    EXPECT_LT(world.speed(0), 0.1);
    EXPECT_LT(gap(), 5);
    return least;
}

TEST(UrbanDriver, KeepsItsDistanceFromALeaderThatBrakesHard) {
    EXPECT_GT(least_gap_behind_braking_leader(), 1.0);
}

TEST(UrbanDriver, ChangesToTheLaneOfItsRouteInTime) {
    CrossingMap map({.lanes = 2});
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double) { return kGreen; };
    world.add({.way = map.in(kEast, 1), .s_m = 10, .speed_m_s = 8, .route = R"(["out_n"])"});
    world.add({.way = map.in(kEast, 0), .s_m = 12, .speed_m_s = 8, .route = R"(["out_e"])"});
    world.run(60, [&] { return world.left(0); });
    EXPECT_TRUE(world.left(0));
    EXPECT_TRUE(world.collisions().empty());
}

TEST(UrbanDriver, TwoNeighboursSwapLanes) {
    CrossingMap map({.lanes = 2});
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double) { return kGreen; };
    world.add({.way = map.in(kEast, 1), .s_m = 110, .speed_m_s = 4, .route = R"(["out_n"])"});
    world.add({.way = map.in(kEast, 0), .s_m = 110, .speed_m_s = 4, .route = R"(["out_s"])"});
    world.run(90, [&] { return world.all_left(); });
    EXPECT_TRUE(world.left(0)) << world.at(0).x << ' ' << world.driver(0).why();
    EXPECT_TRUE(world.left(1)) << world.at(1).x << ' ' << world.driver(1).why();
    EXPECT_TRUE(world.collisions().empty());
}

TEST(UrbanDriver, TurnsLeftOnlyThroughAGapInOncomingTraffic) {
    CrossingMap map;
    Drivers world(map.map());
    world.lamps = [](std::uint32_t g, double) { return g == 1 ? kGreen : kRed; };
    world.add({.way = map.in(kEast), .s_m = 110, .speed_m_s = 8, .route = R"(["out_n"])"});
    std::vector<std::size_t> oncoming;
    for (int i = 0; i < 6; ++i)
        oncoming.push_back(
            world.add(Extra{.at = {30.0 + 18 * i, 1.75}, .velocity = {-10, 0}, .heading = {-1, 0}}));
    double turned_s = 0;
    world.run(60, [&] {
        if (turned_s == 0 && world.at(0).y > 3) turned_s = world.time_s();
        return world.left(0);
    });
    EXPECT_TRUE(world.left(0)) << world.driver(0).why();
    EXPECT_TRUE(world.collisions().empty());
    EXPECT_GT(turned_s, 11);  // the last oncoming vehicle passes the crossing at this time
    EXPECT_LT(turned_s, 22);
}

TEST(UrbanDriver, YieldsToPedestriansWhenItTurns) {
    CrossingMap map({.crosswalks = true});
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double) { return kGreen; };
    world.add({.way = map.in(kEast), .s_m = 100, .speed_m_s = 8, .route = R"(["out_s"])"});
    // The pedestrian walks from east to west on the crosswalk of the southern exit, which the turning
    // vehicle meets.
    const std::size_t walker = world.add(Extra{.kind = SYN_OTHER_PEDESTRIAN,
                                               .at = {9, -9},
                                               .velocity = {-1.2, 0},
                                               .length_m = 0.5,
                                               .width_m = 0.5,
                                               .heading = {-1, 0}});
    double nearest = 1e9;
    world.run(60, [&] {
        nearest = std::min(nearest, driving::length(world.extra(walker).at - world.at(0)));
        return world.left(0);
    });
    EXPECT_TRUE(world.left(0));
    EXPECT_TRUE(world.collisions().empty());
    EXPECT_GT(nearest, 2.5);
}

/// Has a vehicle that comes from the south, hidden by a building, run the red light before a driver from the
/// west. Returns the smallest distance between the middles of the two vehicles, or -1 if they touched.
double run_red(bool radio) {
    CrossingMap map;
    map.building({{-60, -60}, {-8, -60}, {-8, -8}, {-60, -8}});
    Drivers world(map.map());
    world.lamps = [](std::uint32_t g, double) { return g == 1 ? kGreen : kRed; };
    world.watch_collisions = false;
    world.add({.way = map.in(kEast), .s_m = 62, .speed_m_s = 11, .route = R"(["out_e"])", .radio = radio});
    const std::size_t runner =
        world.add(Extra{.at = {1.75, -97}, .velocity = {0, 13}, .heading = {0, 1}, .radio = true});
    const urban_driver::Sightline sight{pcp::Map(&map.map())};
    world.can_see = [&](std::size_t, std::size_t) {
        return sight.clear(world.at(0), world.extra(runner).at);
    };
    double nearest = 1e9;
    world.run(20, [&] {
        const urban_driver::Box a = world.box(0), b = world.box(1);
        nearest = std::min(nearest, touch(a, b) ? -1 : driving::length(a.at - b.at));
        return world.left(0);
    });
    return nearest;
}

TEST(UrbanDriver, LearnsByRadioOfAHiddenRedLightRunner) {
    const double with = run_red(true), without = run_red(false);
    EXPECT_GT(with, 4);
    EXPECT_LT(without, with - 1) << with;
}

TEST(UrbanDriver, CreepsOutOfAMinorRoadBetweenBuildings) {
    for (const bool hidden : {true, false}) {
        CrossingMap map({.signals = false});
        if (hidden) {
            map.building({{-60, -60}, {-8, -60}, {-8, -8}, {-60, -8}});
            map.building({{8, -60}, {60, -60}, {60, -8}, {8, -8}});
        }
        Drivers world(map.map());
        const urban_driver::Sightline sight{pcp::Map(&map.map())};
        world.add({.way = map.in(kNorth), .s_m = 80, .speed_m_s = 10, .route = R"(["out_n"])"});
        for (const double x : {-70.0, -95.0, -120.0}) world.add(Extra{.at = {x, -1.75}, .velocity = {11, 0}});
        world.can_see = [&](std::size_t, std::size_t j) { return sight.clear(world.at(0), world.box(j).at); };
        double at_line = 1e9;
        world.run(60, [&] {
            if (at_line > 1e8 && world.at(0).y > -12 - 2.35) at_line = world.speed(0);
            return world.left(0);
        });
        EXPECT_TRUE(world.left(0)) << hidden;
        EXPECT_TRUE(world.collisions().empty()) << hidden;
        if (hidden) {
            EXPECT_LT(at_line, 4);
        }
    }
}

TEST(UrbanDriver, AFalseGreenByRadioDoesNotMakeItRunARedLight) {
    CrossingMap map;
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double) { return kRed; };
    world.spat_state = [](std::uint32_t, double) { return SYN_SIGNAL_PROTECTED_GREEN; };
    world.spat = true;
    world.add({.way = map.in(kEast), .s_m = 20, .speed_m_s = 11, .route = R"(["out_e"])", .radio = true});
    world.run(30);
    EXPECT_LT(front(world, 0), -12);
    EXPECT_LT(world.speed(0), 0.05);
}

TEST(UrbanDriver, ReachesAGreenLightWithoutStoppingBySpat) {
    const auto slowest = [](bool radio) {
        CrossingMap map;
        Drivers world(map.map());
        world.lamps = [](std::uint32_t, double t) { return t < 18 ? kRed : kGreen; };
        world.spat = true;
        world.spat_until_s = [](std::uint32_t, double t) { return t < 18 ? 18.0 : 60.0; };
        world.add(
            {.way = map.in(kEast), .s_m = 20, .speed_m_s = 11, .route = R"(["out_e"])", .radio = radio});
        double least = 1e9;
        world.run(60, [&] {
            least = std::min(least, world.speed(0));
            return world.left(0);
        });
        EXPECT_TRUE(world.left(0));
        return least;
    };
    EXPECT_GT(slowest(true), 3.5);
    EXPECT_LT(slowest(false), 1);
}

constexpr std::int64_t kMs = 1'000'000;

TEST(UrbanDriver, KeepsItsDistanceWithALateSensorThatMisses) {
    for (const double misses : {0.0, 0.5}) {
        const Detector late{.mounting = {.delay_ns = 100 * kMs, .range_m = 100}, .miss_probability = misses};
        EXPECT_GT(least_gap_behind_braking_leader(late), 0.8) << misses;
    }
}

TEST(UrbanDriver, StopsForAWallAcrossItsLaneByEyeAndBySensor) {
    const std::array walls{
        Extra{.kind = SYN_OTHER_OBJECT, .at = {-60, 8}, .length_m = 40, .width_m = 0.5, .heading = {0, 1}},
        Extra{.kind = SYN_OTHER_OBJECT, .at = {-60, 8}, .length_m = 0.5, .width_m = 40},
        Extra{.kind = SYN_OTHER_OBJECT, .at = {-60, 135}, .length_m = 300, .width_m = 0.5, .heading = {0, 1}},
    };
    for (const Extra& wall : walls) {
        for (const bool sensor : {false, true}) {
            CrossingMap map;
            Drivers world(map.map());
            world.lamps = [](std::uint32_t, double) { return kGreen; };
            world.add(
                {.way = map.in(kEast),
                 .s_m = 10,
                 .speed_m_s = 11,
                 .route = R"(["out_e"])",
                 .detector = sensor ? std::optional(Detector{.mounting = {.range_m = 200}}) : std::nullopt});
            world.add(wall);
            world.run(20);
            EXPECT_LT(front(world, 0), -60.25) << wall.at.y << sensor;
            EXPECT_GT(front(world, 0), -66) << wall.at.y << sensor;
            EXPECT_LT(world.speed(0), 0.1) << wall.at.y << sensor;
        }
    }
}

TEST(UrbanDriver, HeedsOnlyTheListsOfItsSensor) {
    CrossingMap map;
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double) { return kGreen; };
    world.watch_collisions = false;
    world.add({.way = map.in(kEast),
               .s_m = 20,
               .speed_m_s = 10,
               .route = R"(["out_e"])",
               .detector = Detector{.miss_probability = 1}});
    world.add(Extra{.at = {-60, -1.75}});  // a vehicle that is seen but not listed, for which it would stop
    world.run(30, [&] { return world.left(0); });
    EXPECT_TRUE(world.left(0));
}

TEST(UrbanDriver, DoesNotChangeLanesBeforeItsSensorsFirstList) {
    CrossingMap map({.lanes = 2});
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double) { return kGreen; };
    world.gives_others = false;
    world.add({.way = map.in(kEast, 1),
               .s_m = 40,
               .speed_m_s = 8,
               .route = R"(["out_n"])",
               .detector = Detector{.mounting = {.delay_ns = 300 * kMs}}});
    world.add(Extra{.at = {-122, -1.75}, .velocity = {8, 0}});  // beside it, in the lane that it wants
    world.run(4);
    EXPECT_TRUE(world.collisions().empty());
}

/// Returns the lowest speed on a free street when `lists` lists in a row contain a car that does not exist.
/// That car stands in the lane, and the driver is 20 m behind it when it is first listed.
double slowest_with_a_thing_that_is_not_there(int lists) {
    CrossingMap map;
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double) { return kGreen; };
    world.add({.way = map.in(kEast),
               .s_m = 10,
               .speed_m_s = 10,
               .route = R"(["out_e"])",
               .detector = Detector{.mounting = {.delay_ns = 100 * kMs}}});
    double at_m = 0;
    world.false_objects = [&](std::size_t, double t) {
        std::vector<SynOther> things;
        if (t < 3.999 || t > 3.999 + 0.05 * lists) return things;
        if (at_m == 0) at_m = front(world, 0) + 20;
        SynOther thing{};
        thing.length_m = 4.5;
        thing.width_m = 1.8;
        thing.motion.position = {at_m, -1.75, 0};
        thing.motion.orientation = {1, 0, 0, 0};
        things.push_back(thing);
        return things;
    };
    double slowest = 1e9;
    world.run(7, [&] {
        if (world.time_s() > 3.5) slowest = std::min(slowest, world.speed(0));
        return false;
    });
    EXPECT_GT(at_m, -100);
    return slowest;
}

TEST(UrbanDriver, AFalseObjectInOneListDoesNotSlowIt) {
    const double undisturbed = slowest_with_a_thing_that_is_not_there(0);
    EXPECT_NEAR(slowest_with_a_thing_that_is_not_there(1), undisturbed, 1e-9);
    EXPECT_LT(slowest_with_a_thing_that_is_not_there(10), undisturbed - 2)
        << "an object that stays in the lists is believed";
}

TEST(UrbanDriver, BelievesTheRadioAboutVehiclesHiddenFromItsSensor) {
    // A vehicle has stopped in the lane. A lorry hides it if the lorry stands before it in the lane, but not
    // at the side of the street.
    const auto bodies_known = [](double lorry_y) {
        CrossingMap map;
        const pcp::Map m(&map.map());
        urban_driver::Sightline sight(m);
        urban_driver::Surroundings around(m, sight);
        ObjectLists lists;
        lists.mount({});
        urban_driver::Tracking tracking;
        SynMotion ego{};
        ego.position = {-60, -1.75, 0};
        ego.orientation = {1, 0, 0, 0};
        SynOther lorry{};
        lorry.length_m = 8;
        lorry.width_m = 2.5;
        lorry.motion.position = {-45, lorry_y, 0};
        lorry.motion.orientation = {1, 0, 0, 0};
        for (std::int64_t t = 50 * kMs; t <= 200 * kMs; t += 50 * kMs) {
            lists.measure(0, t, {listed(1, lorry, ego, lists.mountings()[0])});
            tracking.update(t, ego, lists.at(t));
        }
        SynBasicSafety safety{};
        safety.time_ns = 200 * kMs;
        safety.position = {-30, -1.75, 0};
        safety.accuracy_m = 0.5;
        safety.length_m = 4.7;
        safety.width_m = 1.9;
        SynNeighbour neighbour{};
        neighbour.received = 5;
        neighbour.last_ns = 200 * kMs;
        neighbour.newest = &safety;
        around.update(200 * kMs, {-60, -1.75}, 130,
                      {.others = tracking.others(200 * kMs), .sensors = &tracking}, {&neighbour, 1});
        return around.bodies().size();
    };
    EXPECT_EQ(bodies_known(-1.75), 2u) << "hidden behind the lorry";
    EXPECT_EQ(bodies_known(-6), 1u) << "nobody is seen there";
}

TEST(UrbanDriver, WithoutEyesAvoidsOnlyVehiclesWithARadio) {
    for (const bool sends : {true, false}) {
        CrossingMap map;
        Drivers world(map.map());
        world.lamps = [](std::uint32_t, double) { return kGreen; };
        world.spat = true;
        world.watch_collisions = false;
        world.add({.way = map.in(kEast),
                   .s_m = 20,
                   .speed_m_s = 10,
                   .route = R"(["out_e"])",
                   .more = R"(,"eyes":false)",
                   .radio = true});
        world.add(Extra{.at = {-60, -1.75}, .radio = sends});
        world.run(30, [&] { return world.left(0); });
        EXPECT_EQ(world.left(0), !sends);
        if (sends) {
            EXPECT_LT(front(world, 0), -62.35);
            EXPECT_LT(world.speed(0), 0.1);
        }
    }
}

TEST(UrbanDriver, WithoutEyesObeysTheLampsSentByRadio) {
    CrossingMap map;
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double) { return kGreen; };  // what the eyes would see
    world.spat_state = [](std::uint32_t, double t) { return t < 30 ? kRed : kGreen; };
    world.spat = true;
    world.add({.way = map.in(kEast),
               .s_m = 20,
               .speed_m_s = 11,
               .route = R"(["out_e"])",
               .more = R"(,"eyes":false)",
               .radio = true});
    world.run(30);
    EXPECT_LT(front(world, 0), -12);
    EXPECT_LT(world.speed(0), 0.05);
    world.run(40, [&] { return world.left(0); });
    EXPECT_TRUE(world.left(0));
}

TEST(UrbanDriver, WithoutEyesNeedsARadio) {
    CrossingMap map;
    Drivers world(map.map());
    world.add({.way = map.in(kEast), .route = R"(["out_e"])", .more = R"(,"eyes":false)"});
    world.step();
    EXPECT_EQ(world.fault(0),
              "config: key 'eyes': without eyes the driver needs a radio, and the agent has none");
}

TEST(UrbanDriver, StopsAtDarkLampsAndThenGoes) {
    CrossingMap map;
    Drivers world(map.map());
    world.add({.way = map.in(kEast), .s_m = 60, .speed_m_s = 10, .route = R"(["out_e"])"});
    bool stood = false;
    world.run(60, [&] {
        stood = stood || (world.speed(0) < 0.3 && front(world, 0) < -12 && front(world, 0) > -16);
        return world.left(0);
    });
    EXPECT_TRUE(stood);
    EXPECT_TRUE(world.left(0));
}

TEST(UrbanDriver, DoesNotBlockACrossingThatItCannotLeave) {
    CrossingMap map;
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double) { return kGreen; };
    world.add({.way = map.in(kEast), .s_m = 60, .speed_m_s = 10, .route = R"(["out_e"])"});
    const std::size_t stuck = world.add(Extra{.at = {15, -1.75}});
    world.run(30);
    EXPECT_LT(front(world, 0), -12);
    EXPECT_LT(world.speed(0), 0.1);
    world.extra(stuck).at.x = 60;
    world.run(20);
    EXPECT_GT(world.at(0).x, 20);
}

TEST(UrbanDriver, DoesNotEnterACrossingBlockedByAStandingVehicle) {
    CrossingMap map;
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double) { return kGreen; };
    world.add({.way = map.in(kEast), .s_m = 60, .speed_m_s = 10, .route = R"(["out_e"])"});
    const std::size_t stuck = world.add(Extra{.at = {2, -1.75}, .heading = {0, 1}});
    world.run(30);
    EXPECT_LT(front(world, 0), -12);
    EXPECT_LT(world.speed(0), 0.1);
    world.extra(stuck).at.y = 30;
    world.run(20);
    EXPECT_GT(world.at(0).x, 20);
}

TEST(UrbanDriver, PassesAConeAtItsSideAndStopsForOneInTheMiddle) {
    for (const double aside : {1.3, 0.0}) {
        CrossingMap map;
        Drivers world(map.map());
        world.lamps = [](std::uint32_t, double) { return kGreen; };
        world.add({.way = map.in(kEast), .s_m = 20, .speed_m_s = 10, .route = R"(["out_e"])"});
        world.add(
            Extra{.kind = SYN_OTHER_OBJECT, .at = {-70, -1.75 + aside}, .length_m = 0.35, .width_m = 0.35});
        world.run(60, [&] { return world.left(0); });
        EXPECT_TRUE(world.collisions().empty()) << aside;
        EXPECT_EQ(world.left(0), aside > 1) << aside;
    }
}

TEST(UrbanDriver, ContinuesItsRouteAfterBeingPushedAside) {
    CrossingMap map({.lanes = 4, .half_m = 20});
    Drivers world(map.map());
    world.lamps = [](std::uint32_t, double) { return kGreen; };
    world.add({.way = map.in(kEast, 3), .s_m = 60, .speed_m_s = 9, .route = R"(["in_e", "out_e"])"});
    world.run(60, [&] { return world.at(0).x > 30; });
    ASSERT_GT(world.at(0).x, 30);
    world.push(0, {world.at(0).x, -1.75});  // three lanes to the left
    world.run(60, [&] { return world.left(0); });
    EXPECT_EQ(world.fault(0), "") << "the first road of the route lies behind";
    EXPECT_THAT(world.notes(0), ::testing::Contains(::testing::HasSubstr("left its track")));
    EXPECT_TRUE(world.left(0)) << world.at(0).x << ' ' << world.driver(0).why();
}

TEST(UrbanDriver, IsDeterministic) {
    const auto ends = [] {
        CrossingMap map;
        Drivers world(map.map());
        world.add({.way = map.in(kEast), .s_m = 60, .speed_m_s = 9, .route = R"(["out_n"])"});
        world.add({.way = map.in(kWest), .s_m = 60, .speed_m_s = 9, .route = R"(["out_w"])"});
        world.run(15);
        return std::vector{world.motion(0), world.motion(1)};
    };
    const auto a = ends(), b = ends();
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(std::memcmp(&a[i], &b[i], sizeof a[i]), 0) << i;
}

TEST(UrbanDriver, RefusesRoutesAndConfigurationsThatItCannotDrive) {
    CrossingMap map;
    Drivers world(map.map());
    const auto why = [&](const std::string& route, const std::string& more = "") -> std::string {
        try {
            world.add({.way = map.in(kEast), .route = route, .more = more});
        } catch (const std::exception& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_EQ(why(R"(["out_q"])"), "route: the map has no road 'out_q'");
    EXPECT_EQ(why(R"(["out_e", "out_n"])"), "route: no way leads from road 'out_e' to road 'out_n'");
    EXPECT_EQ(why("[]"), "config: key 'route': expected an array of road ids");
    EXPECT_EQ(why("[7]"), "config: key 'route': expected an array of road ids, each a string");
    EXPECT_THAT(why(R"(["out_e"])", R"(,"speed":1)"),
                ::testing::StartsWith("config: key 'speed': unknown; known here: "));
    EXPECT_EQ(why(R"(["out_e"])", R"(,"eyes":1)"), "config: key 'eyes': expected true or false");
}

}  // namespace
}  // namespace synchrono::pcp
