// Proves that wheels are guessed well for a vehicle that its file describes for Chrono only, and that a
// tracked vehicle has no wheels.
#include "client/kind/vehicle/wheels.hpp"

#include <gtest/gtest.h>

namespace synchrono::client::kind {
namespace {

config::VehicleSpec shipped(const std::string& name) {
    return config::load_vehicle(SYN_SOURCE_DIR "/vehicles/" + name + ".json").value();
}

TEST(Wheels, AreGuessedWellForAVehicleOfChronoAlone) {
    const auto guessed = wheels_of(shipped("hmmwv_rigid"), 0.5, 0, 0),
               known = wheels_of(shipped("hmmwv"), 0.5, 0, 0);
    ASSERT_EQ(guessed.size(), 4u);
    ASSERT_EQ(known.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_LT(geo::length(guessed[i].pose.position - known[i].pose.position), 0.1) << i;
        EXPECT_NEAR(guessed[i].pose.orientation.yaw(), known[i].pose.orientation.yaw(), 0.05) << i;
    }
}

TEST(Wheels, AreEmptyForATrackedVehicle) { EXPECT_TRUE(wheels_of(shipped("m113"), 0, 0, 0).empty()); }

}  // namespace
}  // namespace synchrono::client::kind
