// Proves that JSON which is not a message is refused with one line that names the field, and that text is
// escaped and read back.
#include <gmock/gmock.h>

#include "common/j2735/codec.hpp"
#include "common/j2735/hex.hpp"

namespace synchrono::j2735 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string refusal(const std::string& text) {
    const auto frame = from_json(text);
    return frame ? "read: " + to_json(*frame) : frame.error().text;
}
/// Returns a SPAT with one intersection, which has an id and these members.
std::string spat(const std::string& members) {
    return R"({"messageId":19,"value":{"SPAT":{"intersections":[{"id":{"id":1},)" + members + "}]}}}";
}
const std::string kRest = R"("revision":0,"status":"0000000000000000",)"
                          R"("states":[{"signalGroup":1,"state-time-speed":[{"eventState":"dark"}]}])";
std::string tim(const std::string& members) {
    return R"({"messageId":21,"value":{"CommonSafetyRequest":{"requests":["itemA"],)" + members + "}}}";
}

TEST(J2735Json, ReadsTheSmallestMessage) { EXPECT_THAT(refusal(spat(kRest)), StartsWith("read: ")); }

TEST(J2735Json, NumbersMayHaveAnExponent) {
    EXPECT_EQ(refusal(R"({"value":"0a","messageId":1e2})"), R"(read: {"messageId":100,"value":"0A"})");
}

TEST(J2735Json, TextIsEscapedAndReadBack) {
    std::string text;
    for (int code = 0; code < 63; ++code) text += static_cast<char>(code);
    Spat message;
    message.name = text;
    message.intersections.resize(1);
    message.intersections[0].name = "\"\\/\x7f}~";
    message.intersections[0].states.resize(1);
    message.intersections[0].states[0].state_time_speed.resize(1);
    const MessageFrame frame{.value = message};
    const auto read = from_json(to_json(frame));
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(*read, frame);
    EXPECT_EQ(to_json(frame).find('\n'), std::string::npos);
}

struct Wrong {
    std::string text, refusal;
};

TEST(J2735Json, NamesTheWrongField) {
    const std::string at = "value.SPAT.intersections[0].";
    const Wrong wrongs[] = {
        {"[]", "expected an object, not an array"},
        {"{}", "messageId: is missing"},
        {R"({"messageId":20})", "value: is missing"},
        {R"({"messageId":20,"value":{}})", "value: expected an object of one member 'BasicSafetyMessage'"},
        {R"({"messageId":20,"value":{"SPAT":{}}})",
         "value: expected an object of one member 'BasicSafetyMessage'"},
        {R"({"messageId":20,"value":"00"})", "value: expected an object, not a string"},
        {R"({"messageId":99,"value":{}})", "value: expected a string of hexadecimal digits, not an object"},
        {R"({"messageId":99,"value":"0"})", "value: expected pairs of hexadecimal digits"},
        {R"({"messageId":99,"value":"0g"})", "value: expected pairs of hexadecimal digits"},
        {R"({"messageId":-1,"value":""})", "messageId: -1 is not within 0 to 32767"},
        {R"({"messageId":18446744073709551615,"value":""})",
         "messageId: a number that is not within 0 to 32767"},
        {R"({"messageId":1e30,"value":""})", "messageId: expected a whole number"},
        {R"({"messageId":1.5,"value":""})", "messageId: expected a whole number"},
        {R"({"messageId":"20","value":""})", "messageId: expected a number, not a string"},
        {R"({"messageId":true,"value":""})", "messageId: expected a number, not a boolean"},
        {R"({"messageId":99,"value":"","more":1})", "'more' is not a member of it"},
        {R"({"messageId":99,"value":"","additions":{}})", "additions: expected an array, not an object"},
        {R"({"messageId":99,"value":"","additions":[]})", "additions: 0 elements, not 1 to 64"},
        {R"({"messageId":99,"value":"","additions":[null,1]})",
         "additions[1]: expected a string of hexadecimal digits, not a number"},
        {spat(R"("states":[])"), at + "revision: is missing"},
        {spat(kRest + R"(,"colour":1)"), at.substr(0, at.size() - 1) + ": 'colour' is not a member of it"},
        {spat(kRest + R"(,"name":"")"), at + "name: 0 characters, not 1 to 63"},
        {spat(kRest + R"(,"name":"é")"), at + "name: a character that is not ASCII"},
        {spat(kRest + R"(,"name":7)"), at + "name: expected a string, not a number"},
        {spat(kRest + R"(,"moy":527041)"), at + "moy: 527041 is not within 0 to 527040"},
        {spat(kRest + R"(,"moy":null)"), at + "moy: expected a number, not null"},
        {spat(kRest + R"(,"enabledLanes":[1,256])"), at + "enabledLanes[1]: 256 is not within 0 to 255"},
        {spat(kRest + R"(,"enabledLanes":[])"), at + "enabledLanes: 0 elements, not 1 to 16"},
        {spat(kRest + R"(,"enabledLanes":1)"), at + "enabledLanes: expected an array, not a number"},
        {spat(R"("revision":0,"status":"01")"), at + "status: expected 16 bits, not 2"},
        {spat(R"("revision":0,"status":"000000000000000x")"), at + "status: expected a string of 0 and 1"},
        {spat(R"("revision":0,"status":16)"), at + "status: expected a string of 0 and 1, not a number"},
        {spat(R"("revision":0,"status":"0000000000000000",)"
              R"("states":[{"signalGroup":1,"state-time-speed":[{"eventState":"red"}]}])"),
         at + "states[0].state-time-speed[0].eventState: 'red' is not one of its values"},
        {spat(R"("revision":0,"status":"0000000000000000",)"
              R"("states":[{"signalGroup":1,"state-time-speed":[{"eventState":"addition-1"}]}])"),
         at + "states[0].state-time-speed[0].eventState: 'addition-1' is not one of its values"},
        {tim(R"("id":"001122")"), "value.CommonSafetyRequest.id: expected 4 octets, not 3"},
        {tim(R"("regional":[{"regionId":1}])"),
         "value.CommonSafetyRequest.regional[0].regExtValue: is missing"},
        {tim(R"("regional":[{"regionId":1,"regExtValue":"","x":0}])"),
         "value.CommonSafetyRequest.regional[0]: 'x' is not a member of it"},
        {tim(R"("regional":[{"regionId":256,"regExtValue":""}])"),
         "value.CommonSafetyRequest.regional[0].regionId: 256 is not within 0 to 255"},
    };
    for (const Wrong& wrong : wrongs) EXPECT_EQ(refusal(wrong.text), wrong.refusal) << wrong.text;
}

TEST(J2735Json, ChoicesHaveOneKnownMember) {
    const auto lane = [](const std::string& point) {
        return refusal(
            R"({"messageId":29,"value":{"SignalRequestMessage":{"second":0,"requests":[{"request":{"id":{"id":1},)"
            R"("requestID":1,"requestType":"priorityRequest","inBoundLane":)" +
            point + R"(}}],"requestor":{"id":{"stationID":1}}}}})");
    };
    const std::string at = "value.SignalRequestMessage.requests[0].request.inBoundLane";
    EXPECT_THAT(lane(R"({"lane":1})"), StartsWith("read: "));
    EXPECT_THAT(lane(R"({"addition-63":"01"})"), StartsWith("read: "));
    EXPECT_EQ(lane("{}"), at + ": expected an object of one member");
    EXPECT_EQ(lane(R"({"lane":1,"approach":1})"), at + ": expected an object of one member");
    EXPECT_EQ(lane(R"({"platform":1})"), at + ": 'platform' is not one of its alternatives");
    EXPECT_EQ(lane(R"({"addition-64":"01"})"), at + ": 'addition-64' is not one of its alternatives");
    EXPECT_EQ(lane(R"({"addition-":"01"})"), at + ": 'addition-' is not one of its alternatives");
    EXPECT_EQ(lane(R"({"approach":16})"), at + ".approach: 16 is not within 0 to 15");
    EXPECT_EQ(lane("1"), at + ": expected an object, not a number");
}

TEST(J2735Json, InvalidJsonIsRefusedInOneLine) {
    for (const std::string text :
         {"", "{", "{\"messageId\":20", "nonsense", "{} {}", "{\"a\":1,\"a\":2}", "// x\n{}"}) {
        EXPECT_THAT(refusal(text), StartsWith("not JSON: ")) << text;
        EXPECT_EQ(refusal(text).find('\n'), std::string::npos) << text;
    }
    EXPECT_THAT(refusal(std::string(100'000, '[')), StartsWith("not JSON: "));
    EXPECT_THAT(refusal(std::string(1'000'000, '{')), StartsWith("not JSON: "));
}

TEST(J2735Json, UnknownNamesAreQuotedInPlainAscii) {
    const std::string said =
        refusal("{\"messageId\":99,\"value\":\"\",\"\\u0001\xc3\xa9" + std::string(99, 'x') + "\":1}");
    EXPECT_THAT(said, StartsWith("'???xxx"));
    EXPECT_THAT(said, HasSubstr("...' is not a member of it"));
}

}  // namespace
}  // namespace synchrono::j2735
