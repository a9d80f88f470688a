// Proves that the door admits clients that speak this version, have the token and run the scenario, that it
// passes everything in their request to the world, and that it declines and counts all other requests before
// the world gets them.
#include "server/transport/handshake/door.hpp"

#include <functional>
#include <gmock/gmock.h>
#include <vector>

namespace synchrono::server::transport {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

config::Scenario scenario_of_one() {
    config::Scenario scenario;
    scenario.name = "small";
    scenario.vehicles["cart"].name = "cart";
    config::AgentSpec& agent = scenario.agents.emplace_back();
    agent.name = "car";
    agent.vehicle = "cart";
    agent.period = scenario.heartbeat;
    return scenario;
}

struct Listener final : MemberLink {
    void send_admission(const Member&, const Admission&) override { ++welcomes; }
    void send_notice(const Notice&) override {}
    void send_update(const Member&, bool) override {}
    void end_notices() override {}
    void remove() override {}
    int welcomes = 0;
};

struct DoorTest : ::testing::Test {
    DoorTest() {
        world.begin_step(WallTime::nanoseconds(1'000'000'000));
        good.set_protocol_version(PROTOCOL_VERSION_2);
        good.set_scenario_id(std::string(as_text(config::scenario_id(scenario).bytes)));
        good.set_join_token(std::string(as_text(token)));
        good.set_client_name("client");
        AgentDescription& agent = *good.add_agents();
        agent.set_agent(0);
        agent.set_name("car");
        agent.set_vehicle("cart");
        agent.set_state_type_url("/test.State");
    }
    std::uint64_t count(DoorCounter counter) const { return door.counters().get(counter); }

    const config::Scenario scenario = scenario_of_one();
    const net::Token token = net::make_token();
    World world{{.scenario = scenario}};
    Door door{world, scenario, token};
    JoinRequest good;
    Listener link;
};

TEST_F(DoorTest, HandsTheWholeRequestToTheWorld) {
    for (const std::uint32_t agent : {8u, 1u, 8u})
        good.mutable_interest()->mutable_agents()->add_agent(agent);
    const auto member = door.admit(MemberId{4}, good, link);
    ASSERT_TRUE(member) << member.error().text;
    EXPECT_EQ(link.welcomes, 1);
    EXPECT_EQ((*member)->id, MemberId{4});
    EXPECT_EQ((*member)->client_name, "client");
    EXPECT_THAT((*member)->agents, ElementsAre(AgentId{0}));
    EXPECT_EQ((*member)->interest.kind, config::Interest::Kind::agents);
    EXPECT_THAT((*member)->interest.agents, ElementsAre(AgentId{1}, AgentId{8}))
        << "agents must be sorted and unique";
    for (std::size_t i = 0; i < kDoorCounterNames.size(); ++i)
        EXPECT_EQ(count(static_cast<DoorCounter>(i)), 0u) << kDoorCounterNames[i].text;
}

TEST_F(DoorTest, KnowsEachKindOfInterest) {
    good.clear_agents();
    auto interest = [this, id = 0u]() mutable {
        const auto member = door.admit(MemberId{++id}, good, link);
        EXPECT_TRUE(member);
        return (*member)->interest;
    };
    EXPECT_EQ(interest().kind, config::Interest::Kind::world) << "the default is the whole world";
    good.mutable_interest()->mutable_whole_world();
    EXPECT_EQ(interest().kind, config::Interest::Kind::world);
    good.mutable_interest()->set_radius_m(75);
    EXPECT_EQ(interest().kind, config::Interest::Kind::radius);
    EXPECT_EQ(interest().radius_m, 75);
    good.mutable_interest()->mutable_agents();
    EXPECT_EQ(interest().kind, config::Interest::Kind::agents)
        << "an empty list of agents is not the whole world";
}

TEST_F(DoorTest, DeclinesAndCountsInvalidRequests) {
    const struct {
        JoinDeclined::Reason reason;
        DoorCounter counter;
        const char* text;
        std::function<void(JoinRequest&)> spoil;
    } cases[] = {
        {JoinDeclined::VERSION, DoorCounter::declined_version, "version 2, the client 1",
         [](auto& r) { r.set_protocol_version(PROTOCOL_VERSION_2 - 1); }},
        {JoinDeclined::VERSION, DoorCounter::declined_version, "version 2, the client 3",
         [](auto& r) { r.set_protocol_version(PROTOCOL_VERSION_2 + 1); }},
        {JoinDeclined::TOKEN, DoorCounter::declined_token, "token", [](auto& r) { r.clear_join_token(); }},
        {JoinDeclined::TOKEN, DoorCounter::declined_token, "token",
         [](auto& r) { (*r.mutable_join_token())[31] ^= 1; }},
        {JoinDeclined::TOKEN, DoorCounter::declined_token, "token",
         [](auto& r) { r.mutable_join_token()->resize(16); }},
        {JoinDeclined::SCENARIO, DoorCounter::declined_scenario, "'small'",
         [](auto& r) { (*r.mutable_scenario_id())[0] ^= 1; }},
        {JoinDeclined::SCENARIO, DoorCounter::declined_scenario, "another scenario",
         [](auto& r) { r.clear_scenario_id(); }},
    };
    for (const auto& c : cases) {
        JoinRequest request = good;
        c.spoil(request);
        const std::uint64_t before = count(c.counter);
        const auto member = door.admit(MemberId{1}, request, link);
        ASSERT_FALSE(member) << c.text;
        EXPECT_EQ(member.error().reason, c.reason);
        EXPECT_THAT(member.error().text, HasSubstr(c.text));
        EXPECT_EQ(count(c.counter), before + 1);
    }
    EXPECT_EQ(link.welcomes, 0);
    EXPECT_EQ(world.counters().get(WorldCounter::joins), 0u);
    EXPECT_TRUE(door.admit(MemberId{1}, good, link)) << "a valid request is still accepted";
}

TEST_F(DoorTest, RefusalsOfTheWorldAreCountedByTheWorld) {
    good.clear_client_name();
    const auto nameless = door.admit(MemberId{1}, good, link);
    ASSERT_FALSE(nameless);
    EXPECT_EQ(nameless.error().reason, JoinDeclined::MALFORMED);
    EXPECT_EQ(world.counters().get(WorldCounter::declined_malformed), 1u);
    world.stop("over");
    good.clear_join_token();
    const auto late = door.admit(MemberId{2}, good, link);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().reason, JoinDeclined::STOPPING)
        << "a stopping world declines before the token is checked";
    EXPECT_EQ(count(DoorCounter::declined_token), 0u);
}

}  // namespace
}  // namespace synchrono::server::transport
