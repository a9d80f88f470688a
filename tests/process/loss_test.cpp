// Proves that the real programs get through a network that loses, duplicates, delays and reorders
// datagrams: the run completes under both gates, every state is published once, and the counters show the
// losses and the requests for lost datagrams.
#include <gtest/gtest.h>

#include "tests/process/relay.hpp"
#include "tests/process/test_run.hpp"

namespace synchrono::testing {
namespace {

class LossyNetwork : public ::testing::TestWithParam<GatePolicy> {};

TEST_P(LossyNetwork, ARunCompletesAndCountsItsLosses) {
    constexpr std::size_t kClients = 4;
    constexpr std::uint64_t kHeartbeats = 200;
    TestRun run(ring(kClients, SimDuration::milliseconds(5) * kHeartbeats, GetParam()));
    run.start_server();
    Relay relay(run.address(),
                {.seed = 11, .loss = 0.3, .duplicate = 0.1, .delay_max = WallDuration::milliseconds(20)});
    for (std::size_t i = 0; i < kClients; ++i) {
        run.start_client("client" + std::to_string(i), std::to_string(i), relay.address());
    }
    run.expect_clean_ends();

    const auto counts = relay.counts();
    EXPECT_GT(counts.lost, counts.passed / 4);
    EXPECT_GT(counts.duplicated, 0u);
    EXPECT_GT(counts.overtaken, 0u);
    auto server = counters_of(run.folder(), "server");
    EXPECT_EQ(server["world.joins"], kClients);
    EXPECT_EQ(server["world.shoot_downs"], 0u);
    EXPECT_GT(server["world.requests"], 0u) << "lost datagrams must be asked for again";
    EXPECT_GT(server["intake.dropped_replayed"], 0u) << "duplicates must be counted as replayed";
    EXPECT_GT(server["fan_out.answers_to_requests"], 0u);
    std::uint64_t requests = 0;
    for (std::size_t i = 0; i < kClients; ++i) {
        const std::string name = "client" + std::to_string(i);
        auto client = counters_of(run.folder(), name);
        EXPECT_EQ(client["node.heartbeats"], kHeartbeats + 1);
        EXPECT_EQ(client["node.rejoins"], 0u);
        EXPECT_GT(client["gate.wait_ns"], 0u);
        EXPECT_GT(client["link.dropped_replayed"], 0u);
        requests += client["link.requests"];
        EXPECT_EQ(states_of(run.folder(), name, "car" + std::to_string(i)).size(), kHeartbeats + 1);
        expect_whole_log(run.folder(), name);
    }
    EXPECT_GE(requests, server["world.requests"]);
    expect_promise_kept(run.folder());
}

INSTANTIATE_TEST_SUITE_P(BothGates, LossyNetwork, ::testing::Values(kWindow2, kExact), [](const auto& gate) {
    return gate.param.kind == GatePolicy::Kind::exact ? "Exact" : "Window";
});

}  // namespace
}  // namespace synchrono::testing
