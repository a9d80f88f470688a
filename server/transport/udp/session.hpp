/// The data that the world thread keeps about the datagrams to one member.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/base/ids.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/seal.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::server {

struct Session {
    SessionId id;
    net::Sealer sealer;
    net::Endpoint endpoint;          // unset until the first valid datagram; nothing is sent before
    std::size_t datagram_bytes_max;  // on the path to the client
    Tick sent;                       // `exact`: newest bundle sent
    std::uint64_t sent_version = 0;  // `window`: version of the map at the last update
};

}  // namespace synchrono::server
