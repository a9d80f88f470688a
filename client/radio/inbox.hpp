/// The messages that are on their way to one agent, in the order of (time, sender, sequence). Each message
/// becomes visible when its time has come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/radio/radio_messages.hpp"
#include "common/base/ids.hpp"
#include "common/config/radio.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::radio {

/// One message as it arrives at one agent. `sender` and `sequence` are for order and logs; pilots do not get
/// them.
struct Delivery {
    AgentId sender{};
    std::uint64_t sequence = 0;
    SimTime time{};  // when the message becomes visible
    config::Medium medium = config::Medium::dsrc;
    float power_dbm = 0;  // received power; 0: the channel does not compute it
    RadioMessageRef message{};
};

/// Holds up to limits::kRadioInboxMax deliveries.
/// Threading: one thread.
class Inbox {
  public:
    /// Adds a delivery and returns true. If the inbox was full, also drops the delivery with the latest time,
    /// which may be the new one, and returns false.
    [[nodiscard]] bool put(Delivery delivery);
    /// Moves the deliveries that are visible at `now` to the end of `out`, in order.
    void take(SimTime now, std::vector<Delivery>& out);
    std::size_t size() const { return waiting_.size(); }
    void clear() { waiting_.clear(); }

  private:
    std::vector<Delivery> waiting_;  // in reverse order: the first delivery is at the back
};

}  // namespace synchrono::client::radio
