// Proves that keys and sticks are turned into inputs with which a vehicle can be driven.
#include "client/view/driver.hpp"

#include <gtest/gtest.h>

namespace synchrono::client::view {
namespace {

body::DriverInputs held(const Wish& wish, double speed_m_s, double seconds, WishSmoother hand = {}) {
    body::DriverInputs inputs;
    for (int i = 0; i < static_cast<int>(seconds * 100 + 0.5); ++i)
        inputs = hand.inputs_after(wish, speed_m_s, 0.01);
    return inputs;
}

TEST(WishSmoother, MovesTheControlsGradually) {
    WishSmoother hand;
    const auto inputs = hand.inputs_after({.steering = 1, .throttle = 1}, 0, 0.01);
    EXPECT_GT(inputs.steering, 0);
    EXPECT_LT(inputs.steering, 0.05);
    EXPECT_LT(inputs.throttle, 0.05);
}

TEST(WishSmoother, ReachesTheWantedInputs) {
    EXPECT_EQ(held({.steering = -1}, 0, 2).steering, -1);
    EXPECT_EQ(held({.throttle = 1}, 0, 2).throttle, 1);
    EXPECT_EQ(held({.braking = 1}, 0, 2).braking, 1);
}

TEST(WishSmoother, KeysSteerLessAtHigherSpeed) {
    const double slow = held({.steering = 1}, 5, 3).steering, fast = held({.steering = 1}, 25, 3).steering;
    EXPECT_GT(slow, 0.7);
    EXPECT_LT(fast, 0.35);
    EXPECT_GT(fast, 0.05);
    EXPECT_EQ(held({.steering = 1, .analogue = true}, 25, 3).steering, 1)
        << "a stick sets the angle directly";
}

TEST(WishSmoother, TheWheelReturnsToTheMiddleByItself) {
    WishSmoother hand;
    for (int i = 0; i < 200; ++i) hand.inputs_after({.steering = 1}, 0, 0.01);
    EXPECT_EQ(held({}, 0, 1, hand).steering, 0);
}

TEST(WishSmoother, BrakingReleasesTheThrottle) {
    EXPECT_EQ(held({.throttle = 1, .braking = 1}, 0, 2).throttle, 0);
}

TEST(WishSmoother, StaysWithinTheRangesOfTheInputs) {
    const auto inputs = held({.steering = 9, .throttle = 9, .braking = -9, .analogue = true}, 0, 5);
    EXPECT_EQ(inputs, (body::DriverInputs{1, 1, 0}));
}

}  // namespace
}  // namespace synchrono::client::view
