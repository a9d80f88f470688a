/// Puts events in order of simulated time that come nearly so: a log tells messages in the order in which
/// their fates were settled, and deliveries before they happen. Events of one time stay in the order in which
/// they came.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/time/sim_time.hpp"

namespace synchrono::tools {

/// Threading: one thread.
template <typename Event>
class InTimeOrder {
  public:
    /// An event that comes this much later than others of its time, and no more, is still in order.
    static constexpr SimDuration kSlack = SimDuration::milliseconds(100);

    void add(std::int64_t time_ns, Event event) { waiting_.push_back({time_ns, order_++, std::move(event)}); }

    /// Tells that the log has come to `now`; calls `take(time_ns, event)` for what is certain.
    template <typename Take>
    void come_to(SimTime now, Take take) {
        // Sorting some at a time is cheaper than keeping all sorted.
        if (now - last_ < kSlack) return;
        last_ = now;
        release((now - kSlack).count_ns(), take);
    }
    template <typename Take>
    void finish(Take take) {
        release(INT64_MAX, take);
    }

  private:
    struct Waiting {
        std::int64_t time_ns;
        std::uint64_t order;
        Event event;
    };
    template <typename Take>
    void release(std::int64_t until_ns, Take take) {
        const auto middle = std::partition(waiting_.begin(), waiting_.end(),
                                           [until_ns](const Waiting& w) { return w.time_ns > until_ns; });
        std::sort(middle, waiting_.end(), [](const Waiting& a, const Waiting& b) {
            return a.time_ns != b.time_ns ? a.time_ns < b.time_ns : a.order < b.order;
        });
        for (auto it = middle; it != waiting_.end(); ++it) take(it->time_ns, it->event);
        waiting_.erase(middle, waiting_.end());
    }

    std::vector<Waiting> waiting_;
    std::uint64_t order_ = 0;
    SimTime last_;
};

}  // namespace synchrono::tools
