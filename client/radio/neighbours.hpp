/// The vehicles around an agent, as its radio can know them: from the basic safety messages that it hears.
/// Vehicles are distinguished by their temporary ids alone.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "client/radio/inbox.hpp"
#include "common/time/sim_time.hpp"
#include "pcp/synchrono_radio.h"

namespace synchrono::client::radio {

/// The list of one agent's neighbours.
/// Threading: one thread.
class Neighbours {
  public:
    static constexpr SimDuration kForgetAfter = SimDuration::seconds(5);

    /// Takes in a basic safety message and ignores any other. If the sender is new and the list is full, the
    /// sender replaces the neighbour that has been silent longest, and the function returns false; otherwise
    /// it returns true. Requires deliveries in the order of their times.
    [[nodiscard]] bool add(const Delivery& delivery);
    /// Removes neighbours that have been silent for longer than kForgetAfter.
    void forget_silent(SimTime now);
    /// Returns the neighbours, ascending by temporary id; valid until the next call of another function.
    std::span<const SynNeighbour> list() const { return list_; }

  private:
    void erase(std::size_t index);

    std::vector<SynNeighbour> list_;
    std::vector<RadioMessageRef> messages_;  // for each entry of list_, the message that it points into
};

}  // namespace synchrono::client::radio
