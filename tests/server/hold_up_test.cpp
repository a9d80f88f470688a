// Proves who is blamed when the world stands still, and when: a client that owes a state or a batch of the
// radio is shot down once it has used up its silence limit below its least rate, also in small pieces and
// over several stays. Clients that keep their rate stay, and so do those that only wait for the culprit.
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/transport/udp/world_bench.hpp"

namespace synchrono::server {
namespace {

using transport::kExact1, transport::kWindow2, transport::update_of;
constexpr WallDuration kStep = WallDuration::milliseconds(10);

config::Scenario strict(GatePolicy gate) {
    config::Scenario scenario = transport::scenario_of(2, gate);
    scenario.least_rate = 0.05;  // 100 ms for each heartbeat of 5 ms
    scenario.radio.emplace();
    return scenario;
}

/// A world with an honest client, "player", that always publishes at once, and another one, "rival".
struct HoldUp {
    explicit HoldUp(GatePolicy gate = kWindow2)
        : bench(strict(gate)), honest(bench.admit({0})), rival(bench.admit({1}, "rival")) {}

    /// Lets the honest client publish as far as the gate permits, and the rival up to `rival_tick`.
    void exchange(std::int64_t rival_tick) {
        const std::int64_t reached = bench.world.map().reached().index;
        for (; rival_at < rival_tick; ++rival_at) {
            bench.send(honest, update_of({{0, rival_at + 1}}, rival_at));
            bench.send(rival, update_of({{1, rival_at + 1}}, rival_at));
            bench.step();
        }
        bench.send(honest, update_of({{0, reached + 1}}, reached));
        bench.step();
    }
    /// Lets time pass in which the rival gives signs of life but publishes nothing new, until `done` or for
    /// at most `most`. Returns how long it took.
    WallDuration idle(WallDuration most, const std::function<bool()>& done) {
        const WallTime began = bench.now;
        while (bench.now - began < most && !done()) {
            bench.send(rival, update_of({}, rival_at, true));
            const std::int64_t reached = bench.world.map().reached().index;
            bench.send(honest, update_of({{0, reached + 1}}, reached, true));
            bench.step(kStep);
        }
        return bench.now - began;
    }
    bool rival_is_out() const { return bench.lobby.closed.contains(rival.session); }
    void expect_that_only_the_rival_is_out() const {
        EXPECT_TRUE(rival_is_out());
        EXPECT_FALSE(bench.lobby.closed.contains(honest.session));
        EXPECT_TRUE(bench.world.map().is_live(AgentId{0}));
    }
    /// Opens a connection of a communication server.
    SessionId open_radio(const std::string& client = "radio") {
        RadioHello hello;
        hello.set_protocol_version(PROTOCOL_VERSION_4);
        hello.set_scenario_id(std::string(as_text(config::scenario_id(bench.scenario).bytes)));
        const SessionId session{++bench.sessions};
        EXPECT_TRUE(bench.transport.post(
            transport::RadioHelloReceived{session, hello, net::Endpoint::loopback(7000), client}));
        bench.step();
        return session;
    }
    /// Makes the communication server report this from now on.
    void report(SessionId session, std::int64_t tick, const std::vector<std::string>& clients,
                const std::vector<std::uint32_t>& agents = {}) {
        RadioWait wait;
        wait.set_heartbeat_ns(transport::ns(tick));
        for (const auto& client : clients) wait.add_clients(client);
        for (const auto agent : agents) wait.add_agents(agent);
        reports.push_back(transport::RadioWaitReceived{session, wait});
    }
    void post_reports() {
        for (const auto& report : reports) EXPECT_TRUE(bench.transport.post(report));
    }

    transport::WorldBench bench;
    transport::Player honest, rival;
    std::int64_t rival_at = -1;
    std::vector<transport::RadioWaitReceived> reports;
};

TEST(HoldUps, AClientThatOwesAStateIsShotDownAfterTheSilenceLimit) {
    for (const GatePolicy gate : {kWindow2, kExact1}) {
        HoldUp t(gate);
        t.exchange(10);
        const WallDuration held = t.idle(WallDuration::seconds(5), [&] { return t.rival_is_out(); });
        EXPECT_GT(held, WallDuration::milliseconds(900));
        EXPECT_LT(held, WallDuration::milliseconds(1'150));
        t.expect_that_only_the_rival_is_out();
        EXPECT_EQ(t.bench.notes.back(),
                  "rival (127.0.0.1:5002) ended: shot down: held the others up for 1 s below its least rate "
                  "of 0.05");
    }
}

TEST(HoldUps, SmallPiecesAddUp) {
    HoldUp t;
    // 400 ms for each heartbeat, of which 100 ms are allowed.
    WallDuration held;
    for (std::int64_t tick = 1; tick < 100 && !t.rival_is_out(); ++tick) {
        t.exchange(tick);
        held = held + t.idle(WallDuration::milliseconds(400), [&] { return t.rival_is_out(); });
    }
    t.expect_that_only_the_rival_is_out();
    EXPECT_LT(held, WallDuration::milliseconds(1'700)) << "1 s, and 100 ms for each of some heartbeats";
}

TEST(HoldUps, AClientThatKeepsItsRateStays) {
    for (const GatePolicy gate : {kWindow2, kExact1}) {
        HoldUp t(gate);
        for (std::int64_t tick = 1; tick < 90; ++tick) {
            t.exchange(tick);
            t.idle(WallDuration::milliseconds(90), [&] { return t.rival_is_out(); });
        }
        EXPECT_EQ(t.bench.count(WorldCounter::shoot_downs), 0u);
    }
}

TEST(HoldUps, AClientThatPacesItselfIsNotBlamedForItsPace) {
    config::Scenario slow = strict(kWindow2);
    slow.pace.factor = 0.01;  // 500 ms for each heartbeat
    transport::WorldBench bench(slow);
    transport::Player a = bench.admit({0}), b = bench.admit({1}, "rival");
    for (std::int64_t tick = 0; tick < 20; ++tick) {
        bench.exchange(a, update_of({{0, tick}}));
        bench.exchange(b, update_of({{1, tick}}));
        for (int i = 0; i < 50; ++i) {
            bench.send(a, update_of({}));
            bench.send(b, update_of({}));
            bench.step(kStep);
        }
    }
    EXPECT_EQ(bench.count(WorldCounter::shoot_downs), 0u);
}

TEST(HoldUps, WhoComesBackHasLittleLeftAndIsThenBanned) {
    HoldUp t;
    t.exchange(10);
    const auto out = [&] { return t.rival_is_out(); };
    WallDuration held = t.idle(WallDuration::seconds(5), out);
    t.rival = t.bench.admit({1}, "rival");
    held = held + t.idle(WallDuration::seconds(5), out);
    EXPECT_LE(held, WallDuration::milliseconds(1'550))
        << "the silence limit and half a second, and the time until it is awaited";
    t.idle(WallDuration::seconds(100), [] { return false; });
    const ServerFrame answer = t.bench.ask(t.bench.request({1}), "rival");
    EXPECT_EQ(answer.declined().reason(), JoinDeclined::HELD_UP);
    EXPECT_EQ(answer.declined().text(),
              "'rival' has held the others up and was shot down twice, so it stays out of this run");
    EXPECT_EQ(t.bench.count(WorldCounter::declined_held_up), 1u);
    EXPECT_FALSE(t.bench.lobby.closed.contains(t.honest.session));
}

TEST(HoldUps, SilenceForWhichNobodyWaitsIsNoHoldUp) {
    transport::WorldBench bench(strict(kWindow2));
    transport::Player a = bench.admit({0});
    for (int i = 0; i < 4; ++i) {
        bench.join(bench.request({}), "rival");  // watches, and falls silent
        for (int k = 0; k < 12; ++k) {
            bench.send(a, update_of({}));
            bench.step(WallDuration::milliseconds(100));
        }
    }
    EXPECT_EQ(bench.count(WorldCounter::declined_held_up), 0u);
}

TEST(HoldUps, WhoJoinsTooOftenMustWait) {
    transport::WorldBench bench(strict(kExact1));
    const auto join_and_leave = [&] {
        const ServerFrame answer = bench.ask(bench.request({1}), "rival");
        if (answer.has_declined()) return answer.declined().text();
        EXPECT_TRUE(bench.transport.post(transport::ConnectionLost{SessionId{answer.accepted().session()}}));
        bench.step();
        return std::string();
    };
    for (int i = 0; i < 32; ++i) EXPECT_EQ(join_and_leave(), "");
    EXPECT_EQ(join_and_leave(),
              "'rival' joins too often: it may join 32 times at once, and then once in 2 s");
    EXPECT_EQ(bench.count(WorldCounter::declined_too_often), 1u);
    EXPECT_TRUE(bench.ask(bench.request({0}), "player").has_accepted()) << "each has a budget of its own";
    bench.step(WallDuration::milliseconds(2'100));
    EXPECT_EQ(join_and_leave(), "");
    EXPECT_NE(join_and_leave(), "");
}

TEST(HoldUps, ALongHeartbeatMayTakeLongerThanTheSilenceLimit) {
    config::Scenario scenario = strict(kWindow2);
    scenario.least_rate = 0.002;  // 2.5 s for each heartbeat
    transport::WorldBench bench(scenario);
    transport::Player a = bench.admit({0}), b = bench.admit({1}, "rival");
    for (std::int64_t tick = 0; tick < 8; ++tick) {
        bench.exchange(a, update_of({{0, tick}}));
        bench.exchange(b, update_of({{1, tick}}));
        for (int i = 0; i < 220; ++i) {
            bench.send(a, update_of({{0, tick + 1}}));
            bench.send(b, update_of({}));
            bench.step(kStep);
        }
    }
    EXPECT_EQ(bench.count(WorldCounter::shoot_downs), 0u) << "2.2 s for each heartbeat";
}

TEST(HoldUps, WithoutALeastRateAnyProgressIsEnough) {
    config::Scenario scenario = strict(kWindow2);
    scenario.least_rate.reset();
    transport::WorldBench bench(scenario);
    transport::Player a = bench.admit({0}), b = bench.admit({1}, "rival");
    for (std::int64_t tick = 0; tick < 4; ++tick) {
        bench.exchange(a, update_of({{0, tick}}));
        bench.exchange(b, update_of({{1, tick}}));
        for (int i = 0; i < 900; ++i) {
            bench.send(a, update_of({{0, tick + 1}}));
            bench.send(b, update_of({}));
            bench.step(kStep);
        }
    }
    EXPECT_EQ(bench.count(WorldCounter::shoot_downs), 0u) << "9 s for one heartbeat";
}

TEST(HoldUps, ClientsForWhichNobodyWaitsHoldNobodyUp) {
    HoldUp t;
    t.exchange(10);
    // Both owe the next state.
    for (int i = 0; i < 500; ++i) {
        t.bench.send(t.rival, update_of({}, 10, true));
        t.bench.send(t.honest, update_of({}, 10, true));
        t.bench.step(kStep);
    }
    EXPECT_EQ(t.bench.count(WorldCounter::shoot_downs), 0u);
}

TEST(HoldUps, AWorldInWhichNobodyDoesAnythingIsGivenUp) {
    HoldUp t;
    t.exchange(10);
    ASSERT_TRUE(t.bench.transport.post(transport::ConnectionLost{t.honest.session}));
    for (int i = 0; i < 1'250; ++i) {
        t.bench.send(t.rival, update_of({}, 10, true));
        t.bench.step(kStep);
    }
    EXPECT_TRUE(t.rival_is_out()) << "the last client cannot keep the run from ending";
    EXPECT_EQ(t.bench.notes.back(),
              "rival (127.0.0.1:5002) ended: shot down: the world has stood still for 12 s");
}

TEST(HoldUps, WhenTheRadioIsLostNobodyIsBlamed) {
    HoldUp t;
    const SessionId radio = t.open_radio();
    t.exchange(7);
    ASSERT_TRUE(t.bench.transport.post(transport::ConnectionLost{radio}));
    t.idle(WallDuration::seconds(5), [] { return false; });
    EXPECT_EQ(t.bench.count(WorldCounter::shoot_downs), 0u);
}

TEST(HoldUps, ASecondSilenceForWhichOthersWaitBansTheWholeClient) {
    HoldUp t;
    t.exchange(10);
    const auto silence = [&] {
        for (int i = 0; i < 150 && !t.rival_is_out(); ++i) {
            const std::int64_t reached = t.bench.world.map().reached().index;
            t.bench.send(t.honest, update_of({{0, reached + 1}}, reached, true));
            t.bench.step(kStep);
        }
        EXPECT_TRUE(t.rival_is_out());
    };
    silence();
    t.rival = t.bench.admit({1}, "rival");
    silence();
    EXPECT_EQ(t.bench.ask(t.bench.request({1}), "rival").declined().reason(), JoinDeclined::HELD_UP);
}

TEST(HoldUps, TheStatusNamesTheCulpritAtOnce) {
    HoldUp t;
    t.exchange(10);
    EXPECT_EQ(t.bench.world.status().held_up_by, "");
    t.idle(WallDuration::milliseconds(300), [] { return false; });
    EXPECT_EQ(t.bench.world.status().held_up_by, "rival");
    EXPECT_NEAR(t.bench.world.status().held_up_s, 0.3, 0.1);
}

/// A world with a radio, in which both clients have published heartbeat 7.
struct RadioHoldUp : HoldUp {
    explicit RadioHoldUp(GatePolicy gate = kExact1) : HoldUp(gate), radio(open_radio()) { exchange(7); }
    /// Lets both wait in the world, with signs of life and nothing new.
    WallDuration wait(const std::function<bool()>& done) {
        const WallTime began = bench.now;
        while (bench.now - began < WallDuration::seconds(5) && !done()) {
            bench.send(rival, update_of({}, 7, true));
            bench.send(honest, update_of({}, 7, true));
            post_reports();
            bench.step(kStep);
        }
        return bench.now - began;
    }
    RadioExpulsion expulsion() const {
        const auto at = bench.lobby.frames.find(radio);
        return at == bench.lobby.frames.end() ? RadioExpulsion() : at->second.back().radio_expulsion();
    }
    SessionId radio;
};

TEST(HoldUps, WhoHoldsUpTheRadioIsShotDownInPlaceOfThoseWhoWait) {
    for (const GatePolicy gate : {kWindow2, kExact1}) {
        RadioHoldUp t(gate);
        t.report(t.radio, 5, {"rival"});
        const WallDuration held = t.wait([&] { return t.rival_is_out(); });
        EXPECT_LT(held, WallDuration::milliseconds(1'150));
        t.expect_that_only_the_rival_is_out();
        EXPECT_EQ(t.expulsion().client(), "rival");
        EXPECT_EQ(t.bench.count(WorldCounter::shoot_downs), 1u);
    }
}

TEST(HoldUps, ACulpritThatIsOnTheRadioAloneIsExpelled) {
    RadioHoldUp t;
    t.report(t.radio, 5, {"crowd0"});
    t.wait([&] { return t.expulsion().client() == "crowd0"; });
    EXPECT_FALSE(t.expulsion().banned());
    EXPECT_GT(t.expulsion().start_before_ns(), transport::ns(7));
    t.wait([&] { return t.expulsion().banned(); });
    EXPECT_TRUE(t.expulsion().banned());
    EXPECT_EQ(t.bench.count(WorldCounter::shoot_downs), 0u);
}

TEST(HoldUps, AnAgentThatNeverJoinsTheRadioIsItsClientsFault) {
    RadioHoldUp t;
    t.report(t.radio, 5, {}, {1});
    t.wait([&] { return t.rival_is_out(); });
    t.expect_that_only_the_rival_is_out();
    ASSERT_EQ(t.expulsion().agents_size(), 1);
    EXPECT_EQ(t.expulsion().agents(0), 1u);
}

TEST(HoldUps, WhileTheWorldHoldsUpTheRadioItsCulpritsAreBlamed) {
    RadioHoldUp t;
    // The radio has come as far as anybody needs. It waits for the honest client, which waits for the rival.
    t.bench.exchange(t.honest, update_of({{0, 8}}, 7));
    t.report(t.radio, 7, {"player"});
    t.wait([&] { return t.rival_is_out(); });
    t.expect_that_only_the_rival_is_out();
}

TEST(HoldUps, OnlyTheCommunicationServerMayReport) {
    RadioHoldUp t;
    const SessionId liar = t.open_radio("rival");
    EXPECT_EQ(t.bench.lobby.frames[liar].at(0).declined().text(),
              "the credential 'rival' is not that of the communication server");
    EXPECT_TRUE(t.bench.lobby.closed.contains(liar));
    t.report(t.radio, 7, {});
    t.report(liar, 5, {"player"});
    t.bench.exchange(t.honest, update_of({{0, 8}}, 7));
    t.wait([&] { return t.rival_is_out(); });
    t.expect_that_only_the_rival_is_out();
}

TEST(HoldUps, WhileTheCommunicationServerIsBusyNobodyIsBlamed) {
    RadioHoldUp t;
    t.bench.exchange(t.honest, update_of({{0, 8}}, 7));
    t.report(t.radio, 5, {});
    t.wait([] { return false; });
    EXPECT_EQ(t.bench.count(WorldCounter::shoot_downs), 0u) << "the radio waits for nobody";
    t.reports.clear();
    t.wait([] { return false; });
    EXPECT_EQ(t.bench.count(WorldCounter::shoot_downs), 0u) << "nobody knows for whom the radio waits";
}

TEST(HoldUps, TheRadioDoesNotWaitForAnAgentThatHasLeft) {
    RadioHoldUp t;
    t.bench.exchange(t.rival, update_of({{1, 8, 0}}, 7));
    t.bench.exchange(t.honest, update_of({{0, 8}}, 7));
    ASSERT_EQ(t.expulsion().agents_size(), 1);
    EXPECT_EQ(t.expulsion().agents(0), 1u);
    EXPECT_EQ(t.expulsion().start_before_ns(), 0) << "a stay on the radio ends by itself";
}

TEST(HoldUps, TheRadioRemovesWhoIsLostToTheWorld) {
    RadioHoldUp t;
    ASSERT_TRUE(t.bench.transport.post(transport::ConnectionLost{t.rival.session}));
    t.bench.step();
    EXPECT_EQ(t.expulsion().client(), "rival");
    EXPECT_EQ(t.expulsion().start_before_ns(), transport::ns(8));
    EXPECT_TRUE(t.expulsion().of_agents()) << "other clients with the same credential go on";
}

}  // namespace
}  // namespace synchrono::server
