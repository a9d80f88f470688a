/// Proves that the double-track model is physical (rest, slopes, energy, symmetry, braking, weight), stays
/// finite whatever its inputs are, and converges as its step gets shorter. A test in tests/tools compares the
/// model with Chrono::Vehicle.
#include "client/engine/embedded/internal/double_track.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "common/base/random.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::engine {
namespace {

constexpr SimDuration kStep = SimDuration::milliseconds(1);
const ground::PlaneGround kRoad;

geo::Motion start(double speed, double yaw = 0) {
    geo::Motion m;
    m.orientation = geo::Quaternion::from_yaw(yaw);
    m.velocity = m.orientation.rotate({speed, 0, 0});
    return m;
}

/// Returns a plane that rises by `angle` towards `heading`.
ground::PlaneGround slope(double angle, double heading, double friction = 0.9) {
    return ground::PlaneGround({.normal = {-std::sin(angle) * std::cos(heading),
                                           -std::sin(angle) * std::sin(heading), std::cos(angle)},
                                .offset = 0,
                                .friction = friction});
}

/// One vehicle in a block of its own, on the given ground.
struct Alone {
    explicit Alone(const config::VehicleSpec& vehicle, const geo::Motion& from,
                   const ground::Ground& road = kRoad, SimDuration step = kStep)
        : block(vehicle.axles.size(), step), ground(road), step_s(step.to_seconds()) {
        lane =
            block.add({.vehicle = vehicle, .start = from, .model = VehicleModel::full, .gear = {}}, ground);
    }
    body::BodyMotion run(const body::DriverInputs& inputs, double seconds) {
        block.set_controls(lane, inputs);
        block.advance(std::llround(seconds / step_s), ground);
        return block.motion(lane);
    }
    double energy() const { return block.energy(lane, ground); }

    internal::DoubleTrackBlock block;
    const ground::Ground& ground;
    double step_s;
    std::size_t lane;
};

double forward(const body::BodyMotion& m) { return m.orientation.conjugate().rotate(m.velocity).x; }
double roll(const body::BodyMotion& m) {
    const geo::Quaternion& q = m.orientation;
    return std::atan2(2 * (q.w * q.x + q.y * q.z), 1 - 2 * (q.x * q.x + q.y * q.y));
}

/// Returns vehicles that stand still without controls. Their engines do not idle, and their left and right
/// sides are equal.
std::vector<config::VehicleSpec> plain_vehicles() {
    std::vector<config::VehicleSpec> all = test_vehicles();
    for (config::VehicleSpec& vehicle : all) {
        vehicle.powertrain.reaction = 0;
        vehicle.powertrain.engine.idle_rpm = 0;
    }
    return all;
}

config::VehicleSpec with_axles(config::VehicleSpec vehicle, std::size_t axles) {
    while (vehicle.axles.size() < axles) {
        vehicle.axles.push_back(vehicle.axles.back());
        vehicle.axles.back().position_m -= 1.3;
        vehicle.axles.back().drive_share = 0;
    }
    return vehicle;
}

TEST(DoubleTrack, StandsStillOnItsSprings) {
    for (const auto& vehicle : plain_vehicles()) {
        Alone alone(vehicle, start(0, 0.7));
        const body::BodyMotion before = alone.block.motion(alone.lane);
        for (const body::DriverInputs& inputs :
             {body::DriverInputs{}, body::DriverInputs{1, 0, 0}, body::DriverInputs{-0.3, 0, 1}}) {
            const body::BodyMotion after = alone.run(inputs, 5);
            // At rest toe and camber push the wheels a little against each other, but nothing drifts.
            EXPECT_LT(geo::length(after.position - before.position), 0.01) << vehicle.name;
            EXPECT_LT(geo::length(after.velocity), 1e-3) << vehicle.name;
            EXPECT_LT(geo::length(after.angular_velocity), 1e-3) << vehicle.name;
        }
    }
}

TEST(DoubleTrack, StandsLevelOnAnyNumberOfAxles) {
    for (std::size_t axles = 2; axles <= internal::kAxlesMax; ++axles) {
        const config::VehicleSpec vehicle = with_axles(truck(), axles);
        Alone alone(vehicle, start(0));
        const body::BodyMotion m = alone.run({0, 0, 1}, 5);
        EXPECT_NEAR(m.position.z, config::figures(vehicle).cg_height_m, 0.03) << axles;
        EXPECT_NEAR(std::abs(m.orientation.y), 0, 0.01) << axles;
    }
}

TEST(DoubleTrack, HoldsOnASlopeWithoutCreeping) {
    for (const auto& vehicle : plain_vehicles()) {
        for (const double heading : {0.0, std::numbers::pi / 2, std::numbers::pi, 0.6}) {
            const ground::PlaneGround hill = slope(0.2, heading);
            Alone alone(vehicle, start(0), hill);
            const geo::Vec3 settled = alone.run({0, 0, 1}, 40).position;
            const geo::Vec3 later = alone.run({0, 0, 1}, 60).position;
            EXPECT_LT(geo::length(later - settled), 0.001) << vehicle.name << " " << heading;
        }
    }
}

TEST(DoubleTrack, RollsDownASlopeWithGravity) {
    config::VehicleSpec car = sedan();
    car.powertrain.reaction = 0;
    car.tyre.rolling_resistance = 0;
    car.powertrain.engine.closed_torque_n_m = {{0, 0}, {7000, 0}};
    for (auto& axle : car.axles) axle.suspension.toe = {};
    const ground::PlaneGround hill = slope(-0.1, 0);
    Alone alone(car, start(0), hill);
    alone.run({}, 1);
    const double from = forward(alone.run({}, 1));
    const double gained = forward(alone.run({}, 2)) - from;
    double inertia = config::figures(car).mass_kg;
    const double r2 = car.tyre.radius_m * car.tyre.radius_m;
    for (const auto& axle : car.axles)
        inertia += (2 * axle.wheel_inertia_kg_m2 + axle.differential_inertia_kg_m2) / r2;
    inertia +=
        car.powertrain.shaft_inertia_kg_m2 * car.powertrain.final_ratio * car.powertrain.final_ratio / r2;
    EXPECT_NEAR(gained, 2 * 9.81 * std::sin(0.1) * config::figures(car).mass_kg / inertia, 0.03);
}

TEST(DoubleTrack, SlidesDownASlipperySlope) {
    const ground::PlaneGround ice = slope(0.2, 0, 0.1);
    Alone alone(sedan(), start(0), ice);
    EXPECT_LT(alone.run({0, 0, 1}, 5).position.x, -2);
}

TEST(DoubleTrack, BrakingLocksTheWheelsStopsAndHolds) {
    for (const auto& vehicle : plain_vehicles()) {
        Alone alone(vehicle, start(30));
        body::BodyMotion m = alone.run({0, 0, 1}, 1);
        const double at_once = 30 * 30 / (2 * 1.3 * 9.81);
        double x = m.position.x;
        for (int i = 0; i < 1500; ++i) {
            m = alone.run({0, 0, 1}, 0.01);
            EXPECT_GT(m.position.x, x - 0.1) << vehicle.name;  // it only rocks back on its tyres
            x = std::max(x, m.position.x);
        }
        EXPECT_LT(geo::length(m.velocity), 1e-3) << vehicle.name;
        EXPECT_GT(x, at_once) << vehicle.name;
        for (const double speed : body::wheel_speeds(alone.block.machinery(alone.lane)))
            EXPECT_LT(std::abs(speed), 1e-3);
    }
    Alone car(sedan(), start(30));
    EXPECT_LT(car.run({0, 0, 1}, 10).position.x, 75);
}

TEST(DoubleTrack, BrakesHoldAgainstTheEngine) {
    for (const auto& vehicle : plain_vehicles()) {
        config::VehicleSpec strong = vehicle;
        for (auto& axle : strong.axles) axle.brake_torque_n_m *= 10;
        Alone alone(strong, start(0));
        const double held = alone.run({0, 1, 1}, 10).position.x;
        EXPECT_LT(std::abs(held), 0.05) << vehicle.name;
        EXPECT_GT(alone.run({0, 1, 0}, 4).position.x, 1) << vehicle.name;
    }
}

TEST(DoubleTrack, EnergyNeverRisesByItself) {
    Random random(11);
    for (const auto& vehicle : plain_vehicles()) {
        for (int run = 0; run < 30; ++run) {
            geo::Motion from = start(random.uniform(-20, 60), random.uniform(-3, 3));
            from.velocity = from.velocity + geo::Vec3{random.uniform(-8, 8), random.uniform(-8, 8), 0};
            from.angular_velocity.z = random.uniform(-2, 2);
            Alone alone(vehicle, from);
            const body::DriverInputs inputs{random.uniform(-1, 1), 0, run % 3 == 0 ? random.uniform() : 0};
            alone.run(inputs, 0.02);  // the gear suits the speed after this
            double last = alone.energy();
            // The error of the integrator swings with the springs. Besides, slip is computed at the centre of
            // a wheel. A body that rolls about x therefore does a little work on its tyres, which the energy
            // does not count.
            const double allowed = 3e-3 * last;
            for (int i = 0; i < 400; ++i) {
                const body::BodyMotion m = alone.run(inputs, 0.01);
                if (m.orientation.rotate({0, 0, 1}).z < 0.95) break;  // it tips over
                const double e = alone.energy();
                ASSERT_LE(e, last + allowed) << vehicle.name << " run " << run << " at " << i;
                last = std::min(last, e);
            }
        }
    }
}

TEST(DoubleTrack, LiesOnItsBodyAfterTippingOver) {
    for (const auto& vehicle : {sedan(), kart()}) {
        config::VehicleSpec tall = vehicle;
        tall.body.cg_height_m = vehicle.axles[0].track_m;
        tall.body.height_m = 2 * tall.body.cg_height_m;
        Alone tipping(tall, start(25));
        const body::BodyMotion m = tipping.run({1, 0, 0}, 15);
        EXPECT_LT(m.orientation.rotate({0, 0, 1}).z, 0.5) << vehicle.name;
        EXPECT_GT(m.position.z, 0.1) << vehicle.name;
        EXPECT_LT(m.position.z, tall.body.height_m) << vehicle.name;
        EXPECT_LT(geo::length(m.velocity), 0.5) << vehicle.name;
    }
}

TEST(DoubleTrack, LeftMirrorsRight) {
    for (const auto& vehicle : plain_vehicles()) {
        Alone left(vehicle, start(15)), right(vehicle, start(15));
        Random random(5);
        for (int i = 0; i < 500; ++i) {
            const body::DriverInputs inputs{random.uniform(-0.3, 0.3), random.uniform(),
                                            random.chance(0.2) ? 0.5 : 0};
            body::DriverInputs mirrored = inputs;
            mirrored.steering = -inputs.steering;
            const body::BodyMotion l = left.run(inputs, 0.01), r = right.run(mirrored, 0.01);
            ASSERT_NEAR(l.position.x, r.position.x, 1e-6) << vehicle.name << " " << i;
            ASSERT_NEAR(l.position.y, -r.position.y, 1e-6) << vehicle.name << " " << i;
            ASSERT_NEAR(roll(l), -roll(r), 1e-7) << vehicle.name << " " << i;
        }
    }
}

TEST(DoubleTrack, LeansOutwardsInATurn) {
    Alone alone(sedan(), start(15));
    const body::BodyMotion m = alone.run({0.1, 0.1, 0}, 2);
    EXPECT_GT(m.angular_velocity.z, 0.1);  // turns left
    EXPECT_GT(roll(m), 0.005);             // its right side is down
    const double lateral = m.angular_velocity.z * forward(m);
    const geo::Vec3 body = m.orientation.conjugate().rotate(m.acceleration);
    EXPECT_NEAR(body.y, lateral, 0.2 * lateral);
}

TEST(DoubleTrack, StableAtSixtyMetresPerSecond) {
    for (const auto& vehicle : plain_vehicles()) {
        Alone alone(vehicle, start(60));
        alone.run({0.01, 0.5, 0}, 0.3);  // a kick
        alone.run({-0.01, 0.5, 0}, 0.3);
        const body::BodyMotion m = alone.run({0, 0.5, 0}, 6);
        EXPECT_LT(std::abs(m.angular_velocity.z), 2e-3) << vehicle.name;
        EXPECT_LT(std::abs(roll(m)), 2e-3) << vehicle.name;
    }
}

TEST(DoubleTrack, ConvergesWithSmallerSteps) {
    // Compares a lane change with the same lane change in steps of 20 us. Half the step gives about half the
    // error.
    const auto end = [](SimDuration step) {
        Alone alone(sedan(), start(20), kRoad, step);
        alone.run({0.1, 0.1, 0}, 1);
        alone.run({-0.1, 0, 0.2}, 1);
        return alone.run({0, 0, 0}, 1).position;
    };
    const geo::Vec3 reference = end(SimDuration::microseconds(20));
    const double coarse = geo::length(end(SimDuration::milliseconds(1)) - reference);
    const double fine = geo::length(end(SimDuration::microseconds(500)) - reference);
    EXPECT_LT(coarse, 0.05);
    EXPECT_GT(coarse / fine, 1.5);
    EXPECT_LT(coarse / fine, 2.7);
}

TEST(DoubleTrack, AMillionRandomInputsStayFinite) {
    Random random(3);
    auto vehicles = test_vehicles();
    for (const char* name : {"audi", "hmmwv", "citybus"}) vehicles.push_back(shipped(name));
    long steps = 0;
    while (steps < 1'000'000) {
        geo::Motion from = start(random.uniform(-30, 60), random.uniform(-4, 4));
        from.angular_velocity.z = random.uniform(-5, 5);
        const ground::PlaneGround ground =
            slope(random.uniform(0, 0.2), random.uniform(-4, 4), random.uniform(0.1, 2));
        const SimDuration step = random.chance(0.1) ? SimDuration::microseconds(4'100) : kStep;
        Alone alone(vehicles[random.below(vehicles.size())], from, ground, step);
        for (int i = 0; i < 200; ++i, steps += 10) {
            const body::BodyMotion m = alone.run(
                {random.chance(0.3) ? (random.chance(0.5) ? 1.0 : -1.0) : random.uniform(-1, 1),
                 random.chance(0.3) ? 1.0 : random.uniform(), random.chance(0.5) ? 0.0 : random.uniform()},
                10 * step.to_seconds());
            for (const double x : {m.position.x, m.position.y, m.position.z, m.orientation.w, m.orientation.x,
                                   m.velocity.x, m.velocity.y, m.velocity.z, m.angular_velocity.x,
                                   m.angular_velocity.y, m.angular_velocity.z, m.acceleration.z}) {
                ASSERT_TRUE(std::isfinite(x)) << "step " << steps;
            }
            ASSERT_LT(geo::length(m.velocity), 150) << "step " << steps;
        }
    }
}

TEST(DoubleTrack, AnEvenSplitAcceleratesLikeOneDrivenAxle) {
    config::VehicleSpec rear = sedan(), both = sedan();
    both.axles[0].drive_share = both.axles[1].drive_share = 0.5;
    both.axles[0].differential_inertia_kg_m2 = both.axles[1].differential_inertia_kg_m2 =
        rear.axles[1].differential_inertia_kg_m2 / 2;
    const auto speed = [](const config::VehicleSpec& vehicle) {
        Alone alone(vehicle, start(5));
        return forward(alone.run({0, 0.3, 0}, 2));
    };
    EXPECT_NEAR(speed(both), speed(rear), 0.08);  // four wheels slip less than two
}

TEST(DoubleTrack, DrivesTheAxlesWithADriveShare) {
    config::VehicleSpec car = sedan();
    car.powertrain.reaction = 0;
    for (const double front : {0.0, 0.5, 1.0}) {
        car.axles[0].drive_share = front;
        car.axles[1].drive_share = 1 - front;
        const ground::PlaneGround ice = slope(0, 0, 0.15);
        Alone alone(car, start(0), ice);
        alone.run({0, 1, 0}, 2);
        const auto wheels = body::wheel_speeds(alone.block.machinery(alone.lane));
        EXPECT_EQ(wheels[0] > 1.5 * wheels[2], front == 1.0) << front;
        EXPECT_EQ(wheels[2] > 1.5 * wheels[0], front == 0.0) << front;
    }
}

TEST(DoubleTrack, ALockedDifferentialTurnsBothWheelsEquallyFast) {
    config::VehicleSpec car = sedan();
    car.axles[1].differential_locked = true;
    Alone alone(car, start(5));
    alone.run({0.5, 0.2, 0}, 2);
    const auto wheels = body::wheel_speeds(alone.block.machinery(alone.lane));
    EXPECT_NEAR(wheels[2], wheels[3], 1e-9);
    EXPECT_GT(wheels[1] - wheels[0], 1);  // the front wheels turn as the bend needs
}

TEST(DoubleTrack, AnIdlingEngineNeitherDiesNorRunsAway) {
    Alone alone(truck(), start(0));
    alone.run({0, 0, 1}, 5);
    const double idle = truck().powertrain.engine.idle_rpm;
    EXPECT_NEAR(alone.block.machinery(alone.lane).engine_rpm, idle, 0.15 * idle);
    alone.run({0, 1, 0}, 30);
    EXPECT_GT(alone.block.machinery(alone.lane).gear, 4);
    EXPECT_LE(alone.block.machinery(alone.lane).engine_rpm, truck().powertrain.engine.speed_max_rpm * 1.05);
}

TEST(DoubleTrack, ShiftsUpWhileItAcceleratesAndDownWhileItBrakes) {
    Alone alone(sedan(), start(0));
    alone.run({0, 0.8, 0}, 8);
    const int up = alone.block.machinery(alone.lane).gear;
    EXPECT_GE(up, 3);
    alone.run({0, 0, 0.5}, 6);
    EXPECT_EQ(alone.block.machinery(alone.lane).gear, 1);
}

TEST(DoubleTrack, AntirollBarsReduceTheLean) {
    config::VehicleSpec stiff = sedan();
    for (auto& axle : stiff.axles) axle.suspension.antiroll_n_m = 100'000;
    const auto leans = [](const config::VehicleSpec& vehicle) {
        Alone alone(vehicle, start(15));
        return roll(alone.run({0.08, 0.1, 0}, 2));
    };
    EXPECT_LT(leans(stiff), 0.7 * leans(sedan()));
}

TEST(DoubleTrack, DragGrowsWithItsArea) {
    config::VehicleSpec car = sedan();
    const auto lost = [&](double area) {
        car.body.drag_area_m2 = area;
        Alone alone(car, start(50));
        return 50 - forward(alone.run({}, 1));
    };
    const double inertia = config::figures(car).mass_kg * 1.1;  // with its rotating parts
    EXPECT_NEAR(lost(2) - lost(0), 0.6 * 2 * 48 * 48 / inertia, 0.2);
}

}  // namespace
}  // namespace synchrono::client::engine
