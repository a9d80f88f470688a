/// The part of a pilot's perception that comes by radio. It is plain data, since a pilot may compute in
/// another process.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "pcp/synchrono_radio.h"

namespace synchrono::client::radio {

/// All that a pilot perceives by radio in one step. Borrowed from the radio.
struct RadioPerception {
    std::uint32_t media = 0;                    // of the scenario; one bit 1 << SYN_MEDIUM_... for each
    std::optional<std::uint32_t> temporary_id;  // the agent's own, if it sends basic safety messages
    std::span<const SynMessage> messages;       // new in this step, in the order of arrival
    std::span<const SynNeighbour> neighbours;   // ascending by temporary id
};

}  // namespace synchrono::client::radio
