// Runs thousands of small worlds (hundreds under sanitizers). One seed decides everything in a world: how
// many clients take part, under which gate, what the network does to them, and whether one of them dies, is
// cut off, leaves, comes back, joins late or only watches. At every step the fleet checks the four rules of
// `exact` or the promise of `window`. The seed of a world that breaks a rule or the promise is printed, and
// SYNCHRONO_WORLD_SEED=<seed> runs that world alone. Some of the worlds also run over memory, where no
// message is lost or late.
#include <cstdlib>
#include <gtest/gtest.h>

#include "tests/world/fleet.hpp"

namespace synchrono::testing {
namespace {

#if defined(SYN_ADDRESS_SANITIZER) || defined(SYN_THREAD_SANITIZER)
constexpr std::uint64_t kSeedsABlock = 25;  // fewer, because each world takes longer
#else
constexpr std::uint64_t kSeedsABlock = 400;
#endif
constexpr std::uint64_t kBlocks = 10;
constexpr std::uint64_t kBlocksOverMemory = 4;

FleetSetup setup_from(std::uint64_t seed) {
    Random random(seed, 99);
    FleetSetup setup;
    setup.seed = seed;
    setup.clients = 2 + random.below(4);
    setup.agents_per_client = 1 + random.below(2);
    setup.heartbeats = 20 + static_cast<std::int64_t>(random.below(30));
    const bool exact = random.chance(0.5);
    setup.gate.kind = exact ? GatePolicy::Kind::exact : GatePolicy::Kind::window;
    setup.gate.heartbeats = 1 + static_cast<std::int64_t>(random.below(3));
    if (random.chance(0.3)) setup.periods = {1, 2, 3};
    if (random.chance(0.2)) setup.last_enters_at = 1 + static_cast<std::int64_t>(random.below(15));
    if (random.chance(0.8)) {
        setup.faults.loss = random.uniform(0, 0.3);
        setup.faults.duplicate = random.uniform(0, 0.1);
        setup.faults.replay = random.uniform(0, 0.05);
        setup.faults.corrupt = random.uniform(0, 0.05);
    }
    setup.faults.delay_min = WallDuration::microseconds(20);
    setup.faults.delay_max = WallDuration::microseconds(20 + static_cast<std::int64_t>(random.below(20'000)));
    if (random.chance(0.2)) {
        setup.interest.kind = config::Interest::Kind::radius;
        setup.interest.radius_m = 20;
    }
    // Some pilots leave, unless the end of the world comes first.
    const auto agents = static_cast<std::uint32_t>(setup.clients * setup.agents_per_client);
    for (std::uint32_t agent = 0; agent < agents; ++agent) {
        if (random.chance(0.15)) setup.leaves[agent] = static_cast<std::int64_t>(random.below(50));
    }
    return setup;
}

/// Runs the world. In addition to the network's faults, disturbs it in one of several ways or not at all.
void run_with_nuisance(Fleet& fleet, const FleetSetup& setup) {
    Random random(setup.seed, 100);
    const std::size_t victim = random.below(setup.clients);
    const auto when = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(setup.heartbeats)));
    const auto comes = [&] {
        return fleet.run_until([&] {
            return fleet.tick(victim).index >= when ||
                   fleet.state(victim) != client::acu::ClientNode::State::running;
        });
    };
    switch (random.below(8)) {
        case 0:
        case 1:
            break;
        case 2:
            comes();
            fleet.kill(victim, random.chance(0.5));
            break;
        case 3:
            comes();
            fleet.kill(victim);
            fleet.run_until(
                [&] {
                    return fleet.clock().now() > WallTime::nanoseconds(0) &&
                           fleet.world().status().agents < setup.clients * setup.agents_per_client;
                },
                WallDuration::seconds(5));
            if (!fleet.world().ended()) fleet.restart(victim);
            break;
        case 4: {
            comes();
            fleet.set_cut_off(victim, true);
            const WallTime until = fleet.clock().now() +
                                   WallDuration::milliseconds(static_cast<std::int64_t>(random.below(600)));
            fleet.run_until([&] { return fleet.clock().now() >= until; });
            fleet.set_cut_off(victim, false);
            break;
        }
        case 5:
            comes();
            fleet.ask_to_stop(victim);
            break;
        case 6:
            comes();
            fleet.add_observer();
            break;
        case 7:
            fleet.add_observer();
            comes();
            fleet.kill(victim, random.chance(0.5));
            break;
    }
    fleet.run();
}

std::vector<std::string> violations_of(std::uint64_t seed, Carrier carrier) {
    FleetSetup setup = setup_from(seed);
    setup.carrier = carrier;
    Fleet fleet(setup);
    run_with_nuisance(fleet, setup);
    return fleet.violations();
}

class Seeds : public ::testing::TestWithParam<std::uint64_t> {};
class SeedsOverMemory : public ::testing::TestWithParam<std::uint64_t> {};

void expect_every_promise_kept(std::uint64_t block, Carrier carrier) {
    if (const char* only = std::getenv("SYNCHRONO_WORLD_SEED")) {
        if (block == 0) {
            for (const auto& violation : violations_of(std::strtoull(only, nullptr, 10), carrier))
                ADD_FAILURE() << violation;
        }
        return;
    }
    for (std::uint64_t i = 0; i < kSeedsABlock; ++i) {
        const std::uint64_t seed = 1 + block * kSeedsABlock + i;
        for (const auto& violation : violations_of(seed, carrier))
            ADD_FAILURE() << "seed " << seed << ": " << violation;
        if (::testing::Test::HasFailure()) break;
    }
}

TEST_P(Seeds, KeepEveryPromise) { expect_every_promise_kept(GetParam(), Carrier::datagrams); }
TEST_P(SeedsOverMemory, KeepEveryPromise) { expect_every_promise_kept(GetParam(), Carrier::memory); }

INSTANTIATE_TEST_SUITE_P(Block, Seeds, ::testing::Range<std::uint64_t>(0, kBlocks));
INSTANTIATE_TEST_SUITE_P(Block, SeedsOverMemory, ::testing::Range<std::uint64_t>(0, kBlocksOverMemory));

}  // namespace
}  // namespace synchrono::testing
