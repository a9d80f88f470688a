// Proves that bit strings hold the bits that they are given, the first one in the highest place, and keep
// their length.
#include "common/j2735/types.hpp"

#include <gmock/gmock.h>

namespace synchrono::j2735 {
namespace {

TEST(FixedBits, BitZeroIsTheHighestBit) {
    FixedBits<12> bits;
    bits.set(0);
    bits.set(11);
    EXPECT_EQ(bits.bits(), 0x801);
    EXPECT_EQ(bits, FixedBits<12>(0x801));
    EXPECT_TRUE(bits.test(11));
    EXPECT_FALSE(bits.test(1));
    bits.set(0, false);
    EXPECT_EQ(bits.bits(), 1);
}

TEST(FixedBits, BitsBeyondItsSizeBreakTheContract) {
    FixedBits<5> bits;
    EXPECT_DEATH(bits.set(5), "requirement failed");
    EXPECT_DEATH(static_cast<void>(bits.test(5)), "requirement failed");
    EXPECT_DEATH(FixedBits<5>(32), "requirement failed");
}

TEST(ExtensibleBits, StartWithTheRootsLength) {
    ExtensibleBits<13> bits;
    EXPECT_EQ(bits.size(), 13U);
    bits.set(7);
    EXPECT_EQ(bits.bits(), 1U << 5);
    EXPECT_EQ(bits, ExtensibleBits<13>(1U << 5));
}

TEST(ExtensibleBits, LengthIsPartOfTheValue) {
    ExtensibleBits<8> shorter, longer;
    shorter.resize(0);
    EXPECT_NE(shorter, longer);
    longer.resize(255);
    longer.set(254);
    EXPECT_TRUE(longer.test(254));
    longer.resize(8);
    EXPECT_EQ(longer, ExtensibleBits<8>{}) << "bits that were cut off leave no trace";
    longer.resize(255);
    EXPECT_FALSE(longer.test(254));
}

TEST(ExtensibleBits, BitsBeyondTheEndAreZeroAndCannotBeSet) {
    ExtensibleBits<9> bits;
    bits.resize(3);
    EXPECT_FALSE(bits.test(8));
    EXPECT_FALSE(bits.test(1'000));
    EXPECT_DEATH(bits.set(3), "requirement failed");
    EXPECT_DEATH(bits.resize(256), "requirement failed");
}

}  // namespace
}  // namespace synchrono::j2735
