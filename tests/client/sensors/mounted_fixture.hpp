/// A sensor with rays on the first truck of a small world, for tests that put things around the truck.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/sensors/sensor.hpp"
#include "common/base/contract.hpp"
#include "tests/client/sensors/ray_fixture.hpp"

namespace synchrono::client::sensors::testing {

/// The place of the sensor on the truck, and the direction in which it points.
struct Mount {
    geo::Vec3 position{0, 0, 2};  // the height is above the ground
    double yaw_deg = 0, pitch_deg = 0;
};

/// A world of trucks, which are the agents 0 to trucks - 1, and of a walker, who is the last agent. Truck 0
/// carries the sensor.
struct MountedFixture {
    explicit MountedFixture(const std::string& statics = "", int trucks = 3, Mount mount = {})
        : scenario(scenario_with(statics, trucks)), walker{static_cast<std::uint32_t>(trucks)} {
        mounted.position = mount.position;
        mounted.yaw_deg = mount.yaw_deg;
        mounted.pitch_deg = mount.pitch_deg;
        const double y = mount.yaw_deg * kRad / 2, p = mount.pitch_deg * kRad / 2;
        orientation =
            geo::Quaternion{std::cos(y), 0, 0, std::sin(y)} * geo::Quaternion{std::cos(p), 0, std::sin(p), 0};
        world = std::make_unique<RayWorld>(scenario, nullptr, ground);
        ego.time = at_ms(100);
        place_ego(truck_at(scenario, 0, 0));
    }

    SensorSetup setup(std::uint64_t key = 1) const {
        return {.scenario = scenario,
                .agent = scenario.agents[0],
                .mounted = mounted,
                .spec = spec,
                .key = key,
                .position = mounted.position -
                            geo::Vec3{0, 0, config::figures(scenario.vehicles.at("truck")).cg_height_m},
                .orientation = orientation,
                .world = world.get()};
    }
    void place_ego(const geo::Motion& motion) { static_cast<geo::Motion&>(ego.motion) = motion; }
    RayWorld::Body truck(std::uint32_t agent, double x, double y, double yaw_deg = 0) const {
        return {AgentId{agent}, truck_at(scenario, x, y, yaw_deg)};
    }
    RayWorld::Body walker_at(double x, double y, double yaw_deg = 0) const {
        geo::Motion motion;
        motion.position = {x, y, config::size_of(*scenario.agents[walker.value].element).z / 2};
        motion.orientation = geo::Quaternion::from_yaw(yaw_deg * kRad);
        return {walker, motion};
    }
    /// Puts bodies around the truck for the next heartbeat.
    void put(std::vector<RayWorld::Body> bodies) {
        bodies.insert(bodies.begin(), {AgentId{0}, ego.motion});
        world->update(ego.time - SimDuration::milliseconds(5), ego.time, bodies);
        world->pass_through(AgentId{0});
    }

    const ground::PlaneGround ground{};
    config::Scenario scenario;
    AgentId walker;
    config::MountedSensor mounted;
    config::SensorSpec spec;
    geo::Quaternion orientation;
    std::unique_ptr<RayWorld> world;
    BodyState ego;
};

/// The number of standard deviations by which an estimate may be wrong. A correct sensor keeps this bound
/// with 999 of 1000 keys; the tests have fixed keys.
inline constexpr double kBound = 3.29;

/// Collects errors that should be normal with the mean 0.
struct Spread {
    double sum = 0, squares = 0;
    int count = 0;
    void add(double error) {
        sum += error;
        squares += error * error;
        ++count;
    }
    void expect(double sigma) const {
        EXPECT_NEAR(sum / count, 0, kBound * sigma / std::sqrt(count));
        EXPECT_NEAR(squares / count / (sigma * sigma), 1, kBound * std::sqrt(2.0 / count));
    }
};

}  // namespace synchrono::client::sensors::testing
