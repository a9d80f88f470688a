// Proves what a message's line says in the table, in JSON and in CSV, for all receivers together and for one
// receiver.
#include "tools/radio/radio_messages.hpp"

#include <gmock/gmock.h>
#include <json/json.h>

#include "tests/support/radio_run.hpp"

namespace synchrono::tools::radio {
namespace {

using testing::add_receiver;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::kBsmHex;
using testing::make_message;

class RadioMessagesTest : public testing::RadioRuns {
  protected:
    RadioMessagesTest() {
        message_.set_x_m(1.5);
        message_.set_on_air_ns(1'200'000'000);
        add_receiver(message_, 1, RadioTransmission::ALTERED, 300'000, 40, -60.25);
        add_receiver(message_, 1, RadioTransmission::DUPLICATE, 900'000, 40, -60.25);
        add_receiver(message_, 2, RadioTransmission::WEAK, 0, 80);
        add_receiver(message_, 3, RadioTransmission::DELIVERED, 310'000, 120);
        auto* altered = message_.add_altered();
        altered->set_receiver(1);
        altered->set_payload(std::string("\x01\x02"));
        silenced_.set_on_air(false);
        silenced_.set_not_sent(RadioTransmission::SILENCED);
    }
    std::string lines(MessageForm form, std::optional<std::uint32_t> receiver,
                      const RadioTransmission& message) {
        return MessageLines(*log_, form, receiver).lines(message);
    }
    static Json::Value parse(const std::string& text) {
        Json::Value json;
        EXPECT_TRUE(Json::Reader().parse(text, json)) << text;
        return json;
    }

    RadioTransmission message_ = make_message(0, 12, 1'199'900'000), silenced_ = make_message(2, 1, 5);
    Result<RadioLog> log_ = RadioLog::open(make("run", {.agents = 3}));
};

TEST_F(RadioMessagesTest, TheTableCountsOutcomes) {
    EXPECT_EQ(MessageLines(*log_, MessageForm::table, {}).head(),
              "        sent s  sender    sequence  type   bytes  medium access ms  heard by     otherwise\n");
    EXPECT_EQ(lines(MessageForm::table, {}, message_),
              "   1.199900000  car0            12  BSM       40  dsrc       0.100  2 of 3       1 altered, 1 "
              "duplicate, "
              "1 too weak\n");
    EXPECT_THAT(lines(MessageForm::table, {}, silenced_),
                EndsWith("        -  -            not sent: silenced by a fault\n"));
}

TEST_F(RadioMessagesTest, TheTableOfAReceiverHasItsFates) {
    EXPECT_THAT(MessageLines(*log_, MessageForm::table, 1).head(), EndsWith("latency ms  fate at car1\n"));
    const std::string twice = lines(MessageForm::table, 1, message_);
    EXPECT_THAT(twice, HasSubstr("      40.0      -60.2       0.300  altered\n"));
    EXPECT_THAT(twice, EndsWith("      40.0      -60.2       0.900  duplicate\n"));
    EXPECT_THAT(lines(MessageForm::table, 2, message_),
                EndsWith("      80.0          -           -  too weak\n"));
    EXPECT_EQ(lines(MessageForm::table, 0, message_), "") << "the sender is not a candidate";
    EXPECT_EQ(lines(MessageForm::table, 1, silenced_), "");
}

TEST_F(RadioMessagesTest, JsonHasEveryField) {
    const auto json = parse(lines(MessageForm::json, {}, message_));
    EXPECT_EQ(json["sent_ns"].asInt64(), 1'199'900'000);
    EXPECT_EQ(json["sender"], "car0");
    EXPECT_EQ(json["sequence"], 12);
    EXPECT_EQ(json["medium"], "dsrc");
    EXPECT_EQ(json["type"], "BSM");
    EXPECT_EQ(json["type_id"], 20);
    EXPECT_EQ(json["x_m"], 1.5);
    EXPECT_EQ(json["on_air_ns"].asInt64(), 1'200'000'000);
    EXPECT_EQ(json["candidates"], 3);
    EXPECT_EQ(json["heard"], 2);
    EXPECT_EQ(json["outcomes"]["altered"], 1);
    EXPECT_EQ(json["outcomes"]["weak"], 1);
    EXPECT_EQ(json["payload"], std::string(kBsmHex));
    EXPECT_FALSE(json.isMember("decoded"));
    EXPECT_EQ(parse(lines(MessageForm::json, {}, silenced_))["not_sent"], "silenced");
}

TEST_F(RadioMessagesTest, JsonOfAReceiverHasItsPayload) {
    const std::string text = lines(MessageForm::json, 1, message_);
    const auto altered = parse(text.substr(0, text.find('\n')));
    EXPECT_EQ(altered["receiver"], "car1");
    EXPECT_EQ(altered["outcome"], "altered");
    EXPECT_EQ(altered["delay_ns"], 300'000);
    EXPECT_EQ(altered["power_dbm"], -60.25);
    EXPECT_EQ(altered["payload"], "0102");
    const auto duplicate = parse(text.substr(text.find('\n') + 1));
    EXPECT_EQ(duplicate["payload"], std::string(kBsmHex));
    const auto weak = parse(lines(MessageForm::json, 2, message_));
    EXPECT_FALSE(weak.isMember("delay_ns"));
    EXPECT_FALSE(weak.isMember("power_dbm"));
}

TEST_F(RadioMessagesTest, EachFateHasItsOwnAlteredPayload) {
    const auto payloads = [](std::initializer_list<RadioTransmission::Outcome> outcomes,
                             std::initializer_list<const char*> altered) {
        auto message = make_message(0, 1, 0);
        message.set_payload("o");
        add_receiver(message, 1, RadioTransmission::ALTERED, 1, 1);
        message.add_altered()->set_receiver(1);
        message.mutable_altered(0)->set_payload("1");
        for (const auto outcome : outcomes) add_receiver(message, 2, outcome, 1, 1);
        for (const char* payload : altered) {
            auto* entry = message.add_altered();
            entry->set_receiver(2);
            entry->set_payload(payload);
        }
        std::string all;
        for (int i = 0; i < message.receiver_size(); ++i) all += payload_at(message, i);
        return all;
    };
    using T = RadioTransmission;
    EXPECT_EQ(payloads({T::ALTERED}, {"a"}), "1a");
    EXPECT_EQ(payloads({T::ALTERED, T::DUPLICATE}, {"a"}), "1ao");
    EXPECT_EQ(payloads({T::ALTERED, T::DUPLICATE, T::DUPLICATE}, {"a", "b", "c"}), "1abc");
    EXPECT_EQ(payloads({T::DELIVERED, T::DUPLICATE}, {"b"}), "1ob");
    EXPECT_EQ(payloads({T::DELIVERED, T::DUPLICATE}, {}), "1oo");
    EXPECT_EQ(payloads({T::WEAK}, {}), "1o");
    EXPECT_EQ(payloads({T::ALTERED}, {}), "1o") << "the log lacks the altered payload";
}

TEST_F(RadioMessagesTest, DecodedJsonHasTheFieldsOrAnError) {
    const auto json = parse(lines(MessageForm::decoded_json, {}, message_));
    EXPECT_EQ(json["decoded"]["value"]["BasicSafetyMessage"]["coreData"]["msgCnt"], 25);
    EXPECT_EQ(json["payload"], std::string(kBsmHex));
    const std::string altered = lines(MessageForm::decoded_json, 1, message_);
    EXPECT_TRUE(parse(altered.substr(0, altered.find('\n'))).isMember("error"));
}

TEST_F(RadioMessagesTest, CsvHasAsManyFieldsAsItsHead) {
    const auto fields = [](const std::string& text) { return std::count(text.begin(), text.end(), ','); };
    for (const auto receiver : {std::optional<std::uint32_t>(), std::optional<std::uint32_t>(3)}) {
        const auto head = fields(MessageLines(*log_, MessageForm::csv, receiver).head());
        EXPECT_EQ(fields(lines(MessageForm::csv, receiver, message_)), head);
    }
    EXPECT_EQ(fields(lines(MessageForm::csv, {}, silenced_)),
              fields(MessageLines(*log_, MessageForm::csv, {}).head()));
    EXPECT_EQ(lines(MessageForm::csv, 3, message_),
              "1199900000,car0,0,12,dsrc,BSM,40,1.5,0,0,1200000000,100000,,crossing,delivered,310000,120,," +
                  std::string(kBsmHex) + "\n");
}

}  // namespace
}  // namespace synchrono::tools::radio
