/// Proves what the driver believes about lamps that it sees and hears of: the stricter state holds, old and
/// single messages do not count, and the group of a lane is found in a MAP by the places of the lanes.

#include "pcp/urban_driver/signal_watch.hpp"

#include <gtest/gtest.h>

#include "tests/support/road_builder.hpp"

namespace synchrono::pcp::urban_driver {
namespace {

using namespace synchrono::testing;

constexpr std::int64_t kSecond = 1'000'000'000;

struct SignalWatchTest : ::testing::Test {
    CrossingMap map;
    SignalWatch watch{Map(&map.map())};
    std::uint32_t approach = map.in(0), movement = map.map().ways[map.in(0)].next[0];

    void see(std::int32_t state, std::uint32_t intersection = kIntersection) {
        group_ = {1, state, SYN_TIME_UNKNOWN, SYN_TIME_UNKNOWN, SYN_TIME_UNKNOWN, SYN_TIME_UNKNOWN};
        const SynSignals s{0, intersection, 1, 0, "", 0, &group_, 1, 0};
        watch.see({&s, 1});
    }
    void hear(std::int32_t state, std::int64_t at_ns, std::uint32_t group = 1,
              std::int64_t until_ns = SYN_TIME_UNKNOWN) {
        const SynSignalGroup g{group, state, until_ns, until_ns, until_ns, SYN_TIME_UNKNOWN};
        const SynSignals s{0, kIntersection, 1, 0, "", at_ns, &g, 1, 0};
        SynMessage m{};
        m.signals = &s;
        m.signals_count = 1;
        watch.hear(m, at_ns);
    }
    SignalView view(std::int64_t now_ns) { return watch.view(approach, movement, now_ns); }

  private:
    SynSignalGroup group_{};
};

TEST_F(SignalWatchTest, IsDarkWithoutInformation) {
    EXPECT_EQ(view(0).lamp(), Lamp::stop_then_go);
    see(SYN_SIGNAL_PROTECTED_GREEN, 78);  // a lamp of another intersection
    EXPECT_EQ(view(0).lamp(), Lamp::stop_then_go);
}

TEST_F(SignalWatchTest, BelievesTheStricterOfEyeAndRadio) {
    see(SYN_SIGNAL_STOP);
    hear(SYN_SIGNAL_PROTECTED_GREEN, kSecond);
    hear(SYN_SIGNAL_PROTECTED_GREEN, kSecond);
    EXPECT_EQ(view(kSecond).lamp(), Lamp::red);
    see(SYN_SIGNAL_PROTECTED_GREEN);
    EXPECT_EQ(view(kSecond).lamp(), Lamp::green);
    hear(SYN_SIGNAL_STOP, kSecond);
    EXPECT_EQ(view(kSecond).lamp(), Lamp::red);
}

TEST_F(SignalWatchTest, BlindDriversUseSpatForAllLamps) {
    const std::uint32_t junction = map.map().ways[movement].junction;
    see(SYN_SIGNAL_STOP);
    hear(SYN_SIGNAL_PROTECTED_GREEN, kSecond);
    hear(SYN_SIGNAL_PROTECTED_GREEN, kSecond);
    EXPECT_EQ(watch.lamp_of_group(junction, 1, kSecond), Lamp::red) << "the eye decides";
    SignalWatch blind{Map(&map.map()), false};
    std::swap(watch, blind);
    see(SYN_SIGNAL_STOP);
    EXPECT_EQ(watch.lamp_of_group(junction, 1, kSecond), std::nullopt);
    EXPECT_FALSE(view(kSecond).by_eye);
    hear(SYN_SIGNAL_PROTECTED_GREEN, kSecond);
    EXPECT_EQ(watch.lamp_of_group(junction, 1, kSecond), std::nullopt) << "a single message";
    hear(SYN_SIGNAL_PROTECTED_GREEN, kSecond);
    EXPECT_EQ(watch.lamp_of_group(junction, 1, kSecond), Lamp::green);
    EXPECT_EQ(view(kSecond).lamp(), Lamp::green);
    EXPECT_EQ(watch.lamp_of_group(junction, 1, 3 * kSecond), std::nullopt) << "an old message";
}

TEST_F(SignalWatchTest, BelievesNeitherSingleNorOldMessages) {
    hear(SYN_SIGNAL_PROTECTED_GREEN, kSecond);
    EXPECT_FALSE(view(kSecond).by_radio);
    hear(SYN_SIGNAL_PROTECTED_GREEN, kSecond + 100);
    EXPECT_TRUE(view(kSecond + 100).by_radio);
    EXPECT_FALSE(view(3 * kSecond).by_radio);
    // After a silence the next message counts as a single one.
    hear(SYN_SIGNAL_PROTECTED_GREEN, 3 * kSecond);
    EXPECT_FALSE(view(3 * kSecond).by_radio);
}

TEST_F(SignalWatchTest, FindsItsGroupInTheMapMessageByThePlacesOfLanes) {
    // In this MAP, group 7 governs the movement straight on from our lane, and group 8 the left turn.
    const SynVec3 in[] = {{-12, -1.9, 0}, {-60, -1.9, 0}}, out_e[] = {{13, -1.7, 0}, {60, -1.7, 0}},
                  out_n[] = {{1.8, 13, 0}, {1.8, 60, 0}};
    const SynConnection from_in[] = {{2, SYN_MANOEUVRE_STRAIGHT, 7, SYN_UNKNOWN, SYN_UNKNOWN, SYN_UNKNOWN},
                                     {3, SYN_MANOEUVRE_LEFT, 8, SYN_UNKNOWN, SYN_UNKNOWN, SYN_UNKNOWN}};
    const SynLane lanes[] = {
        {1, SYN_LANE_VEHICLE, SYN_LANE_INGRESS, 0, 1, 0, 3.5, 0, "", in, from_in, 2, 2},
        {2, SYN_LANE_VEHICLE, SYN_LANE_EGRESS, 0, 0, 2, 3.5, 0, "", out_e, nullptr, 2, 0},
        {3, SYN_LANE_VEHICLE, SYN_LANE_EGRESS, 0, 0, 3, 3.5, 0, "", out_n, nullptr, 2, 0}};
    const SynIntersection intersection{0, kIntersection, 1, 3, "", {0, 0, 0}, lanes};
    SynMessage m{};
    m.intersections = &intersection;
    m.intersections_count = 1;
    watch.hear(m, kSecond);
    for (const auto& [group, state] : {std::pair{7u, SYN_SIGNAL_PROTECTED_GREEN}, {8u, SYN_SIGNAL_STOP}}) {
        for (int i = 0; i < 2; ++i) {
            const SynSignalGroup g[] = {{7, SYN_SIGNAL_PROTECTED_GREEN, 0, 0, 0, 0},
                                        {8, SYN_SIGNAL_STOP, 0, 0, 0, 0}};
            const SynSignals s{0, kIntersection, 1, 0, "", kSecond, g, 2, 0};
            SynMessage spat{};
            spat.signals = &s;
            spat.signals_count = 1;
            watch.hear(spat, kSecond);
        }
        const std::uint32_t way = map.map().ways[approach].next[group == 7 ? 0 : 1];
        EXPECT_EQ(watch.view(approach, way, kSecond).by_radio, lamp_of(state)) << group;
    }
}

TEST(Signals, CoverEveryStateOfTheStandard) {
    EXPECT_EQ(lamp_of(SYN_SIGNAL_UNAVAILABLE), Lamp::stop_then_go);
    EXPECT_EQ(lamp_of(SYN_SIGNAL_DARK), Lamp::stop_then_go);
    EXPECT_EQ(lamp_of(SYN_SIGNAL_STOP_THEN_PROCEED), Lamp::stop_then_go);
    EXPECT_EQ(lamp_of(SYN_SIGNAL_STOP), Lamp::red);
    EXPECT_EQ(lamp_of(SYN_SIGNAL_PRE_MOVEMENT), Lamp::red);
    EXPECT_EQ(lamp_of(SYN_SIGNAL_PERMISSIVE_GREEN), Lamp::permissive_green);
    EXPECT_EQ(lamp_of(SYN_SIGNAL_PROTECTED_GREEN), Lamp::green);
    EXPECT_EQ(lamp_of(SYN_SIGNAL_PERMISSIVE_YELLOW), Lamp::yellow);
    EXPECT_EQ(lamp_of(SYN_SIGNAL_PROTECTED_YELLOW), Lamp::yellow);
    EXPECT_EQ(lamp_of(SYN_SIGNAL_CAUTION), Lamp::caution);
    EXPECT_EQ(lamp_of(4711), Lamp::stop_then_go);
}

TEST(Signals, DecideOnlyOnceAtYellow) {
    EXPECT_EQ(reaction_to(Lamp::yellow, 30, 10, 3, false), Reaction::stop);  // stopping takes 17 m
    EXPECT_EQ(reaction_to(Lamp::yellow, 15, 10, 3, false), Reaction::go);
    // because the driver has decided to go before
    EXPECT_EQ(reaction_to(Lamp::yellow, 30, 5, 3, true), Reaction::go);
    EXPECT_EQ(reaction_to(Lamp::red, 5, 10, 3, true), Reaction::stop);
    EXPECT_EQ(reaction_to(Lamp::caution, 5, 10, 3, false), Reaction::go);
}

TEST(Signals, AdviseASpeedThatReachesTheGreen) {
    SignalView view;
    view.by_eye = view.by_radio = Lamp::red;
    view.changes_ns = 10 * kSecond;
    EXPECT_NEAR(advised_speed_m_s(view, 0, 80, 11), 80 / 10.7, 0.01);
    // the vehicle arrives after the change in any case
    EXPECT_EQ(advised_speed_m_s(view, 0, 200, 11), 11);
    // too near for a slower approach to be of use
    EXPECT_EQ(advised_speed_m_s(view, 0, 20, 11), 11);
    view.changes_ns = SYN_TIME_UNKNOWN;
    EXPECT_EQ(advised_speed_m_s(view, 0, 80, 11), 11);
    view.changes_ns = 10 * kSecond;
    view.by_radio = Lamp::green;
    EXPECT_EQ(advised_speed_m_s(view, 0, 80, 11), 11);
}

}  // namespace
}  // namespace synchrono::pcp::urban_driver
