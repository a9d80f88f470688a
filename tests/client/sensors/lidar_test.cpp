// Proves that points are where the rays of each column met the world at the column's time. Boxes and edges
// are right to a millimetre and a hundredth of a degree. Closed forms say where the points lie when the
// sensor or the target goes straight on or turns. Sweeps are complete, in order and in the right sample. The
// same input gives the same points to the last bit.
#include <cstring>

#include "client/sensors/suite.hpp"
#include "tests/client/sensors/lidar_fixture.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::Vec3;
using testing::angle_deg;
using testing::at_ms;
using testing::kRad;
using testing::LidarWorld;
using testing::motion_of;
using testing::perfect;
using testing::perfect_raster;
using testing::place_of;
using testing::range_of;
using testing::to_box;
using testing::truck_at;
using Scan = config::LidarSpec::Scan;

constexpr const char* kBoxes =
    R"({ "name": "box", "kind": "box", "position": [20, 3, 0], "size_m": [2, 4, 5], "yaw_deg": 30 },
       { "name": "wall", "kind": "box", "position": [-10, -25, 0], "size_m": [60, 2, 6] },)";

/// Returns the distance to the nearest of kBoxes or the ground; negative if the ray meets nothing within 100
/// m.
double to_boxes(Vec3 from, Vec3 direction) {
    constexpr double kLand_m = -0.05;  // the land lies below 0 so that flat things on it are seen
    double nearest = direction.z < 0 ? (kLand_m - from.z) / direction.z : 1e9;
    for (const double m : {to_box(from, direction, {20, 3, 0}, {2, 4, 5}, 30),
                           to_box(from, direction, {-10, -25, 0}, {60, 2, 6}, 0)}) {
        if (m > 0) nearest = std::min(nearest, m);
    }
    return nearest < 100 ? nearest : -1;
}

/// Returns whether there is no edge around a direction: everything there is about equally far.
bool is_smooth(Vec3 from, Vec3 direction) {
    const double m = to_boxes(from, direction);
    for (const Vec3 aside :
         {Vec3{1e-4, 0, 0}, {-1e-4, 0, 0}, {0, 1e-4, 0}, {0, -1e-4, 0}, {0, 0, 1e-4}, {0, 0, -1e-4}}) {
        const Vec3 other = direction + aside;
        if (std::abs(to_boxes(from, other * (1 / geo::length(other))) - m) > 0.01 * std::abs(m)) return false;
    }
    return true;
}

/// Expects each point of a sweep to lie on kBoxes or the ground. `place_of_s` and `turn_of_s` give the place
/// and the orientation of the sensor at a time in seconds.
void expect_boxes(const LidarWorld& at, const LidarWorld::Cloud& cloud,
                  const std::function<Vec3(double)>& place_of_s,
                  const std::function<geo::Quaternion(double)>& turn_of_s) {
    std::vector<const SynPoint*> points(at.lidar().columns * at.lidar().elevations_deg.size(), nullptr);
    for (const SynPoint& point : cloud.points)
        points[at.column_of(point) * at.lidar().elevations_deg.size() + point.beam] = &point;
    int met = 0, past = 0;
    for (std::uint32_t column = 0; column < at.lidar().columns; ++column) {
        const double s = at.spec.period.to_seconds() * column / at.lidar().columns;
        for (std::size_t beam = 0; beam < at.lidar().elevations_deg.size(); ++beam) {
            const Vec3 ray = at.direction_of(column, beam), direction = turn_of_s(s).rotate(ray);
            if (!is_smooth(place_of_s(s), direction)) continue;
            const double expected_m = to_boxes(place_of_s(s), direction);
            const SynPoint* point = points[column * at.lidar().elevations_deg.size() + beam];
            if (expected_m < 0) {
                ASSERT_TRUE(point == nullptr || range_of(*point) > 99) << column << ' ' << beam;
                ++past;
                continue;
            }
            ASSERT_TRUE(point != nullptr) << column << ' ' << beam;
            ASSERT_NEAR(range_of(*point), expected_m, 1e-3) << column << ' ' << beam;
            ASSERT_LT(angle_deg(place_of(*point), ray), 0.01);
            ++met;
        }
    }
    EXPECT_GT(met, 1000);
    EXPECT_GT(past, 100);
}

config::LidarSpec uneven() {
    config::LidarSpec spec = perfect({9, 4, 1.5, 0.5, -0.1, -1, -3, -8, -12.5, -20, -24.3}, 900);
    spec.azimuths_deg = {-2.5, 1, 0, 5, -2.5, 1, 0, 5, 3, -3, 0.25};
    return spec;
}

TEST(Lidar, MeasuresToAMillimetreAndAHundredthOfADegree) {
    for (const Scan scan : {Scan::spinning, Scan::raster, Scan::flash}) {
        config::LidarSpec spec = uneven();
        spec.scan = scan;
        spec.view_deg = 120;
        LidarWorld world(kBoxes, spec);
        const auto sensor = world.make();
        auto cloud = world.sweep(*sensor, 0);
        if (scan == Scan::flash) {  // all points have one time, so columns are counted instead
            EXPECT_TRUE(std::all_of(cloud.points.begin(), cloud.points.end(),
                                    [](const SynPoint& point) { return point.time_ns == 0; }));
            std::uint32_t column = 0;
            for (SynPoint& point : cloud.points) {
                const auto off = [&] {
                    return angle_deg(place_of(point), world.direction_of(column, point.beam));
                };
                while (column + 1 < spec.columns && off() > 0.01) ++column;
                point.time_ns = static_cast<std::int32_t>(1e8 * column / spec.columns) - 100'000'000;
            }
        }
        expect_boxes(
            world, cloud,
            [](double) {
                return Vec3{0, 0, 2};
            },
            [](double) { return geo::Quaternion{}; });
        EXPECT_EQ(cloud.rays, 900u * 11u);
    }
}

TEST(Lidar, MeasuresFromItsMount) {
    LidarWorld world(kBoxes, uneven());
    world.position = {1.5, -0.5, 0.8};
    world.orientation =
        geo::Quaternion::from_yaw(25 * kRad) * geo::Quaternion{std::cos(2 * kRad), 0, std::sin(2 * kRad), 0};
    const auto turn = geo::Quaternion::from_yaw(-70 * kRad);
    world.motion = [&](SimTime) { return motion_of({3, 1, 1}, turn); };
    expect_boxes(
        world, world.sweep(),
        [&](double) {
            return Vec3{3, 1, 1} + turn.rotate(world.position);
        },
        [&](double) { return turn * world.orientation; });
}

TEST(Lidar, EdgesHideFromTheirExactAngleOn) {
    // The near wall, which is 80 m away, hides a part of the far one. The near wall's visible edges are at
    // (80, 13) and (81, 7).
    const double view_deg = 8;
    LidarWorld world(R"({ "name": "near", "kind": "box", "position": [80.5, 10, 0], "size_m": [1, 6, 8] },
                        { "name": "far", "kind": "box", "position": [121, 0, 0], "size_m": [2, 200, 9] },)",
                     perfect_raster({0}, 8'000, view_deg));
    world.orientation = geo::Quaternion::from_yaw(7 * kRad);
    const auto cloud = world.sweep();
    ASSERT_EQ(cloud.points.size(), 8'000u);
    std::vector<double> edges_deg;
    for (std::size_t i = 1; i < cloud.points.size(); ++i) {
        if ((range_of(cloud.points[i]) < 100) == (range_of(cloud.points[i - 1]) < 100)) continue;
        const auto azimuth_deg = [](const SynPoint& point) {
            return std::atan2(point.y, point.x) / kRad + 7;
        };
        edges_deg.push_back((azimuth_deg(cloud.points[i]) + azimuth_deg(cloud.points[i - 1])) / 2);
    }
    ASSERT_EQ(edges_deg.size(), 2u);
    EXPECT_NEAR(edges_deg[0], std::atan2(13, 80) / kRad, 0.01);
    EXPECT_NEAR(edges_deg[1], std::atan2(7, 81) / kRad, 0.01);
}

TEST(Lidar, MeasuresFromItsPlaceAtTheTimeOfTheRay) {
    LidarWorld world(kBoxes, uneven());
    const Vec3 velocity{31, -7, 0};
    world.motion = [&](SimTime time) {
        return motion_of(Vec3{-12, 1, 2} + velocity * (time - SimTime{}).to_seconds(), {}, velocity);
    };
    expect_boxes(
        world, world.sweep(),
        [&](double s) {
            return Vec3{-12, 1, 2} + velocity * s;
        },
        [](double) { return geo::Quaternion{}; });
}

TEST(Lidar, MeasuresInItsDirectionAtTheTimeOfTheRay) {
    LidarWorld world(kBoxes, uneven());
    const auto turn = [](double s) { return geo::Quaternion::from_yaw(3 + 1.2 * s); };
    world.motion = [&](SimTime time) { return motion_of({0, 0, 2}, turn((time - SimTime{}).to_seconds())); };
    expect_boxes(
        world, world.sweep(),
        [](double) {
            return Vec3{0, 0, 2};
        },
        turn);
}

TEST(Lidar, HitsMovingBodiesWhereTheyAreAtTheTimeOfTheRay) {
    // Meets the rear of a truck that drives away, then the side of one that drives past.
    LidarWorld world("", perfect_raster({0.5, 0, -0.5}, 400, 2));
    world.motion = [](SimTime) { return motion_of({0, 0, 2.5}); };
    const config::BodySpec& body = world.scenario.vehicles.at("truck").body;
    for (const double yaw_deg : {0.0, 90.0}) {
        const Vec3 velocity = geo::Quaternion::from_yaw(yaw_deg * kRad).rotate({22, 0, 0});
        const auto truck = [&](SimTime time) {
            geo::Motion motion = truck_at(world.scenario, 30, 0, yaw_deg);
            motion.position = motion.position + velocity * (time - at_ms(50)).to_seconds();
            motion.velocity = velocity;
            return motion;
        };
        world.bodies = [&](SimTime from, SimTime to) {
            return std::vector<RayWorld::Body>{{AgentId{0}, truck(to), truck(from)}};
        };
        const auto cloud = world.sweep();
        ASSERT_GT(cloud.points.size(), 600u);
        for (const SynPoint& point : cloud.points) {
            const double since_s = point.time_ns * 1e-9 + 0.05;
            const double face_m =
                30 + (yaw_deg == 0 ? velocity.x * since_s - body.length_m / 2 : -body.width_m / 2);
            ASSERT_NEAR(point.x, face_m, yaw_deg == 0 ? 1e-3 : 0.15) << "the side is not flat";
        }
        if (yaw_deg == 0) {
            EXPECT_NEAR(cloud.points.back().x - cloud.points.front().x, 22 * 0.1 * 399 / 400, 1e-3);
        }
    }
}

TEST(Lidar, PointsAreOrderedByTimeThenBeam) {
    for (const Scan scan : {Scan::spinning, Scan::raster}) {
        config::LidarSpec spec = uneven();
        spec.scan = scan;
        LidarWorld world(kBoxes, spec);
        const auto cloud = world.sweep();
        ASSERT_GT(cloud.points.size(), 1000u);
        EXPECT_GE(cloud.points.front().time_ns, -100'000'000);
        EXPECT_LT(cloud.points.back().time_ns, 0);
        for (std::size_t i = 1; i < cloud.points.size(); ++i) {
            const SynPoint &before = cloud.points[i - 1], &point = cloud.points[i];
            ASSERT_TRUE(before.time_ns < point.time_ns ||
                        (before.time_ns == point.time_ns && before.beam < point.beam));
        }
    }
}

TEST(Lidar, SpinsToTheRightFromBehindAndRastersFromLeftToRight) {
    for (const auto& [scan, first_deg, last_deg] :
         {std::tuple{Scan::spinning, 180.0, -179.0}, {Scan::raster, 59.833, -59.833}}) {
        config::LidarSpec spec = perfect({-10}, 360);
        spec.scan = scan;
        spec.view_deg = 120;
        LidarWorld world("", spec);
        const auto cloud = world.sweep();
        ASSERT_EQ(cloud.points.size(), 360u);
        const auto azimuth_deg = [](const SynPoint& point) { return std::atan2(point.y, point.x) / kRad; };
        EXPECT_NEAR(std::abs(azimuth_deg(cloud.points.front())), first_deg, 0.001);
        EXPECT_NEAR(azimuth_deg(cloud.points.back()), last_deg, 0.001);
        EXPECT_EQ(cloud.points.front().time_ns, -100'000'000);
        EXPECT_EQ(cloud.points[180].time_ns, -50'000'000);
    }
}

TEST(Lidar, AfterARestartTheFirstSampleHoldsOnlyTheSweepSinceThen) {
    LidarWorld world("", perfect({-10}, 360));
    const auto sensor = world.make();
    EXPECT_EQ(world.sweep(*sensor, 0).rays, 360u);
    world.pass(*sensor, at_ms(100));
    sensor->restart();
    const auto cloud = world.sweep(*sensor, 1, 5);
    EXPECT_EQ(cloud.rays, 90u);
    ASSERT_EQ(cloud.points.size(), 90u);
    EXPECT_EQ(cloud.points.front().time_ns, -25'000'000);
    EXPECT_NEAR(std::atan2(cloud.points.front().y, cloud.points.front().x) / kRad, -90, 0.001);
    EXPECT_EQ(world.sweep(*sensor, 2).rays, 360u);
}

bool same_bytes(const LidarWorld::Cloud& one, const LidarWorld::Cloud& other) {
    return one.points.size() == other.points.size() &&
           std::memcmp(one.points.data(), other.points.data(), one.points.size() * sizeof(SynPoint)) == 0;
}

TEST(Lidar, AReturningLidarContinuesTheRunningSweep) {
    config::LidarSpec noisy = perfect({-10}, 360);
    noisy.range_sigma_m = 0.02;
    LidarWorld world("", noisy);
    world.scenario.sensors["lidar"] = world.spec;
    world.scenario.agents[0].sensors.push_back({.name = "lidar", .sensor = "lidar", .position = {0, 0, 2}});
    std::vector<LidarWorld::Cloud> clouds;
    // Adds the sample that is due at 300 ms to `clouds`. The agent of the sensor is out of the world from
    // `left_ms` to 250 ms.
    const auto sample = [&](std::int64_t left_ms) {
        LidarWorld::Cloud cloud;
        Suite suite(world.scenario, world.scenario.agents[0], &world.world,
                    [&](AgentId, std::size_t, const SynSample& sampled, const geo::Motion&) {
                        const auto& head = *static_cast<const SynPointCloud*>(sampled.data);
                        cloud = {{head.points, head.points + head.count}, head.rays};
                        EXPECT_EQ(sampled.index,
                                  static_cast<std::uint64_t>(sampled.time_ns / 100'000'000 - 1));
                    });
        suite.restart(at_ms(0));
        for (std::int64_t ms = 5; ms <= 300; ms += 5) {
            if (ms == 255) suite.restart(at_ms(250));
            if (ms > left_ms && ms <= 250) continue;
            world.world.update(at_ms(ms - 5), at_ms(ms), {});
            ASSERT_TRUE(suite.needs_scan(at_ms(ms))) << ms;
            suite.scan(world.at(at_ms(ms - 5)), world.at(at_ms(ms)));
        }
        ASSERT_EQ(cloud.rays, 180u);
        ASSERT_EQ(cloud.points.size(), 180u);
        EXPECT_EQ(cloud.points.front().time_ns, -50'000'000);
        EXPECT_NEAR(std::atan2(cloud.points.front().y, cloud.points.front().x) / kRad, 0, 0.001);
        clouds.push_back(cloud);
    };
    for (const std::int64_t left_ms : {0, 20, 130, 200}) sample(left_ms);
    for (const auto& cloud : clouds) EXPECT_TRUE(same_bytes(cloud, clouds.front()));
}

TEST(Lidar, SweepsAnyNumberOfColumnsForAnyHeartbeat) {
    // These numbers give strips of all widths, and packets that the beams do not fill.
    for (const std::uint32_t columns : {1u, 7u, 19u, 20u, 100u, 333u, 641u, 1'024u}) {
        for (const std::size_t beams : {1u, 3u, 16u, 17u}) {
            std::vector<double> elevations;
            for (std::size_t i = 0; i < beams; ++i) elevations.push_back(-5 - 0.5 * static_cast<double>(i));
            LidarWorld world("", perfect(elevations, columns));
            const auto cloud = world.sweep();
            ASSERT_EQ(cloud.rays, columns * beams);
            ASSERT_EQ(cloud.points.size(), columns * beams) << "the ground is everywhere";
            for (std::size_t i = 0; i < cloud.points.size(); ++i) {
                ASSERT_EQ(cloud.points[i].beam, i % beams);
                ASSERT_LT(angle_deg(place_of(cloud.points[i]),
                                    world.direction_of(static_cast<std::uint32_t>(i / beams), i % beams)),
                          0.01);
            }
        }
    }
}

config::LidarSpec noisy() {
    config::LidarSpec spec = uneven();
    spec.range_at_10_percent_m = 60;
    spec.range_sigma_m = 0.03;
    spec.range_resolution_m = 0.002;
    spec.intensity_sigma = 0.05;
    spec.dropout_probability = 0.1;
    return spec;
}

TEST(Lidar, OnlyTheSameKeyAndIndexGiveTheSameBytes) {
    for (const Scan scan : {Scan::spinning, Scan::raster, Scan::flash}) {
        config::LidarSpec spec = noisy();
        spec.scan = scan;
        LidarWorld world(kBoxes, spec);
        const auto one = world.make(), same = world.make(), other = world.make(2);
        const auto first = world.sweep(*one, 0), second = world.sweep(*one, 1);
        ASSERT_GT(first.points.size(), 1000u);
        EXPECT_TRUE(same_bytes(world.sweep(*same, 0), first));
        EXPECT_TRUE(same_bytes(world.sweep(*same, 1), second));
        EXPECT_FALSE(same_bytes(first, second));
        EXPECT_FALSE(same_bytes(world.sweep(*other, 0), first));
        // After restart() earlier samples have no effect.
        one->restart();
        EXPECT_TRUE(same_bytes(world.sweep(*one, 1), second));
    }
}

TEST(Lidar, AllocatesNothingOnceItRuns) {
    for (const Scan scan : {Scan::spinning, Scan::flash}) {
        config::LidarSpec spec = noisy();
        spec.scan = scan;
        LidarWorld world(kBoxes, spec);
        const auto sensor = world.make();
        Reading readings[2];
        const auto sweep = [&](std::uint64_t index) {
            const SimTime begin = SimTime{} + world.spec.period * static_cast<std::int64_t>(index);
            for (int i = 0; i < 20; ++i) {
                const SimTime from = begin + LidarWorld::kHeartbeat * i;
                sensor->expect(begin + world.spec.period, index);
                sensor->scan(world.at(from), world.at(from + LidarWorld::kHeartbeat));
            }
            sensor->sample(world.at(begin + world.spec.period), index, readings[index % 2]);
        };
        for (std::uint64_t index = 0; index < 4; ++index) sweep(index);
        const auto before = log::testing::allocations_of_this_thread();
        for (std::uint64_t index = 4; index < 8; ++index) sweep(index);
        EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
    }
}

}  // namespace
}  // namespace synchrono::client::sensors
