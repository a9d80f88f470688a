/// Proves that Chrono's engine starts its vehicles where it should, returns their wheels, looks and motion,
/// and keeps nothing of a vehicle that leaves. With one thread the engine gives the same bits every time.
#include "client/engine/chrono/chrono_engine.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "client/engine/chrono/internal/specification.hpp"
#include "tests/client/engine/chrono/chrono_fixture.hpp"

namespace synchrono::client::engine {
namespace {

constexpr AgentId kOne{1}, kTwo{2};
constexpr double kQuarter = std::numbers::pi / 2;

std::unique_ptr<BodyEngine> engine_with(AgentId agent, const std::string& vehicle, const geo::Motion& start) {
    auto engine = make_chrono_engine(config::ChronoSettings{}).value();
    engine->add(agent, {.vehicle = vehicle_named(vehicle), .start = start});
    return engine;
}

TEST(ChronoEngine, AParkedVehicleStaysInPlace) {
    const auto engine = engine_with(kOne, "hmmwv", moving({100, -50, 0}, kQuarter, 0));
    const body::BodyMotion start = engine->motion(kOne);
    EXPECT_NEAR(start.position.x, 100, 1e-3);
    EXPECT_NEAR(start.position.y, -50, 1e-3);
    EXPECT_NEAR(start.orientation.yaw(), kQuarter, 1e-3);
    EXPECT_NEAR(start.position.z, config::figures(vehicle_named("hmmwv")).cg_height_m, 0.02);
    EXPECT_EQ(engine->machinery(kOne).gear, 1);
    engine->set_controls(kOne, body::DriverInputs{.braking = 1});
    advance(*engine, 0.3);
    const body::BodyMotion later = engine->motion(kOne);
    EXPECT_LT(geo::length(later.position - start.position), 0.005);
    EXPECT_LT(geo::length(later.velocity), 0.05);
    EXPECT_EQ(later.applied[body::DriverInputs::kBraking], 1);
}

TEST(ChronoEngine, StartsAtItsSpeedWithoutAJolt) {
    const auto engine = engine_with(kOne, "sedan", moving({0, 0, 0}, kQuarter, 15));
    EXPECT_NEAR(engine->motion(kOne).velocity.y, 15, 0.02);
    const body::Machinery machinery = engine->machinery(kOne);
    EXPECT_GT(machinery.gear, 1);
    EXPECT_GT(machinery.engine_rpm, 1'000);
    ASSERT_EQ(machinery.wheels.size(), 4u);
    const double radius = vehicle_named("sedan").tyre.radius_m;
    for (const body::Wheel& wheel : machinery.wheels) EXPECT_NEAR(wheel.speed_rad_s * radius, 15, 0.5);
    for (int i = 0; i < 20; ++i) {
        engine->advance(kHeartbeat);
        EXPECT_LT(geo::length(engine->motion(kOne).acceleration), 1.5) << i;
    }
    EXPECT_NEAR(engine->motion(kOne).position.y, 0.2 * 15, 0.05);
}

TEST(ChronoEngine, ReturnsPlaceAndSteeringOfTheWheels) {
    const auto engine = engine_with(kOne, "hmmwv", moving({0, 0, 0}, 0, 5));
    const auto before = engine->machinery(kOne).wheels;
    engine->set_controls(kOne, body::DriverInputs{.steering = 0.5, .throttle = 0.2});
    advance(*engine, 0.2);
    const auto wheels = engine->machinery(kOne).wheels;
    ASSERT_EQ(wheels.size(), 4u);
    const auto file = vehicle_named("hmmwv");
    const config::VehicleFigures figures = config::figures(file);
    EXPECT_NEAR(wheels[0].pose.position.x, figures.cg_to_front_axle_m, 0.1);
    EXPECT_NEAR(wheels[0].pose.position.y, file.axles[0].track_m / 2, 0.1);
    EXPECT_NEAR(wheels[1].pose.position.y, -file.axles[0].track_m / 2, 0.1);
    EXPECT_NEAR(wheels[3].pose.position.x, figures.cg_to_front_axle_m - figures.wheelbase_m, 0.1);
    EXPECT_NEAR(wheels[2].pose.position.z, file.tyre.radius_m - figures.cg_height_m, 0.05);
    EXPECT_GT(wheels[0].pose.orientation.yaw(), 0.1);
    EXPECT_LT(wheels[0].pose.orientation.yaw(), 0.3);
    EXPECT_NEAR(wheels[2].pose.orientation.yaw(), 0, 0.03);
    EXPECT_NEAR(wheels[2].spin_rad - before[2].spin_rad, 0.2 * 5 / file.tyre.radius_m, 0.15);
    EXPECT_GT(engine->motion(kOne).angular_velocity.z, 0.1);
}

TEST(ChronoEngine, RollsOnTheGivenGround) {
    const double slope = 0.1;
    const geo::Vec3 normal = geo::Vec3{-slope, 0, 1} * (1 / std::hypot(slope, 1));
    const auto ground = std::make_shared<ground::PlaneGround>(
        ground::GroundPlane{.normal = normal, .offset = 2 * normal.z, .friction = 0.9});
    const auto engine = make_chrono_engine(config::ChronoSettings{}, ground).value();
    engine->add(kOne, {.vehicle = vehicle_named("hmmwv"), .start = moving({30, 0, 0}, 0, 8)});
    const double height = config::figures(vehicle_named("hmmwv")).cg_height_m;
    for (int i = 0; i < 30; ++i) {
        const body::BodyMotion& motion = engine->motion(kOne);
        EXPECT_NEAR(geo::dot(normal, motion.position) - 2 * normal.z, height, 0.04);
        EXPECT_NEAR(motion.orientation.rotate({1, 0, 0}).z, slope, 0.02);
        engine->advance(kHeartbeat);
    }
    EXPECT_LT(geo::length(engine->motion(kOne).velocity), 7.9);  // it has rolled uphill
}

TEST(ChronoEngine, IsDeterministic) {
    const auto run = [] {
        auto engine = engine_with(kOne, "hmmwv", moving({0, 0, 0}, 0.3, 10));
        engine->add(kTwo, {.vehicle = vehicle_named("sedan"), .start = moving({-20, 0, 0}, 0.3, 12)});
        engine->set_controls(kOne, body::DriverInputs{.steering = 0.2, .throttle = 0.4});
        engine->set_controls(kTwo, body::DriverInputs{.steering = -0.1, .braking = 0.1});
        advance(*engine, 0.3);
        return std::pair(engine->motion(kOne), engine->motion(kTwo));
    };
    const auto first = run(), second = run();
    for (const auto& [a, b] :
         {std::pair(first.first, second.first), std::pair(first.second, second.second)}) {
        EXPECT_EQ(a.position, b.position);
        EXPECT_EQ(a.velocity, b.velocity);
        EXPECT_EQ(a.angular_velocity, b.angular_velocity);
        EXPECT_EQ(a.acceleration, b.acceleration);
    }
}

TEST(ChronoEngine, AVehicleMayLeaveAndComeBack) {
    const auto engine = engine_with(kOne, "hmmwv", moving({0, 0, 0}, 0, 10));
    engine->add(kTwo, {.vehicle = vehicle_named("sedan"), .start = moving({0, 10, 0}, 0, 10)});
    advance(*engine, 0.05);
    engine->remove(kOne);
    advance(*engine, 0.05);
    EXPECT_NEAR(engine->motion(kTwo).position.x, 1, 0.05);
    engine->add(kOne, {.vehicle = vehicle_named("hmmwv"), .start = moving({-30, 0, 0}, 0, 10)});
    advance(*engine, 0.05);
    EXPECT_NEAR(engine->motion(kOne).position.x, -29.5, 0.05);
    EXPECT_NEAR(engine->motion(kTwo).position.x, 1.5, 0.05);
    engine->remove(kTwo);
    engine->remove(kOne);
    advance(*engine, 0.05);
}

TEST(ChronoEngine, RunsWithEachTyreOfTheHmmwv) {
    for (const char* tyre : {"HMMWV_FialaTire", "HMMWV_Pac89Tire", "HMMWV_Pac02Tire", "HMMWV_TMsimpleTire"}) {
        config::VehicleSpec vehicle = vehicle_named("hmmwv");
        vehicle.chrono.tyres = {std::string("hmmwv/tire/") + tyre + ".json",
                                "hmmwv/tire/HMMWV_TMeasyTire.json"};
        const auto good = check_chrono(config::ChronoSettings{}, vehicle);
        ASSERT_TRUE(good.has_value()) << good.error().text;
        const auto engine = make_chrono_engine(config::ChronoSettings{}).value();
        engine->add(kOne, {.vehicle = vehicle, .start = moving({0, 0, 0}, 0, 10)});
        advance(*engine, 0.1);
        EXPECT_NEAR(engine->motion(kOne).position.x, 1, 0.05) << tyre;
        EXPECT_NEAR(engine->motion(kOne).velocity.x, 10, 0.3) << tyre;
    }
}

TEST(ChronoEngine, ReturnsTheMeshesOfItsVehicles) {
    const auto engine = engine_with(kOne, "sedan", moving({5, 0, 0}, 0, 0));
    const auto looks = engine->look_of(kOne);
    std::vector<geo::Pose> poses;
    engine->look_poses(kOne, poses);
    ASSERT_EQ(looks.size(), poses.size());
    ASSERT_GE(looks.size(), 5u);  // the body and four wheels
    int meshes = 0;
    for (const body::LookPart& part : looks) {
        for (const body::LookShape& shape : part) {
            if (shape.kind != body::LookShape::Kind::mesh) continue;
            ++meshes;
            EXPECT_TRUE(std::filesystem::exists(shape.file)) << shape.file;
        }
    }
    EXPECT_GE(meshes, 5);
    for (const geo::Pose& pose : poses) EXPECT_LT(geo::length(pose.position - geo::Vec3{5, 0, 0}), 4);
    EXPECT_EQ(engine->look_of(kOne).size(), looks.size());
}

TEST(ChronoEngine, ReturnsNoMeshesWhenOneIsMissing) {
    namespace fs = std::filesystem;
    const fs::path installed = internal::find_chrono_data({}).value() / "vehicle";
    const fs::path data = fs::path(testing::TempDir()) / "chrono_without_a_mesh";
    fs::remove_all(data);
    fs::create_directories(data / "vehicle" / "sedan");
    for (const auto& entry : fs::directory_iterator(installed / "sedan")) {
        if (entry.path().filename() == "sedan_chassis_vis.obj") continue;
        fs::create_symlink(entry.path(), data / "vehicle" / "sedan" / entry.path().filename());
    }
    const auto engine = make_chrono_engine(config::ChronoSettings{.data = data.string()}).value();
    engine->add(kOne, {.vehicle = vehicle_named("sedan"), .start = moving({0, 0, 0}, 0, 0)});
    EXPECT_TRUE(engine->look_of(kOne).empty());
    std::vector<geo::Pose> poses(3);
    engine->look_poses(kOne, poses);
    EXPECT_TRUE(poses.empty());
    fs::remove_all(data);
}

}  // namespace
}  // namespace synchrono::client::engine
