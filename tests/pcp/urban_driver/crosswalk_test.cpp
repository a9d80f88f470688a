/// Who is to be let across: people on the crosswalk, about to step on it, and not those who have passed.

#include "pcp/urban_driver/crosswalk.hpp"

#include <gtest/gtest.h>

namespace synchrono::pcp {
namespace {

/// From y = -6 to 6, 4 m wide; we come along x.
const SynVec3 kCorners[] = {{0, -6, 0}, {4, -6, 0}, {4, 6, 0}, {0, 6, 0}};
const SynCrosswalk kCrosswalk{0, SYN_NONE, SYN_NONE, 4, kCorners};
constexpr CrossingLine kLine{{2, -1.75}, {1, 0}, 1.8, 4};

bool waits_for(Point at, Point velocity) {
    Body person;
    person.kind = SYN_OTHER_PEDESTRIAN;
    person.box.at = at;
    person.velocity = velocity;
    return must_let_across(kCrosswalk, kLine, person);
}

TEST(Crosswalk, LetsAcrossWhoIsOnItOrAboutToBe) {
    EXPECT_TRUE(waits_for({2, -1}, {0, 1.4}));  // before us
    EXPECT_TRUE(waits_for({2, -1}, {0, 0}));    // stands before us
    EXPECT_TRUE(waits_for({2, -5}, {0, 1.4}));  // comes from the near side
    EXPECT_TRUE(waits_for({2, -8}, {0, 1.4}));  // steps on it within two seconds
    EXPECT_TRUE(waits_for({2, 4}, {0, -1.4}));  // comes from the far side, in time
}

TEST(Crosswalk, GoesWhenTheyHavePassedOrDoNotCome) {
    EXPECT_FALSE(waits_for({2, 1}, {0, 1.4}));    // has passed us
    EXPECT_FALSE(waits_for({2, -10}, {0, 1.4}));  // is not there for long
    EXPECT_FALSE(waits_for({2, -6.3}, {0, 0}));   // stands at the kerb
    EXPECT_FALSE(waits_for({2, -8}, {1.4, 0}));   // walks along the street
    EXPECT_FALSE(waits_for({2, 6}, {0, -0.5}));   // slowly from the far side: we are gone before
    EXPECT_FALSE(waits_for({20, -1}, {0, 1.4}));  // elsewhere
}

}  // namespace
}  // namespace synchrono::pcp
