// Proves that a name stays with the first agent that had it, that every agent number leads to its name, and
// that refusals list each name once.
#include "common/config/internal/agent_names.hpp"

#include <gtest/gtest.h>

namespace synchrono::config {
namespace {

TEST(AgentNames, KeepTheFirstAgentOfAName) {
    AgentNames names;
    EXPECT_EQ(names.add("a", AgentId{2}), AgentId{2});
    EXPECT_EQ(names.add("b", AgentId{0}), AgentId{0});
    EXPECT_EQ(names.add("a", AgentId{3}), AgentId{2});
    EXPECT_EQ(names.size(), 2u);
    EXPECT_EQ(names.find("a"), AgentId{2});
    EXPECT_EQ(names.find("c"), std::nullopt);
    EXPECT_EQ(names.of(AgentId{0}), "b");
    EXPECT_EQ(names.of(AgentId{3}), "a");
}

TEST(AgentNames, AreListedInTheOrderOfTheirNumbers) {
    AgentNames names;
    EXPECT_EQ(names.expected("zz"), "");
    names.add("b", AgentId{0});
    names.add("b", AgentId{1});
    names.add("a", AgentId{3});  // agent 2 was refused and has no name
    EXPECT_EQ(names.expected("zz"), "; expected one of b, a");
}

}  // namespace
}  // namespace synchrono::config
