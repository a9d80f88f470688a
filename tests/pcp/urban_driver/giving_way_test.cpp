/// Proves who goes first where two ways meet, and that exactly one of two equals waits.

#include "pcp/urban_driver/giving_way.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace synchrono::pcp::urban_driver {
namespace {

EgoAtConflict us(double in, double out) {
    return {.window = {in, out},
            .waits_s = 0,
            .patience_s = 5,
            .inside = false,
            .yields = false,
            .lamps_dark = false,
            .merges = false};
}
OtherAtConflict other(double to_zone, double speed) {
    return {.goes_second = true,
            .unsure_s = 0,
            .to_zone_m = to_zone,
            .past_zone_m = to_zone + 9,
            .to_line_m = to_zone - 8,
            .speed_m_s = speed,
            .acceleration_m_s2 = 0,
            .limit_m_s = 11,
            .standing_s = speed < 0.3 ? 1.0 : 0,
            .yields = false,
            .lamp = {}};
}

TEST(GivingWay, WaitsForOthersInTheWayOrUnableToStop) {
    EgoAtConflict we = us(2, 4);
    OtherAtConflict in_it = other(-2, 0);
    EXPECT_TRUE(must_wait(we, in_it));
    in_it.past_zone_m = -0.1;  // it has gone
    EXPECT_FALSE(must_wait(we, in_it));
    OtherAtConflict fast = other(20, 13);
    fast.yields = true;  // it should yield, but can no longer stop
    EXPECT_TRUE(must_wait(we, fast));
    OtherAtConflict slow = other(40, 10);
    slow.yields = true;
    EXPECT_FALSE(must_wait(we, slow));
}

TEST(GivingWay, TakesAGapThatIsLongEnough) {
    EgoAtConflict we = us(2, 4);
    we.yields = true;
    EXPECT_TRUE(must_wait(we, other(40, 11)));          // the other comes after 3.6 s
    EXPECT_FALSE(must_wait(we, other(60, 11)));         // after 5.4 s
    EXPECT_FALSE(must_wait(us(3, 5), other(0.1, 10)));  // the other has gone after a second
    we.merges = true;
    EXPECT_TRUE(must_wait(we, other(60, 11)));
}

TEST(GivingWay, GoesIfTheOtherFacesRedUnlessItRunsIt) {
    EgoAtConflict we = us(2, 4);
    we.yields = true;
    OtherAtConflict faces_red = other(40, 11);
    faces_red.lamp = Lamp::red;
    EXPECT_TRUE(must_wait(we, faces_red)) << "it should brake by now";
    faces_red.acceleration_m_s2 = -1.5;
    EXPECT_FALSE(must_wait(we, faces_red)) << "it brakes";
    faces_red.acceleration_m_s2 = 0;
    faces_red.speed_m_s = 6;
    EXPECT_FALSE(must_wait(we, faces_red)) << "it need not brake yet";
    faces_red.speed_m_s = 11;
    faces_red.to_zone_m = 20;
    faces_red.to_line_m = 10;
    faces_red.past_zone_m = 29;
    EXPECT_TRUE(must_wait(we, faces_red));
    OtherAtConflict inside = other(6, 3);
    inside.to_line_m = -4;
    inside.lamp = Lamp::red;
    EXPECT_TRUE(must_wait(we, inside));
}

TEST(GivingWay, ExactlyOneOfTwoEqualsWaits) {
    for (const double speed : {0.0, 6.0}) {
        for (const double other_waits : {1.0, 3.0, 9.0}) {
            EgoAtConflict one = us(2, 4), two = us(2, 4);
            one.waits_s = speed == 0 ? 3 : 0;
            two.waits_s = speed == 0 ? other_waits : 0;
            one.lamps_dark = two.lamps_dark = true;
            OtherAtConflict sees_two = other(14, speed), sees_one = other(14, speed);
            sees_two.standing_s = two.waits_s;
            sees_one.standing_s = one.waits_s;
            sees_one.goes_second = false;
            EXPECT_NE(must_wait(one, sees_two), must_wait(two, sees_one)) << speed << ' ' << other_waits;
        }
    }
}

TEST(GivingWay, NeverDoBothGoWithUncertainTimes) {
    // Each of the two errs by up to half a second about the time at which the other comes, or since which it
    // stands.
    for (const double speed : {0.0, 6.0}) {
        for (double later = -3; later <= 3; later += 0.1) {
            for (const double wrong : {-0.5, 0.0, 0.5}) {
                for (const bool first : {true, false}) {
                    // If they stand, one has waited longer; if they come, one will be there earlier.
                    EgoAtConflict one = us(2, 8), two = us(2 + later, 8 + later);  // no gap is long enough
                    one.lamps_dark = two.lamps_dark = true;
                    OtherAtConflict sees_two = other(14, speed), sees_one = other(14, speed);
                    sees_two.goes_second = first;
                    sees_one.goes_second = !first;
                    sees_two.unsure_s = sees_one.unsure_s = 0.5;
                    if (speed == 0) {
                        one = two = us(2, 8);
                        one.lamps_dark = two.lamps_dark = true;
                        one.waits_s = 4;
                        two.waits_s = 4 - later;
                        sees_two.standing_s = two.waits_s + wrong;
                        sees_one.standing_s = one.waits_s + wrong;
                    } else {
                        sees_two.to_zone_m = speed * (2 + later + wrong);
                        sees_one.to_zone_m = speed * (2 + wrong);
                        sees_two.limit_m_s = sees_one.limit_m_s = speed;
                        for (OtherAtConflict* o : {&sees_two, &sees_one})
                            o->past_zone_m = o->to_zone_m + 6 * speed;
                    }
                    if (sees_two.to_zone_m < 8 || sees_one.to_zone_m < 8) continue;  // too near to stop
                    EXPECT_TRUE(must_wait(one, sees_two) || must_wait(two, sees_one))
                        << speed << ' ' << later << ' ' << wrong << ' ' << first;
                }
            }
        }
    }
}

TEST(GivingWay, ByPlaceOneIsFirstUnlessThePlacesAreTooClose) {
    const driving::Point middle{3, -7};
    for (int deg = 0; deg < 360; deg += 5) {
        for (const double apart : {0.5, 2.0, 30.0}) {
            const driving::Point there =
                middle + driving::Point{std::cos(deg * 0.01745), std::sin(deg * 0.01745)} * apart;
            const bool one = is_first_by_place(middle, there), two = is_first_by_place(there, middle);
            EXPECT_FALSE(one && two) << deg;
            const double key = std::cos(deg * 0.01745) + 0.618 * std::sin(deg * 0.01745);
            EXPECT_EQ(one || two, apart * std::abs(key) > 1) << deg << ' ' << apart;
        }
    }
}

TEST(GivingWay, StopsWaitingForAVehicleThatStandsForLong) {
    EgoAtConflict we = us(2, 4);
    we.yields = true;
    OtherAtConflict stands = other(8, 0);
    EXPECT_TRUE(must_wait(we, stands));
    we.waits_s = 6;
    EXPECT_TRUE(must_wait(we, stands));
    stands.standing_s = 6;
    EXPECT_FALSE(must_wait(we, stands));
    stands.speed_m_s = 1;  // now it moves
    EXPECT_TRUE(must_wait(we, stands));
    // The other may only seem to be in the way: a body that may be on either of two ways need not be on this
    // one.
    OtherAtConflict in_it = other(-2, 0);
    we.waits_s = 4;
    in_it.standing_s = 6;
    EXPECT_TRUE(must_wait(we, in_it));
    we.waits_s = 6;
    EXPECT_FALSE(must_wait(we, in_it));
}

}  // namespace
}  // namespace synchrono::pcp::urban_driver
