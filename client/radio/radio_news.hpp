/// The part of a pilot's perception that comes by radio: data only, since a pilot may compute in another
/// process.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "pcp/synchrono_radio.h"

namespace synchrono::client {

/// Borrowed from the radio.
struct RadioNews {
    std::uint32_t media = 0;                    // that the scenario has: 1 << SYN_MEDIUM_... each
    std::optional<std::uint32_t> temporary_id;  // ours, where the vehicle sends basic safety messages
    std::span<const SynMessage> messages;       // heard since the last step, by the time they were received
    std::span<const SynNeighbour> neighbours;   // ascending by temporary id
};

}  // namespace synchrono::client
