// Proves how the terrain under Chrono's vehicles works; the tests use bodies instead of vehicles. Tyres get
// the height and the friction of the ground. Colliding bodies lie and roll on the ground wherever they go.
// Soil gives way, keeps ruts and repeats bit for bit.
#include "client/engine/chrono/internal/terrain.hpp"

#include <chrono/collision/ChCollisionShapeBox.h>
#include <chrono/collision/ChCollisionShapeCylinder.h>
#include <chrono/physics/ChContactMaterialSMC.h>
#include <chrono_vehicle/ChSubsysDefs.h>
#include <cmath>
#include <gtest/gtest.h>

#include "client/engine/chrono/chrono_engine.hpp"
#include "client/engine/chrono/internal/system.hpp"
#include "client/ground/make_ground.hpp"

namespace synchrono::client::engine::internal {
namespace {

constexpr double kStep_s = 1e-3;

config::Scenario on_heights(const std::string& grid) {
    config::Scenario scenario;
    scenario.ground.kind = config::Ground::Kind::heights;
    scenario.ground.heights = {"h", grid};
    return scenario;
}

/// Returns a grid that rises by one metre in ten along x, from -100 m to 100 m.
std::string ramp() {
    std::string text = "ncols 21\nnrows 2\nxllcenter -100\nyllcenter -100\ncellsize 10\n";
    for (int row = 0; row < 2; ++row) {
        for (int column = -10; column <= 10; ++column) text += std::to_string(column) + " ";
    }
    return text;
}

/// A ground and a Chrono system on it.
struct World {
    explicit World(const config::Scenario& scenario)
        : ground(ground::make_ground(scenario)),
          system(make_system({})),
          terrain(make_terrain(*system, scenario.ground, ground)) {}

    std::shared_ptr<ch::ChBody> add_body(const std::shared_ptr<ch::ChCollisionShape>& shape, int family,
                                         double mass_kg, const ch::ChVector3d& at) {
        const auto body = chrono_types::make_shared<ch::ChBody>();
        body->SetMass(mass_kg);
        body->SetInertiaXX(ch::ChVector3d(mass_kg / 6, mass_kg / 6, mass_kg / 6));
        body->AddCollisionShape(shape);
        body->EnableCollision(true);
        body->GetCollisionModel()->SetFamily(family);
        body->SetPos(at);
        system->AddBody(body);
        return body;
    }
    std::shared_ptr<ch::ChContactMaterial> rubber() const {
        ch::ChContactMaterialData data;
        data.mu = 0.8F;
        data.cr = 0.01F;
        data.Y = 2e7F;
        return data.CreateMaterial(system->GetContactMethod());
    }
    /// Adds a cube with sides of one metre, whose collision shape may lie on the ground.
    Footing box(const ch::ChVector3d& at) {
        const auto shape = chrono_types::make_shared<ch::ChCollisionShapeBox>(rubber(), 1, 1, 1);
        return {.chassis = add_body(shape, ch::vehicle::VehicleCollisionFamily::CHASSIS_FAMILY, 500, at),
                .length_m = 2,
                .width_m = 1};
    }
    /// Adds a wheel that turns about y. The wheel itself stands in for the chassis of its vehicle.
    Footing wheel(const ch::ChVector3d& at, double mass_kg = 100) {
        const auto shape = chrono_types::make_shared<ch::ChCollisionShapeCylinder>(rubber(), 0.5, 0.3);
        const auto body = chrono_types::make_shared<ch::ChBody>();
        body->AddCollisionShape(shape, ch::ChFramed(ch::VNULL, ch::QuatFromAngleX(ch::CH_PI_2)));
        body->SetMass(mass_kg);
        body->SetInertiaXX(ch::ChVector3d(1, mass_kg * 0.25 / 2, 1) + ch::ChVector3d(mass_kg, 0, mass_kg));
        body->EnableCollision(true);
        body->GetCollisionModel()->SetFamily(ch::vehicle::VehicleCollisionFamily::TIRE_FAMILY);
        body->SetPos(at);
        system->AddBody(body);
        return {.chassis = body, .length_m = 1, .width_m = 1, .wheels = {{body, 0.5, 0.3}}};
    }
    void run(double seconds) {
        for (int i = 0; i < static_cast<int>(seconds / kStep_s); ++i) {
            terrain->Synchronize(system->GetChTime());
            terrain->Advance(kStep_s);
            system->DoStepDynamics(kStep_s);
        }
    }

    std::shared_ptr<const ground::Ground> ground;
    std::unique_ptr<ch::ChSystem> system;
    std::unique_ptr<Terrain> terrain;
};

TEST(Terrain, GivesTyresTheHeightNormalAndFrictionOfTheGround) {
    config::Scenario scenario = on_heights(ramp());
    scenario.ground.friction = 0.5;
    const World world(scenario);
    const ch::ChVector3d at(37, -4, 50);
    EXPECT_NEAR(world.terrain->GetHeight(at), 3.7, 1e-6);
    EXPECT_NEAR(world.terrain->GetPoint(at).z(), 3.7, 1e-6);
    EXPECT_NEAR(world.terrain->GetNormal(at).x(), -0.1 / std::sqrt(1.01), 1e-6);
    EXPECT_FLOAT_EQ(world.terrain->GetCoefficientFriction(at), 0.5F);
    ch::ChVector3d point, normal;
    double height = 0;
    float friction = 0;
    world.terrain->GetProperties(at, point, height, normal, friction);
    EXPECT_EQ(height, world.terrain->GetHeight(at));
    EXPECT_EQ(point, world.terrain->GetPoint(at));
    EXPECT_EQ(normal, world.terrain->GetNormal(at));
    EXPECT_EQ(friction, 0.5F);
}

TEST(Terrain, CarriesABodyThatLiesOnIt) {
    for (const config::Scenario& scenario : {config::Scenario{}, on_heights(ramp())}) {
        World world(scenario);
        const Footing box = world.box({50, -95, 0});
        const double height = world.terrain->GetHeight({50, -95, 0});
        box.chassis->SetPos({50, -95, height + 0.52});
        world.terrain->add(AgentId{0}, box);
        world.run(1);
        const geo::Vec3 at = from_chrono(box.chassis->GetPos());
        const ground::GroundPlane plane = world.ground->below(at);
        EXPECT_NEAR(geo::dot(plane.normal, at) - plane.offset, 0.5, 0.01);
        EXPECT_NEAR(box.chassis->GetPos().x(), 50, 0.3) << "it creeps, and does not slide";
    }
}

TEST(Terrain, LetsAWheelRollDownASlope) {
    World world(on_heights(ramp()));
    const Footing wheel = world.wheel({50, 0, 5 + 0.5 * std::sqrt(1.01) + 0.001});
    world.terrain->add(AgentId{0}, wheel);
    world.run(1);
    // A rolling disc has two thirds of the acceleration of a body that slides without friction.
    const double slope = std::atan(0.1), along = 9.81 * std::sin(slope) * 2 / 3 / 2;
    EXPECT_NEAR(wheel.chassis->GetPos().x(), 50 - along * std::cos(slope), 0.02);
    const geo::Vec3 at = from_chrono(wheel.chassis->GetPos());
    const ground::GroundPlane plane = world.ground->below(at);
    EXPECT_NEAR(geo::dot(plane.normal, at) - plane.offset, 0.5, 0.01);
}

TEST(Terrain, CarriesTracksOverARidge) {
    // A ridge along y.
    World world(on_heights("ncols 3\nnrows 2\nxllcenter -50\nyllcenter -50\ncellsize 50\n0 3 0\n0 3 0\n"));
    const auto shape = chrono_types::make_shared<ch::ChCollisionShapeBox>(world.rubber(), 0.2, 0.3, 0.05);
    const auto hull = chrono_types::make_shared<ch::ChBody>();
    hull->SetFixed(true);
    hull->SetPos({-20, 0, 3});
    world.system->AddBody(hull);
    std::vector<std::shared_ptr<ch::ChBody>> shoes;
    for (const double x : {-22.0, -20.0, -18.5}) {
        for (const double y : {-1.0, 1.0}) {
            const double height = world.terrain->GetHeight({x, y, 3}) + 0.05;
            shoes.push_back(
                world.add_body(shape, ch::vehicle::VehicleCollisionFamily::SHOE_FAMILY, 20, {x, y, height}));
        }
    }
    world.terrain->add(AgentId{0}, {.chassis = hull, .length_m = 5, .width_m = 3, .tracked = true});
    world.run(0.5);
    for (const auto& shoe : shoes)
        EXPECT_NEAR(shoe->GetPos().z() - world.terrain->GetHeight(shoe->GetPos()), 0.025, 0.01);
}

TEST(Terrain, RemovesItsPatchesWithTheVehicle) {
    for (const config::Scenario& scenario : {config::Scenario{}, on_heights(ramp())}) {
        World world(scenario);
        const Footing wheel = world.wheel({0, 0, 5});
        const auto before = world.system->GetBodies().size();
        world.terrain->add(AgentId{3}, wheel);
        EXPECT_EQ(world.system->GetBodies().size(), before + 2) << "below its body and below its wheel";
        world.run(0.01);
        world.terrain->remove(AgentId{3});
        EXPECT_EQ(world.system->GetBodies().size(), before);
        world.run(0.01);
    }
}

config::Scenario on_soil() {
    config::Scenario scenario;
    scenario.ground.kind = config::Ground::Kind::soil;
    scenario.ground.soil.mesh_m = 0.05;
    return scenario;
}

/// The position of a wheel of 600 kg after it has rolled for 0.6 s, and the heights of the soil below, behind
/// and beside the wheel.
struct Rut {
    ch::ChVector3d at;
    double below_m = 0, behind_m = 0, beside_m = 0;
};
Rut roll_on_soil() {
    World world(on_soil());
    const Footing wheel = world.wheel({200, 0, 0.5}, 600);
    wheel.chassis->SetPosDt({2, 0, 0});
    wheel.chassis->SetAngVelLocal({0, 4, 0});
    world.terrain->add(AgentId{0}, wheel);
    world.run(0.6);
    const double x = wheel.chassis->GetPos().x();
    return {wheel.chassis->GetPos(), world.terrain->GetHeight({x, 0, 0}),
            world.terrain->GetHeight({200.2, 0, 0}), world.terrain->GetHeight({200.2, 1, 0})};
}

TEST(Soil, YieldsAndKeepsTheRut) {
    const Rut rut = roll_on_soil();
    EXPECT_GT(rut.at.x(), 200.4);
    EXPECT_LT(rut.at.z(), 0.49);
    EXPECT_GT(rut.at.z(), 0.3);
    EXPECT_LT(rut.below_m, -0.01);
    EXPECT_LT(rut.behind_m, -0.01) << "the soil behind the wheel stays pressed down";
    EXPECT_EQ(rut.beside_m, 0);
}

TEST(Soil, RepeatsBitForBitWithOneThread) {
    const Rut one = roll_on_soil(), two = roll_on_soil();
    EXPECT_EQ(one.at, two.at);
    EXPECT_EQ(one.below_m, two.below_m);
}

TEST(Soil, NeedsRigidTyres) {
    config::Scenario scenario = on_soil();
    for (const char* name : {"hmmwv", "hmmwv_rigid"}) {
        scenario.vehicles[name] =
            config::load_vehicle(std::string(SYN_SOURCE_DIR) + "/vehicles/" + name + ".json").value();
    }
    config::AgentSpec agent;
    agent.vehicle = "hmmwv_rigid";
    EXPECT_TRUE(check_chrono(scenario, agent));
    agent.vehicle = "hmmwv";
    const auto refused = check_chrono(scenario, agent);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text,
              "vehicle 'hmmwv': chrono.tyre: hmmwv/tire/HMMWV_TMeasyTire.json: on soil the tyre has to be a "
              "'RigidTire', not a 'TMeasyTire'; vehicle 'hmmwv_rigid' has such tyres");
    scenario.ground = {};
    EXPECT_TRUE(check_chrono(scenario, agent));
}

TEST(Soil, KeepsRunningAfterAVehicleHasLeft) {
    World world(on_soil());
    const Footing wheel = world.wheel({0, 0, 0.5});
    world.terrain->add(AgentId{0}, wheel);
    world.run(0.05);
    world.terrain->remove(AgentId{0});
    world.system->Remove(wheel.chassis);
    world.run(0.05);
    SUCCEED();
}

}  // namespace
}  // namespace synchrono::client::engine::internal
