// Proves that octets are written as pairs of digits, that they are read back in either case, and that
// nothing else is accepted.
#include "common/j2735/hex.hpp"

#include <gmock/gmock.h>

namespace synchrono::j2735 {
namespace {

TEST(Hex, WritesUpperCaseAndReadsBoth) {
    Bytes octets;
    ASSERT_TRUE(parse_hex("00ffAbcD", octets));
    EXPECT_EQ(to_hex(octets), "00FFABCD");
    ASSERT_TRUE(parse_hex("", octets));
    EXPECT_TRUE(octets.empty());
}

TEST(Hex, RefusesEverythingElse) {
    Bytes octets;
    for (const char* text : {"0", "0g", "g0", "0x12", " 12", "1 2", "\xff\xff", "/0", ":0", "@0", "`0"})
        EXPECT_FALSE(parse_hex(text, octets)) << text;
}

}  // namespace
}  // namespace synchrono::j2735
