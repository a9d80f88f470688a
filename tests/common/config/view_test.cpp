// Proves that the window settings of a scenario are read, and that each wrong value is refused with its
// key.
#include "common/config/view.hpp"

#include <gtest/gtest.h>

#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

Result<Scenario> read(const std::string& view) {
    return read_scenario(ScenarioText{.extra = "\"view\": " + view + ","}.text(), "s.json");
}

TEST(ViewSettings, AreAbsentByDefault) { EXPECT_FALSE(read_scenario(ScenarioText{}.text(), "s.json")->view); }

TEST(ViewSettings, HaveDefaults) { EXPECT_EQ(read("{}")->view, ViewSettings{}); }

TEST(ViewSettings, AreReadAndWrittenBack) {
    const auto plain = read("{}");
    ASSERT_TRUE(plain) << plain.error().text;
    const auto scenario = read(R"({"agent": ")" + plain->agents.back().name +
                               R"(", "camera": "top", "size": [640, 480], "open": "always"})");
    ASSERT_TRUE(scenario) << scenario.error().text;
    EXPECT_EQ(scenario->view, (ViewSettings{.agent = plain->agents.back().id,
                                            .camera = ViewCamera::top,
                                            .width = 640,
                                            .height = 480,
                                            .open = ViewOpening::always}));
    const auto again = read_scenario(to_json(*scenario), "s.json");
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(again->view, scenario->view);
}

struct Refused {
    const char *view, *problem;
};
class ViewRefusals : public testing::TestWithParam<Refused> {};

TEST_P(ViewRefusals, NameTheKey) {
    const auto scenario = read(GetParam().view);
    ASSERT_FALSE(scenario);
    EXPECT_EQ(scenario.error().text, std::string("s.json:3: key 'view") + GetParam().problem);
}

INSTANTIATE_TEST_SUITE_P(
    All, ViewRefusals,
    testing::Values(Refused{"true", "': expected an object"},
                    Refused{R"({"zoom": 1})", ".zoom': unknown; known here: agent, camera, open, size"},
                    Refused{R"({"agent": "nobody"})", ".agent': no agent 'nobody'; expected one of a"},
                    Refused{R"({"camera": "side"})", ".camera': expected one of chase, cockpit, top, free"},
                    Refused{R"({"size": [640]})", ".size': expected an array of 2 numbers"},
                    Refused{R"({"size": [640, 480.5]})", ".size': expected whole numbers of pixels"},
                    Refused{R"({"open": "often"})", ".open': expected one of asked, possible, always"}));

}  // namespace
}  // namespace synchrono::config
