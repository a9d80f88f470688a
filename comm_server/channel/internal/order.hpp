/// The order of the messages of one medium: by time, then by sender, then by sequence.
#pragma once

#include <tuple>

#include "comm_server/channel/channel.hpp"

namespace synchrono::comm_server::channel {

inline bool comes_before(const Transmission& a, const Transmission& b) {
    return std::tie(a.time, a.sender, a.sequence) < std::tie(b.time, b.sender, b.sequence);
}

}  // namespace synchrono::comm_server::channel
