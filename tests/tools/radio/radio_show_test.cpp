// Proves that a message is shown field by field, with its bits and its fates, that a message which cannot be
// decoded is shown with the reason, and that missing messages and wrong hexadecimal text are refused.
#include "tools/radio/radio_show.hpp"

#include <gmock/gmock.h>
#include <json/json.h>

#include "tests/support/radio_run.hpp"

namespace synchrono::tools::radio {
namespace {

using testing::add_receiver;
using ::testing::AllOf;
using testing::from_hex;
using ::testing::HasSubstr;
using testing::kBsmHex;
using testing::make_message;
using ::testing::Not;

class RadioShowTest : public testing::RadioRuns {
  protected:
    Result<FoundMessage> find(std::uint32_t sender, std::uint64_t sequence) {
        return find_message(root_ / "run", *log_, sender, sequence);
    }
    Result<RadioLog> log_ = RadioLog::open(make("run", {.agents = 15, .late = 3}));
};

TEST_F(RadioShowTest, FieldsArePrintedBesideTheirBits) {
    const std::string text = bits_text(as_byte_view(from_hex(kBsmHex)));
    EXPECT_THAT(
        text, HasSubstr("   113     32  9EA6C96408  value.BasicSafetyMessage.coreData.long = -771505975\n"));
    EXPECT_THAT(text, HasSubstr("    27      7  067C"));
    EXPECT_THAT(text, Not(HasSubstr("cannot")));
    EXPECT_THAT(bits_text(as_byte_view(from_hex("0014250D"))), HasSubstr("cannot be decoded: bit "));
}

TEST_F(RadioShowTest, AMessageIsPrintedWithItsFates) {
    const auto found = find(0, 2);
    ASSERT_TRUE(found) << found.error().text;
    const std::string text = message_text(*log_, *found);
    EXPECT_THAT(
        text,
        AllOf(HasSubstr(
                  "BSM 2 of car0 over dsrc, 40 bytes\nsent at 0.100000000 s from (1.000, 0.000, 1.500) m\n"),
              HasSubstr("on the air "), HasSubstr("coreData.msgCnt = 25"), HasSubstr("\ncar2 "),
              HasSubstr("5 more out of range, the nearest at 440.0 m\n")));
}

TEST_F(RadioShowTest, LateMessagesHaveTheirDelay) {
    auto found = find(0, 1);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->late_ns, (std::map<std::uint32_t, std::int64_t>{{1, 7'000'000}}));
    found->message.set_outcome(0, RadioTransmission::DELIVERED);
    EXPECT_THAT(message_text(*log_, *found), HasSubstr("delivered, seen 7.000 ms late\n"));
    EXPECT_THAT(message_json(*log_, *found), HasSubstr("\"late_ns\":7000000"));
}

TEST_F(RadioShowTest, JsonHasEveryKindOfFate) {
    FoundMessage found{make_message(0, 7, 0), {}};
    add_receiver(found.message, 1, RadioTransmission::ALTERED, 5, 1, -50);
    add_receiver(found.message, 2, RadioTransmission::SHED, 0, 1);
    found.message.add_altered()->set_receiver(1);
    found.message.mutable_altered(0)->set_payload("\x01");
    Json::Value json;
    ASSERT_TRUE(Json::Reader().parse(message_json(*log_, found), json));
    EXPECT_EQ(json["sender"], "car0");
    EXPECT_EQ(json["message"]["decoded"]["messageId"], 20);
    EXPECT_EQ(json["receivers"][0]["message"]["payload"], "01");
    EXPECT_TRUE(json["receivers"][0]["message"]["error"].isString());
    EXPECT_EQ(json["receivers"][1]["outcome"], "shed");
    EXPECT_THAT(message_text(*log_, found), HasSubstr("altered: 01\n"));

    found.message = make_message(0, 7, 0);
    found.message.set_on_air(false);
    found.message.set_not_sent(RadioTransmission::QUEUE_FULL);
    ASSERT_TRUE(Json::Reader().parse(message_json(*log_, found), json));
    EXPECT_EQ(json["not_sent"], "queue_full");
    EXPECT_THAT(message_text(*log_, found), HasSubstr("not on the air: dropped from a full queue\n"));
}

TEST_F(RadioShowTest, AMissingMessageIsRefused) {
    const auto none = find(0, 99);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().text, "car0 sent no message 99; it sent 1 to 10");
    testing::RadioLogFile file(root_ / "quiet");
    file.station(0, "car0");
    file.close();
    const auto quiet = RadioLog::open(root_ / "quiet");
    ASSERT_TRUE(quiet);
    EXPECT_EQ(find_message(root_ / "quiet", *quiet, 0, 1).error().text, "car0 sent no message");
}

TEST_F(RadioShowTest, HexIsReadInEitherCaseAndChecked) {
    EXPECT_EQ(*parse_hex("00 14:aB\n"), (Bytes{std::byte{0}, std::byte{0x14}, std::byte{0xab}}));
    for (const char* text : {"", " ", "0", "001", "0g", "0 0"}) EXPECT_FALSE(parse_hex(text)) << text;
}

}  // namespace
}  // namespace synchrono::tools::radio
