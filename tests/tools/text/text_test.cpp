// Proves that values are formatted exactly, and quoted where they have to be.
#include "tools/text/text.hpp"

#include <gtest/gtest.h>

namespace synchrono::tools::text {
namespace {

TEST(Text, TimesAreExact) {
    EXPECT_EQ(seconds_text(0), "0.000000000");
    EXPECT_EQ(seconds_text(61'000'000'001), "61.000000001");
    EXPECT_EQ(milliseconds_text(1'170'400), "1.170");
}

TEST(Text, HexIsUpperCase) { EXPECT_EQ(hex_text(std::string_view("\0\x14\xff", 3)), "0014FF"); }

TEST(Text, CsvFieldsAreQuotedWhenNecessary) {
    EXPECT_EQ(csv_field("car0"), "car0");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"a\"\n"), "\"say \"\"a\"\"\n\"");
}

TEST(Text, JsonStringsAreEscaped) { EXPECT_EQ(json_string("a\"b\\c\n"), R"("a\"b\\c\n")"); }

}  // namespace
}  // namespace synchrono::tools::text
