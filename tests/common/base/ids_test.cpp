// Proves that ids of different kinds cannot be mixed, which the compiler checks, and that equal ids
// compare, order and hash alike.
#include "common/base/ids.hpp"

#include <gtest/gtest.h>
#include <type_traits>
#include <unordered_set>

namespace synchrono {
namespace {

static_assert(!std::is_convertible_v<AgentId, SessionId>);
static_assert(!std::is_convertible_v<std::uint32_t, AgentId>);
static_assert(!std::is_convertible_v<AgentId, std::uint32_t>);
static_assert(!std::is_constructible_v<AgentId, SessionId>);

TEST(Ids, CompareByValue) {
    EXPECT_EQ(AgentId{3}, AgentId{3});
    EXPECT_LT(AgentId{3}, AgentId{4});
    EXPECT_EQ(AgentId{}.value, 0u);
}

TEST(Ids, AreKeysOfHashedSets) {
    const std::unordered_set<AgentId> agents{AgentId{1}, AgentId{2}, AgentId{1}};
    EXPECT_EQ(agents.size(), 2u);
    EXPECT_TRUE(agents.contains(AgentId{2}));
    EXPECT_FALSE(agents.contains(AgentId{3}));
}

}  // namespace
}  // namespace synchrono
