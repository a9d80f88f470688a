// Proves how cones and balls move by themselves, how boxes push them, and how two of them share the momentum
// of a hit. Also proves that cones and balls stay in the world whatever motions other agents publish.
#include "client/element/internal/loose_body.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace synchrono::client::element::internal {
namespace {

constexpr double kBeat = 0.005;

config::AgentSpec spec_of(const config::BodyElement& body, geo::Vec3 position, double speed_m_s = 0,
                          double yaw_deg = 0, std::uint32_t id = 1) {
    config::AgentSpec spec;
    spec.id = AgentId{id};
    spec.element = body;
    spec.position = position;
    spec.speed_m_s = speed_m_s;
    spec.yaw_deg = yaw_deg;
    return spec;
}

/// A car along x whose front is at `front_m`.
Box car(double front_m, double speed_m_s = 0) {
    return {.middle = {front_m - 2.5, 0},
            .half_length = 2.5,
            .half_width = 1,
            .velocity = {speed_m_s, 0},
            .low = 0,
            .high = 1.5};
}

double speed_of(const LooseBody& body) { return geo::length(body.motion().velocity); }

TEST(LooseBody, StandsOnTheGroundUntilItIsPushed) {
    LooseBody cone(spec_of(config::BodyElement::of("cone"), {5, 6, 7}), 1);
    for (int i = 0; i < 100; ++i) cone.advance(kBeat, nullptr, {}, {});
    EXPECT_EQ(cone.motion().position, (geo::Vec3{5, 6, 7.375}));
    EXPECT_EQ(speed_of(cone), 0);
}

TEST(LooseBody, SlidesAndRollsToAStop) {
    struct Row {
        config::BodyElement body;
        double speed_m_s;
    };
    for (const auto& [body, speed] :
         {Row{config::BodyElement::of("cone"), 6}, Row{config::BodyElement::of("ball"), 2}}) {
        LooseBody one(spec_of(body, {0, 0, 0}, speed, 90), 1);
        const double deceleration = body.friction * 9.81;
        for (int i = 0; i < 2'000; ++i) one.advance(kBeat, nullptr, {}, {});
        EXPECT_EQ(speed_of(one), 0);
        EXPECT_NEAR(one.motion().position.y, speed * speed / 2 / deceleration, 0.02);
        EXPECT_NEAR(one.motion().position.x, 0, 1e-9);
    }
}

TEST(LooseBody, IsPushedAheadOfACar) {
    LooseBody cone(spec_of(config::BodyElement::of("cone"), {1, 0.3, 0}), 1);
    double front = 0;
    for (int i = 0; i < 400; ++i) {
        const Box box = car(front, 5);
        cone.advance(kBeat, nullptr, {}, {&box, 1});
        front += 5 * kBeat;
        EXPECT_GE(cone.motion().position.x, std::min(1.0, front + 0.2) - 1e-6) << "it is not in the car";
    }
    EXPECT_NEAR(cone.motion().position.x, front + 0.2, 0.3) << "it slides ahead of the bumper";
    EXPECT_NEAR(cone.motion().position.y, 0.3, 1e-9);
}

TEST(LooseBody, BouncesWithItsRestitution) {
    config::BodyElement body = config::BodyElement::of("ball");
    body.friction = 0;
    for (const double restitution : {0.0, 0.5, 1.0}) {
        body.restitution = restitution;
        LooseBody ball(spec_of(body, {10, 0, 0}, 4, 180), 1);
        const Box box = car(5, 3);
        Box now = box;
        for (int i = 0; i < 200; ++i) {
            ball.advance(kBeat, nullptr, {}, {&now, 1});
            now = now.after(kBeat);
        }
        // They approached each other at 7 m/s.
        EXPECT_NEAR(ball.motion().velocity.x, 3 + 7 * restitution, 1e-9) << restitution;
    }
}

TEST(LooseBody, IsHitByTheTailOfATurningCar) {
    LooseBody cone(spec_of(config::BodyElement::of("cone"), {-1, 1.25, 0}), 1);
    Box box{
        .middle = {0, 0}, .half_length = 2.5, .half_width = 1, .velocity = {}, .yaw_rate = -1, .high = 1.5};
    for (int i = 0; i < 20; ++i) {
        cone.advance(kBeat, nullptr, {}, {&box, 1});
        box = box.after(kBeat);
    }
    EXPECT_GT(cone.motion().velocity.y, 0.5) << "the left rear swings out";
}

TEST(LooseBody, IsNotTouchedFromAnotherLevel) {
    LooseBody cone(spec_of(config::BodyElement::of("cone"), {0, 0, 6}), 1);
    const Box below = car(1, 5);
    for (int i = 0; i < 10; ++i) cone.advance(kBeat, nullptr, {}, {&below, 1});
    EXPECT_EQ(cone.motion().position.x, 0);
}

TEST(LooseBody, SharesAHitByMassOnBothSides) {
    config::BodyElement light = config::BodyElement::of("ball"), heavy = config::BodyElement::of("ball");
    light.friction = heavy.friction = 0;
    light.restitution = heavy.restitution = 1;
    heavy.mass_kg = 3 * light.mass_kg;
    const auto a_spec = spec_of(light, {0, 0, 0}, 4, 0, 1), b_spec = spec_of(heavy, {1, 0, 0}, 0, 0, 2);
    LooseBody a(a_spec, 1), b(b_spec, 1);
    for (int i = 0; i < 200; ++i) {
        // Each ball gets the states that both had at the beginning of the heartbeat.
        const std::vector<OtherBody> seen{as_other(a_spec, a.motion()), as_other(b_spec, b.motion())};
        a.advance(kBeat, &seen[0], seen, {});
        b.advance(kBeat, &seen[1], seen, {});
    }
    EXPECT_NEAR(a.motion().velocity.x, -2, 1e-9);
    EXPECT_NEAR(b.motion().velocity.x, 2, 1e-9) << "momentum and energy are kept";
}

TEST(LooseBody, CountsAHitOnceThoughStatesComeLate) {
    constexpr std::int64_t kLag = 3;
    config::BodyElement body = config::BodyElement::of("cone");
    body.friction = 0;
    const auto a_spec = spec_of(body, {0, 0, 0}, 4, 0, 1), b_spec = spec_of(body, {1, 0, 0}, 0, 0, 2);
    LooseBody a(a_spec, kLag), b(b_spec, kLag);
    std::vector<std::vector<OtherBody>> published;
    for (int i = 0; i < 300; ++i) {
        published.push_back({as_other(a_spec, a.motion()), as_other(b_spec, b.motion())});
        std::vector<OtherBody> seen = published[published.size() > kLag - 1 ? published.size() - kLag : 0];
        for (OtherBody& one : seen) one.middle = one.middle + one.velocity * (kBeat * (kLag - 1));
        a.advance(kBeat, &seen[0], seen, {});
        b.advance(kBeat, &seen[1], seen, {});
    }
    EXPECT_NEAR(a.motion().velocity.x + b.motion().velocity.x, 4, 1e-9);
    EXPECT_GE(b.motion().velocity.x, a.motion().velocity.x);
    EXPECT_LE(b.motion().velocity.x, 2.3);
}

TEST(LooseBody, StaysInTheWorldForAnyInput) {
    constexpr double kHuge = 1e300;
    LooseBody ball(spec_of(config::BodyElement::of("ball"), {0, 0, 0}), 1);
    const std::vector<Box> boxes{
        {.middle = {-1, 0},
         .half_length = 1,
         .half_width = 1,
         .velocity = {kHuge, -kHuge},
         .yaw_rate = 3e38,
         .high = 2},
        {.middle = {kHuge, kHuge}, .half_length = kHuge, .half_width = 1, .velocity = {}, .high = 2},
        {.middle = {0.1, 0}, .half_length = 1, .half_width = 1, .velocity = {}, .high = 2},
        {.middle = {-0.1, 0}, .half_length = 1, .half_width = 1, .velocity = {}, .high = 2}};
    const auto self = as_other(spec_of(config::BodyElement::of("ball"), {0, 0, 0}), {});
    const std::vector<OtherBody> bodies{self,
                                        {.agent = AgentId{5},
                                         .middle = {1, 0},
                                         .velocity = {},
                                         .radius = kHuge,
                                         .mass_kg = 1,
                                         .high = kHuge}};
    for (int i = 0; i < 2'000; ++i) {
        ball.advance(kBeat, &self, bodies, boxes);
        const geo::Motion& motion = ball.motion();
        for (const double x : {motion.position.x, motion.position.y, motion.velocity.x, motion.velocity.y})
            ASSERT_LE(std::abs(x), 1e7);
    }
}

TEST(LooseBody, IsDeterministic) {
    const auto run = [] {
        LooseBody ball(spec_of(config::BodyElement::of("ball"), {0.3, 0.1, 0}, 3, 17), 1);
        Box box = car(-0.5, 9);
        box.yaw_rate = 0.3;
        for (int i = 0; i < 500; ++i) {
            ball.advance(kBeat, nullptr, {}, {&box, 1});
            box = box.after(kBeat);
        }
        return ball.motion().position;
    };
    EXPECT_EQ(run(), run());
}

}  // namespace
}  // namespace synchrono::client::element::internal
