/// What the world thread knows of the datagrams to one member.
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
    net::Endpoint endpoint;          // nowhere until the first valid datagram: nothing is sent before
    std::size_t datagram_bytes_max;  // of the path to it
    Tick sent;                       // `exact`: newest bundle sent
    std::uint64_t sent_version = 0;  // `window`: of the world map, when last sent something
};

}  // namespace synchrono::server
