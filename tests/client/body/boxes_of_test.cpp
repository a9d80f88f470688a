// Proves that the boxes of a scenario become obstacles where they stand, and that its buildings do not.
#include "client/body/boxes_of.hpp"

#include <gtest/gtest.h>
#include <numbers>

namespace synchrono::client::body {
namespace {

TEST(BoxesOf, ReturnsBoxesAtTheirPlacesAndNoBuildings) {
    config::Scenario scenario;
    scenario.statics.resize(3);
    scenario.statics[1].what = config::BoxElement{.position = {10, 20, 3}, .size = {4, 2, 1}, .yaw_deg = 90};
    scenario.statics[2].what = config::BoxElement{.position = {}, .size = {1, 1, 6}};
    const auto boxes = boxes_of(scenario);
    ASSERT_EQ(boxes.size(), 2u);
    EXPECT_EQ(boxes[0].agent, config::static_id(1));
    EXPECT_EQ(boxes[0].seen_as, SeenAs::object);
    EXPECT_EQ(boxes[0].length_m, 4);
    EXPECT_EQ(boxes[0].width_m, 2);
    EXPECT_EQ(boxes[0].height_m, 1);
    EXPECT_EQ(boxes[0].motion.position, (geo::Vec3{10, 20, 3.5})) << "the position is that of its middle";
    EXPECT_NEAR(boxes[0].motion.orientation.yaw(), std::numbers::pi / 2, 1e-15);
    EXPECT_EQ(boxes[1].agent, config::static_id(2));
    EXPECT_EQ(boxes[1].motion.position, (geo::Vec3{0, 0, 3}));
}

}  // namespace
}  // namespace synchrono::client::body
