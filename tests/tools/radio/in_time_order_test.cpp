// Proves that events come out in the order of time however they came in, that events of the same time keep
// their order, and that most come out before the end.
#include "tools/radio/in_time_order.hpp"

#include <gtest/gtest.h>

#include "common/base/random.hpp"

namespace synchrono::tools::radio {
namespace {

TEST(InTimeOrder, SortsDelayedEvents) {
    Random random(7);
    InTimeOrder<int> events;
    std::vector<std::pair<std::int64_t, int>> out;
    const auto take = [&](std::int64_t time, int event) { out.emplace_back(time, event); };
    std::vector<std::pair<std::int64_t, int>> in;
    for (int i = 0; i < 5'000; ++i) {
        const std::int64_t now = i * 1'000'000LL;
        events.advance_to(SimTime::nanoseconds(now), take);
        // An event may be up to 40 ms earlier than the log's time or much later, and many have the same
        // time.
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
}  // namespace synchrono::tools::radio
