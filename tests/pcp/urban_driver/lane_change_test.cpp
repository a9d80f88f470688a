/// Proves that the next lane has room only if nobody is alongside and nobody would have to brake harder than
/// may be asked of them.

#include "pcp/urban_driver/lane_change.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr Manner kManner;
constexpr OnTrack kUs{.front_m = 100, .rear_m = 95, .speed_m_s = 10, .length_m = 5, .width_m = 1.9};
constexpr double kMiddle = 3.5, kWidth = 3.5;

struct Lane {
    std::vector<Body> bodies = std::vector<Body>(8);
    std::vector<NearBody> list;
    void add(double from_m, double speed, double middle_m = kMiddle) {
        list.push_back(
            {&bodies[list.size()], {from_m, from_m + 5, middle_m + 1, middle_m - 1, {1, 0}}, speed, 0, true});
    }
    LaneBeside beside() const { return lane_beside(list, kUs, kMiddle, kWidth); }
};

TEST(LaneChange, FindsTheNextVehiclesInThatLaneOnly) {
    Lane lane;
    lane.add(70, 9);
    lane.add(40, 8);
    lane.add(112, 7);
    lane.add(130, 6);
    lane.add(96, 5, 0);  // in our own lane
    lane.add(96, 5, 7);  // one lane further over
    const LaneBeside b = lane.beside();
    EXPECT_EQ(b.beside_us, nullptr);
    EXPECT_EQ(b.ahead_m, 12);
    EXPECT_EQ(b.ahead_m_s, 7);
    EXPECT_EQ(b.behind_m, 20);
    EXPECT_EQ(b.behind_m_s, 9);
}

TEST(LaneChange, NeedsRoomBesideAheadAndBehind) {
    Lane empty;
    EXPECT_TRUE(may_change(kManner, kUs, empty.beside(), 0));
    Lane alongside;
    alongside.add(91, 10);
    EXPECT_FALSE(may_change(kManner, kUs, alongside.beside(), 1));
    Lane slow_ahead;
    slow_ahead.add(110, 2);
    EXPECT_FALSE(may_change(kManner, kUs, slow_ahead.beside(), 0));
    Lane fast_behind;
    fast_behind.add(75, 16);
    EXPECT_FALSE(may_change(kManner, kUs, fast_behind.beside(), 0));
    Lane room;
    room.add(60, 10);
    room.add(135, 10);
    EXPECT_TRUE(may_change(kManner, kUs, room.beside(), 0));
}

TEST(LaneChange, AcceptsSmallerGapsWhenItIsUrgent) {
    Lane lane;
    lane.add(78.5, 10.5);
    EXPECT_FALSE(may_change(kManner, kUs, lane.beside(), 0));
    EXPECT_TRUE(may_change(kManner, kUs, lane.beside(), 1));
}

TEST(LaneChange, TakesLongerForLongAndFastVehicles) {
    OnTrack bus = kUs;
    bus.length_m = 12;
    EXPECT_GT(change_length_m(bus), change_length_m(kUs));
    EXPECT_LT(change_length_min_m(bus), change_length_m(bus));
    OnTrack slow = kUs;
    slow.speed_m_s = 1;
    EXPECT_LE(change_length_m(slow), change_length_m(kUs));
}

}  // namespace
}  // namespace synchrono::pcp::urban_driver
