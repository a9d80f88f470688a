// Proves that each option selects the messages that it names, and that a wrong option is refused with a list
// of what is valid.
#include "tools/radio/radio_filter.hpp"

#include <gmock/gmock.h>

#include "tests/support/radio_run.hpp"

namespace synchrono::tools::radio {
namespace {

using ::testing::HasSubstr;

class RadioFilterTest : public testing::RadioRuns {
  protected:
    std::size_t count(const RadioFilterOptions& options) {
        const auto filter = RadioFilter::make(options, *log_);
        EXPECT_TRUE(filter) << filter.error().text;
        std::size_t wanted = 0;
        EXPECT_TRUE(log_->visit(
            {.message = [&](SimTime, const RadioTransmission& m) { wanted += filter->wants(m); }}));
        return wanted;
    }
    std::string error(const RadioFilterOptions& options) {
        const auto filter = RadioFilter::make(options, *log_);
        return filter ? "" : filter.error().text;
    }
    // Each of car0, car1 and car2 sends 20 messages; the crossing sends 20 SPAT and 2 MAP.
    Result<RadioLog> log_ = RadioLog::open(make("run", {.agents = 3, .messages = 20}));
};

TEST_F(RadioFilterTest, ChoosesBySenderTypeTimeAndPlace) {
    EXPECT_EQ(count({}), 82U);
    EXPECT_EQ(count({.sender = "car1"}), 20U);
    EXPECT_EQ(count({.sender = "3"}), 22U);
    EXPECT_EQ(count({.types = {"map"}}), 2U);
    EXPECT_EQ(count({.types = {"MAP", "19"}}), 22U);
    EXPECT_EQ(count({.medium = "dsrc"}), 82U);
    EXPECT_EQ(count({.medium = "light"}), 0U);
    EXPECT_EQ(count({.from = "1"}), 41U);
    EXPECT_EQ(count({.until = "1"}), 41U);
    EXPECT_EQ(count({.from = "0.1", .until = "0.10500000"}), 1U) << "from is included, until is not";
    // The cars begin 40 m apart and move by less than 20 m.
    EXPECT_EQ(count({.area = "40,-1,60,10"}), 20U);
    EXPECT_EQ(count({.area = "60,10,40,-1"}), 20U) << "any two corners name an area";
    EXPECT_EQ(count({.area = "-40,-1,-30,10"}), 0U);
    EXPECT_EQ(count({.sender = "car1", .from = "1", .types = {"bsm"}}), 10U);
}

TEST_F(RadioFilterTest, AgentSelectsItsSentAndReceivedMessages) {
    std::size_t heard = 0;
    ASSERT_TRUE(log_->visit({.message = [&](SimTime, const RadioTransmission& m) {
        for (int i = 0; i < m.receiver_size(); ++i)
            heard += m.receiver(i) == 1 && m.outcome(i) == RadioTransmission::DELIVERED;
    }}));
    ASSERT_GT(heard, 0U);
    ASSERT_LT(heard, 62U);
    EXPECT_EQ(count({.agent = "car1"}), 20 + heard);
    const auto filter = RadioFilter::make({.agent = "car1", .receiver = "car2"}, *log_);
    ASSERT_TRUE(filter);
    EXPECT_TRUE(filter->wants_pair(1, 2));
    EXPECT_FALSE(filter->wants_pair(0, 2));
    EXPECT_FALSE(filter->wants_pair(1, 0));
}

TEST_F(RadioFilterTest, DistinguishesMessagesOutsideTheArea) {
    const auto filter = RadioFilter::make({.area = "0,0,1,1", .types = {"bsm"}}, *log_);
    ASSERT_TRUE(filter);
    auto message = testing::make_message(0, 1, 0);
    EXPECT_EQ(filter->match(message), RadioFilter::Match::yes);
    message.set_x_m(2);
    EXPECT_EQ(filter->match(message), RadioFilter::Match::all_but_place);
    message.set_type(19);
    EXPECT_EQ(filter->match(message), RadioFilter::Match::no);
}

TEST_F(RadioFilterTest, WrongOptionsAreRefusedWithWhatIsValid) {
    EXPECT_EQ(error({.agent = "bus"}),
              "--agent: no station 'bus'; the stations are: car0, car1, car2, crossing");
    EXPECT_THAT(error({.sender = "bus"}), HasSubstr("--sender: "));
    EXPECT_THAT(error({.receiver = "4"}), HasSubstr("--receiver: "));
    EXPECT_THAT(error({.types = {"bsm", "cam"}}),
                HasSubstr("--type: no type 'cam'; expected one of map, spat, bsm,"));
    EXPECT_EQ(error({.medium = "wifi"}), "--medium: no medium 'wifi'; expected dsrc, cv2x or light");
    for (const char* text : {"soon", "-1", "nan", "1e12", "1s"}) {
        EXPECT_THAT(error({.from = text}), HasSubstr("--from: expected seconds"));
        EXPECT_THAT(error({.until = text}), HasSubstr("--until: expected seconds"));
    }
    for (const char* text : {"1", "1,2,3", "1,2,3,4,5", "a,b,c,d", "1,2,3,", "1,2,3,inf"})
        EXPECT_THAT(error({.area = text}), HasSubstr("--area: expected X0,Y0,X1,Y1")) << text;
}

}  // namespace
}  // namespace synchrono::tools::radio
