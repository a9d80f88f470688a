// Proves that a detector without errors gives places to a millimetre, and for each thing the visible share
// that follows from the geometry. It lists exactly the things that are in view, in range and visible enough.
// Misses, false objects and errors have the statistics that the sensor's file asks for. Statistics have fixed
// keys; a correct detector meets a bound of 3.29 standard deviations with 999 of 1000 keys.
#include <array>
#include <cstring>
#include <set>

#include "tests/client/sensors/mounted_fixture.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::Vec3;
using testing::kBound;
using testing::kRad;
using testing::Mount;
using testing::MountedFixture;
using testing::Spread;
using testing::truck_at;

struct ObjectsFixture : MountedFixture {
    using MountedFixture::MountedFixture;

    std::vector<SynObject> scan(const config::ObjectsSpec& objects, std::uint64_t index = 0,
                                std::uint64_t key = 1) const {
        Reading reading;
        make_objects(setup(key), objects)->sample(ego, index, reading);
        const auto& list = std::get<ObjectList>(reading);
        EXPECT_EQ(list.head.objects, list.objects.data());
        EXPECT_EQ(list.head.count, list.objects.size());
        return list.objects;
    }
    /// Returns the only object in the list, or an object with `visible` 0 if the list is empty.
    SynObject one(const config::ObjectsSpec& objects) const {
        const auto all = scan(objects);
        EXPECT_LE(all.size(), 1u);
        return all.empty() ? SynObject{} : all.front();
    }
};

config::ObjectsSpec perfect() {
    config::ObjectsSpec spec;
    spec.range_max_m = 150;
    spec.elevation_view_deg = 180;
    return spec;
}

void expect_near(const SynVec3& a, Vec3 b, double tolerance) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
    EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(Objects, HavePlaceAndMotionInTheSensorsFrame) {
    ObjectsFixture f("", 3, {.position = {1, 0.5, 2}, .yaw_deg = 15, .pitch_deg = 5});
    f.place_ego(truck_at(f.scenario, 5, -7, 40));
    f.ego.motion.velocity = {3, 4, 0};
    f.ego.motion.angular_velocity = {0, 0, 0.3};
    RayWorld::Body truck = f.truck(1, 30, 4, 60);
    truck.motion.velocity = {-8, 2, 0.5};
    truck.motion.angular_velocity = {0.1, 0, 0.2};
    f.put({truck});
    const SynObject seen = f.one(perfect());
    // The sensor's axes in the world follow from the vehicle's yaw of 40 degrees, the sensor's own yaw of 15
    // degrees, and the sensor's pitch of 5 degrees down.
    const double yaw = 55 * kRad, down = 5 * kRad;
    const Vec3 ahead{std::cos(down) * std::cos(yaw), std::cos(down) * std::sin(yaw), -std::sin(down)},
        left{-std::sin(yaw), std::cos(yaw), 0}, up = geo::cross(ahead, left);
    const Vec3 sensor{5 + std::cos(40 * kRad) - 0.5 * std::sin(40 * kRad),
                      -7 + std::sin(40 * kRad) + 0.5 * std::cos(40 * kRad), 2};
    const config::BodySpec& body = f.scenario.vehicles.at("truck").body;
    const Vec3 away = Vec3{30, 4, body.height_m / 2} - sensor;
    expect_near(seen.position, {geo::dot(away, ahead), geo::dot(away, left), geo::dot(away, up)}, 1e-3);
    // The truck's middle lies above its centre of gravity, so the middle moves when the truck rolls. The
    // truck rolls about its x axis, which points to 60 degrees.
    const double arm_m = body.height_m / 2 - truck.motion.position.z;
    const Vec3 velocity =
        Vec3{-8, 2, 0.5} + Vec3{std::sin(60 * kRad), -std::cos(60 * kRad), 0} * (0.1 * arm_m);
    expect_near(seen.velocity, {geo::dot(velocity, ahead), geo::dot(velocity, left), geo::dot(velocity, up)},
                1e-9);
    const Vec3 forward{std::cos(60 * kRad), std::sin(60 * kRad), 0};
    EXPECT_NEAR(seen.yaw_rad, std::atan2(geo::dot(forward, left), geo::dot(forward, ahead)), 1e-9);
    EXPECT_EQ(seen.length_m, body.length_m);
    EXPECT_EQ(seen.width_m, body.width_m);
    EXPECT_EQ(seen.height_m, body.height_m);
    EXPECT_EQ(seen.kind, static_cast<std::uint32_t>(SYN_OTHER_VEHICLE));
    EXPECT_EQ(seen.visible, 1);
}

TEST(Objects, ComeWithTheFieldOfView) {
    ObjectsFixture f;
    f.put({});
    config::ObjectsSpec spec = perfect();
    spec.azimuth_view_deg = 90;
    Reading reading;
    make_objects(f.setup(), spec)->sample(f.ego, 0, reading);
    const SynObjects& head = std::get<ObjectList>(reading).head;
    EXPECT_EQ(head.count, 0u);
    EXPECT_NEAR(head.azimuth_view_rad, 90 * kRad, 1e-12);
    EXPECT_NEAR(head.elevation_view_rad, 180 * kRad, 1e-12);
    EXPECT_EQ(head.range_max_m, 150);
}

TEST(Objects, AreVehiclesWalkersAndBoxesButNotBuildings) {
    ObjectsFixture f(
        R"({ "name": "box", "kind": "box", "position": [10, 20, 0], "size_m": [2, 4, 1], "yaw_deg": 30 },
           { "name": "house", "kind": "building", "footprint": [[-50, 50], [-40, 50], [-40, 60], [-50, 60]], "height_m": 9 },)");
    f.put({f.truck(1, 30, 0), f.walker_at(0, -15, 90)});
    const auto seen = f.scan(perfect());
    ASSERT_EQ(seen.size(), 3u);
    std::set<std::uint32_t> kinds;
    for (const SynObject& object : seen) {
        kinds.insert(object.kind);
        EXPECT_EQ(object.visible, 1);
        if (object.kind == SYN_OTHER_PEDESTRIAN) {
            const Vec3 size = config::size_of(*f.scenario.agents[f.walker.value].element);
            expect_near(object.position, {0, -15, size.z / 2 - 2}, 1e-3);
            EXPECT_EQ(object.height_m, size.z);
        } else if (object.kind == SYN_OTHER_OBJECT) {
            expect_near(object.position, {10, 20, 0.5 - 2}, 1e-3);
            expect_near(object.velocity, {}, 0);
            EXPECT_NEAR(object.yaw_rad, 30 * kRad, 1e-12);
            EXPECT_EQ((Vec3{object.length_m, object.width_m, object.height_m}), (Vec3{2, 4, 1}));
        }
    }
    EXPECT_EQ(kinds.size(), 3u);
    EXPECT_LT(seen[0].id, seen[1].id);
    EXPECT_LT(seen[1].id, seen[2].id);
}

TEST(Objects, AreNotListedBehindAWall) {
    ObjectsFixture f(
        R"({ "name": "wall", "kind": "building", "footprint": [[20, -10], [21, -10], [21, 10], [20, 10]], "height_m": 9 },)");
    config::ObjectsSpec spec = perfect();
    spec.visible_min = 0;
    f.put({f.truck(1, 40, 0), f.walker_at(25, 3)});
    EXPECT_TRUE(f.scan(spec).empty());
    f.put({f.truck(1, 12, 0)});
    EXPECT_EQ(f.scan(spec).size(), 1u);
}

TEST(Objects, HideEachOther) {
    ObjectsFixture f;
    f.put({f.truck(1, 30, 0), f.truck(2, 60, 0)});
    const auto seen = f.scan(perfect());
    ASSERT_EQ(seen.size(), 1u);
    EXPECT_NEAR(seen[0].position.x, 30, 1e-3);
}

TEST(Objects, AreHalfVisibleWhenHalfHidden) {
    // The wall's edge lies on the line from the sensor to the middle of the body behind it.
    ObjectsFixture f(R"({ "name": "wall", "kind": "box", "position": [20, 5, 0], "size_m": [0.1, 10, 8] },)");
    config::ObjectsSpec spec = perfect();
    spec.range_max_m = 80;
    spec.azimuth_view_deg = 10;
    for (const auto& body : {f.truck(1, 60, 0), f.truck(1, 60, 0, 90), f.walker_at(60, 0)}) {
        f.put({body});
        const auto seen = f.scan(spec);
        ASSERT_EQ(seen.size(), 2u);
        const SynObject& behind = seen[0].kind == SYN_OTHER_OBJECT ? seen[1] : seen[0];
        EXPECT_NEAR(behind.visible, 0.5, 1.0 / 16);
    }
}

TEST(Objects, AreNotListedWhenOnlyTheirBoundingBoxIsInSight) {
    // The truck stands across the view. Two walls hide it and leave open only the space above its cab, which
    // is part of its box but not of its shape.
    ObjectsFixture f(
        R"({ "name": "high", "kind": "building", "footprint": [[28.3, -9], [28.4, -9], [28.4, 2.5], [28.3, 2.5]], "height_m": 4 },
           { "name": "low", "kind": "building", "footprint": [[28.3, 2.5], [28.4, 2.5], [28.4, 9], [28.3, 9]], "height_m": 3.2 },)");
    config::ObjectsSpec spec = perfect();
    spec.visible_min = 0;
    f.put({f.truck(1, 30, 0, 90)});
    EXPECT_TRUE(f.scan(spec).empty());
    f.put({f.truck(1, 30, 2.5, 90)});
    EXPECT_GT(f.one(spec).visible, 0);
}

TEST(Objects, AreListedOnceEnoughOfThemIsPastAnEdge) {
    ObjectsFixture f(
        R"({ "name": "wall", "kind": "building", "footprint": [[20, -30], [20.1, -30], [20.1, 3], [20, 3]], "height_m": 9 },)");
    const config::BodySpec& body = f.scenario.vehicles.at("truck").body;
    config::ObjectsSpec spec = perfect();
    // The truck comes out to the left from behind the wall. It heads straight away from the sensor, which
    // therefore sees only its rear.
    const double edge_rad = std::atan2(3, 20);
    for (const double share : {0.25, 0.5, 0.75}) {
        spec.visible_min = share;
        double hidden = 0, seen = 40;
        for (int i = 0; i < 30; ++i) {
            const double y = (hidden + seen) / 2;
            f.put({f.truck(1, 60, y, std::atan2(y, 60) / kRad)});
            (f.scan(spec).empty() ? hidden : seen) = y;
        }
        // The line of sight past the edge meets the rear `line_m` to the left of the rear's middle.
        const double line_m =
            std::tan(edge_rad - std::atan2(seen, 60)) * (std::hypot(seen, 60) - body.length_m / 2);
        EXPECT_NEAR(line_m, (0.5 - share) * body.width_m, body.width_m / 32) << share;
    }
}

TEST(Objects, ArePartlyVisibleAtTheEdgeOfTheView) {
    ObjectsFixture f;
    config::ObjectsSpec spec = perfect();
    spec.azimuth_view_deg = 60;
    spec.visible_min = 0;
    const auto visible_at = [&](double azimuth_deg) {
        // The truck's length is across the line of sight.
        f.put({f.truck(1, 40 * std::cos(azimuth_deg * kRad), 40 * std::sin(azimuth_deg * kRad),
                       azimuth_deg + 90)});
        return f.one(spec).visible;
    };
    const double half_deg = std::atan2(f.scenario.vehicles.at("truck").body.length_m / 2, 40) / kRad;
    for (const double side : {-1.0, 1.0}) {
        EXPECT_EQ(visible_at(side * (30 - 1.1 * half_deg)), 1);
        EXPECT_NEAR(visible_at(side * 30), 0.5, 1.0 / 16);
        EXPECT_EQ(visible_at(side * (30 + 1.1 * half_deg)), 0);
    }
    spec.azimuth_view_deg = 360;
    EXPECT_EQ(visible_at(180), 1);
}

TEST(Objects, AreNotListedAboveOrBelowTheView) {
    ObjectsFixture f("", 3, {.position = {0, 0, 2}, .yaw_deg = 0, .pitch_deg = 10});
    config::ObjectsSpec spec = perfect();
    spec.elevation_view_deg = 10;  // sees 5 to 15 degrees down, the road from 7.5 to 23 m away
    for (const auto& [x, listed] : {std::pair{1.0, 0u}, {14.0, 1u}, {60.0, 0u}}) {
        f.put({f.walker_at(x, 0)});
        EXPECT_EQ(f.scan(spec).size(), listed) << x;
    }
}

TEST(Objects, AreNotListedBeyondTheRange) {
    ObjectsFixture f;
    config::ObjectsSpec spec = perfect();
    const double down_m = 2 - f.scenario.vehicles.at("truck").body.height_m / 2;
    const double reach_m = std::sqrt(150 * 150 - down_m * down_m);
    f.put({f.truck(1, reach_m - 0.01, 0)});
    EXPECT_EQ(f.scan(spec).size(), 1u);
    f.put({f.truck(1, reach_m + 0.01, 0)});
    EXPECT_TRUE(f.scan(spec).empty());
}

TEST(Objects, AreWhollyVisibleAroundTheSensor) {
    ObjectsFixture f;
    f.put({f.truck(1, 1, 0)});
    EXPECT_EQ(f.one(perfect()).visible, 1);
}

TEST(Objects, AreWhollyVisibleHoweverLowTheyAre) {
    ObjectsFixture f(
        R"({ "name": "kerb", "kind": "box", "position": [25, 0, 0], "size_m": [0.2, 6, 0.1] },)");
    f.put({});
    EXPECT_EQ(f.one(perfect()).visible, 1);
}

TEST(Objects, AreMissedWithTheGivenProbability) {
    ObjectsFixture f;
    f.put({f.truck(1, 30, 6), f.truck(2, 30, -6)});
    config::ObjectsSpec spec = perfect();
    spec.miss_probability = 0.3;
    constexpr int kScans = 4000;
    int listed = 0, both = 0;
    for (std::uint64_t i = 0; i < kScans; ++i) {
        const auto seen = f.scan(spec, i);
        listed += static_cast<int>(seen.size());
        both += seen.size() == 2 ? 1 : 0;
    }
    EXPECT_NEAR(listed, 2 * kScans * 0.7, kBound * std::sqrt(2 * kScans * 0.7 * 0.3));
    // Each of the two is missed independently.
    EXPECT_NEAR(both, kScans * 0.49, kBound * std::sqrt(kScans * 0.49 * 0.51));
}

TEST(Objects, FalseOnesHaveTheGivenRateAndLieInTheView) {
    ObjectsFixture f("", 3, {.position = {0, 0, 1.5}, .yaw_deg = 90, .pitch_deg = 3});
    f.put({f.truck(1, 0, 40)});
    config::ObjectsSpec spec = perfect();
    spec.azimuth_view_deg = 100;
    spec.elevation_view_deg = 40;
    spec.false_per_scan = 0.8;
    constexpr int kScans = 3000;
    int count = 0;
    std::array<int, 3> kinds{};
    std::set<std::uint32_t> ids;
    for (std::uint64_t i = 0; i < kScans; ++i) {
        for (const SynObject& object : f.scan(spec, i)) {
            ids.insert(object.id);
            if (object.kind == SYN_OTHER_VEHICLE && object.length_m > 6) continue;  // the truck
            ++count;
            ++kinds.at(object.kind);
            const auto [x, y, z] = object.position;
            ASSERT_LE(std::abs(std::atan2(y, x)), 50 * kRad);
            ASSERT_LE(std::abs(std::atan2(z, std::hypot(x, y))), 20 * kRad);
            ASSERT_LE(std::hypot(x, y, z), 150);
            // False objects stand on the road, 1.5 m below the sensor, which points 3 degrees down.
            ASSERT_NEAR(z * std::cos(3 * kRad) - x * std::sin(3 * kRad), object.height_m / 2 - 1.5, 1e-9);
            ASSERT_GE(object.visible, spec.visible_min);
        }
    }
    EXPECT_NEAR(count, kScans * 0.8, kBound * std::sqrt(kScans * 0.8));
    EXPECT_EQ(ids.size(), static_cast<std::size_t>(count) + 1);
    for (const int of_kind : kinds) EXPECT_GT(of_kind, kScans / 10);
}

TEST(Objects, FalseOnesNeedGroundInSight) {
    ObjectsFixture f("", 3, {.position = {0, 0, 2}, .yaw_deg = 0, .pitch_deg = -60});
    f.put({});
    config::ObjectsSpec spec = perfect();
    spec.azimuth_view_deg = 60;
    spec.elevation_view_deg = 40;
    spec.false_per_scan = 20;
    EXPECT_TRUE(f.scan(spec).empty());
}

TEST(Objects, FalseOnesAreBoundedInNumber) {
    ObjectsFixture f;
    f.put({});
    config::ObjectsSpec spec = perfect();
    spec.false_per_scan = 500;
    EXPECT_EQ(f.scan(spec).size(), kFalseObjectsMax);
}

TEST(Objects, HaveTheGivenErrorsThatGrowWithDistance) {
    ObjectsFixture f;
    config::ObjectsSpec spec = perfect();
    spec.position_sigma_m = 0.1;
    spec.position_sigma_per_m = 0.02;
    spec.speed_sigma_m_s = 0.4;
    spec.yaw_sigma_deg = 3;
    spec.size_sigma_m = 0.15;
    const config::BodySpec& body = f.scenario.vehicles.at("truck").body;
    for (const double x : {20.0, 100.0}) {
        RayWorld::Body truck = f.truck(1, x, 0, 179);
        truck.motion.velocity = {-7, 1, 0};
        f.put({truck});
        Spread place, speed, yaw, size;
        const double z = body.height_m / 2 - 2;
        for (std::uint64_t i = 0; i < 1500; ++i) {
            const auto seen = f.scan(spec, i);
            ASSERT_EQ(seen.size(), 1u);
            place.add(seen[0].position.x - x);
            place.add(seen[0].position.y);
            EXPECT_NEAR(seen[0].position.z, z, 1e-3);
            speed.add(seen[0].velocity.x + 7);
            speed.add(seen[0].velocity.y - 1);
            ASSERT_LE(std::abs(seen[0].yaw_rad), std::numbers::pi);
            yaw.add(std::remainder(seen[0].yaw_rad - 179 * kRad, 2 * std::numbers::pi));
            size.add(seen[0].length_m - body.length_m);
            size.add(seen[0].width_m - body.width_m);
            size.add(seen[0].height_m - body.height_m);
        }
        place.expect(0.1 + 0.02 * std::hypot(x, z));
        speed.expect(0.4);
        yaw.expect(3 * kRad);
        size.expect(0.15);
    }
}

TEST(Objects, KeepIdsThatDoNotRevealAgentNumbers) {
    constexpr std::uint32_t kTrucks = 30;
    ObjectsFixture f("", kTrucks);
    std::vector<RayWorld::Body> bodies;
    for (std::uint32_t i = 1; i < kTrucks; ++i)
        bodies.push_back(f.truck(i, 60 * std::cos(0.2 * i), 60 * std::sin(0.2 * i), 0.2 * i / kRad));
    f.put(bodies);
    const auto names = [&](std::uint64_t index, std::uint64_t key) {
        std::vector<std::uint32_t> ids;
        for (const SynObject& object : f.scan(perfect(), index, key)) ids.push_back(object.id);
        return ids;
    };
    const auto first = names(0, 1);
    EXPECT_EQ(first.size(), kTrucks - 1);
    EXPECT_EQ(std::set(first.begin(), first.end()).size(), kTrucks - 1);
    EXPECT_EQ(names(7, 1), first);
    for (const std::uint32_t id : first) EXPECT_GT(id, kTrucks);
    // Another detector has other ids for the same things.
    std::set<std::uint32_t> both(first.begin(), first.end());
    for (const std::uint32_t id : names(0, 2)) EXPECT_TRUE(both.insert(id).second);
}

config::ObjectsSpec realistic() {
    config::ObjectsSpec spec = perfect();
    spec.miss_probability = 0.1;
    spec.false_per_scan = 1;
    spec.position_sigma_m = 0.2;
    spec.speed_sigma_m_s = 0.3;
    spec.yaw_sigma_deg = 2;
    spec.size_sigma_m = 0.1;
    return spec;
}

bool alike(const std::vector<SynObject>& a, const std::vector<SynObject>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(SynObject)) == 0;
}

TEST(Objects, DoNotDependOnEarlierSamplesOrOtherBodies) {
    ObjectsFixture f("", 6);
    const std::vector<RayWorld::Body> near{f.truck(1, 30, 6), f.truck(4, 40, -6, 30)};
    f.put(near);
    const auto sensor = make_objects(f.setup(), realistic());
    std::vector<std::vector<SynObject>> first;
    Reading reading;
    for (std::uint64_t i = 0; i < 20; ++i) {
        sensor->sample(f.ego, i, reading);
        first.push_back(std::get<ObjectList>(reading).objects);
    }
    // Takes the samples in reverse order, in a world with more bodies, all out of range.
    f.put({near[0], f.truck(2, 500, 0), f.truck(3, -400, 0), near[1], f.truck(5, 0, 300)});
    sensor->restart();
    for (std::uint64_t i = 20; i-- > 0;) {
        sensor->sample(f.ego, i, reading);
        EXPECT_TRUE(alike(std::get<ObjectList>(reading).objects, first[i])) << i;
        EXPECT_TRUE(alike(f.scan(realistic(), i), first[i])) << i;
    }
    EXPECT_FALSE(alike(f.scan(realistic(), 0, 2), first[0]));
    EXPECT_FALSE(alike(first[0], first[1]));
}

TEST(Objects, AllocateNothingOnceTheyRun) {
    ObjectsFixture f;
    f.put({f.truck(1, 30, 6), f.truck(2, 40, -6)});
    const auto sensor = make_objects(f.setup(), realistic());
    Reading reading;
    const auto run = [&] {
        for (std::uint64_t i = 0; i < 200; ++i) sensor->sample(f.ego, i, reading);
    };
    run();
    const auto before = log::testing::allocations_of_this_thread();
    run();
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
}

}  // namespace
}  // namespace synchrono::client::sensors
