// Proves by a table how agents are divided among clients: every agent once, in order, as evenly as
// possible. Also proves that options which contradict each other are refused with a line that names them.
#include "tools/run/division.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <string>

#include "common/base/limits.hpp"

namespace synchrono::tools::run {
namespace {

using ::testing::HasSubstr;

struct DivisionCase {
    std::size_t agents;
    std::optional<std::size_t> clients, each;
    std::string ranges;
    const char* why;
};

std::string joined(const std::vector<AgentRange>& ranges) {
    std::string text;
    for (const auto& range : ranges) text += (text.empty() ? "" : " ") + range.to_string();
    return text;
}

TEST(Division, GivesEveryAgentOnceInContiguousRanges) {
    const DivisionCase cases[] = {
        {1, {}, {}, "0", "one agent, one client"},
        {3, {}, {}, "0 1 2", "by default each agent has a client of its own"},
        {10, 1, {}, "0-9", "all in one"},
        {10, 3, {}, "0-3 4-6 7-9", "the first clients take what is left over"},
        {10, {}, 5, "0-4 5-9", "as many clients as are needed"},
        {11, {}, 5, "0-3 4-7 8-10", "evenly, none above the wish"},
        {10, {}, 20, "0-9", "a wish above the number of agents is not an error"},
        {10, {}, static_cast<std::size_t>(-1), "0-9", "however far above"},
        {10, 5, 2, "0-1 2-3 4-5 6-7 8-9", "both wishes hold"},
        {10, 5, 9, "0-1 2-3 4-5 6-7 8-9", "the wish is an upper bound"},
    };
    for (const auto& c : cases) {
        const auto ranges = divide_agents(c.agents, c.clients, c.each);
        ASSERT_TRUE(ranges) << c.why << ": " << ranges.error().text;
        EXPECT_EQ(joined(*ranges), c.ranges) << c.why;
    }
}

TEST(Division, TakesNoMoreThanTheDefaultNumberOfClients) {
    const auto ranges = divide_agents(1000, {}, {});
    ASSERT_TRUE(ranges);
    ASSERT_EQ(ranges->size(), kClientsDefaultMax);
    std::uint32_t next = 0;
    for (const auto& range : *ranges) {
        EXPECT_EQ(range.first, next);
        EXPECT_TRUE(range.contains(range.first) && range.contains(range.last));
        next = range.last + 1;
    }
    EXPECT_EQ(next, 1000u);
}

TEST(Division, RefusesImpossibleDivisions) {
    const DivisionCase cases[] = {
        {0, {}, {}, "no agents", "nothing to divide"},
        {5, 0, {}, "at least one client", "no client"},
        {5, {}, 0, "at least one", "no agent in a client"},
        {5, 6, {}, "6 clients for 5 agents", "an empty client"},
        {10, 3, 2, "room for 6 of 10", "too little room"},
        {limits::kAgentsMax,
         3,
         {},
         fmt::format("at most {} fit", limits::kAgentsPerClientMax),
         "more than a client takes"},
        {limits::kAgentsMax,
         {},
         1,
         fmt::format("at most {}", limits::kClientsMax),
         "more clients than a server takes"},
    };
    for (const auto& c : cases) {
        const auto ranges = divide_agents(c.agents, c.clients, c.each);
        ASSERT_FALSE(ranges) << c.why;
        EXPECT_THAT(ranges.error().text, HasSubstr(c.ranges)) << c.why;
    }
}

TEST(Division, PutsElementsIntoTheirOwnClient) {
    EXPECT_EQ(elements_range(30, 30).value(), std::nullopt);
    EXPECT_EQ(elements_range(30, 31).value()->to_string(), "30");
    EXPECT_EQ(elements_range(30, 35).value()->to_string(), "30-34");
    EXPECT_TRUE(elements_range(30, 30 + limits::kAgentsPerClientMax));
    EXPECT_EQ(elements_range(30, 31 + limits::kAgentsPerClientMax).error().text,
              fmt::format("the scenario has {} elements of the world; one client can simulate at most {}",
                          limits::kAgentsPerClientMax + 1, limits::kAgentsPerClientMax));
}

}  // namespace
}  // namespace synchrono::tools::run
