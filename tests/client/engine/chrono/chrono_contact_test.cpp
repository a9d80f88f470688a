/// Proves that vehicles in Chrono collide with each other, because they share one system. Also proves that
/// they collide with the world's other bodies.
#include <gtest/gtest.h>

#include "tests/client/engine/chrono/chrono_fixture.hpp"

namespace synchrono::client::engine {
namespace {

constexpr AgentId kOne{1}, kTwo{2}, kOther{7};

struct Contact : testing::TestWithParam<config::ChronoContact> {
    std::unique_ptr<BodyEngine> engine =
        make_chrono_engine(config::ChronoSettings{.contact = GetParam()}).value();

    /// Returns a car of 4.5 m that moves along x.
    static body::Obstacle other(double x, double speed) {
        return {.agent = kOther,
                .length_m = 4.5,
                .width_m = 1.8,
                .height_m = 1.5,
                .motion = moving({x, 0.3, 0.6}, 0, speed)};
    }
    /// Advances the engine among `others`, which go straight on.
    void advance_among(std::vector<body::Obstacle> others, double seconds) {
        for (int i = 0; i < static_cast<int>(seconds * 100 + 0.5); ++i) {
            engine->set_surroundings({.now = {}, .bodies = others, .signals = {}});
            engine->advance(kHeartbeat);
            for (body::Obstacle& each : others)
                each.motion.position = each.motion.position + each.motion.velocity * 0.01;
        }
    }
};

TEST_P(Contact, ARearEndCollisionMovesBothVehicles) {
    const config::VehicleSpec sedan = vehicle_named("sedan");
    engine->add(kOne, {.vehicle = sedan, .start = moving({0, 0, 0}, 0, 8)});
    engine->add(kTwo, {.vehicle = sedan, .start = moving({sedan.body.length_m + 0.5, 0, 0}, 0, 0)});
    advance(*engine, 0.4);
    const double behind = engine->motion(kOne).velocity.x, ahead = engine->motion(kTwo).velocity.x;
    EXPECT_GT(ahead, 2);
    EXPECT_LT(behind, 6);
    EXPECT_NEAR(behind + ahead, 8, 1);  // their masses are equal
    EXPECT_GT(engine->motion(kTwo).position.x - engine->motion(kOne).position.x, sedan.body.length_m - 0.4);
}

TEST_P(Contact, AnotherBodyStopsTheCar) {
    const config::VehicleSpec sedan = vehicle_named("sedan");
    engine->add(kOne, {.vehicle = sedan, .start = moving({0, 0, 0}, 0, 6)});
    advance_among({other(5.5, 0)}, 0.5);
    EXPECT_LT(engine->motion(kOne).velocity.x, 1);
    EXPECT_LT(engine->motion(kOne).position.x, 5.5 - 2.25 - sedan.body.length_m / 2 + 0.4);
}

TEST_P(Contact, AMovingBodyPushesWithItsSpeed) {
    const config::VehicleSpec sedan = vehicle_named("sedan");
    engine->add(kOne, {.vehicle = sedan, .start = moving({0, 0, 0}, 0, 0)});
    advance_among({other(-2.25 - sedan.body.length_m / 2 - 0.3, 5)}, 0.4);
    EXPECT_GT(engine->motion(kOne).velocity.x, 3);
    EXPECT_LT(engine->motion(kOne).velocity.x, 7);
}

INSTANTIATE_TEST_SUITE_P(Methods, Contact,
                         testing::Values(config::ChronoContact::smc, config::ChronoContact::nsc),
                         [](const auto& param_info) {
                             return param_info.param == config::ChronoContact::smc ? "smc" : "nsc";
                         });

TEST(ChronoContact, ABodyThatPassesWithoutTouchingPushesNothing) {
    const auto run = [](bool present) {
        const auto engine = make_chrono_engine(config::ChronoSettings{}).value();
        engine->add(kOne, {.vehicle = vehicle_named("sedan"), .start = moving({0, 0, 0}, 0, 6)});
        for (int i = 0; i < 20; ++i) {
            const body::Obstacle near{.agent = kOther,
                                      .length_m = 0.5,
                                      .width_m = 0.5,
                                      .height_m = 1.8,
                                      .motion = moving({3, i % 10 < 5 ? 2.5 : 60.0, 1}, 0, 0)};
            const body::Obstacle own{
                .agent = kOne, .length_m = 4.5, .width_m = 1.8, .height_m = 1.5, .motion = {}};
            std::vector<body::Obstacle> others{own};
            if (present && i != 12) others.push_back(near);
            engine->set_surroundings({.now = {}, .bodies = others, .signals = {}});
            engine->advance(kHeartbeat);
        }
        return engine->motion(kOne);
    };
    const body::BodyMotion with = run(true), without = run(false);
    // The two motions are not equal to the last bit, since Chrono sets up its equations again when a body
    // comes or goes.
    EXPECT_LT(geo::length(with.position - without.position), 1e-3);
    EXPECT_LT(geo::length(with.velocity - without.velocity), 0.02);
}

}  // namespace
}  // namespace synchrono::client::engine
