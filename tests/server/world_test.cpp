// Proves what the world thread decides: which clients may join, and why others may not; which clients have
// fallen silent, and which notices the others get of them; and when a run is over. The test plays the clients
// and sets the clock.
#include "server/world.hpp"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>
#include <variant>

#include "tests/server/transport/udp/world_bench.hpp"

namespace synchrono::server {
namespace {

std::string content(const std::vector<WorldUpdate>& updates) {
    std::string text;
    for (const auto& update : updates) {
        for (const auto& message : update.messages()) {
            text += (text.empty() ? "" : " ") + std::to_string(message.header().agent()) + "@" +
                    std::to_string(transport::tick_of(message.header().time_ns()));
        }
    }
    return text;
}
/// Returns a notice as "joined 1@0", "ended 1@5 SHOT_DOWN" or "stopping".
std::string words(const Notice& notice) {
    if (notice.has_joined()) {
        return "joined " + std::to_string(notice.joined().description().agent()) + "@" +
               std::to_string(transport::tick_of(notice.joined().time_ns()));
    }
    if (notice.has_ended()) {
        return "ended " + std::to_string(notice.ended().agent()) + "@" +
               std::to_string(transport::tick_of(notice.ended().time_ns())) + " " +
               AgentEnded::Cause_Name(notice.ended().cause());
    }
    return "stopping";
}
std::vector<std::string> words(const std::vector<Notice>& notices) {
    std::vector<std::string> all;
    std::uint64_t number = 0;
    for (const Notice& notice : notices) {
        EXPECT_EQ(notice.number(), ++number) << "notices are numbered from 1, without a gap";
        all.push_back(words(notice));
    }
    return all;
}
using Words = std::vector<std::string>;

TEST(World, AWelcomeHasEverythingThatAClientNeeds) {
    for (const auto gate : {transport::kWindow2, transport::kExact1}) {
        transport::WorldBench bench(transport::scenario_of(1, gate));
        const transport::Player player = bench.admit({0});
        const JoinAccepted& accepted = player.accepted;
        EXPECT_EQ(accepted.session(), player.session.value);
        EXPECT_EQ(accepted.udp_port(), 4000u);
        EXPECT_EQ(accepted.heartbeat_ns(), transport::kHeartbeat.count_ns());
        EXPECT_EQ(accepted.gate().window_heartbeats(), gate == transport::kWindow2 ? 2 : 0);
        EXPECT_EQ(accepted.gate().exact_lag_heartbeats(), gate == transport::kExact1 ? 1 : 0);
        EXPECT_EQ(accepted.start_ns(), 0);
        EXPECT_EQ(accepted.datagram_bytes_max(), limits::kDatagramBytesOffHost + limits::kStateBytesMax)
            << "what one agent needs";
        EXPECT_EQ(accepted.silence_limit_ns(), WallDuration::seconds(1).count_ns());
        EXPECT_EQ(bench.count(WorldCounter::joins), 1u);
        ASSERT_EQ(bench.events.size(), 1u);
        EXPECT_EQ(bench.events[0].joined().description().name(), "car0");
        EXPECT_EQ(bench.events[0].client(), "player");
    }
}

struct Refusal {
    const char* why;
    JoinDeclined::Reason reason;
    std::variant<WorldCounter, transport::DoorCounter> counter;
    std::function<void(JoinRequest&)> spoil;
};
const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> all{
        {"an older version", JoinDeclined::VERSION, transport::DoorCounter::declined_version,
         [](auto& r) { r.set_protocol_version(PROTOCOL_VERSION_4 - 1); }},
        {"a newer version", JoinDeclined::VERSION, transport::DoorCounter::declined_version,
         [](auto& r) { r.set_protocol_version(PROTOCOL_VERSION_4 + 1); }},
        {"another scenario", JoinDeclined::SCENARIO, transport::DoorCounter::declined_scenario,
         [](auto& r) { (*r.mutable_scenario_id())[0] ^= 1; }},
        {"no scenario", JoinDeclined::SCENARIO, transport::DoorCounter::declined_scenario,
         [](auto& r) { r.clear_scenario_id(); }},
        {"an agent twice", JoinDeclined::DUPLICATE_AGENT, WorldCounter::declined_duplicate,
         [](auto& r) { *r.add_agents() = r.agents(0); }},
        {"an agent that lives", JoinDeclined::DUPLICATE_AGENT, WorldCounter::declined_duplicate,
         [](auto& r) {
             r.mutable_agents(0)->set_agent(1);
             r.mutable_agents(0)->set_name("car1");
         }},
        {"another agent's name", JoinDeclined::MALFORMED, transport::DoorCounter::declined_description,
         [](auto& r) { r.mutable_agents(0)->set_name("car7"); }},
        {"another vehicle", JoinDeclined::MALFORMED, transport::DoorCounter::declined_description,
         [](auto& r) { r.mutable_agents(0)->set_vehicle("tank"); }},
        {"no type", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_agents(0)->clear_state_type_url(); }},
        {"a type without a slash", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_agents(0)->set_state_type_url("State"); }},
        {"a long type", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) {
             r.mutable_agents(0)->set_state_type_url("/" + std::string(limits::kTypeUrlBytesMax, 't'));
         }},
        {"an impossible agent", JoinDeclined::CREDENTIAL, transport::DoorCounter::declined_credential,
         [](auto& r) { r.mutable_agents(0)->set_agent(limits::kAgentsMax); }},
        {"radius zero", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_interest()->set_radius_m(0); }},
        {"radius below zero", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_interest()->set_radius_m(-1); }},
        {"radius not a number", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_interest()->set_radius_m(std::numeric_limits<double>::quiet_NaN()); }},
        {"radius infinite", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_interest()->set_radius_m(std::numeric_limits<double>::infinity()); }},
    };
    return all;
}

TEST(World, DeclinesWithAReasonAndKeepsNoState) {
    transport::WorldBench bench(transport::scenario_of(2, transport::kWindow2));
    bench.admit({1});
    for (const Refusal& refusal : refusals()) {
        SCOPED_TRACE(refusal.why);
        JoinRequest request = bench.request({0});
        refusal.spoil(request);
        const auto count = [&] {
            return std::visit([&](auto counter) { return bench.count(counter); }, refusal.counter);
        };
        const auto before = count();
        const ServerFrame frame = bench.ask(request);
        ASSERT_TRUE(frame.has_declined());
        EXPECT_EQ(frame.declined().reason(), refusal.reason);
        EXPECT_FALSE(frame.declined().text().empty());
        EXPECT_EQ(frame.declined().text().find('\n'), std::string::npos) << "the reason must be one line";
        EXPECT_EQ(count(), before + 1);
        EXPECT_TRUE(bench.lobby.closed.contains(SessionId{bench.sessions}));
        EXPECT_EQ(bench.world.status().clients, 1u);
        EXPECT_EQ(bench.world.status().agents, 1u);
    }
    EXPECT_EQ(bench.count(WorldCounter::joins), 1u);
    EXPECT_TRUE(bench.ask(bench.request({0})).has_accepted()) << "a valid request must still be accepted";
}

TEST(World, DeclinesWhenItIsFull) {
    transport::WorldBench bench(transport::scenario_of(1, transport::kWindow2), true);
    JoinRequest observer = bench.request({});
    for (std::size_t i = 0; i < limits::kClientsMax; ++i) {
        ASSERT_TRUE(bench.transport.post(transport::JoinRequested{SessionId{++bench.sessions},
                                                                  observer,
                                                                  net::Endpoint::loopback(1),
                                                                  "crowd" + std::to_string(i % 256),
                                                                  {}}));
        if (i % 1000 == 0) bench.step();
    }
    bench.step();
    EXPECT_EQ(bench.world.status().clients, limits::kClientsMax);
    const ServerFrame frame = bench.ask(observer);
    EXPECT_EQ(frame.declined().reason(), JoinDeclined::FULL);
    EXPECT_EQ(frame.declined().text(), "the server is full: it has 4096 clients, the most that it takes");
    EXPECT_EQ(bench.count(WorldCounter::declined_full), 1u);
}

TEST(World, NamesTheLimitOfAgentsInARequest) {
    transport::WorldBench bench(transport::scenario_of(limits::kAgentsPerClientMax + 1, transport::kWindow2));
    std::vector<std::uint32_t> all(bench.scenario.agents.size());
    std::iota(all.begin(), all.end(), 0);
    const JoinDeclined declined = bench.ask(bench.request(all)).declined();
    EXPECT_EQ(declined.reason(), JoinDeclined::FULL);
    EXPECT_EQ(declined.text(), "this request has 1025 agents, expected at most 1024");
    EXPECT_EQ(bench.count(WorldCounter::declined_full), 1u);
}

TEST(World, DeclinesOnceTheRunIsOver) {
    transport::WorldBench bench(transport::scenario_of(1, transport::kWindow2));
    ASSERT_TRUE(bench.transport.post(transport::StopRequested{"enough"}));
    EXPECT_EQ(bench.ask(bench.request({0})).declined().reason(), JoinDeclined::STOPPING);
    EXPECT_EQ(bench.count(WorldCounter::declined_stopping), 1u);
}

TEST(World, NewcomersAndMembersGetNoticesOfEachOther) {
    transport::WorldBench bench(transport::scenario_of(3, transport::kWindow2));
    const transport::Player first = bench.admit({0, 1});
    const transport::Player second = bench.admit({2});
    EXPECT_EQ(words(bench.lobby.notices(first.session)), (Words{"joined 2@0"}));
    EXPECT_EQ(words(bench.lobby.notices(second.session)), (Words{"joined 0@0", "joined 1@0"}));
    EXPECT_EQ(bench.lobby.notices(first.session)[0].joined().description().state_type_url(),
              transport::kTypeUrl);
}

TEST(World, SendsNothingBeforeTheClientsFirstDatagram) {
    transport::WorldBench bench(transport::scenario_of(2, transport::kWindow2));
    transport::Player silent = bench.admit({0});
    transport::Player sender = bench.admit({1});
    EXPECT_EQ(bench.exchange(sender, transport::update_of({{1, 0}}, -1)).size(), 1u)
        << "the first answer completes the hand-over";
    EXPECT_TRUE(bench.receive(silent).empty());
    bench.send(silent, transport::update_of({{0, 0}}));
    bench.step();
    EXPECT_EQ(content(bench.receive(silent)), "0@0 1@0");
    EXPECT_EQ(content(bench.receive(sender)), "0@0") << "it knew its own agents before";
}

TEST(World, SendsUpdatesWhenTheSlowestAdvances) {
    transport::WorldBench bench(transport::scenario_of(2, transport::kExact1));
    transport::Player a = bench.admit({0}), b = bench.admit({1});
    bench.exchange(a, transport::update_of({{0, 0}}));
    bench.exchange(b, transport::update_of({{1, 0}}));
    EXPECT_EQ(content(bench.receive(a)), "0@0 1@0");
    EXPECT_TRUE(bench.exchange(a, transport::update_of({{0, 1}}, 0)).empty());
    EXPECT_EQ(bench.world.status().slowest, "car1");
    EXPECT_EQ(bench.world.status().drift, 1);
    const auto updates = bench.exchange(b, transport::update_of({{1, 1}}, 0));
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_EQ(content(updates), "0@1 1@1");
    EXPECT_EQ(updates[0].received_ns(), transport::ns(1));
    EXPECT_EQ(content(bench.receive(a)), "0@1 1@1");
    EXPECT_EQ(bench.world.status().reached.count_ns(), transport::ns(1));
    EXPECT_EQ(bench.world.status().agents, 2u);
}

TEST(World, AnswersRequestsEvenWhenNothingIsNew) {
    transport::WorldBench bench(transport::scenario_of(2, transport::kWindow2));
    transport::Player a = bench.admit({0});
    ASSERT_EQ(bench.exchange(a, transport::update_of({{0, 0}})).size(), 1u);
    EXPECT_TRUE(bench.exchange(a, transport::update_of({})).empty());
    const auto updates = bench.exchange(a, transport::update_of({}, -1, true));
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_FALSE(updates[0].started());
    ASSERT_EQ(updates[0].awaited_size(), 1);
    EXPECT_EQ(updates[0].awaited(0), 1u);
    EXPECT_EQ(bench.world.status().awaited, std::vector<std::string>{"car1"});
    EXPECT_EQ(bench.count(WorldCounter::requests), 1u);
    EXPECT_TRUE(bench.exchange(a, transport::update_of({})).empty()) << "a request must be answered once";
}

TEST(World, AnswersNoMoreRequestsThanTheLimit) {
    transport::WorldBench bench(transport::scenario_of(2, transport::kWindow2));
    transport::Player a = bench.admit({0});
    bench.exchange(a, transport::update_of({{0, 0}}));
    constexpr std::uint64_t kAsked = 3'000;  // one each millisecond
    std::size_t answers = 0;
    for (std::uint64_t i = 0; i < kAsked; ++i)
        answers += bench.exchange(a, transport::update_of({}, -1, true)).size();
    const auto expected =
        static_cast<double>(kAsked) / 1'000 * limits::kRequestsPerSecond + limits::kRequestsBurst;
    EXPECT_NEAR(static_cast<double>(answers), expected, 2);
    EXPECT_EQ(bench.count(WorldCounter::requests) + bench.count(WorldCounter::requests_refused), kAsked);
    EXPECT_EQ(bench.count(WorldCounter::shoot_downs), 0u)
        << "a request that is not answered is heard all the same";
}

TEST(World, UnderWindowAcknowledgementsAreNoProgress) {
    transport::WorldBench bench(transport::scenario_of(2, transport::kWindow2));
    transport::Player idle = bench.admit({0}, "rival"), honest = bench.admit({1});
    constexpr std::int64_t kTicks = 40;
    for (std::int64_t tick = 0; tick < kTicks; ++tick) {
        bench.exchange(idle, transport::update_of({{0, tick}}));
        bench.exchange(honest, transport::update_of({{1, tick}}));
    }
    bench.exchange(honest, transport::update_of({{1, kTicks}}));
    // The first client publishes nothing more. It only says that it has heard of one heartbeat after the
    // other.
    for (std::int64_t tick = 0; tick < kTicks && bench.count(WorldCounter::shoot_downs) == 0; ++tick) {
        bench.pass(WallDuration::milliseconds(400));
        bench.exchange(idle, transport::update_of({}, tick));
        bench.exchange(honest, transport::update_of({}, tick));
    }
    EXPECT_EQ(bench.count(WorldCounter::shoot_downs), 1u);
    EXPECT_EQ(bench.notes.back(),
              "rival (127.0.0.1:5001) ended: shot down: held the others up for more than 10 s");
}

TEST(World, CountsRefusedMessages) {
    transport::WorldBench bench(transport::scenario_of(1, transport::kWindow2));
    transport::Player a = bench.admit({0});
    ClientUpdate off = transport::update_of({{0, 1}});
    off.mutable_messages(0)->mutable_header()->set_time_ns(1);
    bench.exchange(a, off);
    EXPECT_EQ(bench.count(WorldCounter::off_heartbeat), 1u);
    bench.exchange(a, transport::update_of({{0, 0}}));
    bench.exchange(a, transport::update_of({{0, 0}}));
    EXPECT_EQ(bench.count(WorldCounter::stale), 1u);
    bench.exchange(a, transport::update_of({{0, 99}}));
    EXPECT_EQ(bench.count(WorldCounter::ahead_of_gate), 1u);
    EXPECT_EQ(bench.count(WorldCounter::unknown_agent), 0u);
}

TEST(World, DropsLateDatagramsOfALostSession) {
    transport::WorldBench bench(transport::scenario_of(2, transport::kWindow2));
    transport::Player a = bench.admit({0});
    bench.admit({1});
    // The connection is lost while the datagram is on its way to the world thread.
    bench.send(a, transport::update_of({{0, 0}}));
    bench.intake.poll({});
    ASSERT_TRUE(bench.transport.post(transport::ConnectionLost{a.session}));
    bench.step();
    EXPECT_EQ(bench.count(transport::UdpCounter::unknown_session), 1u);
    EXPECT_EQ(bench.count(WorldCounter::unknown_agent), 1u);
    bench.exchange(a, transport::update_of({{0, 0}}));
    EXPECT_EQ(bench.count(transport::IntakeCounter::unknown_session), 1u)
        << "the intake drops later datagrams";
}

TEST(World, ShootsDownSilentClientsAndNotifiesTheOthers) {
    transport::WorldBench bench(transport::scenario_of(2, transport::kWindow2));
    transport::Player silent = bench.admit({0}), alive = bench.admit({1});
    bench.exchange(silent, transport::update_of({{0, 0}}));
    for (int i = 0; i < 10; ++i) {
        bench.exchange(alive, transport::update_of({{1, 0}}, -1, true));
        EXPECT_EQ(bench.world.status().agents, 2u);
        bench.step(WallDuration::milliseconds(98));
    }
    bench.exchange(alive, transport::update_of({}));
    bench.step(WallDuration::milliseconds(98));
    EXPECT_EQ(bench.world.status().agents, 1u);
    EXPECT_EQ(bench.count(WorldCounter::shoot_downs), 1u);
    EXPECT_EQ(words(bench.lobby.notices(alive.session)), (Words{"joined 0@0", "ended 0@1 SHOT_DOWN"}));
    EXPECT_EQ(words(bench.lobby.notices(silent.session)).back(), "ended 0@1 SHOT_DOWN")
        << "the client must get the notice of its own end";
    EXPECT_TRUE(bench.lobby.closed.contains(silent.session));
    EXPECT_FALSE(bench.lobby.closed.contains(alive.session));
    EXPECT_EQ(bench.count(WorldCounter::own_stalls), 0u);
    EXPECT_EQ(bench.events.back().ended().cause(), AgentEnded::SHOT_DOWN);
}

TEST(World, ClientsWithoutAgentsAreWatchedToo) {
    transport::WorldBench bench(transport::scenario_of(1, transport::kWindow2));
    const transport::Player observer = bench.admit(std::vector<std::uint32_t>{});
    bench.pass(WallDuration::milliseconds(1'200));
    EXPECT_EQ(bench.world.status().clients, 0u);
    EXPECT_TRUE(bench.lobby.closed.contains(observer.session));
}

TEST(World, DoesNotShootDownClientsAfterItsOwnStall) {
    transport::WorldBench bench(transport::scenario_of(1, transport::kWindow2));
    bench.admit({0});
    bench.step(WallDuration::milliseconds(1'500));
    EXPECT_EQ(bench.world.status().agents, 1u);
    EXPECT_EQ(bench.count(WorldCounter::own_stalls), 1u);
    bench.pass(WallDuration::milliseconds(900));
    EXPECT_EQ(bench.world.status().agents, 1u) << "the silence limit must start again";
    bench.pass(WallDuration::milliseconds(300));
    EXPECT_EQ(bench.world.status().agents, 0u);
    EXPECT_EQ(bench.count(WorldCounter::shoot_downs), 1u);
}

TEST(World, ALostConnectionEndsItsAgents) {
    transport::WorldBench bench(transport::scenario_of(3, transport::kWindow2));
    transport::Player lost = bench.admit({0, 1}), other = bench.admit({2});
    bench.exchange(lost, transport::update_of({{0, 0}, {1, 0, 4}}));
    ASSERT_TRUE(bench.transport.post(transport::ConnectionLost{lost.session}));
    ASSERT_TRUE(bench.transport.post(transport::ConnectionLost{SessionId{77}}));
    bench.step();
    EXPECT_EQ(words(bench.lobby.notices(other.session)),
              (Words{"joined 0@0", "joined 1@0", "ended 0@1 CONNECTION_LOST", "ended 1@4 CONNECTION_LOST"}));
    EXPECT_EQ(bench.count(WorldCounter::connections_lost), 2u);
}

TEST(World, ReturningAgentsEnterAfterTheirEarlierMessages) {
    transport::WorldBench bench(transport::scenario_of(2, transport::kExact1));
    transport::Player lost = bench.admit({0}), other = bench.admit({1});
    bench.send(lost, transport::update_of({{0, 0}}));
    bench.exchange(other, transport::update_of({{1, 0}}));
    bench.exchange(lost, transport::update_of({{0, 1, 8}}));
    ASSERT_TRUE(bench.transport.post(transport::ConnectionLost{lost.session}));
    bench.step();
    const transport::Player again = bench.admit({0});
    EXPECT_EQ(again.accepted.start_ns(), transport::ns(9));
    EXPECT_EQ(words(bench.lobby.notices(other.session)),
              (Words{"joined 0@0", "ended 0@9 CONNECTION_LOST", "joined 0@9"}));
    EXPECT_EQ(words(bench.lobby.notices(again.session)), (Words{"joined 1@0"}));
}

TEST(World, AgentsEnterAtTheTimeOfTheScenario) {
    config::Scenario scenario = transport::scenario_of(2, transport::kWindow2);
    scenario.agents[1].enter = Tick{20}.at(transport::kHeartbeat);
    transport::WorldBench bench(std::move(scenario));
    const transport::Player a = bench.admit({0});
    const transport::Player b = bench.admit({1});
    EXPECT_EQ(b.accepted.start_ns(), 0);
    EXPECT_EQ(words(bench.lobby.notices(a.session)), (Words{"joined 1@20"}));
}

TEST(World, ALastMessageIsConfirmedAndEndsItsAgent) {
    for (const auto gate : {transport::kWindow2, transport::kExact1}) {
        transport::WorldBench bench(transport::scenario_of(2, gate));
        transport::Player a = bench.admit({0}), b = bench.admit({1});
        bench.send(a, transport::update_of({{0, 0}}));
        bench.exchange(b, transport::update_of({{1, 0}}));
        bench.receive(a);
        const auto updates = bench.exchange(a, transport::update_of({{0, 1, 0}}, 0));
        ASSERT_EQ(updates.size(), 1u) << "the confirmation must be sent at once";
        EXPECT_EQ(updates[0].received_ns(), transport::ns(1));
        EXPECT_EQ(words(bench.lobby.notices(b.session)), (Words{"joined 0@0", "ended 0@2 LEFT"}));
        EXPECT_EQ(bench.count(WorldCounter::leaves), 1u);
        EXPECT_EQ(bench.world.status().clients, 2u);
        ASSERT_TRUE(bench.transport.post(transport::ConnectionLost{a.session}));
        bench.step();
        EXPECT_EQ(bench.world.status().clients, 1u);
        EXPECT_EQ(bench.count(WorldCounter::connections_lost), 0u);
        EXPECT_FALSE(bench.world.ended());
    }
}

TEST(World, ConfirmationWaitsForAllAgentsOfAClient) {
    for (const auto gate : {transport::kWindow2, transport::kExact1}) {
        transport::WorldBench bench(transport::scenario_of(2, gate));
        transport::Player both = bench.admit({0, 1});
        bench.exchange(both, transport::update_of({{0, 0}, {1, 0}}));
        // Heartbeat 1 was sent in two datagrams, and the second one was lost.
        auto updates = bench.exchange(both, transport::update_of({{0, 1, 0}}, 0));
        ASSERT_FALSE(updates.empty());
        EXPECT_EQ(updates.back().received_ns(), transport::ns(0));
        updates = bench.exchange(both, transport::update_of({{1, 1, 0}}, 0));
        ASSERT_FALSE(updates.empty());
        EXPECT_EQ(updates.back().received_ns(), transport::ns(1));
    }
}

TEST(World, EndsWhenEveryAgentHasEnded) {
    transport::WorldBench bench(transport::scenario_of(1, transport::kWindow2));
    transport::Player a = bench.admit({0});
    bench.exchange(a, transport::update_of({{0, 0, 0}}));
    EXPECT_FALSE(bench.world.ended()) << "the client is still connected";
    ASSERT_TRUE(bench.transport.post(transport::ConnectionLost{a.session}));
    bench.step();
    ASSERT_TRUE(bench.world.ended());
    EXPECT_TRUE(bench.world.ended()->good);
}

TEST(World, EndsEvenIfAFinishedClientStaysConnected) {
    transport::WorldBench bench(transport::scenario_of(1, transport::kWindow2));
    transport::Player a = bench.admit({0});
    bench.exchange(a, transport::update_of({{0, 0, 0}}));
    for (int i = 0; i < 12; ++i) {
        bench.send(a, transport::update_of({}));
        bench.step(WallDuration::milliseconds(100));
    }
    ASSERT_TRUE(bench.world.ended());
    EXPECT_TRUE(bench.world.ended()->good);
    EXPECT_EQ(words(bench.lobby.notices(a.session)), (Words{"stopping"}));
    EXPECT_TRUE(bench.lobby.closed.contains(a.session));
}

TEST(World, StaysOpenWhenAsked) {
    transport::WorldBench bench(transport::scenario_of(1, transport::kWindow2), true);
    transport::Player a = bench.admit({0});
    bench.exchange(a, transport::update_of({{0, 0, 0}}));
    ASSERT_TRUE(bench.transport.post(transport::ConnectionLost{a.session}));
    bench.pass(WallDuration::seconds(20));
    EXPECT_FALSE(bench.world.ended());
    EXPECT_TRUE(bench.ask(bench.request({0})).has_accepted());
}

TEST(World, WaitsForLostAgentsUntilTheRejoinLimit) {
    transport::WorldBench bench(transport::scenario_of(2, transport::kWindow2));
    transport::Player a = bench.admit({0, 1});
    bench.exchange(a, transport::update_of({{0, 0}, {1, 0, 0}}));
    ASSERT_TRUE(bench.transport.post(transport::ConnectionLost{a.session}));
    bench.pass(WallDuration::milliseconds(4'500));
    ASSERT_FALSE(bench.world.ended());
    transport::Player again = bench.admit({0});
    bench.pass(WallDuration::milliseconds(1'000));
    EXPECT_FALSE(bench.world.ended()) << "an agent has rejoined, so the limit must start again";
    ASSERT_TRUE(bench.transport.post(transport::ConnectionLost{again.session}));
    bench.pass(WallDuration::milliseconds(5'500));
    ASSERT_TRUE(bench.world.ended());
    EXPECT_FALSE(bench.world.ended()->good);
    EXPECT_NE(bench.world.ended()->why.find("car0"), std::string::npos) << bench.world.ended()->why;
    EXPECT_EQ(bench.world.ended()->why.find("car1"), std::string::npos) << "car1 has left and is not missing";
}

TEST(World, TheStartLimitNamesMissingAgents) {
    transport::WorldBench bench(transport::scenario_of(8, transport::kWindow2));
    bench.admit({0, 3});
    bench.pass(WallDuration::seconds(29));
    ASSERT_FALSE(bench.world.ended());
    bench.pass(WallDuration::seconds(2));
    ASSERT_TRUE(bench.world.ended());
    EXPECT_FALSE(bench.world.ended()->good);
    // The first client fell silent, so the server waits for its agents again.
    EXPECT_NE(bench.world.ended()->why.find("car0, car1, car2, car3, car4 and others"), std::string::npos)
        << bench.world.ended()->why;
}

TEST(World, TheStartLimitNamesAllOfAFewMissingAgents) {
    transport::WorldBench bench(transport::scenario_of(3, transport::kWindow2));
    transport::Player a = bench.admit({0});
    for (int i = 0; i < 310; ++i) {
        bench.send(a, transport::update_of({}));
        bench.step(WallDuration::milliseconds(100));
    }
    ASSERT_TRUE(bench.world.ended());
    EXPECT_NE(bench.world.ended()->why.find("car1, car2"), std::string::npos) << bench.world.ended()->why;
    EXPECT_EQ(bench.world.ended()->why.find("others"), std::string::npos);
    EXPECT_EQ(words(bench.lobby.notices(a.session)), (Words{"stopping"}));
}

TEST(World, StopsWhenAskedAndSendsTheReason) {
    transport::WorldBench bench(transport::scenario_of(2, transport::kWindow2));
    const transport::Player a = bench.admit({0}), b = bench.admit({1});
    ASSERT_TRUE(bench.transport.post(transport::StopRequested{"enough"}));
    ASSERT_TRUE(bench.transport.post(transport::StopRequested{"more than enough"}));
    bench.step();
    ASSERT_TRUE(bench.world.ended());
    EXPECT_TRUE(bench.world.ended()->good);
    EXPECT_EQ(bench.world.ended()->why, "enough");
    for (const transport::Player* player : {&a, &b}) {
        EXPECT_EQ(bench.lobby.notices(player->session).back().stopping().text(), "enough");
        EXPECT_TRUE(bench.lobby.closed.contains(player->session));
    }
}

TEST(World, UpdatesCountTheNoticesBeforeThem) {
    transport::WorldBench bench(transport::scenario_of(3, transport::kWindow2));
    transport::Player a = bench.admit({0});
    bench.admit({1});
    auto updates = bench.exchange(a, transport::update_of({{0, 0}}, -1, true));
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_EQ(updates[0].notices(), 1u);
    bench.admit({2});
    updates = bench.exchange(a, transport::update_of({}, -1, true));
    EXPECT_EQ(updates.back().notices(), 2u);
}

TEST(World, UnderExactAnObserverHoldsTheWorldBack) {
    transport::WorldBench bench(transport::scenario_of(1, transport::kExact1));
    transport::Player driver = bench.admit({0}), observer = bench.admit(std::vector<std::uint32_t>{});
    std::int64_t tick = 0;
    for (; tick < 200; ++tick) {
        bench.send(observer, transport::update_of({}, -1));
        bench.exchange(driver, transport::update_of({{0, tick}}, tick - 1));
        if (transport::tick_of(bench.world.status().reached.count_ns()) < tick) break;
    }
    EXPECT_EQ(tick, static_cast<std::int64_t>(limits::kHistoryDepth) / 2)
        << "the history must keep what the observer lacks";
    bench.exchange(observer, transport::update_of({}, 20, true));
    EXPECT_EQ(transport::tick_of(bench.world.status().reached.count_ns()), tick);
}

TEST(World, AbsurdHaveTimesOfAClientDoNoHarm) {
    transport::WorldBench bench(transport::scenario_of(1, transport::kExact1));
    transport::Player a = bench.admit({0});
    bench.exchange(a, transport::update_of({{0, 0}}));
    ClientUpdate wild = transport::update_of({}, 0, true);
    wild.set_have_ns(std::numeric_limits<std::int64_t>::max());
    bench.exchange(a, wild);
    wild.set_have_ns(std::numeric_limits<std::int64_t>::min());
    bench.exchange(a, wild);
    EXPECT_EQ(content(bench.exchange(a, transport::update_of({{0, 1}}, 0))), "0@1");
}

TEST(World, ReportsWhetherAStepDidAnything) {
    transport::WorldBench bench(transport::scenario_of(1, transport::kWindow2));
    EXPECT_FALSE(bench.transport.poll(bench.now));
    transport::Player a = bench.admit({0});
    EXPECT_FALSE(bench.transport.poll(bench.now));
    bench.send(a, transport::update_of({{0, 0}}));
    bench.intake.poll({});
    EXPECT_TRUE(bench.transport.poll(bench.now));
    EXPECT_FALSE(bench.transport.poll(bench.now));
}

}  // namespace
}  // namespace synchrono::server
