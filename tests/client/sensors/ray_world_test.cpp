// Proves that rays meet boxes and bodies where these are, to a millimetre and a hundredth of a degree; closed
// forms say where moving bodies are. A body does not meet its own rays, and bodies come and go. The same
// world gives the same results to the last bit.
#include "client/sensors/ray_world.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "client/scenery/palette.hpp"
#include "pcp/synchrono_sensors.h"
#include "tests/client/sensors/ray_fixture.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::Vec3;
using testing::at_ms;
using testing::cast_one;
using testing::kRad;
using testing::Ray;
using testing::scenario_with;
using testing::to_box;
using testing::towards;
using testing::truck_at;

const ground::PlaneGround kLevel;

constexpr const char* kBox =
    R"({ "name": "box", "kind": "box", "position": [20, 3, 0], "size_m": [2, 4, 5], "yaw_deg": 30 },)";

TEST(RayWorld, DistancesToABoxAreRightToAMillimetre) {
    const config::Scenario scenario = scenario_with(kBox);
    const RayWorld world(scenario, nullptr, kLevel);
    int met = 0, past = 0;
    for (const Vec3 from : {Vec3{0, 0, 1}, Vec3{-60, 20, 3}, Vec3{25, -5, 8}, Vec3{20.5, 40, 0.4}}) {
        for (int i = 0; i < 2000; ++i) {
            const Vec3 direction = towards(-180 + 0.18 * i + 0.01, 4.0 * (i % 11) / 11 - 2);
            const double expected = to_box(from, direction, {20, 3, 0}, {2, 4, 5}, 30);
            const double ground = direction.z < 0 ? from.z / -direction.z : 1e9;
            const Ray ray = cast_one(world, from, direction);
            if (expected > 0 && expected < ground - 1) {
                ASSERT_TRUE(ray.met);
                ASSERT_NEAR(ray.far_m, expected, 1e-3);
                ASSERT_EQ(ray.surface.kind, SYN_CLASS_OBJECT);
                ++met;
            } else if (ray.met) {
                ASSERT_NE(ray.surface.kind, SYN_CLASS_OBJECT);
                ++past;
            }
        }
    }
    EXPECT_GT(met, 100);
    EXPECT_GT(past, 100);
}

TEST(RayWorld, NormalsOfABoxAreRightToAHundredthOfADegree) {
    const config::Scenario scenario = scenario_with(kBox);
    const RayWorld world(scenario, nullptr, kLevel);
    // The ray meets the side that faces back along the box's own x.
    const Ray ray = cast_one(world, {0, 0, 1}, Vec3{19, 2.5, 0} * (1 / std::hypot(19, 2.5)));
    ASSERT_TRUE(ray.met);
    const Vec3 expected = geo::Quaternion::from_yaw(30 * kRad).rotate({-1, 0, 0});
    EXPECT_LT(std::acos(std::min(1.0, geo::dot(ray.normal, expected))), 0.01 * kRad);
    EXPECT_NEAR(geo::length(ray.normal), 1, 1e-6);
}

TEST(RayWorld, EdgesHideFromTheirExactAngleOn) {
    // The near wall, which is 80 m away, hides a part of the far one.
    const config::Scenario scenario = scenario_with(
        R"({ "name": "near", "kind": "box", "position": [80.5, 10, 0], "size_m": [1, 6, 8] },
           { "name": "far", "kind": "box", "position": [121, 0, 0], "size_m": [2, 200, 9] },)");
    const RayWorld world(scenario, nullptr, kLevel);
    const auto met_m = [&](double azimuth_deg) {
        return cast_one(world, {0, 0, 2}, towards(azimuth_deg, 0)).far_m;
    };
    // The visible edges of the near wall are its far corner on the right, (81, 7), and its near corner on the
    // left, (80, 13).
    for (const auto& [edge_deg, side] :
         {std::pair{std::atan2(7, 81) / kRad, -1.0}, {std::atan2(13, 80) / kRad, 1.0}}) {
        double hidden = edge_deg - side * 0.5, open = edge_deg + side * 0.5;
        ASSERT_LT(met_m(hidden), 85);
        ASSERT_GT(met_m(open), 115);
        for (int i = 0; i < 30; ++i) {
            const double middle = (hidden + open) / 2;
            (met_m(middle) < 100 ? hidden : open) = middle;
        }
        EXPECT_NEAR((hidden + open) / 2, edge_deg, 0.01);
    }
}

TEST(RayWorld, AMovingBodyIsHitWhereItIsAtTheTimeOfTheRay) {
    const config::Scenario scenario = scenario_with("");
    RayWorld world(scenario, nullptr, kLevel);
    const double length_m = scenario.vehicles.at("truck").body.length_m;
    geo::Motion before = truck_at(scenario, 30, 0), after = truck_at(scenario, 32, 0);
    after.velocity = {20, 0, 0};
    const RayWorld::Body body{AgentId{0}, after, before};
    world.update(at_ms(100), at_ms(200), {&body, 1});
    for (const double share : {0.0, 0.25, 0.5, 0.9, 1.0}) {
        const Ray ray = cast_one(world, {0, 0, 2.5}, {1, 0, 0}, share);
        ASSERT_TRUE(ray.met);
        EXPECT_NEAR(ray.far_m, 30 + 2 * share - length_m / 2, 1e-3) << "its rear, at share " << share;
        EXPECT_NEAR(ray.normal.x, -1, 1e-6);
        EXPECT_EQ(ray.velocity, (Vec3{20, 0, 0}));
        EXPECT_EQ(ray.surface.agent, AgentId{0});
        EXPECT_EQ(ray.surface.kind, SYN_CLASS_VEHICLE);
    }
}

TEST(RayWorld, AMissingEarlierPlaceIsExtrapolatedBack) {
    const config::Scenario scenario = scenario_with("");
    RayWorld world(scenario, nullptr, kLevel);
    RayWorld::Body body{AgentId{0}, truck_at(scenario, 32, 0)};
    body.motion.velocity = {20, 0, 0};
    body.motion.acceleration = {4, 0, 0};
    world.update(at_ms(100), at_ms(200), {&body, 1});
    const double length_m = scenario.vehicles.at("truck").body.length_m;
    EXPECT_NEAR(cast_one(world, {0, 0, 2.5}, {1, 0, 0}, 0).far_m, 32 - 2 + 0.5 * 4 * 0.01 - length_m / 2,
                1e-3);
    EXPECT_NEAR(cast_one(world, {0, 0, 2.5}, {1, 0, 0}, 1).far_m, 32 - length_m / 2, 1e-3);
    // A body that turns had another orientation before.
    body.motion.velocity = body.motion.acceleration = {};
    body.motion.angular_velocity = {0, 0, 1};
    world.update(at_ms(100), at_ms(200), {&body, 1});
    EXPECT_NEAR(world.bodies()[0].before->orientation.yaw(), -0.1, 1e-9);
}

TEST(RayWorld, RaysOfNegativeLengthHitNothing) {
    const config::Scenario scenario = scenario_with(kBox);
    const RayWorld world(scenario, nullptr, kLevel);
    EXPECT_TRUE(cast_one(world, {0, 3, 1}, {1, 0, 0}).met);
    EXPECT_FALSE(cast_one(world, {0, 3, 1}, {1, 0, 0}, 1, -1).met);
}

TEST(RayWorld, CastingPacketsAlongAxesTerminates) {
    const config::Scenario scenario = scenario_with(kBox);
    RayWorld world(scenario, nullptr, kLevel);
    const RayWorld::Body body{AgentId{0}, truck_at(scenario, 20, -3)};
    world.update(at_ms(0), at_ms(5), {&body, 1});
    for (int turn = 0; turn < 4; ++turn) {
        for (const double spread_deg : {0.0, 1.0, 6.0, 24.0}) {
            for (const double above_deg : {-90.0, -45.0, 0.0, 45.0, 90.0}) {
                RayPacket packet{};
                for (std::size_t k = 0; k < RayPacket::kRays; ++k)
                    packet.aim(k, Vec3{0, 0, 2} - world.origin(),
                               towards(90.0 * turn + spread_deg * static_cast<double>(k / 4),
                                       above_deg - spread_deg * static_cast<double>(k % 4)),
                               0, k % 5 == 4 ? -1 : 60, static_cast<double>(k) / 16);
                world.cast(packet);
                RayPacket shadow = packet;
                world.occluded(shadow, RayPacket::kRays);
            }
        }
    }
}

TEST(RayWorld, MaterialsOfAPacketAreThoseOfItsRays) {
    const config::Scenario scenario = scenario_with(kBox);
    RayWorld world(scenario, nullptr, kLevel);
    const RayWorld::Body body{AgentId{0}, truck_at(scenario, 20, -3)};
    world.update(at_ms(0), at_ms(0), {&body, 1});
    RayPacket packet{};
    for (std::size_t k = 0; k < RayPacket::kRays; ++k)
        packet.aim(k, Vec3{0, 0, 2} - world.origin(),
                   towards(-30 + 4.0 * static_cast<double>(k), k % 3 - 1.0), 0, 60);
    world.cast(packet);
    RayPacket::Each<scenery::Material> materials;
    world.materials(packet, materials);
    int fixed = 0, bodies = 0, nothing = 0;
    for (std::size_t k = 0; k < RayPacket::kRays; ++k) {
        if (packet.met(k)) {
            EXPECT_EQ(materials[k], world.material(packet, k));
            (world.surface(packet, k).agent ? bodies : fixed) += 1;
        } else {
            EXPECT_EQ(materials[k], scenery::Material::none);
            ++nothing;
        }
    }
    EXPECT_GT(fixed, 0);
    EXPECT_GT(bodies, 0);
    EXPECT_GT(nothing, 0);
}

TEST(RayWorld, APointOfATurningBodyMovesWithIt) {
    const config::Scenario scenario = scenario_with("");
    RayWorld world(scenario, nullptr, kLevel);
    RayWorld::Body body{AgentId{0}, truck_at(scenario, 30, 0)};
    body.motion.velocity = {5, 1, 0};
    body.motion.angular_velocity = {0, 0, 0.5};
    world.update(at_ms(100), at_ms(100), {&body, 1});
    const Ray ray = cast_one(world, {0, 1, 2.5}, {1, 0, 0});
    ASSERT_TRUE(ray.met);
    const Vec3 arm{ray.far_m - 30, 1, 0};
    EXPECT_NEAR(ray.velocity.x, 5 - 0.5 * arm.y, 1e-5);
    EXPECT_NEAR(ray.velocity.y, 1 + 0.5 * arm.x, 1e-5);
}

TEST(RayWorld, AnAgentsOwnBodyDoesNotBlockItsRays) {
    // There are more trucks than bits in a ray's mask, so some trucks share a bit. Trucks that share a bit
    // must meet each other's rays all the same.
    constexpr int kTrucks = 40;
    const config::Scenario scenario = scenario_with("", kTrucks);
    RayWorld world(scenario, nullptr, kLevel);
    std::vector<RayWorld::Body> bodies;
    for (std::uint32_t i = 0; i < kTrucks; ++i)
        bodies.push_back({AgentId{i}, truck_at(scenario, 20.0 * i, 0)});
    world.update(at_ms(0), at_ms(0), bodies);
    for (int round = 0; round < 2; ++round) {
        for (std::uint32_t i = 0; i + 1 < kTrucks; ++i) {
            world.pass_through(AgentId{i});
            const Ray ray = cast_one(world, {20.0 * i, 0, 2.5}, {1, 0, 0});
            ASSERT_TRUE(ray.met);
            ASSERT_EQ(ray.surface.agent, AgentId{i + 1});
            if (i == 0) continue;
            ASSERT_EQ(cast_one(world, {20.0 * i, 0, 2.5}, {-1, 0, 0}).surface.agent, AgentId{i - 1});
            const Vec3 far_off{20.0 * i, -50, 2.5};  // a ray from here passes only the agent's own place
            ASSERT_FALSE(cast_one(world, far_off, {0, 1, 0}, 1, 100).met);
        }
    }
    world.pass_through(std::nullopt);
    EXPECT_EQ(cast_one(world, {-20, 0, 2.5}, {1, 0, 0}).surface.agent, AgentId{0});
}

TEST(RayWorld, BodiesMayBeAddedAndRemoved) {
    const config::Scenario scenario = scenario_with("");
    RayWorld world(scenario, nullptr, kLevel);
    const RayWorld::Body near{AgentId{1}, truck_at(scenario, 20, 0)},
        far{AgentId{2}, truck_at(scenario, 60, 0)};
    const auto seen = [&](std::vector<RayWorld::Body> bodies, std::int64_t from_ms) {
        world.update(at_ms(from_ms), at_ms(100), bodies);
        return cast_one(world, {0, 0, 2.5}, {1, 0, 0}).surface.agent;
    };
    for (const std::int64_t from_ms : {100, 50, 100}) {
        EXPECT_EQ(seen({near, far}, from_ms), AgentId{1});
        EXPECT_EQ(seen({far}, from_ms), AgentId{2});
        EXPECT_EQ(seen({}, from_ms), std::nullopt);
        EXPECT_TRUE(world.bodies().empty());
        EXPECT_EQ(seen({near}, from_ms), AgentId{1});
    }
}

TEST(RayWorld, AReturningBodyIsAtItsGivenPlace) {
    const config::Scenario scenario = scenario_with("");
    RayWorld world(scenario, nullptr, kLevel);
    const double length_m = scenario.vehicles.at("truck").body.length_m;
    RayWorld::Body body{AgentId{0}, truck_at(scenario, 30, 0), truck_at(scenario, 25, 0)};
    world.update(at_ms(95), at_ms(100), {&body, 1});
    world.update(at_ms(100), at_ms(100), {});
    body = {AgentId{0}, truck_at(scenario, 60, 0)};
    world.update(at_ms(100), at_ms(100), {&body, 1});
    for (const double share : {0.0, 0.5, 1.0})
        EXPECT_NEAR(cast_one(world, {0, 0, 2.5}, {1, 0, 0}, share).far_m, 60 - length_m / 2, 1e-3);
    // Now the body comes back for a whole heartbeat, with a place at the beginning of that heartbeat.
    world.update(at_ms(100), at_ms(105), {});
    body.before = truck_at(scenario, 50, 0);
    world.update(at_ms(100), at_ms(105), {&body, 1});
    EXPECT_NEAR(cast_one(world, {0, 0, 2.5}, {1, 0, 0}, 0.5).far_m, 55 - length_m / 2, 1e-3);
}

TEST(RayWorld, NormalsHaveUnitLengthHoweverSmallTheTriangle) {
    config::Scenario scenario = scenario_with("");
    config::BodyElement speck = config::BodyElement::of("cone");
    speck.diameter_m = 1e-12;
    scenario.agents[3].element = speck;
    RayWorld world(scenario, nullptr, kLevel);
    const Vec3 origin = world.origin();
    RayWorld::Body body{.agent = AgentId{3}, .motion = {}};
    body.motion.position = {origin.x, origin.y, speck.height_m / 2};
    world.update(at_ms(0), at_ms(0), {&body, 1});
    // The ray meets the top of the foot, beside the cone proper.
    RayPacket packet{};
    packet.aim(0, {4.5e-13, 4.5e-13, 8 - origin.z}, {0, 0, -1}, 0, 100);
    world.cast(packet, 1);
    ASSERT_TRUE(packet.met(0));
    ASSERT_EQ(world.surface(packet, 0).agent, AgentId{3});
    EXPECT_EQ(packet.nx[0], 0);
    EXPECT_EQ(packet.ny[0], 0);
    EXPECT_EQ(packet.nz[0], 1);
}

TEST(RayWorld, OnlyFixedThingsHideTheSky) {
    const config::Scenario scenario = scenario_with(kBox);
    RayWorld world(scenario, nullptr, kLevel);
    const RayWorld::Body body{AgentId{0}, truck_at(scenario, -20, 0)};
    world.update(at_ms(0), at_ms(0), {&body, 1});
    const auto blocked = [&](RayWorld::Against against) {
        RayPacket packet{};
        packet.aim(0, Vec3{0, 0, 2.5} - world.origin(), {-1, 0, 0}, 0, 100);
        packet.aim(1, Vec3{0, 0, 2.5} - world.origin(), Vec3{19, 2.5, 0} * (1 / std::hypot(19, 2.5)), 0, 100);
        packet.aim(2, Vec3{0, 0, 2.5} - world.origin(), {0, 0, 1}, 0, 100);
        packet.aim(3, Vec3{0, 0, 2.5} - world.origin(), {-1, 0, 0}, 0, 5);
        return world.occluded(packet, 4, against);
    };
    EXPECT_EQ(blocked(RayWorld::Against::others), 0b0011u);
    EXPECT_EQ(blocked(RayWorld::Against::fixed), 0b0010u);
    world.pass_through(AgentId{0});
    EXPECT_EQ(blocked(RayWorld::Against::others), 0b0010u);
}

TEST(RayWorld, SurfacesHaveTheirKindAndMaterial) {
    const config::Scenario scenario = scenario_with(
        R"({ "name": "house", "kind": "building", "footprint": [[50, 50], [60, 50], [60, 60], [50, 60]], "height_m": 9 },
           { "name": "shop", "kind": "building", "footprint": [[70, 50], [80, 50], [80, 60], [70, 60]], "height_m": 9 },)");
    RayWorld world(scenario, nullptr, kLevel);
    geo::Motion stands;
    stands.position = {0, -30, 0.875};
    RayWorld::Body truck{AgentId{0}, truck_at(scenario, 0, -60, 90)};
    const RayWorld::Body walker{AgentId{3}, stands};
    const auto update = [&] {
        const std::vector<RayWorld::Body> bodies{truck, walker};
        world.update(at_ms(0), at_ms(0), bodies);
    };
    update();
    for (const double x : {55.0, 75.0}) {
        const Ray wall = cast_one(world, {x, 0, 0.5}, {0, 1, 0});
        EXPECT_EQ(wall.surface.kind, SYN_CLASS_BUILDING);
        EXPECT_EQ(wall.surface.material, scenery::Material::building);
        EXPECT_EQ(wall.surface.number, x > 60 ? 1u : 0u);
        EXPECT_EQ(wall.velocity, Vec3{});
    }
    const Ray land = cast_one(world, {0, 0, 5}, {0, 0, -1});
    EXPECT_EQ(land.surface.kind, SYN_CLASS_GROUND);
    EXPECT_EQ(land.surface.material, scenery::Material::land);
    const Ray somebody = cast_one(world, {-10, -30, 1.3}, {1, 0, 0});
    EXPECT_EQ(somebody.surface.kind, SYN_CLASS_PEDESTRIAN);
    EXPECT_EQ(somebody.surface.material, scenery::Material::cloth);
    EXPECT_EQ(somebody.surface.agent, AgentId{3});
    // The ray comes from behind at the height of the tail lights. The truck heads along y.
    const config::BodySpec& body = scenario.vehicles.at("truck").body;
    const Vec3 behind{0.78 * body.width_m / 2, -80, 0.25 * body.height_m};
    EXPECT_EQ(cast_one(world, behind, {0, 1, 0}).surface.material, scenery::Material::plate);
    EXPECT_NEAR(world.extent(AgentId{0}).size.x, body.length_m, 1e-9);
}

TEST(RayWorld, BrakeLightsGlowWithoutChangingTheirMaterial) {
    const config::Scenario scenario = scenario_with("");
    RayWorld world(scenario, nullptr, kLevel);
    const config::BodySpec& body = scenario.vehicles.at("truck").body;
    const Vec3 behind{-20, 0.78 * body.width_m / 2, 0.25 * body.height_m};
    for (const bool brakes : {false, true, false}) {
        const RayWorld::Body truck{.agent = AgentId{0}, .motion = truck_at(scenario, 0, 0), .brakes = brakes};
        world.update(at_ms(0), at_ms(0), {&truck, 1});
        RayPacket packet{};
        packet.aim(0, behind - world.origin(), {1, 0, 0}, 0, 100);
        world.cast(packet, 1);
        ASSERT_TRUE(packet.met(0));
        const RayWorld::Surface surface = world.surface(packet, 0);
        EXPECT_EQ(surface.glows, brakes);
        EXPECT_EQ(surface.colour, static_cast<scenery::Colour>(brakes ? scenery::palette::kBrakeLight
                                                                      : scenery::palette::kTailLight));
        EXPECT_EQ(surface.material, scenery::Material::plate);
        EXPECT_EQ(world.material(packet, 0), scenery::Material::plate);
        RayPacket::Each<scenery::Material> materials;
        world.materials(packet, materials);
        EXPECT_EQ(materials[0], scenery::Material::plate);
    }
}

TEST(RayWorld, LampsShowTheGivenSignals) {
    const config::Scenario scenario =
        scenario_with(R"({ "name": "lights", "kind": "signals", "intersection": "crossing" },)");
    const AgentId lights{3};
    ASSERT_EQ(scenario.agents[3].name, "lights");
    RayWorld world(scenario, nullptr, kLevel);
    body::SignalsInSight signals;
    signals.agent = lights;
    for (config::SignalGroupId group = 1; group <= 40; ++group)
        signals.groups.push_back({group, signal::SignalState::stop});
    bool in_sight = true;
    const auto colours_met = [&] {
        const body::SignalsInSight* const list = &signals;
        world.update(at_ms(0), at_ms(0), {}, {&list, in_sight ? 1u : 0u});
        bool red = false, green = false;
        for (int i = 0; i < 400; ++i) {
            for (int k = 0; k < 60; ++k) {
                const Ray ray =
                    cast_one(world, {20, 20, 5}, towards(180 + 90.0 * i / 400, -2 + 4.0 * k / 60), 1, 60);
                if (!ray.met || ray.surface.kind != SYN_CLASS_SIGNAL) continue;
                EXPECT_EQ(ray.surface.number, lights.value);
                red |= ray.surface.colour == scenery::palette::kRed;
                green |= ray.surface.colour == scenery::palette::kGreen;
            }
        }
        return std::pair{red, green};
    };
    EXPECT_EQ(colours_met(), (std::pair{true, false}));
    for (body::Lamp& lamp : signals.groups) lamp.state = signal::SignalState::protected_green;
    EXPECT_EQ(colours_met(), (std::pair{false, true}));
    in_sight = false;
    EXPECT_EQ(colours_met(), (std::pair{false, false})) << "their state is unknown";
}

/// Returns everything that a fan of rays meets, as bits.
std::vector<std::uint32_t> fan(RayWorld& world, const config::Scenario& scenario, bool others_first) {
    std::vector<RayWorld::Body> bodies{{AgentId{0}, truck_at(scenario, 10, 8, 20)},
                                       {AgentId{1}, truck_at(scenario, 25, -4, 70)},
                                       {AgentId{2}, truck_at(scenario, 40, 3, 150)}};
    for (auto& body : bodies) body.motion.velocity = body.motion.orientation.rotate({12, 0, 0});
    if (others_first) {
        world.update(at_ms(0), at_ms(0), {&bodies[2], 1});
        world.pass_through(AgentId{1});
        world.update(at_ms(5), at_ms(10), {&bodies[1], 2});
        world.pass_through(std::nullopt);
    }
    world.update(at_ms(100), at_ms(105), bodies);
    std::vector<std::uint32_t> bits;
    for (int i = 0; i < 200; ++i) {
        RayPacket packet{};
        for (std::size_t k = 0; k < RayPacket::kRays; ++k)
            packet.aim(k, Vec3{0, 0, 2} - world.origin(),
                       towards(-60 + 0.6 * i, 0.5 * static_cast<double>(k) - 5), 0.5, 100,
                       static_cast<double>(i) / 200);
        world.cast(packet);
        for (std::size_t k = 0; k < RayPacket::kRays; ++k) {
            if (!packet.met(k)) continue;
            for (const float value : {packet.far_m[k], packet.nx[k], packet.ny[k], packet.nz[k]}) {
                std::uint32_t pattern = 0;
                std::memcpy(&pattern, &value, sizeof pattern);
                bits.push_back(pattern);
            }
            bits.push_back(packet.body[k]);
        }
    }
    return bits;
}

TEST(RayWorld, TheSameWorldGivesTheSameBits) {
    const config::Scenario scenario = scenario_with(kBox);
    RayWorld one(scenario, nullptr, kLevel), other(scenario, nullptr, kLevel);
    const auto first = fan(one, scenario, false);
    EXPECT_GT(first.size(), 5000u);
    EXPECT_EQ(fan(other, scenario, true), first);
    EXPECT_EQ(fan(one, scenario, false), first);
}

TEST(RayWorld, CastingAllocatesNothing) {
    const config::Scenario scenario = scenario_with(kBox);
    RayWorld world(scenario, nullptr, kLevel);
    fan(world, scenario, true);
    RayPacket packet{};
    const auto before = log::testing::allocations_of_this_thread();
    for (int i = 0; i < 100; ++i) {
        for (std::size_t k = 0; k < RayPacket::kRays; ++k)
            packet.aim(k, Vec3{0, 0, 2} - world.origin(), towards(3.6 * i, -static_cast<double>(k)), 0.5,
                       100);
        world.cast(packet);
        world.occluded(packet, RayPacket::kRays);
    }
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
}

}  // namespace
}  // namespace synchrono::client::sensors
