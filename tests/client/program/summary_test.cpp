// Proves what a client says at its end: the reason why it ends, and a summary with the name and value of each
// counter.
#include "client/program/summary.hpp"

#include <gmock/gmock.h>
#include <set>

#include "client/engine/embedded/embedded_engine.hpp"
#include "tests/client/transport/fake_transport.hpp"

namespace synchrono::client {
namespace {

using State = acu::ClientNode::State;
using ::testing::Contains;
using ::testing::Not;

/// A radio that cannot be reached.
struct UnreachableRadio final : link::RadioLinkFactory {
    Result<void> connect() override { return fail("nobody listens"); }
    std::unique_ptr<link::RadioLink> join(std::span<const AgentId>, Tick, link::RadioSink&,
                                          Counters<link::RadioLinkCounter>&, WallTime) override {
        return nullptr;
    }
};

struct SummaryTest : ::testing::Test {
    /// Returns a node that found no server.
    const acu::ClientNode& failed() {
        world.refuses = true;
        node.emplace(acu::NodeSetup{.scenario = scenario, .agents = {}, .radio = &radio}, world, *engine,
                     nullptr);
        EXPECT_EQ(node->run_once({}, false).state, State::failed);
        return *node;
    }

    config::Scenario scenario;
    transport::FakeTransports world;
    UnreachableRadio radio;
    std::unique_ptr<engine::BodyEngine> engine =
        engine::make_embedded_engine(scenario.step, nullptr);  // without agents
    std::optional<acu::ClientNode> node;
};

TEST_F(SummaryTest, ASignalIsTheReasonUnlessTheRunFailed) {
    const acu::ClientNode fresh({.scenario = scenario, .agents = {}}, world, *engine, nullptr);
    EXPECT_EQ(reason_of_end(fresh, State::finished, ""), "finished");
    EXPECT_EQ(reason_of_end(fresh, State::finished, "SIGINT"), "stopped by SIGINT");
    EXPECT_EQ(reason_of_end(fresh, State::stopped, "SIGTERM"), "stopped by SIGTERM");
    EXPECT_EQ(reason_of_end(failed(), State::failed, "SIGTERM"), "nobody listens");
    EXPECT_EQ(reason_of_end(failed(), State::stopped, ""), "nobody listens");
}

TEST_F(SummaryTest, HasEachCounterOnce) {
    const auto names = [this] {
        std::vector<std::string> all;
        const auto summary = summary_of(failed(), world, scenario, {"client", "finished", {}});
        for (const auto& counter : summary.counters()) all.push_back(counter.name());
        EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
        return all;
    };
    for (const char* name : {"node.pilot_faults", "node.heartbeats", "gate.waits", "fake.published",
                             "pace.late_heartbeats", "pace.lateness_ns_max"})
        EXPECT_THAT(names(), Contains(name));
    EXPECT_THAT(names(), Not(Contains("radio.heard")));
    scenario.radio.emplace();
    EXPECT_THAT(names(), Contains("radio.heard"));
}

TEST_F(SummaryTest, MarksCountersThatAreCombinedByTheirMaximum) {
    const ProgramSummary summary = summary_of(failed(), world, scenario, {"client", "finished", {}});
    std::set<std::string> largest;
    for (const auto& counter : summary.counters()) {
        if (counter.over_programs() == ProgramSummary::LARGEST) largest.insert(counter.name());
    }
    EXPECT_EQ(largest, (std::set<std::string>{"gate.longest_wait_ns", "pace.lateness_ns_max"}));
}

TEST_F(SummaryTest, NamesTheProgramItsTimesAndTheReasonOfItsEnd) {
    const ProgramSummary summary =
        summary_of(failed(), world, scenario, {"client 7", "nobody listens", WallDuration::milliseconds(3)});
    EXPECT_EQ(summary.program(), "client 7");
    EXPECT_EQ(summary.version(), SYNCHRONO_VERSION);
    EXPECT_EQ(summary.ended_because(), "nobody listens");
    EXPECT_EQ(summary.first_ns(), 0);
    EXPECT_EQ(summary.last_ns(), 0);
    EXPECT_EQ(summary.wall_ns(), 3'000'000);
    EXPECT_EQ(summary.pilot_faults_size(), 0);
}

}  // namespace
}  // namespace synchrono::client
