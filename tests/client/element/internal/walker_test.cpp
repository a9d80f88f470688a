// Proves that a pedestrian walks its line at its speed, waits for its signals, and at the end stops or
// repeats the line as configured.
#include "client/element/internal/walker.hpp"

#include <gtest/gtest.h>
#include <numbers>

namespace synchrono::client::element::internal {
namespace {

using config::PedestrianElement;

PedestrianElement line() {
    PedestrianElement spec;
    spec.points = {{0, 0}, {3, 0}, {3, 4}};
    spec.ground_m = 1;
    spec.speed_m_s = 2;
    spec.height_m = 1.8;
    return spec;
}

const Walker::MayWalk kAlways = [](const auto&) { return true; };
const Walker::MayWalk kNever = [](const auto&) { return false; };

TEST(Walker, GoesAlongItsLineAtItsSpeed) {
    for (const double step : {0.005, 0.1, 1.0}) {
        const PedestrianElement spec = line();
        Walker walker(spec);
        EXPECT_EQ(walker.motion().position, (geo::Vec3{0, 0, 1.9}));
        EXPECT_EQ(walker.motion().velocity, geo::Vec3{}) << "it has not begun";
        for (double t = step; t < 1.001; t += step) walker.advance(step, kAlways);
        EXPECT_NEAR(walker.motion().position.x, 2, 1e-9) << step;
        EXPECT_NEAR(walker.motion().velocity.x, 2, 1e-9);
        for (double t = step; t < 1.001; t += step) walker.advance(step, kAlways);
        EXPECT_NEAR(walker.motion().position.y, 1, 1e-9) << "round the corner";
        EXPECT_NEAR(walker.motion().orientation.yaw(), std::numbers::pi / 2, 1e-9);
        EXPECT_FALSE(walker.has_arrived());
        for (double t = step; t < 2.001; t += step) walker.advance(step, kAlways);
        EXPECT_TRUE(walker.has_arrived());
        EXPECT_NEAR(walker.motion().position.y, 4, 1e-9) << "and no further";
        EXPECT_EQ(walker.motion().velocity, geo::Vec3{});
    }
}

TEST(Walker, WaitsForItsSignal) {
    PedestrianElement spec = line();
    spec.waits = {{1, AgentId{7}, 12}};
    Walker walker(spec);
    walker.advance(5, kNever);
    EXPECT_NEAR(walker.motion().position.x, 3, 1e-12);
    EXPECT_NEAR(walker.motion().position.y, 0, 1e-12);
    EXPECT_EQ(walker.motion().velocity, geo::Vec3{});
    walker.advance(1, [](const PedestrianElement::Wait& wait) {
        return wait.signals == AgentId{7} && wait.group == 12;
    });
    EXPECT_NEAR(walker.motion().position.y, 2, 1e-9);
    walker.advance(1, kNever);
    EXPECT_NEAR(walker.motion().position.y, 4, 1e-9) << "it does not stop once it has started to cross";
}

TEST(Walker, TurnsBackAtBothEnds) {
    PedestrianElement spec = line();
    spec.repeat = PedestrianElement::Repeat::back;
    spec.waits = {{2, AgentId{7}, 12}};
    Walker walker(spec);
    walker.advance(10, kNever);
    EXPECT_NEAR(walker.motion().position.y, 4, 1e-9) << "it waits there before it turns";
    walker.advance(1.5, kAlways);
    EXPECT_NEAR(walker.motion().position.y, 1, 1e-9);
    walker.advance(2, kAlways);
    EXPECT_NEAR(walker.motion().position.x, 0, 1e-9);
    walker.advance(1, kAlways);
    EXPECT_NEAR(walker.motion().position.x, 2, 1e-9);
    walker.advance(1000, kAlways);
    EXPECT_FALSE(walker.has_arrived());
}

TEST(Walker, GoesRoundALoop) {
    PedestrianElement spec = line();
    spec.repeat = PedestrianElement::Repeat::loop;
    Walker walker(spec);
    walker.advance(3.5 + 1.25, kAlways);  // 3 m and 4 m, then half of the 5 m back
    EXPECT_NEAR(walker.motion().position.x, 1.5, 1e-9);
    EXPECT_NEAR(walker.motion().position.y, 2, 1e-9);
    walker.advance(1.25 + 0.5, kAlways);
    EXPECT_NEAR(walker.motion().position.x, 1, 1e-9);
}

}  // namespace
}  // namespace synchrono::client::element::internal
