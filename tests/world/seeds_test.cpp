// Runs thousands of small worlds (hundreds under sanitizers). One seed decides everything in a world: how
// many clients take part, under which gate, what the network does to them, and whether one of them dies, is
// cut off, leaves, comes back, joins late or only watches. At every step the fleet checks the four rules of
// `exact` or the promise of `window`. At the end, every client that nobody harmed has finished, nobody was
// shot down without a reason, no stall was longer than the limits allow, and under `exact` another network
// would have changed nothing. Each block of seeds has met everything that may happen to a world. The seed of
// a world that breaks a rule or a promise is printed, and SYNCHRONO_WORLD_SEED=<seed> runs that world alone.
// Some of the worlds also run over memory, where no message is lost or late.
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>

#include "tests/world/fleet.hpp"

namespace synchrono::testing {
namespace {

#if defined(SYN_ADDRESS_SANITIZER) || defined(SYN_THREAD_SANITIZER)
constexpr std::uint64_t kSeedsABlock = 25;  // fewer, because each world takes longer
#else
constexpr std::uint64_t kSeedsABlock = 400;
#endif
// Without a fault but those of the network.
constexpr WallDuration kStallMax = WallDuration::milliseconds(700);
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
        // Agents stand 12 m apart and move by some decimetres, so some cross the edge.
        setup.interest.radius_m =
            12 * (1.0 + static_cast<double>(random.below(2))) + random.uniform(-0.15, 0.15);
    }
    // Some pilots leave, unless the end of the world comes first.
    const auto agents = static_cast<std::uint32_t>(setup.clients * setup.agents_per_client);
    for (std::uint32_t agent = 0; agent < agents; ++agent) {
        if (random.chance(0.15)) setup.leaves[agent] = static_cast<std::int64_t>(random.below(50));
    }
    return setup;
}

/// The disturbance of a world in addition to the faults of its network.
enum class Nuisance { none, kill, kill_and_restart, cut_off, stop, observer, observer_and_kill };

struct Disturbed {
    Nuisance nuisance = Nuisance::none;
    std::size_t victim = 0;
    bool in_time = false;  // before the victim had ended
    bool started = false;  // after the world had begun
};

/// Runs the world. In addition to the network's faults, disturbs it in one of several ways or not at all.
Disturbed run_with_nuisance(Fleet& fleet, const FleetSetup& setup) {
    Random random(setup.seed, 100);
    const std::size_t victim = random.below(setup.clients);
    Disturbed what{.victim = victim};
    const auto when = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(setup.heartbeats)));
    const auto comes = [&] {
        fleet.run_until([&] {
            return fleet.tick(victim).index >= when ||
                   fleet.state(victim) != client::acu::ClientNode::State::running;
        });
        what.started = fleet.world().status().started;
        what.in_time = fleet.state(victim) == client::acu::ClientNode::State::running;
    };
    switch (random.below(8)) {
        case 0:
        case 1:
            break;
        case 2:
            what.nuisance = Nuisance::kill;
            comes();
            fleet.kill(victim, random.chance(0.5));
            break;
        case 3:
            what.nuisance = Nuisance::kill_and_restart;
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
            what.nuisance = Nuisance::cut_off;
            comes();
            fleet.set_cut_off(victim, true);
            const WallTime until = fleet.clock().now() +
                                   WallDuration::milliseconds(static_cast<std::int64_t>(random.below(1'800)));
            fleet.run_until([&] { return fleet.clock().now() >= until; });
            fleet.set_cut_off(victim, false);
            break;
        }
        case 5:
            what.nuisance = Nuisance::stop;
            comes();
            fleet.ask_to_stop(victim);
            break;
        case 6:
            what.nuisance = Nuisance::observer;
            comes();
            fleet.add_observer();
            break;
        case 7:
            what.nuisance = Nuisance::observer_and_kill;
            fleet.add_observer();
            comes();
            fleet.kill(victim, random.chance(0.5));
            break;
    }
    fleet.run();
    return what;
}

/// How often each thing happened in a block of worlds.
using Activity = std::map<std::string, std::uint64_t>;

/// Checks how the world ended, and adds what happened in it.
void check_end(Fleet& fleet, const FleetSetup& setup, const Disturbed& what, std::vector<std::string>& wrong,
               Activity& activity) {
    using State = client::acu::ClientNode::State;
    const bool harmed =
        what.in_time && what.nuisance != Nuisance::none && what.nuisance != Nuisance::observer;
    const std::string over = fleet.world().ended() ? fleet.world().ended()->why : "";
    if (harmed && !what.started) return;  // the world cannot begin without the victim
    for (std::size_t client = 0; client < fleet.clients(); ++client) {
        const bool is_victim =
            (harmed || what.nuisance == Nuisance::kill_and_restart) && client == what.victim;
        if (!fleet.alive(client) || fleet.state(client) == State::finished) continue;
        // The server ends clients that are there when the world is over.
        if (fleet.state(client) == State::stopped && fleet.reason(client) == over) continue;
        if (is_victim && fleet.state(client) == State::stopped && what.nuisance == Nuisance::stop) continue;
        const bool watches = client >= setup.clients;
        if (watches && fleet.reason(client) == "the server declined: the run is over")
            continue;  // it came late
        // A victim that comes back late may find that its agents are gone or the world is over.
        if (is_victim && what.nuisance != Nuisance::stop) continue;
        wrong.push_back(fmt::format("client {} ended as {}: {}", client,
                                    static_cast<int>(fleet.state(client)), fleet.reason(client)));
    }
    std::map<std::uint32_t, int> lives;
    for (const WorldEvent& event : fleet.events()) {
        if (event.has_joined())
            ++activity[lives[event.joined().description().agent()]++ > 0 ? "rejoined" : "joined"];
        if (!event.has_ended()) continue;
        ++activity[AgentEnded::Cause_Name(event.ended().cause())];
        const bool of_victim = event.ended().agent() / setup.agents_per_client == what.victim;
        if (event.ended().cause() != AgentEnded::LEFT && !(harmed && of_victim))
            wrong.push_back(fmt::format("agent {} was lost at {} ms for no reason", event.ended().agent(),
                                        event.ended().time_ns() / 1'000'000));
    }
    // Requests, one every 100 ms, bring what was lost. Whoever has died silently is shot down after the
    // silence limit, but the network may deliver his last datagrams late.
    WallDuration limit = kStallMax;
    if (harmed) limit = setup.silence_limit + WallDuration::milliseconds(500);
    if (harmed && setup.faults.replay > 0) limit = limit + setup.faults.replay_delay_max;
    if (fleet.longest_stall() > limit)
        wrong.push_back(fmt::format("a stall of {:.3f} s", fleet.longest_stall().to_seconds()));
    const char* const names[] = {"no nuisance", "kill",     "kill and restart", "cut off",
                                 "stop",        "observer", "observer and kill"};
    ++activity[names[static_cast<int>(what.nuisance)]];
    activity["waits"] += fleet.sum_of(client::acu::NodeCounter::gate_waits);
    activity["client rejoins"] += fleet.sum_of(client::acu::NodeCounter::rejoins);
    std::size_t states = 0;
    for (const auto& [agent, trajectory] : fleet.trajectories()) states += trajectory.size();
    activity["states"] += states;
    if (states < setup.clients * setup.agents_per_client)
        wrong.push_back("some agents have published nothing");
}

/// Runs the world of a seed and returns everything that is wrong with it.
std::vector<std::string> violations_of(std::uint64_t seed, Carrier carrier, Activity& activity) {
    FleetSetup setup = setup_from(seed);
    setup.carrier = carrier;
    Fleet fleet(setup);
    const Disturbed what = run_with_nuisance(fleet, setup);
    std::vector<std::string> wrong = fleet.violations();
    check_end(fleet, setup, what, wrong, activity);
    const bool as_planned = what.nuisance == Nuisance::none || what.nuisance == Nuisance::observer;
    if (setup.gate.kind != GatePolicy::Kind::exact || !as_planned || !wrong.empty()) return wrong;
    // The network decides nothing under `exact`.
    FleetSetup other_setup = setup;
    other_setup.carrier = carrier == Carrier::memory ? Carrier::datagrams : Carrier::memory;
    other_setup.seed = seed + 1'000'000;
    other_setup.faults = {};
    Fleet other(other_setup);
    other.run();
    ++activity["compared"];
    if (other.trajectories() != fleet.trajectories())
        wrong.push_back("another network led to other trajectories");
    return wrong;
}

class Seeds : public ::testing::TestWithParam<std::uint64_t> {};
class SeedsOverMemory : public ::testing::TestWithParam<std::uint64_t> {};

void expect_every_promise_kept(std::uint64_t block, Carrier carrier) {
    Activity activity;
    if (const char* only = std::getenv("SYNCHRONO_WORLD_SEED")) {
        if (block == 0) {
            for (const auto& violation : violations_of(std::strtoull(only, nullptr, 10), carrier, activity))
                ADD_FAILURE() << violation;
        }
        return;
    }
    for (std::uint64_t i = 0; i < kSeedsABlock; ++i) {
        const std::uint64_t seed = 1 + block * kSeedsABlock + i;
        for (const auto& violation : violations_of(seed, carrier, activity))
            ADD_FAILURE() << "seed " << seed << ": " << violation;
        if (::testing::Test::HasFailure()) return;
    }
    // A small block under sanitizers need not meet everything.
    for (const char* const what :
         {"no nuisance", "kill", "kill and restart", "cut off", "stop", "observer", "observer and kill",
          "rejoined", "client rejoins", "LEFT", "SHOT_DOWN", "CONNECTION_LOST", "compared", "waits"}) {
        EXPECT_GE(activity[what], kSeedsABlock / 40) << what;
    }
    EXPECT_GT(activity["states"], kSeedsABlock * 60);
}

TEST_P(Seeds, KeepEveryPromise) { expect_every_promise_kept(GetParam(), Carrier::datagrams); }
TEST_P(SeedsOverMemory, KeepEveryPromise) { expect_every_promise_kept(GetParam(), Carrier::memory); }

INSTANTIATE_TEST_SUITE_P(Block, Seeds, ::testing::Range<std::uint64_t>(0, kBlocks));
INSTANTIATE_TEST_SUITE_P(Block, SeedsOverMemory, ::testing::Range<std::uint64_t>(0, kBlocksOverMemory));

}  // namespace
}  // namespace synchrono::testing
