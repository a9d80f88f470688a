// Proves what the world thread decides: who may join and who may not and why, who has fallen silent, what
// the others learn of it, and when a run is over. The test plays the clients and sets the clock.
#include "server/world.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <variant>

#include "tests/server/transport/udp/world_bench.hpp"

namespace synchrono::server {
namespace {

std::string content(const std::vector<WorldUpdate>& updates) {
    std::string text;
    for (const auto& update : updates) {
        for (const auto& message : update.messages()) {
            text += (text.empty() ? "" : " ") + std::to_string(message.header().agent()) + "@" +
                    std::to_string(tick_of(message.header().time_ns()));
        }
    }
    return text;
}
/// Returns a notice as "joined 1@0", "ended 1@5 SHOT_DOWN" or "stopping".
std::string words(const Notice& notice) {
    if (notice.has_joined()) {
        return "joined " + std::to_string(notice.joined().description().agent()) + "@" +
               std::to_string(tick_of(notice.joined().time_ns()));
    }
    if (notice.has_ended()) {
        return "ended " + std::to_string(notice.ended().agent()) + "@" +
               std::to_string(tick_of(notice.ended().time_ns())) + " " +
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

TEST(World, WelcomesWithAllThatAClientNeeds) {
    for (const auto gate : {kWindow2, kExact1}) {
        WorldBench bench(scenario_of(1, gate));
        const Player player = bench.admit({0});
        const JoinAccepted& accepted = player.accepted;
        EXPECT_EQ(accepted.session(), player.session.value);
        EXPECT_EQ(accepted.udp_port(), 4000u);
        EXPECT_EQ(accepted.heartbeat_ns(), kHeartbeat.count_ns());
        EXPECT_EQ(accepted.gate().window_heartbeats(), gate == kWindow2 ? 2 : 0);
        EXPECT_EQ(accepted.gate().exact_lag_heartbeats(), gate == kExact1 ? 1 : 0);
        EXPECT_EQ(accepted.start_ns(), 0);
        EXPECT_EQ(accepted.datagram_bytes_max(), limits::kDatagramBytesMax);
        EXPECT_EQ(accepted.silence_limit_ns(), WallDuration::seconds(1).count_ns());
        EXPECT_EQ(bench.count(WorldCounter::joins), 1u);
        ASSERT_EQ(bench.events.size(), 1u);
        EXPECT_EQ(bench.events[0].joined().description().name(), "car0");
        EXPECT_EQ(bench.events[0].client(), "player");
    }
}

TEST(World, PeersOffTheHostGetDatagramsThatNoRouterCuts) {
    WorldBench bench(scenario_of(1, kWindow2));
    ASSERT_TRUE(bench.transport.post(
        JoinAsked{SessionId{9}, bench.request({0}), net::Endpoint::parse("10.1.2.3:999").value()}));
    bench.turn();
    EXPECT_EQ(bench.lobby.frames[SessionId{9}].at(0).accepted().datagram_bytes_max(),
              limits::kDatagramBytesOffHost);
}

TEST(World, EachSessionHasAKeyOfItsOwn) {
    WorldBench bench(scenario_of(2, kWindow2));
    const JoinAccepted first = bench.admit({0}).accepted, second = bench.admit({1}).accepted;
    EXPECT_NE(first.key(), second.key());
    EXPECT_EQ(first.world_key(), second.world_key());
    EXPECT_NE(first.world_key(), WorldBench(scenario_of(1, kWindow2)).admit({0}).accepted.world_key());
}

struct Refusal {
    const char* why;
    JoinDeclined::Reason reason;
    std::variant<WorldCounter, DoorCounter> counter;
    std::function<void(JoinRequest&)> spoil;
};
const std::vector<Refusal>& refusals() {
    const std::string longer(limits::kNameBytesMax + 1, 'n');
    static const std::vector<Refusal> all{
        {"an older version", JoinDeclined::VERSION, DoorCounter::declined_version,
         [](auto& r) { r.set_protocol_version(PROTOCOL_VERSION_2 - 1); }},
        {"a newer version", JoinDeclined::VERSION, DoorCounter::declined_version,
         [](auto& r) { r.set_protocol_version(PROTOCOL_VERSION_2 + 1); }},
        {"no token", JoinDeclined::TOKEN, DoorCounter::declined_token, [](auto& r) { r.clear_join_token(); }},
        {"a wrong token", JoinDeclined::TOKEN, DoorCounter::declined_token,
         [](auto& r) { (*r.mutable_join_token())[31] ^= 1; }},
        {"half a token", JoinDeclined::TOKEN, DoorCounter::declined_token,
         [](auto& r) { r.mutable_join_token()->resize(16); }},
        {"another scenario", JoinDeclined::SCENARIO, DoorCounter::declined_scenario,
         [](auto& r) { (*r.mutable_scenario_id())[0] ^= 1; }},
        {"no scenario", JoinDeclined::SCENARIO, DoorCounter::declined_scenario,
         [](auto& r) { r.clear_scenario_id(); }},
        {"an agent twice", JoinDeclined::DUPLICATE_AGENT, WorldCounter::declined_duplicate,
         [](auto& r) { *r.add_agents() = r.agents(0); }},
        {"an agent that lives", JoinDeclined::DUPLICATE_AGENT, WorldCounter::declined_duplicate,
         [](auto& r) { r.mutable_agents(0)->set_agent(1); }},
        {"no client name", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.clear_client_name(); }},
        {"a long client name", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [longer](auto& r) { r.set_client_name(longer); }},
        {"no agent name", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_agents(0)->clear_name(); }},
        {"a long agent name", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [longer](auto& r) { r.mutable_agents(0)->set_name(longer); }},
        {"a long vehicle name", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [longer](auto& r) { r.mutable_agents(0)->set_vehicle(longer); }},
        {"no type", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_agents(0)->clear_state_type_url(); }},
        {"a type without a slash", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_agents(0)->set_state_type_url("State"); }},
        {"a long type", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) {
             r.mutable_agents(0)->set_state_type_url("/" + std::string(limits::kTypeUrlBytesMax, 't'));
         }},
        {"an impossible agent", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_agents(0)->set_agent(limits::kAgentsMax); }},
        {"radius zero", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_interest()->set_radius_m(0); }},
        {"radius below zero", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_interest()->set_radius_m(-1); }},
        {"radius not a number", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_interest()->set_radius_m(std::numeric_limits<double>::quiet_NaN()); }},
        {"radius infinite", JoinDeclined::MALFORMED, WorldCounter::declined_malformed,
         [](auto& r) { r.mutable_interest()->set_radius_m(std::numeric_limits<double>::infinity()); }},
        {"too many agents", JoinDeclined::FULL, WorldCounter::declined_full,
         [](auto& r) {
             for (std::uint32_t i = 0; i < limits::kAgentsPerClientMax; ++i) {
                 *r.add_agents() = r.agents(0);
                 r.mutable_agents(static_cast<int>(i) + 1)->set_agent(1000 + i);
             }
         }},
    };
    return all;
}

TEST(World, DeclinesWithAReasonAndKeepsNothing) {
    WorldBench bench(scenario_of(2, kWindow2));
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
        EXPECT_EQ(frame.declined().text().find('\n'), std::string::npos) << "one line";
        EXPECT_EQ(count(), before + 1);
        EXPECT_TRUE(bench.lobby.closed.contains(SessionId{bench.sessions}));
        EXPECT_EQ(bench.world.status().clients, 1u);
        EXPECT_EQ(bench.world.status().agents, 1u);
    }
    EXPECT_EQ(bench.count(WorldCounter::joins), 1u);
    EXPECT_TRUE(bench.ask(bench.request({0})).has_accepted())
        << "the honest one is welcome after all of them";
}

TEST(World, DeclinesWhenItIsFull) {
    WorldBench bench(scenario_of(1, kWindow2), true);
    JoinRequest observer = bench.request({});
    for (std::size_t i = 0; i < limits::kClientsMax; ++i) {
        ASSERT_TRUE(bench.transport.post(
            JoinAsked{SessionId{++bench.sessions}, observer, net::Endpoint::loopback(1)}));
        if (i % 1000 == 0) bench.turn();
    }
    bench.turn();
    EXPECT_EQ(bench.world.status().clients, limits::kClientsMax);
    EXPECT_EQ(bench.ask(observer).declined().reason(), JoinDeclined::FULL);
    EXPECT_EQ(bench.count(WorldCounter::declined_full), 1u);
}

TEST(World, DeclinesOnceTheRunIsOver) {
    WorldBench bench(scenario_of(1, kWindow2));
    ASSERT_TRUE(bench.transport.post(StopAsked{"enough"}));
    EXPECT_EQ(bench.ask(bench.request({0})).declined().reason(), JoinDeclined::STOPPING);
    EXPECT_EQ(bench.count(WorldCounter::declined_stopping), 1u);
}

TEST(World, NewcomersHearWhoIsThereAndTheOthersHearOfThem) {
    WorldBench bench(scenario_of(3, kWindow2));
    const Player first = bench.admit({0, 1});
    const Player second = bench.admit({2});
    EXPECT_EQ(words(bench.lobby.notices(first.session)), (Words{"joined 2@0"}));
    EXPECT_EQ(words(bench.lobby.notices(second.session)), (Words{"joined 0@0", "joined 1@0"}));
    EXPECT_EQ(bench.lobby.notices(first.session)[0].joined().description().state_type_url(), kTypeUrl);
}

TEST(World, SendsNothingBeforeTheClientsFirstDatagram) {
    WorldBench bench(scenario_of(2, kWindow2));
    Player silent = bench.admit({0});
    Player speaks = bench.admit({1});
    EXPECT_EQ(bench.exchange(speaks, update_of({{1, 0}}, -1)).size(), 1u)
        << "the first answer completes the hand-over";
    EXPECT_TRUE(bench.hear(silent).empty());
    bench.say(silent, update_of({{0, 0}}));
    bench.turn();
    EXPECT_EQ(content(bench.hear(silent)), "0@0 1@0");
    EXPECT_EQ(content(bench.hear(speaks)), "0@0") << "its own it was told before";
}

TEST(World, TellsEverybodyWhenTheSlowestAdvances) {
    WorldBench bench(scenario_of(2, kExact1));
    Player a = bench.admit({0}), b = bench.admit({1});
    bench.exchange(a, update_of({{0, 0}}));
    bench.exchange(b, update_of({{1, 0}}));
    EXPECT_EQ(content(bench.hear(a)), "0@0 1@0");
    EXPECT_TRUE(bench.exchange(a, update_of({{0, 1}}, 0)).empty());
    EXPECT_EQ(bench.world.status().slowest, "car1");
    EXPECT_EQ(bench.world.status().drift, 1);
    const auto updates = bench.exchange(b, update_of({{1, 1}}, 0));
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_EQ(content(updates), "0@1 1@1");
    EXPECT_EQ(updates[0].received_ns(), ns(1));
    EXPECT_EQ(content(bench.hear(a)), "0@1 1@1");
    EXPECT_EQ(bench.world.status().reached.count_ns(), ns(1));
    EXPECT_EQ(bench.world.status().agents, 2u);
}

TEST(World, AnswersRequestsEvenWhenNothingIsNew) {
    WorldBench bench(scenario_of(2, kWindow2));
    Player a = bench.admit({0});
    ASSERT_EQ(bench.exchange(a, update_of({{0, 0}})).size(), 1u);
    EXPECT_TRUE(bench.exchange(a, update_of({})).empty());
    const auto updates = bench.exchange(a, update_of({}, -1, true));
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_FALSE(updates[0].started());
    ASSERT_EQ(updates[0].awaited_size(), 1);
    EXPECT_EQ(updates[0].awaited(0), 1u);
    EXPECT_EQ(bench.world.status().awaited, std::vector<std::string>{"car1"});
    EXPECT_EQ(bench.count(WorldCounter::requests), 1u);
    EXPECT_TRUE(bench.exchange(a, update_of({})).empty()) << "it has been answered";
}

TEST(World, CountsWhatTheMapRefuses) {
    WorldBench bench(scenario_of(1, kWindow2));
    Player a = bench.admit({0});
    ClientUpdate off = update_of({{0, 1}});
    off.mutable_messages(0)->mutable_header()->set_time_ns(1);
    bench.exchange(a, off);
    EXPECT_EQ(bench.count(WorldCounter::off_heartbeat), 1u);
    bench.exchange(a, update_of({{0, 0}}));
    bench.exchange(a, update_of({{0, 0}}));
    EXPECT_EQ(bench.count(WorldCounter::stale), 1u);
    bench.exchange(a, update_of({{0, 99}}));
    EXPECT_EQ(bench.count(WorldCounter::ahead_of_gate), 1u);
    EXPECT_EQ(bench.count(WorldCounter::unknown_agent), 0u);
}

TEST(World, ForgetsWhatStillComesOfASessionThatIsGone) {
    WorldBench bench(scenario_of(2, kWindow2));
    Player a = bench.admit({0});
    bench.admit({1});
    // The connection is lost while the datagram is on its way to the world thread.
    bench.say(a, update_of({{0, 0}}));
    bench.intake.turn({});
    ASSERT_TRUE(bench.transport.post(ConnectionLost{a.session}));
    bench.turn();
    EXPECT_EQ(bench.count(UdpCounter::unknown_session), 1u);
    EXPECT_EQ(bench.count(WorldCounter::unknown_agent), 1u);
    bench.exchange(a, update_of({{0, 0}}));
    EXPECT_EQ(bench.count(IntakeCounter::unknown_session), 1u) << "later ones do not even get there";
}

TEST(World, ShootsDownTheSilentAndTellsTheOthers) {
    WorldBench bench(scenario_of(2, kWindow2));
    Player silent = bench.admit({0}), alive = bench.admit({1});
    bench.exchange(silent, update_of({{0, 0}}));
    for (int i = 0; i < 10; ++i) {
        bench.exchange(alive, update_of({{1, 0}}, -1, true));
        EXPECT_EQ(bench.world.status().agents, 2u);
        bench.turn(WallDuration::milliseconds(98));
    }
    bench.exchange(alive, update_of({}));
    bench.turn(WallDuration::milliseconds(98));
    EXPECT_EQ(bench.world.status().agents, 1u);
    EXPECT_EQ(bench.count(WorldCounter::shoot_downs), 1u);
    EXPECT_EQ(words(bench.lobby.notices(alive.session)), (Words{"joined 0@0", "ended 0@1 SHOT_DOWN"}));
    EXPECT_EQ(words(bench.lobby.notices(silent.session)).back(), "ended 0@1 SHOT_DOWN")
        << "it hears of itself";
    EXPECT_TRUE(bench.lobby.closed.contains(silent.session));
    EXPECT_FALSE(bench.lobby.closed.contains(alive.session));
    EXPECT_EQ(bench.count(WorldCounter::own_stalls), 0u);
    EXPECT_EQ(bench.events.back().ended().cause(), AgentEnded::SHOT_DOWN);
}

TEST(World, ClientsWithoutAgentsAreWatchedToo) {
    WorldBench bench(scenario_of(1, kWindow2));
    const Player observer = bench.admit(std::vector<std::uint32_t>{});
    bench.pass(WallDuration::milliseconds(1'200));
    EXPECT_EQ(bench.world.status().clients, 0u);
    EXPECT_TRUE(bench.lobby.closed.contains(observer.session));
}

TEST(World, BlamesNobodyForAStallOfItsOwn) {
    WorldBench bench(scenario_of(1, kWindow2));
    bench.admit({0});
    bench.turn(WallDuration::milliseconds(1'500));
    EXPECT_EQ(bench.world.status().agents, 1u);
    EXPECT_EQ(bench.count(WorldCounter::own_stalls), 1u);
    bench.pass(WallDuration::milliseconds(900));
    EXPECT_EQ(bench.world.status().agents, 1u) << "the limit counts anew";
    bench.pass(WallDuration::milliseconds(300));
    EXPECT_EQ(bench.world.status().agents, 0u);
    EXPECT_EQ(bench.count(WorldCounter::shoot_downs), 1u);
}

TEST(World, ALostConnectionEndsItsAgents) {
    WorldBench bench(scenario_of(3, kWindow2));
    Player lost = bench.admit({0, 1}), other = bench.admit({2});
    bench.exchange(lost, update_of({{0, 0}, {1, 0, 4}}));
    ASSERT_TRUE(bench.transport.post(ConnectionLost{lost.session}));
    ASSERT_TRUE(bench.transport.post(ConnectionLost{SessionId{77}}));
    bench.turn();
    EXPECT_EQ(words(bench.lobby.notices(other.session)),
              (Words{"joined 0@0", "joined 1@0", "ended 0@1 CONNECTION_LOST", "ended 1@4 CONNECTION_LOST"}));
    EXPECT_EQ(bench.count(WorldCounter::connections_lost), 2u);
}

TEST(World, AgentsMayComeBackAfterWhatTheySaid) {
    WorldBench bench(scenario_of(2, kExact1));
    Player lost = bench.admit({0}), other = bench.admit({1});
    bench.say(lost, update_of({{0, 0}}));
    bench.exchange(other, update_of({{1, 0}}));
    bench.exchange(lost, update_of({{0, 1, 8}}));
    ASSERT_TRUE(bench.transport.post(ConnectionLost{lost.session}));
    bench.turn();
    const Player again = bench.admit({0});
    EXPECT_EQ(again.accepted.start_ns(), ns(9));
    EXPECT_EQ(words(bench.lobby.notices(other.session)),
              (Words{"joined 0@0", "ended 0@9 CONNECTION_LOST", "joined 0@9"}));
    EXPECT_EQ(words(bench.lobby.notices(again.session)), (Words{"joined 1@0"}));
}

TEST(World, AgentsEnterWhenTheScenarioSaysSo) {
    config::Scenario scenario = scenario_of(2, kWindow2);
    scenario.agents[1].enter = Tick{20}.at(kHeartbeat);
    WorldBench bench(std::move(scenario));
    const Player a = bench.admit({0});
    const Player b = bench.admit({1});
    EXPECT_EQ(b.accepted.start_ns(), 0);
    EXPECT_EQ(words(bench.lobby.notices(a.session)), (Words{"joined 1@20"}));
}

TEST(World, LastWordsAreConfirmedAndEndAnAgentCleanly) {
    for (const auto gate : {kWindow2, kExact1}) {
        WorldBench bench(scenario_of(2, gate));
        Player a = bench.admit({0}), b = bench.admit({1});
        bench.say(a, update_of({{0, 0}}));
        bench.exchange(b, update_of({{1, 0}}));
        bench.hear(a);
        const auto updates = bench.exchange(a, update_of({{0, 1, 0}}, 0));
        ASSERT_EQ(updates.size(), 1u) << "it waits for nothing but this";
        EXPECT_EQ(updates[0].received_ns(), ns(1));
        EXPECT_EQ(words(bench.lobby.notices(b.session)), (Words{"joined 0@0", "ended 0@2 LEFT"}));
        EXPECT_EQ(bench.count(WorldCounter::leaves), 1u);
        EXPECT_EQ(bench.world.status().clients, 2u);
        ASSERT_TRUE(bench.transport.post(ConnectionLost{a.session}));
        bench.turn();
        EXPECT_EQ(bench.world.status().clients, 1u);
        EXPECT_EQ(bench.count(WorldCounter::connections_lost), 0u);
        EXPECT_FALSE(bench.world.ended());
    }
}

TEST(World, LastWordsOfOneAgentDoNotConfirmThoseOfAnother) {
    for (const auto gate : {kWindow2, kExact1}) {
        WorldBench bench(scenario_of(2, gate));
        Player both = bench.admit({0, 1});
        bench.exchange(both, update_of({{0, 0}, {1, 0}}));
        // Heartbeat 1 was sent in two datagrams, and the second one was lost.
        auto updates = bench.exchange(both, update_of({{0, 1, 0}}, 0));
        ASSERT_FALSE(updates.empty());
        EXPECT_EQ(updates.back().received_ns(), ns(0));
        updates = bench.exchange(both, update_of({{1, 1, 0}}, 0));
        ASSERT_FALSE(updates.empty());
        EXPECT_EQ(updates.back().received_ns(), ns(1));
    }
}

TEST(World, EndsWhenEveryAgentHasEnded) {
    WorldBench bench(scenario_of(1, kWindow2));
    Player a = bench.admit({0});
    bench.exchange(a, update_of({{0, 0, 0}}));
    EXPECT_FALSE(bench.world.ended()) << "its client may still ask";
    ASSERT_TRUE(bench.transport.post(ConnectionLost{a.session}));
    bench.turn();
    ASSERT_TRUE(bench.world.ended());
    EXPECT_TRUE(bench.world.ended()->good);
}

TEST(World, WaitsForNoFarewellForEver) {
    WorldBench bench(scenario_of(1, kWindow2));
    Player a = bench.admit({0});
    bench.exchange(a, update_of({{0, 0, 0}}));
    for (int i = 0; i < 12; ++i) {
        bench.say(a, update_of({}));
        bench.turn(WallDuration::milliseconds(100));
    }
    ASSERT_TRUE(bench.world.ended());
    EXPECT_TRUE(bench.world.ended()->good);
    EXPECT_EQ(words(bench.lobby.notices(a.session)), (Words{"stopping"}));
    EXPECT_TRUE(bench.lobby.closed.contains(a.session));
}

TEST(World, KeepsOpenWhenToldTo) {
    WorldBench bench(scenario_of(1, kWindow2), true);
    Player a = bench.admit({0});
    bench.exchange(a, update_of({{0, 0, 0}}));
    ASSERT_TRUE(bench.transport.post(ConnectionLost{a.session}));
    bench.pass(WallDuration::seconds(20));
    EXPECT_FALSE(bench.world.ended());
    EXPECT_TRUE(bench.ask(bench.request({0})).has_accepted());
}

TEST(World, GivesLostAgentsTimeToComeBackAndThenGivesUp) {
    WorldBench bench(scenario_of(2, kWindow2));
    Player a = bench.admit({0, 1});
    bench.exchange(a, update_of({{0, 0}, {1, 0, 0}}));
    ASSERT_TRUE(bench.transport.post(ConnectionLost{a.session}));
    bench.pass(WallDuration::milliseconds(4'500));
    ASSERT_FALSE(bench.world.ended());
    Player again = bench.admit({0});
    bench.pass(WallDuration::milliseconds(1'000));
    EXPECT_FALSE(bench.world.ended()) << "it came back, and the limit counts anew";
    ASSERT_TRUE(bench.transport.post(ConnectionLost{again.session}));
    bench.pass(WallDuration::milliseconds(5'500));
    ASSERT_TRUE(bench.world.ended());
    EXPECT_FALSE(bench.world.ended()->good);
    EXPECT_NE(bench.world.ended()->why.find("car0"), std::string::npos) << bench.world.ended()->why;
    EXPECT_EQ(bench.world.ended()->why.find("car1"), std::string::npos) << "that one left in peace";
}

TEST(World, TheStartLimitNamesWhoIsMissing) {
    WorldBench bench(scenario_of(8, kWindow2));
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

TEST(World, TheStartLimitNamesAllWhenTheyAreFew) {
    WorldBench bench(scenario_of(3, kWindow2));
    Player a = bench.admit({0});
    for (int i = 0; i < 310; ++i) {
        bench.say(a, update_of({}));
        bench.turn(WallDuration::milliseconds(100));
    }
    ASSERT_TRUE(bench.world.ended());
    EXPECT_NE(bench.world.ended()->why.find("car1, car2"), std::string::npos) << bench.world.ended()->why;
    EXPECT_EQ(bench.world.ended()->why.find("others"), std::string::npos);
    EXPECT_EQ(words(bench.lobby.notices(a.session)), (Words{"stopping"}));
}

TEST(World, StopsWhenAskedAndTellsWhy) {
    WorldBench bench(scenario_of(2, kWindow2));
    const Player a = bench.admit({0}), b = bench.admit({1});
    ASSERT_TRUE(bench.transport.post(StopAsked{"enough"}));
    ASSERT_TRUE(bench.transport.post(StopAsked{"more than enough"}));
    bench.turn();
    ASSERT_TRUE(bench.world.ended());
    EXPECT_TRUE(bench.world.ended()->good);
    EXPECT_EQ(bench.world.ended()->why, "enough");
    for (const Player* player : {&a, &b}) {
        EXPECT_EQ(bench.lobby.notices(player->session).back().stopping().text(), "enough");
        EXPECT_TRUE(bench.lobby.closed.contains(player->session));
    }
}

TEST(World, UpdatesTellHowManyNoticesPrecedeThem) {
    WorldBench bench(scenario_of(3, kWindow2));
    Player a = bench.admit({0});
    bench.admit({1});
    auto updates = bench.exchange(a, update_of({{0, 0}}, -1, true));
    ASSERT_EQ(updates.size(), 1u);
    EXPECT_EQ(updates[0].notices(), 1u);
    bench.admit({2});
    updates = bench.exchange(a, update_of({}, -1, true));
    EXPECT_EQ(updates.back().notices(), 2u);
}

TEST(World, UnderExactNobodyRunsAwayFromOneThatOnlyLooks) {
    WorldBench bench(scenario_of(1, kExact1));
    Player driver = bench.admit({0}), observer = bench.admit(std::vector<std::uint32_t>{});
    std::int64_t tick = 0;
    for (; tick < 200; ++tick) {
        bench.say(observer, update_of({}, -1));
        bench.exchange(driver, update_of({{0, tick}}, tick - 1));
        if (tick_of(bench.world.status().reached.count_ns()) < tick) break;
    }
    EXPECT_EQ(tick, static_cast<std::int64_t>(limits::kHistoryDepth) / 2) << "what it lacks is kept for it";
    bench.exchange(observer, update_of({}, 20, true));
    EXPECT_EQ(tick_of(bench.world.status().reached.count_ns()), tick);
}

TEST(World, WhatAClientClaimsToHaveIsBounded) {
    WorldBench bench(scenario_of(1, kExact1));
    Player a = bench.admit({0});
    bench.exchange(a, update_of({{0, 0}}));
    ClientUpdate wild = update_of({}, 0, true);
    wild.set_have_ns(std::numeric_limits<std::int64_t>::max());
    bench.exchange(a, wild);
    wild.set_have_ns(std::numeric_limits<std::int64_t>::min());
    bench.exchange(a, wild);
    EXPECT_EQ(content(bench.exchange(a, update_of({{0, 1}}, 0))), "0@1");
}

TEST(World, SaysWhenThereWasNothingToDo) {
    WorldBench bench(scenario_of(1, kWindow2));
    EXPECT_FALSE(bench.transport.turn(bench.now));
    Player a = bench.admit({0});
    EXPECT_FALSE(bench.transport.turn(bench.now));
    bench.say(a, update_of({{0, 0}}));
    bench.intake.turn({});
    EXPECT_TRUE(bench.transport.turn(bench.now));
    EXPECT_FALSE(bench.transport.turn(bench.now));
}

}  // namespace
}  // namespace synchrono::server
