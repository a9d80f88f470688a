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
        scenario.heartbeat = kHeartbeat;
        scenario.duration = kHeartbeat * 5;
        scenario.gate = kWindow2;
        scenario.server_limit = WallDuration::seconds(60);
        node.emplace(NodeSetup{.scenario = scenario, .agents = {}}, world, *engine, nullptr);
    }
    NodeRun run() {
        return run_node(*node, {.clock = clock,
                                .reason_to_leave = [this] { return ++asked > 5 ? leave : ""; },
                                .every_second = [this] { ++seconds; },
                                .sleep_until = [](WallTime) {}});
    }

    config::Scenario scenario;
    FakeTransports world;
    std::unique_ptr<BodyEngine> engine = make_embedded_engine(scenario.step, nullptr);  // without agents
    SteppingClock clock;
    std::optional<ClientNode> node;
    std::string leave;
    int asked = 0, seconds = 0;
};

TEST_F(NodeLoopTest, EndsWhenTheNodeFails) {
    world.refuses = true;
    const NodeRun run = NodeLoopTest::run();
    EXPECT_EQ(run.state, ClientNode::State::failed);
    EXPECT_FALSE(run.began);
    EXPECT_EQ(node->reason(), "nobody listens");
}

TEST_F(NodeLoopTest, LeavesForAReason) {
    leave = "leaving on SIGTERM";
    const NodeRun run = NodeLoopTest::run();
    EXPECT_EQ(run.state, ClientNode::State::stopped);
    EXPECT_EQ(asked, 6) << "a reason is not asked for again";
    EXPECT_EQ(node->reason(), "stopped before it had joined");
}

TEST_F(NodeLoopTest, DoesNotWaitForANodeThatCannotLeave) {
    leave = "leaving: the window has been closed";
    node->turn(clock.now(), false);
    world.admit(kWindow2, 1);
    const NodeRun run = NodeLoopTest::run();
    EXPECT_EQ(run.state, ClientNode::State::stopped);
    EXPECT_FALSE(run.began) << "the gate is shut";
    EXPECT_EQ(seconds, 2);
}

}  // namespace
}  // namespace synchrono::client
