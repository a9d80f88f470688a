// Proves that a name stays with the first agent that had it, and that every agent number leads to its name.
#include "common/config/internal/agent_names.hpp"

#include <gtest/gtest.h>

namespace synchrono::config {
namespace {

TEST(AgentNames, KeepWhoHadANameFirst) {
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

}  // namespace
}  // namespace synchrono::config
