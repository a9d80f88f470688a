// Proves that the ground is the one that the scenario describes: the planes under wheels touch its surface
// and lean with it, and vehicles of both models stand and drive on it.
#include "client/ground/make_ground.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "client/engine/embedded/embedded_engine.hpp"
#include "common/roadmap/map_surface.hpp"

namespace synchrono::client::ground {
namespace {

const std::filesystem::path kSource = SYN_SOURCE_DIR;

double height(const GroundPlane& plane, double x, double y) {
    return (plane.offset - plane.normal.x * x - plane.normal.y * y) / plane.normal.z;
}

config::Scenario scenario_on(config::Ground ground) {
    config::Scenario scenario;
    scenario.ground = std::move(ground);
    return scenario;
}

config::Ground heights(const std::string& grid) {
    config::Ground ground;
    ground.kind = config::Ground::Kind::heights;
    ground.heights = {"h", grid};
    return ground;
}

/// A grid with cells of ten metres that rises by one metre in ten along x, from 0 at x = 5.
const std::string kRamp =
    "ncols 11\nnrows 2\nxllcorner 0\nyllcorner -10\ncellsize 10\n"
    "0 1 2 3 4 5 6 7 8 9 10\n0 1 2 3 4 5 6 7 8 9 10\n";

TEST(MakeGround, MakesALevelPlaneWithItsFriction) {
    config::Ground wet;
    wet.friction = 0.4;
    const auto ground = make_ground(scenario_on(wet));
    EXPECT_TRUE(ground->is_plane());
    const GroundPlane plane = ground->below({100, -50, 3});
    EXPECT_EQ(plane.normal, (geo::Vec3{0, 0, 1}));
    EXPECT_EQ(plane.offset, 0);
    EXPECT_EQ(plane.friction, 0.4);
}

TEST(MakeGround, MakesAGroundThatSlopesWithItsHeights) {
    config::Ground ramp = heights(kRamp);
    ramp.friction = 0.6;
    const auto ground = make_ground(scenario_on(ramp));
    EXPECT_FALSE(ground->is_plane());
    for (const double x : {20.0, 47.3, 80.0}) {
        const GroundPlane plane = ground->below({x, 0, 0});
        EXPECT_NEAR(height(plane, x, 0), (x - 5) / 10, 1e-6);
        EXPECT_NEAR(plane.normal.x, -0.1 / std::sqrt(1.01), 1e-6);
        EXPECT_NEAR(plane.normal.y, 0, 1e-9);
        EXPECT_NEAR(geo::length(plane.normal), 1, 1e-12);
        EXPECT_EQ(plane.friction, 0.6);
    }
    EXPECT_TRUE(make_ground(scenario_on(heights("ncols 1\nnrows 1\nxllcenter 0\nyllcenter 0\ncellsize 1\n7")))
                    ->is_plane());
}

TEST(MakeGround, MakesTheRoadSurfaceOfAMap) {
    config::Scenario scenario;
    scenario.map = config::load_map_text(kSource / "maps/park_university/map.xodr").value();
    scenario.ground.kind = config::Ground::Kind::map;
    const auto ground = make_ground(scenario);
    EXPECT_FALSE(ground->is_plane());
    const auto roads = config::road_map_of(*scenario.map).value();
    const auto place = roads.lane_middle("11", -2, 40).value();
    const GroundPlane plane = ground->below(place.position);
    EXPECT_NEAR(height(plane, place.position.x, place.position.y), place.position.z, 0.003);
    EXPECT_EQ(plane.friction, 0.9);
}

body::BodyMotion driven(engine::VehicleModel model, const std::shared_ptr<const Ground>& ground,
                        body::DriverInputs inputs, double seconds) {
    const auto engine = engine::make_embedded_engine(SimDuration::milliseconds(1), ground);
    engine::NewBody vehicle{.vehicle = config::load_vehicle(kSource / "vehicles/sedan.json").value(),
                            .start = {}};
    vehicle.start.position = {20, 0, 0};  // below the ramp; the engine puts the vehicle onto it
    vehicle.start.velocity = {5, 0, 0};
    vehicle.model = model;
    engine->add(AgentId{0}, vehicle);
    engine->set_controls(AgentId{0}, inputs);
    engine->advance(SimDuration::milliseconds(static_cast<std::int64_t>(seconds * 1000)));
    return engine->motion(AgentId{0});
}

TEST(VehiclesOnAHill, DriveUpItUpright) {
    const auto ground = make_ground(scenario_on(heights(kRamp)));
    const double cg =
        config::figures(config::load_vehicle(kSource / "vehicles/sedan.json").value()).cg_height_m;
    for (const auto model : {engine::VehicleModel::full, engine::VehicleModel::single_track}) {
        const body::BodyMotion motion = driven(model, ground, {.throttle = 0.6}, 4);
        EXPECT_GT(motion.position.x, 35);
        const GroundPlane plane = ground->below(motion.position);
        EXPECT_NEAR(geo::dot(plane.normal, motion.position) - plane.offset, cg, 0.03);
        const geo::Vec3 up = motion.orientation.rotate({0, 0, 1});
        EXPECT_GT(geo::dot(up, plane.normal), std::cos(0.05));
        EXPECT_NEAR(geo::dot(motion.velocity, plane.normal), 0, 0.05);
    }
}

TEST(VehiclesOnAHill, LoseSpeedWithTheFullModel) {
    const auto hill = make_ground(scenario_on(heights(kRamp)));
    const auto plane = make_ground({});
    const body::DriverInputs rolling{};
    EXPECT_LT(driven(engine::VehicleModel::full, hill, rolling, 2).velocity.x,
              driven(engine::VehicleModel::full, plane, rolling, 2).velocity.x - 1);
}

TEST(VehiclesOnLevelGround, DriveAsOnThePlaneToTheLastBit) {
    const auto level = make_ground(
        scenario_on(heights("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 50\n0 0\n0 0\n")));
    /// The same ground, except that it claims not to be a plane. The engine therefore asks it for each wheel
    /// in each step.
    class Asked final : public Ground {
      public:
        explicit Asked(std::shared_ptr<const Ground> ground) : ground_(std::move(ground)) {}
        GroundPlane below(const geo::Vec3& point) const override { return ground_->below(point); }
        bool is_plane() const override { return false; }

      private:
        std::shared_ptr<const Ground> ground_;
    };
    const body::DriverInputs inputs{.steering = 0.2, .throttle = 0.5};
    for (const auto model : {engine::VehicleModel::full, engine::VehicleModel::single_track}) {
        const body::BodyMotion on_plane = driven(model, make_ground({}), inputs, 3);
        const body::BodyMotion on_level = driven(model, std::make_shared<Asked>(level), inputs, 3);
        EXPECT_EQ(on_plane.position, on_level.position);
        EXPECT_EQ(on_plane.velocity, on_level.velocity);
    }
}

}  // namespace
}  // namespace synchrono::client::ground
