// Proves that alter_field() gives one field of a message another value, and refuses unknown fields, invalid
// values and payloads that are no messages.
#include "comm_server/faults/alter.hpp"

#include <gtest/gtest.h>

#include "common/j2735/codec.hpp"
#include "tests/comm_server/faults/messages.hpp"

namespace synchrono::comm_server::faults {
namespace {

using testing::from_hex;
using testing::kParked;
using testing::kWithHistory;

TEST(MessageType, IsTheFifteenBitsAfterTheFirst) {
    EXPECT_EQ(message_type(from_hex(kParked)), 20);
    EXPECT_EQ(message_type(from_hex("8013")), 19) << "the first bit says that the message has extensions";
    EXPECT_EQ(message_type(from_hex("7FFF00")), 32767);
    EXPECT_EQ(message_type(from_hex("00")), 0);
    EXPECT_EQ(message_type({}), 0);
}

std::string altered(std::string_view hex, const std::string& path, const std::string& value) {
    Bytes out;
    if (!alter_field(from_hex(hex), path, value, out)) return "refused";
    return j2735::to_json(j2735::decode(out).value());
}

TEST(AlterField, SetsNumbersEnumeratorsAndStructures) {
    EXPECT_NE(altered(kParked, "coreData.speed", "700").find("\"speed\":700"), std::string::npos);
    EXPECT_NE(altered(kParked, "coreData.transmission", "\"neutral\"").find("\"transmission\":\"neutral\""),
              std::string::npos);
    EXPECT_NE(altered(kParked, "coreData.size", R"({"width": 250, "length": 1800})")
                  .find(R"("size":{"width":250,"length":1800})"),
              std::string::npos);
    EXPECT_NE(
        altered(kWithHistory,
                "partII[0].partII-Value.VehicleSafetyExtensions.pathHistory.crumbData[0].latOffset", "-7")
            .find("\"latOffset\":-7"),
        std::string::npos);
}

TEST(AlterField, SetsAFieldOfEveryElementOfAList) {
    const std::string crumbs = "partII[0].partII-Value.VehicleSafetyExtensions.pathHistory.crumbData";
    const std::string crumb = R"({"latOffset": 1, "lonOffset": 2, "elevationOffset": 3, "timeOffset": 4})";
    Bytes two, out;
    ASSERT_TRUE(alter_field(from_hex(kWithHistory), crumbs, "[" + crumb + ", " + crumb + "]", two));
    ASSERT_TRUE(alter_field(two, crumbs + "[*].latOffset", "-7", out));
    const std::string all = j2735::to_json(j2735::decode(out).value());
    EXPECT_EQ(all.find("\"latOffset\":1"), all.npos);
    EXPECT_NE(all.find("\"latOffset\":-7"), all.rfind("\"latOffset\":-7")) << all;
    EXPECT_FALSE(alter_field(two, crumbs + "[*].nothing", "-7", out));
    EXPECT_FALSE(alter_field(two, crumbs + "[*]", "-7", out)) << "a crumb is no number";
    EXPECT_FALSE(alter_field(two, "partII[*].partII-Id[*]", "-7", out)) << "an id is no list";
}

TEST(AlterField, LeavesOtherFieldsUnchanged) {
    Bytes out;
    ASSERT_TRUE(alter_field(from_hex(kWithHistory), "coreData.speed", "700", out));
    auto before = j2735::decode(from_hex(kWithHistory)).value(), after = j2735::decode(out).value();
    EXPECT_NE(before, after);
    std::get<j2735::BasicSafetyMessage>(after.value).core_data.speed =
        std::get<j2735::BasicSafetyMessage>(before.value).core_data.speed;
    EXPECT_EQ(before, after);
}

TEST(AlterField, TheSameValueGivesTheSameOctets) {
    Bytes out;
    ASSERT_TRUE(alter_field(from_hex(kParked), "coreData.speed", "0", out));
    EXPECT_EQ(out, from_hex(kParked));
}

TEST(AlterField, RefusesUnknownFields) {
    for (const char* path :
         {"", ".", "speed", "coreData", "coreData.", "coreData.velocity", "coreData.speed.x", "coreData[0]",
          "BasicSafetyMessage.coreData.speed", "partII[0].partII-Id", "coreData..speed", "[", "[]", "[0",
          "[0]", "coreData.speed[0]", "coreData.speed]"})
        EXPECT_EQ(altered(kParked, path, "1"), "refused") << path;
    for (const char* path : {"partII[2].partII-Id", "partII[-1].partII-Id", "partII[99999999999].partII-Id",
                             "partII[0", "partII[0]x.partII-Id"})
        EXPECT_EQ(altered(kWithHistory, path, "1"), "refused") << path;
}

TEST(AlterField, RefusesInvalidValues) {
    for (const char* value : {"", "8192", "-1", "1.5", "\"fast\"", "null", "[1]", "{", "1 2", "1e99", "NaN"})
        EXPECT_EQ(altered(kParked, "coreData.speed", value), "refused") << value;
    EXPECT_EQ(altered(kParked, "coreData.transmission", "\"warp\""), "refused");
    EXPECT_EQ(altered(kParked, "coreData[*].speed", "1"), "refused") << "coreData is no list";
}

TEST(AlterField, RefusesPayloadsThatAreNoMessages) {
    EXPECT_EQ(altered("", "coreData.speed", "1"), "refused");
    EXPECT_EQ(altered("0014", "coreData.speed", "1"), "refused");
    EXPECT_EQ(altered("FFFFFFFFFF", "coreData.speed", "1"), "refused");
}

}  // namespace
}  // namespace synchrono::comm_server::faults
