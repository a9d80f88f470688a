/// Proves whom the driver lets across: people on the crosswalk or about to step on it, but not those who
/// have passed.

#include "pcp/urban_driver/crosswalk.hpp"

#include <gtest/gtest.h>

namespace synchrono::pcp::urban_driver {
namespace {

/// The crosswalk leads from y = -6 to y = 6 and is 4 m wide; we come along x.
const SynVec3 kCorners[] = {{0, -6, 0}, {4, -6, 0}, {4, 6, 0}, {0, 6, 0}};
const SynCrosswalk kCrosswalk{0, SYN_NONE, SYN_NONE, 4, kCorners};
constexpr CrossingLine kLine{{2, -1.75}, {1, 0}, 1.8, 4};

bool waits_for(driving::Point at, driving::Point velocity) {
    Body person;
    person.kind = SYN_OTHER_PEDESTRIAN;
    person.box.at = at;
    person.velocity = velocity;
    return must_let_across(kCrosswalk, kLine, person);
}

TEST(Crosswalk, WaitsForPedestriansOnItOrAboutToEnter) {
    EXPECT_TRUE(waits_for({2, -1}, {0, 1.4}));  // walks towards our lane
    EXPECT_TRUE(waits_for({2, -1}, {0, 0}));    // stands in our lane
    EXPECT_TRUE(waits_for({2, -5}, {0, 1.4}));  // comes from the near side
    EXPECT_TRUE(waits_for({2, -8}, {0, 1.4}));  // steps on it within two seconds
    EXPECT_TRUE(waits_for({2, 4}, {0, -1.4}));  // comes from the far side and will be there in time
}

TEST(Crosswalk, DoesNotWaitForPedestriansThatHavePassedOrStayAway) {
    EXPECT_FALSE(waits_for({2, 1}, {0, 1.4}));    // has passed us
    EXPECT_FALSE(waits_for({2, -10}, {0, 1.4}));  // too far away to step on it soon
    EXPECT_FALSE(waits_for({2, -6.3}, {0, 0}));   // stands at the kerb
    EXPECT_FALSE(waits_for({2, -8}, {1.4, 0}));   // walks along the street
    EXPECT_FALSE(waits_for({2, 6}, {0, -0.5}));   // comes slowly from the far side: we will be gone
    EXPECT_FALSE(waits_for({20, -1}, {0, 1.4}));  // is somewhere else
}

}  // namespace
}  // namespace synchrono::pcp::urban_driver
