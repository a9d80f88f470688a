// Proves that the shape of a vehicle is as long, wide and high as the vehicle, and has its wheels at the
// right places.
#include "client/kind/vehicle/vehicle_shape.hpp"

#include <gtest/gtest.h>

#include "client/kind/vehicle/wheels.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::kind {
namespace {

TEST(VehicleShape, IsAsLargeAsItsVehicle) {
    const scenery::Shape shape = vehicle_shape(sedan(), vehicle_paint(AgentId{0}, "sedan"));
    const config::BodySpec& body = sedan().body;
    geo::Vec3 low{9, 9, 9}, high{-9, -9, -9};
    for (const scenery::Vertex& v : shape.body.vertices()) {
        low = {std::min<double>(low.x, v.at[0]), std::min<double>(low.y, v.at[1]),
               std::min<double>(low.z, v.at[2])};
        high = {std::max<double>(high.x, v.at[0]), std::max<double>(high.y, v.at[1]),
                std::max<double>(high.z, v.at[2])};
    }
    EXPECT_NEAR(high.x - low.x, body.length_m, 0.1);
    EXPECT_NEAR(high.y - low.y, body.width_m, 0.1);
    EXPECT_NEAR(high.z + shape.above_ground_m, body.height_m, 0.05) << "above the ground";
    EXPECT_EQ(shape.wheels.size(), 4u);
}

TEST(VehicleShape, HasItsWheelsAtTheirPlaces) {
    const scenery::Shape shape = vehicle_shape(sedan(), vehicle_paint(AgentId{0}, "sedan"));
    const std::vector<body::Wheel> wheels = wheels_of(sedan(), 0, 0, 0);
    ASSERT_EQ(shape.wheel_poses.size(), wheels.size());
    for (std::size_t i = 0; i < wheels.size(); ++i)
        EXPECT_EQ(shape.wheel_poses[i].position, wheels[i].pose.position);
}

}  // namespace
}  // namespace synchrono::client::kind
