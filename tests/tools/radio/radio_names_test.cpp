// Proves that every type of message is found by its name and by its number, and that the name of an unknown
// type, medium or outcome contains its number.
#include "tools/radio/radio_names.hpp"

#include <gtest/gtest.h>

namespace synchrono::tools::radio {
namespace {

TEST(RadioNames, TypesAreFoundByNameOrNumber) {
    for (std::uint32_t id = 18; id <= 32; ++id) {
        EXPECT_EQ(find_type(type_name(id)), id);
        EXPECT_EQ(find_type(std::to_string(id)), id);
    }
    EXPECT_EQ(find_type("bsm"), 20U);
    EXPECT_EQ(find_type("basicsafetymessage"), 20U);
    EXPECT_EQ(find_type("other"), 0U);
    EXPECT_EQ(find_type("240"), 240U);
    for (const char* text : {"", "bs", "20x", "-1", "32768", "99999999999"})
        EXPECT_FALSE(find_type(text)) << text;
}

TEST(RadioNames, UnknownNumbersAreNamedByNumber) {
    EXPECT_EQ(type_name(77), "message 77");
    EXPECT_EQ(type_name(0), "other");
    EXPECT_EQ(medium_name(static_cast<Medium>(9)), "medium 9");
    EXPECT_EQ(outcome_key(17), "outcome_17");
    EXPECT_EQ(outcome_text(17), "outcome 17");
    EXPECT_EQ(outcome_key(0), "outcome_0");
    EXPECT_EQ(not_sent_key(9), "reason_9");
    EXPECT_EQ(kind_name(static_cast<RadioStation::Kind>(9)), "kind 9");
}

TEST(RadioNames, KnownNumbersAreNamedByWords) {
    EXPECT_EQ(outcome_key(RadioTransmission::OUT_OF_RANGE), "out_of_range");
    EXPECT_EQ(outcome_text(RadioTransmission::OUT_OF_RANGE), "out of range");
    EXPECT_EQ(outcome_text(RadioTransmission::DELIVERED), "delivered");
    EXPECT_EQ(not_sent_key(RadioTransmission::QUEUE_FULL), "queue_full");
    EXPECT_EQ(kind_name(RadioStation::ROAD_SIDE_UNIT), "road side unit");
    EXPECT_EQ(find_medium("CV2X"), CV2X);
    EXPECT_FALSE(find_medium("wifi"));
}

TEST(RadioNames, ServicesAreThoseOfTheStandard) {
    EXPECT_EQ(service_of(20), 0x20U);
    EXPECT_EQ(service_of(19), 0x82U);
    EXPECT_EQ(service_of(18), 0x82U);
    EXPECT_EQ(service_of(32), 0x27U);
    EXPECT_EQ(service_of(31), 0x83U);
    EXPECT_EQ(service_of(29), 0x204096U);
    EXPECT_EQ(service_of(0), 0x7fU) << "unknown types use the identifier for testing";
}

}  // namespace
}  // namespace synchrono::tools::radio
