/// Who is around, as a radio can know it: by the basic safety messages that came, told apart by their
/// temporary ids and by nothing else.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "client/radio/inbox.hpp"
#include "common/time/sim_time.hpp"
#include "pcp/synchrono_radio.h"

namespace synchrono::client {

/// Threading: one thread.
class Neighbours {
  public:
    static constexpr SimDuration kForgetAfter = SimDuration::seconds(5);

    /// Takes in a basic safety message, ignores any other. Requires deliveries in the order of their times.
    /// False when there was no room for one more and who was silent longest has been forgotten for it.
    [[nodiscard]] bool hear(const Delivery& delivery);
    /// Forgets who was not heard for kForgetAfter.
    void forget_silent(SimTime now);
    /// Ascending by temporary id; valid until the next call of another function.
    std::span<const SynNeighbour> list() const { return list_; }

  private:
    void erase(std::size_t index);

    std::vector<SynNeighbour> list_;
    std::vector<FrameRef> frames_;  // of the newest message of each
};

}  // namespace synchrono::client
