// Proved here: events come out in order of time however they came in, those of one time in the order in which
// they came, and not all of them only at the end.
#include "tools/radio/in_time_order.hpp"

#include <gtest/gtest.h>

#include "common/base/random.hpp"

namespace synchrono::tools {
namespace {

TEST(InTimeOrder, PutsDelayedEventsWhereTheyBelong) {
    Random random(7);
    InTimeOrder<int> events;
    std::vector<std::pair<std::int64_t, int>> out;
    const auto take = [&](std::int64_t time, int event) { out.emplace_back(time, event); };
    std::vector<std::pair<std::int64_t, int>> in;
    for (int i = 0; i < 5'000; ++i) {
        const std::int64_t now = i * 1'000'000LL;
        events.come_to(SimTime::nanoseconds(now), take);
        // Up to 40 ms before the log's time, or long after it; many at the same time.
        const std::int64_t time =
            std::max<std::int64_t>(0, now - 40'000'000 + 1'000'000 * std::int64_t(random.below(500)));
        in.emplace_back(time, i);
        events.add(time, i);
    }
    EXPECT_GT(out.size(), 4'000U);
    events.finish(take);
    std::stable_sort(in.begin(), in.end(), [](auto& a, auto& b) { return a.first < b.first; });
    EXPECT_EQ(out, in);
}

}  // namespace
}  // namespace synchrono::tools
