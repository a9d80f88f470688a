/// The one order of messages: time, sender, sequence.
#pragma once

#include <tuple>

#include "comm_server/channel/channel.hpp"

namespace synchrono::comm_server {

inline bool before(const Transmission& a, const Transmission& b) {
    return std::tie(a.time, a.sender, a.sequence) < std::tie(b.time, b.sender, b.sequence);
}

}  // namespace synchrono::comm_server
