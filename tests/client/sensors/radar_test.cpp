// Proves that a radar finds things at their places and with their radial speeds, and that signals follow the
// radar equation. Two things give one detection if they are closer than the resolution, otherwise two.
// Misses, false detections and errors have the statistics that the sensor's file asks for. Statistics have
// fixed keys; a correct radar meets a bound of 3.29 standard deviations with 999 of 1000 keys.
#include <cstring>
#include <functional>

#include "tests/client/sensors/mounted_fixture.hpp"
#include "tests/common/log/allocation_watch.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::Vec3;
using testing::kBound;
using testing::kRad;
using testing::MountedFixture;
using testing::Spread;
using testing::towards;
using testing::truck_at;

constexpr double kFacing = 3.2;  // cross-section, in m^2, of a square metre of wall that faces the radar

using Scan = std::vector<SynRadarDetection>;

struct RadarFixture : MountedFixture {
    explicit RadarFixture(const std::string& statics = "", int trucks = 3)
        : MountedFixture(statics, trucks, {.position = {2, 0.5, 1}}) {
        // Agent 2 is a sedan; the other vehicles are trucks.
        scenario.vehicles["sedan"] = sedan();
        scenario.agents[2].vehicle = "sedan";
        world = std::make_unique<RayWorld>(scenario, nullptr, ground);
        put_sensor_at_x(-2);
    }
    /// Moves the ego so that the sensor is at (x, 0, 1).
    void put_sensor_at_x(double x) { place_ego(truck_at(scenario, x, -0.5)); }
    RayWorld::Body sedan_at(double x, double y, double yaw_deg = 0) const {
        RayWorld::Body body = truck(2, x, y, yaw_deg);
        body.motion.position.z = config::figures(sedan()).cg_height_m;
        return body;
    }
    Scan scan(const config::RadarSpec& radar, std::uint64_t index = 0, std::uint64_t key = 1) const {
        Reading reading;
        make_radar(setup(key), radar)->sample(ego, index, reading);
        const auto& scanned = std::get<RadarScan>(reading);
        EXPECT_EQ(scanned.head.detections, scanned.detections.data());
        EXPECT_EQ(scanned.head.count, scanned.detections.size());
        return scanned.detections;
    }
};

/// Returns a radar without errors. Its view is narrow, so that its rays are dense.
config::RadarSpec exact() {
    config::RadarSpec spec;
    spec.azimuth_view_deg = 30;
    spec.elevation_view_deg = 8;
    spec.range_max_m = 200;
    spec.range_at_10_dbsm_m = 200;
    spec.range_sigma_m = spec.azimuth_sigma_deg = spec.speed_sigma_m_s = spec.cross_section_sigma_db = 0;
    return spec;
}

/// Returns a post that faces the sensor, with its nearest side at this distance.
std::string post(double range_m, double azimuth_deg, double width_m = 0.3, double height_m = 3) {
    const Vec3 at = towards(azimuth_deg, 0) * (range_m + width_m / 2);
    return R"({ "kind": "box", "name": "post)" + std::to_string(range_m) + "_" + std::to_string(azimuth_deg) +
           R"(", "position": [)" + std::to_string(at.x) + ", " + std::to_string(at.y) +
           R"(, 0], "size_m": [)" + std::to_string(width_m) + ", " + std::to_string(width_m) + ", " +
           std::to_string(height_m) + R"(], "yaw_deg": )" + std::to_string(azimuth_deg) + " },";
}

double linear(double decibels) { return std::pow(10, decibels / 10); }

TEST(Radar, FindsAPostAtItsPlace) {
    RadarFixture f(post(60, 10));
    f.put({});
    for (std::uint64_t i = 0; i < 5; ++i) {
        const Scan scan = f.scan(exact(), i);
        ASSERT_EQ(scan.size(), 1u);
        EXPECT_NEAR(scan[0].range_m, 60, 0.05);
        EXPECT_NEAR(scan[0].azimuth_rad, 10 * kRad, 0.2 * kRad);
        EXPECT_NEAR(scan[0].elevation_rad, std::atan2(1.5 - 1, 60), 0.2 * kRad);
        EXPECT_EQ(scan[0].speed_m_s, 0);
    }
}

TEST(Radar, SpeedIsTheRateAtWhichTheDistanceGrows) {
    RadarFixture f(post(25, -12));
    RayWorld::Body truck = f.truck(1, 45, 4, 30);
    struct Case {
        Vec3 truck, ego;
        double turns_rad_s;
    };
    for (const Case& c : {Case{{12, 0, 0}, {}, 0},
                          {{}, {9, 0, 0}, 0},
                          {{-14, 3, 0}, {20, -2, 0}, 0},
                          {{-6, 12, 0}, {}, 0},
                          {{5, 5, 0}, {10, 0, 0}, 0.4}}) {
        truck.motion.velocity = c.truck;
        f.ego.motion.velocity = c.ego;
        f.ego.motion.angular_velocity = {0, 0, c.turns_rad_s};
        f.put({truck});
        // The sensor is 2 m ahead of the point about which the vehicle turns, and half a metre to the left.
        const Vec3 sensor = c.ego + Vec3{-0.5 * c.turns_rad_s, 2 * c.turns_rad_s, 0};
        int posts = 0, trucks = 0;
        for (const SynRadarDetection& d : f.scan(exact())) {
            const bool is_post = d.range_m < 30;
            ++(is_post ? posts : trucks);
            const Vec3 relative = (is_post ? Vec3{} : c.truck) - sensor;
            const Vec3 direction = towards(d.azimuth_rad / kRad, d.elevation_rad / kRad);
            EXPECT_NEAR(d.speed_m_s, geo::dot(relative, direction), 0.02);
        }
        EXPECT_EQ(posts, 1);
        EXPECT_GE(trucks, 3);
    }
}

TEST(Radar, ACrossingWalkerHasNoRadialSpeed) {
    RadarFixture f;
    RayWorld::Body walker = f.walker_at(40, 0, 90);
    walker.motion.velocity = {0, 1.5, 0};
    f.put({walker});
    const Scan scan = f.scan(exact());
    ASSERT_EQ(scan.size(), 1u);
    EXPECT_NEAR(scan[0].speed_m_s, 0, 0.02);
}

TEST(Radar, CrossSectionsAreRealisticForTraffic) {
    RadarFixture f;
    const auto dbsm = [&](const RayWorld::Body& body) {
        f.put({body});
        double sum = 0;
        for (std::uint64_t i = 0; i < 20; ++i) {
            for (const SynRadarDetection& d : f.scan(exact(), i)) sum += linear(d.cross_section_dbsm) / 20;
        }
        return 10 * std::log10(sum);
    };
    EXPECT_NEAR(dbsm(f.sedan_at(50, 0)), 10, 2);
    const double walker = dbsm(f.walker_at(50, 0));
    EXPECT_GT(walker, -5);
    EXPECT_LT(walker, 0);
    EXPECT_NEAR(dbsm(f.truck(1, 50, 0)), 17, 2);
    EXPECT_NEAR(dbsm(f.truck(1, 50, 0, 90)), 21, 2);
}

TEST(Radar, AWallHasTheCrossSectionOfItsArea) {
    RadarFixture f(post(100, 0, 1, 2));
    for (const double range_m : {20.0, 80.0}) {
        f.put_sensor_at_x(100 - range_m - 2);
        f.put({});
        double sum = 0;
        for (std::uint64_t i = 0; i < 40; ++i) {
            const Scan scan = f.scan(exact(), i);
            ASSERT_EQ(scan.size(), 1u);
            sum += linear(scan[0].cross_section_dbsm) / 40;
        }
        EXPECT_NEAR(10 * std::log10(sum / (2 * kFacing)), 0, 0.15) << range_m;
    }
}

TEST(Radar, StrengthFallsWithTheFourthPowerOfDistance) {
    RadarFixture f(post(150, 0, 2, 2));
    double last = 0;
    for (const double range_m : {144.0, 72.0, 36.0}) {
        f.put_sensor_at_x(150 - range_m - 2);
        f.put({});
        double sum = 0;
        config::RadarSpec spec = exact();
        spec.azimuth_resolution_deg = 5;
        for (std::uint64_t i = 0; i < 20; ++i) {
            const Scan scan = f.scan(spec, i);
            ASSERT_EQ(scan.size(), 1u);
            sum += linear(scan[0].signal_db) / 20;
        }
        const double signal_db = 10 * std::log10(sum);
        // The cross-section is 12.8 square metres. A cross-section of 10 square metres is just detected at
        // 200 m.
        EXPECT_NEAR(signal_db, 10 * std::log10(4 * kFacing / 10) + 40 * std::log10(200 / range_m), 0.3);
        if (last > 0) {
            EXPECT_NEAR(signal_db - last, 40 * std::log10(2), 0.3);
        }
        last = signal_db;
    }
}

TEST(Radar, SeesNothingBeyondTheRangeOfTheRadarEquation) {
    RadarFixture f(post(100, 0, 2, 2));
    config::RadarSpec spec = exact();
    spec.azimuth_resolution_deg = 5;
    spec.range_at_10_dbsm_m = 50;
    const double last_m = 50 * std::pow(4 * kFacing / 10, 0.25);
    for (const auto& [range_m, seen] : {std::pair{last_m - 1.5, 1u}, {last_m + 1.5, 0u}}) {
        f.put_sensor_at_x(100 - range_m - 2);
        f.put({});
        EXPECT_EQ(f.scan(spec).size(), seen) << range_m;
    }
}

TEST(Radar, DoesNotDetectTheRoad) {
    RadarFixture f;
    f.put({});
    config::RadarSpec spec = exact();
    spec.elevation_view_deg = 40;
    EXPECT_TRUE(f.scan(spec).empty());
}

TEST(Radar, RangesAreWithinLimitsAndNearerThingsStillHide) {
    RadarFixture f(post(10, 0, 1) + post(50, 0, 1) + post(40, 8, 1));
    f.put({});
    config::RadarSpec spec = exact();
    EXPECT_EQ(f.scan(spec).size(), 2u);
    spec.range_min_m = 12;
    Scan scan = f.scan(spec);
    ASSERT_EQ(scan.size(), 1u);
    EXPECT_NEAR(scan[0].range_m, 40, 0.1);
    spec.range_max_m = 39.5;
    EXPECT_TRUE(f.scan(spec).empty());
}

TEST(Radar, SeesNothingOutsideItsView) {
    for (const auto& [azimuth_deg, seen] : {std::pair{14.0, 1u}, {-14.0, 1u}, {16.0, 0u}, {-16.0, 0u}}) {
        RadarFixture f(post(40, azimuth_deg));
        f.put({});
        EXPECT_EQ(f.scan(exact()).size(), seen) << azimuth_deg;
    }
    RadarFixture f(post(40, 0, 1, 8));
    f.put({});
    for (const SynRadarDetection& d : f.scan(exact())) EXPECT_LE(std::abs(d.elevation_rad), 4 * kRad);
}

TEST(Radar, SeparatesThingsFurtherApartThanItsResolution) {
    const auto count = [](const std::string& statics, const config::RadarSpec& spec) {
        RadarFixture f(statics);
        f.put({});
        std::vector<std::size_t> counts;
        for (std::uint64_t i = 0; i < 5; ++i) counts.push_back(f.scan(spec, i).size());
        EXPECT_EQ(std::count(counts.begin(), counts.end(), counts[0]), 5);
        return counts[0];
    };
    config::RadarSpec spec = exact();  // its resolutions are 0.5 m and 3 degrees
    // Places posts near each other in range and in azimuth, wherever the edges of resolution cells are.
    for (const double range_m : {40.0, 40.13, 40.31}) {
        EXPECT_EQ(count(post(range_m, 0) + post(range_m + 0.3, 1), spec), 1u);
        EXPECT_EQ(count(post(range_m, 0) + post(range_m + 0.9, 1), spec), 2u);
    }
    for (const double azimuth_deg : {-5.0, -4.3, 2.6}) {
        EXPECT_EQ(count(post(40, azimuth_deg) + post(40, azimuth_deg + 2), spec), 1u);
        EXPECT_EQ(count(post(40, azimuth_deg) + post(40, azimuth_deg + 4.5), spec), 2u);
    }
    // A walker and a post near each other differ in speed only.
    RadarFixture f(post(40, 1));
    RayWorld::Body walker = f.walker_at(40.2, -0.2);
    walker.motion.velocity = {1.5, 0, 0};
    f.put({walker});
    EXPECT_EQ(f.scan(spec).size(), 2u);
    spec.speed_resolution_m_s = 2;
    EXPECT_EQ(f.scan(spec).size(), 1u);
}

TEST(Radar, DoesNotDetectThingsAboveItsMaximumSpeed) {
    RadarFixture f;
    RayWorld::Body truck = f.truck(1, 40, 0);
    config::RadarSpec spec = exact();
    spec.speed_max_m_s = 30;
    for (const auto& [speed_m_s, seen] :
         {std::pair{29.5, true}, {-29.5, true}, {31.0, false}, {-31.0, false}}) {
        truck.motion.velocity = {speed_m_s, 0, 0};
        f.put({truck});
        EXPECT_EQ(!f.scan(spec).empty(), seen) << speed_m_s;
    }
}

TEST(Radar, DoesNotSeeThroughWalls) {
    RadarFixture f(
        R"({ "name": "wall", "kind": "building", "footprint": [[20, -30], [21, -30], [21, 30], [20, 30]], "height_m": 9 },)");
    f.put({f.truck(1, 40, 0)});
    for (const SynRadarDetection& d : f.scan(exact())) EXPECT_LT(d.range_m, 22);
}

/// Returns ten posts 5 m apart in range, each of which gives one detection.
std::string posts() {
    std::string all;
    for (int i = 0; i < 10; ++i) all += post(20 + 5 * i, -12 + 2.5 * i, 0.5, 2.5);
    return all;
}

TEST(Radar, KeepsTheStrongestAndListsTheNearestFirst) {
    RadarFixture f(posts());
    f.put({});
    config::RadarSpec spec = exact();
    const Scan all = f.scan(spec);
    ASSERT_EQ(all.size(), 10u);
    for (std::size_t i = 1; i < all.size(); ++i) EXPECT_GT(all[i].range_m, all[i - 1].range_m);
    spec.detections_max = 4;
    const Scan few = f.scan(spec);
    ASSERT_EQ(few.size(), 4u);
    std::vector<float> signals;
    for (const SynRadarDetection& d : all) signals.push_back(d.signal_db);
    std::sort(signals.begin(), signals.end(), std::greater<>());
    for (std::size_t i = 0; i < few.size(); ++i) {
        EXPECT_GE(few[i].signal_db, signals[3]);
        if (i > 0) {
            EXPECT_GT(few[i].range_m, few[i - 1].range_m);
        }
    }
}

TEST(Radar, HasTheGivenErrors) {
    RadarFixture f(posts());
    f.ego.motion.velocity = {15, 0, 0};
    f.put({});
    config::RadarSpec spec = exact();
    spec.range_sigma_m = 0.3;
    spec.azimuth_sigma_deg = 0.5;
    spec.speed_sigma_m_s = 0.2;
    spec.cross_section_sigma_db = 1.5;
    Spread range, angle, speed, section;
    for (std::uint64_t i = 0; i < 100; ++i) {
        const Scan truth = f.scan(exact(), i), measured = f.scan(spec, i);
        ASSERT_EQ(truth.size(), 10u);
        ASSERT_EQ(measured.size(), 10u);
        for (std::size_t k = 0; k < 10; ++k) {
            range.add(measured[k].range_m - truth[k].range_m);
            angle.add(measured[k].azimuth_rad - truth[k].azimuth_rad);
            angle.add(measured[k].elevation_rad - truth[k].elevation_rad);
            speed.add(measured[k].speed_m_s - truth[k].speed_m_s);
            section.add(measured[k].cross_section_dbsm - truth[k].cross_section_dbsm);
            EXPECT_EQ(measured[k].signal_db, truth[k].signal_db);
        }
    }
    range.expect(0.3);
    angle.expect(0.5 * kRad);
    speed.expect(0.2);
    section.expect(1.5);
}

TEST(Radar, MissesWithTheGivenProbability) {
    RadarFixture f(posts());
    f.put({});
    config::RadarSpec spec = exact();
    spec.miss_probability = 0.25;
    constexpr int kScans = 100;
    int listed = 0;
    for (std::uint64_t i = 0; i < kScans; ++i) listed += static_cast<int>(f.scan(spec, i).size());
    EXPECT_NEAR(listed, 10 * kScans * 0.75, kBound * std::sqrt(10 * kScans * 0.75 * 0.25));
}

TEST(Radar, FalseDetectionsHaveTheGivenRateAndLieInTheView) {
    RadarFixture f;
    f.put({});
    config::RadarSpec spec = exact();
    spec.false_per_scan = 4;
    spec.range_min_m = 5;
    constexpr int kScans = 150;
    int listed = 0, left = 0, comes = 0;
    for (std::uint64_t i = 0; i < kScans; ++i) {
        for (const SynRadarDetection& d : f.scan(spec, i)) {
            ++listed;
            left += d.azimuth_rad > 0 ? 1 : 0;
            comes += d.speed_m_s < 0 ? 1 : 0;
            ASSERT_GE(d.range_m, 5);
            ASSERT_LE(d.range_m, 200);
            ASSERT_LE(std::abs(d.azimuth_rad), 15 * kRad);
            ASSERT_LE(std::abs(d.elevation_rad), 4 * kRad);
            ASSERT_LE(std::abs(d.speed_m_s), spec.speed_max_m_s);
            ASSERT_GE(d.signal_db, 0);
        }
    }
    EXPECT_NEAR(listed, kScans * 4, kBound * std::sqrt(kScans * 4));
    EXPECT_NEAR(left, listed / 2.0, kBound * std::sqrt(listed / 4.0));
    EXPECT_NEAR(comes, listed / 2.0, kBound * std::sqrt(listed / 4.0));
}

config::RadarSpec realistic() {
    config::RadarSpec spec;
    spec.azimuth_view_deg = 60;
    spec.miss_probability = 0.1;
    spec.false_per_scan = 1;
    return spec;
}

bool alike(const Scan& a, const Scan& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

TEST(Radar, DoesNotDependOnEarlierSamplesOrOtherBodies) {
    RadarFixture f(posts(), 6);
    const std::vector<RayWorld::Body> near{f.truck(1, 30, 6), f.truck(4, 40, -6, 30)};
    f.put(near);
    const auto sensor = make_radar(f.setup(), realistic());
    std::vector<Scan> first;
    Reading reading;
    for (std::uint64_t i = 0; i < 10; ++i) {
        sensor->sample(f.ego, i, reading);
        first.push_back(std::get<RadarScan>(reading).detections);
        EXPECT_GT(first.back().size(), 10u);
    }
    // Takes the samples in reverse order, in a world with more bodies, all out of range.
    f.put({near[0], f.truck(2, 500, 0), f.truck(3, -400, 0), near[1], f.truck(5, 0, 300)});
    sensor->restart();
    for (std::uint64_t i = 10; i-- > 0;) {
        sensor->sample(f.ego, i, reading);
        EXPECT_TRUE(alike(std::get<RadarScan>(reading).detections, first[i])) << i;
        EXPECT_TRUE(alike(f.scan(realistic(), i), first[i])) << i;
    }
    EXPECT_FALSE(alike(f.scan(realistic(), 0, 2), first[0]));
    EXPECT_FALSE(alike(first[0], first[1]));
}

TEST(Radar, AnotherBodyAddsOnlyItsOwnDetections) {
    RadarFixture f(posts());
    f.put({});
    const Scan before = f.scan(realistic());
    f.put({f.truck(1, 110, 20, 90)});  // in view, behind everything
    const Scan after = f.scan(realistic());
    EXPECT_GT(after.size(), before.size());
    std::size_t found = 0;
    for (const SynRadarDetection& d : before)
        found += std::any_of(after.begin(), after.end(), [&](const SynRadarDetection& other) {
            return std::memcmp(&d, &other, sizeof d) == 0;
        });
    EXPECT_EQ(found, before.size());
}

TEST(Radar, AllocatesNothingOnceItRuns) {
    RadarFixture f(posts());
    f.put({f.truck(1, 30, 6), f.sedan_at(40, -6)});
    const auto sensor = make_radar(f.setup(), realistic());
    Reading reading;
    const auto run = [&] {
        for (std::uint64_t i = 0; i < 30; ++i) sensor->sample(f.ego, i, reading);
    };
    run();
    const auto before = log::testing::allocations_of_this_thread();
    run();
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
}

}  // namespace
}  // namespace synchrono::client::sensors
