// Proves that a fixed programme has at each second of its cycle the states that were written down by hand,
// and that its predicted changes are right.
#include "common/signal/internal/fixed_controller.hpp"

#include <gtest/gtest.h>

namespace synchrono::signal {
namespace {

SimDuration s(std::int64_t n) { return SimDuration::seconds(n); }
SimTime at(std::int64_t n) { return SimTime{} + s(n); }

config::FixedPhase phase(std::int64_t green_s, std::int64_t yellow_s, std::int64_t all_red_s,
                         std::vector<config::SignalGroupId> protected_groups,
                         std::vector<config::SignalGroupId> permissive_groups = {}) {
    config::FixedPhase phase;
    phase.green = s(green_s);
    phase.signals.yellow = s(yellow_s);
    phase.signals.all_red = s(all_red_s);
    phase.signals.protected_groups = std::move(protected_groups);
    phase.signals.permissive_groups = std::move(permissive_groups);
    return phase;
}

/// Returns the signals of a left turn (1) that is protected first and then permissive, the oncoming traffic
/// (2), the pedestrians beside that traffic (12), and the crossing traffic (4).
config::Signals crossing(std::int64_t offset_s = 0) {
    config::FixedProgramme programme;
    programme.cycle = s(30);
    programme.offset = s(offset_s);
    programme.phases = {phase(4, 2, 1, {1}), phase(9, 3, 1, {2}, {1}), phase(7, 2, 1, {4})};
    programme.phases[1].signals.pedestrian_groups = {12};
    programme.phases[1].signals.walk = s(3);
    programme.phases[1].signals.pedestrian_clearance = s(4);
    config::Signals signals;
    signals.groups = {1, 2, 12, 4};
    signals.programme = programme;
    return signals;
}

char letter(SignalState state) {
    switch (state) {
        case SignalState::stop:
            return '.';
        case SignalState::permissive_green:
            return 'g';
        case SignalState::protected_green:
            return 'G';
        case SignalState::permissive_yellow:
            return 'y';
        case SignalState::protected_yellow:
            return 'Y';
    }
    return '?';
}

/// Returns one row for each group, with one letter for each second.
std::vector<std::string> shown(SignalController& controller, std::int64_t from_s, std::int64_t until_s) {
    std::vector<std::string> rows(controller.groups().size());
    for (std::int64_t t = from_s; t < until_s; ++t) {
        controller.advance(at(t));
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i] += letter(controller.groups()[i].state);
    }
    return rows;
}

TEST(FixedController, ShowsEachSecondOfTheCycle) {
    FixedController controller(crossing());
    const std::vector<std::string> cycle{"GGGGYY.gggggggggyyy...........", ".......GGGGGGGGGYYY...........",
                                         ".......GGGYYYY................", "....................GGGGGGGYY."};
    EXPECT_EQ(shown(controller, 0, 30), cycle);
    EXPECT_EQ(shown(controller, 3000, 3030), cycle);
}

TEST(FixedController, BeginsItsCycleAtItsOffset) {
    FixedController plain(crossing()), late(crossing(12)), later(crossing(3612));
    const auto rows = shown(late, 0, 30);
    const auto expected = shown(plain, 18, 48);
    EXPECT_EQ(rows, expected);
    EXPECT_EQ(shown(later, 0, 30), expected);
}

/// The whole seconds at which the group's present state began, ends and comes again.
struct Times {
    std::int64_t since, end, next;
    friend bool operator==(const Times&, const Times&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Times& t) {
        return out << t.since << " to " << t.end << ", again " << t.next;
    }
};

Times times(SignalController& controller, SimTime t, std::size_t group) {
    controller.advance(t);
    const GroupSignal& signal = controller.groups()[group];
    EXPECT_EQ(signal.min_end, signal.max_end);
    EXPECT_EQ(signal.min_end, signal.likely_end);
    EXPECT_TRUE(signal.min_end && signal.next);
    const auto seconds = [](SimTime time) {
        EXPECT_EQ(time.since_start() % s(1), SimDuration{});
        return time.since_start() / s(1);
    };
    return {seconds(signal.since), seconds(*signal.min_end), seconds(*signal.next)};
}

TEST(FixedController, GivesTheTimesOfItsChanges) {
    FixedController controller(crossing());
    EXPECT_EQ(times(controller, at(0), 0), (Times{0, 4, 30}));
    EXPECT_EQ(times(controller, at(4) - SimDuration::nanoseconds(1), 0), (Times{0, 4, 30}));
    EXPECT_EQ(times(controller, at(4), 0), (Times{4, 6, 34})) << "yellow from 4 on, not a moment later";
    EXPECT_EQ(times(controller, at(6), 0), (Times{6, 7, 19})) << "red again after the permissive green";
    EXPECT_EQ(times(controller, at(25), 0), (Times{19, 30, 36}));
    EXPECT_EQ(times(controller, at(2), 1), (Times{-11, 7, 19})) << "red goes on over the cycle's end";
    EXPECT_EQ(times(controller, at(29), 1), (Times{19, 37, 49}));
    EXPECT_EQ(times(controller, at(8), 2), (Times{7, 10, 37}));
    EXPECT_EQ(times(controller, at(13), 2), (Times{10, 14, 40}));
    EXPECT_EQ(times(controller, at(615), 2), (Times{614, 637, 644}));
}

TEST(FixedController, CountsDownToTheNanosecond) {
    FixedController controller(crossing());
    for (std::int64_t ms = 0; ms < 30'000; ms += 100) {
        const SimTime now = SimTime{} + SimDuration::milliseconds(ms);
        controller.advance(now);
        for (const GroupSignal& signal : controller.groups()) {
            EXPECT_LE(signal.since, now);
            EXPECT_GT(*signal.min_end, now);
            FixedController then(crossing());
            then.advance(*signal.min_end - SimDuration::nanoseconds(1));
            const auto index = static_cast<std::size_t>(&signal - controller.groups().data());
            EXPECT_EQ(then.groups()[index].state, signal.state);
            then.advance(*signal.min_end);
            EXPECT_NE(then.groups()[index].state, signal.state);
            then.advance(*signal.next);
            EXPECT_EQ(then.groups()[index].state, signal.state);
            EXPECT_EQ(then.groups()[index].since, *signal.next);
        }
    }
}

TEST(FixedController, KeepsGroupsGreenIntoTheNextPhase) {
    config::Signals signals = crossing();
    auto& programme = std::get<config::FixedProgramme>(signals.programme);
    programme.phases[0].signals.protected_groups = {1, 4};
    FixedController controller(signals);
    EXPECT_EQ(shown(controller, 0, 60)[3],
              "GGGGYY..............GGGGGGGGGG"
              "GGGGYY..............GGGGGGGGGG")
        << "over the cycle's end too";
    EXPECT_EQ(times(controller, at(65), 3), (Times{64, 66, 94}));
    EXPECT_EQ(times(controller, at(61), 3), (Times{50, 64, 80}));
}

TEST(FixedController, SkipsIntervalsOfZeroLength) {
    config::Signals signals;
    signals.groups = {1, 2};
    config::FixedProgramme programme;
    programme.cycle = s(10);
    programme.phases = {phase(4, 0, 0, {1}), phase(6, 0, 0, {2})};
    signals.programme = programme;
    FixedController controller(signals);
    EXPECT_EQ(shown(controller, 0, 10), (std::vector<std::string>{"GGGG......", "....GGGGGG"}));
}

TEST(FixedController, PredictsNoTimesForASignalThatNeverChanges) {
    config::Signals signals;
    signals.groups = {1};
    config::FixedProgramme programme;
    programme.cycle = s(10);
    programme.phases = {phase(7, 2, 1, {1})};
    signals.programme = programme;
    FixedController controller(signals);
    controller.advance(at(9));
    EXPECT_EQ(controller.groups()[0].state, SignalState::protected_green);
    EXPECT_EQ(controller.groups()[0].min_end, std::nullopt);
    EXPECT_EQ(controller.groups()[0].max_end, std::nullopt);
    EXPECT_EQ(controller.groups()[0].next, std::nullopt);
}

}  // namespace
}  // namespace synchrono::signal
