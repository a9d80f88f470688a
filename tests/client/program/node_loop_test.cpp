// Proves that a client's loop ends when its node is done, when there is a reason to leave, and after two
// seconds if the node cannot leave.
#include "client/program/node_loop.hpp"

#include <gtest/gtest.h>

#include "client/engine/embedded/embedded_engine.hpp"
#include "tests/client/transport/fake_transport.hpp"

namespace synchrono::client {
namespace {

/// A clock that goes on by a tenth of a second each time it is read.
struct SteppingClock final : WallClock {
    WallTime now() const override { return time = time + WallDuration::milliseconds(100); }
    mutable WallTime time = WallTime::nanoseconds(0);
};

struct NodeLoopTest : ::testing::Test {
    NodeLoopTest() {
        scenario.heartbeat = transport::kHeartbeat;
        scenario.duration = transport::kHeartbeat * 5;
        scenario.gate = transport::kWindow2;
        scenario.server_limit = WallDuration::seconds(60);
        node.emplace(acu::NodeSetup{.scenario = scenario,
                                    .agents = {},
                                    .note = [this](std::string_view line) { notes.emplace_back(line); }},
                     world, *engine, nullptr);
    }
    NodeRun run() {
        return run_node(*node, {.clock = clock,
                                .reason_to_leave = [this] { return ++asked > 5 ? leave : ""; },
                                .every_second = [this] { ++seconds; },
                                .sleep_until = [](WallTime) {}});
    }

    config::Scenario scenario;
    transport::FakeTransports world;
    std::unique_ptr<engine::BodyEngine> engine =
        engine::make_embedded_engine(scenario.step, nullptr);  // without agents
    SteppingClock clock;
    std::optional<acu::ClientNode> node;
    std::string leave;
    std::vector<std::string> notes;
    int asked = 0, seconds = 0;
};

TEST_F(NodeLoopTest, EndsWhenTheNodeFails) {
    world.refuses = true;
    const NodeRun run = NodeLoopTest::run();
    EXPECT_EQ(run.state, acu::ClientNode::State::failed);
    EXPECT_FALSE(run.began);
    EXPECT_EQ(node->reason(), "nobody listens");
}

TEST_F(NodeLoopTest, TriesAgainWhileNobodyAnswersAndTellsItOnce) {
    world.attempts_in_vain = 3;
    leave = "enough";
    EXPECT_EQ(NodeLoopTest::run().state, acu::ClientNode::State::stopped);
    EXPECT_EQ(world.joined_as.size(), 4u);
    EXPECT_EQ(notes, std::vector<std::string>{"nobody is there yet; trying again for 30 s"});
}

TEST_F(NodeLoopTest, TriesNoLongerThanTheStartLimit) {
    world.attempts_in_vain = 1'000;
    EXPECT_EQ(NodeLoopTest::run().state, acu::ClientNode::State::failed);
    EXPECT_EQ(node->reason(), "nobody is there yet (tried for 30 s, start_limit_s of the scenario)");
    EXPECT_EQ(clock.time.count_ns() / 1'000'000'000, 30);
}

TEST_F(NodeLoopTest, StopsOnRequestWhileNobodyAnswers) {
    world.attempts_in_vain = 1'000;
    leave = "leaving on SIGINT";
    EXPECT_EQ(NodeLoopTest::run().state, acu::ClientNode::State::stopped);
    EXPECT_EQ(node->reason(), "stopped before joining");
}

TEST_F(NodeLoopTest, DoesNotTryToComeBackIntoAWorldWhoseServerIsGone) {
    node->run_once(clock.now(), false);
    world.admit(transport::kWindow2, 1);
    node->run_once(clock.now(), false);
    world.end(transport::Transport::Status::shot_down, "silent");
    world.attempts_in_vain = 1'000;
    EXPECT_EQ(NodeLoopTest::run().state, acu::ClientNode::State::failed);
    EXPECT_EQ(node->reason(), "nobody is there yet");
}

TEST_F(NodeLoopTest, LeavesWhenAReasonIsGiven) {
    leave = "leaving on SIGTERM";
    const NodeRun run = NodeLoopTest::run();
    EXPECT_EQ(run.state, acu::ClientNode::State::stopped);
    EXPECT_EQ(asked, 6) << "a reason is not asked for again";
    EXPECT_EQ(node->reason(), "stopped before joining");
}

TEST_F(NodeLoopTest, DoesNotWaitForANodeThatCannotLeave) {
    leave = "leaving: the view is closed";
    node->run_once(clock.now(), false);
    world.admit(transport::kWindow2, 1);
    const NodeRun run = NodeLoopTest::run();
    EXPECT_EQ(run.state, acu::ClientNode::State::stopped);
    EXPECT_FALSE(run.began) << "the gate is shut";
    EXPECT_EQ(seconds, 2);
}

}  // namespace
}  // namespace synchrono::client
