/// Proves that agents which share the embedded engine do not change each other's motion by one bit, whatever
/// their models. Also proves that the single-track model is physical (rest, energy, symmetry, steady turning,
/// braking), that it stays stable and finite whatever its inputs are, and that it converges as its step gets
/// shorter.

#include "client/engine/embedded/embedded_engine.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

#include "common/base/random.hpp"
#include "tests/common/log/allocation_watch.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::engine {
namespace {

constexpr SimDuration kStep = SimDuration::milliseconds(1);
constexpr SimDuration kBeat = SimDuration::milliseconds(5);
constexpr AgentId kAgent{7};
constexpr VehicleModel kModels[] = {VehicleModel::full, VehicleModel::single_track};

geo::Motion start(double speed, double yaw = 0) {
    geo::Motion m;
    m.orientation = geo::Quaternion::from_yaw(yaw);
    m.velocity = m.orientation.rotate({speed, 0, 0});
    return m;
}

NewBody new_vehicle(const config::VehicleSpec& vehicle, const geo::Motion& from, VehicleModel model) {
    return {.vehicle = vehicle, .start = from, .model = model, .gear = {}};
}

/// One vehicle in an engine of its own.
struct Alone {
    Alone(const config::VehicleSpec& v, const geo::Motion& from, SimDuration step = kStep,
          VehicleModel model = VehicleModel::single_track)
        : engine(make_embedded_engine(step)) {
        engine->add(kAgent, new_vehicle(v, from, model));
    }
    const body::BodyMotion& run(const body::DriverInputs& inputs, double seconds, SimDuration beat = kBeat) {
        engine->set_controls(kAgent, inputs);
        const auto n = static_cast<int>(std::lround(seconds / beat.to_seconds()));
        for (int i = 0; i < n; ++i) engine->advance(beat);
        return now();
    }
    const body::BodyMotion& now() const { return engine->motion(kAgent); }

    std::unique_ptr<BodyEngine> engine;
};

double forward(const body::BodyMotion& m) { return m.orientation.conjugate().rotate(m.velocity).x; }
double sideways(const body::BodyMotion& m) { return m.orientation.conjugate().rotate(m.velocity).y; }

double energy(const config::VehicleSpec& v, const body::BodyMotion& m) {
    const config::VehicleFigures whole = config::figures(v);
    double yaw_inertia = v.body.inertia_kg_m2[2];
    for (const auto& axle : v.axles) {
        const double x = axle.position_m - whole.cg_m;
        yaw_inertia += 2 * axle.unsprung_mass_kg * (x * x + axle.track_m * axle.track_m / 4);
    }
    return 0.5 * whole.mass_kg * geo::dot(m.velocity, m.velocity) +
           0.5 * yaw_inertia * m.angular_velocity.z * m.angular_velocity.z;
}

/// Returns the coefficient of friction of a vehicle: the coefficient of the road, which is 0.9, times the
/// factor of the vehicle's tyres.
double friction(const config::VehicleSpec& v) {
    return 0.9 / v.tyre.reference_friction * v.tyre.lateral.peak_force_n[0] / v.tyre.nominal_load_n;
}

bool finite(const body::BodyMotion& m) {
    for (const double x :
         {m.position.x, m.position.y, m.position.z, m.orientation.w, m.orientation.z, m.velocity.x,
          m.velocity.y, m.angular_velocity.z, m.acceleration.x, m.acceleration.y})
        if (!std::isfinite(x)) return false;
    return true;
}

bool same_bits(const body::BodyMotion& a, const body::BodyMotion& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;  // NOLINT(bugprone-suspicious-memory-comparison)
}

TEST(SingleTrack, StandstillStaysAtRest) {
    for (const auto& vehicle : test_vehicles()) {
        Alone alone(vehicle, start(0, 0.7));
        const body::BodyMotion before = alone.now();
        for (const body::DriverInputs& inputs :
             {body::DriverInputs{}, body::DriverInputs{1, 0, 0}, body::DriverInputs{-0.3, 0, 1}}) {
            const body::BodyMotion& after = alone.run(inputs, 5);
            EXPECT_EQ(after.position, before.position) << vehicle.name;
            EXPECT_EQ(after.orientation.w, before.orientation.w);
            EXPECT_EQ(after.orientation.z, before.orientation.z);
            EXPECT_EQ(after.velocity, geo::Vec3{});
            EXPECT_EQ(after.acceleration, geo::Vec3{});
        }
    }
}

TEST(SingleTrack, BrakesHoldAgainstTheEngineAtStandstill) {
    for (const auto& vehicle : test_vehicles()) {
        config::VehicleSpec strong = vehicle;
        for (auto& axle : strong.axles) axle.brake_torque_n_m = 1e5;
        Alone alone(strong, start(0));
        const body::BodyMotion& held = alone.run({0.8, 1, 1}, 10);
        EXPECT_EQ(held.position.x, 0) << vehicle.name;
        EXPECT_EQ(held.position.y, 0) << vehicle.name;
        EXPECT_GT(alone.run({0, 1, 0}, 2).position.x, 1) << vehicle.name;
    }
}

TEST(SingleTrack, BrakingStopsAndNeverRollsBack) {
    for (const auto& vehicle : test_vehicles()) {
        Alone alone(vehicle, start(30));
        double x = 0;
        for (int i = 0; i < 3000; ++i) {
            const body::BodyMotion& m = alone.run({0, 0, 1}, 0.005);
            EXPECT_GE(m.position.x, x);
            x = m.position.x;
        }
        EXPECT_EQ(alone.now().velocity, geo::Vec3{}) << vehicle.name;
        // The stopping distance is no shorter than the friction allows.
        EXPECT_GT(x, 30 * 30 / (2 * friction(vehicle) * 9.81)) << vehicle.name;
    }
    Alone car(sedan(), start(30));
    EXPECT_LT(car.run({0, 0, 1}, 10).position.x, 60);
}

TEST(SingleTrack, CoastingNeverGainsEnergy) {
    Random random(11);
    for (const auto& vehicle : test_vehicles()) {
        for (int run = 0; run < 60; ++run) {
            // Some vehicles start straight on, others sliding, backwards or spinning.
            geo::Motion from = start(random.uniform(-20, 60), random.uniform(-3, 3));
            from.velocity = from.velocity + geo::Vec3{random.uniform(-8, 8), random.uniform(-8, 8), 0};
            from.angular_velocity.z = random.uniform(-3, 3);
            Alone alone(vehicle, from);
            const body::DriverInputs inputs{random.uniform(-1, 1), 0, run % 3 == 0 ? random.uniform() : 0};
            alone.engine->set_controls(kAgent, inputs);
            double last = energy(vehicle, alone.now());
            for (int i = 0; i < 4000; ++i) {
                alone.engine->advance(kStep);
                const double e = energy(vehicle, alone.now());
                ASSERT_LE(e, last * (1 + 1e-12)) << vehicle.name << " run " << run << " step " << i;
                last = e;
            }
        }
    }
}

TEST(SingleTrack, LeftMirrorsRight) {
    for (const auto& vehicle : test_vehicles()) {
        Alone left(vehicle, start(15)), right(vehicle, start(15));
        Random random(5);
        for (int i = 0; i < 2000; ++i) {
            const body::DriverInputs inputs{random.uniform(-1, 1), random.uniform(),
                                            random.chance(0.2) ? 0.5 : 0};
            body::DriverInputs mirrored = inputs;
            mirrored.steering = -inputs.steering;
            const body::BodyMotion l = left.run(inputs, 0.005), r = right.run(mirrored, 0.005);
            ASSERT_EQ(l.position.x, r.position.x);
            ASSERT_EQ(l.position.y, -r.position.y);
            ASSERT_EQ(l.orientation.z, -r.orientation.z);
            ASSERT_EQ(l.angular_velocity.z, -r.angular_velocity.z);
        }
    }
}

TEST(SingleTrack, SlowTurningFollowsTheWheels) {
    const config::VehicleFigures car = config::figures(sedan());
    const double angle = 0.5 * car.steering_angle_max_rad;
    Alone alone(sedan(), start(2));
    // Without slip the yaw rate is tan(angle) / wheelbase times the speed of the rear axle.
    const body::BodyMotion& m = alone.run({0.5, 0.01, 0}, 3);
    EXPECT_NEAR(m.angular_velocity.z / forward(m), std::tan(angle) / car.wheelbase_m, 0.003);
    EXPECT_NEAR(sideways(m) / forward(m),
                std::tan(angle) * (car.wheelbase_m - car.cg_to_front_axle_m) / car.wheelbase_m, 0.01);
}

TEST(SingleTrack, SteadyTurnMatchesTheLinearTheory) {
    const config::VehicleFigures car = config::figures(sedan());
    const config::TyreSpec tyre = sedan().tyre;
    const double a = car.cg_to_front_axle_m, b = car.wheelbase_m - a, weight = car.mass_kg * 9.81;
    const auto stiffness = [&](double axle_load) {  // of an axle, by the tyre's slope_n
        const double q = axle_load / 2 / tyre.nominal_load_n;
        const auto& slope = tyre.lateral.slope_n;
        return 2 * q * (2 * slope[0] - slope[1] / 2 - (slope[0] - slope[1] / 2) * q);
    };
    const double understeer =
        car.mass_kg / car.wheelbase_m *
        (b / stiffness(weight * b / car.wheelbase_m) - a / stiffness(weight * a / car.wheelbase_m));
    const double angle = 0.01;
    Alone alone(sedan(), start(20));
    double speed = 20, throttle = 0.1;
    for (int i = 0; i < 4000; ++i) {
        throttle = std::clamp(throttle + 0.001 * (20 - speed), 0.0, 1.0);
        speed = forward(alone.run({angle / car.steering_angle_max_rad, throttle, 0}, 0.005));
    }
    EXPECT_NEAR(alone.now().angular_velocity.z,
                speed * angle / (car.wheelbase_m + understeer * speed * speed), 0.002);
}

TEST(SingleTrack, TopSpeedIsWherePowerMeetsDrag) {
    config::VehicleSpec car = sedan();
    car.body.drag_area_m2 = 2;
    Alone alone(car, start(40));
    const config::VehicleFigures whole = config::figures(car);
    const double v = forward(alone.run({0, 1, 0}, 300));
    const double resistance = 0.6 * 2 * v * v + car.tyre.rolling_resistance * whole.mass_kg * 9.81;
    EXPECT_NEAR(whole.drive_power_max_w / v, resistance, 0.01 * resistance);
}

TEST(SingleTrack, CorneringNeverExceedsTheGrip) {
    for (const auto& vehicle : test_vehicles()) {
        Alone alone(vehicle, start(25));
        for (int i = 0; i < 1000; ++i) {
            const body::BodyMotion& m = alone.run({1, 0.3, i % 200 < 50 ? 1.0 : 0.0}, 0.005);
            const double drag = 0.6 * vehicle.body.drag_area_m2 * 25 * 25 / config::figures(vehicle).mass_kg;
            ASSERT_LE(geo::length(m.acceleration), friction(vehicle) * 9.81 + drag + 0.1) << vehicle.name;
        }
    }
}

TEST(SingleTrack, StableAtSixtyMetresPerSecond) {
    Alone alone(sedan(), start(60));
    alone.run({0.05, 0.5, 0}, 0.3);  // a kick
    alone.run({-0.05, 0.5, 0}, 0.3);
    const body::BodyMotion& m = alone.run({0, 0.9, 0}, 10);
    EXPECT_GT(forward(m), 45);
    EXPECT_LT(std::abs(m.angular_velocity.z), 1e-3);
    EXPECT_LT(std::abs(sideways(m)), 0.05);
}

TEST(SingleTrack, ConvergesWithSmallerSteps) {
    // Compares a lane change at the limit of the tyres with the same lane change in steps of 10 us. Half the
    // step gives about half the error.
    const auto end = [](SimDuration step) {
        Alone alone(sedan(), start(25), step);
        alone.run({0.15, 0.3, 0}, 1);
        alone.run({-0.15, 0, 0.2}, 1);
        return alone.run({0, 0, 0}, 1).position;
    };
    const geo::Vec3 reference = end(SimDuration::microseconds(10));
    const double coarse = geo::length(end(SimDuration::milliseconds(1)) - reference);
    const double fine = geo::length(end(SimDuration::microseconds(500)) - reference);
    EXPECT_LT(coarse, 0.25);
    EXPECT_GT(coarse / fine, 1.6);
    EXPECT_LT(coarse / fine, 2.6);
}

TEST(SingleTrack, AMillionRandomInputsStayFinite) {
    Random random(3);
    const auto vehicles = test_vehicles();
    long steps = 0;
    while (steps < 1'000'000) {
        geo::Motion from = start(random.uniform(-30, 70), random.uniform(-4, 4));
        from.angular_velocity.z = random.uniform(-10, 10);
        Alone alone(vehicles[random.below(vehicles.size())], from);
        for (int i = 0; i < 2000; ++i, ++steps) {
            alone.engine->set_controls(
                kAgent,
                {random.chance(0.3) ? (random.chance(0.5) ? 1.0 : -1.0) : random.uniform(-1, 1),
                 random.chance(0.3) ? 1.0 : random.uniform(), random.chance(0.5) ? 0.0 : random.uniform()});
            alone.engine->advance(kStep);
            ASSERT_TRUE(finite(alone.now())) << "step " << steps;
            ASSERT_LT(geo::length(alone.now().velocity), 120) << "step " << steps;
            ASSERT_LT(std::abs(alone.now().angular_velocity.z), 40) << "step " << steps;
        }
    }
}

TEST(EmbeddedEngine, SharingAnEngineChangesNoBitOfTheResult) {
    constexpr int kVehicles = 30, kBeats = 400;
    const auto vehicles = test_vehicles();
    const auto spec = [&](int i) { return vehicles[static_cast<std::size_t>(i) % vehicles.size()]; };
    const auto model = [](int i) { return i % 5 == 0 ? VehicleModel::single_track : VehicleModel::full; };
    const auto input = [](int i, int beat) {
        Random r(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(beat));
        return body::DriverInputs{r.uniform(-1, 1), r.uniform(), r.chance(0.3) ? r.uniform() : 0};
    };
    // Runs the vehicles alone, in groups of eight, all together, and in the reverse order.
    const auto run = [&](int group, bool reverse) {
        std::vector<body::BodyMotion> ends(kVehicles);
        for (int first = 0; first < kVehicles; first += group) {
            const auto engine = make_embedded_engine(kStep);
            std::vector<int> members;
            for (int i = first; i < std::min(first + group, kVehicles); ++i) members.push_back(i);
            if (reverse) std::reverse(members.begin(), members.end());
            for (const int i : members) {
                engine->add({static_cast<std::uint32_t>(i)},
                            new_vehicle(spec(i), start(5 + i, 0.1 * i), model(i)));
            }
            for (int beat = 0; beat < kBeats; ++beat) {
                for (const int i : members)
                    engine->set_controls({static_cast<std::uint32_t>(i)}, input(i, beat));
                engine->advance(kBeat);
            }
            for (const int i : members)
                ends[static_cast<std::size_t>(i)] = engine->motion({static_cast<std::uint32_t>(i)});
        }
        return ends;
    };
    const auto alone = run(1, false);
    for (const auto& other : {run(8, false), run(30, false), run(30, true)})
        for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_TRUE(same_bits(alone[i], other[i])) << i;
}

TEST(EmbeddedEngine, TheLengthOfAHeartbeatChangesNothing) {
    for (const VehicleModel model : kModels) {
        Alone a(sedan(), start(10), kStep, model), b(sedan(), start(10), kStep, model);
        EXPECT_TRUE(same_bits(a.run({0.2, 0.5, 0}, 1, SimDuration::milliseconds(1)),
                              b.run({0.2, 0.5, 0}, 1, SimDuration::milliseconds(20))));
    }
}

TEST(EmbeddedEngine, RemovingAVehicleLeavesTheOthersUnchanged) {
    for (const VehicleModel model : kModels) {
        const auto engine = make_embedded_engine(kStep);
        for (std::uint32_t i = 0; i < 9; ++i) engine->add({i}, new_vehicle(sedan(), start(i), model));
        engine->advance(kBeat);
        for (const std::uint32_t gone : {1u, 4u, 5u, 6u, 7u}) engine->remove({gone});
        Alone alone(sedan(), start(3), kStep, model);
        alone.run({}, 0.010);
        engine->advance(kBeat);
        EXPECT_TRUE(same_bits(engine->motion({3}), alone.now()));
        // A removed agent may come back, and get a place in the engine that another agent has had before.
        engine->add({1}, new_vehicle(sedan(), start(3), model));
        engine->advance(kBeat);
        engine->advance(kBeat);
        EXPECT_TRUE(same_bits(engine->motion({1}), alone.now()));
    }
}

TEST(EmbeddedEngine, AdvancingAllocatesNothing) {
    for (const VehicleModel model : kModels) {
        Alone alone(sedan(), start(10), kStep, model);
        const auto before = log::testing::allocations_of_this_thread();
        alone.run({0.3, 0.5, 0}, 1);
        EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
    }
}

TEST(EmbeddedEngine, StartsWithTheGivenMotion) {
    for (const VehicleModel model : kModels) {
        geo::Motion from = start(12, 2.5);
        from.position = {100, -50, 3};
        Alone alone(sedan(), from, kStep, model);
        EXPECT_EQ(alone.now().position, (geo::Vec3{100, -50, config::figures(sedan()).cg_height_m}));
        EXPECT_EQ(alone.now().velocity.x, from.velocity.x);
        EXPECT_NEAR(alone.now().orientation.yaw(), 2.5, 1e-12);
        const body::DriverInputs inputs{0.5, 0.25, 0.125};
        EXPECT_EQ(alone.run(inputs, 0.005).applied, inputs);
    }
}

TEST(EmbeddedEngine, ReturnsWheelSpeedsGearAndEngineSpeed) {
    Alone alone(sedan(), start(15), kStep, VehicleModel::full);
    const body::Machinery machinery = alone.engine->machinery(kAgent);
    ASSERT_EQ(body::wheel_speeds(machinery).size(), 4u);
    for (const double speed : body::wheel_speeds(machinery))
        EXPECT_NEAR(speed * sedan().tyre.radius_m, 15, 0.3);
    EXPECT_GT(machinery.gear, 1);
    EXPECT_GT(machinery.engine_rpm, 1000);
}

TEST(EmbeddedEngineDeath, BrokenContractsStopTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    Alone alone(sedan(), start(0));
    EXPECT_DEATH(alone.engine->add(kAgent, new_vehicle(sedan(), start(0), VehicleModel::full)),
                 "requirement failed");
    EXPECT_DEATH(alone.engine->remove({3}), "requirement failed");
    EXPECT_DEATH((void)alone.engine->motion({99}), "requirement failed");
    EXPECT_DEATH(alone.engine->set_controls(kAgent, {std::nan(""), 0, 0}), "requirement failed");
    EXPECT_DEATH(alone.engine->set_controls(kAgent, {0, 1.01, 0}), "requirement failed");
    EXPECT_DEATH(alone.engine->advance(SimDuration::microseconds(1500)), "requirement failed");
    EXPECT_DEATH(make_embedded_engine(SimDuration::milliseconds(6)), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::engine
