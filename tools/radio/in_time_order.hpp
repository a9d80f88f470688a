/// Brings events into the order of simulated time. Events from a log arrive only nearly sorted: a log holds
/// messages in the order in which their fates were decided, and a delivery is logged before it happens.
/// Events of the same time stay in the order of their arrival.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/time/sim_time.hpp"

namespace synchrono::tools::radio {

/// Holds events back until no earlier one can come.
/// Threading: one thread.
template <typename Event>
class InTimeOrder {
  public:
    /// An event may be added until advance_to() has been called with a time this much after the event's own.
    static constexpr SimDuration kSlack = SimDuration::milliseconds(100);

    void add(std::int64_t time_ns, Event event) { waiting_.push_back({time_ns, order_++, std::move(event)}); }

    /// Takes note that the log has been read up to `now`. Calls `visit(time_ns, event)`, in order, for the
    /// events that are certain to come before all events still to be added.
    template <typename Visit>
    void advance_to(SimTime now, Visit visit) {
        // Sorting a batch at a time is cheaper than keeping all events sorted.
        if (now - last_ < kSlack) return;
        last_ = now;
        release((now - kSlack).count_ns(), visit);
    }
    /// Calls `visit` for all events that are left.
    template <typename Visit>
    void finish(Visit visit) {
        release(INT64_MAX, visit);
    }

  private:
    struct Waiting {
        std::int64_t time_ns;
        std::uint64_t order;
        Event event;
    };
    /// Removes the events up to and including `until_ns` and calls `visit` for them in order.
    template <typename Visit>
    void release(std::int64_t until_ns, Visit visit) {
        const auto middle = std::partition(waiting_.begin(), waiting_.end(),
                                           [until_ns](const Waiting& w) { return w.time_ns > until_ns; });
        std::sort(middle, waiting_.end(), [](const Waiting& a, const Waiting& b) {
            return a.time_ns != b.time_ns ? a.time_ns < b.time_ns : a.order < b.order;
        });
        for (auto it = middle; it != waiting_.end(); ++it) visit(it->time_ns, it->event);
        waiting_.erase(middle, waiting_.end());
    }

    std::vector<Waiting> waiting_;
    std::uint64_t order_ = 0;
    SimTime last_;
};

}  // namespace synchrono::tools::radio
