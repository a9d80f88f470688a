/// What is on its way to one agent: in the order of (time, sender, sequence), seen when its time has come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/radio/frames.hpp"
#include "common/base/ids.hpp"
#include "common/config/radio.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

/// One message as it arrives at one agent. Who sent it, when and as which is for logs: a radio does not know.
struct Delivery {
    AgentId sender{};
    std::uint64_t sequence = 0;
    SimTime time{};  // visible from here on
    config::Medium medium = config::Medium::dsrc;
    float power_dbm = 0;  // 0 where the channel knows none
    FrameRef frame{};
};

/// Threading: one thread.
class Inbox {
  public:
    /// False when there is no room and the one that comes last of all was shed, this one or another.
    [[nodiscard]] bool put(Delivery delivery);
    /// Moves those that are visible at `now` to the end of `out`, in order.
    void take(SimTime now, std::vector<Delivery>& out);
    std::size_t size() const { return waiting_.size(); }
    void clear() { waiting_.clear(); }

  private:
    std::vector<Delivery> waiting_;  // the first at the end
};

}  // namespace synchrono::client
