// Proves that the pictures of the world's elements are as large as the elements and stand on the ground.
#include "client/scenery/shapes.hpp"

#include <gtest/gtest.h>

namespace synchrono::scenery {
namespace {

TEST(Shapes, OfElementsAreAsLargeAsTheyAreAndStandOnTheGround) {
    for (const config::Element& element :
         {config::Element(config::BodyElement::of("cone")), config::Element(config::BodyElement::of("ball")),
          config::Element(config::PedestrianElement())}) {
        const Shape shape = element_shape(element, element_paint(AgentId{1}, element));
        EXPECT_EQ(shape.size, config::size_of(element));
        EXPECT_EQ(shape.below_m, shape.size.z / 2);
        double low = 9, high = -9;
        for (const Vertex& v : shape.body.vertices()) {
            low = std::min<double>(low, v.at[2]);
            high = std::max<double>(high, v.at[2]);
        }
        EXPECT_NEAR(low, -shape.below_m, 1e-6);
        EXPECT_NEAR(high, shape.size.z / 2, 0.02);
    }
}

}  // namespace
}  // namespace synchrono::scenery
