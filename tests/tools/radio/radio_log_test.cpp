#include "tests/support/radio_run.hpp"
TEST(X, Y) { synchrono::testing::RadioRun(std::getenv("RR"), {.agents=40,.messages=100,.late=5}); }
