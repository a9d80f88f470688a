// Proves that a join request holds everything that a participation says, in the fields of docs/protocol.md.
#include "client/transport/handshake/join_request.hpp"

#include <gtest/gtest.h>

namespace synchrono::client::transport {
namespace {

using Kind = config::Interest::Kind;

TEST(JoinRequestTest, ContainsTheScenarioAndTheAgents) {
    config::ScenarioId scenario;
    scenario.bytes.fill(std::byte{'s'});
    const JoinRequest request = join_request(
        scenario, {{{AgentId{3}, "car3", "cart", "/test.State"}, {AgentId{5}, "lamp", "", "/l"}}, {}});
    EXPECT_EQ(request.protocol_version(), PROTOCOL_VERSION_4);
    EXPECT_EQ(request.scenario_id(), std::string(16, 's'));
    ASSERT_EQ(request.agents_size(), 2);
    EXPECT_EQ(request.agents(0).agent(), 3u);
    EXPECT_EQ(request.agents(0).name(), "car3");
    EXPECT_EQ(request.agents(0).vehicle(), "cart");
    EXPECT_EQ(request.agents(0).state_type_url(), "/test.State");
    EXPECT_EQ(request.agents(1).agent(), 5u);
    EXPECT_EQ(request.agents(1).vehicle(), "");
    EXPECT_TRUE(request.interest().has_whole_world());
}

TEST(JoinRequestTest, ContainsTheInterest) {
    EXPECT_EQ(join_request({}, {{}, {Kind::radius, 75, {}}}).interest().radius_m(), 75);
    const JoinRequest some = join_request({}, {{}, {Kind::agents, 0, {AgentId{1}, AgentId{8}}}});
    ASSERT_EQ(some.interest().agents().agent_size(), 2);
    EXPECT_EQ(some.interest().agents().agent(1), 8u);
    EXPECT_TRUE(join_request({}, {{}, {Kind::agents, 0, {}}}).interest().has_agents())
        << "an empty list of agents is not the whole world";
}

}  // namespace
}  // namespace synchrono::client::transport
