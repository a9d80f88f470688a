// Proves that a client may send states only of the agents and in the types that it announced, in any order.
#include "server/transport/handshake/state_types.hpp"

#include <gtest/gtest.h>

namespace synchrono::server::transport {
namespace {

using Verdict = StateTypes::Verdict;

StateTypes announced() {
    JoinRequest request;
    for (const auto& [agent, type] : {std::pair{5u, "/b"}, std::pair{2u, "/a"}, std::pair{9u, "/c"}}) {
        request.add_agents()->set_agent(agent);
        request.mutable_agents(request.agents_size() - 1)->set_state_type_url(type);
    }
    return StateTypes(request);
}

TEST(StateTypesTest, AnnouncedAgentsMayComeInAnyOrder) {
    StateTypes types = announced();
    for (int turn = 0; turn < 2; ++turn) {
        EXPECT_EQ(types.check(AgentId{2}, "/a"), Verdict::announced);
        EXPECT_EQ(types.check(AgentId{5}, "/b"), Verdict::announced);
        EXPECT_EQ(types.check(AgentId{9}, "/c"), Verdict::announced);
    }
    EXPECT_EQ(types.check(AgentId{9}, "/c"), Verdict::announced);
    EXPECT_EQ(types.check(AgentId{9}, "/c"), Verdict::announced);
    EXPECT_EQ(types.check(AgentId{5}, "/b"), Verdict::announced);
}

TEST(StateTypesTest, WrongTypesAndAgentsAreRecognised) {
    StateTypes types = announced();
    EXPECT_EQ(types.check(AgentId{2}, "/b"), Verdict::type_changed);
    EXPECT_EQ(types.check(AgentId{2}, ""), Verdict::type_changed);
    for (const std::uint32_t agent : {0u, 3u, 10u})
        EXPECT_EQ(types.check(AgentId{agent}, "/a"), Verdict::unknown_agent);
    EXPECT_EQ(types.check(AgentId{2}, "/a"), Verdict::announced)
        << "a wrong type does not change the announced one";
    EXPECT_EQ(StateTypes().check(AgentId{2}, "/a"), Verdict::unknown_agent);
}

}  // namespace
}  // namespace synchrono::server::transport
