// Proves that the conversion between sRGB and linear light has the values of the standard, and that every
// byte survives the way to linear light and back.
#include "common/picture/srgb.hpp"

#include <gtest/gtest.h>

namespace synchrono::picture {
namespace {

TEST(Srgb, HasTheStandardsValues) {
    EXPECT_NEAR(linear_from_srgb(0.5), 0.214041, 1e-6);
    EXPECT_NEAR(srgb_from_linear(0.214041), 0.5, 1e-6);
    EXPECT_NEAR(srgb_from_linear(0.002), 0.02584, 1e-12);
    EXPECT_EQ(linear(0), 0);
    EXPECT_EQ(linear(255), 1);
}

TEST(Srgb, RoundTripsEveryByte) {
    for (int byte = 0; byte < 256; ++byte)
        EXPECT_NEAR(255 * srgb_from_linear(linear(static_cast<std::uint8_t>(byte))), byte, 1e-4);
}

}  // namespace
}  // namespace synchrono::picture
