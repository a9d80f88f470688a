/// The part of a pilot's perception that comes by radio. It is plain data, since a pilot may compute in
/// another process.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "pcp/synchrono_radio.h"

namespace synchrono::client {

/// The radio's news for one step. Borrowed from the radio.
struct RadioNews {
    std::uint32_t media = 0;                    // of the scenario, a bit 1 << SYN_MEDIUM_... for each
    std::optional<std::uint32_t> temporary_id;  // our own, if the vehicle sends basic safety messages
    std::span<const SynMessage> messages;       // heard since the last step, in the order of arrival
    std::span<const SynNeighbour> neighbours;   // ascending by temporary id
};

}  // namespace synchrono::client
