/// The vehicles around, as a radio can know them: from the basic safety messages heard, distinguished by
/// temporary id alone.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "client/radio/inbox.hpp"
#include "common/time/sim_time.hpp"
#include "pcp/synchrono_radio.h"

namespace synchrono::client {

/// The list of one agent's neighbours.
/// Threading: one thread.
class Neighbours {
  public:
    static constexpr SimDuration kForgetAfter = SimDuration::seconds(5);

    /// Takes in a basic safety message and ignores any other. Requires deliveries in the order of their
    /// times. If the list is full, replaces the neighbour that has been silent longest, and returns false.
    [[nodiscard]] bool hear(const Delivery& delivery);
    /// Removes neighbours that have been silent for longer than kForgetAfter.
    void forget_silent(SimTime now);
    /// Returns the neighbours, ascending by temporary id; valid until the next call of another function.
    std::span<const SynNeighbour> list() const { return list_; }

  private:
    void erase(std::size_t index);

    std::vector<SynNeighbour> list_;
    std::vector<FrameRef> frames_;  // the newest message of each, to keep it alive
};

}  // namespace synchrono::client
