/// Estimates how a client's loop spends its processor time. CpuShares measures one heartbeat in seventeen and
/// multiplies the result by seventeen, so that reading the clock costs next to nothing.
#pragma once

#include <cstdint>

#include "common/base/shared_counters.hpp"
#include "common/time/cpu_time.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::acu {

/// Threading: the client's loop thread; counters from any.
class CpuShares {
  public:
    /// Begins a heartbeat and decides whether to measure it.
    void begin_heartbeat(Tick tick) {
        measures_ = tick.index % kOneOf == 0;
        if (measures_) last_ns_ = thread_cpu_ns();
    }
    /// Adds the processor time since the last call of begin_heartbeat() or charge() to the counter `what`.
    void charge(CpuCounter what) {
        if (!measures_) return;
        const std::int64_t now_ns = thread_cpu_ns();
        counters_.add(what, static_cast<std::uint64_t>(now_ns - last_ns_) * kOneOf);
        last_ns_ = now_ns;
    }
    /// Adds the processor time since then to no counter.
    void skip() {
        if (measures_) last_ns_ = thread_cpu_ns();
    }
    const Counters<CpuCounter>& counters() const { return counters_; }

  private:
    // A prime number, so that work with another period does not always, or never, fall on measured
    // heartbeats.
    static constexpr std::int64_t kOneOf = 17;
    bool measures_ = false;
    std::int64_t last_ns_ = 0;
    Counters<CpuCounter> counters_;
};

}  // namespace synchrono::client::acu
