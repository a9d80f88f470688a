// Proves that the door admits clients that speak this version, run the scenario and have a credential for
// what they ask. The door passes everything in their requests to the world. It declines and counts all other
// requests before the world gets them.
#include "server/transport/handshake/door.hpp"

#include <functional>
#include <gmock/gmock.h>
#include <vector>

#include "common/base/limits.hpp"
#include "tests/support/proven_stream.hpp"

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
    void remove(std::string_view) override {}
    int welcomes = 0;
};

struct DoorTest : ::testing::Test {
    DoorTest() {
        world.begin_step(WallTime::nanoseconds(1'000'000'000));
        good.set_protocol_version(PROTOCOL_VERSION_4);
        good.set_scenario_id(std::string(as_text(config::scenario_id(scenario).bytes)));
        AgentDescription& agent = *good.add_agents();
        agent.set_agent(0);
        agent.set_name("car");
        agent.set_vehicle("cart");
        agent.set_state_type_url("/test.State");
    }
    std::uint64_t count(DoorCounter counter) const { return door.counters().get(counter); }

    const config::Scenario scenario = scenario_of_one();
    World world{{.scenario = scenario}};
    Door door{world,
              scenario,
              {synchrono::testing::credential_for_all(scenario),
               synchrono::testing::credential_of("driver", {AgentId{0}}),
               synchrono::testing::credential_of("nobody", {})}};
    JoinRequest good;
    Listener link;
};

TEST_F(DoorTest, HandsTheWholeRequestToTheWorld) {
    for (const std::uint32_t agent : {8u, 1u, 8u})
        good.mutable_interest()->mutable_agents()->add_agent(agent);
    const auto member = door.admit(MemberId{4}, good, "client", link);
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
        const auto member = door.admit(MemberId{++id}, good, "client", link);
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
        {JoinDeclined::VERSION, DoorCounter::declined_version, "version 4, the client 3",
         [](auto& r) { r.set_protocol_version(PROTOCOL_VERSION_4 - 1); }},
        {JoinDeclined::VERSION, DoorCounter::declined_version, "version 4, the client 5",
         [](auto& r) { r.set_protocol_version(PROTOCOL_VERSION_4 + 1); }},
        {JoinDeclined::SCENARIO, DoorCounter::declined_scenario, "'small'",
         [](auto& r) { (*r.mutable_scenario_id())[0] ^= 1; }},
        {JoinDeclined::SCENARIO, DoorCounter::declined_scenario, "another scenario",
         [](auto& r) { r.clear_scenario_id(); }},
        {JoinDeclined::CREDENTIAL, DoorCounter::declined_credential, "agent 1 is not among those of",
         [](auto& r) { r.mutable_agents(0)->set_agent(1); }},
        {JoinDeclined::CREDENTIAL, DoorCounter::declined_credential, "agent 4000000000 is not among",
         [](auto& r) { r.mutable_agents(0)->set_agent(4'000'000'000); }},
        {JoinDeclined::MALFORMED, DoorCounter::declined_description, "agent 0: expected the name 'car'",
         [](auto& r) { r.mutable_agents(0)->set_name("\x1b[31mcar"); }},
        {JoinDeclined::MALFORMED, DoorCounter::declined_description, "and the vehicle 'cart' of the scenario",
         [](auto& r) { r.mutable_agents(0)->set_vehicle("tank"); }},
    };
    for (const auto& c : cases) {
        JoinRequest request = good;
        c.spoil(request);
        const std::uint64_t before = count(c.counter);
        const auto member = door.admit(MemberId{1}, request, "client", link);
        ASSERT_FALSE(member) << c.text;
        EXPECT_EQ(member.error().reason, c.reason);
        EXPECT_THAT(member.error().text, HasSubstr(c.text));
        EXPECT_EQ(count(c.counter), before + 1);
    }
    EXPECT_EQ(link.welcomes, 0);
    EXPECT_EQ(world.counters().get(WorldCounter::joins), 0u);
    EXPECT_TRUE(door.admit(MemberId{1}, good, "client", link)) << "a valid request is still accepted";
}

TEST_F(DoorTest, RefusalsOfTheWorldAreCountedByTheWorld) {
    good.mutable_agents(0)->clear_state_type_url();
    const auto nameless = door.admit(MemberId{1}, good, "client", link);
    ASSERT_FALSE(nameless);
    EXPECT_EQ(nameless.error().reason, JoinDeclined::MALFORMED);
    EXPECT_EQ(world.counters().get(WorldCounter::declined_malformed), 1u);
    world.stop("over");
    good.clear_scenario_id();
    const auto late = door.admit(MemberId{2}, good, "client", link);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().reason, JoinDeclined::STOPPING)
        << "a stopping world declines before the request is checked";
    EXPECT_EQ(count(DoorCounter::declined_scenario), 0u);
}

TEST_F(DoorTest, ACredentialAllowsNoMoreThanItSays) {
    auto refusal = [&, id = 0u](const JoinRequest& request, const char* client) mutable {
        const auto member = door.admit(MemberId{++id}, request, client, link);
        return member ? "admitted" : member.error().text;
    };
    EXPECT_EQ(refusal(good, "stranger"), "the client has no credential of this run");
    EXPECT_EQ(refusal(good, "nobody"), "agent 0 is not among those of the credential 'nobody'");
    JoinRequest watcher = good;
    watcher.clear_agents();
    EXPECT_EQ(refusal(watcher, "driver"), "the credential 'driver' does not allow to join without agents");
    EXPECT_EQ(count(DoorCounter::declined_credential), 3u);
    EXPECT_EQ(refusal(watcher, "client"), "admitted");
    EXPECT_EQ(refusal(good, "driver"), "admitted") << "the scenario's interest is the whole world";
}

TEST_F(DoorTest, ACredentialHasAFewClientsAtTheSameTime) {
    good.clear_agents();
    std::uint32_t id = 0;
    for (std::int64_t i = 0; i < limits::kWatchersPerCredentialMax; ++i)
        ASSERT_TRUE(door.admit(MemberId{++id}, good, "client", link));
    const auto more = door.admit(MemberId{++id}, good, "client", link);
    ASSERT_FALSE(more);
    EXPECT_EQ(more.error().reason, JoinDeclined::FULL);
    EXPECT_EQ(more.error().text, "16 clients watch with the credential 'client', the most that may");
    EXPECT_EQ(count(DoorCounter::declined_crowded), 1u);
    world.remove_lost(MemberId{1});
    EXPECT_TRUE(door.admit(MemberId{++id}, good, "client", link));
}

TEST_F(DoorTest, WhoMayNotWatchSeesNoMoreThanTheScenariosInterest) {
    using Kind = config::Interest::Kind;
    const std::string no = "the credential 'driver' does not allow to see more than the scenario's interest";
    JoinRequest whole = good, near = good, far = good, one = good, two = good;
    whole.mutable_interest()->mutable_whole_world();
    near.mutable_interest()->set_radius_m(50);
    far.mutable_interest()->set_radius_m(51);
    one.mutable_interest()->mutable_agents()->add_agent(0);
    two.mutable_interest()->mutable_agents()->add_agent(0);
    two.mutable_interest()->mutable_agents()->add_agent(1);
    const auto refused_under = [&](const config::Interest& given, const JoinRequest& request) {
        config::Scenario limited = scenario;
        limited.interest = given;
        World other{{.scenario = limited}};
        other.begin_step(WallTime::nanoseconds(1'000'000'000));
        JoinRequest asked = request;
        asked.set_scenario_id(std::string(as_text(config::scenario_id(limited).bytes)));
        Door strict{other, limited, {synchrono::testing::credential_of("driver", {AgentId{0}})}};
        const auto member = strict.admit(MemberId{1}, asked, "driver", link);
        if (!member) {
            EXPECT_EQ(member.error().text, no);
        }
        return !member;
    };
    EXPECT_FALSE(refused_under({.kind = Kind::radius, .radius_m = 50, .agents = {}}, near));
    for (const JoinRequest& more : {whole, far, one})
        EXPECT_TRUE(refused_under({.kind = Kind::radius, .radius_m = 50, .agents = {}}, more));
    EXPECT_FALSE(refused_under({.kind = Kind::agents, .agents = {AgentId{0}}}, one));
    for (const JoinRequest& more : {whole, near, two})
        EXPECT_TRUE(refused_under({.kind = Kind::agents, .agents = {AgentId{0}}}, more));
}

}  // namespace
}  // namespace synchrono::server::transport
