/// Says that a build without Project Chrono did not test its engine.
#include <gtest/gtest.h>

TEST(ChronoEngine, IsTested) { GTEST_SKIP() << "skipped: built without Project Chrono"; }
