// Proves that gates, rates, times and sets of agents are read exactly as people write them, that their
// printed form can be read again, and that everything else is refused with a line that says what is
// allowed.
#include "common/config/arguments.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace synchrono::config {
namespace {

template <typename T>
std::string refusal(const Result<T>& result) {
    return result ? "accepted" : result.error().text;
}

TEST(ParseGate, ReadsBothPoliciesAndTheirDefaults) {
    EXPECT_EQ(parse_gate("window").value(), (GatePolicy{GatePolicy::Kind::window, 2}));
    EXPECT_EQ(parse_gate("window:16").value(), (GatePolicy{GatePolicy::Kind::window, 16}));
    EXPECT_EQ(parse_gate("exact").value(), (GatePolicy{GatePolicy::Kind::exact, 1}));
    EXPECT_EQ(parse_gate("exact:8").value(), (GatePolicy{GatePolicy::Kind::exact, 8}));
}

TEST(ParseGate, RefusesEverythingElse) {
    for (const std::string text : {"", "windows", "window:", "window:0", "window:17", "window:2 ",
                                   "window:-1", "exact:9", "exact:1.5", "exact:99999999999999999999", ":2"}) {
        EXPECT_EQ(refusal(parse_gate(text)),
                  "'" + text + "' is not a gate: expected window:1 to window:16 or exact:1 to exact:8");
    }
}

TEST(ParseGate, ReadsBackWhatIsPrinted) {
    for (const char* text : {"window:2", "window:1", "exact:1", "exact:3"}) {
        EXPECT_EQ(to_text(parse_gate(text).value()), text);
    }
}

TEST(ParsePace, ReadsMaxRealAndFactors) {
    EXPECT_EQ(parse_pace("max").value(), Pace{});
    EXPECT_EQ(parse_pace("real").value(), Pace{1.0});
    EXPECT_EQ(parse_pace("1x").value(), Pace{1.0});
    EXPECT_EQ(parse_pace("2x").value(), Pace{2.0});
    EXPECT_EQ(parse_pace("0.5x").value(), Pace{0.5});
    for (const char* text : {"max", "real", "2x", "0.1x", "1000x"})
        EXPECT_EQ(to_text(parse_pace(text).value()), text);
}

TEST(ParsePace, RefusesEverythingElse) {
    for (const std::string text : {"", "x", "2", "0x", "-1x", "nanx", "infx", "1001x", "2xx", "Max"}) {
        EXPECT_EQ(refusal(parse_pace(text)),
                  "'" + text + "' is not a rate: expected max, real, or a factor from 0.001x to 1000x");
    }
}

TEST(DecimalToNs, IsExact) {
    const struct {
        const char* text;
        int unit_power;
        std::int64_t ns;
    } cases[] = {
        {"0.005", 9, 5'000'000},
        {"5", 6, 5'000'000},
        {"5.0", 6, 5'000'000},
        {"5e-3", 9, 5'000'000},
        {"0.5E+1", 6, 5'000'000},
        {"0.000000001", 9, 1},
        {"0.1", 9, 100'000'000},
        {"0.3", 9, 300'000'000},
        {"86400.123456789", 9, 86'400'123'456'789},
        {"-2.5", 9, -2'500'000'000},
        {"0", 9, 0},
        {"-0.000", 9, 0},
        {"0e999999999999", 9, 0},
        {"1.000000000000000000000000", 9, 1'000'000'000},
        {"1000000000000e-0000012", 9, 1'000'000'000},
        {"9223372036.854775807", 9, std::numeric_limits<std::int64_t>::max()},
    };
    for (const auto& c : cases) EXPECT_EQ(decimal_to_ns(c.text, c.unit_power).value(), c.ns) << c.text;
}

TEST(DecimalToNs, RefusesFractionsOfANanosecond) {
    for (const char* text : {"0.0000000001", "1e-10", "0.0000000015", "3.00000000001", "1e-999999999999"}) {
        EXPECT_EQ(refusal(decimal_to_ns(text, 9)), "expected a whole number of nanoseconds") << text;
    }
}

TEST(DecimalToNs, RefusesTimesThatDoNotFit) {
    for (const char* text : {"9223372036.854775808", "1e10", "1e999999999999", "99999999999999999999999"}) {
        EXPECT_EQ(refusal(decimal_to_ns(text, 9)), "expected a time below 292 years") << text;
    }
}

TEST(DecimalToNs, RefusesTextThatIsNotAJsonNumber) {
    for (const char* text :
         {"", "-", ".5", "5.", "05", "+5", "5e", "5e+", "0x5", "5 ", "nan", "inf", "1.2.3", "1e2.5"}) {
        EXPECT_EQ(refusal(decimal_to_ns(text, 9)), "expected a decimal number") << text;
    }
}

TEST(ParseDuration, ReadsSeconds) {
    EXPECT_EQ(parse_duration_s("60").value(), SimDuration::seconds(60));
    EXPECT_EQ(parse_duration_s("0.005").value(), SimDuration::milliseconds(5));
}

TEST(ParseDuration, RefusesInvalidDurations) {
    EXPECT_EQ(refusal(parse_duration_s("0")), "'0' is not a duration in seconds: expected more than 0");
    EXPECT_EQ(refusal(parse_duration_s("-1")), "'-1' is not a duration in seconds: expected more than 0");
    EXPECT_EQ(refusal(parse_duration_s("1s")),
              "'1s' is not a duration in seconds: expected a decimal number");
    EXPECT_EQ(refusal(parse_duration_s("1e-10")),
              "'1e-10' is not a duration in seconds: expected a whole number of nanoseconds");
}

std::vector<AgentId> ids(std::initializer_list<std::uint32_t> values) {
    std::vector<AgentId> out;
    for (const std::uint32_t value : values) out.push_back(AgentId{value});
    return out;
}

TEST(ParseAgents, ReadsNumbersAndRangesInAnyOrder) {
    EXPECT_EQ(parse_agents("7", 8).value(), ids({7}));
    EXPECT_EQ(parse_agents("0-3,12", 13).value(), ids({0, 1, 2, 3, 12}));
    EXPECT_EQ(parse_agents("5,1-2,0", 6).value(), ids({0, 1, 2, 5}));
    EXPECT_EQ(parse_agents("4-4", 5).value(), ids({4}));
}

TEST(ParseAgents, RefusesInvalidLists) {
    const auto refusal_of = [](const std::string& text) {
        const std::string head = "'" + text + "' is not a list of agents such as 0-9,12: ";
        const std::string whole = refusal(parse_agents(text, 10));
        return whole.starts_with(head) ? whole.substr(head.size()) : whole;
    };
    for (const char* text :
         {"", ",", "1,", ",1", "a", "1-", "-1", "1--2", "1-2-3", " 1", "1.5", "99999999999"}) {
        EXPECT_EQ(refusal_of(text), "expected numbers, ranges and commas") << text;
    }
    EXPECT_EQ(refusal_of("3-1"), "3-1: expected FIRST-LAST with FIRST at most LAST");
    EXPECT_EQ(refusal_of("10"), "the last agent is 9, not 10");
    EXPECT_EQ(refusal_of("0-4294967295"), "the last agent is 9, not 4294967295");
    EXPECT_EQ(refusal_of("1,3,1"), "agent 1 is given twice");
    EXPECT_EQ(refusal_of("0-9,0-9,0-9"), "an agent is given twice");
}

TEST(AgentsToText, IsShortAndReadsBack) {
    for (const char* text : {"0", "0-9,12", "0,1", "0-2,4,6-8", "3,5,7"}) {
        EXPECT_EQ(to_text(parse_agents(text, 20).value()), text);
    }
    EXPECT_EQ(to_text(std::span<const AgentId>{}), "");
}

TEST(AgentsToTextDeathTest, RequiresAscendingOrder) {
    EXPECT_DEATH((void)to_text(ids({2, 1})), "requirement failed");
}

TEST(Seed, IsReadFromItsDecimalDigits) {
    EXPECT_EQ(parse_seed("0").value(), 0u);
    EXPECT_EQ(parse_seed("18446744073709551615").value(), 18446744073709551615u);
    for (const char* text : {"", "-1", "+1", "010", "0x10", "1.5", "x", "1 ", "18446744073709551616"}) {
        EXPECT_EQ(refusal(parse_seed(text)),
                  "'" + std::string(text) +
                      "' is not a seed: expected a whole number from 0 to 18446744073709551615");
    }
}

}  // namespace
}  // namespace synchrono::config
