// Proves the checker on which every world test relies. Correct histories pass under both gates, also with
// slow flows and with agents that end and begin anew. For each way to break a promise there is a history that
// breaks the promise in this way, and the checker notices and describes it.
#include "tests/world/exactness_checker.hpp"

#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>
#include <google/protobuf/any.pb.h>

#include "proto/state.pb.h"

namespace synchrono::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
constexpr auto kWindow = GatePolicy::Kind::window;
constexpr auto kExact = GatePolicy::Kind::exact;

/// A history of the agents 0, 1, 2, ... with these periods in heartbeats, each in the client of its own
/// number.
struct History {
    History(GatePolicy gate, std::vector<std::int64_t> periods) {
        scenario.gate = gate;
        for (std::uint32_t i = 0; i < periods.size(); ++i) {
            config::AgentSpec agent;
            agent.id = AgentId{i};
            agent.period = scenario.heartbeat * periods[i];
            scenario.agents.push_back(agent);
        }
        checker.emplace(scenario);
        for (std::uint32_t i = 0; i < periods.size(); ++i) checker->client_begins(i, {AgentId{i}});
    }
    std::string words(std::uint32_t agent, std::int64_t tick) const {
        if (!x_m) return fmt::format("{} at {}", agent, tick);
        VehicleState state;
        state.set_x_m(x_m(agent, tick));
        google::protobuf::Any any;
        any.PackFrom(state, "");
        return any.SerializeAsString();
    }
    void emit(std::uint32_t agent, std::int64_t tick) {
        checker->emitted(agent, AgentId{agent}, Tick{tick}, as_byte_view(words(agent, tick)));
    }
    void see(std::size_t client, std::uint32_t agent, std::int64_t tick) {
        checker->consumed(client, AgentId{agent}, Tick{tick}, as_byte_view(words(agent, tick)));
    }
    /// Makes every agent send all its messages up to this heartbeat, while no client consumes any.
    void all_emit_up_to(std::int64_t last) {
        for (std::int64_t tick = 0; tick <= last; ++tick) {
            for (const auto& agent : scenario.agents) {
                if (tick % (agent.period / scenario.heartbeat) == 0) emit(agent.id.value, tick);
            }
        }
    }
    /// Returns the violations, but not those of clients that did not wait: most histories consume only what
    /// they are about.
    std::vector<std::string> violations() const {
        std::vector<std::string> all = checker->violations();
        std::erase_if(all,
                      [](const std::string& what) { return what.find(" went on without ") != what.npos; });
        return all;
    }

    config::Scenario scenario;
    std::optional<ExactnessChecker> checker;
    std::function<double(std::uint32_t agent, std::int64_t tick)> x_m =
        {};  // empty: agents say words, not places
};

/// Makes the clients keep the rules of `exact`. Before a client emits heartbeat t, it consumes the bundle of
/// heartbeat t minus the lag, in the order of agents.
void live_honestly(History& history, std::int64_t last) {
    const auto& agents = history.scenario.agents;
    for (std::int64_t k = 0; k <= last; ++k) {
        const std::int64_t bundle = k - history.scenario.gate.heartbeats;
        for (const auto& client : agents) {
            for (const auto& agent : agents) {
                const std::int64_t period = agent.period / history.scenario.heartbeat;
                if (bundle >= 0 && bundle % period == 0) history.see(client.id.value, agent.id.value, bundle);
            }
        }
        for (const auto& agent : agents) {
            if (k % (agent.period / history.scenario.heartbeat) == 0) history.emit(agent.id.value, k);
        }
    }
}

TEST(ExactnessChecker, AcceptsCorrectHistories) {
    for (const auto kind : {kWindow, kExact}) {
        for (const std::int64_t heartbeats : {1, 2, 3}) {
            History history({kind, heartbeats}, {1, 1, 3, 2});
            live_honestly(history, 20);
            EXPECT_THAT(history.violations(), IsEmpty()) << heartbeats;
            EXPECT_THAT(history.checker->trajectories().at(AgentId{1}), SizeIs(21));
            EXPECT_EQ(history.checker->newest_consumed(0, AgentId{1}), 20 - heartbeats);
            EXPECT_EQ(history.checker->newest_consumed(0, AgentId{0}), -1)
                << "a client does not consume its own agent";
        }
    }
}

TEST(ExactnessChecker, NamesAnEmissionTooFarAheadOfALiveAgent) {
    for (const auto kind : {kWindow, kExact}) {
        History history({kind, 2}, {1, 1});
        history.all_emit_up_to(3);
        history.emit(0, 4);
        history.emit(0, 5);
        EXPECT_THAT(history.violations(), IsEmpty());
        history.emit(0, 6);
        EXPECT_THAT(history.violations(), ElementsAre("agent 0 is at 6 while agent 1 is at 3"));
    }
}

TEST(ExactnessChecker, AllowsForTheSilenceOfASlowFlow) {
    History history({kWindow, 1}, {1, 3});
    history.all_emit_up_to(0);
    for (std::int64_t tick = 1; tick <= 3; ++tick) history.emit(0, tick);
    EXPECT_THAT(history.violations(), IsEmpty()) << "the flow of agent 1 reaches to 2";
    history.emit(0, 4);
    EXPECT_THAT(history.violations(), SizeIs(1));
}

TEST(ExactnessChecker, MeasuresTheLeadAgainstLiveAgentsOnly) {
    History history({kWindow, 1}, {1, 1});
    history.all_emit_up_to(3);
    history.checker->agent_ended(AgentId{1}, Tick{4});
    history.emit(1, 4);  // its client does not know of the end yet
    for (std::int64_t tick = 4; tick <= 20; ++tick) history.emit(0, tick);
    EXPECT_THAT(history.violations(), IsEmpty()) << "agent 1 has ended";
    history.checker->agent_joined(AgentId{1}, Tick{22});
    history.emit(0, 21);
    history.emit(0, 22);
    EXPECT_THAT(history.violations(), IsEmpty()) << "agent 1 enters at 22";
    history.emit(0, 23);
    EXPECT_THAT(history.violations(), ElementsAre("agent 0 is at 23 while agent 1 is at 21"));
}

TEST(ExactnessChecker, AgentsOfOneClientMayLeadOneAnother) {
    History history({kExact, 1}, {1, 1});
    history.checker->client_begins(0, {AgentId{0}, AgentId{1}});
    for (std::int64_t tick = 0; tick <= 5; ++tick) history.emit(0, tick);
    EXPECT_THAT(history.violations(), IsEmpty());
}

TEST(ExactnessChecker, NamesRepeatedEmissions) {
    History history({kWindow, 2}, {1, 1});
    history.all_emit_up_to(3);
    history.emit(1, 3);
    history.emit(1, 2);
    EXPECT_THAT(history.violations(),
                ElementsAre("agent 1 spoke of heartbeat 3 again", "agent 1 spoke of heartbeat 2 again"));
}

TEST(ExactnessChecker, NamesMessagesThatWereNeverSent) {
    for (const auto kind : {kWindow, kExact}) {
        History history({kind, 1}, {1, 1});
        history.all_emit_up_to(2);
        history.checker->consumed(0, AgentId{1}, Tick{2}, as_byte_view("1 at 2, or nearly"));
        history.see(0, 1, 3);
        EXPECT_THAT(history.violations(),
                    ElementsAre("client 0 saw something of agent 1 at 2 that was never said",
                                "client 0 saw something of agent 1 at 3 that was never said"));
    }
}

TEST(ExactnessChecker, NamesMessagesThatAreSeenTwice) {
    History history({kWindow, 1}, {1, 1});
    history.all_emit_up_to(5);
    history.see(0, 1, 4);
    history.see(0, 1, 4);
    history.see(0, 1, 3);
    EXPECT_THAT(history.violations(),
                ElementsAre("client 0 saw agent 1 at 4 twice", "client 0 saw agent 1 at 3 twice"));
}

TEST(ExactnessChecker, NamesMessagesConsumedOutOfOrder) {
    History agents({kExact, 3}, {1, 1, 1});
    agents.all_emit_up_to(2);
    agents.see(0, 1, 0);
    agents.see(0, 2, 0);
    agents.see(0, 2, 1);
    agents.see(0, 1, 1);
    EXPECT_THAT(agents.violations(), ElementsAre("client 0 consumed agent 1 at 1 out of order"));

    History times({kExact, 3}, {1, 1, 1});
    times.all_emit_up_to(2);
    times.see(0, 1, 0);
    times.see(0, 2, 0);
    times.see(0, 1, 1);
    times.see(0, 1, 2);
    times.see(0, 2, 1);
    EXPECT_THAT(times.violations(), ElementsAre("client 0 consumed agent 2 at 1 out of order"));
}

TEST(ExactnessChecker, NamesMessagesConsumedTooLate) {
    History history({kExact, 2}, {1, 1});
    history.all_emit_up_to(2);
    history.see(0, 1, 0);
    EXPECT_THAT(history.violations(), IsEmpty()) << "the first message may be old";
    history.see(0, 1, 1);
    EXPECT_THAT(history.violations(), IsEmpty())
        << "with a lag of 2, messages at 1 may follow the emission at 2";
    history.emit(1, 3);
    history.emit(0, 3);
    history.emit(1, 4);
    history.emit(0, 4);
    history.see(0, 1, 2);
    EXPECT_THAT(history.violations(), ElementsAre("client 0 emitted at 4 and then consumed agent 1 at 2"));
}

TEST(ExactnessChecker, NamesEmissionsBehindConsumedMessages) {
    for (const std::int64_t lag : {1, 2, 3}) {
        History history({kExact, lag}, {1, 1});
        history.emit(0, 0);
        for (std::int64_t tick = 0; tick <= 1; ++tick) history.emit(1, tick);
        history.see(0, 1, 0);
        history.see(0, 1, 1);
        history.emit(0, lag);
        EXPECT_THAT(history.violations(),
                    ElementsAre(fmt::format("agent 0 emitted at {} after consuming at 1", lag)));
        history.emit(0, lag + 1);
        EXPECT_THAT(history.violations(), SizeIs(1)) << "this emission is in time";
    }
}

TEST(ExactnessChecker, NamesSkippedMessages) {
    History history({kExact, 8}, {1, 1, 3});
    history.all_emit_up_to(8);
    history.see(0, 1, 0);
    history.see(0, 2, 0);
    history.see(0, 1, 1);
    history.see(0, 1, 3);
    EXPECT_THAT(history.violations(), ElementsAre("client 0 missed agent 1 between 1 and 3"));
    history.see(0, 2, 3);
    EXPECT_THAT(history.violations(), SizeIs(1)) << "a slow flow sends nothing in between";
    history.see(0, 2, 6);
    history.see(0, 1, 7);
    EXPECT_THAT(history.violations(), SizeIs(2));
}

TEST(ExactnessChecker, ExpectsNoMessagesOfAnAbsentAgent) {
    History history({kExact, 8}, {1, 1});
    history.all_emit_up_to(1);
    history.see(0, 1, 1);
    history.checker->agent_ended(AgentId{1}, Tick{2});
    history.checker->agent_joined(AgentId{1}, Tick{5});
    history.emit(1, 5);
    history.emit(1, 6);
    history.emit(1, 7);
    history.see(0, 1, 5);
    EXPECT_THAT(history.violations(), IsEmpty());
    history.see(0, 1, 7);
    EXPECT_THAT(history.violations(), ElementsAre("client 0 missed agent 1 between 5 and 7"));
}

TEST(ExactnessChecker, AppliesTheExactRulesUnderExactOnly) {
    History history({kWindow, 8}, {1, 1, 1});
    history.all_emit_up_to(5);
    history.see(0, 1, 0);
    history.see(0, 2, 5);
    history.see(0, 1, 4);
    history.emit(0, 6);
    EXPECT_THAT(history.violations(), IsEmpty());
}

/// Makes a history in which agent 0 sees up to 20 m: agent 1 is 10 m away, except from heartbeat 3 to 5.
History history_in_sight(std::int64_t lag) {
    History history({kExact, lag}, {1, 1});
    history.scenario.interest.kind = config::Interest::Kind::radius;
    history.scenario.interest.radius_m = 20;
    history.x_m = [](std::uint32_t agent, std::int64_t tick) {
        return agent == 0 ? 0.0 : tick >= 3 && tick <= 5 ? 100.0 : 10.0;
    };
    return history;
}

TEST(ExactnessChecker, NamesClientsThatDoNotWait) {
    History history({kExact, 2}, {1, 1});
    for (std::int64_t tick = 0; tick <= 2; ++tick) {
        history.emit(1, tick);
        history.emit(0, tick);
    }
    EXPECT_THAT(history.checker->violations(), ElementsAre("client 1 went on without agent 0 at 0",
                                                           "client 0 went on without agent 1 at 0"));
    History honest({kExact, 2}, {1, 3});
    live_honestly(honest, 20);
    EXPECT_THAT(honest.checker->violations(), IsEmpty());
}

TEST(ExactnessChecker, ExpectsNothingFromBeyondTheInterest) {
    History history = history_in_sight(8);
    history.all_emit_up_to(7);
    for (const std::int64_t tick : {0, 1, 2, 6, 7}) history.see(0, 1, tick);
    EXPECT_THAT(history.violations(), IsEmpty());
}

TEST(ExactnessChecker, NamesMessagesThatAreMissingWithinTheInterest) {
    History history = history_in_sight(8);
    history.all_emit_up_to(7);
    for (const std::int64_t tick : {0, 2, 7}) history.see(0, 1, tick);
    EXPECT_THAT(history.violations(), ElementsAre("client 0 missed agent 1 between 0 and 2",
                                                  "client 0 missed agent 1 between 2 and 7"));
}

TEST(ExactnessChecker, NamesMessagesFromBeyondTheInterest) {
    History history = history_in_sight(8);
    history.all_emit_up_to(7);
    for (const std::int64_t tick : {0, 1, 2, 3}) history.see(0, 1, tick);
    EXPECT_THAT(history.violations(), ElementsAre("client 0 saw agent 1 at 3, which was out of its sight"));
}

TEST(ExactnessChecker, ChecksTheOrderWithinTheInterest) {
    History history = history_in_sight(1);
    for (std::int64_t tick = 0; tick <= 2; ++tick) {
        history.emit(1, tick);
        history.emit(0, tick);
    }
    history.see(0, 1, 0);
    history.see(0, 1, 1);
    EXPECT_THAT(history.violations(), ElementsAre("client 0 emitted at 2 and then consumed agent 1 at 1"));
}

TEST(ExactnessChecker, ForgetsTheEarlierLifeOfARestartedClient) {
    History history({kExact, 1}, {1, 1});
    live_honestly(history, 5);
    history.checker->client_begins(0, {AgentId{0}});
    EXPECT_EQ(history.checker->newest_consumed(0, AgentId{1}), -1);
    history.checker->agent_ended(AgentId{0}, Tick{4});
    history.checker->agent_joined(AgentId{0}, Tick{4});
    EXPECT_THAT(history.checker->trajectories().at(AgentId{0}), SizeIs(4))
        << "messages from heartbeat 4 on must be forgotten";
    history.see(0, 1, 3);
    history.emit(0, 4);
    EXPECT_THAT(history.violations(), IsEmpty());
}

TEST(ExactnessChecker, KeepsTheFirstTenViolations) {
    History history({kWindow, 1}, {1, 1});
    for (int i = 0; i < 12; ++i) history.checker->add_violation(std::to_string(i));
    EXPECT_THAT(history.violations(), ElementsAre("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"));
}

}  // namespace
}  // namespace synchrono::testing
