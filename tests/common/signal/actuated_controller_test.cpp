// Proves that actuated phases last as long as they should, with gap-out, max-out, skipping, recall,
// pedestrians, and two rings that meet at a barrier. For random traffic it proves that promised ends are
// kept, that conflicting groups are never green together, and that the division of time into heartbeats does
// not change the result.
#include "common/signal/internal/actuated_controller.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "common/base/random.hpp"

namespace synchrono::signal {
namespace {

SimDuration s(double seconds) { return SimDuration::milliseconds(static_cast<std::int64_t>(seconds * 1000)); }

SimTime at(double seconds) { return SimTime{} + s(seconds); }

/// Returns a phase with the number `id`, whose group has the same number. The phase has a detector around x =
/// 10 id, y = 0.
config::ActuatedPhase phase(std::uint8_t id, std::uint8_t ring, std::uint8_t side) {
    config::ActuatedPhase phase;
    phase.id = id;
    phase.ring = ring;
    phase.side = side;
    phase.signals.protected_groups = {id};
    phase.signals.yellow = s(3);
    phase.signals.all_red = s(1);
    phase.min_green = s(5);
    phase.max_green = s(20);
    phase.passage = s(2);
    const double x = 10 * id;
    config::Detector& zone = phase.detectors.emplace_back();
    zone.points = {{x - 1, -1}, {x + 1, -1}, {x + 1, 1}, {x - 1, 1}};
    return phase;
}

config::Intersection intersection_of(std::vector<config::ActuatedPhase> phases) {
    config::Signals signals;
    for (const config::ActuatedPhase& p : phases) {
        for (const auto* groups :
             {&p.signals.protected_groups, &p.signals.permissive_groups, &p.signals.pedestrian_groups}) {
            for (const config::SignalGroupId group : *groups) {
                if (std::find(signals.groups.begin(), signals.groups.end(), group) == signals.groups.end())
                    signals.groups.push_back(group);
            }
        }
    }
    std::sort(signals.groups.begin(), signals.groups.end());
    signals.programme = config::ActuatedProgramme{std::move(phases)};
    config::Intersection intersection;
    intersection.signals = std::move(signals);
    return intersection;
}

/// Returns the phases of two streams that cross.
std::vector<config::ActuatedPhase> two() { return {phase(1, 1, 1), phase(2, 1, 2)}; }
/// Returns the eight phases of a crossing with left turns, two rings and a barrier.
std::vector<config::ActuatedPhase> eight() {
    std::vector<config::ActuatedPhase> phases{phase(1, 1, 1), phase(2, 1, 1), phase(3, 1, 2), phase(4, 1, 2),
                                              phase(5, 2, 1), phase(6, 2, 1), phase(7, 2, 2), phase(8, 2, 2)};
    for (const std::size_t through : {1u, 3u, 5u, 7u}) phases[through].dual_entry = true;
    return phases;
}

/// A controller with a heartbeat of 0.1 s, and the places of the vehicles that it observes.
class Street {
  public:
    explicit Street(std::vector<config::ActuatedPhase> phases)
        : controller_(intersection_of(std::move(phases))) {}

    /// Places a vehicle at the detector of each of these phases from now on.
    void wait_at(std::vector<int> phases) {
        places_.clear();
        for (const int id : phases) places_.push_back({10.0 * id, 0, 0});
    }
    /// Advances to this time, including everything that happens at this time.
    void go(double until_s) {
        for (; now_ <= at(until_s); now_ = now_ + s(0.1)) controller_.observe(now_, places_);
    }
    double now_s() const { return (now_ - s(0.1)).to_seconds(); }
    const GroupSignal& group(config::SignalGroupId id) const {
        for (const GroupSignal& signal : controller_.groups()) {
            if (signal.group == id) return signal;
        }
        ADD_FAILURE() << "no group " << int{id};
        return controller_.groups()[0];
    }
    SignalState state(config::SignalGroupId id) const { return group(id).state; }
    /// Returns the groups with a green lamp; a "p" marks permissive green.
    std::string greens() const {
        std::string ids;
        for (const GroupSignal& signal : controller_.groups()) {
            if (signal.state == SignalState::protected_green) ids += std::to_string(signal.group) + " ";
            if (signal.state == SignalState::permissive_green) ids += std::to_string(signal.group) + "p ";
        }
        return ids;
    }
    /// Advances until another phase turns green, and returns that time.
    SimTime next_green() {
        const SimTime before = now_ - s(0.1);
        while (now_s() < 1000) {
            go(now_s() + 0.1);
            for (const GroupSignal& signal : controller_.groups()) {
                const bool green = signal.state == SignalState::protected_green;
                if (green && signal.since > before) return signal.since;
            }
        }
        return {};
    }

  private:
    ActuatedController controller_;
    std::vector<geo::Vec3> places_;
    SimTime now_;
};

TEST(ActuatedController, RestsInRedUntilTheFirstCall) {
    Street street(two());
    street.go(30);
    EXPECT_EQ(street.greens(), "");
    EXPECT_EQ(street.group(1).max_end, std::nullopt);
    EXPECT_EQ(street.group(1).min_end, at(30)) << "it may end at any moment";
    street.wait_at({2});
    street.go(30.1);
    EXPECT_EQ(street.greens(), "2 ");
    EXPECT_EQ(street.group(2).since, at(30.1));
}

TEST(ActuatedController, RestsInGreenWithoutACallElsewhere) {
    Street street(two());
    street.wait_at({1});
    street.go(1);
    street.wait_at({});
    street.go(300);
    EXPECT_EQ(street.greens(), "1 ");
    EXPECT_EQ(street.group(1).max_end, std::nullopt);
    EXPECT_EQ(street.group(1).likely_end, std::nullopt);
    EXPECT_EQ(street.group(1).since, SimTime{});
}

TEST(ActuatedController, EndsAGreenAfterThePassageTime) {
    Street street(two());
    street.wait_at({1});
    street.go(4);
    street.wait_at({1, 2});
    street.go(8);
    street.wait_at({2});  // the vehicle of phase 1 has gone at 8.1 s
    street.go(8.1);
    EXPECT_EQ(street.group(1).likely_end, at(10.1));
    EXPECT_EQ(street.group(1).min_end, at(10.1));
    EXPECT_EQ(street.group(1).max_end, at(24.1)) << "the maximum runs from the first call elsewhere";
    street.go(10);
    EXPECT_EQ(street.state(1), SignalState::protected_green);
    street.go(10.1);
    EXPECT_EQ(street.state(1), SignalState::protected_yellow);
    EXPECT_EQ(street.group(1).max_end, at(13.1));
    street.go(13.1);
    EXPECT_EQ(street.state(1), SignalState::stop);
    EXPECT_EQ(street.next_green(), at(14.1)) << "after the all-red";
    EXPECT_EQ(street.greens(), "2 ");
}

TEST(ActuatedController, GivesEachPhaseItsMinimum) {
    Street street(two());
    street.wait_at({1});
    street.go(0);
    street.wait_at({2});
    EXPECT_EQ(street.next_green(), at(5 + 3 + 1));
}

TEST(ActuatedController, EndsAGreenAtItsMaximum) {
    Street street(two());
    street.wait_at({1});
    street.go(9.9);
    street.wait_at({1, 2});
    street.go(10);
    EXPECT_EQ(street.group(1).max_end, at(30));
    EXPECT_EQ(street.next_green(), at(30 + 3 + 1)) << "20 s after the call elsewhere";
    EXPECT_EQ(street.next_green(), at(34 + 20 + 3 + 1));
    EXPECT_EQ(street.greens(), "1 ");
}

TEST(ActuatedController, ServesVehiclesThatLeftOnlyIfCallsAreLocked) {
    for (const bool locks : {true, false}) {
        auto phases = two();
        phases[1].locks_calls = locks;
        Street street(std::move(phases));
        street.wait_at({1});
        street.go(1);
        street.wait_at({1, 2});
        street.go(2);
        EXPECT_EQ(street.group(1).max_end.has_value(), locks)
            << "an unlocked call may vanish, so no end is predicted";
        street.wait_at({});
        street.go(60);
        EXPECT_EQ(street.greens(), locks ? "2 " : "1 ");
    }
}

TEST(ActuatedController, ServesRecallsWithoutACall) {
    auto phases = two();
    phases[0].recall = config::Recall::min;
    phases[1].recall = config::Recall::max;
    Street street(std::move(phases));
    street.go(0);
    EXPECT_EQ(street.greens(), "1 ");
    EXPECT_EQ(street.next_green(), at(5 + 3 + 1)) << "its minimum";
    EXPECT_EQ(street.next_green(), at(9 + 20 + 3 + 1)) << "its maximum";
    EXPECT_EQ(street.greens(), "1 ");
}

TEST(ActuatedController, LetsPedestriansFinish) {
    auto phases = two();
    phases[1].signals.pedestrian_groups = {12};
    phases[1].signals.walk = s(4);
    phases[1].signals.pedestrian_clearance = s(9);
    phases[0].recall = config::Recall::min;
    Street street(std::move(phases));
    street.go(0);
    EXPECT_EQ(street.next_green(), at(9));
    EXPECT_EQ(street.greens(), "2 12 ") << "pedestrians are always called";
    EXPECT_EQ(street.group(12).max_end, at(13));
    EXPECT_EQ(street.group(2).min_end, at(22));
    street.go(13);
    EXPECT_EQ(street.state(12), SignalState::protected_yellow);
    EXPECT_EQ(street.group(12).min_end, at(22));
    street.go(21.9);
    EXPECT_EQ(street.greens(), "2 ");
    street.go(22);
    EXPECT_EQ(street.state(12), SignalState::stop);
    EXPECT_EQ(street.state(2), SignalState::protected_yellow);
    EXPECT_EQ(street.next_green(), at(26));
}

TEST(ActuatedController, SkipsPhasesWithoutACall) {
    Street street(eight());
    street.wait_at({2, 6});
    street.go(1);
    EXPECT_EQ(street.greens(), "2 6 ");
    street.wait_at({4, 8});
    EXPECT_EQ(street.next_green(), at(9.0));
    EXPECT_EQ(street.greens(), "4 8 ") << "no left turns";
}

TEST(ActuatedController, StartsTheOtherRingWithDualEntry) {
    Street street(eight());
    street.wait_at({4});
    street.go(0);
    EXPECT_EQ(street.greens(), "4 8 ");
    auto alone = eight();
    alone[7].dual_entry = false;
    Street other(std::move(alone));
    other.wait_at({4});
    other.go(0);
    EXPECT_EQ(other.greens(), "4 ");
    other.wait_at({7});
    other.go(0.1);
    EXPECT_EQ(other.greens(), "4 7 ") << "the idle ring joins while there is no call on the other side";
}

TEST(ActuatedController, CrossesTheBarrierWithBothRingsAtOnce) {
    Street street(eight());
    street.wait_at({1, 2, 6});
    street.go(0);
    EXPECT_EQ(street.greens(), "1 6 ") << "left turns first; the ring without one is straight on at once";
    street.wait_at({2, 3});
    // Ring 1 has its left turn until 5 s and goes straight on from 9 s until 14 s. Ring 2 could change at 5
    // s and waits.
    EXPECT_EQ(street.next_green(), at(9.0));
    EXPECT_EQ(street.greens(), "2 6 ");
    EXPECT_EQ(street.state(6), SignalState::protected_green);
    street.wait_at({3});
    street.go(13.9);
    EXPECT_EQ(street.greens(), "2 6 ");
    street.go(14);
    EXPECT_EQ(street.state(2), SignalState::protected_yellow);
    EXPECT_EQ(street.state(6), SignalState::protected_yellow);
    EXPECT_EQ(street.next_green(), at(18));
    EXPECT_EQ(street.greens(), "3 8 ");
}

TEST(ActuatedController, WaitsForTheSlowerClearance) {
    auto phases = eight();
    phases[5].signals.all_red = s(4);
    Street street(std::move(phases));
    street.wait_at({2, 6});
    street.go(0);
    street.wait_at({4});
    EXPECT_EQ(street.next_green(), at(5 + 3 + 4));
}

TEST(ActuatedController, GoesBackInARingOnlyWithoutACallOnTheOtherSide) {
    Street street(eight());
    street.wait_at({2, 6});
    street.go(0);
    street.wait_at({1, 6});
    EXPECT_EQ(street.next_green(), at(9.0));
    EXPECT_EQ(street.greens(), "1 6 ");
    Street other(eight());
    other.wait_at({2, 6});
    other.go(0);
    other.wait_at({1, 4});
    EXPECT_EQ(other.next_green(), at(9.0));
    EXPECT_EQ(other.greens(), "4 8 ");
    other.wait_at({1});
    other.next_green();
    EXPECT_EQ(other.greens(), "1 6 ");
}

TEST(ActuatedController, ShowsPermissiveGreenInItsPhases) {
    auto phases = eight();
    phases[1].signals.permissive_groups = {1};
    Street street(std::move(phases));
    street.wait_at({1, 2});
    street.go(0);
    EXPECT_EQ(street.state(1), SignalState::protected_green);
    street.wait_at({2});
    street.go(5);
    EXPECT_EQ(street.state(1), SignalState::protected_yellow);
    street.go(8);
    EXPECT_EQ(street.state(1), SignalState::stop);
    EXPECT_EQ(street.group(1).max_end, at(9)) << "the next phase is decided";
    street.go(9);
    EXPECT_EQ(street.state(1), SignalState::permissive_green);
    street.wait_at({4});
    street.go(14);
    EXPECT_EQ(street.state(1), SignalState::permissive_yellow);
}

TEST(ActuatedController, KeepsGroupsGreenIntoTheNextPhaseOfTheRing) {
    auto phases = eight();
    phases[0].signals.protected_groups = {1, 2};
    Street street(std::move(phases));
    street.wait_at({1, 2});
    street.go(0);
    street.wait_at({2});
    street.go(7);
    EXPECT_EQ(street.state(1), SignalState::protected_yellow);
    EXPECT_EQ(street.state(2), SignalState::protected_green);
    EXPECT_EQ(street.group(2).since, SimTime{});
    EXPECT_EQ(street.group(2).min_end, at(14));
    EXPECT_EQ(street.group(2).max_end, std::nullopt);
}

// ---- Tests with random traffic.

/// Returns the eight phases with every feature that phases can have.
std::vector<config::ActuatedPhase> everything(Random& random) {
    auto phases = eight();
    phases[1].signals.permissive_groups = {1};
    phases[5].signals.permissive_groups = {5};
    phases[3].signals.pedestrian_groups = {14};
    phases[3].signals.walk = s(4);
    phases[3].signals.pedestrian_clearance = s(7);
    for (config::ActuatedPhase& p : phases) {
        p.min_green = s(static_cast<double>(random.below(60)) / 10 + 0.1);
        p.max_green = p.min_green + s(static_cast<double>(random.below(150)) / 10);
        p.passage = s(static_cast<double>(random.below(30)) / 10);
        p.signals.all_red = s(static_cast<double>(random.below(20)) / 10);
        p.signals.yellow = s(static_cast<double>(random.below(40)) / 10);
        p.locks_calls = random.chance(0.7);
        p.dual_entry = random.chance(0.5);
        if (random.chance(0.2)) p.recall = random.chance(0.5) ? config::Recall::min : config::Recall::max;
    }
    if (random.chance(0.7)) {  // pedestrians are called in every cycle, so most cases have none
        phases[3].signals.pedestrian_groups.clear();
        phases[3].signals.walk = phases[3].signals.pedestrian_clearance = {};
    }
    return phases;
}

/// Makes vehicles come to the detectors and leave them at random. Returns the places of the vehicles at the
/// detectors.
std::vector<geo::Vec3> change_places(Random& random, std::vector<bool>& there) {
    const double busy = random.chance(0.5) ? 0.02 : 0.2;
    std::vector<geo::Vec3> places;
    for (std::size_t i = 0; i < there.size(); ++i) {
        if (random.chance(busy)) there[i] = !there[i];
        if (there[i]) places.push_back({10.0 * static_cast<double>(i + 1), 0, 0});
    }
    return places;
}

class AnyTraffic : public testing::TestWithParam<std::uint64_t> {};

TEST_P(AnyTraffic, KeepsThePredictedTimes) {
    Random random(GetParam());
    const config::Intersection intersection = intersection_of(everything(random));
    ActuatedController controller(intersection);
    std::vector<bool> there(8);
    std::vector<GroupSignal> before;
    std::vector<std::optional<SimTime>> no_sooner(20), no_later(20);
    for (SimTime now; now < at(400); now = now + s(0.1)) {
        controller.observe(now, change_places(random, there));
        for (int part = 0; part < 4; ++part) {
            const SimTime then = now + SimDuration::milliseconds(25 * part);
            controller.advance(then);
            const auto groups = controller.groups();
            for (std::size_t i = 0; i < groups.size(); ++i) {
                const GroupSignal& is = groups[i];
                EXPECT_LE(is.since, then);
                if (!before.empty() && before[i].since != is.since) {
                    ASSERT_NE(before[i].state, is.state);
                    if (no_sooner[i]) {
                        ASSERT_GE(is.since, *no_sooner[i]) << "group " << int{is.group};
                    }
                    if (no_later[i]) {
                        ASSERT_LE(is.since, *no_later[i]) << "group " << int{is.group};
                    }
                    no_sooner[i].reset();
                    no_later[i].reset();
                }
                ASSERT_TRUE(is.min_end);
                if (no_later[i]) {
                    ASSERT_GE(*no_later[i], then)
                        << "group " << int{is.group} << " shows " << int(is.state) << " since "
                        << is.since.to_seconds() << ", now " << then.to_seconds();
                }
                no_sooner[i] = std::max(no_sooner[i].value_or(*is.min_end), *is.min_end);
                if (is.max_end) {
                    ASSERT_GE(*is.max_end, *is.min_end)
                        << "group " << int{is.group} << " at " << then.to_seconds();
                    no_later[i] = std::min(no_later[i].value_or(*is.max_end), *is.max_end);
                }
            }
            before.assign(groups.begin(), groups.end());
        }
    }
}

TEST_P(AnyTraffic, NeverLetsConflictingGroupsMove) {
    Random random(GetParam());
    ActuatedController controller(intersection_of(everything(random)));
    std::vector<bool> there(8);
    std::array<int, 9> greens{};
    for (SimTime now; now < at(400); now = now + s(0.1)) {
        controller.observe(now, change_places(random, there));
        std::vector<int> moving;
        for (const GroupSignal& signal : controller.groups()) {
            if (signal.group > 8 || (signal.state != SignalState::protected_green &&
                                     signal.state != SignalState::protected_yellow))
                continue;
            moving.push_back(signal.group);
            ++greens.at(signal.group);
        }
        ASSERT_LE(moving.size(), 2u);
        if (moving.size() < 2) continue;
        const int one = moving[0] - 1, other = moving[1] - 1;
        ASSERT_NE(one / 4, other / 4) << "only one phase of a ring may be green";
        ASSERT_EQ(one % 4 / 2, other % 4 / 2) << "green phases must be on one side of the barrier";
    }
    for (int id = 1; id <= 8; ++id)
        EXPECT_GT(greens.at(static_cast<std::size_t>(id)), 0) << "phase " << id << " starved";
}

TEST_P(AnyTraffic, GivesTheSameForAnyHeartbeat) {
    Random random(GetParam());
    const config::Intersection intersection = intersection_of(everything(random));
    ActuatedController whole(intersection), cut(intersection);
    std::vector<bool> there(8);
    for (SimTime now; now < at(200); now = now + s(0.5)) {
        const auto places = change_places(random, there);
        whole.observe(now, places);
        cut.observe(now, places);
        SimTime then = now;
        for (int part = 0; part < 10; ++part) {
            then = then + SimDuration::nanoseconds(static_cast<std::int64_t>(random.below(49'000'000)));
            cut.advance(then);
        }
        whole.advance(then);
        for (std::size_t i = 0; i < whole.groups().size(); ++i) ASSERT_EQ(whole.groups()[i], cut.groups()[i]);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, AnyTraffic, testing::Range(std::uint64_t{1}, std::uint64_t{17}));

}  // namespace
}  // namespace synchrono::signal
